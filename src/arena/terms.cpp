#include "arena/terms.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "arena/openings.hpp"
#include "core/base/excerpt.hpp"
#include "core/base/object_reader.hpp"
#include "core/games/any_game.hpp"
#include "core/games/to_json.hpp"
#include "platform/files.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::arena {

namespace {

constexpr std::size_t players_most = 1000;
constexpr std::int64_t rounds_most = 1'000'000;
constexpr std::size_t games_most = 10'000'000;
constexpr std::int64_t moves_most = 100'000;
constexpr std::size_t moves_usual = 1000;
constexpr std::int64_t score_most = 30'000;
constexpr std::int64_t chances_most = 100;
constexpr std::int64_t concurrency_most = 1024;
constexpr std::int64_t time_most_ms = 86'400'000;
constexpr std::size_t openings_bytes_max = std::size_t{8} << 20;
constexpr std::size_t name_length_max = 100;

constexpr std::array<std::string_view, 26> keys{
    "name",  "game",       "options", "players",     "format",       "rounds",      "openings",
    "clock", "chances",    "sprt",    "last_resort", "move_time_ms", "nodes",       "moves_max",
    "draws", "seed",       "output",  "store",       "concurrency",  "transcripts", "resign",
    "draw",  "on_failure", "anchors", "preflight",   "analyst"};
constexpr std::array<std::string_view, 3> player_keys{"player", "name", "options"};
constexpr std::array<std::string_view, 5> sprt_keys{"elo0", "elo1", "alpha", "beta", "elo"};
constexpr std::array<std::string_view, 3> resign_keys{"score", "moves", "both"};
constexpr std::array<std::string_view, 3> draw_keys{"score", "moves", "after"};
constexpr std::array<std::string_view, 4> opening_keys{"file", "list", "order", "plies"};

/// One object of the document, whose members have defaults.
class Members : public ObjectReader {
public:
    using ObjectReader::ObjectReader;

    JsonView at(std::string_view key) const { return *find(key); }

    std::string text_or(std::string_view key, std::string_view otherwise) const {
        const std::string* found = text(find(key));
        return found == nullptr ? std::string(otherwise) : *found;
    }
    std::int64_t whole_or(std::string_view key, Range range, std::int64_t otherwise) const {
        const auto member = find(key);
        const auto number = member ? member->integer(faults()) : std::nullopt;
        if (!number) return otherwise;
        if (*number >= range.min && *number <= range.max) return *number;
        add_range(key, std::to_string(range.min), std::to_string(range.max));
        return otherwise;
    }
    std::size_t count_or(std::string_view key, Range range, std::size_t otherwise) const {
        return static_cast<std::size_t>(whole_or(key, range, static_cast<std::int64_t>(otherwise)));
    }
    bool truth_or(std::string_view key, bool otherwise) const {
        const bool* truth = boolean(find(key));
        return truth == nullptr ? otherwise : *truth;
    }
    template <class Meaning>
    auto word_at(std::string_view key, std::string_view words, Meaning meaning_of) const {
        return word(find(key), "unknown_word", words, meaning_of);
    }

    struct Interval {
        double above;
        double below;
    };
    /// A number inside of an open interval.
    double number_or(std::string_view key, Interval interval, double otherwise) const {
        const auto member = find(key);
        if (!member) return otherwise;
        const auto* real = member->json().as<double>();
        const auto* whole = member->json().as<std::int64_t>();
        if (real == nullptr && whole == nullptr) {
            member->integer(faults());  // adds the fault
            return otherwise;
        }
        const double value = real != nullptr ? *real : static_cast<double>(*whole);
        if (value > interval.above && value < interval.below) return value;
        add_range(key, short_number(interval.above), short_number(interval.below));
        return otherwise;
    }

