#include "core/backgammon/start.hpp"

#include <array>

#include "core/backgammon/game.hpp"
#include "core/base/excerpt.hpp"

/// The start of a game as the neutral record holds it.
namespace arbiter::backgammon {

namespace {

constexpr std::array all_starts{StartName::standard, StartName::gitgammon, StartName::nackgammon};
constexpr std::array<std::string_view, 5> stage_names{"opening_roll", "roll_or_double", "move",
                                                      "response", "over"};

constexpr std::array<std::string_view, 8> start_keys{
    "start", "match", "cube", "crawford", "jacoby", "beavers", "automatic_doubles", "state"};
constexpr std::array<std::string_view, 11> state_keys{
    "board", "stage",         "turn",           "dice",        "dice_used",  "cube",
    "score", "crawford_game", "after_crawford", "resignation", "beavered_by"};

constexpr int automatic_doubles_max = 10;

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

void write_position(JsonWriter& out, const Setup& setup) {
    out.object([&] {
        out.key("board");
        out.object([&] {
            for (const Color color : both_colors) write_side(out, setup.board, color);
        });
        out.member("stage", word_for(setup.stage));
        out.member("turn", arbiter::to_string(setup.turn));
        if (setup.dice) {
            out.key("dice");
            out.array([&] {
                out.value(setup.dice->high().pips());
                out.value(setup.dice->low().pips());
            });
        }
        if (!setup.dice_used.empty()) {
            out.key("dice_used");
            out.array([&] {
                for (const Die die : setup.dice_used) out.value(die.pips());
            });
        }
        out.key("cube");
        out.object([&] {
            out.member("value", setup.cube.value);
            write_color_or_null(out, "owner", setup.cube.owner);
            out.member("turned", setup.cube.turned);
        });
        out.key("score");
        out.object([&] {
            out.member("white", setup.score.white);
            out.member("black", setup.score.black);
        });
        if (setup.crawford_game) out.member("crawford_game", true);
        if (setup.after_crawford) out.member("after_crawford", true);
        if (setup.beavered_by) write_color_or_null(out, "beavered_by", setup.beavered_by);
        if (setup.resignation) {
            out.key("resignation");
            out.object([&] {
                out.member("by", arbiter::to_string(setup.resignation->by));
                out.member("level", to_string(setup.resignation->level));
            });
        }
    });
}

/// Reads members that may be missing; each has its value by default.
class StartReader {
public:
    explicit StartReader(JsonView start) : root_(start) {}

    Reading<Game> read() {
        if (root_.object(faults_) == nullptr) return {std::nullopt, std::move(faults_)};
        root_.refuse_unknown(start_keys, Severity::warning, faults_);
        read_rules();
        setup_.board = start_board(rules_.start);
        if (const auto state = member(root_, "state")) read_state(*state);
        return game_from(setup_, rules_, std::move(faults_), root_.pointer());
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
        faults_.add("unknown_word", in_quotes(*word) + " is not one of " + list, view->pointer());
        return std::nullopt;
    }

    std::optional<Color> color(const JsonView& object, std::string_view key) {
        constexpr std::array<std::string_view, 2> names{"white", "black"};
        const auto i = choice(object, key, names);
        return i ? std::optional(both_colors[*i]) : std::nullopt;
    }

    void read_rules() {
        std::array<std::string_view, all_starts.size()> start_names;
        for (std::size_t i = 0; i < all_starts.size(); ++i)
            start_names[i] = to_string(all_starts[i]);
        if (const auto i = choice(root_, "start", start_names)) rules_.start = all_starts[*i];
        if (const auto i = choice(root_, "beavers", beaver_names)) {
            rules_.beavers = static_cast<Beavers>(*i);
        }
        rules_.match_length = number(root_, "match", 0, match_length_max, 0);
        rules_.automatic_doubles = number(root_, "automatic_doubles", 0, automatic_doubles_max, 0);
        flag(root_, "cube", rules_.cube);
        flag(root_, "crawford", rules_.crawford);
        flag(root_, "jacoby", rules_.jacoby);
    }

    void read_state(const JsonView& view) {
        if (view.object(faults_) == nullptr) return;
        view.refuse_unknown(state_keys, Severity::warning, faults_);
        if (const auto board = member(view, "board")) read_board(*board);
        if (const auto i = choice(view, "stage", stage_names))
            setup_.stage = static_cast<Stage>(*i);
        if (const auto turn = color(view, "turn")) setup_.turn = *turn;
        const auto dice = read_dice(view, "dice");
        if (dice.size() == 2) {
            setup_.dice = Dice(dice[0], dice[1]);
        } else if (!dice.empty()) {
            faults_.add("wrong_length", "there are two dice", member(view, "dice")->pointer());
        }
        setup_.dice_used = read_dice(view, "dice_used");
        if (const auto cube = member(view, "cube"); cube && cube->object(faults_) != nullptr) {
            setup_.cube.value = number(*cube, "value", 1, Position::cube_value_max, 1);
            setup_.cube.owner = color(*cube, "owner");
            flag(*cube, "turned", setup_.cube.turned);
        }
        if (const auto score = member(view, "score"); score && score->object(faults_) != nullptr) {
            setup_.score.white = number(*score, "white", 0, Position::score_max, 0);
            setup_.score.black = number(*score, "black", 0, Position::score_max, 0);
        }
        flag(view, "crawford_game", setup_.crawford_game);
        flag(view, "after_crawford", setup_.after_crawford);
        setup_.beavered_by = color(view, "beavered_by");
        if (const auto offer = member(view, "resignation");
            offer && offer->object(faults_) != nullptr) {
            constexpr std::array<std::string_view, 3> levels{"single", "gammon", "backgammon"};
            const auto by = color(*offer, "by");
            const auto level = choice(*offer, "level", levels);
            if (by && level) setup_.resignation = Resignation{*by, static_cast<Level>(*level + 1)};
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
        setup_.board = Board{};
        for (const Color side : both_colors) {
            const auto checkers = member(view, arbiter::to_string(side));
            if (!checkers || checkers->object(faults_) == nullptr) continue;
            for (int i = 0; i <= 25; ++i) {
                const Spot spot = *Spot::at(i);
                const int count = number(*checkers, to_string(spot), 0, checkers_each, 0);
                setup_.board.set(side, spot, count);
            }
        }
    }

    JsonView root_;
    Rules rules_;
    Setup setup_;
    Faults faults_;
};

}  // namespace

Reading<Game> game_from(const Setup& setup, const Rules& rules, Faults found, const Place& place) {
    Reading<Game> reading{std::nullopt, std::move(found)};
    if (reading.faults.fatal()) return reading;
    auto position = Position::from(setup, rules, place);
    reading.faults.merge(position.faults);
    if (position) reading.value = Game(Start{rules, *std::move(position.value)});
    return reading;
}

void Game::write_start(JsonWriter& out) const {
    const Rules& rules = start_.rules;
    out.object([&] {
        out.member("start", to_string(rules.start));
        out.member("match", rules.match_length);
        out.member("cube", rules.cube);
        out.member("crawford", rules.crawford);
        out.member("jacoby", rules.jacoby);
        out.member("beavers", beaver_names[static_cast<std::size_t>(rules.beavers)]);
        out.member("automatic_doubles", rules.automatic_doubles);
        if (start_.position == Position(rules.start)) return;
        out.key("state");
        write_position(out, start_.position.setup());
    });
}

Reading<Game> Game::read_start(JsonView start) { return StartReader(start).read(); }

}  // namespace arbiter::backgammon
