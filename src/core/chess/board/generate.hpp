#pragma once

#include "core/chess/board/board.hpp"

namespace arbiter::chess {

/// How a pawn goes forward.
enum class PawnStep : std::uint8_t { one, two, capture_west, capture_east };

/// From the square of departure to that of arrival, as a change of the square's index.
constexpr int step_of(PawnStep step, Color us) {
    switch (step) {
        case PawnStep::one: return forward(us);
        case PawnStep::two: return 2 * forward(us);
        case PawnStep::capture_west: return forward(us) - 1;
        case PawnStep::capture_east: return forward(us) + 1;
    }
    return 0;
}

/// The pieces of one side, sliders by the lines they move on.
struct Army {
    Bitboard pawns;
    Bitboard knights;
    Bitboard diagonal;
    Bitboard straight;
    Bitboard kings;

    static Army of(const Board& board, Color color) {
        const Bitboard all = board.of(color);
        const Bitboard queens = board.of(PieceType::queen);
        return {all & board.of(PieceType::pawn), all & board.of(PieceType::knight),
                all & (board.of(PieceType::bishop) | queens),
                all & (board.of(PieceType::rook) | queens), all & board.of(PieceType::king)};
    }

    /// A piece leaves one of the two squares and arrives on the other.
    template <PieceType Type>
    void change(Bitboard squares) {
        if constexpr (Type == PieceType::pawn) pawns ^= squares;
        if constexpr (Type == PieceType::knight) knights ^= squares;
        if constexpr (Type == PieceType::bishop || Type == PieceType::queen) diagonal ^= squares;
        if constexpr (Type == PieceType::rook || Type == PieceType::queen) straight ^= squares;
        if constexpr (Type == PieceType::king) kings ^= squares;
    }

    /// Every square that these pieces attack.
    template <Color Us>
    Bitboard attacked(Bitboard blockers) const {
        constexpr bool white = Us == Color::white;
        Bitboard squares = king_attacks(kings.first());
        squares |= shift<white ? Direction::north_west : Direction::south_west>(pawns) |
                   shift<white ? Direction::north_east : Direction::south_east>(pawns);
        for (const Square from : knights) squares |= knight_attacks(from);
        for (const Square from : diagonal) squares |= bishop_attacks(from, blockers);
        for (const Square from : straight) squares |= rook_attacks(from, blockers);
        return squares;
    }
};

/// What the enemy aims at the king of the side to move.
template <Color Us>
class Threats {
public:
    explicit Threats(const Board& board) : board_(board), king_(board.king(Us)) {
        const Bitboard enemy = board.of(opponent(Us));
        const Bitboard queens = board.of(PieceType::queen);
        const Bitboard leapers = ((pawn_attacks(Us, king_) & board.of(PieceType::pawn)) |
                                  (knight_attacks(king_) & board.of(PieceType::knight))) &
                                 enemy;
        for (const Square leaper : leapers) add_checker(leaper);
        straight_pins_ =
            look_along(rook_rays(king_) & (board.of(PieceType::rook) | queens) & enemy);
        diagonal_pins_ =
            look_along(bishop_rays(king_) & (board.of(PieceType::bishop) | queens) & enemy);
    }

    bool none() const { return !in_check() && (straight_pins_ | diagonal_pins_).empty(); }
    bool in_check() const { return check_mask_ != Bitboard::all(); }
    bool double_check() const { return double_check_; }
    /// Where a move ends the check: all squares if there is none.
    Bitboard check_mask() const { return check_mask_; }
    /// The lines from the king to its pinners: on ranks and files, and on diagonals.
    Bitboard straight_pins() const { return straight_pins_; }
    Bitboard diagonal_pins() const { return diagonal_pins_; }
    Bitboard pins() const { return straight_pins_ | diagonal_pins_; }

private:
    void add_checker(Bitboard line) {
        double_check_ = in_check();
        check_mask_ = line;
    }

