#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/go/board/point.hpp"
#include "core/go/notations/sgf_blank.hpp"

/// What the values of SGF properties mean, and how they are written. A raw value is what stands
/// between the brackets.
namespace arbiter::go {

/// Properties that stand in the root alone: who meets one elsewhere may be in another game.
bool is_root_property(std::string_view name);
/// Where the last of several lines begins, if it begins like a game: with `(;` and a root property.
std::optional<std::size_t> sgf_game_in_last_line(std::string_view text);

/// FF[4] "Text": escapes resolved, soft line breaks gone, the others a line feed each, other white
/// space a blank.
std::string sgf_text(std::string_view raw);
/// FF[4] "SimpleText": the same on one line, line breaks being blanks.
std::string sgf_simple_text(std::string_view raw);
/// The raw value of a text, which is read back as it is but for white space.
std::string sgf_raw(std::string_view text);

/// The parts of a composed value around its first colon that is not escaped; nothing without one.
std::optional<std::pair<std::string_view, std::string_view>> sgf_composed(std::string_view raw);

/// The value as one that can stand between brackets. It is the same unless it could not: then what
/// would end it too early, or the backslash that would keep it open, is escaped.
std::string sgf_closed(std::string_view raw);

/// A number without a sign, with blanks around it; at most six digits.
std::optional<int> sgf_number(std::string_view raw);

/// "19" and "9:13", columns first: 1 to 52 each.
std::optional<Size> sgf_size(std::string_view raw);
std::string write_sgf_size(Size size);

/// Text of another charset, as UTF-8.
std::string windows_1252_to_utf8(std::string_view text);

}  // namespace arbiter::go
