#pragma once

#include <string>

#include "core/chess/formats/pgn.hpp"

namespace arbiter::chess {

/// PGN's export format: the seven tags first, lines of at most 79 characters, moves in SAN. Since no
/// comment can hold a closing brace, `)` is written for it.
std::string write_pgn(const PgnGame& game);

}  // namespace arbiter::chess
