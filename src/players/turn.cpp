#include "players/turn.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text.hpp"
#include "core/games/to_json.hpp"
#include "platform/clock.hpp"
#include "players/bots/random_player.hpp"

namespace arbiter::players {

namespace {

using referee::Referee;
using End = TurnReport::End;

/// Two decisions in a row as one.
Referee::Decision joined(Referee::Decision first, Referee::Decision second) {
    std::ranges::move(second.events, std::back_inserter(first.events));
    std::ranges::move(second.effects, std::back_inserter(first.effects));
    first.after = std::move(second.after);
    return first;
}

/// Aborting a game and taking moves back is for people.
constexpr std::array<std::string_view, 2> withheld{"abort", "request_undo"};
constexpr RejectionCode not_offered{"not_offered", RejectionKind::illegal,
                                    "a player at this table cannot {action}"};

std::optional<Rejection> withheld_from(std::string_view answer) {
    answer = trimmed(answer);
    const auto json = answer.starts_with('{') ? read_json(answer) : Reading<Json>{};
    const Json* action = json ? json->find("action") : nullptr;
    const auto* name = action != nullptr ? action->as<std::string>() : nullptr;
    const std::string_view word = name != nullptr ? std::string_view(*name) : answer;
    if (std::ranges::find(withheld, word) == withheld.end()) return std::nullopt;
    return Rejection{&not_offered, {{"action", std::string(word)}}};
}

/// One turn while it is being made.
class TurnMaker {
public:
    TurnMaker(Player& player, const TableSeat& at, const TurnTerms& terms, const Now& now)
        : player_(player), at_(at), terms_(terms), now_(now) {}

    TurnTaken taken() {
        const auto begin = std::chrono::steady_clock::now();
        auto decision = decided();
        report_.time = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begin);
        return {std::move(decision), std::move(report_)};
    }

private:
    std::optional<Referee::Decision> decided() {
        for (int chance = 0; chance < terms_.chances; ++chance) {
            auto choice = ask(player_);
            if (!choice && choice.error().kind == PlayerError::Kind::stopped) {
                fail(std::move(choice.error()));
                report_.end = End::stopped;
                return std::nullopt;
            }
            if (!choice && is_left(choice.error())) return left(std::move(choice.error()));
            if (has_flagged()) return flagged();
            if (!choice) {
                fail(std::move(choice.error()));
                break;
            }
            if (auto decision = accepted(*std::move(choice), End::answered)) return decision;
            if (has_flagged()) return flagged();
        }
        if (is_silence()) {
            PlayerError error{PlayerError::Kind::unavailable, "every answer was empty", {}};
            if (is_left(error)) return left(std::move(error));
        }
        return last_resort();
    }

    bool is_silence() const {
        return !report_.error && !report_.refusals.empty() &&
               std::ranges::all_of(report_.refusals, [](const RejectedAnswer& refusal) {
                   return refusal.rejection.code == &empty_answer;
               });
    }

    std::nullopt_t left(PlayerError error) {
        fail(std::move(error));
        report_.end = End::unavailable;
        return std::nullopt;
    }

    bool is_left(const PlayerError& error) const {
        return error.kind == PlayerError::Kind::unavailable &&
               terms_.on_failure == OnFailure::leave;
    }

    std::expected<Choice, PlayerError> ask(Player& player) {
        const auto actions = offered_actions(at_);
        const bool has_clock =
            !std::holds_alternative<referee::Unlimited>(at_.referee.clock().control());
        return player.choose({.game = at_.referee.game(),
                              .seat = at_.seat,
                              .actions = actions,
                              .clock = has_clock ? &at_.referee.clock() : nullptr,
                              .now = now_(),
                              .budget = terms_.budget,
                              .refusals = report_.refusals});
    }

    std::optional<Referee::Decision> accepted(Choice choice, End end) {
        std::ranges::move(choice.exchanges, std::back_inserter(report_.exchanges));
        auto decision = judged(choice);
        if (!decision) {
            report_.refusals.push_back({std::move(choice.move), std::move(decision.error())});
            return std::nullopt;
        }
        report_.answer = std::move(choice.move);
        report_.score = choice.score;
        report_.depth = choice.depth;
        report_.end = has_resigned(*decision) ? End::forfeited : end;
        return *std::move(decision);
    }

    Result<Referee::Decision> judged(const Choice& choice) const {
        if (choice.refusal) return std::unexpected(*choice.refusal);
        if (auto refused = withheld_from(choice.move)) return std::unexpected(*std::move(refused));
        const Referee::Request request{at_.seat, choice.move, now_()};
        if (at_.own != nullptr) return Referee::decide_in_place(*at_.own, request);
        return at_.referee.decide(request);
    }

    bool has_resigned(const Referee::Decision& decision) const {
        const auto& outcome = decision.after.game().outcome();
        return outcome && outcome->winner == opponent(at_.seat) && outcome->reason == "resignation";
    }

