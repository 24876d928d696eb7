#pragma once

#include <array>

#include "core/contract/game.hpp"

namespace arbiter::go {

/// The questions that `Game::ask` answers.
inline constexpr std::array question_infos{
    QuestionInfo{"liberties", "a point, or nothing",
                 "the liberties of the stone's group, or of every group on the board"},
    QuestionInfo{"stones", "",
                 "the stones on the board in the order they were placed, and as moves"},
    QuestionInfo{"score", "",
                 "the score if play ended here, its parts, and the owner of each point"},
    QuestionInfo{"dead", "", "the stones marked as dead, and a proposal of dead stones"},
    QuestionInfo{"life", "",
                 "of each group whether it is alive, dead, in seki or unsettled, why, and a line"},
    QuestionInfo{"rules", "", "every field of the rules, and the rules as KataGo writes them"},
};

}  // namespace arbiter::go
