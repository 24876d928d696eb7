#include "core/chess/setup.hpp"

#include <array>

namespace arbiter::chess {

namespace {

using BackRank = std::array<PieceType, 8>;

Setup setup_with(const BackRank& back_rank) {
    Setup setup;
    for (int file = 0; file < 8; ++file) {
        const auto f = static_cast<File>(file);
        const PieceType type = back_rank[static_cast<std::size_t>(file)];
        setup.board.put(square_at(f, Rank::r1), {Color::white, type});
        setup.board.put(square_at(f, Rank::r2), {Color::white, PieceType::pawn});
        setup.board.put(square_at(f, Rank::r7), {Color::black, PieceType::pawn});
        setup.board.put(square_at(f, Rank::r8), {Color::black, type});
    }
    setup.board.castling_rooks = setup.board.of(PieceType::rook);
    return setup;
}

/// The file of the n-th square of a back rank that is still free, marked by pawns.
std::size_t free_file(const BackRank& back_rank, int n) {
    std::size_t file = 0;
    while (back_rank[file] != PieceType::pawn || n-- > 0) ++file;
    return file;
}

}  // namespace

Setup Setup::standard() { return chess960(518); }

/// Scharnagl's numbering: light bishop, dark bishop, queen, the pair of knights; the rest is R K R.
Setup Setup::chess960(int number) {
    constexpr std::array<std::array<int, 2>, 10> knights{
        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
    BackRank back_rank{};  // pawn: still free
    back_rank[static_cast<std::size_t>(number % 4 * 2 + 1)] = PieceType::bishop;
    back_rank[static_cast<std::size_t>(number / 4 % 4 * 2)] = PieceType::bishop;
    back_rank[free_file(back_rank, number / 16 % 6)] = PieceType::queen;
    const auto [first, second] = knights[static_cast<std::size_t>(number / 96)];
    const std::size_t left = free_file(back_rank, first);
    const std::size_t right = free_file(back_rank, second);
    back_rank[left] = back_rank[right] = PieceType::knight;
    for (const PieceType type : {PieceType::rook, PieceType::king, PieceType::rook}) {
        back_rank[free_file(back_rank, 0)] = type;
    }
    return setup_with(back_rank);
}

std::string_view to_string(Variant variant) {
    return variant == Variant::standard ? "standard" : "chess960";
}

Variant variant_of(const Board& board) {
    const Bitboard corners = Bitboard(Square::a1) | Square::h1 | Square::a8 | Square::h8;
    if ((board.castling_rooks & ~corners).any()) return Variant::chess960;
    for (const Color color : both_colors) {
        const Rank back = relative(Rank::r1, color);
        const bool may_castle = board.castling_rooks.intersects(board_of(back));
        if (may_castle && board.king(color) != square_at(File::e, back)) return Variant::chess960;
    }
    return Variant::standard;
}

}  // namespace arbiter::chess
