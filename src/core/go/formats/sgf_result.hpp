#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/go/game.hpp"

/// SGF's RE.
namespace arbiter::go {

/// A result. Without R, T or F the reason is `recorded_result`.
struct ToldResult {
    Outcome outcome;
    std::optional<HalfPoints> margin;  ///< if it is a whole or half number
};

/// "B+3.5", "W+Resign", "0", "Draw", "Void", in upper or lower case; nothing for "?" and other texts.
std::optional<ToldResult> result_told(std::string_view text);
/// "?" or empty.
bool is_open_result(std::string_view text);

/// The result of the game; empty if it is not over.
std::string result_text(const Game& game);

/// Whether a result is that of the game, which is over, or of the score.
bool agrees(const ToldResult& told, const Game& game);
bool agrees(const ToldResult& told, const Score& score);

/// Whether the text says more than `result_text`: a margin, or that the result is open.
bool says_more(std::string_view text, const Game& game);

}  // namespace arbiter::go
