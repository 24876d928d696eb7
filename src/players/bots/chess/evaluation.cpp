#include "players/bots/chess/evaluation.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace arbiter::players {

namespace {

using chess::Bitboard;
using chess::Board;
using chess::PieceType;
using chess::Square;

struct Score {
    int middle = 0;
    int end = 0;

    constexpr Score& operator+=(Score other) {
        middle += other.middle;
        end += other.end;
        return *this;
    }
    constexpr Score& operator-=(Score other) {
        middle -= other.middle;
        end -= other.end;
        return *this;
    }
    friend constexpr Score operator*(int times, Score score) {
        return {times * score.middle, times * score.end};
    }
};

constexpr std::array<Score, 6> material{
    {{88, 112}, {330, 305}, {342, 322}, {478, 535}, {985, 970}, {}}};

// By rank, as the pawn's owner counts them.
constexpr std::array<Score, 8> pawn_advance{
    {{}, {}, {2, 4}, {7, 10}, {15, 20}, {26, 36}, {40, 60}, {}}};
constexpr std::array<Score, 8> passed_pawn{
    {{}, {4, 12}, {6, 20}, {14, 38}, {30, 68}, {56, 112}, {90, 165}, {}}};

constexpr Score bishop_pair{28, 46};
constexpr Score doubled_pawn{-9, -20};
constexpr Score isolated_pawn{-13, -13};
constexpr Score rook_on_open_file{22, 10};
constexpr Score rook_on_half_open_file{11, 6};
constexpr Score shield_pawn{11, 0};
constexpr int tempo = 12;

/// How far from the edge, 0 to 3.
constexpr int inward(int line) { return std::min(line, 7 - line); }

/// What a square is worth to a piece of White's beside its material.
constexpr Score placement(PieceType type, int file, int rank) {
    const int centre = inward(file) + inward(rank);
    switch (type) {
        case PieceType::pawn: {
            Score score = pawn_advance[static_cast<std::size_t>(rank)];
            const bool central = inward(file) == 3;
            if (central && (rank == 3 || rank == 4)) score.middle += 16;
            if (central && rank == 1) score.middle -= 14;
            if (inward(file) == 2 && rank == 3) score.middle += 6;
            return score;
        }
        case PieceType::knight:
            return {9 * centre - 30 + (rank >= 3 && rank <= 5 ? 8 : 0), 6 * centre - 20};
        case PieceType::bishop: return {4 * centre - 10 - (rank == 0 ? 8 : 0), 3 * centre - 8};
        case PieceType::rook:
            return {3 * inward(file) - 4 + (rank == 6 ? 18 : 0), rank == 6 ? 14 : 0};
        case PieceType::queen: return {centre - 3, 4 * centre - 12};
        case PieceType::king: {
            constexpr std::array<int, 4> home{22, 24, 2, -8};
            const int shelter =
                rank == 0 ? home[static_cast<std::size_t>(inward(file))] : -14 * rank;
            return {shelter, 9 * centre - 28};
        }
    }
    return {};
}

using PlacementTable = std::array<std::array<Score, 64>, 6>;

constexpr PlacementTable placements = [] {
    PlacementTable table{};
    for (const PieceType type : chess::all_piece_types) {
        for (int square = 0; square < 64; ++square) {
            Score score = placement(type, square & 7, square >> 3);
            score += material[static_cast<std::size_t>(type)];
            table[static_cast<std::size_t>(type)][static_cast<std::size_t>(square)] = score;
        }
    }
    return table;
}();

constexpr int rank_for(Color color, Square square) {
    return chess::index(relative(rank_of(square), color));
}

constexpr Bitboard neighbour_files(Bitboard files) {
    return chess::shift<chess::Direction::east>(files) |
           chess::shift<chess::Direction::west>(files);
}

/// The squares before a square as its owner looks.
Bitboard ahead(Color color, Square square) {
    const int rank = chess::index(rank_of(square));
    if (color == Color::white)
        return rank == 7 ? Bitboard() : Bitboard(~std::uint64_t{0} << 8 * (rank + 1));
    return Bitboard((std::uint64_t{1} << 8 * rank) - 1);
}

/// What an attack on the king's surroundings counts for, by piece.
constexpr std::array<int, 6> attack_units{0, 2, 2, 3, 5, 0};

class Side {
public:
    Side(const Board& board, Color color)
        : board_(board),
          color_(color),
          own_pawns_(board.of(color, PieceType::pawn)),
          enemy_pawns_(board.of(opponent(color), PieceType::pawn)),
          guarded_by_pawns_(pawn_guard(opponent(color), enemy_pawns_)),
          enemy_zone_(chess::king_attacks(board.king(opponent(color))) |
                      board.king(opponent(color))) {}

    Score score() {
        standing();
        pawns();
        pieces<PieceType::knight>({4, 4}, 4);
        pieces<PieceType::bishop>({5, 4}, 6);
        pieces<PieceType::rook>({2, 4}, 7);
        pieces<PieceType::queen>({1, 2}, 13);
        if (board_.of(color_, PieceType::bishop).several()) score_ += bishop_pair;
        king_shield();
        // One piece alone gives no mate; together they do more than each by itself.
        if (attackers_ > 1) score_ += Score{std::min(units_ * units_ * 5 / 4, 350), units_};
        return score_;
    }

private:
    static Bitboard pawn_guard(Color color, Bitboard pawns) {
        using enum chess::Direction;
        return color == Color::white ? shift<north_west>(pawns) | shift<north_east>(pawns)
                                     : shift<south_west>(pawns) | shift<south_east>(pawns);
    }