    void add(std::string_view key, std::string_view code, std::string sentence) const {
        ObjectReader::add(at(key), code, std::move(sentence));
    }

private:
    /// Names the key: a flag of the command line has no other place.
    void add_range(std::string_view key, const std::string& min, const std::string& max) const {
        add(key, "out_of_range", std::string(key) + " must be from " + min + " to " + max);
    }
    static std::string short_number(double number) {
        JsonWriter out;
        out.value(number);
        return out.take();
    }
};

std::optional<Draws> draws_named(std::string_view name) {
    for (const Draws draws : {Draws::claimed, Draws::asked}) {
        if (name == to_string(draws)) return draws;
    }
    return std::nullopt;
}

std::optional<OnFailure> on_failure_named(std::string_view name) {
    for (const auto on_failure : {OnFailure::void_game, OnFailure::pause, OnFailure::forfeit}) {
        if (name == to_string(on_failure)) return on_failure;
    }
    return std::nullopt;
}

class SetupReader {
public:
    SetupReader(const Json& document, const std::filesystem::path& folder)
        : document_(document), root_(document_, faults_), folder_(folder) {}

    Reading<Setup> read() {
        if (root_.is_object()) {
            root_.refuse_unknown(keys);
            read_game();
            read_players();
            read_anchors();
            read_schedule();
            read_play();
            read_run();
            if (!faults_.fatal()) read_openings();
        }
        Reading<Setup> reading{std::nullopt, std::move(faults_)};
        if (!reading.faults.fatal()) reading.value = std::move(setup_);
        return reading;
    }

private:
    Terms& terms() { return setup_.terms; }

    void read_game() {
        terms().name = root_.text_or("name", "Arena");
        if (terms().name.empty() || terms().name.size() > name_length_max) {
            root_.add("name", "bad_name", "a name has from 1 to 100 bytes");
        }
        if (!root_.require("game")) return;
        terms().game = root_.text_or("game", "");
        options_ = read_options(root_);
        const auto created = AnyGame::create(terms().game, options_);
        for (Fault fault : created.faults) {
            const bool is_name = fault.code == "unknown_game" || !root_.has("options");
            fault.place = root_.at(is_name ? "game" : "options").pointer();
            faults_.add(std::move(fault));
        }
        if (!created) return;
        start_ = record_of(*created);
        if (created->outcome()) {
            root_.add("game", "opening_is_over", "with these rules the game is over at its start");
        }
    }

    /// Values may be numbers and truths as well as texts. A table is the text of its JSON.
    Options read_options(const Members& members) {
        Options options;
        if (!members.has("options")) return options;
        const JsonView view = members.at("options");
        const auto* object = view.object(faults_);
        if (object == nullptr) return options;
        for (const auto& [name, value] : *object) {
            if (const auto* text = value.as<std::string>()) {
                options.push_back({name, *text});
            } else if (const auto* truth = value.as<bool>()) {
                options.push_back({name, *truth ? "on" : "off"});
            } else if (value.as<std::int64_t>() != nullptr || value.as<double>() != nullptr ||
                       value.as<Json::Object>() != nullptr) {
                JsonWriter out;
                out.value(value);
                options.push_back({name, out.take()});
            } else {
                faults_.add("wrong_type", "an option is a text, a number, true, false or a table",
                            view.at(name, value).pointer());
            }
        }
        return options;
    }

    void read_players() {
        const auto member = root_.require("players");
        if (!member) return;
        const JsonView& view = *member;
        const auto* list = view.array(faults_);
        if (list == nullptr) return;
        if (list->size() < 2 || list->size() > players_most) {
            return faults_.add("out_of_range", "a tournament has from 2 to 1000 players",
                               view.pointer());
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            const JsonView each = view.at(i, (*list)[i]);
            terms().players.push_back(read_player(each));
            name_anew(terms().players.back());
            if (!names_.insert(terms().players.back().name).second) {
                faults_.add("duplicate_name",
                            in_quotes(terms().players.back().name) +
                                " is there twice: give one of them another name",
                            each.pointer());
            }
        }
    }

