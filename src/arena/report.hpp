#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/fault.hpp"
#include "core/contract/color.hpp"
#include "core/contract/outcome.hpp"

namespace arbiter::arena {

/// How one side of a game behaved. Sums over several games are of the same kind.
struct SideReport {
    std::uint64_t turns = 0;         ///< it was asked for
    std::uint64_t refusals = 0;      ///< answers that the referee turned down
    std::uint64_t random_moves = 0;  ///< made in its stead
    std::uint64_t exchanges = 0;     ///< questions that went over a wire
    std::uint64_t tokens_in = 0;
    std::uint64_t tokens_out = 0;
    double cost = 0;
    double time_ms = 0;      ///< thinking, of all turns
    double time_max_ms = 0;  ///< of one turn
    // As the analyst of the tournament judged it, if there is one.
    std::uint64_t decisions = 0;
    std::uint64_t blunders = 0;
    double loss = 0;  ///< of all decisions, in the unit of the analysis
    double luck = 0;  ///< in points of the result

    /// By a decision.
    double average_loss() const {
        return decisions == 0 ? 0 : loss / static_cast<double>(decisions);
    }
    SideReport& operator+=(const SideReport& other);
    bool operator==(const SideReport&) const = default;
};

/// A game that ended otherwise than over the board: it was lost, or is void.
struct Forfeit {
    Color by;
    std::string reason;    ///< "refused", "flagged", or the kind of a player's error: "crashed"
    std::string sentence;  ///< what happened
    bool operator==(const Forfeit&) const = default;
};

/// One game that was played to its end.
struct GameReport {
    std::size_t number = 0;
    PerColor<std::string> names;
    GameResult result = GameResult::no_result;
    std::optional<Color> winner;  ///< set exactly for a win
    std::string reason;           ///< "checkmate"
    std::optional<Forfeit> forfeit;
    /// Why it is void: the service behind a player did not serve. It can be played again.
    std::optional<Forfeit> failure;
    std::uint64_t stake = 1;  ///< points that the winner gets: in backgammon for money more than 1
    std::uint64_t plies = 0;  ///< events of the game, those of the opening included
    PerColor<SideReport> sides;
    PerColor<std::string> identities;  ///< what the players say they are
    std::string began;                 ///< "2026-11-16T09:30:00.250Z"
    std::string ended;
    std::string record;  ///< PGN, SGF or MAT

    /// 1, 1/2 or 0; nothing if the game is void.
    std::optional<double> points(Color color) const;
    /// The stake, won or lost; 0 for a draw or a void game.
    double net_points(Color color) const;
    /// The same less what the dice gave; nothing if nobody judged the game.
    std::optional<double> points_less_luck(Color color) const;
    bool operator==(const GameReport&) const = default;
};

/// One line.
std::string to_json(const GameReport& report);
/// The places of faults are JSON Pointers.
Reading<GameReport> read_report(std::string_view json);

}  // namespace arbiter::arena
