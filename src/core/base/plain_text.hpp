#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/base/text.hpp"

namespace arbiter {

/// Whether a character stands for itself in a JSON string, whatever is around it: printable ASCII except
/// quotation marks and backslashes.
constexpr bool is_plain_in_json(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

/// Of eight characters, the first in the lowest byte: the highest bit of those that are not plain. Some after
/// the first of them may be marked by mistake, through a borrow or a carry; none before it is.
constexpr std::uint64_t not_plain(std::uint64_t characters) {
    constexpr std::uint64_t each = 0x0101010101010101;
    const auto equal = [&](char c) {
        const std::uint64_t difference = characters ^ (each * byte_of(c));
        return (difference - each) & ~difference;
    };
    const std::uint64_t below_blank = (characters - each * ' ') & ~characters;
    const std::uint64_t beyond_ascii = characters | (characters + each);
    return (equal('"') | equal('\\') | below_blank | beyond_ascii) & (each << 7);
}

inline std::uint64_t eight_characters(const char* begin) {
    std::uint64_t characters = 0;
    std::memcpy(&characters, begin, sizeof characters);
    return characters;
}

inline constexpr auto plain_characters = [] {
    std::array<bool, 256> plain{};
    for (std::size_t code = 0; code < plain.size(); ++code) {
        plain[code] = is_plain_in_json(static_cast<char>(code));
    }
    return plain;
}();

/// How many characters at the front of a text are plain. Most texts are short.
[[gnu::always_inline]] inline std::size_t plain_length(std::string_view text) {
    std::size_t length = 0;
    if constexpr (std::endian::native == std::endian::little) {
        for (; text.size() - length >= 8; length += 8) {
            const std::uint64_t found = not_plain(eight_characters(text.data() + length));
            if (found != 0) return length + static_cast<std::size_t>(std::countr_zero(found)) / 8;
        }
    }
    while (length < text.size() && plain_characters[byte_of(text[length])]) ++length;
    return length;
}

}  // namespace arbiter
