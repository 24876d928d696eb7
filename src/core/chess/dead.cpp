#include "core/chess/dead.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <functional>
#include <optional>

#include "core/base/interruption.hpp"
#include "core/chess/board/perft.hpp"
#include "core/chess/board/reach.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::chess {

namespace {

/// The positions after which a search gives up, when it is asked for (16 MB at most) and after a move
/// of a game.
constexpr std::size_t cost_max = 1 << 17;
constexpr std::size_t cost_max_in_play = 1 << 15;

/// Computing a reach takes about as long as finding this number of positions.
constexpr std::size_t cost_of_reach = 3;

/// Legal moves, at most, for a position to be suspected of being dead: anywhere, and where a pawn
/// stands blocked.
constexpr std::size_t forced_moves = 4;
constexpr std::size_t cramped_moves = 12;
/// Plies after which they must be as few.
constexpr int signs_within = 2;

/// A knight alone never mates a king that has no man but queens. Let that king stand on (0,0), the
/// knight on (1,2). Of (0,1) and (1,0) the other king covers at most one, and the knight none; so a
/// queen would have to stand on the other, and she, or one between them, takes the knight.
bool is_knight_against_queens(const Board& board, Color color) {
    const Color other = opponent(color);
    const Bitboard useful =
        board.of(other) & ~(board.of(PieceType::king) | board.of(PieceType::queen));
    return board.of(color).count() == 2 && board.of(color, PieceType::knight).any() &&
           useful.empty();
}

/// Bishops that all stand on one square colour never mate a king that is not hemmed in by a pawn, a
/// knight or a bishop of the other square colour. Let the king stand on (0,0) and the check come
/// through (1,1). Of (0,1) and (1,0) the other king covers at most one, and no bishop any; so a rook
/// or queen would have to stand on the other, and it is not pinned and goes to (1,1). No move makes
/// two such bishops give check at once, but they may be set up to.
bool is_bishops_of_one_color(const Board& board, Color color) {
    const Bitboard bishops = board.of(PieceType::bishop);
    const Bitboard others = board.of(color) & ~(bishops | board.of(PieceType::king));
    const Bitboard helpers = board.of(PieceType::pawn) | board.of(PieceType::knight);
    const bool one_color = !bishops.intersects(light_squares) || !bishops.intersects(dark_squares);
    return others.empty() && helpers.empty() && one_color &&
           (board.turn == color || !board.checkers().several());
}

bool lacks_mating_material(const Board& board, Color color) {
    const Bitboard own = board.of(color);
    if (own.single()) return true;
    if (own.intersects(board.of(PieceType::pawn) | board.of(PieceType::rook) |
                       board.of(PieceType::queen))) {
        return false;
    }
    return is_knight_against_queens(board, color) || is_bishops_of_one_color(board, color);
}

}  // namespace

bool both_lack_mating_material(const Board& board) {
    return std::ranges::all_of(both_colors,
                               [&](Color color) { return lacks_mating_material(board, color); });
}

namespace {

/// The squares ahead of these pawns on their files, and their own.
Bitboard ahead(Color color, Bitboard pawns) {
    std::uint64_t bits = pawns.bits();
    for (const int ranks : {1, 2, 4})
        bits |= color == Color::white ? bits << 8 * ranks : bits >> 8 * ranks;
    return Bitboard(bits);
}

/// Every pawn is faced by another, and no knight is there to jump over them.
bool are_pawns_faced(const Board& board) {
    const Bitboard white = board.of(Color::white, PieceType::pawn);
    const Bitboard black = board.of(Color::black, PieceType::pawn);
    return board.of(PieceType::knight).empty() && (white & ~ahead(Color::black, black)).empty() &&
           (black & ~ahead(Color::white, white)).empty();
}

/// The pawns that have a man straight ahead.
Bitboard blocked_pawns(const Board& board) {
    const Bitboard men = board.occupied();
    return (board.of(Color::white, PieceType::pawn) & shift<Direction::south>(men)) |
           (board.of(Color::black, PieceType::pawn) & shift<Direction::north>(men));
}

bool are_all_pawns_blocked(const Board& board) {
    return blocked_pawns(board) == board.of(PieceType::pawn);
}

/// Whether looking for a wall is worthwhile. An ordinary middlegame fails this in a few instructions.
bool may_be_walled(const Board& board) {
    return board.of(PieceType::pawn).any() &&
           (are_all_pawns_blocked(board) || are_pawns_faced(board));
}

constexpr int distance(Square a, Square b) {
    const auto apart = [](int x, int y) { return x < y ? y - x : x - y; };
    return std::max(apart(index(file_of(a)), index(file_of(b))),
                    apart(index(rank_of(a)), index(rank_of(b))));
}

/// How far a position seems to be from a mate; less is nearer. It only says which line to try first:
/// the winner takes what it can, the loser's king comes out, and little is left to help it.
class Guess {
public:
    explicit Guess(Color winner) : winner_(winner), loser_(opponent(winner)) {}

