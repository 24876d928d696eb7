#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/chess/board/board.hpp"

namespace arbiter::chess {

/// Why a side can or cannot checkmate by some series of legal moves, both sides helping.
enum class Proof : std::uint8_t {
    helpmate,   ///< it can: a line that ends in mate
    material,   ///< it cannot: no mate exists with such men
    wall,       ///< it cannot: no mate fits where the men can ever stand
    exhausted,  ///< it cannot: every line was played to its end
    none,       ///< neither was found within the bound stated in RULES.md
};

std::string_view to_string(Proof proof);

/// Whether a side can still checkmate, and the certificate.
struct Winnability {
    Proof proof;
    std::vector<Move> line;  ///< to the mate, with Proof::helpmate

    /// True also where nothing is proved: nobody is denied a win without a proof.
    bool can() const { return proof == Proof::helpmate || proof == Proof::none; }
};

/// FIDE 5.2.2 and 6.9: whether `color` can checkmate by any series of legal moves.
Winnability winnability(const Board& board, Color color);

/// Whether it is proved that `color` cannot checkmate. Never true without a proof.
bool cannot_checkmate(const Board& board, Color color);

/// Whether the material alone shows that neither side can checkmate.
bool both_lack_mating_material(const Board& board);

/// Whether it is proved that neither side can checkmate: a dead position. Asked after every move: a
/// position that shows no sign of being dead is answered in a few instructions. `before` is the
/// position before the move, if that was not proved to be dead.
bool is_dead(const Board& board, const Board* before = nullptr);

}  // namespace arbiter::chess
