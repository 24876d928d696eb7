#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arbiter {

/// The length of the UTF-8 character that `text` begins with; 0 if it begins with none (RFC 3629).
std::size_t utf8_length(std::string_view text);

bool is_utf8(std::string_view text);

/// Text of unknown origin as UTF-8: what is not UTF-8 already is taken for Latin-1 as a whole.
std::string to_utf8(std::string_view text);

}  // namespace arbiter
