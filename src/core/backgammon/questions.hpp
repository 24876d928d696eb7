#pragma once

#include <array>

#include "core/contract/game.hpp"

namespace arbiter::backgammon {

/// The questions that `Game::ask` answers.
inline constexpr std::array question_infos{
    QuestionInfo{"pips", "", "how far each side has to go"},
    QuestionInfo{"steps", "checker moves made, such as 8/5",
                 "die by die: the checker moves that may come next in this turn"},
    QuestionInfo{"score", "", "the match, the cube, and what is waited for"},
};

}  // namespace arbiter::backgammon
