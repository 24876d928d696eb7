#include "server/api/problem.hpp"

#include <algorithm>

#include "core/games/to_json.hpp"

namespace arbiter::server {

namespace {

/// A position can have thousands, which help nobody.
constexpr std::size_t legal_max = 400;

void write_some_legal(JsonWriter& out, const AnyGame& game, const NotationInfo& notation) {
    auto legal = *game.legal(notation.name);
    if (legal.size() > legal_max) legal.resize(legal_max);
    out.key("legal");
    write_moves(out, legal, notation);
}

}  // namespace

Problem unavailable(std::string_view why) { return problem(503, "store_unavailable", why); }

Problem not_stored(const NotStored& reason) {
    if (!reason.is_certain) {
        return problem(503, "outcome_unknown",
                       "it is not known whether the change was made: " + reason.sentence);
    }
    return unavailable("the change could not be stored and was not made: " + reason.sentence);
}

Problem too_many_events(std::size_t events_max) {
    return problem(422, "too_many_events",
                   "a game has at most " + std::to_string(events_max) + " events here");
}

Problem given_up() { return problem(503, "given_up", "nobody waits for the answer any more"); }

Response too_much_stored(std::chrono::milliseconds wait) {
    return slow_down("too_much_stored", "your games take too much room; wait a while", wait);
}

Problem refusal(const AnyGame& game, Rejection rejection, const NotationInfo& notation,
                const More& more) {
    const auto [code, data] = game.spelled(std::move(rejection), notation);
    return problem(422, code->name, sentence({code, data}), [&](JsonWriter& out) {
        out.member("kind", to_string(code->kind));
        out.key("data");
        arbiter::write(out, data);
        if (code->kind != RejectionKind::out_of_turn && code->kind != RejectionKind::game_over) {
            write_some_legal(out, game, notation);
        }
        if (more) more(out);
    });
}

Problem unreadable(std::string_view what, const Faults& faults) {
    const auto first = std::ranges::find(faults, Severity::error, &Fault::severity);
    const bool is_told = first != faults.end();
    const std::string_view code = is_told ? first->code : "unreadable";
    const std::string detail =
        std::string(what) + (is_told ? ": " + first->sentence : " cannot be read");
    return problem(422, code, detail, [&](JsonWriter& out) {
        out.key("faults");
        arbiter::write(out, faults);
    });
}

Problem unreadable(const Fault& fault) {
    Faults faults;
    faults.add(fault);
    return problem(422, fault.code, fault.sentence, [&](JsonWriter& out) {
        out.key("faults");
        arbiter::write(out, faults);
    });
}

}  // namespace arbiter::server
