#pragma once

#include "core/chess/board/generate.hpp"

namespace arbiter::chess {

/// Counts the replies to the quiet moves of a board without making them. What each part of the replies
/// depends on is a set of squares: a move that neither begins nor ends there leaves that part as it is.
/// Where moves leave every part, they are counted at once.
template <Color Us>
class Replies {
public:
    /// No piece of the other side may be pinned, nor its king in check.
    explicit Replies(const Board& board) : board_(board) {
        look_at_king_lines();
        look_at_pieces();
        look_around_king();
        count_all();
    }

    /// Those of the moves whose replies can be counted: they take nothing, and leave neither a check
    /// nor a pin.
    template <PieceType Type>
    Bitboard countable(Square from, Bitboard targets) const {
        if (unmasking_.contains(from)) return {};
        return targets & ~occupied_ & ~checks<Type>();
    }
    template <PieceType Type>
    std::uint64_t count(Square from, Bitboard targets) const {
        const Bitboard zone = slider_zone_ | pawn_zone_ | king_zone<Type>();
        const Bitboard changing = zone.contains(from) ? targets : targets & zone;
        std::uint64_t sum = unchanged(targets ^ changing);
        for (const Square to : changing) sum += count_after<Type>(from, to);
        return sum;
    }

    /// The same for pawns that go straight ahead. A double step must not be open to en passant.
    template <PawnStep Step>
    Bitboard countable_pawns(Bitboard targets) const {
        const Bitboard others = stepped<Step>(unmasking_) | checks<PieceType::pawn>();
        if constexpr (Step == PawnStep::two) {
            return targets & ~others & ~stepped<PawnStep::one>(pawn_prey_);
        }
        return targets & ~others;
    }
    template <PawnStep Step>
    std::uint64_t count_pawns(Bitboard targets) const {
        const Bitboard zone = slider_zone_ | pawn_zone_ | king_zone<PieceType::pawn>();
        const Bitboard changing = targets & (zone | stepped<Step>(zone));
        std::uint64_t sum = unchanged(targets ^ changing);
        for (const Square to : changing) {
            sum += count_after<PieceType::pawn>(square_at(index(to) - step_of(Step, Us)), to);
        }
        return sum;
    }

private:
    void count_all() {
        knights_ = knights();
        sliders_ = sliders(occupied_);
        pawns_ = pawns(occupied_);
        king_moves_ = king_moves(ours_, occupied_);
    }

    static constexpr Color them = opponent(Us);
    static constexpr Bitboard their_third_rank = board_of(relative(Rank::r3, them));

    static std::uint64_t size(Bitboard set) { return static_cast<std::uint64_t>(set.count()); }

    template <Color Side>
    static Bitboard ahead(Bitboard squares) {
        return shift < Side == Color::white ? Direction::north : Direction::south > (squares);
    }
    template <PawnStep Step>
    static Bitboard stepped(Bitboard squares) {
        const Bitboard once = ahead<Us>(squares);
        return Step == PawnStep::one ? once : ahead<Us>(once);
    }

    std::uint64_t unchanged(Bitboard moves) const {
        return size(moves) * (knights_ + sliders_ + pawns_ + king_moves_);
    }

    template <PieceType Type>
    std::uint64_t count_after(Square from, Square to) const {
        const Bitboard change = Bitboard(from) | to;
        const Bitboard occupied = occupied_ ^ change;
        std::uint64_t sum = knights_;
        sum += slider_zone_.intersects(change) ? sliders(occupied) : sliders_;
        sum += pawn_zone_.intersects(change) ? pawns(occupied) : pawns_;
        if (!king_zone<Type>().intersects(change)) return sum + king_moves_;
        Army ours = ours_;
        ours.template change<Type>(change);
        return sum + king_moves(ours, occupied);
    }

    // Checks and pins ------------------------------------------------------------------------------

    /// A piece of ours alone on a line to their king gives check when it leaves, or a pin if one of
    /// theirs stays.
    void look_at_king_lines() {
        const Bitboard snipers =
            (rook_rays(king_) & ours_.straight) | (bishop_rays(king_) & ours_.diagonal);
        for (const Square sniper : snipers) {
            const Bitboard line = between(king_, sniper) & occupied_;
            const Bitboard mask = line & board_.of(Us);
            if (!mask.several() && !(line ^ mask).several()) unmasking_ |= mask;
        }
        const auto without = [&](Bitboard seen) { return occupied_ ^ (seen & board_.of(them)); };
        rook_checks_ = rook_attacks(king_, occupied_);
        rook_checks_ |= rook_attacks(king_, without(rook_checks_));
        bishop_checks_ = bishop_attacks(king_, occupied_);
        bishop_checks_ |= bishop_attacks(king_, without(bishop_checks_));
    }

    /// Where a piece of ours gives check, or pins the one piece of theirs that is between.
    template <PieceType Type>
    Bitboard checks() const {
        if constexpr (Type == PieceType::knight) return knight_attacks(king_);
        if constexpr (Type == PieceType::pawn) return pawn_attacks(them, king_);
        if constexpr (Type == PieceType::bishop) return bishop_checks_;
        if constexpr (Type == PieceType::rook) return rook_checks_;
        if constexpr (Type == PieceType::queen) return rook_checks_ | bishop_checks_;
        return {};
    }

    // Pieces and pawns -----------------------------------------------------------------------------

