#include "bindings/python/batch/backgammon_env.hpp"

#include <algorithm>
#include <bit>

#include "bindings/python/batch/answers.hpp"
#include "core/backgammon/board/generate.hpp"
#include "core/backgammon/game.hpp"
#include "core/backgammon/notations/steps.hpp"

namespace arbiter::batch {

using backgammon::Board;
using backgammon::CheckerMove;
using backgammon::Dice;
using backgammon::Die;
using backgammon::Hand;
using backgammon::Spot;
using backgammon::Stage;
using backgammon::Turn;

namespace {

constexpr Action low_die_first = 26 * 26;

Die rolled(Random& random) { return *Die::showing(1 + static_cast<int>(random.below(6))); }

/// The checkers that a turn moves first and second; 0 where it moves none.
struct Sources {
    int first = 0;
    int second = 0;
};

Sources sources_of(const Turn& turn) {
    const auto moves = turn.moves();
    return {moves.empty() ? 0 : moves[0].from.index(),
            moves.size() < 2 ? 0 : moves[1].from.index()};
}

}  // namespace

Reading<BackgammonEnv::Rules> BackgammonEnv::rules(const Options& options) {
    Reading<Rules> reading{Rules{.cube = false, .jacoby = false}, {}};
    const auto set = [](std::string_view value, bool& field) {
        field = value == "on";
        return value == "on" || value == "off";
    };
    for (const auto& [name, value] : options) {
        const bool known = (name == "cube" && set(value, reading->cube)) ||
                           (name == "jacoby" && set(value, reading->jacoby));
        if (!known) return unknown_setting<Rules>(name, value, "cube (on, off), jacoby (on, off)");
    }
    return reading;
}

Reading<BackgammonEnv::Start> BackgammonEnv::start(std::string_view text, const Rules&) {
    return read_start<backgammon::Game, Start>(text, [](const backgammon::Game& game) {
        Start setup = game.position().setup();
        // Nobody is asked in the midst of a turn or about an offer: the side rolls anew.
        const bool rolled = setup.stage == Stage::move && setup.dice_used.empty();
        Start start{.board = setup.board, .stage = rolled ? Stage::move : Stage::roll_or_double};
        start.turn = game.position().on_roll();
        if (setup.stage == Stage::opening_roll) start.stage = Stage::opening_roll;
        if (rolled) start.dice = setup.dice;
        start.cube = setup.cube;
        return start;
    });
}

void BackgammonEnv::restart(const Start* start, Random& random) {
    now_ = start == nullptr ? backgammon::Setup{} : *start;
    limit_.reset();
    rewards_.reset();
    if (now_.stage == Stage::roll_or_double) return begin_turn(random);
    if (now_.stage == Stage::opening_roll) {
        Die white = rolled(random);
        Die black = rolled(random);
        while (white == black) {
            white = rolled(random);
            black = rolled(random);
        }
        now_.turn = white > black ? Color::white : Color::black;
        now_.dice = Dice(white, black);
        now_.stage = Stage::move;
    }
    hand_ = Hand(*now_.dice);
    list_turns();
}

void BackgammonEnv::begin_turn(Random& random) {
    now_.stage = Stage::roll_or_double;
    now_.dice.reset();
    hand_.reset();
    limit_.reset();
    if (rules_.cube && !cannot_double(rules_, now_, now_.turn)) {
        actions_ = {roll, double_cube};
        return;
    }
    roll_dice(random);
}

void BackgammonEnv::roll_dice(Random& random) {
    now_.stage = Stage::move;
    const Die one = rolled(random);
    now_.dice = Dice(one, rolled(random));
    hand_ = Hand(*now_.dice);
    list_turns();
}

/// Of a double only the first two checker moves count: several turns may begin with them.
void BackgammonEnv::list_turns() {
    actions_.clear();
    for_each_turn(board(), now_.turn, *hand_, [&](const backgammon::Line& line) {
        const Turn turn = line.turn();
        const auto [first, second] = sources_of(turn);
        if (limit_ && first > limit_->index()) return;
        auto action = static_cast<Action>(first * 26 + second);
        // Either die may bear a checker off: what counts is where the checkers go.
        if (turn_of(action) != turn && !now_.dice->is_double())
            action = static_cast<Action>(action + low_die_first);
        actions_.push_back(action);
    });
    if (now_.dice->is_double()) {
        std::ranges::sort(actions_);
        const auto doubles = std::ranges::unique(actions_);
        actions_.erase(doubles.begin(), doubles.end());
    }
}

Turn BackgammonEnv::turn_of(Action action) const {
    const bool low_first = action >= low_die_first;
    const int pair = action % low_die_first;
    const Die first = low_first ? now_.dice->low() : now_.dice->high();
    const Die second = low_first ? now_.dice->high() : now_.dice->low();
    Turn turn;
    const auto add = [&](int from, Die die) {
        if (from > 0) turn.push({*Spot::at(from), Spot::at(from)->after(die.pips())});
    };
    add(pair / 26, first);
    add(pair % 26, second);
    return turn;
}

void BackgammonEnv::move(Action action, Random& random) {
    const Turn turn = turn_of(action);
    for (const CheckerMove step : turn.moves()) now_.board.move(now_.turn, step);
    if (board().count(now_.turn, Spot::off()) == backgammon::checkers_each) {
        const auto level = level_of(board(), now_.turn);
        return end(now_.turn, points_for(rules_, now_.cube, level));
    }
    const bool first_half = now_.dice->is_double() && hand_->size() == 4 && turn.size() == 2;
    if (first_half) {
        for (const CheckerMove step : turn.moves()) {
            hand_->use(now_.dice->high());
            limit_ = step.from;
        }
        list_turns();
        // The turn is over if nothing more can move.
        if (actions_.size() != 1 || actions_.front() != 0) return;
    }
    now_.turn = opponent(now_.turn);
    begin_turn(random);
}

void BackgammonEnv::end(Color winner, int points) {
    rewards_ = win_for(winner, static_cast<float>(points));
    actions_.clear();
    now_.stage = Stage::over;
}

void BackgammonEnv::act(Action action, Random& random) {
    switch (action) {
        case roll: return roll_dice(random);
        case double_cube:
            now_.stage = Stage::response;
            now_.turn = opponent(now_.turn);
            actions_ = {take, drop};
            return;
        case take:
            now_.cube = {now_.cube.value * 2, now_.turn, true};
            now_.turn = opponent(now_.turn);
            return roll_dice(random);
        case drop: return end(opponent(now_.turn), now_.cube.value);
        default: return move(action, random);
    }
}

void BackgammonEnv::observe(std::uint8_t* values, Color side) const {
    const Color us = side;
    const Color them = opponent(side);
    const auto put = [&](int value) { *values++ = static_cast<std::uint8_t>(value); };
    for (int number = 1; number <= 24; ++number) {
        const Spot point = *Spot::point(number);
        put(board().count(us, point) - board().opposing(us, point));
    }
    put(board().count(us, Spot::bar()));
    put(-board().count(them, Spot::bar()));
    put(board().count(us, Spot::off()));
    put(-board().count(them, Spot::off()));
    for (int pips = 1; pips <= 6; ++pips) {
        put(hand_ ? static_cast<int>(std::ranges::count(*hand_, *Die::showing(pips))) : 0);
    }
    if (!rules_.cube) return;
    put(std::countr_zero(static_cast<unsigned>(now_.cube.value)));
    put(!now_.cube.owner ? 0 : now_.cube.owner == us ? 1 : -1);
    put(now_.stage == Stage::roll_or_double ? 1 : now_.stage == Stage::response ? 2 : 0);
}

/// As the neutral record.
std::string BackgammonEnv::state() const {
    backgammon::Setup setup = now_;
    if (hand_ && setup.dice) {
        const std::size_t used = static_cast<std::size_t>(setup.dice->moves()) - hand_->size();
        setup.dice_used.assign(used, setup.dice->high());
    }
    const auto whole = backgammon::game_from(setup, rules_, {}, {});
    for (const auto& format : backgammon::Game::formats()) {
        if (!whole || format.info.name != "record") continue;
        if (const auto text = format.write(*whole)) return *text;
    }
    return {};
}

std::string BackgammonEnv::name(Action action) const {
    switch (action) {
        case roll: return "roll";
        case double_cube: return "double";
        case take: return "take";
        case drop: return "drop";
        default: return write_turn(board(), now_.turn, turn_of(action));
    }
}

/// Whether this action, and if it is the first half of a double another one, leads to that board.
bool BackgammonEnv::leads_to(Action action, const Board& wanted) const {
    BackgammonEnv next = *this;
    Random random(0);
    const Color us = now_.turn;
    next.act(action, random);
    if (next.board() == wanted) return true;
    if (next.rewards_ || next.now_.turn != us || !next.limit_) return false;
    return std::ranges::any_of(next.legal(), [&](Action second) {
        BackgammonEnv last = next;
        last.act(second, random);
        return last.board() == wanted;
    });
}

Action BackgammonEnv::bot_action(BotCall call) const {
    const AnyGame answered = asked(state(), call);
    const backgammon::Position& after = answered.as<backgammon::Game>()->position();
    if (now_.stage == Stage::roll_or_double) {
        return after.stage() == Stage::response ? double_cube : roll;
    }
    if (now_.stage == Stage::response) return after.stage() == Stage::over ? drop : take;
    const auto found = std::ranges::find_if(
        legal(), [&](Action action) { return leads_to(action, after.board()); });
    return found == legal().end() ? legal().front() : *found;
}

}  // namespace arbiter::batch
