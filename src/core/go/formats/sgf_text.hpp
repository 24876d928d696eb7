#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/go/board/point.hpp"

/// What the values of SGF properties mean, and how they are written. A raw value is what stands
/// between the brackets.
namespace arbiter::go {

constexpr bool is_sgf_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
/// Without the white space around it.
std::string_view sgf_trimmed(std::string_view text);

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

enum class SgfPointFault : std::uint8_t { malformed, off_board };

/// "aa" is the upper left corner; A to Z go on where z ends.
std::string write_sgf_point(Point point, Size size);

/// A move's value: a point, or nothing for a pass, which is empty or, on boards up to 19x19, "tt".
struct SgfTarget {
    std::optional<Point> point;
};
std::expected<SgfTarget, SgfPointFault> sgf_target(std::string_view raw, Size size);

/// Appends the point, or the points of a rectangle "aa:cc", row by row from the top.
std::optional<SgfPointFault> read_sgf_points(std::string_view raw, Size size,
                                             std::vector<Point>& points);

/// Text of another charset, as UTF-8.
std::string windows_1252_to_utf8(std::string_view text);

}  // namespace arbiter::go
