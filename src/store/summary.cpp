#include "store/summary.hpp"

namespace arbiter::store {

namespace {

/// A server thinks about its own seats at once. When it died meanwhile, whoever sweeps finds the game
/// after this time.
constexpr auto thinking_time = std::chrono::seconds(15);

std::optional<referee::Moment> next_look(const referee::Referee& referee) {
    const auto deadline = referee.deadline();
    const auto seat = referee.awaited();
    if (!seat || referee.terms().seats[*seat].player.empty()) return deadline;
    const referee::Moment look = referee.updated_at() + thinking_time;
    return deadline ? std::min(*deadline, look) : look;
}

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
    if (const auto look = next_look(referee)) summary.deadline_ms = milliseconds(*look);
    return summary;
}

}  // namespace arbiter::store
