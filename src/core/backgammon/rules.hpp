#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/backgammon/board/board.hpp"
#include "core/backgammon/codes.hpp"
#include "core/backgammon/setup.hpp"
#include "core/contract/rejection.hpp"

namespace arbiter::backgammon {

enum class Beavers : std::uint8_t { none, beaver, raccoon };
inline constexpr std::array<std::string_view, 3> beaver_names{"none", "beaver", "raccoon"};

inline constexpr int match_length_max = 1000;

/// The rules around the board as data; every field can be set by itself.
struct Rules {
    int match_length = 0;  ///< in points; 0 is money play, one game
    bool cube = true;
    bool crawford = true;             ///< in matches
    bool jacoby = true;               ///< in money play: gammons count only once the cube is turned
    Beavers beavers = Beavers::none;  ///< in money play
    /// In money play: how many ties of the opening roll double the cube.
    int automatic_doubles = 0;
    StartName start = StartName::standard;

    bool money() const { return match_length == 0; }
    bool operator==(const Rules&) const = default;
};

/// A legal turn and the board it leads to.
struct Choice {
    Turn turn;
    Board after;
};

/// Every legal turn with these dice, one for each board that can be reached: as many dice as possible
/// are used, and the higher one where either can be but not both. If nothing can move, the one
/// choice is the empty turn. Each turn is in its canonical sequence: the highest checker first where
/// that is legal.
std::vector<Choice> legal_turns(const Board& board, Color color, const Hand& hand);

/// A checker move with the die it uses.
struct Step {
    CheckerMove move;
    Die die;
    bool operator==(const Step&) const = default;
};

/// What may come next after the checker moves that a side has made of its turn already, so that the
/// whole can still become a legal turn; none if the turn is complete. The board and the dice are
/// those before the turn.
std::vector<Step> legal_steps(const Board& board, Color color, const Hand& hand,
                              std::span<const CheckerMove> made);

/// Whether any checker can move.
bool can_move(const Board& board, Color color, const Hand& hand);

/// The die that a checker move uses, if one of these fits: exactly, or a larger one to bear off with
/// nothing behind.
std::optional<Die> die_for(const Board& board, Color color, CheckerMove move, const Hand& hand);

/// The choice of `legal_turns` that leads to the same board as these checker moves, or `refusal`.
Result<Choice> legal_choice(const Board& board, Color color, const Hand& hand, const Turn& turn);

/// Why a turn is illegal: the first checker move that is not possible, or what is missing at the end.
Rejection refusal(const Board& board, Color color, const Hand& hand, const Turn& turn);

/// Nobody doubles a higher cube, as in GNU Backgammon.
inline constexpr int cube_value_to_double_max = 1 << 11;

/// Why a side may not double now; nothing if it may.
enum class NoDouble : std::uint8_t { no_cube, not_owner, crawford, dead, too_high, not_now };
std::optional<NoDouble> cannot_double(const Rules& rules, const Setup& setup, Color by);

/// Whether the Crawford game was played before: a side has one point to go and this is not it.
bool is_after_crawford(const Rules& rules, const Setup& setup);

/// How much a finished board is worth: a gammon if the loser has nothing off, a backgammon if it
/// also has a checker on the bar or in the winner's home.
Level level_of(const Board& board, Color winner);

/// With the Jacoby rule and the cube.
int points_for(const Rules& rules, const Cube& cube, Level level);

}  // namespace arbiter::backgammon