    /// "bot:3", or an object.
    players::PlayerTerms read_player(const JsonView& json) {
        players::PlayerTerms player;
        JsonPointer place = json.pointer();
        if (const auto* text = json.json().as<std::string>()) {
            player.specification = *text;
        } else if (json.object(faults_) != nullptr) {
            const Members members(json, faults_);
            members.refuse_unknown(player_keys);
            if (!members.require("player")) return player;
            place = members.at("player").pointer();
            player.specification = members.text_or("player", "");
            player.name = members.text_or("name", "");
            player.options = read_options(members);
        } else {
            return player;
        }
        if (auto fault = players::check_specification(player)) {
            fault->place = std::move(place);
            faults_.add(std::move(*fault));
        }
        return player;
    }

    /// A player without a name is called by its specification; the second of these "random #2".
    void name_anew(players::PlayerTerms& player) const {
        if (!player.name.empty()) return;
        player.name = player.specification;
        for (int number = 2; names_.contains(player.name); ++number) {
            player.name = player.specification + " #" + std::to_string(number);
        }
    }

    /// anchors = { "Stockfish 1320" = 1320 }
    void read_anchors() {
        if (!root_.has("anchors")) return;
        const JsonView view = root_.at("anchors");
        const auto* object = view.object(faults_);
        if (object == nullptr) return;
        const Members members(view, faults_);
        terms().anchors.resize(terms().players.size());
        for (const auto& [name, value] : *object) {
            const auto player =
                std::ranges::find(terms().players, name, &players::PlayerTerms::name);
            if (player == terms().players.end()) {
                faults_.add("unknown_player", in_quotes(name) + " is not the name of a player here",
                            view.at(name, value).pointer());
                continue;
            }
            terms().anchors[static_cast<std::size_t>(player - terms().players.begin())] =
                members.number_or(name, {-10'000, 10'000}, 0);
        }
    }

