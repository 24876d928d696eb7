#include <algorithm>
#include <array>
#include <limits>

#include "core/backgammon/game.hpp"
#include "core/backgammon/options.hpp"
#include "core/base/excerpt.hpp"

/// The start of a game as the neutral record holds it, and what makes a start possible.
namespace arbiter::backgammon {

namespace {

constexpr std::array all_starts{StartName::standard, StartName::gitgammon, StartName::nackgammon};
constexpr std::array<std::string_view, 5> stage_names{"opening_roll", "roll_or_double", "move",
                                                      "response", "over"};
constexpr std::array<std::string_view, 3> beaver_names{"none", "beaver", "raccoon"};

constexpr std::array<std::string_view, 8> setup_keys{
    "start", "match", "cube", "crawford", "jacoby", "beavers", "automatic_doubles", "state"};
constexpr std::array<std::string_view, 11> state_keys{
    "board", "stage",         "turn",           "dice",        "dice_used",  "cube",
    "score", "crawford_game", "after_crawford", "resignation", "beavered_by"};

constexpr int match_length_max = 1000;
constexpr int cube_value_max = 1 << 20;
constexpr int automatic_doubles_max = 10;

std::string_view word_for(Beavers beavers) {
    return beaver_names[static_cast<std::size_t>(beavers)];
}
std::string_view word_for(Stage stage) { return stage_names[static_cast<std::size_t>(stage)]; }

void write_side(JsonWriter& out, const Board& board, Color color) {
    out.key(arbiter::to_string(color));
    out.object([&] {
        for (int i = 25; i >= 0; --i) {
            const Spot spot = *Spot::at(i);
            if (board.count(color, spot) != 0)
                out.member(to_string(spot), board.count(color, spot));
        }
    });
}

void write_color_or_null(JsonWriter& out, std::string_view key, std::optional<Color> color) {
    out.key(key);
    color ? out.value(arbiter::to_string(*color)) : out.null();
}

void write_state(JsonWriter& out, const State& state) {
    out.object([&] {
        out.key("board");
        out.object([&] {
            for (const Color color : both_colors) write_side(out, state.board, color);
        });
        out.member("stage", word_for(state.stage));
        out.member("turn", arbiter::to_string(state.turn));
        if (state.dice) {
            out.key("dice");
            out.array([&] {
                out.value(state.dice->high().pips());
                out.value(state.dice->low().pips());
            });
        }
        if (!state.dice_used.empty()) {
            out.key("dice_used");
            out.array([&] {
                for (const Die die : state.dice_used) out.value(die.pips());
            });
        }
        out.key("cube");
        out.object([&] {
            out.member("value", state.cube.value);
            write_color_or_null(out, "owner", state.cube.owner);
            out.member("turned", state.cube.turned);
        });
        out.key("score");
        out.object([&] {
            out.member("white", state.score.white);
            out.member("black", state.score.black);
        });
        if (state.crawford_game) out.member("crawford_game", true);
        if (state.after_crawford) out.member("after_crawford", true);
        if (state.beavered_by) write_color_or_null(out, "beavered_by", state.beavered_by);
        if (state.resignation) {
            out.key("resignation");
            out.object([&] {
                out.member("by", arbiter::to_string(state.resignation->by));
                out.member("level", to_string(state.resignation->level));
            });
        }
    });
}

/// Reads members that may be missing; each has its value by default.
class SetupReader {
public:
    explicit SetupReader(JsonView setup) : root_(setup) {}

    Reading<Game> read() {
        if (root_.object(faults_) == nullptr) return {std::nullopt, std::move(faults_)};
        root_.refuse_unknown(setup_keys, Severity::warning, faults_);
        read_rules();
        start_.state.board = start_board(start_.rules.start);
        if (const auto state = member(root_, "state")) read_state(*state);
        if (!faults_.fatal()) {
            for (const Fault& fault : Game::checked(start_)) {
                faults_.add(fault.code, fault.sentence, root_.pointer());
            }
        }
        if (faults_.fatal()) return {std::nullopt, std::move(faults_)};
        return {Game(std::move(start_)), std::move(faults_)};
    }

private:
    static std::optional<JsonView> member(const JsonView& object, std::string_view key) {
        const Json* value = object.json().find(key);
        if (value == nullptr || value->is_null()) return std::nullopt;
        return object.at(key, *value);
    }

