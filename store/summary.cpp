#include "store/summary.hpp"

namespace arbiter::store {

namespace {

std::int64_t milliseconds(referee::Moment moment) { return moment.time_since_epoch().count(); }

}  // namespace

Summary summary_of(const referee::Referee& referee) {
    const referee::Created& terms = referee.terms();
    const AnyGame& game = referee.game();

    Summary summary;
    summary.id = terms.id;
    summary.game = game.name();
    summary.white = terms.seats.white.name;
    summary.black = terms.seats.black.name;
    summary.is_public = !terms.watch_hash.has_value();
    summary.created_ms = milliseconds(referee.created_at());
    summary.updated_ms = milliseconds(referee.updated_at());
    summary.version = referee.version();
    summary.ply = game.event_count();
    summary.turn = to_string(game.turn());
    if (const auto& outcome = game.outcome()) {
        summary.result = to_string(outcome->result);
        if (outcome->winner) summary.winner = to_string(*outcome->winner);
        summary.reason = outcome->reason;
    }
    if (const auto deadline = referee.deadline()) summary.deadline_ms = milliseconds(*deadline);
    return summary;
}

}  // namespace arbiter::store
