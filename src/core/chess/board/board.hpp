#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/chess/board/attacks.hpp"
#include "core/chess/board/bitboard.hpp"
#include "core/chess/board/move.hpp"
#include "core/chess/board/piece.hpp"

namespace arbiter::chess {

enum class Wing : std::uint8_t { kingside, queenside };

/// What FIDE 9.2.3 compares: the placement, the side to move, the castling rights and the square
/// that a double push has just passed over. A plain value of 88 bytes that may be invalid; a
/// `Position` never is.
class Board {
public:
    Color turn = Color::white;

    /// The rooks that may still castle, which covers Chess960 too.
    Bitboard castling_rooks;

    /// The skipped square after any double push, whether or not it can be taken; at most one square.
    Bitboard en_passant;

    Bitboard of(Color color) const { return colors_[static_cast<std::size_t>(color)]; }
    Bitboard of(PieceType type) const { return types_[static_cast<std::size_t>(type)]; }
    Bitboard of(Color color, PieceType type) const { return of(color) & of(type); }
    Bitboard occupied() const { return colors_[0] | colors_[1]; }

    /// That side must have a king.
    Square king(Color color) const { return of(color, PieceType::king).first(); }

    std::optional<Piece> at(Square square) const;
    /// A piece must stand there.
    PieceType type_at(Square square) const {
        std::size_t type = 0;
        while (!types_[type].contains(square)) ++type;
        return static_cast<PieceType>(type);
    }
    void put(Square square, Piece piece);
    void remove(Square square);
    /// The squares must be empty.
    void add(Bitboard squares, Piece piece) {
        types_[static_cast<std::size_t>(piece.type)] |= squares;
        colors_[static_cast<std::size_t>(piece.color)] |= squares;
    }

    /// The rook with which this side may castle on that wing: the right one stands outside the king.
    std::optional<Square> castling_rook(Color color, Wing wing) const;

    /// The pieces of `by` that attack `square` while `blockers` shut the lines.
    Bitboard attackers(Square square, Color by, Bitboard blockers) const;
    bool attacked(Square square, Color by) const { return attackers(square, by, occupied()).any(); }
    /// The pieces that give check to the side to move.
    Bitboard checkers() const { return attackers(king(turn), opponent(turn), occupied()); }

    /// The board after a legal move.
    Board after(Move move) const;

    /// The moves of the compile-time generator; `Type` is what stands on `to` afterwards.
    template <Color Us, PieceType Type>
    Board moved(Square from, Square to) const;
    /// The same onto an empty square.
    template <Color Us, PieceType Type>
    Board shifted(Square from, Square to) const;
    template <Color Us>
    Board pushed_twice(Square from, Square to) const;
    template <Color Us>
    Board promoted(Square from, Square to, PieceType type) const;
    template <Color Us>
    Board captured_en_passant(Square from, Square to) const;
    template <Color Us>
    Board castled(Square king, Square rook) const;

