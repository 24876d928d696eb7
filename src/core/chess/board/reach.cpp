#include "core/chess/board/reach.hpp"

#include <algorithm>
#include <bit>

namespace arbiter::chess {

namespace {

Bitboard attacks_of(Piece piece, Square from, Bitboard blockers) {
    return piece.type == PieceType::pawn ? pawn_attacks(piece.color, from)
                                         : officer_attacks(piece.type, from, blockers);
}

/// A promoted pawn is taken for queen and knight at once.
Bitboard attacks_of_promoted(Square from, Bitboard blockers) {
    return queen_attacks(from, blockers) | knight_attacks(from);
}

Bitboard one_step(Color color, Bitboard pawns) {
    return color == Color::white ? shift<Direction::north>(pawns) : shift<Direction::south>(pawns);
}

}  // namespace

Reach::Reach(const Board& board)
    : rooted_(board.occupied()), castling_rooks_(board.castling_rooks) {
    for (const Square home : board.occupied()) {
        men_[count_++] = {.piece = *board.at(home), .home = home, .reach = home};
    }
    if (board.en_passant.any()) add_en_passant(board);
    grow_all();
    for (Man& man : men()) attacked_by(man);
}

const Reach::Man& Reach::king(Color color) const {
    return *std::ranges::find(men(), Piece{color, PieceType::king}, &Man::piece);
}

/// Where castling may ever take this man: nothing rooted stands between king and rook.
Bitboard Reach::castled(const Man& man) const {
    Bitboard squares;
    const Color color = man.piece.color;
    const Square king_home = king(color).home;
    for (const Square rook : castling_rooks_& board_of(relative(Rank::r1, color))) {
        if (between(king_home, rook).intersects(rooted_)) continue;
        const Wing wing = wing_of(king_home, rook);
        if (man.home == king_home) squares |= castled_king(color, wing);
        if (man.home == rook) squares |= castled_rook(color, wing);
    }
    return squares;
}

/// The capture that is pending; later ones are covered by the two single steps of a double push.
void Reach::add_en_passant(const Board& board) {
    const Square passed = board.en_passant.first();
    const Square victim = square_at(index(passed) - forward(board.turn));
    const Bitboard takers =
        pawn_attacks(opponent(board.turn), passed) & board.of(board.turn, PieceType::pawn);
    for (Man& man : men()) {
        Man after = man;
        if (takers.contains(man.home)) after.reach |= passed;
        after.may_fall = man.home == victim;
        settle(man, after);
    }
}

/// Until nothing grows any more. Suppose a game from here in which some move is the first to leave
/// these sets: at that moment every rooted man still stands at home and every other man within its
/// reach, and `grow` covers any move from such a placement. So there is no such game.
void Reach::grow_all() {
    for (bool grown = true; grown;) {
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
        prey |= other.squares();
        if (!other.may_fall && other.squares().intersects(hits)) {
            Man fallen = other;
            fallen.may_fall = true;
            grown |= settle(other, fallen);
        }
    }
    Man next = man;
    if (man.piece.type == PieceType::pawn) {
        const Bitboard last_rank = board_of(relative(Rank::r8, color));
        Bitboard taken;
        for (const Square from : man.reach) taken |= pawn_attacks(color, from);
        next.reach |= pushes(man) | (taken & prey);
        next.promoted |= next.reach & last_rank;
        if (man.promoted.any()) next.promoted |= hits & ~rooted_;
    } else {
        next.reach |= (hits & ~rooted_) | castled(man);
    }
    return settle(man, next) || grown;
}

/// Records what may become of a man. True if that is more than was known.
bool Reach::settle(Man& man, Man grown) {
    if (grown.reach == man.reach && grown.promoted == man.promoted &&
        grown.may_fall == man.may_fall) {
        return false;
    }
    man = grown;
    rooted_ &= ~Bitboard(man.home);
    return true;
}

Bitboard Reach::attacked_from(const Man& man, Square from, Bitboard blockers) const {
    Bitboard squares;
    if (man.reach.contains(from)) squares |= attacks_of(man.piece, from, blockers);
    if (man.promoted.contains(from)) squares |= attacks_of_promoted(from, blockers);
    return squares;
}

/// Only rooted men are sure to stand in the way. What was found is kept until one of them is not.
Bitboard Reach::attacked_by(Man& man) const {
    if (man.attacked_past != rooted_) man.attacked_from = {};
    if (man.attacked_from.empty()) man.attacked = {};
    for (const Square from : man.squares() & ~man.attacked_from)
        man.attacked |= attacked_from(man, from, rooted_);
    man.attacked_from = man.squares();
    man.attacked_past = rooted_;
    return man.attacked;
}

Bitboard Reach::captures(Man& man) const {
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

/// The homes of this side's pawns that never capture, never fall and never promote.
Bitboard Reach::file_keepers(Color color) const {
    Bitboard homes;
    for (const Man& man : men()) {
        const bool keeps_file = (man.reach & ~board_of(file_of(man.home))).empty();
        if (man.piece == Piece{color, PieceType::pawn} && keeps_file && !man.may_fall &&
            man.promoted.empty()) {
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
/// it could ever go to is attacked, by that man, the other king or another man, or blocked by its own
/// men.
bool Reach::may_checkmate(Color color) const {
    const Bitboard victim_reach = king(opponent(color)).reach;
    for (const Man& checker : men()) {
        if (checker.piece.color != color || checker.piece.type == PieceType::king) continue;
        Bitboard others;
        for (const Man& man : men()) {
            if (man.piece.color == color && man.piece.type != PieceType::king && &man != &checker)
                others |= man.attacked;
        }
        for (const Square victim : victim_reach& checker.attacked) {
            const Bitboard flights = king_attacks(victim) & victim_reach & ~others;
            for (const Square hunter : king(color).reach & ~(king_attacks(victim) | victim)) {
                if (may_check(checker, victim, flights & ~king_attacks(hunter))) return true;
            }
        }
    }
    return false;
}

/// Whether this man may give check from some square so that it also attacks these squares, or the
/// victim's own men block them. The victim does not shield the squares behind it.
bool Reach::may_check(const Man& checker, Square victim, Bitboard flights) const {
    const Color loser = opponent(checker.piece.color);
    if (may_block(loser, flights)) return true;
    const Bitboard blockers = rooted_ & ~Bitboard(victim);
    for (const Square from : checker.squares()) {
        const Bitboard attacked = attacked_from(checker, from, blockers);
        if (attacked.contains(victim) && may_block(loser, flights & ~attacked)) return true;
    }
    return false;
}

/// Whether this side has a man for each of these squares, judged by their number.
bool Reach::may_block(Color color, Bitboard squares) const {
    if (squares.empty()) return true;
    Bitboard covered;
    int blockers = 0;
    for (const Man& man : men()) {
        if (man.piece.color != color || man.piece.type == PieceType::king) continue;
        const Bitboard blocked = man.squares() & squares;
        covered |= blocked;
        blockers += blocked.any() ? 1 : 0;
    }
    return covered == squares && blockers >= squares.count();
}

}  // namespace arbiter::chess