    void read_schedule() {
        auto& schedule = terms().schedule;
        schedule.format =
            root_.word_at("format", "round-robin, gauntlet, swiss or sprt", format_named)
                .value_or(Format::round_robin);
        const bool is_test = schedule.format == Format::sprt;
        schedule.players = terms().players.size();
        schedule.rounds = root_.count_or("rounds", {1, rounds_most}, is_test ? 50'000 : 1);
        if (schedule.players >= 2 && games_max(schedule) > games_most) {
            root_.add("rounds", "out_of_range", "no more than 10 million games can be played");
        }
        if (is_test && schedule.players > 2) {
            root_.add("players", "out_of_range", "a test is between two players");
        }
        if (is_test) terms().sprt = read_sprt();
        if (!is_test && root_.has("sprt")) {
            root_.add("sprt", "conflicting_keys", "only the format sprt is a test");
        }
    }

    void read_analyst() {
        if (!root_.has("analyst")) return;
        terms().analyst = root_.text_or("analyst", "");
        if (auto fault = players::check_specification({.specification = terms().analyst})) {
            fault->place = root_.at("analyst").pointer();
            faults_.add(std::move(*fault));
        }
    }

    SprtTerms read_sprt() {
        SprtTerms sprt;
        if (!root_.has("sprt")) return sprt;
        const JsonView view = root_.at("sprt");
        if (view.object(faults_) == nullptr) return sprt;
        view.refuse_unknown(sprt_keys, Severity::error, faults_);
        const Members members(view, faults_);
        sprt.elo0 = members.number_or("elo0", {-200, 200}, sprt.elo0);
        sprt.elo1 = members.number_or("elo1", {-200, 200}, sprt.elo1);
        sprt.alpha = members.number_or("alpha", {0, 0.5}, sprt.alpha);
        sprt.beta = members.number_or("beta", {0, 0.5}, sprt.beta);
        sprt.kind = members.word_at("elo", "normalized or logistic", elo_kind_named)
                        .value_or(EloKind::normalized);
        if (sprt.elo0 >= sprt.elo1) {
            faults_.add("out_of_range", "elo0 must be less than elo1", view.pointer());
        }
        return sprt;
    }

    void read_play() {
        terms().clock = referee::Unlimited{};
        if (root_.has("clock")) {
            auto clock = referee::read_time_control(root_.at("clock"));
            faults_.merge(clock.faults);
            if (clock) terms().clock = *clock;
        }
        auto& turn = terms().turn;
        turn.chances = static_cast<int>(root_.whole_or("chances", {1, chances_most}, turn.chances));
        turn.last_resort =
            root_.word_at("last_resort", "forfeit or random", players::last_resort_named)
                .value_or(turn.last_resort);
        if (const auto time = root_.whole_or("move_time_ms", {1, time_most_ms}, 0)) {
            turn.budget.time = std::chrono::milliseconds(time);
        }
        if (const auto nodes = root_.whole_or("nodes", {1, INT64_MAX}, 0)) {
            turn.budget.nodes = static_cast<std::uint64_t>(nodes);
        }
        terms().moves_max = root_.count_or("moves_max", {1, moves_most}, moves_usual);
        terms().draws =
            root_.word_at("draws", "claimed or asked", draws_named).value_or(Draws::claimed);
        terms().on_failure = root_.word_at("on_failure", "void, pause or forfeit", on_failure_named)
                                 .value_or(OnFailure::void_game);
        turn.on_failure = terms().on_failure == OnFailure::forfeit ? players::OnFailure::forfeit
                                                                   : players::OnFailure::leave;
        read_analyst();
        terms().resign = read_resign();
        terms().draw = read_draw();
        terms().seed = static_cast<std::uint64_t>(root_.whole_or("seed", {0, INT64_MAX}, 1));
    }

    /// The members of a table that needs a score; nothing if it is not there or wrong.
    std::optional<JsonView> with_score(std::string_view key,
                                       std::span<const std::string_view> known) {
        auto view = root_.find(key);
        if (!view) return view;
        const Members members(*view, faults_);
        if (!members.is_object()) return std::nullopt;
        members.refuse_unknown(known);
        if (!members.require("score")) return std::nullopt;
        return view;
    }

    std::optional<ResignTerms> read_resign() {
        const auto view = with_score("resign", resign_keys);
        if (!view) return std::nullopt;
        const Members members(*view, faults_);
        ResignTerms resign;
        resign.score = static_cast<int>(members.whole_or("score", {1, score_most}, score_most));
        resign.moves = members.count_or("moves", {1, moves_most}, resign.moves);
        resign.both = members.truth_or("both", resign.both);
        return resign;
    }

    std::optional<DrawTerms> read_draw() {
        const auto view = with_score("draw", draw_keys);
        if (!view) return std::nullopt;
        const Members members(*view, faults_);
        const Traits* traits = traits_named(terms().game);
        if (traits != nullptr && !traits->can_be_drawn) {
            root_.add("draw", "conflicting_keys",
                      "no game of " + std::string(traits->name) + " is a draw");
        }
        DrawTerms draw;
        draw.score = static_cast<int>(members.whole_or("score", {0, score_most}, 0));
        draw.moves = members.count_or("moves", {1, moves_most}, draw.moves);
        draw.after = members.count_or("after", {0, moves_most}, draw.after);
        return draw;
    }

    void read_run() {
        setup_.run.output = root_.text_or("output", "");
        setup_.run.store = root_.text_or("store", "");
        if (!setup_.run.store.empty() && !setup_.run.store.starts_with("postgres")) {
            root_.add("store", "bad_store", "a store is postgresql://USER@HOST/DATABASE");
        }
        setup_.run.concurrency = root_.count_or("concurrency", {1, concurrency_most}, 1);
        if (root_.has("transcripts")) setup_.run.transcripts = root_.truth_or("transcripts", false);
        setup_.run.preflight = root_.truth_or("preflight", true);
    }

    void read_openings() {
        if (!root_.has("openings")) {
            terms().openings = {start_};
            return;
        }
        const JsonView view = root_.at("openings");
        if (view.object(faults_) == nullptr) return;
        view.refuse_unknown(opening_keys, Severity::error, faults_);
        const Members members(view, faults_);
        const auto plies = members.whole_or("plies", {0, moves_most}, -1);
        OpeningTerms wanted{terms().game, options_, std::nullopt};
        if (plies >= 0) wanted.plies = static_cast<std::size_t>(plies);
        if (members.has("file") == members.has("list")) {
            return faults_.add("missing_key", "openings need either \"file\" or \"list\"",
                               view.pointer());
        }
        if (members.has("file")) read_opening_file(members, wanted);
        if (members.has("list")) read_opening_list(members.at("list"), wanted);
        constexpr auto is_random = [](std::string_view order) -> std::optional<bool> {
            if (order == "given") return false;
            if (order == "random") return true;
            return std::nullopt;
        };
        if (members.word_at("order", "given or random", is_random).value_or(false)) shuffle();
    }

    /// An opening brings its own board, so that only some options make sense beside it.
    bool is_about_options(const Fault& fault) const {
        const bool is_option = fault.code == "unknown_option" ||
                               fault.code == "option_out_of_range" ||
                               fault.code == "conflicting_options";
        return is_option && root_.has("options");
    }
    void blame_options(Fault fault) {
        fault.sentence = "with openings: " + fault.sentence;
        fault.place = root_.at("options").pointer();
        faults_.add(std::move(fault));
    }

    void read_opening_file(const Members& members, const OpeningTerms& wanted) {
        const std::string name = members.text_or("file", "");
        const auto text = platform::read_file(folder_ / name, openings_bytes_max);
        if (!text) return members.add("file", "unreadable_file", text.error().sentence);
        auto openings = arena::read_openings(*text, wanted);
        for (const Fault& fault : openings.faults) {
            if (is_about_options(fault)) return blame_options(fault);
            const std::string place = to_string(fault.place);
            members.add("file", fault.code,
                        name + ": " + (place.empty() ? "" : place + ": ") + fault.sentence);
        }
        if (openings) terms().openings = std::move(*openings);
    }

    void read_opening_list(const JsonView& view, const OpeningTerms& wanted) {
        const auto* list = view.array(faults_);
        if (list == nullptr) return;
        if (list->empty()) faults_.add("no_openings", "there is no opening", view.pointer());
        for (std::size_t i = 0; i < list->size(); ++i) {
            const JsonView each = view.at(i, (*list)[i]);
            const std::string* text = each.string(faults_);
            if (text == nullptr) continue;
            auto openings = arena::read_openings(*text, wanted);
            for (Fault fault : openings.faults) {
                if (is_about_options(fault)) return blame_options(fault);
                fault.place = each.pointer();
                faults_.add(std::move(fault));
            }
            if (openings) std::ranges::move(*openings, std::back_inserter(terms().openings));
        }
    }

    void shuffle() {
        Random random(terms().seed);
        auto& openings = terms().openings;
        for (std::size_t left = openings.size(); left > 1; --left) {
            std::swap(openings[left - 1], openings[random.below(static_cast<std::uint32_t>(left))]);
        }
    }

    Faults faults_;
    JsonView document_;
    Members root_;
    std::filesystem::path folder_;
    Setup setup_;
    Options options_;
    std::string start_;
    std::set<std::string> names_;
};

}  // namespace

std::string_view to_string(OnFailure on_failure) {
    constexpr std::array<std::string_view, 3> names{"void", "pause", "forfeit"};
    return names[static_cast<std::size_t>(on_failure)];
}

std::string_view to_string(Draws draws) { return draws == Draws::claimed ? "claimed" : "asked"; }

Reading<Setup> read_setup(const Json& document, const std::filesystem::path& folder) {
    return SetupReader(document, folder).read();
}

}  // namespace arbiter::arena
