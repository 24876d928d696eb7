#include "core/go/start.hpp"

#include <array>

#include "core/base/excerpt.hpp"
#include "core/go/game.hpp"
#include "core/go/notations/move_text.hpp"
#include "core/go/notations/sgn.hpp"

namespace arbiter::go {

namespace {

constexpr std::array<std::string_view, 8> setup_keys{"size", "rules",    "komi",          "stones",
                                                     "turn", "handicap", "free_handicap", "before"};
constexpr std::array<std::string_view, 3> before_keys{"moves", "passes", "last"};

constexpr std::int64_t moves_before_max = 1'000'000;
constexpr std::int64_t stones_max = std::int64_t{Size::side_max} * Size::side_max;

class SetupReader {
public:
    explicit SetupReader(JsonView setup) : root_(setup) {}

    Reading<Game> read() {
        if (root_.object(faults_) == nullptr) return {std::nullopt, std::move(faults_)};
        root_.refuse_unknown(setup_keys, Severity::warning, faults_);
        read_rules_and_komi();
        read_size();
        read_stones();
        if (const auto turn = text("turn")) read_turn(*turn);
        start_.handicap = count(root_, "handicap", stones_max);
        start_.free_handicap = count(root_, "free_handicap", stones_max);
        read_before();
        if (faults_.fatal()) return {std::nullopt, std::move(faults_)};
        Reading<Game> game = Game::from(std::move(start_), [&](std::size_t stone, Point) -> Place {
            JsonPointer place = root_.pointer();
            place.descend("stones");
            place.descend(stone);
            return place;
        });
        faults_.merge(game.faults);
        return {std::move(game.value), std::move(faults_)};
    }

private:
    std::optional<JsonView> member(const JsonView& object, std::string_view key) {
        const Json* value = object.json().find(key);
        if (value == nullptr) return std::nullopt;
        return object.at(key, *value);
    }

    struct Text {
        JsonView view;
        const std::string& content;
    };
    std::optional<Text> text(std::string_view key) {
        const auto view = member(root_, key);
        const std::string* content = view ? view->string(faults_) : nullptr;
        if (content == nullptr) return std::nullopt;
        return Text{*view, *content};
    }

    void refuse(const JsonView& view, std::string_view code, std::string sentence) {
        faults_.add(code, std::move(sentence), view.pointer());
    }

    int count(const JsonView& object, std::string_view key, std::int64_t max) {
        const auto view = member(object, key);
        const auto number = view ? view->integer(faults_) : std::nullopt;
        if (!number) return 0;
        if (*number >= 0 && *number <= max) return static_cast<int>(*number);
        refuse(*view, "counter_out_of_range", "a number from 0 to " + std::to_string(max));
        return 0;
    }

    void read_size() {
        const auto named = text("size");
        if (!named) return;
        const auto size = size_named(named->content);
        if (size) start_.setup.size = *size;
        if (!size) refuse(named->view, "bad_size", in_quotes(named->content) + " is not a size");
    }

    void read_rules_and_komi() {
        if (const auto named = text("rules")) {
            const auto rules = read_rules(named->content);
            if (rules) {
                start_.rules = *rules;
                if (const Preset* preset = preset_of(named->content)) {
                    start_.setup.size = preset->size;
                }
            } else {
                refuse(named->view, "unknown_rules",
                       in_quotes(rules.error()) + " is neither a rule set nor a field of one");
            }
        }
        const auto view = member(root_, "komi");
        if (!view) return;
        const auto number = view->number(faults_);
        if (!number) return;
        const auto komi = half_points_of(*number);
        if (komi) start_.rules.komi = *komi;
        if (!komi) refuse(*view, "bad_komi", "komi is a whole or half number");
    }

    void read_stones() {
        const auto view = member(root_, "stones");
        const Json::Array* stones = view ? view->array(faults_) : nullptr;
        if (stones == nullptr) return;
        for (std::size_t i = 0; i < stones->size(); ++i) {
            const JsonView place = view->at(i, (*stones)[i]);
            const std::string* word = place.string(faults_);
            if (word == nullptr) continue;
            const auto stone = read_move_text(*word, start_.setup.size);
            if (stone && stone->by && stone->point) {
                start_.setup.stones.push_back({*stone->by, *stone->point});
            } else {
                refuse(place, "unreadable_stone", in_quotes(*word) + " is not a stone such as D4b");
            }
        }
    }

    void read_turn(const Text& named) {
        const auto color = color_named(named.content);
        if (color) start_.setup.turn = *color;
        if (!color) refuse(named.view, "unknown_player", "the turn is black or white");
    }

    void read_before() {
        const auto view = member(root_, "before");
        if (!view || view->object(faults_) == nullptr) return;
        view->refuse_unknown(before_keys, Severity::warning, faults_);
        start_.before.moves = static_cast<std::uint32_t>(count(*view, "moves", moves_before_max));
        start_.before.passes = static_cast<std::uint8_t>(count(*view, "passes", 2));
        const auto last = member(*view, "last");
        const std::string* name = last ? last->string(faults_) : nullptr;
        if (name == nullptr) return;
        const auto point = point_named(*name);
        if (point && contains(start_.setup.size, *point)) {
            start_.before.last = point;
        } else {
            refuse(*last, "point_off_board", in_quotes(*name) + " is not a point of the board");
        }
    }

    JsonView root_;
    Start start_;
    Faults faults_;
};

}  // namespace

void Game::write_start(JsonWriter& out) const {
    const Setup& setup = start_.setup;
    out.object([&] {
        out.member("size", to_string(setup.size));
        out.member("rules", write_rules(start_.rules));
        out.member("komi", start_.rules.komi.points());
        if (!setup.stones.empty()) {
            out.key("stones");
            out.array([&] {
                for (const Stone stone : setup.stones) {
                    out.value(write_sgn_move(Play{stone.color, stone.point}));
                }
            });
        }
        if (setup.turn != Color::black) out.member("turn", arbiter::to_string(setup.turn));
        if (start_.handicap != 0) out.member("handicap", start_.handicap);
        if (start_.free_handicap != 0) out.member("free_handicap", start_.free_handicap);
        if (start_.before == Before{}) return;
        out.key("before");
        out.object([&] {
            out.member("moves", start_.before.moves);
            out.member("passes", start_.before.passes);
            if (start_.before.last) out.member("last", to_string(*start_.before.last));
        });
    });
}

Reading<Game> Game::read_start(JsonView setup) { return SetupReader(setup).read(); }

}  // namespace arbiter::go