    std::uint16_t operator()(const Board& board) const {
        const Square victim = board.king(loser_);
        const int men = board.of(winner_).count();
        const Bitboard attacked = attacked_by_winner(board);
        const Bitboard flights = king_attacks(victim) & ~board.of(loser_) & ~attacked;
        int guess = 256 + 2 * flights.count() - 6 * men;
        if (board.turn == winner_ && attacked.intersects(board.of(loser_) ^ victim)) guess -= 4;
        if (board.turn == loser_ && board.checkers().any())
            guess += static_cast<int>(count_moves(board)) - 2;
        if (!has_only_minor_pieces(board)) guess += 6 * board.of(loser_).count();
        if (men <= few_hunters) {
            guess += 2 * std::max(2, distance(victim, board.king(winner_))) +
                     4 * to_corner(board, victim) + promotion(board);
        }
        return static_cast<std::uint16_t>(guess);
    }

    /// The loser's king shields nothing.
    Bitboard attacked_by_winner(const Board& board) const {
        const Bitboard blockers = board.occupied() ^ board.king(loser_);
        const Bitboard pawns = board.of(winner_, PieceType::pawn);
        Bitboard attacked =
            winner_ == Color::white
                ? shift<Direction::north_east>(pawns) | shift<Direction::north_west>(pawns)
                : shift<Direction::south_east>(pawns) | shift<Direction::south_west>(pawns);
        for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook,
                                     PieceType::queen, PieceType::king}) {
            for (const Square from : board.of(winner_, type))
                attacked |= officer_attacks(type, from, blockers);
        }
        return attacked;
    }

    bool has_only_minor_pieces(const Board& board) const {
        return !board.of(winner_).intersects(board.of(PieceType::queen) |
                                             board.of(PieceType::rook) | board.of(PieceType::pawn));
    }

private:
    /// So few men need their own king, a corner and perhaps a promotion.
    static constexpr int few_hunters = 4;

    /// To the nearest corner on which the winner's men can give check.
    int to_corner(const Board& board, Square victim) const {
        const Bitboard bishops = board.of(winner_, PieceType::bishop);
        const bool any_color = board.of(winner_).count() > bishops.count() + 1;
        int nearest = 8;
        for (const Square corner : {Square::a1, Square::h1, Square::a8, Square::h8}) {
            const bool light = light_squares.contains(corner);
            if (any_color || bishops.intersects(light ? light_squares : dark_squares))
                nearest = std::min(nearest, distance(victim, corner));
        }
        return nearest;
    }

    /// Without a queen or rook, a pawn is to become one; without a pawn, the loser's men must hem in
    /// their king, and its pawns may become such men.
    int promotion(const Board& board) const {
        if (has_only_minor_pieces(board)) {
            return 16 + nearest_promotion(board, loser_) - 6 * hemming(board);
        }
        const Bitboard heavy = board.of(PieceType::queen) | board.of(PieceType::rook);
        if (board.of(winner_).intersects(heavy)) return 0;
        return 8 + 5 * nearest_promotion(board, winner_);
    }

    /// The loser's men beside its king when that stands in the corner.
    int hemming(const Board& board) const {
        const Square victim = board.king(loser_);
        if (to_corner(board, victim) > 0) return 0;
        return std::min(2, (king_attacks(victim) & board.of(loser_)).count());
    }

    int nearest_promotion(const Board& board, Color color) const {
        int nearest = 8;
        for (const Square pawn : board.of(color, PieceType::pawn))
            nearest = std::min(nearest, steps(pawn, color));
        return nearest;
    }

    /// To the last rank.
    static int steps(Square square, Color color) {
        const int rank = index(rank_of(square));
        return color == Color::white ? 7 - rank : rank;
    }

    Color winner_;
    Color loser_;
};

/// Boards without repetition, in the order in which they came.
class BoardSet {
public:
    BoardSet() : slots_(1 << 9, none) { boards_.reserve(1 << 8); }

    std::size_t size() const { return boards_.size(); }
    const Board& operator[](std::size_t i) const { return boards_[i]; }

