#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "core/base/fault.hpp"

namespace arbiter {

/// A word of a text and where it begins. It does not contain a line break.
struct Word {
    std::string_view text;
    TextPlace place{};

    /// The place of one of its characters.
    TextPlace at(std::size_t offset) const { return {place.line, place.column + offset}; }
};

/// Takes words from the front of a text.
class Words {
public:
    /// `place` is where the text begins.
    Words(std::string_view text, std::string_view separators, TextPlace place = {})
        : rest_(text), separators_(separators), place_(place) {}

    /// An empty word at the end.
    Word next() {
        skip(std::min(rest_.find_first_not_of(separators_), rest_.size()));
        const Word word{rest_.substr(0, rest_.find_first_of(separators_)), place_};
        skip(word.text.size());
        return word;
    }

private:
    void skip(std::size_t count) {
        for (const char c : rest_.substr(0, count)) {
            place_ = c == '\n' ? TextPlace{place_.line + 1, 1}
                               : TextPlace{place_.line, place_.column + 1};
        }
        rest_.remove_prefix(count);
    }

    std::string_view rest_;
    std::string_view separators_;
    TextPlace place_;
};

}  // namespace arbiter