    void look_at_pieces() {
        for (const Square from : theirs_.diagonal) slider_zone_ |= bishop_attacks(from, occupied_);
        for (const Square from : theirs_.straight) slider_zone_ |= rook_attacks(from, occupied_);
        const Bitboard once = ahead<them>(theirs_.pawns);
        pawn_prey_ = shift<Direction::east>(once) | shift<Direction::west>(once);
        pawn_zone_ = once | ahead<them>(once & their_third_rank) | pawn_prey_;
    }

    std::uint64_t knights() const {
        std::uint64_t sum = 0;
        for (const Square from : theirs_.knights) sum += size(knight_attacks(from) & targets_);
        return sum;
    }

    std::uint64_t sliders(Bitboard occupied) const {
        std::uint64_t sum = 0;
        for (const Square from : theirs_.diagonal)
            sum += size(bishop_attacks(from, occupied) & targets_);
        for (const Square from : theirs_.straight)
            sum += size(rook_attacks(from, occupied) & targets_);
        return sum;
    }

    std::uint64_t pawns(Bitboard occupied) const {
        constexpr Bitboard last_rank = board_of(relative(Rank::r8, them));
        const Bitboard before = ahead<them>(theirs_.pawns);
        const Bitboard once = before & ~occupied;
        const Bitboard twice = ahead<them>(once & their_third_rank) & ~occupied;
        const Bitboard prey = occupied & targets_;
        const Bitboard west = shift<Direction::west>(before) & prey;
        const Bitboard east = shift<Direction::east>(before) & prey;
        const std::uint64_t sum = size(once) + size(twice) + size(west) + size(east);
        if (!before.intersects(last_rank)) return sum;
        const std::uint64_t promotions =
            size(once & last_rank) + size(west & last_rank) + size(east & last_rank);
        return sum + (promotion_types.size() - 1) * promotions;
    }

    // The king -------------------------------------------------------------------------------------

    /// What must be empty, and what must be safe, to castle; nothing if the right is missing or a
    /// piece of theirs is in the way.
    struct Castling {
        Bitboard empty;
        Bitboard safe;

        bool is_open(Bitboard occupied) const { return safe.any() && !empty.intersects(occupied); }
    };

    void look_around_king() {
        king_targets_ = king_attacks(king_) & targets_;
        for (const Square rook : board_.castling_rooks& board_of(relative(Rank::r1, them))) {
            const Castling castling = castling_with(rook);
            if (castling.empty.intersects(board_.of(them))) continue;
            (king_ < rook ? kingside_ : queenside_) = castling;
        }
        const Bitboard needed = king_targets_ | kingside_.safe | queenside_.safe;
        king_zone_ = needed | kingside_.empty | queenside_.empty;
        for (const Square square : needed) {
            king_zone_ |= queen_attacks(square, occupied_ ^ king_);
            knights_near_ |= knight_attacks(square);
            pawns_near_ |= pawn_attacks(them, square);
            kings_near_ |= king_attacks(square);
        }
    }

    Castling castling_with(Square rook) const {
        const Wing wing = wing_of(king_, rook);
        const Square king_to = castled_king(them, wing);
        const Square rook_to = castled_rook(them, wing);
        const Bitboard path = between(king_, king_to) | king_to;
        const Bitboard empty = path | between(king_, rook) | between(rook, rook_to) | rook_to;
        return {empty & ~(Bitboard(king_) | rook), path};
    }

    template <PieceType Type>
    Bitboard king_zone() const {
        if constexpr (Type == PieceType::knight) return king_zone_ | knights_near_;
        if constexpr (Type == PieceType::pawn) return king_zone_ | pawns_near_;
        if constexpr (Type == PieceType::king) return king_zone_ | kings_near_;
        return king_zone_;
    }

    std::uint64_t king_moves(const Army& ours, Bitboard occupied) const {
        const bool kingside = kingside_.is_open(occupied);
        const bool queenside = queenside_.is_open(occupied);
        if (king_targets_.empty() && !kingside && !queenside) return 0;
        const Bitboard danger = ours.template attacked<Us>(occupied ^ king_);
        std::uint64_t sum = size(king_targets_ & ~danger);
        if (kingside && !kingside_.safe.intersects(danger)) ++sum;
        if (queenside && !queenside_.safe.intersects(danger)) ++sum;
        return sum;
    }

    const Board& board_;
    const Square king_ = board_.king(them);
    const Army ours_ = Army::of(board_, Us);
    const Army theirs_ = Army::of(board_, them);
    const Bitboard occupied_ = board_.occupied();
    const Bitboard targets_ = ~board_.of(them);

    Bitboard unmasking_;
    Bitboard rook_checks_;
    Bitboard bishop_checks_;
    Bitboard slider_zone_;
    Bitboard pawn_zone_;
    Bitboard pawn_prey_;
    Bitboard king_zone_;
    Bitboard knights_near_;  // where a knight of ours attacks a square that the king needs
    Bitboard pawns_near_;
    Bitboard kings_near_;
    Bitboard king_targets_;
    Castling kingside_;
    Castling queenside_;
    std::uint64_t knights_ = 0;
    std::uint64_t sliders_ = 0;
    std::uint64_t pawns_ = 0;
    std::uint64_t king_moves_ = 0;
};

}  // namespace arbiter::chess
