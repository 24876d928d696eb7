#include "core/backgammon/game.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/backgammon/notations/steps.hpp"
#include "core/contract/perft.hpp"

namespace arbiter::backgammon {

namespace {

std::string_view why(NoDouble reason) {
    switch (reason) {
        case NoDouble::no_cube: return "there is no cube";
        case NoDouble::not_owner: return "the opponent owns the cube";
        case NoDouble::crawford: return "this is the Crawford game";
        case NoDouble::dead: return "the cube is dead, since its value already wins the match";
        case NoDouble::too_high: return "the cube goes no higher";
        case NoDouble::not_now: return "only before rolling, in one's own turn";
    }
    return {};
}

std::string_view reason_of(Level level) {
    switch (level) {
        case Level::single: return reasons::single;
        case Level::gammon: return reasons::gammon;
        case Level::backgammon: return reasons::backgammon;
    }
    return {};
}

constexpr std::array<AgentFormat, 3> agent_states{{
    {"gitgammon",
     "In \"board\" White's checkers are positive and Black's negative; index i is White's point "
     "i + 1 and Black's point 24 - i."},
    {"xgid"},
    {"record"},
}};

}  // namespace

constexpr std::array phase_infos{
    PhaseInfo{"opening roll", "opening 3-1: White's die, then Black's"},
    PhaseInfo{"before the roll",
              "roll 31, double, resign gammon; after a beaver also drop, raccoon"},
    PhaseInfo{"after the roll", "a turn such as 8/5 6/5, resign gammon"},
    PhaseInfo{"after a double or a raccoon", "take, drop; after a double also beaver"},
    PhaseInfo{"after an offer to resign", "accept, decline"},
};

constinit const Traits Game::traits{
    .name = "backgammon",
    .title = "Backgammon",
    .record_notation = "text",
    .archive_format = "mat",
    .first_mover = std::nullopt,
    .chance = Chance{.dice = 2, .faces = 6},
    .can_be_drawn = false,
    .agents = {.states = agent_states,
               .compact_format = "xgid",
               .move_help = "Write a turn as the checkers you move, each from point to point in "
                            "your own numbering from 24 down to 1, such as 8/5 6/5* or bar/20 or "
                            "6/off(2)."},
    .phases = phase_infos,
};

Game::Game(Start start) : start_(std::move(start)), positions_(start_.position) {
    const Position& position = start_.position;
    if (position.stage() != Stage::over) return;
    const bool white = board().count(Color::white, Spot::off()) == checkers_each ||
                       position.score().white > position.score().black;
    const Color winner = white ? Color::white : Color::black;
    outcome_ = Outcome::win(
        winner, rules().money() ? reason_of(level_of(board(), winner)) : reasons::match_points);
}

std::optional<GameEnd> Game::last_end() const {
    if (ends_.empty()) return std::nullopt;
    return ends_.back().second;
}

/// An offer to resign is answered before anything else.
Color Game::turn() const {
    const auto& offer = position().resignation();
    return offer ? opponent(offer->by) : position().turn();
}

Awaits Game::awaits() const {
    if (outcome_) return Awaits::nothing;
    const Stage stage = position().stage();
    const bool rolls = stage == Stage::opening_roll || stage == Stage::roll_or_double;
    return rolls && !position().resignation() ? Awaits::chance : Awaits::move;
}

std::vector<Event> Game::legal() const {
    if (outcome_) return {};
    const Position& now = position();
    const Color by = turn();
    if (now.resignation()) return {AcceptResignation{by}, DeclineResignation{by}};
    std::vector<Event> events;
    switch (now.stage()) {
        case Stage::opening_roll:
            for (int white = 1; white <= 6; ++white) {
                for (int black = 1; black <= 6; ++black) {
                    events.emplace_back(OpeningRoll{*Die::showing(white), *Die::showing(black)});
                }
            }
            break;
        case Stage::roll_or_double:
            for (const Dice dice : all_dice()) events.emplace_back(Roll{by, dice});
            if (!cannot_double(rules(), now.setup(), by)) events.emplace_back(Double{by});
            if (now.beavered_by()) events.emplace_back(Drop{by});
            if (now.beavered_by() && rules().beavers == Beavers::raccoon) {
                events.emplace_back(Raccoon{by});
            }
            break;
        case Stage::move:
            for (const Choice& choice : legal_turns(now.board(), by, now.hand())) {
                events.emplace_back(Move{by, choice.turn});
            }
            break;
        case Stage::response:
            events = {Take{by}, Drop{by}};
            if (rules().money() && rules().beavers != Beavers::none && !now.is_raccooned()) {
                events.emplace_back(Beaver{by});
            }
            break;
        case Stage::over: break;
    }
    return events;
}

/// Judges one event against the game as it stands.
class Game::Judge {
public:
    Judge(const Game& game, const Event& event)
        : game_(game), after_{{game.position(), std::nullopt}, event} {}