    bool operator==(const Board&) const = default;

private:
    std::array<Bitboard, 6> types_{};
    std::array<Bitboard, 2> colors_{};
};

/// Where king and rook stand after castling (FIDE 3.8.2; the same in Chess960).
constexpr Square castled_king(Color color, Wing wing) {
    return square_at(wing == Wing::kingside ? File::g : File::c, relative(Rank::r1, color));
}
constexpr Square castled_rook(Color color, Wing wing) {
    return square_at(wing == Wing::kingside ? File::f : File::d, relative(Rank::r1, color));
}
constexpr Wing wing_of(Square king, Square rook) {
    return king < rook ? Wing::kingside : Wing::queenside;
}

/// One step forward for a pawn.
constexpr int forward(Color color) { return color == Color::white ? 8 : -8; }

inline std::optional<Square> Board::castling_rook(Color color, Wing wing) const {
    const Bitboard rooks = castling_rooks & board_of(relative(Rank::r1, color));
    if (rooks.empty()) return std::nullopt;
    const Square outer = wing == Wing::kingside ? rooks.last() : rooks.first();
    if (wing_of(king(color), outer) != wing) return std::nullopt;
    return outer;
}

inline Bitboard Board::attackers(Square square, Color by, Bitboard blockers) const {
    const Bitboard diagonal = of(PieceType::bishop) | of(PieceType::queen);
    const Bitboard straight = of(PieceType::rook) | of(PieceType::queen);
    return ((pawn_attacks(opponent(by), square) & of(PieceType::pawn)) |
            (knight_attacks(square) & of(PieceType::knight)) |
            (king_attacks(square) & of(PieceType::king)) |
            (bishop_attacks(square, blockers) & diagonal) |
            (rook_attacks(square, blockers) & straight)) &
           of(by);
}

template <Color Us, PieceType Type>
Board Board::moved(Square from, Square to) const {
    constexpr auto us = static_cast<std::size_t>(Us);
    constexpr auto type = static_cast<std::size_t>(Type);
    const Bitboard departed = from;
    const Bitboard arrived = to;
    Board next;
    for (std::size_t i = 0; i < 6; ++i) next.types_[i] = types_[i] & ~arrived;
    next.types_[type] = (next.types_[type] & ~departed) | arrived;
    next.colors_[us] = colors_[us] ^ departed ^ arrived;
    next.colors_[1 - us] = colors_[1 - us] & ~arrived;
    next.castling_rooks = castling_rooks & ~arrived;
    if constexpr (Type == PieceType::king) {
        next.castling_rooks &= ~board_of(relative(Rank::r1, Us));
    } else if constexpr (Type == PieceType::rook) {
        next.castling_rooks &= ~departed;
    }
    next.turn = opponent(Us);
    return next;
}

template <Color Us, PieceType Type>
Board Board::shifted(Square from, Square to) const {
    const Bitboard change = Bitboard(from) | to;
    Board next = *this;
    next.types_[static_cast<std::size_t>(Type)] ^= change;
    next.colors_[static_cast<std::size_t>(Us)] ^= change;
    if constexpr (Type == PieceType::king) {
        next.castling_rooks &= ~board_of(relative(Rank::r1, Us));
    } else if constexpr (Type == PieceType::rook) {
        next.castling_rooks &= ~Bitboard(from);
    }
    next.en_passant = {};
    next.turn = opponent(Us);
    return next;
}

template <Color Us>
Board Board::pushed_twice(Square from, Square to) const {
    Board next = shifted<Us, PieceType::pawn>(from, to);
    next.en_passant = square_at((index(from) + index(to)) / 2);
    return next;
}

template <Color Us>
Board Board::promoted(Square from, Square to, PieceType type) const {
    Board next = moved<Us, PieceType::pawn>(from, to);
    next.types_[static_cast<std::size_t>(PieceType::pawn)] ^= to;
    next.types_[static_cast<std::size_t>(type)] |= to;
    return next;
}

template <Color Us>
Board Board::captured_en_passant(Square from, Square to) const {
    Board next = moved<Us, PieceType::pawn>(from, to);
    const Bitboard victim = square_at(index(to) - forward(Us));
    next.types_[static_cast<std::size_t>(PieceType::pawn)] ^= victim;
    next.colors_[1 - static_cast<std::size_t>(Us)] ^= victim;
    return next;
}

template <Color Us>
Board Board::castled(Square king, Square rook) const {
    const Wing wing = wing_of(king, rook);
    const Bitboard king_to = castled_king(Us, wing);
    const Bitboard rook_to = castled_rook(Us, wing);
    Board next = *this;
    auto& kings = next.types_[static_cast<std::size_t>(PieceType::king)];
    auto& rooks = next.types_[static_cast<std::size_t>(PieceType::rook)];
    auto& own = next.colors_[static_cast<std::size_t>(Us)];
    kings = kings ^ king ^ king_to;
    rooks = rooks ^ rook ^ rook_to;
    own = (own & ~(Bitboard(king) | rook)) | king_to | rook_to;
    next.castling_rooks &= ~board_of(relative(Rank::r1, Us));
    next.en_passant = {};
    next.turn = opponent(Us);
    return next;
}

}  // namespace arbiter::chess
