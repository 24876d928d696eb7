#pragma once

#include <utility>

#include "core/chess/board.hpp"

namespace arbiter::chess {

/// What the compiler knows of a node: where it is told that there is no castling right or en passant
/// square, the generator has not one instruction for them.
struct Situation {
    Color us;
    bool en_passant;
    bool kingside;
    bool queenside;
};

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

/// Shows a visitor the legal moves of a board, as sets where they come as sets:
///
///     template <PieceType Type>              void piece(Square from, Bitboard targets);
///     template <PawnStep Step, Color Us>     void pawns(Bitboard targets);
///     template <PawnStep Step, Color Us>     void promotions(Bitboard targets);
///     void en_passant(Square from, Square to);
///     void castling(Square king, Square rook);
///
/// A visitor that only counts adds popcounts and never sees a single move.
template <Situation S, class Visitor>
class Generator {
public:
    Generator(const Board& board, Visitor& visitor) : board_(board), visitor_(visitor) {}

    void run() {
        find_checks_and_pins();
        king_moves();
        if (double_check_) return;
        targets_ = ~own_ & check_mask_;
        pawns();
        knights();
        sliders();
    }

private:
    static constexpr Color us = S.us;
    static constexpr Color them = opponent(us);

    const Board& board_;
    Visitor& visitor_;
    const Bitboard own_ = board_.of(us);
    const Bitboard enemy_ = board_.of(them);
    const Bitboard occupied_ = own_ | enemy_;
    const Square king_ = board_.king(us);

    bool double_check_ = false;
    Bitboard check_mask_ =
        Bitboard::all();      // where a move ends the check: all squares if there is none
    Bitboard straight_pins_;  // the lines from the king to its pinners, ranks and files
    Bitboard diagonal_pins_;  // the same on diagonals
    Bitboard targets_;        // where pieces other than the king may go

    Bitboard enemy(PieceType type) const { return enemy_ & board_.of(type); }
    Bitboard own(PieceType type) const { return own_ & board_.of(type); }
    Bitboard enemy_straight() const { return enemy(PieceType::rook) | enemy(PieceType::queen); }
    Bitboard enemy_diagonal() const { return enemy(PieceType::bishop) | enemy(PieceType::queen); }

    void add_checker(Bitboard line) {
        double_check_ = check_mask_ != Bitboard::all();
        check_mask_ = line;
    }

    /// Enemy sliders that would see the king on an empty board give check if nothing is between,
    /// and pin what stands between if that is a single piece of ours.
    Bitboard look_along(Bitboard snipers) {
        Bitboard pins;
        for (const Square sniper : snipers) {
            const Bitboard line = between(king_, sniper);
            const Bitboard blockers = line & occupied_;
            if (blockers.empty()) {
                add_checker(line | sniper);
            } else if (!blockers.several() && blockers.intersects(own_)) {
                pins |= line | sniper;
            }
        }
        return pins;
    }

    void find_checks_and_pins() {
        const Bitboard leapers = (pawn_attacks(us, king_) & enemy(PieceType::pawn)) |
                                 (knight_attacks(king_) & enemy(PieceType::knight));
        for (const Square leaper : leapers) add_checker(leaper);
        straight_pins_ = look_along(rook_rays(king_) & enemy_straight());
        diagonal_pins_ = look_along(bishop_rays(king_) & enemy_diagonal());
    }

    /// Every square the enemy attacks; our king does not shield the squares behind it.
    Bitboard attacked() const {
        const Bitboard enemy_pawns = enemy(PieceType::pawn);
        const Bitboard blockers = occupied_ ^ king_;
        Bitboard squares = king_attacks(board_.king(them));
        if constexpr (us == Color::white) {
            squares |= shift<Direction::south_west>(enemy_pawns) |
                       shift<Direction::south_east>(enemy_pawns);
        } else {
            squares |= shift<Direction::north_west>(enemy_pawns) |
                       shift<Direction::north_east>(enemy_pawns);
        }
        for (const Square from : enemy(PieceType::knight)) squares |= knight_attacks(from);
        for (const Square from : enemy_diagonal()) squares |= bishop_attacks(from, blockers);
        for (const Square from : enemy_straight()) squares |= rook_attacks(from, blockers);
        return squares;
    }

