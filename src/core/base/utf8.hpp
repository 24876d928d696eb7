#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arbiter {

/// The length of the UTF-8 character that `text` begins with; 0 if it begins with none (RFC 3629).
std::size_t utf8_length(std::string_view text);

/// What some programs begin a file with, to say that it is UTF-8.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view without_byte_order_mark(std::string_view text) {
    return text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
}

bool is_utf8(std::string_view text);

/// Text of unknown origin as UTF-8: what is not UTF-8 already is taken for Latin-1 as a whole.
std::string to_utf8(std::string_view text);

}  // namespace arbiter
