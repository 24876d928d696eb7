#include "core/backgammon/position.hpp"

#include <array>

namespace arbiter::backgammon {

namespace {

constexpr std::array all_levels{Level::single, Level::gammon, Level::backgammon};

bool in_winners_home(const Board& board, Color winner) {
    for (int number = 1; number <= 6; ++number) {
        if (board.opposing(winner, *Spot::point(number)) > 0) return true;
    }
    return false;
}

}  // namespace

std::string_view to_string(Level level) {
    switch (level) {
        case Level::single: return "single";
        case Level::gammon: return "gammon";
        case Level::backgammon: return "backgammon";
    }
    return {};
}

std::optional<Level> level_named(std::string_view name) {
    for (const Level level : all_levels) {
        if (to_string(level) == name) return level;
    }
    return std::nullopt;
}

Hand State::hand() const {
    Hand left(*dice);
    for (const Die die : dice_used) left.use(die);
    return left;
}

std::optional<NoDouble> cannot_double(const Rules& rules, const State& state, Color by) {
    if (!rules.cube) return NoDouble::no_cube;
    if (state.stage != Stage::roll_or_double || state.turn != by) return NoDouble::not_now;
    if (state.cube.owner && *state.cube.owner != by) return NoDouble::not_owner;
    if (state.crawford_game) return NoDouble::crawford;
    // Who wins the match with the cube as it is gains nothing by a higher one.
    const bool dead = !rules.money() && state.score[by] + state.cube.value >= rules.match_length;
    if (dead) return NoDouble::dead;
    if (state.cube.value > cube_value_to_double_max) return NoDouble::too_high;
    return std::nullopt;
}

Level level_of(const Board& board, Color winner) {
    const Color loser = opponent(winner);
    if (board.count(loser, Spot::off()) > 0) return Level::single;
    const bool far_back = board.count(loser, Spot::bar()) > 0 || in_winners_home(board, winner);
    return far_back ? Level::backgammon : Level::gammon;
}

int points_for(const Rules& rules, const Cube& cube, Level level) {
    const bool only_single = rules.money() && rules.jacoby && rules.cube && !cube.turned;
    return cube.value * (only_single ? 1 : static_cast<int>(level));
}

}  // namespace arbiter::backgammon