    /// Enemy sliders that would see the king on an empty board give check if nothing is between,
    /// and pin what stands between if that is a single piece of ours.
    Bitboard look_along(Bitboard snipers) {
        Bitboard pins;
        for (const Square sniper : snipers) {
            const Bitboard line = between(king_, sniper);
            const Bitboard blockers = line & board_.occupied();
            if (blockers.empty()) {
                add_checker(line | sniper);
            } else if (!blockers.several() && blockers.intersects(board_.of(Us))) {
                pins |= line | sniper;
            }
        }
        return pins;
    }

    const Board& board_;
    Square king_;
    bool double_check_ = false;
    Bitboard check_mask_ = Bitboard::all();
    Bitboard straight_pins_;
    Bitboard diagonal_pins_;
};

/// Whether checks and pins restrict the moves. Most nodes have neither; the generator compiled for
/// them has no instruction for either.
enum class Freedom : std::uint8_t { full, limited };

/// Shows a visitor the legal moves of a board, as sets where they come as sets:
///
///     static constexpr bool tells_queens_apart;
///     template <PieceType Type>              void piece(Square from, Bitboard targets);
///     template <PawnStep Step, Color Us>     void pawns(Bitboard targets);
///     template <PawnStep Step, Color Us>     void promotions(Bitboard targets);
///     void en_passant(Square from, Square to);
///     void castling(Square king, Square rook);
///
/// A visitor that only counts adds popcounts and never sees a single move. Sets may be empty.
template <Color Us, Freedom F, class Visitor>
class Generator {
public:
    Generator(const Board& board, const Threats<Us>& threats, Visitor& visitor)
        : board_(board), threats_(threats), visitor_(visitor) {}

    void run() {
        king_moves();
        if (F == Freedom::limited && threats_.double_check()) return;
        all_pawns();
        knights();
        sliders();
    }

private:
    static constexpr Color them = opponent(Us);

    const Board& board_;
    const Threats<Us>& threats_;
    Visitor& visitor_;
    const Bitboard own_ = board_.of(Us);
    const Bitboard enemy_ = board_.of(them);
    const Bitboard occupied_ = own_ | enemy_;
    const Square king_ = board_.king(Us);

    Bitboard enemy(PieceType type) const { return enemy_ & board_.of(type); }
    Bitboard own(PieceType type) const { return own_ & board_.of(type); }
    Bitboard enemy_straight() const {
        return enemy_ & (board_.of(PieceType::rook) | board_.of(PieceType::queen));
    }
    Bitboard enemy_diagonal() const {
        return enemy_ & (board_.of(PieceType::bishop) | board_.of(PieceType::queen));
    }

    /// Every square the enemy attacks; our king does not shield the squares behind it.
    Bitboard attacked() const {
        return Army::of(board_, them).template attacked<them>(occupied_ ^ king_);
    }

    /// The same question for one square, with a look at the empty board before any at the tables.
    bool is_safe(Square to) const {
        const Bitboard leapers = (pawn_attacks(Us, to) & enemy(PieceType::pawn)) |
                                 (knight_attacks(to) & enemy(PieceType::knight)) |
                                 (king_attacks(to) & enemy(PieceType::king));
        if (leapers.any()) return false;
        const Bitboard blockers = occupied_ ^ king_;
        if (bishop_rays(to).intersects(enemy_diagonal()) &&
            bishop_attacks(to, blockers).intersects(enemy_diagonal())) {
            return false;
        }
        return !rook_rays(to).intersects(enemy_straight()) ||
               !rook_attacks(to, blockers).intersects(enemy_straight());
    }

    /// The attacked squares cost more than all the rest: look for places to go first.
    void king_moves() {
        const Bitboard targets = king_attacks(king_) & ~own_;
        const Bitboard rooks = castling_rooks();
        if ((targets | rooks).empty()) return;
        if (rooks.empty() && !targets.several()) {
            if (is_safe(targets.first())) visitor_.template piece<PieceType::king>(king_, targets);
            return;
        }
        const Bitboard danger = attacked();
        visitor_.template piece<PieceType::king>(king_, targets & ~danger);
        for (const Square rook : rooks) castle(rook, danger);
    }

