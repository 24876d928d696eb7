#include "referee/referee.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <utility>

#include "core/base/excerpt.hpp"
#include "core/base/interruption.hpp"
#include "core/base/text.hpp"

namespace arbiter::referee {

namespace {

std::string verdict_on_time(Color loser) {
    return R"({"action":"lose_on_time","by":")" + word(loser) + R"("})";
}

constexpr std::string_view verdict_void =
    R"({"action":"conclude","result":"no_result","reason":"abandoned"})";

constexpr std::array<std::string_view, 5> own_actions{"roll", "abort", "request_undo",
                                                      "accept_undo", "decline_undo"};

/// PGN separates by dots, other formats by hyphens.
std::string date_of(Moment moment, const AnyGame& game) {
    std::string date = to_string(moment).substr(0, 10);
    if (game.traits().archive_format == "pgn") std::ranges::replace(date, '-', '.');
    return date;
}

/// Names and dice accompany the game into every record that is made of it.
void set_tags(AnyGame& game, const Created& terms, Moment at) {
    if (!terms.seats.white.name.empty()) game.set_tag("White", terms.seats.white.name);
    if (!terms.seats.black.name.empty()) game.set_tag("Black", terms.seats.black.name);
    // A document that goes on keeps its own.
    if (find_tag(game.tags(), "Date") == nullptr) game.set_tag("Date", date_of(at, game));
    if (!terms.seed) return;
    game.set_tag("DiceCommitment", terms.seed->commitment());
    game.set_tag("DiceGame", terms.id);
}

}  // namespace

/// "request_undo" or {"action": "request_undo", "ply": 12}: an action that the games do not know.
struct Referee::OwnAction {
    static std::optional<OwnAction> read(std::string_view text);

