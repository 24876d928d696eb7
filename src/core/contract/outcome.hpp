/// How a game ended: the result, the winner and the reason are separate things.
///
/// ```cpp
/// #include "core/contract/outcome.hpp"
///
/// const Outcome outcome = Outcome::win(Color::white, "checkmate");
/// assert(outcome.winner == Color::white);
/// assert(sentence(outcome) == "White wins by checkmate");
/// ```
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/detail.hpp"
#include "core/contract/color.hpp"
#include "core/contract/effect.hpp"

namespace arbiter {

enum class GameResult : std::uint8_t {
    win,
    draw,
    no_result,  ///< void: abandoned, or a cycle under Japanese Go rules
};

constexpr std::string_view to_string(GameResult result) {
    switch (result) {
        case GameResult::win: return "win";
        case GameResult::draw: return "draw";
        case GameResult::no_result: return "no_result";
    }
    return {};
}

/// Reasons that several games share; each game has its own beside them.
namespace reasons {
inline constexpr std::string_view resignation = "resignation";
inline constexpr std::string_view time_forfeit = "time_forfeit";
inline constexpr std::string_view adjudication = "adjudication";
inline constexpr std::string_view abandoned = "abandoned";
inline constexpr std::string_view match_points = "match_points";  ///< a match of several games
inline constexpr std::string_view recorded_result = "recorded_result";  ///< no reason was given
}  // namespace reasons

/// How a game ended: what, who and why are separate things.
struct Outcome {
    GameResult result;
    std::optional<Color> winner;  ///< set exactly for a win
    std::string_view reason;      ///< a stable code of the game: "checkmate", "resignation"

    static constexpr Outcome win(Color winner, std::string_view reason) {
        return {GameResult::win, winner, reason};
    }
    static constexpr Outcome draw(std::string_view reason) {
        return {GameResult::draw, std::nullopt, reason};
    }

    bool operator==(const Outcome&) const = default;
};

/// How a game would end if the players agreed on it as it stands.
struct Provisional {
    Outcome outcome;
    Details data;          ///< what the game counts: {"score": "B+17.5", "dead": ["C3"]}
    std::string sentence;  ///< what is being agreed on, and the outcome
};

/// "White wins by checkmate", "Draw by threefold repetition".
std::string sentence(const Outcome& outcome);

/// "game_over" with result, winner and reason: the last effect of whatever ends a game.
Effect game_over_effect(const Outcome& outcome);

}  // namespace arbiter
