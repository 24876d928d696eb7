#include "players/bots/chess/evaluation.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "players/bots/chess/terms.hpp"
#include "players/bots/chess/weights.hpp"

namespace arbiter::players {

namespace {

using chess::Bitboard;
using chess::Board;
using chess::PieceType;
using chess::Square;

/// Both weights in one number, so that one addition serves both: the end game's times 65536 plus the
/// middle game's.
constexpr auto packed_weights = [] {
    std::array<int, chess_weights.size()> packed{};
    std::ranges::transform(chess_weights, packed.begin(),
                           [](ChessWeight weight) { return weight.end * 65536 + weight.middle; });
    return packed;
}();
constexpr int middle_of(int both) { return static_cast<std::int16_t>(both & 0xFFFF); }
constexpr int end_of(int both) { return (both - middle_of(both)) / 65536; }

class Sum {
public:
    void add(Color color, std::size_t index, int count) {
        sums_[static_cast<std::size_t>(color)] += count * packed_weights[index];
    }
    int both() const { return sums_[0] - sums_[1]; }

private:
    std::array<int, 2> sums_{};
};

/// How far from the edge, 0 to 3.
constexpr int inward(int line) { return std::min(line, 7 - line); }

/// A side with nothing but its king is driven to the edge, and the other king comes along.
int driving(const Board& board, Color winner) {
    const Square prey = board.king(opponent(winner));
    const Square hunter = board.king(winner);
    const int file = chess::index(file_of(prey));
    const int rank = chess::index(rank_of(prey));
    const int apart = std::abs(file - chess::index(file_of(hunter))) +
                      std::abs(rank - chess::index(rank_of(hunter)));
    return 14 * (6 - inward(file) - inward(rank)) + 5 * (14 - apart);
}

bool is_bare(const Board& board, Color color) { return board.of(color).single(); }

int officers_worth(const Board& board, Color color) {
    return 3 * (board.of(color, PieceType::knight) | board.of(color, PieceType::bishop)).count() +
           5 * board.of(color, PieceType::rook).count() +
           9 * board.of(color, PieceType::queen).count();
}

/// Each side has one bishop, and they never meet.
bool has_opposite_bishops(const Board& board) {
    const Bitboard bishops = board.of(PieceType::bishop);
    return board.of(Color::white, PieceType::bishop).single() &&
           board.of(Color::black, PieceType::bishop).single() &&
           (bishops & chess::light_squares).single();
}

}  // namespace

int exchange_value(PieceType type) {
    constexpr std::array<int, 6> values{100, 325, 335, 500, 975, 10'000};
    return values[static_cast<std::size_t>(type)];
}

bool is_barren(const Board& board) {
    const Bitboard minor = board.of(PieceType::knight) | board.of(PieceType::bishop);
    return board.occupied() == (minor | board.of(PieceType::king)) && !minor.several();
}

int phase_of(const Board& board) {
    const int pieces = (board.of(PieceType::knight) | board.of(PieceType::bishop)).count() +
                       2 * board.of(PieceType::rook).count() +
                       4 * board.of(PieceType::queen).count();
    return std::min(pieces, phase_max);
}

int winning_sixteenths(const Board& board, Color leader) {
    const int lead = officers_worth(board, leader) - officers_worth(board, opponent(leader));
    if (board.of(leader, PieceType::pawn).empty() && lead < 4) return 3;
    if (has_opposite_bishops(board) && lead == 0) {
        return officers_worth(board, leader) == 3 ? 8 : 13;
    }
    return 16;
}

int evaluate(const Board& board) {
    Sum sum;
    ChessTerms(board, sum).visit();
    const int middle = phase_of(board);
    int value =
        (middle_of(sum.both()) * middle + end_of(sum.both()) * (phase_max - middle)) / phase_max;
    const Color leader = value > 0 ? Color::white : Color::black;
    value = value * winning_sixteenths(board, leader) / 16;
    if (is_bare(board, opponent(leader))) {
        value += leader == Color::white ? driving(board, leader) : -driving(board, leader);
    }
    return board.turn == Color::white ? value : -value;
}

}  // namespace arbiter::players
