/// Which format a text is meant to be in. Every format says how much a text looks like it, and the
/// one that it looks like most is read: so a text with a slip is told what is wrong with it in that
/// format, rather than that it is in none.
///
/// ```cpp
/// #include "core/contract/likeness.hpp"
///
/// constexpr std::array<std::string_view, 2> keys{"board", "passes"};
/// const auto likeness = [&](std::string_view text) {
///     return likeness_of(Glance(text), keys, {{"board", "[["}});
/// };
/// assert(likeness(R"({"board": [["B"]], "passes": 0})") == Likeness::certain);
/// assert(likeness(R"({"board": [["B"]]})") == Likeness{50});
/// assert(likeness(R"({"board": {}})") == Likeness::none);
/// ```
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/loose_json.hpp"

namespace arbiter {

/// In percent.
enum class Likeness : std::uint8_t {
    none = 0,
    faint = 5,  ///< better than nothing
    certain = 100,
};

/// A text, and what can be seen of it without reading it.
struct Glance {
    explicit Glance(std::string_view seen) : text(seen), members(outline_of(seen)) {}

    std::string_view text;
    std::vector<OutlineMember> members;  ///< where it begins with a JSON object
};

/// The brackets that the value of a key begins with, as `opens_with` takes them.
struct KeyShape {
    std::string_view key;
    std::string_view opening;
};

/// How many of a JSON format's keys a text has, with values of these shapes.
Likeness likeness_of(const Glance& glance, std::span<const std::string_view> keys,
                     std::initializer_list<KeyShape> shapes = {});

inline bool resembles_nothing(std::string_view) { return false; }

/// For formats that are not JSON: their first words leave no doubt, or something in the text is
/// familiar.
template <bool (*looks_like)(std::string_view),
          bool (*resembles)(std::string_view) = resembles_nothing>
Likeness likeness_by(const Glance& glance) {
    if (looks_like(glance.text)) return Likeness::certain;
    return glance.members.empty() && resembles(glance.text) ? Likeness::faint : Likeness::none;
}

/// For formats that read what another one of the game recognises.
inline Likeness left_to_another(const Glance&) { return Likeness::none; }

}  // namespace arbiter
