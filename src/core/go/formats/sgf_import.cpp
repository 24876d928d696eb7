#include "core/go/formats/sgf_import.hpp"

#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "core/go/formats/replay.hpp"
#include "core/go/formats/sgf_board.hpp"
#include "core/go/formats/sgf_info.hpp"
#include "core/go/formats/sgf_result.hpp"
#include "core/go/formats/sgf_text.hpp"
#include "core/go/options.hpp"

namespace arbiter::go {

namespace {

/// The first property of each kind of game information on the main line.
class Infos {
public:
    void add(const SgfNode& node) {
        for (const SgfProperty& property : node.properties) {
            if (is_game_info(property.name) && find(property.name) == nullptr) {
                properties_.push_back(&property);
            }
        }
    }

    const SgfProperty* find(std::string_view name) const {
        const auto has_name = [&](const SgfProperty* property) { return property->name == name; };
        const auto found = std::ranges::find_if(properties_, has_name);
        return found == properties_.end() ? nullptr : *found;
    }

    Tags tags() const {
        Tags tags;
        for (const SgfProperty* property : properties_) {
            if (const auto tag = tag_of(property->name)) {
                tags.emplace_back(*tag, info_text(*property));
            }
        }
        return tags;
    }

private:
    std::vector<const SgfProperty*> properties_;
};

decltype(RecordedMove::move) played(const SgfMove& move) {
    if (move.point) return Play{move.by, *move.point};
    return Pass{move.by};
}

/// The points that TB and TW of a node mark. FF[4] has each point at most once.
Grid territory_in(const SgfNode& node, Size size) {
    Grid territory(size);
    for (const Color color : {Color::black, Color::white}) {
        const SgfProperty* property = node.find(color == Color::black ? "TB" : "TW");
        if (property == nullptr) continue;
        const auto useful = static_cast<std::size_t>(size.points());
        for (std::size_t i = 0; i < std::min(property->values.size(), useful); ++i) {
            std::vector<Point> points;
            if (read_sgf_points(property->values[i], size, points)) continue;
            for (const Point point : points) territory.at(point) = color;
        }
    }
    return territory;
}

/// Stones in the other side's territory are dead.
void mark_dead_stones(Game& game, const Grid& territory) {
    for_each_point(game.size(), [&](Point point) {
        const auto stone = game.position().at(point);
        const auto owner = territory.at(point);
        if (!stone || !owner || owner == stone) return;
        static_cast<void>(game.play(
            MarkDead{Color::black, point}));  // the other stones of the group are rejected
    });
}

/// Plays the marks and agreements that lead to that result. False, and nothing has changed, if they
/// lead to another.
bool settled(Game& game, const ToldResult& told, const Grid& territory) {
    if (game.phase() != Phase::marking) return false;
    const std::size_t before = game.events().size();
    mark_dead_stones(game, territory);
    if (agrees(told, game.score())) {
        static_cast<void>(game.play(Agree{Color::black}));
        static_cast<void>(game.play(Agree{Color::white}));
        return true;
    }
    while (game.events().size() > before) game.undo();
    return false;
}

void end_with(Game& game, const ToldResult& told, const Grid& territory) {
    const Outcome& outcome = told.outcome;
    if (outcome.reason == reasons::resignation) {
        static_cast<void>(game.play(Resign{opponent(*outcome.winner)}));
    } else if (outcome.reason == reasons::time_forfeit) {
        static_cast<void>(game.play(LoseOnTime{opponent(*outcome.winner)}));
    } else if (outcome.reason == reasons::forfeit || !settled(game, told, territory)) {
        static_cast<void>(game.play(Conclude{outcome}));
    }
}

void follow_result(Game& game, const SgfProperty& property, const SgfNode& last, Faults& faults) {
    const std::string text = info_text(property);
    const auto told = result_told(text);
    if (!told && !is_open_result(text)) {
        faults.warn("unknown_result", "unknown result: " + in_quotes(text), property.source.place);
    }
    if (told && game.outcome() && !agrees(*told, game)) {
        faults.warn("result_contradicts_board",
                    "the result is " + excerpt(text) + ", but: " + sentence(*game.outcome()),
                    property.source.place);
    }
    if (told && !game.outcome()) end_with(game, *told, territory_in(last, game.size()));
    if (says_more(text, game)) game.tags.emplace_back("RE", text);
}

class Conversion {
public:
    Conversion(const SgfGame& sgf, const Options& options)
        : sgf_(sgf), line_(sgf.main_line()), options_(options) {
        for (const SgfGame::Number number : line_) infos_.add(sgf.node(number));
    }

