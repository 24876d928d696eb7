#include "core/chess/board/reach.hpp"

#include <algorithm>

namespace arbiter::chess {

namespace {

Bitboard attacks_of(Piece piece, Square from, Bitboard blockers) {
    switch (piece.type) {
        case PieceType::pawn: return pawn_attacks(piece.color, from);
        case PieceType::knight: return knight_attacks(from);
        case PieceType::bishop: return bishop_attacks(from, blockers);
        case PieceType::rook: return rook_attacks(from, blockers);
        case PieceType::queen: return queen_attacks(from, blockers);
        case PieceType::king: return king_attacks(from);
    }
    return {};
}

Bitboard one_step(Color color, Bitboard pawns) {
    return color == Color::white ? shift<Direction::north>(pawns) : shift<Direction::south>(pawns);
}

}  // namespace

/// Castling rights and an en passant square on the given board are not handled: they are rare where
/// pawns are locked, and each would need a rule of its own.
Reach::Reach(const Board& board)
    : rooted_(board.occupied()), unbounded_(board.castling_rooks.any() || board.en_passant.any()) {
    for (const Square home : board.occupied()) {
        men_[count_++] = {*board.at(home), home, home, false};
    }
    grow_all();
}

const Reach::Man& Reach::king(Color color) const {
    return *std::ranges::find(men(), Piece{color, PieceType::king}, &Man::piece);
}

/// Until nothing grows any more. Suppose a game from here in which some move is the first to leave
/// these sets: at that moment every rooted man still stands at home and every other man within its
/// reach, and `grow` covers any move from such a placement. So there is no such game.
void Reach::grow_all() {
    for (bool grown = true; grown && !unbounded_;) {
        grown = false;
        for (Man& man : men()) grown |= grow(man);
    }
}

bool Reach::grow(Man& man) {
    const Color color = man.piece.color;
    const Bitboard hits = captures(man);
    bool grown = false;
    Bitboard prey;
    for (Man& other : men()) {
        if (other.piece.color == color || other.piece.type == PieceType::king) continue;
        prey |= other.reach;
        if (other.reach.intersects(hits)) grown |= settle(other, other.reach, true);
    }
    const bool is_pawn = man.piece.type == PieceType::pawn;
    const Bitboard moves = is_pawn ? pushes(man) | (hits & prey) : hits & ~rooted_;
    return settle(man, man.reach | moves, man.may_fall) || grown;
}

/// Records what may become of a man. True if that is more than was known.
bool Reach::settle(Man& man, Bitboard reach, bool may_fall) {
    if (reach == man.reach && may_fall == man.may_fall) return false;
    man.reach = reach;
    man.may_fall = may_fall;
    rooted_ &= ~Bitboard(man.home);
    const Bitboard last_rank = board_of(relative(Rank::r8, man.piece.color));
    unbounded_ |= man.piece.type == PieceType::pawn && reach.intersects(last_rank);
    return true;
}

/// Only rooted men are sure to stand in the way.
Bitboard Reach::attacked_by(const Man& man) const {
    Bitboard squares;
    for (const Square from : man.reach) squares |= attacks_of(man.piece, from, rooted_);
    return squares;
}

Bitboard Reach::captures(const Man& man) const {
    const Bitboard attacked = attacked_by(man);
    if (man.piece.type != PieceType::king) return attacked;
    return attacked & ~guarded(opponent(man.piece.color));
}

/// A pawn never gets between an enemy pawn that keeps to its file and where that one stands now: it
/// could not have passed it, and had it captured its way in there, it could have captured that pawn.
/// (A double push is two single ones.)
Bitboard Reach::pushes(const Man& pawn) const {
    const Color color = pawn.piece.color;
    return one_step(color, pawn.reach) & ~(rooted_ | file_keepers(opponent(color)));
}

/// The homes of this side's pawns that never capture and never fall.
Bitboard Reach::file_keepers(Color color) const {
    Bitboard homes;
    for (const Man& man : men()) {
        const bool keeps_file = (man.reach & ~board_of(file_of(man.home))).empty();
        if (man.piece == Piece{color, PieceType::pawn} && keeps_file && !man.may_fall) {
            homes |= man.home;
        }
    }
    return homes;
}

/// The squares that this side's rooted men attack for ever: of a rook's, bishop's or queen's lines
/// only the first squares, which nothing can shut off.
Bitboard Reach::guarded(Color color) const {
    Bitboard squares;
    for (const Man& man : men()) {
        if (man.piece.color != color || !rooted_.contains(man.home)) continue;
        squares |= attacks_of(man.piece, man.home, Bitboard::all());
    }
    return squares;
}

/// In a checkmate a man other than the king gives check, and each square beside the mated king that
/// it could ever go to is attacked, by the other king or another man, or blocked by its own men.
bool Reach::may_checkmate(Color color) const {
    if (unbounded_) return true;
    Bitboard attacked;
    for (const Man& man : men()) {
        if (man.piece.color == color && man.piece.type != PieceType::king) {
            attacked |= attacked_by(man);
        }
    }
    const Bitboard victim_reach = king(opponent(color)).reach;
    const Bitboard checked = victim_reach & attacked;
    for (const Square victim : checked) {
        const Bitboard flights = king_attacks(victim) & victim_reach & ~attacked;
        for (const Square hunter : king(color).reach & ~(king_attacks(victim) | victim)) {
            if (may_block(opponent(color), flights & ~king_attacks(hunter))) return true;
        }
    }
    return false;
}

/// Whether this side has a man for each of these squares, judged by their number.
bool Reach::may_block(Color color, Bitboard squares) const {
    const auto blockers = std::ranges::count_if(men(), [&](const Man& man) {
        return man.piece.color == color && man.piece.type != PieceType::king &&
               man.reach.intersects(squares);
    });
    return blockers >= squares.count();
}

}  // namespace arbiter::chess
