#include "core/chess/board/perft.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"
#include "tests/peers/published_perft.hpp"
#include "tests/peers/stockfish.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess::testing {
namespace {

Position position(std::string_view fen) {
    const Reading<Position> read = read_fen(fen);
    if (!read) throw std::runtime_error("not a position: " + std::string(fen));
    return *read;
}

void expect_counts(const PerftCase& published) {
    const Board board = position(published.fen).board();
    for (std::size_t i = 0; i < published.counts.size(); ++i) {
        const int depth = static_cast<int>(i) + 1;
        EXPECT_EQ(perft(board, depth), published.counts[i]) << published.fen << ", depth " << depth;
    }
}

Divided divided(const Board& board, Variant variant, int depth) {
    Divided rows;
    for (const Move move : legal_moves(board)) {
        rows[write_uci(move, variant)] = perft(board.after(move), depth - 1);
    }
    return rows;
}

void expect_same(Stockfish& stockfish, const Position& at, Variant variant, int depth) {
    EXPECT_EQ(divided(at.board(), variant, depth), stockfish.divide(at, variant, depth))
        << write_fen(at, FenDialect::shredder) << ", depth " << depth;
}

TEST(PublishedPerft, SixPositionsOfChess) {
    for (const PerftCase& published : standard_perft) expect_counts(published);
}

TEST(PublishedPerft, FortyPositionsOfChess960) {
    ASSERT_EQ(chess960_perft.size(), 40);
    for (const PerftCase& published : chess960_perft) expect_counts(published);
}

TEST(StockfishPerft, SameBelowEveryMoveOfThePublishedPositions) {
    Stockfish stockfish;
    for (const auto& [fen, counts] : standard_perft) {
        const int depth = static_cast<int>(counts.size());
        expect_same(stockfish, position(fen), Variant::standard, depth);
    }
    for (const auto& [fen, counts] : chess960_perft) {
        expect_same(stockfish, position(fen), Variant::chess960, 4);
    }
}

TEST(StockfishPerft, SameBelowEveryMoveOfRandomPositions) {
    Stockfish stockfish;
    const std::vector<Position> positions = random_positions(1, 60);
    int compared = 0;
    for (std::size_t i = 0; i < positions.size() && !HasFailure(); i += 8) {
        const int depth = compared % 4 == 0 ? 3 : 2;
        expect_same(stockfish, positions[i], variant_of(positions[i].board()), depth);
        ++compared;
    }
    EXPECT_GE(compared, 500);
}

TEST(StockfishPerft, SameBelowEveryMoveOfEveryChess960Start) {
    Stockfish stockfish;
    for (int number = 0; number < 960 && !HasFailure(); ++number) {
        expect_same(stockfish, chess960_start(number), Variant::chess960, 3);
    }
}

}  // namespace
}  // namespace arbiter::chess::testing
