/// SGF's game information: players, place, date. What it is called as a tag, for every game that has
/// SGF files.
///
/// ```cpp
/// #include "core/contract/sgf_info.hpp"
///
/// assert(tag_of("PB") == "Black" && property_of("Event") == "EV");
/// assert(!tag_of("KM"));  // part of the game itself
/// ```
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fault.hpp"
#include "core/contract/annotation.hpp"
#include "core/contract/tags.hpp"

namespace arbiter {

bool is_game_info(std::string_view property);

/// The tag for a property and the property for a tag: PB is "Black", EV is "Event", most have the
/// same name. Nothing for what is part of the game itself, such as KM, and for a tag without a
/// property.
std::optional<std::string_view> tag_of(std::string_view property);
std::optional<std::string_view> property_of(std::string_view tag);

/// Whether a root says that it begins a file: it names FF, GM or SZ.
bool has_sgf_header(std::span<const Annotation> root);

/// The text of a property; several values are joined.
std::string info_text(const Property& property);

/// The first property of each kind of game information on a line.
class SgfInfos {
public:
    struct Info {
        const Property* property;
        std::size_t node;  ///< its place on the line
        TextPlace place;   ///< in the text, where that is known
    };

    /// The next node of the line. The properties outlive this.
    void add(std::span<const Annotation> properties, std::span<const TextPlace> places = {});

    /// Null if there is none.
    const Info* find(std::string_view name) const;
    auto begin() const { return infos_.begin(); }
    auto end() const { return infos_.end(); }

private:
    std::vector<Info> infos_;
    std::size_t nodes_ = 0;
};

}  // namespace arbiter
