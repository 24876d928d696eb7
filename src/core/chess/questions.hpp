#pragma once

#include <array>

#include "core/contract/game.hpp"

namespace arbiter::chess {

/// The questions that `Game::ask` answers.
inline constexpr std::array question_infos{
    QuestionInfo{"attackers", "a square", "the pieces of each side that attack it"},
    QuestionInfo{"draw", "",
                 "how often the position has occurred, the count of moves without a "
                 "capture or a pawn move, and the standing offer"},
    QuestionInfo{"mobility", "",
                 "how many squares each kind of piece of the side to move can go to"},
    QuestionInfo{"winnable", "",
                 "whether each side can still checkmate if both help (FIDE 5.2.2, 6.9), and the "
                 "proof: a line to the mate, or why there is none"},
};

}  // namespace arbiter::chess
