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
};

}  // namespace arbiter::chess
