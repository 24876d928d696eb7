#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/chess/game.hpp"
#include "core/chess/notations/fen.hpp"

/// A position in FEN as a format of games.
namespace arbiter::chess {

/// Whether the first word is ranks of letters and digits. A FEN with a fault may have too few of them.
bool begins_with_placement(std::string_view text);
bool looks_like_fen(std::string_view text);
/// Something with slashes, whatever stands between them.
bool resembles_fen(std::string_view text);
Reading<Game> read_fen_game(std::string_view text, const Options& options);
template <FenDialect Dialect>
std::expected<std::string, Fault> write_fen_game(const Game& game) {
    return write_fen(game.position(), Dialect);
}

}  // namespace arbiter::chess