    /// The attacked squares cost more than all the rest: look for a place to go first.
    void king_moves() {
        const Bitboard king_targets = king_attacks(king_) & ~own_;
        const bool kingside = S.kingside && castling_path_free<Wing::kingside>();
        const bool queenside = S.queenside && castling_path_free<Wing::queenside>();
        if (king_targets.empty() && !kingside && !queenside) return;
        const Bitboard danger = attacked();
        visitor_.template piece<PieceType::king>(king_, king_targets & ~danger);
        if (kingside) castle<Wing::kingside>(danger);
        if (queenside) castle<Wing::queenside>(danger);
    }

    /// The castling rook on that side of the king: one square or none.
    template <Wing W>
    Bitboard castling_rook() const {
        const Bitboard rooks = board_.castling_rooks & board_of(relative(Rank::r1, us));
        const Bitboard west_of_king(Bitboard(king_).bits() - 1);
        return rooks & (W == Wing::kingside ? ~west_of_king : west_of_king);
    }

    /// FIDE 3.8.2.2: nothing stands between king and rook; in Chess960, nor where they arrive.
    template <Wing W>
    bool castling_path_free() const {
        constexpr Square king_to = castled_king(us, W);
        constexpr Square rook_to = castled_rook(us, W);
        if (castling_rook<W>().empty()) return false;
        const Square rook = castling_rook<W>().first();
        const Bitboard path = between(king_, king_to) | king_to | between(rook, rook_to) | rook_to |
                              between(king_, rook);
        return !path.intersects(occupied_ & ~(Bitboard(king_) | rook));
    }

    /// FIDE 3.8.2.1: the king is not in check, passes no attacked square and arrives on none. In
    /// Chess960 the rook may be all that shields the king on its way: then it is pinned.
    template <Wing W>
    void castle(Bitboard danger) {
        constexpr Square king_to = castled_king(us, W);
        const Square rook = castling_rook<W>().first();
        const Bitboard king_path = between(king_, king_to) | king_to | king_;
        if (king_path.intersects(danger) || straight_pins_.contains(rook)) return;
        visitor_.castling(king_, rook);
    }

    void knights() {
        for (const Square from : own(PieceType::knight) & ~(straight_pins_ | diagonal_pins_)) {
            visitor_.template piece<PieceType::knight>(from, knight_attacks(from) & targets_);
        }
    }

    /// A queen is a bishop and a rook. One that only counts need not be told which it sees.
    template <PieceType Type>
    void show_slider(Square from, Bitboard targets) {
        if constexpr (Visitor::tells_queens_apart) {
            if (board_.of(PieceType::queen).contains(from)) {
                return visitor_.template piece<PieceType::queen>(from, targets);
            }
        }
        visitor_.template piece<Type>(from, targets);
    }

    /// A piece pinned on a line may move along it. The other line of a rook on a pinning file is
    /// parallel to the king's rank, so one mask serves all straight pins; likewise the diagonals.
    void sliders() {
        const Bitboard queens = own(PieceType::queen);
        const Bitboard diagonal = (own(PieceType::bishop) | queens) & ~straight_pins_;
        const Bitboard straight = (own(PieceType::rook) | queens) & ~diagonal_pins_;
        for (const Square from : diagonal & ~diagonal_pins_) {
            show_slider<PieceType::bishop>(from, bishop_attacks(from, occupied_) & targets_);
        }
        for (const Square from : diagonal& diagonal_pins_) {
            show_slider<PieceType::bishop>(
                from, bishop_attacks(from, occupied_) & targets_ & diagonal_pins_);
        }
        for (const Square from : straight & ~straight_pins_) {
            show_slider<PieceType::rook>(from, rook_attacks(from, occupied_) & targets_);
        }
        for (const Square from : straight& straight_pins_) {
            show_slider<PieceType::rook>(from,
                                         rook_attacks(from, occupied_) & targets_ & straight_pins_);
        }
    }

    template <PawnStep Step>
    static Bitboard stepped(Bitboard pawns) {
        constexpr bool white = us == Color::white;
        if constexpr (Step == PawnStep::one) {
            return shift<white ? Direction::north : Direction::south>(pawns);
        } else if constexpr (Step == PawnStep::capture_west) {
            return shift<white ? Direction::north_west : Direction::south_west>(pawns);
        } else {
            static_assert(Step == PawnStep::capture_east);
            return shift<white ? Direction::north_east : Direction::south_east>(pawns);
        }
    }