    int number(const JsonView& object, std::string_view key, int least, int most, int otherwise) {
        const auto view = member(object, key);
        const auto value = view ? view->integer(faults_) : std::nullopt;
        if (!value) return otherwise;
        if (*value >= least && *value <= most) return static_cast<int>(*value);
        faults_.add("out_of_range",
                    "a number from " + std::to_string(least) + " to " + std::to_string(most),
                    view->pointer());
        return otherwise;
    }

    void flag(const JsonView& object, std::string_view key, bool& into) {
        const auto view = member(object, key);
        const bool* value = view ? view->boolean(faults_) : nullptr;
        if (value != nullptr) into = *value;
    }

    /// The position of a word in a list of them.
    template <class Names>
    std::optional<std::size_t> choice(const JsonView& object, std::string_view key,
                                      const Names& names) {
        const auto view = member(object, key);
        const std::string* word = view ? view->string(faults_) : nullptr;
        if (word == nullptr) return std::nullopt;
        std::string list;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == *word) return i;
            list.append(i == 0 ? "" : ", ").append(names[i]);
        }
        faults_.add("unknown_word", in_quotes(*word) + " is none of " + list, view->pointer());
        return std::nullopt;
    }

    std::optional<Color> color(const JsonView& object, std::string_view key) {
        constexpr std::array<std::string_view, 2> names{"white", "black"};
        const auto i = choice(object, key, names);
        return i ? std::optional(both_colors[*i]) : std::nullopt;
    }

    void read_rules() {
        Rules& rules = start_.rules;
        std::array<std::string_view, all_starts.size()> start_names;
        for (std::size_t i = 0; i < all_starts.size(); ++i)
            start_names[i] = to_string(all_starts[i]);
        if (const auto i = choice(root_, "start", start_names)) rules.start = all_starts[*i];
        if (const auto i = choice(root_, "beavers", beaver_names)) {
            rules.beavers = static_cast<Beavers>(*i);
        }
        rules.match_length = number(root_, "match", 0, match_length_max, 0);
        rules.automatic_doubles = number(root_, "automatic_doubles", 0, automatic_doubles_max, 0);
        flag(root_, "cube", rules.cube);
        flag(root_, "crawford", rules.crawford);
        flag(root_, "jacoby", rules.jacoby);
    }

    void read_state(const JsonView& view) {
        if (view.object(faults_) == nullptr) return;
        view.refuse_unknown(state_keys, Severity::warning, faults_);
        State& state = start_.state;
        if (const auto board = member(view, "board")) read_board(*board);
        if (const auto i = choice(view, "stage", stage_names)) state.stage = static_cast<Stage>(*i);
        if (const auto turn = color(view, "turn")) state.turn = *turn;
        const auto dice = read_dice(view, "dice");
        if (dice.size() == 2) {
            state.dice = Dice(dice[0], dice[1]);
        } else if (!dice.empty()) {
            faults_.add("wrong_length", "there are two dice", member(view, "dice")->pointer());
        }
        state.dice_used = read_dice(view, "dice_used");
        if (const auto cube = member(view, "cube"); cube && cube->object(faults_) != nullptr) {
            state.cube.value = number(*cube, "value", 1, cube_value_max, 1);
            state.cube.owner = color(*cube, "owner");
            flag(*cube, "turned", state.cube.turned);
        }
        if (const auto score = member(view, "score"); score && score->object(faults_) != nullptr) {
            constexpr int most = std::numeric_limits<int>::max() / 2;
            state.score.white = number(*score, "white", 0, most, 0);
            state.score.black = number(*score, "black", 0, most, 0);
        }
        flag(view, "crawford_game", state.crawford_game);
        flag(view, "after_crawford", state.after_crawford);
        state.beavered_by = color(view, "beavered_by");
        if (const auto offer = member(view, "resignation");
            offer && offer->object(faults_) != nullptr) {
            constexpr std::array<std::string_view, 3> levels{"single", "gammon", "backgammon"};
            const auto by = color(*offer, "by");
            const auto level = choice(*offer, "level", levels);
            if (by && level) state.resignation = Resignation{*by, static_cast<Level>(*level + 1)};
        }
    }