    Result<Consequence> operator()(const OpeningRoll& roll) {
        if (auto refused = not_ready(Stage::opening_roll)) return std::unexpected(*refused);
        add("opening_rolled", {{"white", std::int64_t{roll.white.pips()}},
                               {"black", std::int64_t{roll.black.pips()}}});
        if (roll.white != roll.black)
            return leads_to(now().after_opening({roll.white, roll.black}));
        if (!doubles_automatically()) return std::move(after_);
        leads_to(now().after_automatic_double());
        add("automatic_double", {cube_value()});
        return std::move(after_);
    }

    Result<Consequence> operator()(const Roll& roll) {
        if (auto refused = not_ready(Stage::roll_or_double)) return std::unexpected(*refused);
        if (roll.by != now().turn()) return std::unexpected(out_of_turn(now().turn()));
        add("rolled", {{"by", word(roll.by)}, {"dice", write_dice(roll.dice)}});
        return leads_to(now().after_roll(roll.dice));
    }

    Result<Consequence> operator()(const Move& move) {
        if (auto refused = not_ready(Stage::move)) return std::unexpected(*refused);
        if (move.by != now().turn()) return std::unexpected(out_of_turn(now().turn()));
        auto choice = legal_choice(now().board(), move.by, now().hand(), move.turn);
        if (!choice) return std::unexpected(std::move(choice.error()));
        describe(move.by, choice->turn);
        after_.event = Move{move.by, choice->turn};
        leads_to(now().after_turn(choice->after));
        if (choice->after.count(move.by, Spot::off()) < checkers_each) return std::move(after_);
        const Level level = level_of(choice->after, move.by);
        return end_game(move.by, points_for(rules(), now().cube(), level), reason_of(level));
    }

    Result<Consequence> operator()(const Double& offer) {
        if (auto refused = pending()) return std::unexpected(*refused);
        if (now().stage() == Stage::response) return waiting();
        if (const auto reason = cannot_double(rules(), now().setup(), offer.by)) {
            return std::unexpected(
                Rejection{&codes::double_not_allowed,
                          {{"by", word(offer.by)}, {"why", std::string(why(*reason))}}});
        }
        add("doubled", {{"by", word(offer.by)}, {"value", 2 * std::int64_t{now().cube().value}}});
        return leads_to(now().after_double());
    }

    Result<Consequence> operator()(const Take& take) {
        if (auto refused = cannot_respond(take.by)) return std::unexpected(*refused);
        leads_to(now().after_take());
        add("taken", {{"by", word(take.by)}, cube_value()});
        return std::move(after_);
    }

    Result<Consequence> operator()(const Drop& drop) {
        if (refuses_beaver(drop.by)) {
            add("dropped", {{"by", word(drop.by)}});
            return end_game(opponent(drop.by), now().cube().value / 2, reasons::dropped_double);
        }
        if (auto refused = cannot_respond(drop.by)) return std::unexpected(*refused);
        add("dropped", {{"by", word(drop.by)}});
        return end_game(opponent(drop.by), now().cube().value, reasons::dropped_double);
    }

    Result<Consequence> operator()(const Beaver& beaver) {
        if (auto refused = cannot_respond(beaver.by)) return std::unexpected(*refused);
        if (!rules().money() || rules().beavers == Beavers::none) {
            return no_beaver("the rules of this game have no beavers");
        }
        if (now().is_raccooned()) return no_beaver("a raccoon is taken or dropped");
        leads_to(now().after_beaver());
        add("beavered", {{"by", word(beaver.by)}, cube_value()});
        return std::move(after_);
    }

    Result<Consequence> operator()(const Raccoon& raccoon) {
        if (auto refused = pending()) return std::unexpected(*refused);
        if (rules().beavers != Beavers::raccoon) {
            return no_beaver("the rules of this game have no raccoons");
        }
        if (!now().beavered_by() || now().stage() != Stage::roll_or_double) {
            return no_beaver("there is no beaver to answer");
        }
        if (raccoon.by != now().turn()) return std::unexpected(out_of_turn(now().turn()));
        add("raccooned",
            {{"by", word(raccoon.by)}, {"value", 2 * std::int64_t{now().cube().value}}});
        return leads_to(now().after_double());
    }

    Result<Consequence> operator()(const OfferResignation& offer) {
        if (auto refused = pending()) return std::unexpected(*refused);
        add("resignation_offered",
            {{"by", word(offer.by)}, {"level", std::string(to_string(offer.level))}});
        return leads_to(now().with_resignation(Resignation{offer.by, offer.level}));
    }

