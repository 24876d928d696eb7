#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/backgammon/rules.hpp"
#include "core/contract/tags.hpp"

/// Where a match in MAT begins, and what its header says about the rules.
namespace arbiter::backgammon::mat {

/// A new game at this score: the Crawford game if a side has one point to go.
inline Setup setup_of(const Rules& rules, PerColor<int> score) {
    const int best = std::max(score.white, score.black);
    return {.board = start_board(rules.start),
            .score = score,
            .crawford_game =
                rules.crawford && rules.match_length > 1 && best == rules.match_length - 1};
}

/// A rule that differs from the usual, as a tag of the header: `; [Jacoby "Off"]`. False if the tag
/// speaks of something else.
bool read_rule(std::string_view name, std::string_view value, Rules& rules);
/// The tags for all rules that are not the usual ones.
Tags rule_tags(const Rules& rules);

}  // namespace arbiter::backgammon::mat
