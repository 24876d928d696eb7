#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arbiter {

/// The beginning of a text that came from outside, fit to be quoted in a sentence or a detail: whole
/// UTF-8 characters of together at most `bytes_max` bytes. Control characters and bytes that are no
/// UTF-8 become question marks.
std::string excerpt(std::string_view text, std::size_t bytes_max = 100);

/// A short excerpt in quotation marks.
std::string in_quotes(std::string_view text);

}  // namespace arbiter