    void standing() {
        const int mirror = color_ == Color::white ? 0 : 56;
        for (const PieceType type : chess::all_piece_types) {
            const auto& table = placements[static_cast<std::size_t>(type)];
            for (const Square square : board_.of(color_, type)) {
                score_ += table[static_cast<std::size_t>(chess::index(square) ^ mirror)];
            }
        }
    }

    void pawns() {
        for (const Square square : own_pawns_) {
            const Bitboard file = board_of(file_of(square));
            const Bitboard front = ahead(color_, square);
            if ((own_pawns_ & file & front).any()) score_ += doubled_pawn;
            if (!own_pawns_.intersects(neighbour_files(file))) score_ += isolated_pawn;
            const Bitboard stoppers = front & (file | neighbour_files(file));
            if (!enemy_pawns_.intersects(stoppers)) passed(square);
        }
    }

    void passed(Square square) {
        const int rank = rank_for(color_, square);
        score_ += passed_pawn[static_cast<std::size_t>(rank)];
        const Square next = chess::square_at(chess::index(square) + chess::forward(color_));
        if (board_.occupied().contains(next)) score_ -= Score{3 * rank, 6 * rank};
        // In the end game the kings decide.
        const int enemy_king = distance(board_.king(opponent(color_)), next);
        const int own_king = distance(board_.king(color_), next);
        score_.end += rank * (2 * enemy_king - own_king);
    }

    static int distance(Square a, Square b) {
        return std::max(std::abs(chess::index(file_of(a)) - chess::index(file_of(b))),
                        std::abs(chess::index(rank_of(a)) - chess::index(rank_of(b))));
    }

    /// Each square that a piece can go to counts; a usual number of them counts nothing.
    template <PieceType Type>
    void pieces(Score each, int usual) {
        for (const Square square : board_.of(color_, Type)) {
            const Bitboard reach = chess::attacks<Type>(square, board_.occupied());
            const Bitboard open = reach & ~board_.of(color_) & ~guarded_by_pawns_;
            score_ += (open.count() - usual) * each;
            if (reach.intersects(enemy_zone_)) {
                ++attackers_;
                units_ +=
                    attack_units[static_cast<std::size_t>(Type)] + (reach & enemy_zone_).count();
            }
            if constexpr (Type == PieceType::rook) rook_file(square);
        }
    }

    void rook_file(Square square) {
        const Bitboard file = board_of(file_of(square));
        if (own_pawns_.intersects(file)) return;
        score_ += enemy_pawns_.intersects(file) ? rook_on_half_open_file : rook_on_open_file;
    }

    void king_shield() {
        const Square king = board_.king(color_);
        if (rank_for(color_, king) > 1) return;
        const Bitboard files = board_of(file_of(king)) | neighbour_files(board_of(file_of(king)));
        const Bitboard near = board_of(relative(chess::Rank::r2, color_)) |
                              board_of(relative(chess::Rank::r3, color_));
        score_ += (own_pawns_ & files & near).count() * shield_pawn;
    }

    const Board& board_;
    Color color_;
    Bitboard own_pawns_;
    Bitboard enemy_pawns_;
    Bitboard guarded_by_pawns_;  // by the enemy's
    Bitboard enemy_zone_;        // the enemy's king and the squares around it
    Score score_;
    int attackers_ = 0;
    int units_ = 0;
};

constexpr int phase_max = 24;

/// From 0, bare kings and pawns, to all the pieces of the start.
int phase(const Board& board) {
    const int pieces = (board.of(PieceType::knight) | board.of(PieceType::bishop)).count() +
                       2 * board.of(PieceType::rook).count() +
                       4 * board.of(PieceType::queen).count();
    return std::min(pieces, phase_max);
}

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

/// Without pawns a lead of a minor piece wins nothing.
bool wins_nothing(const Board& board, Color leader) {
    if (board.of(leader, PieceType::pawn).any()) return false;
    const auto weight = [&](Color color) {
        return 3 * (board.of(color, PieceType::knight) | board.of(color, PieceType::bishop))
                       .count() +
               5 * board.of(color, PieceType::rook).count() +
               9 * board.of(color, PieceType::queen).count();
    };
    return weight(leader) - weight(opponent(leader)) < 4;
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

int evaluate(const Board& board) {
    Score score = Side(board, Color::white).score();
    score -= Side(board, Color::black).score();
    const int middle = phase(board);
    int value = (score.middle * middle + score.end * (phase_max - middle)) / phase_max;
    const Color leader = value > 0 ? Color::white : Color::black;
    if (wins_nothing(board, leader)) {
        value /= 6;
    } else if (is_bare(board, opponent(leader))) {
        value += leader == Color::white ? driving(board, leader) : -driving(board, leader);
    }
    return (board.turn == Color::white ? value : -value) + tempo;
}

}  // namespace arbiter::players
