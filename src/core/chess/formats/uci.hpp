#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/chess/game.hpp"

/// The command that sets up an engine: `position startpos moves e2e4 e7e5`.
namespace arbiter::chess {

bool looks_like_uci(std::string_view text);
/// In upper case, or from the word `fen` on.
bool resembles_uci(std::string_view text);
Reading<Game> read_uci_game(std::string_view text, const Options& options);
std::expected<std::string, Fault> write_uci_game(const Game& game);

}  // namespace arbiter::chess
