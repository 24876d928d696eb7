#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/fault.hpp"
#include "core/chess/board/board.hpp"

namespace arbiter::chess {

/// Anything one can write down: not necessarily legal.
struct Setup {
    Board board;
    std::uint32_t halfmove_clock = 0;
    std::uint32_t fullmove_number = 1;

    /// The starting position of chess.
    static Setup standard();
    /// One of the 960 starting positions by its Scharnagl number, 0 to 959; 518 is chess itself.
    static Setup chess960(int number);

    bool operator==(const Setup&) const = default;
};

/// What a fault of a setup is about, so that each format can say where that stands in its text.
enum class Part : std::uint8_t {
    placement,
    turn,
    castling,
    en_passant,
    halfmove_clock,
    fullmove_number,
};

/// Translates a part, and the square if it is about one, to a place in some text.
using Locate = Place (*)(Part part, std::optional<Square> square);

/// A position that can be played from: FIDE's rules hold in it, though no game need lead there.
class Position {
public:
    /// Counters beyond this are refused when read; here they stop.
    static constexpr std::uint32_t counter_max = 1'000'000;

    /// The starting position of chess.
    static Position start();

    /// The only way from a setup to a position: all the faults, or none.
    static Reading<Position> from(const Setup& setup, Locate locate);

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
