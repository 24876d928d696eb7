#include "core/chess/board/board.hpp"

namespace arbiter::chess {

namespace {

/// By color and type. g++ would otherwise write a piece byte by byte, and wait until it can read both at once.
constexpr auto piece_table = [] {
    std::array<std::array<Piece, all_piece_types.size()>, 2> all{};
    for (const Color color : {Color::white, Color::black}) {
        for (const PieceType type : all_piece_types) {
            all[static_cast<std::size_t>(color)][static_cast<std::size_t>(type)] = {color, type};
        }
    }
    return all;
}();

template <Color Us>
Board after_normal(const Board& board, Square from, Square to, PieceType type) {
    switch (type) {
        case PieceType::pawn:
            if (index(to) - index(from) == 2 * forward(Us)) return board.pushed_twice<Us>(from, to);
            return board.moved<Us, PieceType::pawn>(from, to);
        case PieceType::knight: return board.moved<Us, PieceType::knight>(from, to);
        case PieceType::bishop: return board.moved<Us, PieceType::bishop>(from, to);
        case PieceType::rook: return board.moved<Us, PieceType::rook>(from, to);
        case PieceType::queen: return board.moved<Us, PieceType::queen>(from, to);
        case PieceType::king: return board.moved<Us, PieceType::king>(from, to);
    }
    return board;
}

template <Color Us>
Board after_move(const Board& board, Move move) {
    switch (move.kind()) {
        case Move::Kind::promotion:
            return board.promoted<Us>(move.from(), move.to(), *move.promotion());
        case Move::Kind::en_passant: return board.captured_en_passant<Us>(move.from(), move.to());
        case Move::Kind::castling: return board.castled<Us>(move.from(), move.to());
        case Move::Kind::normal: break;
    }
    return after_normal<Us>(board, move.from(), move.to(), board.type_at(move.from()));
}

}  // namespace

std::optional<Piece> Board::at(Square square) const {
    if (!occupied().contains(square)) return std::nullopt;
    const auto& pieces = piece_table[of(Color::white).contains(square) ? 0 : 1];
    for (std::size_t type = 0; type < pieces.size(); ++type) {
        if (types_[type].contains(square)) return pieces[type];
    }
    return std::nullopt;
}

void Board::put(Square square, Piece piece) {
    remove(square);
    types_[static_cast<std::size_t>(piece.type)] |= square;
    colors_[static_cast<std::size_t>(piece.color)] |= square;
}

void Board::remove(Square square) {
    for (Bitboard& set : types_) set &= ~Bitboard(square);
    for (Bitboard& set : colors_) set &= ~Bitboard(square);
}

Board Board::after(Move move) const {
    return turn == Color::white ? after_move<Color::white>(*this, move)
                                : after_move<Color::black>(*this, move);
}

}  // namespace arbiter::chess
