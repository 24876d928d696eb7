#include "core/chess/dead.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/chess/board/perft.hpp"
#include "core/chess/board/reach.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::chess {

namespace {

/// The sides that may be able to checkmate.
using Sides = std::span<const Color>;

/// How far a search goes before it gives up.
struct Limits {
    std::size_t moves_max;  // positions with more legal moves are not searched
    std::size_t cost_max;   // each new position costs 1
};

/// After every move of every game: forced lines only, a tenth of a millisecond at most.
constexpr Limits forced_lines{.moves_max = 4, .cost_max = 1 << 9};
/// Once, when a flag has fallen: every line, for some milliseconds and 2 MB at most.
constexpr Limits every_line{.moves_max = MoveList::capacity, .cost_max = 1 << 14};

/// With more men and no wall, a forced line hardly ever ends without mating material.
constexpr int few_men = 6;

/// Computing a reach takes about as long as finding this number of positions.
constexpr std::size_t cost_of_reach = 64;

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

bool lack_mating_material(const Board& board, Sides sides) {
    return std::ranges::all_of(sides,
                               [&](Color color) { return lacks_mating_material(board, color); });
}

bool are_walled_off(const Board& board, Sides sides) {
    const Reach reach(board);
    return std::ranges::none_of(sides, [&](Color color) { return reach.may_checkmate(color); });
}

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

/// No pawn has a square to go to straight ahead.
bool are_pawns_blocked(const Board& board) {
    const Bitboard vacant = ~board.occupied();
    return !shift<Direction::north>(board.of(Color::white, PieceType::pawn)).intersects(vacant) &&
           !shift<Direction::south>(board.of(Color::black, PieceType::pawn)).intersects(vacant);
}

/// Whether looking for a wall is worthwhile. An ordinary middlegame fails this in a few instructions.
bool may_be_walled(const Board& board) {
    return board.castling_rooks.empty() && board.of(PieceType::pawn).any() &&
           (are_pawns_blocked(board) || are_pawns_faced(board));
}

/// Boards without repetition, in the order in which they came.
class BoardSet {
public:
    explicit BoardSet(std::size_t size_max) : slots_(std::bit_ceil(2 * size_max), none) {
        boards_.reserve(size_max);
    }

    std::size_t size() const { return boards_.size(); }
    const Board& operator[](std::size_t i) const { return boards_[i]; }

    /// True if the board is new. Whole boards are compared, so two that share a slot are never
    /// confused.
    bool add(const Board& board) {
        std::size_t slot = hash(board) & (slots_.size() - 1);
        for (; slots_[slot] != none; slot = (slot + 1) & (slots_.size() - 1)) {
            if (boards_[slots_[slot]] == board) return false;
        }
        slots_[slot] = static_cast<std::uint32_t>(boards_.size());
        boards_.push_back(board);
        return true;
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    static std::size_t hash(const Board& board) {
        std::uint64_t mixed = board.turn == Color::white ? 1 : 2;
        const auto mix = [&](Bitboard set) {
            mixed = (mixed ^ set.bits()) * 0x9E3779B97F4A7C15;
            mixed ^= mixed >> 29;
        };
        mix(board.of(Color::white));
        for (const PieceType type : all_piece_types) mix(board.of(type));
        mix(board.castling_rooks);
        mix(board.en_passant);
        return static_cast<std::size_t>(mixed);
    }

    std::vector<Board> boards_;
    std::vector<std::uint32_t> slots_;
};

/// Plays every legal move of every position until all positions are known, a checkmate is found, or
/// the limits are reached. Repetition and the count of moves end no line: FIDE 5.2.2 and 6.9 ask for any series
/// of legal moves.
class Exploration {
public:
    Exploration(Sides sides, Limits limits)
        : sides_(sides),
          moves_max_(limits.moves_max),
          budget_(limits.cost_max),
          seen_(budget_ + 1) {}

    bool proves_no_mate_from(const Board& root) {
        seen_.add(root);
        for (std::size_t next = 0; next < seen_.size(); ++next) {
            if (!expand(Board(seen_[next]))) return false;
        }
        return true;
    }

private:
    /// False ends the search without a proof.
    bool expand(const Board& board) {
        const MoveList moves = legal_moves(board);
        if (moves.empty()) return board.checkers().empty() || !asked_of(opponent(board.turn));
        return moves.size() <= moves_max_ && std::ranges::all_of(moves, [&](Move move) {
                   const Board next = repetition_form(board.after(move));
                   return is_settled(next, board) || !seen_.add(next) || spend(1);
               });
    }

    bool asked_of(Color color) const { return std::ranges::find(sides_, color) != sides_.end(); }

    bool spend(std::size_t cost) {
        if (cost > budget_) return false;
        budget_ -= cost;
        return true;
    }

    /// Only a capture or a pawn's move puts up a wall that was not there before.
    bool is_settled(const Board& board, const Board& before) {
        if (lack_mating_material(board, sides_)) return true;
        const bool irreversible = board.of(PieceType::pawn) != before.of(PieceType::pawn) ||
                                  board.occupied().count() != before.occupied().count();
        return irreversible && may_be_walled(board) && spend(cost_of_reach) &&
               are_walled_off(board, sides_);
    }

    Sides sides_;
    std::size_t moves_max_;
    std::size_t budget_;
    BoardSet seen_;
};

}  // namespace

bool cannot_checkmate(const Board& board, Color color) {
    const Board form = repetition_form(board);
    const Sides sides(&color, 1);
    return lack_mating_material(form, sides) || are_walled_off(form, sides) ||
           Exploration(sides, every_line).proves_no_mate_from(form);
}

bool is_dead(const Board& board) {
    if (lack_mating_material(board, both_colors)) return true;
    const bool may_be_wall = may_be_walled(board);
    if (!may_be_wall && board.occupied().count() > few_men) return false;
    const Board form = repetition_form(board);
    if (may_be_wall && are_walled_off(form, both_colors)) return true;
    return count_moves(form) <= forced_lines.moves_max &&
           Exploration(both_colors, forced_lines).proves_no_mate_from(form);
}

}  // namespace arbiter::chess
