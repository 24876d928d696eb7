#pragma once

#include <expected>
#include <string>

#include "core/backgammon/game.hpp"
#include "core/contract/document.hpp"

namespace arbiter::backgammon {

/// Comments and what cannot be played are written where they stood. A match that begins in the middle
/// of a game, or with automatic doubles, is `cannot_express`.
std::expected<std::string, Fault> write_mat(const Document<Game>& document);
inline std::expected<std::string, Fault> write_mat(const Game& game) {
    return write_mat(Document<Game>::of(game));
}

}  // namespace arbiter::backgammon
