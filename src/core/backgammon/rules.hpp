#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/backgammon/board/board.hpp"
#include "core/backgammon/codes.hpp"
#include "core/contract/rejection.hpp"

namespace arbiter::backgammon {

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

/// The die that a checker move uses, if one of these fits: exactly, or a larger one to bear off with
/// nothing behind.
std::optional<Die> die_for(const Board& board, Color color, CheckerMove move, const Hand& hand);

/// What a side writes: checker moves in the order it makes them. The answer is the choice of
/// `legal_turns` that leads to the same board, or why it is refused: the first checker move that is
/// not possible, or what is missing at the end.
Result<Choice> judged(const Board& board, Color color, const Hand& hand, const Turn& turn);

}  // namespace arbiter::backgammon
