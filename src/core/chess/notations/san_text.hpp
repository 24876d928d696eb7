#pragma once

#include <expected>
#include <optional>
#include <string_view>
#include <variant>

#include "core/chess/board/board.hpp"

namespace arbiter::chess {

/// A move in algebraic notation as it stands on paper: what it says, not yet what it means.
struct SanMove {
    PieceType piece;
    std::optional<File> from_file;
    std::optional<Rank> from_rank;
    Square to;
    std::optional<PieceType> promotion;
};

/// Castling is its wing.
using SanText = std::variant<SanMove, Wing>;

/// The syntax of `read_san`. The error says in words what is wrong with the text.
std::expected<SanText, std::string_view> read_san_text(std::string_view text);

}  // namespace arbiter::chess
