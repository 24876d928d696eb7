#include "core/backgammon/position.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "core/backgammon/rules.hpp"

namespace arbiter::backgammon {

namespace {

/// Finds what keeps a setup from being a position.
class SetupCheck {
public:
    SetupCheck(const Setup& setup, const Rules& rules, const Place& place)
        : setup_(setup), rules_(rules), place_(place) {}

    Faults faults() && {
        for (const Color color : both_colors) check_checkers(color);
        check_points();
        check_end();
        check_dice();
        check_cube();
        check_score();
        return std::move(faults_);
    }

private:
    const Board& board() const { return setup_.board; }
    void add(std::string_view code, std::string sentence) {
        faults_.add(code, std::move(sentence), place_);
    }

    void check_checkers(Color color) {
        int checkers = 0;
        for (int i = 0; i <= Spot::bar().index(); ++i) {
            const Spot spot = *Spot::at(i);
            const int count = board().count(color, spot);
            checkers += count;
            if (count < 0) {
                add("wrong_checker_count", std::string(to_string(color)) + " has " +
                                               std::to_string(count) + " checkers on " +
                                               backgammon::to_string(spot));
            }
        }
        if (checkers == checkers_each) return;
        add("wrong_checker_count", std::string(to_string(color)) + " has " +
                                       std::to_string(checkers) + " checkers and not 15");
    }

    void check_points() {
        for (int i = 1; i <= 24; ++i) {
            const Spot point = *Spot::point(i);
            if (board().count(Color::white, point) <= 0) continue;
            if (board().opposing(Color::white, point) <= 0) continue;
            add("shared_point",
                "both sides have checkers on White's " + backgammon::to_string(point) + "-point");
        }
    }

    void check_end() {
        const bool done = std::ranges::any_of(both_colors, [&](Color color) {
            return board().count(color, Spot::off()) == checkers_each;
        });
        if (done && setup_.stage != Stage::over) {
            add("game_is_over", "one side has borne off all its checkers");
        }
    }

    void check_dice() {
        if (setup_.dice.has_value() != (setup_.stage == Stage::move)) {
            add("dice_disagree", "there are dice on the table exactly while a side has to move");
        }
        if (!setup_.dice) {
            if (setup_.dice_used.empty()) return;
            return add("dice_disagree", "no dice can be used before they are rolled");
        }
        Hand left(*setup_.dice);
        for (const Die die : setup_.dice_used) {
            if (!left.has(die)) return add("dice_disagree", "more dice are used than were rolled");
            left.use(die);
        }
    }

    void check_cube() {
        const int value = setup_.cube.value;
        if (value < 1 || value > Position::cube_value_max ||
            !std::has_single_bit(static_cast<unsigned>(value))) {
            add("bad_cube", "the cube shows a power of two");
        }
        const bool redoubled = setup_.beavered_by.has_value() || setup_.is_raccooned();
        if (redoubled && (!rules_.money() || value < 4)) {
            add("bad_cube", "a beaver is for money and turns the cube to 4 at least");
        }
    }

    void check_score() {
        const auto [least, most] = std::minmax(setup_.score.white, setup_.score.black);
        if (least < 0 || most > Position::score_max) {
            add("bad_score",
                "a score is a number from 0 to " + std::to_string(Position::score_max));
        }
        if (!rules_.money() && most >= rules_.match_length && setup_.stage != Stage::over) {
            add("match_is_over", "one side has the points of the match already");
        }
    }

    const Setup& setup_;
    const Rules& rules_;
    const Place& place_;
    Faults faults_;
};

Setup opening(StartName start) {
    Setup setup;
    setup.board = start_board(start);
    return setup;
}

void next_turn(Setup& setup, Color color) {
    setup.turn = color;
    setup.stage = Stage::roll_or_double;
    setup.dice.reset();
    setup.dice_used.clear();
}

/// The side that answers a double owns the cube afterwards, and the other side rolls.
void turn_cube(Setup& setup, int factor) {
    const Color owner = setup.turn;
    setup.cube = {.value = setup.cube.value * factor, .owner = owner, .turned = true};
    next_turn(setup, opponent(owner));
}

}  // namespace

Position::Position(StartName start) : setup_(opening(start)) {}

Reading<Position> Position::from(const Setup& setup, const Rules& rules, const Place& place) {
    Reading<Position> reading{std::nullopt, SetupCheck(setup, rules, place).faults()};
    if (!reading.faults.fatal()) reading.value = Position(setup);
    return reading;
}

Hand Position::hand() const {
    Hand left(*setup_.dice);
    for (const Die die : setup_.dice_used) left.use(die);
    return left;
}

template <class Change>
Position Position::changed(Change change) const {
    Position next = *this;
    change(next.setup_);
    return next;
}

Position Position::after_opening(PerColor<Die> rolled) const {
    return changed([&](Setup& setup) {
        setup.turn = rolled.white > rolled.black ? Color::white : Color::black;
        setup.dice = Dice(rolled.white, rolled.black);
        setup.stage = Stage::move;
    });
}

Position Position::after_automatic_double() const {
    return changed([](Setup& setup) { setup.cube.value *= 2; });
}

Position Position::after_roll(Dice dice) const {
    return changed([&](Setup& setup) {
        setup.dice = dice;
        setup.stage = Stage::move;
        setup.beavered_by.reset();
    });
}

Position Position::after_turn(const Board& board) const {
    return changed([&](Setup& setup) {
        setup.board = board;
        next_turn(setup, opponent(setup.turn));
    });
}

Position Position::after_double() const {
    return changed([](Setup& setup) {
        setup.stage = Stage::response;
        setup.turn = opponent(setup.turn);
        setup.beavered_by.reset();
    });
}

Position Position::after_take() const {
    return changed([](Setup& setup) { turn_cube(setup, 2); });
}

Position Position::after_beaver() const {
    return changed([](Setup& setup) {
        setup.beavered_by = setup.turn;
        turn_cube(setup, 4);
    });
}

Position Position::with_resignation(std::optional<Resignation> offer) const {
    return changed([&](Setup& setup) { setup.resignation = offer; });
}

Position Position::next_game(const Rules& rules, const PerColor<int>& new_score) const {
    Setup setup = opening(rules.start);
    setup.score = new_score;
    setup.after_crawford = setup_.after_crawford || setup_.crawford_game;
    const bool one_away =
        std::max(new_score.white, new_score.black) == rules.match_length - 1 && !rules.money();
    setup.crawford_game = rules.crawford && one_away && !setup.after_crawford;
    return Position(std::move(setup));
}

Position Position::won(Color winner, const PerColor<int>& new_score) const {
    return changed([&](Setup& setup) {
        next_turn(setup, winner);
        setup.stage = Stage::over;
        setup.score = new_score;
        setup.resignation.reset();
    });
}

}  // namespace arbiter::backgammon
