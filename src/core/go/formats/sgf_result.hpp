#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/go/game.hpp"

/// SGF's RE.
namespace arbiter::go {

/// What a result says. Who wins or draws without R, T or F does so for a `recorded_result`.
struct ToldResult {
    Outcome outcome;
    std::optional<HalfPoints> margin;  ///< where one is told in half points
};

/// "B+3.5", "W+Resign", "0", "Draw", "Void" in any case; nothing for "?" and what nobody understands.
std::optional<ToldResult> result_told(std::string_view text);
/// "?" or nothing at all.
bool is_open_result(std::string_view text);

/// How the game as it stands would be written; empty while it goes on.
std::string result_text(const Game& game);

/// Whether a result is that of the game, which is over, or that of the score.
bool agrees(const ToldResult& told, const Game& game);
bool agrees(const ToldResult& told, const Score& score);

/// Whether these words say all that `result_text` would, and more: a margin, or an open question.
bool says_more(std::string_view text, const Game& game);

}  // namespace arbiter::go
