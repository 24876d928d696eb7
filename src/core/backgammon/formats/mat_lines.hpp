#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/board/spot.hpp"

/// The lines of a MAT file, each by itself.
namespace arbiter::backgammon::mat {

/// `; [Event "Friday"]`; some programs leave out the semicolon.
struct HeaderTag {
    std::string_view name;
    std::string_view value;
};
std::optional<HeaderTag> read_tag(std::string_view line);
bool is_comment(std::string_view line);

/// ` 7 point match`; 0 for money. Nothing if it is another line, and -1 if the number cannot be read.
std::optional<int> read_match_length(std::string_view line);
/// ` Game 3`
bool is_game_heading(std::string_view line);

/// ` White : 0                      Black : 0`
struct Names {
    std::string_view white;
    std::string_view black;
    PerColor<int> score;
    std::size_t right_column;  ///< where the second name begins
};
std::optional<Names> read_names(std::string_view line);
/// In one line, without the blanks between the columns.
std::string write_names(const Names& names);

enum class CellKind : std::uint8_t { roll, doubles, takes, drops, wins, resigns, other };

/// What one side does: "31: 8/5 6/5", "Doubles => 2", "Wins 2 points".
struct Cell {
    CellKind kind;
    std::size_t offset;     ///< in its line
    std::string_view word;  ///< "31:", "Doubles"; of other words nothing
    std::string_view text;  ///< what follows, without blanks around it
};

/// `  1) 31: 8/5 6/5                 42: 8/4 6/4`. Words before the first cell are one, too.
struct MoveLine {
    std::vector<Cell> cells;
    bool numbered = false;
};
MoveLine read_move_line(std::string_view line);

/// The first number in a text, if there is one below a million.
std::optional<int> number_in(std::string_view text);
std::string_view trimmed(std::string_view text);
/// As a document keeps it: on one line.
std::string kept_text(std::string_view text);
/// ASCII letters alone.
bool equal_but_for_case(std::string_view one, std::string_view other);

}  // namespace arbiter::backgammon::mat