    /// True if the board is new. Whole boards are compared, so two that share a slot are never
    /// confused.
    bool add(const Board& board) {
        if (2 * boards_.size() >= slots_.size()) grow();
        const std::size_t slot = slot_of(board);
        if (slots_[slot] != none) return false;
        slots_[slot] = static_cast<std::uint32_t>(boards_.size());
        boards_.push_back(board);
        return true;
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::size_t slot_of(const Board& board) const {
        std::size_t slot = hash(board) & (slots_.size() - 1);
        while (slots_[slot] != none && boards_[slots_[slot]] != board)
            slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }

    void grow() {
        slots_.assign(4 * slots_.size(), none);
        for (std::uint32_t i = 0; i < boards_.size(); ++i) slots_[slot_of(boards_[i])] = i;
    }

    static std::size_t hash(const Board& board) {
        std::uint64_t mixed = board.turn == Color::white ? 1 : 2;
        std::uint64_t factor = 0x9E3779B97F4A7C15;
        const auto mix = [&](Bitboard set) {
            mixed += (set.bits() ^ set.bits() >> 32) * factor;
            factor *= 0x9E3779B97F4A7C15;
        };
        mix(board.of(Color::white));
        for (const PieceType type : all_piece_types) mix(board.of(type));
        mix(board.castling_rooks);
        mix(board.en_passant);
        mixed ^= mixed >> 32;
        return static_cast<std::size_t>(mixed);
    }

    std::vector<Board> boards_;
    std::vector<std::uint32_t> slots_;
};

/// Plays the legal moves of the most promising position first, until a checkmate is found, all
/// positions are known, or the bound is reached. Repetition and the count of moves end no line:
/// FIDE 5.2.2 and 6.9 ask for any series of legal moves.
class Search {
public:
    Search(Color winner, std::size_t budget) : winner_(winner), guess_(winner), budget_(budget) {}