    std::vector<Die> read_dice(const JsonView& object, std::string_view key) {
        std::vector<Die> dice;
        const auto view = member(object, key);
        const Json::Array* list = view ? view->array(faults_) : nullptr;
        if (list == nullptr) return dice;
        if (list->size() > 4) {
            faults_.add("wrong_length", "there are at most four dice", view->pointer());
            return dice;
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            const JsonView place = view->at(i, (*list)[i]);
            const auto pips = place.integer(faults_);
            if (!pips) continue;
            const auto die =
                *pips < 1 || *pips > 6 ? std::nullopt : Die::showing(static_cast<int>(*pips));
            if (die) dice.push_back(*die);
            if (!die) faults_.add("out_of_range", "a die shows 1 to 6", place.pointer());
        }
        return dice;
    }

    void read_board(const JsonView& view) {
        if (view.object(faults_) == nullptr) return;
        start_.state.board = Board{};
        for (const Color side : both_colors) {
            const auto checkers = member(view, arbiter::to_string(side));
            if (!checkers || checkers->object(faults_) == nullptr) continue;
            for (int i = 0; i <= 25; ++i) {
                const Spot spot = *Spot::at(i);
                const int count = number(*checkers, to_string(spot), 0, checkers_each, 0);
                start_.state.board.set(side, spot, count);
            }
        }
    }

    JsonView root_;
    Start start_;
    Faults faults_;
};

}  // namespace

Faults Game::checked(const Start& start) {
    Faults faults;
    const State& state = start.state;
    for (const Color color : both_colors) {
        int checkers = 0;
        for (int i = 0; i <= 25; ++i) checkers += state.board.count(color, *Spot::at(i));
        if (checkers != checkers_each) {
            faults.add("wrong_checker_count", std::string(arbiter::to_string(color)) + " has " +
                                                  std::to_string(checkers) +
                                                  " checkers and not 15");
        }
    }
    for (int i = 1; i <= 24; ++i) {
        const Spot point = *Spot::point(i);
        if (state.board.count(Color::white, point) > 0 &&
            state.board.opposing(Color::white, point) > 0) {
            faults.add("shared_point",
                       "both sides stand on White's " + to_string(point) + "-point");
        }
    }
    const bool done = state.board.count(Color::white, Spot::off()) == checkers_each ||
                      state.board.count(Color::black, Spot::off()) == checkers_each;
    if (done && state.stage != Stage::over) {
        faults.add("game_is_over", "one side has borne off all its checkers");
    }
    if (state.dice.has_value() != (state.stage == Stage::move)) {
        faults.add("dice_disagree", "there are dice on the table exactly while a side has to move");
    }
    if (state.dice) {
        Hand left(*state.dice);
        for (const Die die : state.dice_used) {
            if (left.has(die)) {
                left.use(die);
            } else {
                faults.add("dice_disagree", "more dice are used than were rolled");
                break;
            }
        }
    } else if (!state.dice_used.empty()) {
        faults.add("dice_disagree", "no dice can be used before they are rolled");
    }
    if ((state.cube.value & (state.cube.value - 1)) != 0) {
        faults.add("bad_cube", "the cube shows a power of two");
    }
    const bool won = !start.rules.money() &&
                     std::max(state.score.white, state.score.black) >= start.rules.match_length;
    if (won && state.stage != Stage::over) {
        faults.add("match_is_over", "one side has the points of the match already");
    }
    return faults;
}

void Game::write_setup(JsonWriter& out) const {
    const Rules& rules = start_.rules;
    out.object([&] {
        out.member("start", to_string(rules.start));
        out.member("match", rules.match_length);
        out.member("cube", rules.cube);
        out.member("crawford", rules.crawford);
        out.member("jacoby", rules.jacoby);
        out.member("beavers", word_for(rules.beavers));
        out.member("automatic_doubles", rules.automatic_doubles);
        State fresh;
        fresh.board = start_board(rules.start);
        if (start_.state == fresh) return;
        out.key("state");
        write_state(out, start_.state);
    });
}

std::span<const OptionInfo> Game::options() { return rules_options(); }

Reading<Game> Game::create(const Options& options) {
    Reading<Game> reading;
    Start start;
    read_rules(options, {}, start.rules, reading.faults);
    if (reading.faults.fatal()) return reading;
    start.state.board = start_board(start.rules.start);
    reading.value.emplace(std::move(start));
    return reading;
}

Reading<Game> Game::read_setup(JsonView setup) { return SetupReader(setup).read(); }

}  // namespace arbiter::backgammon
