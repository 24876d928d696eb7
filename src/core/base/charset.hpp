#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arbiter {

/// What can be said about a text's charset without tables of characters: the conversion itself is
/// done outside, by iconv or by a browser's TextDecoder, and both decide by these functions.

/// The name under which the web knows a charset: "GB18030" for "gb2312", "windows-1252" for
/// "latin1". Nothing for a name that is not in the list.
std::string charset_named(std::string_view name);

/// The charset that a text names itself, as written: the CA of an SGF. Any charset that contains
/// ASCII will do to look for it.
std::string_view charset_named_in(std::string_view text);

/// The charsets that a text without a name may be in. Of equals the first is taken.
std::span<const std::string_view> likely_charsets();

/// Whether a byte is a character in this one of the likely charsets. Files in these are often mixed
/// with UTF-8, so bytes in a row that are UTF-8 are to be read as such.
bool is_single_byte(std::string_view charset);

/// How much a text resembles what people write in that charset, the higher the more: the mean of its
/// characters beyond ASCII, at most 1000. U+FFFD stands for bytes that the charset does not have.
int plausibility(std::string_view text, std::string_view charset);

/// How much more plausible another charset must be before the one that a text names is not believed.
inline constexpr int plausibility_doubt = 400;

}  // namespace arbiter
