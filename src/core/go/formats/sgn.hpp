#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "core/go/game.hpp"

/// Simple Go Notation: `9x9 C3b passw passb deadC3 agreew agreeb`.
namespace arbiter::go {

struct SgnStyle {
    enum class Separators : std::uint8_t { spaces, commas };
    enum class Captures : std::uint8_t { left_out, written };

    Separators separators = Separators::spaces;
    Captures captures = Captures::left_out;
};

/// What SGN cannot express.
inline constexpr std::string_view sgn_cannot_carry =
    "the rules, komi and tags; results by time or from outside the board; "
    "whether handicap stones were set up or placed by Black";

/// Whether a text begins with two numbers and an x between them, whatever comes then.
bool looks_like_sgn(std::string_view text);

/// Reads a size and moves. Two or more black stones at the start, followed by a move of White or by
/// nothing, are a free handicap. Each move names its colour, so that `Turns::alternate` becomes
/// `named`, unless the option `turns` is given. Options as for `game_of`.
///
/// After both sides have passed, `deadC3` and `aliveC3` mark a group, `agreeb` agrees with the marks
/// and `resumeb` resumes play; `resignb` ends the game at any time. A stone or a pass resumes play by
/// itself.
///
/// Faults, with the number of a token as their place: `missing_size`, `bad_size`, `unreadable_move`,
/// `too_many_moves`, `capture_does_not_happen`, and the codes of rejected moves and options. Moves
/// after the end are left out with the warning `moves_after_the_end`.
Reading<Game> read_sgn(std::string_view text, const Options& options);

/// One word for each event; captures are written after the move that makes them. The fault is
/// `cannot_express`: White begins, other stones than a handicap were set up, or the
/// handicap is not complete.
std::expected<std::string, Fault> write_sgn(const Game& game, SgnStyle style = {});

}  // namespace arbiter::go