    /// FIDE 3.8.2.2: the rooks with nothing between them and the king; in Chess960, nor where the two
    /// arrive.
    Bitboard castling_rooks() const {
        Bitboard able;
        for (const Square rook : board_.castling_rooks& board_of(relative(Rank::r1, Us))) {
            if (between(king_, rook).intersects(occupied_)) continue;
            const Wing wing = wing_of(king_, rook);
            const Square king_to = castled_king(Us, wing);
            const Square rook_to = castled_rook(Us, wing);
            const Bitboard path =
                between(king_, king_to) | king_to | between(rook, rook_to) | rook_to;
            if (!path.intersects(occupied_ & ~(Bitboard(king_) | rook))) able |= rook;
        }
        return able;
    }

    /// FIDE 3.8.2.1: the king is not in check, passes no attacked square and arrives on none. In
    /// Chess960 the rook may be all that shields the king on its way: then it is pinned.
    void castle(Square rook, Bitboard danger) {
        const Square king_to = castled_king(Us, wing_of(king_, rook));
        const Bitboard king_path = between(king_, king_to) | king_to | king_;
        if (king_path.intersects(danger) || threats_.straight_pins().contains(rook)) return;
        visitor_.castling(king_, rook);
    }

    /// Where pieces other than the king may go.
    Bitboard targets() const { return F == Freedom::full ? ~own_ : ~own_ & threats_.check_mask(); }

    static Bitboard unless_pinned(Bitboard pieces, Bitboard pins) {
        return F == Freedom::full ? pieces : pieces & ~pins;
    }

    void knights() {
        for (const Square from : unless_pinned(own(PieceType::knight), threats_.pins())) {
            visitor_.template piece<PieceType::knight>(from, knight_attacks(from) & targets());
        }
    }

    /// A queen moves as a bishop and as a rook. A visitor that only counts takes her as both.
    template <PieceType Type>
    void show_slider(Square from, Bitboard to) {
        if constexpr (Visitor::tells_queens_apart) {
            if (board_.of(PieceType::queen).contains(from)) {
                return visitor_.template piece<PieceType::queen>(from, to);
            }
        }
        visitor_.template piece<Type>(from, to);
    }

    /// A piece pinned on a line may move along it. The other line of a rook on a pinning file is
    /// parallel to the king's rank, so one mask serves all straight pins; likewise the diagonals.
    void sliders() {
        const Bitboard queens = board_.of(PieceType::queen);
        const Bitboard diagonal = own_ & (board_.of(PieceType::bishop) | queens);
        const Bitboard straight = own_ & (board_.of(PieceType::rook) | queens);
        for (const Square from : unless_pinned(diagonal, threats_.straight_pins())) {
            show_slider<PieceType::bishop>(from, bishop_attacks(from, occupied_) & targets() &
                                                     line_of(from, threats_.diagonal_pins()));
        }
        for (const Square from : unless_pinned(straight, threats_.diagonal_pins())) {
            show_slider<PieceType::rook>(from, rook_attacks(from, occupied_) & targets() &
                                                   line_of(from, threats_.straight_pins()));
        }
    }

    /// What a pin leaves to the piece on `from`.
    static Bitboard line_of(Square from, Bitboard pins) {
        if constexpr (F == Freedom::full) return Bitboard::all();
        return pins.contains(from) ? pins : Bitboard::all();
    }

    template <PawnStep Step>
    static Bitboard stepped(Bitboard pawns) {
        constexpr bool white = Us == Color::white;
        if constexpr (Step == PawnStep::one) {
            return shift<white ? Direction::north : Direction::south>(pawns);
        } else if constexpr (Step == PawnStep::capture_west) {
            return shift<white ? Direction::north_west : Direction::south_west>(pawns);
        } else {
            static_assert(Step == PawnStep::capture_east);
            return shift<white ? Direction::north_east : Direction::south_east>(pawns);
        }
    }