    Result<Consequence> operator()(const AcceptResignation& answer) {
        if (auto refused = cannot_answer(answer.by)) return std::unexpected(*refused);
        const auto [by, level] = *now().resignation();
        // A side that resigns instead of answering a double loses the cube as it was.
        return end_game(opponent(by), points_for(rules(), now().cube(), level),
                        reasons::resignation);
    }

    Result<Consequence> operator()(const DeclineResignation& answer) {
        if (auto refused = cannot_answer(answer.by)) return std::unexpected(*refused);
        add("resignation_declined", {{"by", word(answer.by)}});
        return leads_to(now().with_resignation(std::nullopt));
    }

    Result<Consequence> operator()(const LoseOnTime& flag) {
        after_.outcome = Outcome::win(opponent(flag.by), reasons::time_forfeit);
        return std::move(after_);
    }
    Result<Consequence> operator()(const Conclude& conclude) {
        after_.outcome = conclude.outcome;
        return std::move(after_);
    }

private:
    const Rules& rules() const { return game_.rules(); }
    const Position& now() const { return after_.next.position; }
    Detail cube_value() const { return {"value", std::int64_t{now().cube().value}}; }
    void add(std::string_view kind, Details data) {
        after_.effects.push_back({kind, std::move(data)});
    }
    Consequence& leads_to(Position&& next) {
        after_.next.position = std::move(next);
        return after_;
    }

    std::optional<Rejection> pending() const {
        if (!now().resignation()) return std::nullopt;
        const auto [by, level] = *now().resignation();
        return Rejection{&codes::resignation_pending,
                         {{"by", word(by)}, {"level", std::string(to_string(level))}}};
    }

    static Result<Consequence> no_beaver(std::string_view reason) {
        return std::unexpected(
            Rejection{&codes::beaver_not_allowed, {{"why", std::string(reason)}}});
    }

    Result<Consequence> waiting() const {
        return std::unexpected(
            Rejection{&codes::waiting_for_response, {{"turn", word(now().turn())}}});
    }

    /// Why something that belongs to this stage cannot happen in the present one.
    std::optional<Rejection> not_ready(Stage wanted) const {
        if (auto refused = pending()) return refused;
        if (now().stage() == wanted) return std::nullopt;
        const Details turn{{"turn", word(now().turn())}};
        switch (now().stage()) {
            case Stage::opening_roll: return Rejection{&codes::opening_roll_first, {}};
            case Stage::response: return Rejection{&codes::waiting_for_response, turn};
            case Stage::move:
                if (wanted == Stage::opening_roll) return Rejection{&codes::opening_roll_over, {}};
                return Rejection{&codes::already_rolled, {{"dice", write_dice(*now().dice())}}};
            default:
                if (wanted == Stage::opening_roll) return Rejection{&codes::opening_roll_over, {}};
                return Rejection{&codes::roll_first, turn};
        }
    }

    std::optional<Rejection> cannot_respond(Color by) const {
        if (auto refused = pending()) return refused;
        if (now().stage() != Stage::response) return Rejection{&codes::no_double_offered, {}};
        if (by != now().turn()) return out_of_turn(now().turn());
        return std::nullopt;
    }

    /// Whoever doubled may refuse the beaver, and loses what was doubled to.
    bool refuses_beaver(Color by) const {
        return !now().resignation() && now().stage() == Stage::roll_or_double &&
               now().beavered_by() && by == now().turn();
    }

    std::optional<Rejection> cannot_answer(Color by) const {
        if (!now().resignation()) return Rejection{&codes::no_resignation, {}};
        if (by == now().resignation()->by) return out_of_turn(opponent(by));
        return std::nullopt;
    }

    /// Before the opening roll is decided every doubling is an automatic one.
    bool doubles_automatically() const {
        const int doubled = std::countr_zero(static_cast<unsigned>(now().cube().value));
        return rules().money() && rules().cube && doubled < rules().automatic_doubles;
    }

    void describe(Color by, const Turn& turn) {
        if (turn.empty()) add("cannot_move", {{"by", word(by)}});
        Board board = now().board();
        for (const CheckerMove move : turn.moves()) {
            const bool hit = board.move(by, move);
            add(move.to.is_off() ? "borne_off" : "moved",
                {{"by", word(by)},
                 {"from", backgammon::to_string(move.from)},
                 {"to", backgammon::to_string(move.to)}});
            if (hit) {
                add("hit",
                    {{"point", backgammon::to_string(move.to)}, {"color", word(opponent(by))}});
            }
        }
    }

