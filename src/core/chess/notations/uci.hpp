#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/chess/rules.hpp"
#include "core/chess/setup.hpp"

namespace arbiter::chess {

/// e2e4, e7e8q; castling is e1g1, or e1h1 (king takes rook) in Chess960.
std::string write_uci(Move move, Variant variant);
/// Syntax only; upper-case letters and a dash or `x` between the squares are read too. Both squares
/// are in the same case: "B3c4" is a bishop's move in SAN.
std::optional<WrittenMove> read_uci(std::string_view text);

}  // namespace arbiter::chess
