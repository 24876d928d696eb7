#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/backgammon/game.hpp"

/// Where a match in MAT begins, and what its header says about the rules.
namespace arbiter::backgammon::mat {

/// A new game at this score. Who begins a match with one point to go begins with the Crawford game.
inline Start start_of(const Rules& rules, PerColor<int> score) {
    Start start{rules, {}};
    start.state.board = start_board(rules.start);
    start.state.score = score;
    const int best = std::max(score.white, score.black);
    start.state.crawford_game =
        rules.crawford && rules.match_length > 1 && best == rules.match_length - 1;
    return start;
}

/// A rule that differs from the usual, as a tag of the header: `; [Jacoby "Off"]`. False if the tag
/// speaks of something else.
bool read_rule(std::string_view name, std::string_view value, Rules& rules);
/// The tags for all rules that are not the usual ones.
Tags rule_tags(const Rules& rules);

}  // namespace arbiter::backgammon::mat