    Consequence& end_game(Color winner, int points, std::string_view reason) {
        PerColor<int> score = now().score();
        score[winner] += points;
        after_.next.end = GameEnd{winner, points, reason};
        add("game_won", {{"winner", word(winner)},
                         {"points", std::int64_t{points}},
                         {"reason", std::string(reason)}});
        if (!rules().money() && score[winner] < rules().match_length) {
            return leads_to(now().next_game(rules(), score));
        }
        after_.outcome = Outcome::win(winner, rules().money() ? reason : reasons::match_points);
        return leads_to(now().won(winner, score));
    }

    const Game& game_;
    Consequence after_;
};

Result<Game::Consequence> Game::judge(const Event& event) const {
    return std::visit(Judge(*this, event), event);
}

std::optional<Game> Game::edited(const Edit& edit) const {
    const auto position = Position::from(edit.setup, rules(), {});
    if (!position) return std::nullopt;
    return Game(Start{rules(), *position});
}

void Game::adopt(Next&& next, const Event&) {
    positions_.push_back(std::move(next.position));
    if (next.end) ends_.emplace_back(events().size(), *next.end);
}

void Game::revert(const Event&) {
    positions_.pop_back();
    if (!ends_.empty() && ends_.back().first > events().size()) ends_.pop_back();
}

std::vector<Action> Game::actions(Color by) const {
    using enum Action::Kind;
    if (outcome_ || Interruption::is_due()) return {};
    const Position& now = position();
    if (const auto& pending = now.resignation()) {
        if (by == pending->by) return {};
        return {{"accept_resignation", closing_answer}, {"decline_resignation", answer}};
    }
    const bool is_asked = by == now.turn() && now.stage() == Stage::response;
    const bool is_beavered =
        by == now.turn() && now.stage() == Stage::roll_or_double && now.beavered_by();
    const bool may_beaver = rules().money() && rules().beavers != Beavers::none;
    std::vector<Action> found{{"resign", resign}};
    if (now.stage() != Stage::response && !cannot_double(rules(), now.setup(), by)) {
        found.push_back({"double", offer});
    }
    if (is_asked) found.push_back({"take", answer});
    if (is_asked || is_beavered) found.push_back({"drop", closing_answer});
    if (is_asked && may_beaver && !now.is_raccooned()) found.push_back({"beaver", answer});
    if (is_beavered && rules().beavers == Beavers::raccoon) found.push_back({"raccoon", offer});
    found.push_back({"resign gammon", resign});
    found.push_back({"resign backgammon", resign});
    return found;
}

std::string Game::chance_event(std::span<const std::uint8_t> rolled) const {
    const auto pips = [](int number) { return std::to_string(number); };
    if (position().stage() == Stage::opening_roll) {
        return "opening " + pips(rolled[0]) + "-" + pips(rolled[1]);
    }
    return "roll " + pips(std::max(rolled[0], rolled[1])) + pips(std::min(rolled[0], rolled[1]));
}

std::optional<Event> Game::forced() const {
    const Position& now = position();
    // Most positions: a refusal would be explained, which takes long.
    if (now.stage() != Stage::move || can_move(now.board(), turn(), now.hand())) {
        return std::nullopt;
    }
    const Event nothing = Move{turn(), Turn{}};
    return check(nothing) ? std::optional(nothing) : std::nullopt;
}

std::string Game::beside_state() const {
    return "Match and cube: " + *ask("score", {}) + "\nPips: " + *ask("pips", {}) + "\n";
}

Author Game::author(const Event& event) {
    if (std::holds_alternative<OpeningRoll>(event) || std::holds_alternative<Roll>(event)) {
        return Author::chance;
    }
    const bool verdict =
        std::holds_alternative<LoseOnTime>(event) || std::holds_alternative<Conclude>(event);
    return verdict ? Author::arbiter : Author::player;
}

std::uint64_t Game::hash() const {
    const Setup& now = position().setup();
    std::uint64_t hash = 0xCBF29CE484222325;
    const auto mix = [&](int value) {
        hash = std::rotl((hash ^ static_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15, 29);
    };
    for (const Color color : both_colors) {
        for (int i = 0; i <= 25; ++i) mix(now.board.count(color, *Spot::at(i)));
        mix(now.score[color]);
    }
    mix(static_cast<int>(now.stage));
    mix(static_cast<int>(now.turn));
    mix(now.dice ? now.dice->high().pips() * 8 + now.dice->low().pips() : 0);
    for (const Die die : now.dice_used) mix(die.pips());
    mix(now.cube.value);
    mix(now.cube.owner ? 1 + static_cast<int>(*now.cube.owner) : 0);
    mix(now.crawford_game ? 1 : 0);
    return hash;
}

std::vector<PerftRow> Game::perft(int depth) const { return perft_by_playing(*this, depth); }

}  // namespace arbiter::backgammon
