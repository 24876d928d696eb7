#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "players/player.hpp"
#include "referee/referee.hpp"

/// One turn of a player at a referee's table. Whoever runs games, a server or an arena, does it in
/// this loop:
///
///     while (const auto seat = referee.awaited()) {
///         TurnTaken taken = take_turn(*player[*seat], {referee, *seat}, terms);
///         if (!taken.decision) break;                    // the player was stopped
///         ... write down taken.decision->events and taken.report ...
///         referee = taken.decision->after;
///     }
namespace arbiter::players {

/// What is done for a player that has used up its chances or gives no answer at all.
enum class LastResort : std::uint8_t { forfeit, random_move };
std::string_view to_string(LastResort resort);  ///< "forfeit", "random"
std::optional<LastResort> last_resort_named(std::string_view name);

/// What is done where the service behind a player does not serve (`PlayerError::unavailable`).
enum class OnFailure : std::uint8_t {
    leave,    ///< nothing is decided: whoever runs the game makes it void, or waits
    forfeit,  ///< as if the player gave no answer
};

struct TurnTerms {
    int chances = 3;  ///< how many answers are looked at in one turn
    OnFailure on_failure = OnFailure::forfeit;
    LastResort last_resort = LastResort::forfeit;
    Budget budget{};
    std::uint64_t seed = 0;  ///< of the random moves
};

/// How a turn came about: everything that was asked and answered.
struct TurnReport {
    enum class End : std::uint8_t {
        answered,     ///< by the player
        random_move,  ///< in its stead
        forfeited,    ///< it resigned, or was made to
        flagged,      ///< its time ran out meanwhile
        stopped,      ///< by `Player::stop`: nothing was decided
        unavailable,  ///< nothing was decided, as `OnFailure::leave` has it
    };
    End end = End::answered;
    std::string answer;        ///< what the referee accepted; empty if nothing
    std::optional<int> score;  ///< what the player said with that, as in `Choice`
    std::optional<int> depth;
    std::vector<RejectedAnswer> refusals;
    std::vector<Exchange> exchanges;
    std::optional<PlayerError> error;  ///< its exchanges are among those above
    std::chrono::milliseconds time{};
};
std::string_view to_string(TurnReport::End end);

/// The members end, answer, score, depth, time_ms, refusals, failure and exchanges, for logs and reports.
void write_members(JsonWriter& out, const TurnReport& report);

struct TurnTaken {
    /// Nothing if the player was stopped, or unavailable.
    std::optional<referee::Referee::Decision> decision;
    TurnReport report;
};

struct TableSeat {
    const referee::Referee& referee;
    Color seat;
    /// The same referee, if it may become that of the decision, which saves a copy of the game.
    referee::Referee* own = nullptr;
};

/// What a player is offered beside moves: not what is for people alone.
std::vector<std::string> offered_actions(const TableSeat& at);

using Now = std::function<referee::Moment()>;
referee::Moment wall_clock();

/// Asks until the referee accepts an answer; each refusal is told with the next question. `now` says
/// when an answer arrived.
TurnTaken take_turn(Player& player, const TableSeat& at, const TurnTerms& terms,
                    const Now& now = wall_clock);

}  // namespace arbiter::players