    template <PawnStep Step>
    void show_pawns(Bitboard targets) {
        constexpr Bitboard last_rank = board_of(relative(Rank::r8, us));
        visitor_.template pawns<Step, us>(targets & ~last_rank);
        if (targets.intersects(last_rank)) {
            visitor_.template promotions<Step, us>(targets & last_rank);
        }
    }

    void pawns() {
        const Bitboard all = own(PieceType::pawn);
        const Bitboard free = all & ~(straight_pins_ | diagonal_pins_);
        const Bitboard on_straight = all & straight_pins_;
        const Bitboard on_diagonal = all & diagonal_pins_;
        const Bitboard vacant = ~occupied_;
        const Bitboard prey = enemy_ & check_mask_;

        const Bitboard once = (stepped<PawnStep::one>(free) |
                               (stepped<PawnStep::one>(on_straight) & straight_pins_)) &
                              vacant;
        const Bitboard twice =
            stepped<PawnStep::one>(once & board_of(relative(Rank::r3, us))) & vacant;
        show_pawns<PawnStep::one>(once & check_mask_);
        visitor_.template pawns<PawnStep::two, us>(twice & check_mask_);
        show_pawns<PawnStep::capture_west>(
            (stepped<PawnStep::capture_west>(free) |
             (stepped<PawnStep::capture_west>(on_diagonal) & diagonal_pins_)) &
            prey);
        show_pawns<PawnStep::capture_east>(
            (stepped<PawnStep::capture_east>(free) |
             (stepped<PawnStep::capture_east>(on_diagonal) & diagonal_pins_)) &
            prey);
        if constexpr (S.en_passant) en_passant(all);
    }

    /// Two pawns leave their squares at once, which no pin mask foresees: look at the king afterwards.
    void en_passant(Bitboard all) {
        for (const Square to : board_.en_passant) {
            const Square victim = square_at(index(to) - forward(us));
            for (const Square from : pawn_attacks(them, to) & all) {
                const Bitboard blockers = (occupied_ ^ from ^ victim) | to;
                const Bitboard attackers =
                    board_.attackers(king_, them, blockers) & ~Bitboard(victim);
                if (attackers.empty()) visitor_.en_passant(from, to);
            }
        }
    }
};

/// Shows `visitor` every legal move of the board, where `Us` is to move.
template <Color Us, class Visitor>
void visit_moves(const Board& board, Visitor& visitor) {
    constexpr Situation anything{Us, true, true, true};
    Generator<anything, Visitor>(board, visitor).run();
}

template <class Visitor>
void visit_moves(const Board& board, Visitor& visitor) {
    board.turn == Color::white ? visit_moves<Color::white>(board, visitor)
                               : visit_moves<Color::black>(board, visitor);
}

/// The same for a visitor so light that what a node does not have must cost nothing: one copy of the
/// generator for each combination of castling rights and en passant square.
template <Color Us, class Visitor>
void visit_moves_specialised(const Board& board, Visitor& visitor) {
    const Bitboard rooks = board.castling_rooks & board_of(relative(Rank::r1, Us));
    const Bitboard king = board.of(Us, PieceType::king);
    const unsigned number = (board.en_passant.any() ? 4U : 0U) |
                            (rooks.bits() > king.bits() ? 2U : 0U) |
                            ((rooks.bits() & (king.bits() - 1)) != 0 ? 1U : 0U);
    const auto run = [&]<unsigned N>() {
        constexpr Situation situation{Us, (N & 4) != 0, (N & 2) != 0, (N & 1) != 0};
        Visitor local = visitor;  // a counter then lives in a register
        Generator<situation, Visitor>(board, local).run();
        visitor = local;
    };
    switch (number) {
        case 0: return run.template operator()<0>();
        case 1: return run.template operator()<1>();
        case 2: return run.template operator()<2>();
        case 3: return run.template operator()<3>();
        case 4: return run.template operator()<4>();
        case 5: return run.template operator()<5>();
        case 6: return run.template operator()<6>();
        case 7: return run.template operator()<7>();
        default: std::unreachable();
    }
}

}  // namespace arbiter::chess
