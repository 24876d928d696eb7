#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>

#include "core/base/fault.hpp"
#include "core/base/json.hpp"
#include "core/contract/rejection.hpp"
#include "tests/fuzz/require.hpp"

/// What holds for every text that anybody hands in, whatever its format.
namespace arbiter::fuzz {

/// The number of bytes in each piece that a reader is fed.
inline std::size_t piece_size_for(std::string_view text) { return 1 + number_of(text) % 61; }

/// What a format may say about a text that was written in it: a warning about the position alone.
inline bool speak_of_the_position(const Faults& faults) {
    return std::ranges::all_of(faults, [](const Fault& fault) {
        return fault.code == "check_impossible" || fault.code == "too_many_promoted";
    });
}

inline std::size_t count_words(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::size_t words = 0;
    for (auto begin = text.find_first_not_of(blanks); begin != std::string_view::npos; ++words) {
        const auto end = text.find_first_of(blanks, begin);
        if (end == std::string_view::npos) return words + 1;
        begin = text.find_first_not_of(blanks, end);
    }
    return words;
}

/// The step to a child that a pointer begins with, unescaped; the pointer loses it.
inline std::string take_step(std::string_view& pointer) {
    const auto end = std::min(pointer.find('/', 1), pointer.size());
    std::string step;
    for (std::size_t i = 1; i < end; ++i) {
        const bool escaped = pointer[i] == '~';
        if (escaped) ++i;
        require(i < end && (!escaped || pointer[i] == '0' || pointer[i] == '1'),
                "a tilde in a JSON Pointer is followed by 0 or 1");
        step += escaped ? (pointer[i] == '0' ? '~' : '/') : pointer[i];
    }
    pointer.remove_prefix(end);
    return step;
}

inline const Json* child(const Json& parent, const std::string& step) {
    const auto* elements = parent.as<Json::Array>();
    if (elements == nullptr) return parent.find(step);
    std::size_t index = 0;
    const char* const end = step.data() + step.size();
    const auto [rest, error] = std::from_chars(step.data(), end, index);
    const bool exists = error == std::errc() && rest == end && index < elements->size();
    return exists ? &(*elements)[index] : nullptr;
}

/// Judges whether places lie inside one text.
class Places {
public:
    explicit Places(std::string_view text) : text_(text) {}

    bool contain(const Place& place) {
        return std::visit([&](const auto& held) { return contain(held); }, place);
    }

private:
    std::string_view text_;
    std::optional<Reading<Json>> document_;  // read when first needed

    bool contain(std::monostate) { return true; }

    /// One behind the last character of a line counts: there something may be missing.
    bool contain(TextPlace place) {
        if (place.line < 1 || place.column < 1) return false;
        std::string_view rest = text_;
        for (std::size_t line = 1; line < place.line; ++line) {
            const auto end = rest.find('\n');
            if (end == std::string_view::npos) return false;
            rest.remove_prefix(end + 1);
        }
        return place.column <= std::min(rest.find('\n'), rest.size()) + 1;
    }

    /// A missing field has a number too: a FEN's turn is token 2 even of an empty text.
    bool contain(TokenPlace place) {
        constexpr std::size_t fields_required = 4;
        return place.number >= 1 && place.number <= std::max(count_words(text_), fields_required);
    }

    /// A document that cannot be read has no values to point at: only the pointer's form counts.
    bool contain(const JsonPointer& place) {
        std::string_view rest = place.path;
        if (!rest.empty() && rest.front() != '/') return false;
        if (!document_) document_ = read_json(text_);
        const Json* value = *document_ ? &**document_ : nullptr;
        while (!rest.empty()) {
            const std::string step = take_step(rest);
            if (value != nullptr) value = child(*value, step);
            if (*document_ && value == nullptr) return false;
        }
        return true;
    }
};

inline void require_placed(const Faults& faults, std::string_view text) {
    Places places(text);
    for (const Fault& fault : faults) {
        require(!fault.code.empty(), "a fault has a code");
        require(!fault.sentence.empty(), "a fault has a sentence");
        require(places.contain(fault.place), "a fault's place lies inside the text");
    }
}

/// Reading gives a value or the reasons why there is none, and never both or neither.
template <class T>
void require_sound(const Reading<T>& reading, std::string_view text) {
    require(reading.value.has_value() != reading.faults.fatal(),
            "reading gives either a value or a fatal fault");
    require_placed(reading.faults, text);
}

/// Every `{name}` and `{name:one|several}` in the sentence's pattern is filled. What it is filled with
/// may hold braces.
inline void require_explained(const Rejection& rejection) {
    require(rejection.code != nullptr, "a rejection has a code");
    require(!sentence(rejection).empty(), "a rejection has a sentence");
    std::string_view pattern = rejection.code->sentence;
    for (auto open = pattern.find('{'); open != std::string_view::npos; open = pattern.find('{')) {
        const auto close = pattern.find('}', open);
        const std::string_view key = pattern.substr(open + 1, close - open - 1);
        require(find(rejection.data, key.substr(0, key.find(':'))) != nullptr,
                "a rejection's sentence has no unfilled brace");
        pattern.remove_prefix(close + 1);
    }
}

}  // namespace arbiter::fuzz
