#pragma once

#include <cstdint>

#include "core/base/fault.hpp"
#include "core/chess/setup.hpp"

namespace arbiter::chess {

/// A playable position: FIDE's rules can be applied, though it need not be reachable in a game.
class Position {
public:
    /// Larger counters are refused when read; in play they stop here.
    static constexpr std::uint32_t counter_max = 1'000'000;

    /// The starting position of chess.
    static Position start();

    /// The only way from a setup to a position: all the faults, or none.
    static Reading<Position> from(const Setup& setup, const Locate& locate);

    const Board& board() const { return setup_.board; }
    Color turn() const { return setup_.board.turn; }
    /// Half-moves since the last capture or pawn move.
    std::uint32_t halfmove_clock() const { return setup_.halfmove_clock; }
    std::uint32_t fullmove_number() const { return setup_.fullmove_number; }
    const Setup& setup() const { return setup_; }
    bool in_check() const { return board().checkers().any(); }

    /// PolyGlot's key, kept up move by move.
    std::uint64_t key() const { return key_; }
    /// The same from scratch.
    std::uint64_t recomputed_key() const;

    /// The position after a legal move.
    Position after(Move move) const;
    /// The position if the side to move could pass, for programs that search; it must not be in
    /// check. No move of chess leads there.
    Position after_pass() const;

    bool operator==(const Position&) const = default;

private:
    explicit Position(const Setup& setup) : setup_(setup), key_(recomputed_key()) {}
    Position(const Setup& setup, std::uint64_t key) : setup_(setup), key_(key) {}

    Setup setup_;
    std::uint64_t key_;
};

}  // namespace arbiter::chess