    /// Where all pawns arrive with one step; those pinned on `pins` only along them.
    template <PawnStep Step>
    Bitboard arrivals(Bitboard pins) const {
        const Bitboard all = own(PieceType::pawn);
        if constexpr (F == Freedom::full) return stepped<Step>(all);
        return stepped<Step>(all & ~threats_.pins()) | (stepped<Step>(all & pins) & pins);
    }

    /// Whether a pawn stands one step from the last rank.
    enum class Promoting : std::uint8_t { none, some };

    template <PawnStep Step, Promoting P>
    void show_pawns(Bitboard to) {
        if constexpr (P == Promoting::some) {
            constexpr Bitboard last_rank = board_of(relative(Rank::r8, Us));
            visitor_.template pawns<Step, Us>(to & ~last_rank);
            visitor_.template promotions<Step, Us>(to & last_rank);
        } else {
            visitor_.template pawns<Step, Us>(to);
        }
    }

    void all_pawns() {
        if (own(PieceType::pawn).intersects(board_of(relative(Rank::r7, Us)))) {
            pawns<Promoting::some>();
        } else {
            pawns<Promoting::none>();
        }
        if (board_.en_passant.any()) en_passant();
    }

    template <Promoting P>
    void pawns() {
        const Bitboard mask = F == Freedom::full ? Bitboard::all() : threats_.check_mask();
        const Bitboard vacant = ~occupied_;
        const Bitboard prey = enemy_ & mask;
        const Bitboard once = arrivals<PawnStep::one>(threats_.straight_pins()) & vacant;
        const Bitboard twice =
            stepped<PawnStep::one>(once & board_of(relative(Rank::r3, Us))) & vacant;
        const Bitboard west = arrivals<PawnStep::capture_west>(threats_.diagonal_pins()) & prey;
        const Bitboard east = arrivals<PawnStep::capture_east>(threats_.diagonal_pins()) & prey;
        show_pawns<PawnStep::one, P>(once & mask);
        visitor_.template pawns<PawnStep::two, Us>(twice & mask);
        show_pawns<PawnStep::capture_west, P>(west);
        show_pawns<PawnStep::capture_east, P>(east);
    }

    /// Two pawns leave their squares at once, which the pins do not cover: test the king afterwards.
    void en_passant() {
        const Square to = board_.en_passant.first();
        const Square victim = square_at(index(to) - forward(Us));
        for (const Square from : pawn_attacks(them, to) & own(PieceType::pawn)) {
            const Bitboard blockers = (occupied_ ^ from ^ victim) | to;
            const Bitboard attackers = board_.attackers(king_, them, blockers) & ~Bitboard(victim);
            if (attackers.empty()) visitor_.en_passant(from, to);
        }
    }
};

/// Kept out of line, so that the common case has the registers.
template <Color Us, class Visitor>
[[gnu::noinline]] void visit_limited(const Board& board, const Threats<Us>& threats,
                                     Visitor& visitor) {
    Generator<Us, Freedom::limited, Visitor>(board, threats, visitor).run();
}

/// Shows `visitor` every legal move of the board, where `Us` is to move. The visitor is copied and
/// copied back, so that a counter lives in a register meanwhile.
template <Color Us, class Visitor>
void visit_moves(const Board& board, const Threats<Us>& threats, Visitor& visitor) {
    if (!threats.none()) return visit_limited<Us>(board, threats, visitor);
    Visitor local = visitor;
    Generator<Us, Freedom::full, Visitor>(board, threats, local).run();
    visitor = local;
}

template <Color Us, class Visitor>
void visit_moves(const Board& board, Visitor& visitor) {
    visit_moves<Us>(board, Threats<Us>(board), visitor);
}

template <class Visitor>
void visit_moves(const Board& board, Visitor& visitor) {
    board.turn == Color::white ? visit_moves<Color::white>(board, visitor)
                               : visit_moves<Color::black>(board, visitor);
}

}  // namespace arbiter::chess