    std::string name;
    std::optional<std::int64_t> ply;
};

std::optional<Referee::OwnAction> Referee::OwnAction::read(std::string_view text) {
    OwnAction action{std::string(trimmed(text)), std::nullopt};
    if (action.name.starts_with('{')) {
        const auto json = read_json(text);
        const Json* member = json ? json->find("action") : nullptr;
        const auto* name = member != nullptr ? member->as<std::string>() : nullptr;
        if (name == nullptr) return std::nullopt;
        const Json* ply = json->find("ply");
        if (ply != nullptr && ply->as<std::int64_t>() != nullptr) {
            action.ply = *ply->as<std::int64_t>();
        }
        action.name = *name;
    }
    if (std::ranges::find(own_actions, action.name) == own_actions.end()) return std::nullopt;
    return action;
}

Referee::Referee(AnyGame game, const Created& terms, Moment at)
    : terms_(std::make_shared<const Created>(terms)),
      game_(std::move(game)),
      clock_(terms.clock),
      first_ply_(game_.event_count()),
      created_at_(at),
      updated_at_(at) {
    set_tags(game_, terms, at);
}

Reading<Referee> Referee::begin(const Event& event) {
    const auto* created = std::get_if<Created>(&event.content);
    if (created == nullptr) {
        return Reading<Referee>::failure("not_created", "a game begins with its creation");
    }
    auto game = AnyGame::read(created->record, {.game = {}, .format = "record", .options = {}});
    Reading<Referee> reading{std::nullopt, std::move(game.faults)};
    if (game) reading.value = Referee(std::move(*game.value), *created, event.at);
    return reading;
}

bool Referee::apply(const Event& event) {
    if (event.at < updated_at_ ||
        !std::visit([&](const auto& content) { return take(content, event.at); }, event.content)) {
        return false;
    }
    count(event.at);
    return true;
}

void Referee::count(Moment at) {
    updated_at_ = at;
    ++version_;
    if (game_.outcome() && terms_->seed) game_.set_tag("DiceSeed", terms_->seed->hex());
}

bool Referee::take(const Created&, Moment) { return false; }

bool Referee::take(const Played& content, Moment at) {
    if (has_run_out(at)) return false;
    const auto meaning = game_.understand(content.event, content.by);
    if (!meaning || meaning->author != Author::player) return false;
    return play(content.event, content.by, at).has_value();
}

Result<Effects> Referee::play(std::string_view text, Color by, Moment at) {
    const Color turn = game_.turn();
    auto effects = game_.play(text, by);
    if (!effects) return effects;
    undo_request_.reset();
    const bool turn_is_made = by == turn && game_.turn() != turn;
    if (turn_is_made) {
        has_moved_[by] = true;
        if (clock_.running() == by) clock_.complete_turn(at);
    }
    keep_clock(at);
    plies_.push_back({at, by, clock_.face(by, at).left(clock_.control())});
    return effects;
}

bool Referee::take(const Rolled& content, Moment at) {
    if (content.number != rolls_ + 1 || content.event != next_roll()) return false;
    if (!game_.play(content.event)) return false;
    plies_.push_back({at, std::nullopt});
    ++rolls_;
    undo_request_.reset();
    keep_clock(at);
    return true;
}

bool Referee::take(const Flagged& content, Moment at) {
    if (clock_.running() != content.side || !has_run_out(at)) return false;
    if (!game_.play(verdict_on_time(content.side))) return false;
    clock_.stop(at);
    return true;
}

bool Referee::take(const Aborted&, Moment at) {
    if (!game_.play(verdict_void)) return false;
    clock_.stop(at);
    return true;
}

bool Referee::take(const UndoRequested& content, Moment) {
    if (undo_refusal(content.ply)) return false;
    undo_request_ = UndoRequest{content.by, content.ply};
    return true;
}

bool Referee::take(const UndoAccepted& content, Moment at) {
    if (!undo_request_ || undo_request_->by == content.by || undo_request_->ply != content.ply ||
        has_run_out(at) || undo_refusal(content.ply)) {
        return false;
    }
    game_.rewind(content.ply);
    while (plies_.size() > content.ply - first_ply_) plies_.pop_back();
    undo_request_.reset();
    keep_clock(at);
    return true;
}

bool Referee::take(const UndoDeclined&, Moment) {
    if (!undo_request_) return false;
    undo_request_.reset();
    return true;
}

/// No clock runs before the first turn is made, so that the players can find their seats, nor while
/// both settle what is dead.
void Referee::keep_clock(Moment at) {
    const bool under_way = has_moved_.white || has_moved_.black;
    const bool runs = under_way && !game_.outcome() && game_.awaits() != Awaits::agreement;
    if (clock_.running() && (!runs || clock_.running() != game_.turn())) clock_.stop(at);
    if (runs) clock_.start(game_.turn(), at);
}

bool Referee::has_run_out(Moment at) const {
    const auto end = clock_.deadline();
    return end && at >= *end;
}

/// The next roll as the game reads it; empty where none is awaited.
std::string Referee::next_roll() const {
    if (!awaits_roll()) return {};
    return game_.chance_event(
        CommittedDice(*terms_->seed, terms_->id, *game_.traits().chance).derived(rolls_ + 1));
}

bool Referee::awaits_roll() const {
    return terms_->seed && game_.traits().chance && game_.awaits() == Awaits::chance;
}

/// What nobody has to decide: a roll before which nothing can be offered, a turn in which nothing
/// can move.
std::optional<Content> Referee::automatic() const {
    if (!terms_->seed) return std::nullopt;
    const Color turn = game_.turn();
    if (game_.awaits() == Awaits::chance &&
        std::ranges::none_of(game_.actions(turn), [](const Action& action) {
            return action.kind == Action::Kind::offer;
        })) {
        return Rolled{rolls_ + 1, next_roll()};
    }
    if (auto only = game_.forced()) return Played{turn, *std::move(only)};
    return std::nullopt;
}

Result<Referee::Decision> Referee::decide(const Request& request) const {
    const Moment at = std::max(request.at, updated_at_);
    if (has_run_out(at)) {
        return std::unexpected(
            Rejection{&codes::flag_has_fallen, {{"by", word(*clock_.running())}}});
    }
    if (const auto action = OwnAction::read(request.text)) {
        auto content = judge(*action, request.by);
        if (!content) return std::unexpected(content.error());
        Decision decided{{}, {}, *this};
        if (!decided.add({at, std::move(*content)})) {
            // Where nobody interrupts, only what was to be taken back can be out of reach by now.
            const RejectionCode& code =
                Interruption::is_due() ? arbiter::codes::interrupted : codes::nothing_to_undo;
            return std::unexpected(Rejection{&code, {}});
        }
        decided.add_automatic();
        return decided;
    }
    Decision decided{{}, {}, *this};
    for (const std::string_view move : game_.moves_in(request.text, request.by)) {
        if (auto refused = decided.make(move, request.by, at)) {
            return std::unexpected(std::move(*refused));
        }
    }
    decided.add_automatic();
    return decided;
}

/// Nearly every request is one move that can be read: only then nothing must be taken back.
Result<Referee::Decision> Referee::decide_in_place(Referee& referee, const Request& request) {
    const Moment at = std::max(request.at, referee.updated_at_);
    const auto meaning = referee.game_.understand(request.text, request.by);
    if (!meaning || referee.has_run_out(at) || OwnAction::read(request.text)) {
        return std::as_const(referee).decide(request);
    }
    Decision decided{{}, {}, std::move(referee)};
    if (auto refused = decided.make(request.text, *meaning, request.by, at)) {
        referee = std::move(decided.after);
        return std::unexpected(std::move(*refused));
    }
    decided.add_automatic();
    return decided;
}

std::optional<Rejection> Referee::Decision::make(std::string_view move, Color by, Moment at) {
    const auto meaning = after.game_.understand(move, by);
    if (!meaning) return meaning.error();
    return make(move, *meaning, by, at);
}

std::optional<Rejection> Referee::Decision::make(std::string_view move,
                                                 const AnyGame::Meaning& meaning, Color by,
                                                 Moment at) {
    if (meaning.author == Author::chance) return Rejection{&codes::rolls_are_the_referees, {}};
    if (meaning.author == Author::arbiter) {
        return Rejection{&codes::verdicts_are_the_referees, {}};
    }
    auto made = after.play(move, by, at);
    if (!made) return made.error();
    after.count(at);
    events.push_back({at, Played{by, meaning.event}});
    std::ranges::move(*made, std::back_inserter(effects));
    return std::nullopt;
}

Result<Content> Referee::judge(const OwnAction& action, Color by) const {
    if (game_.outcome()) {
        return std::unexpected(
            Rejection{&codes::game_is_over, {{"outcome", sentence(*game_.outcome())}}});
    }
    if (action.name == "roll") return roll(by);
    if (action.name == "abort") return abort(by);
    if (action.name == "request_undo") return request_undo(action, by);
    if (!undo_request_) return std::unexpected(Rejection{&codes::no_undo_request, {}});
    if (action.name == "decline_undo") return UndoDeclined{by};
    if (undo_request_->by == by) return std::unexpected(Rejection{&codes::own_undo_request, {}});
    return UndoAccepted{by, undo_request_->ply};
}

Result<Content> Referee::roll(Color by) const {
    const std::string dice = by == game_.turn() ? next_roll() : "";
    if (dice.empty()) return std::unexpected(Rejection{&codes::nothing_to_roll, {}});
    return Rolled{rolls_ + 1, dice};
}

Result<Content> Referee::abort(Color by) const {
    if (has_moved_.white && has_moved_.black) {
        return std::unexpected(Rejection{&codes::abort_too_late, {}});
    }
    return Aborted{by};
}

/// Without a number: to before the last event of this side.
Result<Content> Referee::request_undo(const OwnAction& action, Color by) const {
    if (action.ply) {
        if (*action.ply < 0) return std::unexpected(Rejection{&codes::nothing_to_undo, {}});
        const auto ply = static_cast<std::size_t>(*action.ply);
        if (const auto refusal = undo_refusal(ply)) return std::unexpected(*refusal);
        return UndoRequested{by, ply};
    }
    const auto last_first = plies_ | std::views::reverse;
    const auto later =
        static_cast<std::size_t>(std::ranges::find(last_first, by, &Ply::by) - last_first.begin());
    if (later == plies_.size()) return std::unexpected(Rejection{&codes::nothing_to_undo, {}});
    const std::size_t ply = game_.event_count() - 1 - later;
    if (const auto refusal = undo_refusal(ply)) return std::unexpected(*refusal);
    return UndoRequested{by, ply};
}

/// Nothing is taken back past a roll, which the players have seen.
std::optional<Rejection> Referee::undo_refusal(std::size_t ply) const {
    if (game_.outcome() || ply < first_ply_ || ply >= game_.event_count()) {
        return Rejection{&codes::nothing_to_undo, {}};
    }
    const auto undone = plies_ | std::views::drop(ply - first_ply_);
    if (std::ranges::any_of(undone, [](const Ply& event) { return !event.by; })) {
        return Rejection{&codes::undo_past_dice, {}};
    }
    return std::nullopt;
}

bool Referee::Decision::add(Event event) {
    if (!after.apply(event)) return false;
    events.push_back(std::move(event));
    return true;
}

/// An interruption refuses every event: without the end here it would be tried for ever.
void Referee::Decision::add_automatic() {
    auto content = after.automatic();
    while (content && add({after.updated_at_, std::move(*content)})) content = after.automatic();
}

Referee::Decision Referee::due(Moment now) const {
    Decision decided{{}, {}, *this};
    if (has_run_out(now)) {
        decided.add({*clock_.deadline(), Flagged{*clock_.running()}});
    } else {
        decided.add_automatic();
    }
    return decided;
}

std::vector<std::string> Referee::actions(Color by) const {
    std::vector<std::string> possible;
    for (const Action& action : game_.actions(by)) possible.emplace_back(action.text);
    for (const std::string_view name : own_actions) {
        const bool is_possible = name == "roll" ? awaits_roll() && by == game_.turn()
                                                : judge({std::string(name), {}}, by).has_value();
        if (is_possible) possible.emplace_back(name);
    }
    return possible;
}

std::optional<Color> Referee::awaited() const {
    if (game_.outcome()) return std::nullopt;
    return undo_request_ ? opponent(undo_request_->by) : game_.turn();
}

AnyGame Referee::game_at(std::size_t ply) const {
    AnyGame game = game_;
    game.rewind(ply);
    return game;
}

AnyDocument Referee::document_at(std::size_t ply) const {
    const AnyGame game = game_at(ply);
    // In a line, the number of a node is that of its event.
    AnyDocument document = AnyDocument::of(game);
    NodeId before = static_cast<NodeId>(first_ply_);
    if (!terms_->document.empty() && ply >= first_ply_) {
        auto kept = AnyDocument::read(terms_->document, {game.name(), {}, {}});
        const auto events = *game.history(game.traits().record_notation);
        if (kept && kept->add(kept->last(), std::span(events).subspan(first_ply_))) {
            before = kept->last() - static_cast<NodeId>(ply - first_ply_);
            document = *std::move(kept.value);
        }
    }
    for (std::size_t i = 0; i < plies_.size() && first_ply_ + i < ply; ++i) {
        const auto& [at, by, left] = plies_[i];
        if (!left || !by) continue;
        const std::vector<Remark> clock{TimeLeft{left->count(), by}};
        document.annotate(before + static_cast<NodeId>(i) + 1, clock);
    }
    for (const auto& [name, value] : game.tags()) document.set_tag(name, value);
    return document;
}

namespace codes {

// clang-format off
constexpr RejectionCode rolls_are_the_referees{"rolls_are_the_referees", RejectionKind::illegal,
    "the referee rolls the dice; ask for it with \"roll\""};
constexpr RejectionCode nothing_to_roll{"nothing_to_roll", RejectionKind::illegal,
    "there is nothing for you to roll now"};
constexpr RejectionCode verdicts_are_the_referees{"verdicts_are_the_referees", RejectionKind::illegal,
    "only the referee can end a game that way"};
constexpr RejectionCode abort_too_late{"abort_too_late", RejectionKind::illegal,
    "both sides have moved: the game can be resigned, not aborted"};
constexpr RejectionCode nothing_to_undo{"nothing_to_undo", RejectionKind::illegal,
    "there is nothing to take back"};
constexpr RejectionCode undo_past_dice{"undo_past_dice", RejectionKind::illegal,
    "dice have been rolled since; what they showed cannot be taken back"};
constexpr RejectionCode no_undo_request{"no_undo_request", RejectionKind::illegal,
    "nobody has asked to take a move back"};
constexpr RejectionCode own_undo_request{"own_undo_request", RejectionKind::illegal,
    "the other side must agree to take the move back"};
constexpr RejectionCode flag_has_fallen{"flag_has_fallen", RejectionKind::game_over,
    "{by}'s time has run out"};
constexpr RejectionCode game_is_over{"game_over", RejectionKind::game_over,
    "the game is over: {outcome}"};
// clang-format on

std::span<const RejectionCode* const> all() {
    static constexpr std::array<const RejectionCode*, 10> list{
        &rolls_are_the_referees, &nothing_to_roll, &verdicts_are_the_referees, &abort_too_late,
        &nothing_to_undo,        &undo_past_dice,  &no_undo_request,           &own_undo_request,
        &flag_has_fallen,        &game_is_over};
    return list;
}

}  // namespace codes

}  // namespace arbiter::referee