    void fail(PlayerError error) {
        std::ranges::move(error.exchanges, std::back_inserter(report_.exchanges));
        error.exchanges.clear();
        report_.error = std::move(error);
    }

    bool has_flagged() const {
        const auto deadline = at_.referee.deadline();
        return deadline && now_() >= *deadline;
    }

    Referee::Decision flagged() {
        report_.end = End::flagged;
        return at_.referee.due(now_());
    }

    std::optional<Referee::Decision> last_resort() {
        if (terms_.last_resort == LastResort::random_move) {
            RandomPlayer random(terms_.seed);
            auto choice = ask(random);
            if (choice) {
                if (auto decision = accepted(*std::move(choice), End::random_move)) return decision;
            }
        }
        return forfeited();
    }

    struct Acted {
        std::string_view text;
        Referee::Decision decision;
    };

    /// The first action of a kind that the referee accepts.
    std::optional<Acted> acted(const Referee& referee, Color by, Action::Kind kind) const {
        for (const Action& action : referee.game().actions(by)) {
            if (action.kind != kind) continue;
            auto decision = referee.decide({by, action.text, now_()});
            if (decision) return Acted{action.text, *std::move(decision)};
        }
        return std::nullopt;
    }

    /// Where a resignation is an offer, it is accepted at once; and a side that must answer an offer
    /// or a double cannot resign before it does.
    std::optional<Referee::Decision> forfeited() {
        using enum Action::Kind;
        if (has_flagged()) return flagged();
        auto given_up = acted(at_.referee, at_.seat, resign);
        if (!given_up) given_up = acted(at_.referee, at_.seat, closing_answer);
        if (!given_up) {
            report_.end = End::stopped;
            return std::nullopt;
        }
        report_.end = End::forfeited;
        report_.answer = given_up->text;
        auto agreed = acted(given_up->decision.after, opponent(at_.seat), closing_answer);
        if (!agreed) return std::move(given_up->decision);
        return joined(std::move(given_up->decision), std::move(agreed->decision));
    }

    Player& player_;
    const TableSeat& at_;
    const TurnTerms& terms_;
    const Now& now_;
    TurnReport report_;
};

void write(JsonWriter& out, const Exchange& exchange) {
    out.object([&] {
        out.member("sent", exchange.sent);
        out.member("received", exchange.received);
        out.member("latency_ms", exchange.latency.count());
        if (exchange.tokens_in) out.member("tokens_in", *exchange.tokens_in);
        if (exchange.tokens_out) out.member("tokens_out", *exchange.tokens_out);
        if (exchange.cost) out.member("cost", *exchange.cost);
    });
}

void write(JsonWriter& out, const RejectedAnswer& refusal) {
    out.object([&] {
        out.member("answer", refusal.answer);
        out.key("rejection");
        arbiter::write(out, refusal.rejection);
    });
}

void write(JsonWriter& out, const std::optional<PlayerError>& error) {
    if (!error) return out.null();
    out.object([&] {
        out.member("kind", to_string(error->kind));
        out.member("sentence", error->sentence);
    });
}

}  // namespace

std::string_view to_string(LastResort resort) {
    return resort == LastResort::forfeit ? "forfeit" : "random";
}

std::optional<LastResort> last_resort_named(std::string_view name) {
    for (const LastResort resort : {LastResort::forfeit, LastResort::random_move}) {
        if (name == to_string(resort)) return resort;
    }
    return std::nullopt;
}

std::string_view to_string(TurnReport::End end) {
    constexpr std::array<std::string_view, 6> names{"answered", "random_move", "forfeited",
                                                    "flagged",  "stopped",     "unavailable"};
    return names[static_cast<std::size_t>(end)];
}

void write_members(JsonWriter& out, const TurnReport& report) {
    out.member("end", to_string(report.end));
    out.member("answer", report.answer);
    if (report.score) out.member("score", *report.score);
    if (report.depth) out.member("depth", *report.depth);
    out.member("time_ms", report.time.count());
    out.key("refusals");
    out.array([&] {
        for (const RejectedAnswer& refusal : report.refusals) write(out, refusal);
    });
    out.key("failure");
    write(out, report.error);
    out.key("exchanges");
    out.array([&] {
        for (const Exchange& exchange : report.exchanges) write(out, exchange);
    });
}

std::vector<std::string> offered_actions(const TableSeat& at) {
    auto actions = at.referee.actions(at.seat);
    std::erase_if(actions, [](const std::string& action) { return withheld_from(action); });
    return actions;
}

referee::Moment wall_clock() { return platform::system_clock().now(); }

TurnTaken take_turn(Player& player, const TableSeat& at, const TurnTerms& terms, const Now& now) {
    return TurnMaker(player, at, terms, now).taken();
}

}  // namespace arbiter::players