    Winnability from(const Board& root) {
        oldest_first_ = guess_.has_only_minor_pieces(root);
        visit(root, {none, Move::normal(Square::a1, Square::a1)});
        while (!open_.empty() && mate_ == none && cost_ < budget_ && !Interruption::is_due()) {
            std::ranges::pop_heap(open_, std::greater());
            const Open next = open_.back();
            open_.pop_back();
            expand(next);
        }
        if (mate_ != none) return {Proof::helpmate, line()};
        return {open_.empty() ? Proof::exhausted : Proof::none, {}};
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Step {
        std::uint32_t before;
        Move move;
    };

    /// A position whose moves from `next` on are still to be played.
    struct Open {
        std::uint16_t guess;
        std::uint32_t rank;  // among equal guesses
        std::uint16_t next;

        auto operator<=>(const Open&) const = default;
    };

    void expand(Open open) {
        const std::uint32_t at = rank_of_number(open.rank);
        const Board board = seen_[at];
        const MoveList moves = most_promising_first(board);
        if (moves.empty() && board.turn != winner_ && board.checkers().any()) mate_ = at;
        const int good_enough = open.guess - (board.turn == winner_ ? 1 : 0);
        for (std::size_t i = open.next; i < moves.size(); ++i) {
            Board next = board.after(moves[i]);
            if (next.en_passant.any()) next = repetition_form(next);
            if (is_settled(next, board) || visit(next, {at, moves[i]}) > good_enough) continue;
            open.next = static_cast<std::uint16_t>(i + 1);
            push(open);
            return;
        }
    }

    /// The winner's captures, and the loser's moves to where its men can be taken, then the others.
    MoveList most_promising_first(const Board& board) const {
        const MoveList moves = legal_moves(board);
        const Bitboard promising =
            board.turn == winner_ ? board.of(opponent(winner_)) : guess_.attacked_by_winner(board);
        MoveList ordered;
        for (const bool is_promising : {true, false}) {
            for (const Move move : moves) {
                if (promising.contains(move.to()) == is_promising) ordered.add(move);
            }
        }
        return ordered;
    }

    /// Of equal guesses the newest comes first, so that a line goes on as long as it gets no worse;
    /// where knights and bishops must find a rare mate, the oldest. Its own inverse.
    std::uint32_t rank_of_number(std::uint32_t number) const {
        return oldest_first_ ? number : ~number;
    }

    void push(Open open) {
        open_.push_back(open);
        std::ranges::push_heap(open_, std::greater());
    }

    /// The guess, or more than any if the position is not new.
    int visit(const Board& board, Step step) {
        if (!seen_.add(board)) return 1 << 16;
        const auto at = static_cast<std::uint32_t>(steps_.size());
        steps_.push_back(step);
        ++cost_;
        const std::uint16_t guess = guess_(board);
        push({guess, rank_of_number(at), 0});
        return guess;
    }

    /// Only a capture or a pawn's move puts up a wall that was not there before; a pawn's move not
    /// while others go on.
    bool is_settled(const Board& board, const Board& before) {
        if (lacks_mating_material(board, winner_)) return true;
        const bool capture = board.occupied().count() != before.occupied().count();
        const bool pawn_move = board.of(PieceType::pawn) != before.of(PieceType::pawn);
        const bool may_be_new = capture || (pawn_move && are_all_pawns_blocked(board));
        if (!may_be_new || !may_be_walled(board)) return false;
        cost_ += cost_of_reach;
        return !Reach(board).may_checkmate(winner_);
    }

    /// The way to the mate, with shortcuts: from each position straight to the latest one on the way
    /// that a single move reaches.
    std::vector<Move> line() const {
        std::vector<std::uint32_t> way;
        for (std::uint32_t at = mate_; at != none; at = steps_[at].before) way.push_back(at);
        std::ranges::reverse(way);
        std::vector<Move> moves;
        for (std::size_t i = 0; i + 1 < way.size();) {
            std::size_t latest = way.size() - 1;
            std::optional<Move> move;
            while (latest > i + 1 && !(move = move_between(seen_[way[i]], seen_[way[latest]])))
                --latest;
            moves.push_back(move ? *move : steps_[way[latest]].move);
            i = latest;
        }
        return moves;
    }

    /// The move that leads from one position to another, if one does.
    static std::optional<Move> move_between(const Board& from, const Board& to) {
        const auto changed = [&](Color color) { return (from.of(color) ^ to.of(color)).count(); };
        const bool near = from.turn != to.turn && changed(from.turn) <= 4 && changed(to.turn) <= 1;
        if (!near) return std::nullopt;
        const Bitboard departed = from.of(from.turn) & ~to.of(from.turn);
        const MoveList moves = legal_moves(from);
        const auto move = std::ranges::find_if(moves, [&](Move each) {
            return departed.contains(each.from()) && repetition_form(from.after(each)) == to;
        });
        return move == moves.end() ? std::nullopt : std::optional(*move);
    }

    Color winner_;
    Guess guess_;
    BoardSet seen_;
    std::vector<Step> steps_;
    std::vector<Open> open_;  // a heap
    std::uint32_t mate_ = none;
    bool oldest_first_ = false;
    std::size_t budget_;
    std::size_t cost_ = 0;
};

/// A position with many moves and no wall is taken to be alive, and so is one from which a move leads
/// to such a position.
bool shows_signs_of_death(const Board& board, int plies) {
    if (both_lack_mating_material(board) || may_be_walled(board)) return true;
    if (has_more_moves(board, blocked_pawns(board).any() ? cramped_moves : forced_moves))
        return false;
    return plies == 0 || std::ranges::all_of(legal_moves(board), [&](Move move) {
               return shows_signs_of_death(board.after(move), plies - 1);
           });
}

/// Whether the position before a move can come back after three more. Then the same positions can be
/// reached from both, and what was found out about one holds for the other.
bool can_be_taken_back(const Board& before, const Board& board) {
    const Bitboard gone = before.of(before.turn) & ~board.of(before.turn);
    const Bitboard come = board.of(before.turn) & ~before.of(before.turn);
    if (!gone.single() || !come.single()) return false;
    const Move back = Move::normal(come.first(), gone.first());
    const Board form = repetition_form(before);
    return std::ranges::any_of(legal_moves(board), [&](Move answer) {
        const Board next = board.after(answer);
        if (!is_legal(next, back)) return false;
        const Board last = next.after(back);
        const Move answer_back = Move::normal(answer.to(), answer.from());
        return is_legal(last, answer_back) && last.after(answer_back) == form;
    });
}

/// The side that finds a mate sooner comes first.
std::array<Color, 2> likely_winner_first(const Board& board) {
    const Bitboard heavy = board.of(PieceType::queen) | board.of(PieceType::rook);
    const auto men = [&](Color color) { return (board.of(color) & heavy).count(); };
    const Color first = men(Color::black) > men(Color::white) ? Color::black : Color::white;
    return {first, opponent(first)};
}

Winnability analysis(const Board& board, Color color, std::size_t budget) {
    const Board form = repetition_form(board);
    if (lacks_mating_material(form, color)) return {Proof::material, {}};
    if (may_be_walled(form) && !Reach(form).may_checkmate(color)) return {Proof::wall, {}};
    return Search(color, budget).from(form);
}

}  // namespace

std::string_view to_string(Proof proof) {
    switch (proof) {
        case Proof::helpmate: return "helpmate";
        case Proof::material: return "material";
        case Proof::wall: return "wall";
        case Proof::exhausted: return "exhausted";
        case Proof::none: return "none";
    }
    return {};
}

Winnability winnability(const Board& board, Color color) {
    return analysis(board, color, cost_max);
}

bool cannot_checkmate(const Board& board, Color color) { return !winnability(board, color).can(); }

bool is_dead(const Board& board, const Board* before) {
    if (!shows_signs_of_death(board, signs_within)) return false;
    if (before != nullptr && shows_signs_of_death(*before, signs_within) &&
        can_be_taken_back(*before, board)) {
        return false;
    }
    return std::ranges::all_of(likely_winner_first(board), [&](Color color) {
        return !analysis(board, color, cost_max_in_play).can();
    });
}

}  // namespace arbiter::chess
