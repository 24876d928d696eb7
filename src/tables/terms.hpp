#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/fault.hpp"
#include "core/contract/color.hpp"
#include "core/contract/game.hpp"

namespace arbiter::tables {

/// What was promised about a table's dice before the first roll.
struct DiceTerms {
    std::string commitment;           ///< the SHA-256 of the seed
    std::string nonce;                ///< from which the referee's secret makes the seed
    std::optional<std::string> seed;  ///< shown when the game is over
    /// A roll also depends on the move it follows. Tables of version 0.2.0 have it false.
    bool follow_moves = true;

    bool operator==(const DiceTerms&) const = default;
};

/// How long a move may take.
struct ClockTerms {
    static constexpr int days_max = 365;

    int days_per_move;     ///< 1 to `days_max`
    std::string moved_at;  ///< when the last move was made, or the table

    bool operator==(const ClockTerms&) const = default;
};

/// Whether the time was over at this moment.
bool is_late(const ClockTerms& clock, std::string_view now);

/// What holds for a table from its first day: table.json.
struct Terms {
    std::string id;
    std::string game;
    Options options;  ///< what `AnyGame::create` takes: rules and start
    PerColor<std::string> players;
    std::string created_at;
    std::optional<DiceTerms> dice;  ///< where the game has any
    std::optional<ClockTerms> clock{};
};

/// All faults, each at its JSON Pointer: those of every JSON format, `bad_id`, `unknown_game`,
/// `bad_hex`, `bad_date_time`, `empty_text`.
Reading<Terms> read_terms(std::string_view json);
std::string write_terms(const Terms& terms);

}  // namespace arbiter::tables
