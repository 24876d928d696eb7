#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/go/board/move.hpp"

/// SGF's points, "dd", and moves, "B[dd]". A raw value is what stands between the brackets.
namespace arbiter::go {

struct SgfMove {
    Color by;
    std::optional<Point> point;  ///< nothing: a pass

    bool operator==(const SgfMove&) const = default;
};

enum class SgfPointFault : std::uint8_t { malformed, off_board };

/// "aa" is the upper left corner; A to Z go on where z ends.
std::string write_sgf_point(Point point, Size size);

/// The value of a move. A pass has no point: the value is empty or, on boards up to 19x19, "tt".
struct SgfTarget {
    std::optional<Point> point;
};
std::expected<SgfTarget, SgfPointFault> sgf_target(std::string_view raw, Size size);

/// "19" and "9:13", columns first: 1 to 52 each.
std::optional<Size> sgf_size(std::string_view raw);
std::string write_sgf_size(Size size);

/// Appends the point, or the points of a rectangle "aa:cc", row by row from the top.
std::optional<SgfPointFault> read_sgf_points(std::string_view raw, Size size,
                                             std::vector<Point>& points);

/// "B[dd]", "W[]", also after the semicolon of a node.
std::optional<SgfMove> read_sgf_move(std::string_view text, Size size);
std::string write_sgf_move(const SgfMove& move, Size size);

}  // namespace arbiter::go
