#include "players/bots/backgammon/analysis.hpp"

#include <limits>

namespace arbiter::players {

namespace {

SearchLimits no_limit() { return {std::numeric_limits<std::uint64_t>::max()}; }

}  // namespace

std::vector<JudgedTurn> judged_turns(const backgammon::Rules& rules,
                                     const backgammon::Position& position, int level) {
    const BackgammonLevel how = backgammon_level(level);
    const SearchLimits limits = no_limit();
    return BackgammonSearch(rules, position, how, 0, limits).turns(position.hand());
}

JudgedCube judged_cube(const backgammon::Rules& rules, const backgammon::Position& position,
                       int level) {
    const BackgammonLevel how = backgammon_level(level);
    const SearchLimits limits = no_limit();
    BackgammonSearch search(rules, position, how, 0, limits);
    const BackgammonChances chances = search.before_roll(how.cube_plies);
    const CubeEquities equities = search.cube_equities(chances);
    const BackgammonCube cube(rules, position);
    return {chances, equities, cube.without_cube(chances, position.on_roll()),
            rules.money() ? double{chances.win}
                          : cube.match_chance_at(equities.best(), position.on_roll())};
}

Luck luck(const backgammon::Rules& rules, const backgammon::Position& before_roll,
          backgammon::Dice dice) {
    const BackgammonLevel how = backgammon_level(level_max - 2);
    const SearchLimits limits = no_limit();
    BackgammonSearch search(rules, before_roll, how, 0, limits);
    double average = 0;
    double rolled = 0;
    for (const backgammon::Dice other : backgammon::all_dice()) {
        const double equity = search.turns(backgammon::Hand(other)).front().equity;
        average += equity * (other.is_double() ? 1 : 2) / 36;
        if (other == dice) rolled = equity;
    }
    const BackgammonCube cube(rules, before_roll);
    return {rolled - average, cube.in_result(rolled - average, before_roll.on_roll())};
}

}  // namespace arbiter::players