    Reading<Game> game();

private:
    void refuse_meaningless_values();
    void set_rules();
    void set_komi();
    void set_up();
    void refuse_length(const SgfNode& at);
    void collect_moves(std::size_t first);
    void set_handicap();
    void set_turn(std::optional<Color> told);
    std::size_t black_run() const;

    const SgfNode& node(std::size_t i) const { return sgf_.node(line_[i]); }
    std::optional<Color> mover(std::size_t move) const;
    void warn(std::string_view code, std::string sentence, const SgfProperty& property) {
        faults_.warn(code, std::move(sentence), property.source.place);
    }

    const SgfGame& sgf_;
    std::vector<SgfGame::Number> line_;
    const Options& options_;
    Infos infos_;

    Start start_;
    TextPlace setup_place_;
    std::vector<RecordedMove> moves_;
    Faults faults_;
};

Reading<Game> Conversion::game() {
    start_.setup.size = sgf_.size();
    refuse_meaningless_values();
    set_rules();
    set_up();
    if (faults_.fatal()) return {std::nullopt, std::move(faults_)};

    const TextPlace place = setup_place_;
    Reading<Game> reading =
        replay(std::move(start_), [place](std::size_t, Point) { return place; }, moves_);
    faults_.merge(reading.faults);
    reading.faults = std::move(faults_);
    if (!reading) return reading;
    reading->tags = infos_.tags();
    if (const SgfProperty* result = infos_.find("RE")) {
        follow_result(*reading, *result, node(line_.size() - 1), reading.faults);
    }
    return reading;
}

/// Reports moves and stones that are not on this board.
void Conversion::refuse_meaningless_values() {
    constexpr std::array<std::string_view, 5> names{"B", "W", "AB", "AW", "AE"};
    for (const SgfGame::Number number : line_) {
        for (const std::string_view name : names) {
            const SgfProperty* property = sgf_.node(number).find(name);
            if (property == nullptr) continue;
            const std::string size = to_string(sgf_.size());
            faults_.add("malformed_point", std::string(name) + " is not a point of " + size,
                        property->source.place);
        }
    }
}

void Conversion::set_rules() {
    if (const SgfProperty* property = infos_.find("RU")) {
        const std::string text = info_text(*property);
        const std::string_view name = sgf_trimmed(text);
        if (const auto rules = read_rules(name)) {
            start_.rules = *rules;
        } else if (!name.empty()) {
            warn("unknown_rules", "unknown rules: " + in_quotes(name), *property);
        }
    }
    read_rules(options_, {}, start_.rules, faults_);
    const bool komi_given = std::ranges::find(options_, "komi", &Option::name) != options_.end();
    if (!komi_given) set_komi();
}

/// Chinese programs count in stones, a stone for two points, and leave out the point: 375 is 7.5.
std::optional<HalfPoints> komi_in_stones(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, int>, 6> known{
        {{"375", 15}, {"3.75", 15}, {"325", 13}, {"3.25", 13}, {"275", 11}, {"2.75", 11}}};
    const auto found = std::ranges::find(known, text, &std::pair<std::string_view, int>::first);
    if (found == known.end()) return std::nullopt;
    return HalfPoints{found->second};
}

void Conversion::set_komi() {
    const SgfProperty* property = infos_.find("KM");
    if (property == nullptr) return;
    std::string text = info_text(*property);
    std::ranges::replace(text, ',', '.');
    if (const auto stones = komi_in_stones(sgf_trimmed(text))) {
        start_.rules.komi = *stones;
        warn("komi_in_stones", in_quotes(text) + " is taken as " + to_string(*stones) + " points",
             *property);
    } else if (const auto komi = half_points_named(sgf_trimmed(text))) {
        start_.rules.komi = *komi;
    } else if (!sgf_trimmed(text).empty()) {
        warn("bad_komi", "komi is a whole or half number, not " + in_quotes(text), *property);
    }
}

/// The game begins after the last setup on the main line.
void Conversion::set_up() {
    std::size_t last = 0;
    for (std::size_t i = 1; i < line_.size(); ++i) {
        if (!node(i).setup.empty()) last = i;
    }
    SgfBoard board(sgf_.size());
    std::optional<SgfMove> last_move;
    for (std::size_t i = 0; i < last; ++i) {
        board.set_up(node(i).setup);
        if (!node(i).move) continue;
        if (++start_.before.moves > moves_in_game_max) return refuse_length(node(i));
        last_move = node(i).move;
        board.play(*last_move);
    }
    board.set_up(node(last).setup);
    setup_place_ = node(last).source.place;
    start_.setup.stones = board.stones();
    collect_moves(last);
    set_handicap();
    if (last_move) {
        faults_.warn("setup_in_mid_game",
                     "stones are set up in mid-game: the game begins there, without the prisoners "
                     "of earlier moves",
                     setup_place_);
    }
    const auto told = node(last).setup.turn;
    set_turn(told || !last_move ? told : std::optional(opponent(last_move->by)));
}

void Conversion::refuse_length(const SgfNode& at) {
    faults_.add("too_many_moves", "more than " + std::to_string(moves_in_game_max) + " moves",
                at.source.place);
}

void Conversion::collect_moves(std::size_t first) {
    for (std::size_t i = first; i < line_.size(); ++i) {
        const SgfNode& at = node(i);
        if (at.move) moves_.push_back({played(*at.move), at.source.place, {}});
    }
}

std::optional<Color> Conversion::mover(std::size_t move) const {
    if (move >= moves_.size()) return std::nullopt;
    return side_of(moves_[move]);
}

/// The number of stones that Black plays before any other move.
std::size_t Conversion::black_run() const {
    std::size_t run = 0;
    while (mover(run) == Color::black && std::holds_alternative<Play>(moves_[run].move)) ++run;
    return run;
}

/// FF[4]: HA gives the number of stones but does not place them; they are in AB or in Black's first
/// moves.
void Conversion::set_handicap() {
    const SgfProperty* property = infos_.find("HA");
    if (property == nullptr) return;
    const std::string text = info_text(*property);
    if (sgf_trimmed(text).empty()) return;
    const auto stones = sgf_number(text);
    if (!stones || *stones > sgf_.size().points()) {
        return warn("bad_handicap", "not a number of handicap stones: " + in_quotes(text),
                    *property);
    }
    if (*stones < 2) return;
    const std::size_t run = black_run();
    const bool set_up = !start_.setup.stones.empty();
    const bool placed = run >= static_cast<std::size_t>(*stones) || run == moves_.size();
    if (!set_up && !placed) {
        return warn("bad_handicap", "Black does not place the handicap of " + in_quotes(text),
                    *property);
    }
    start_.handicap = *stones;
    if (!set_up) start_.free_handicap = *stones;
}

/// Without PL, the side of the first move; if there is none, White in a handicap game, else Black.
void Conversion::set_turn(std::optional<Color> told) {
    const bool placing = start_.free_handicap > 0;
    const Color usual = start_.handicap > 0 && !placing ? Color::white : Color::black;
    start_.setup.turn = placing ? Color::black : told.value_or(mover(0).value_or(usual));
}

}  // namespace

Reading<Game> game_of(const SgfGame& sgf, const Options& options) {
    return Conversion(sgf, options).game();
}

}  // namespace arbiter::go
