#include "core/chess/dead.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/chess/notations/fen.hpp"
#include "core/chess/rules.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess {
namespace {

Board board(std::string_view fen) {
    const auto read = read_fen(fen);
    EXPECT_TRUE(read) << fen;
    return read->board();
}

bool is_checkmate(const Board& board) { return board.checkers().any() && !has_legal_move(board); }

/// Who can still checkmate, both sides helping.
enum class Who { both, white, black, nobody };

struct Verdict {
    const char* name;
    const char* fen;
    Who can_mate;
};

void PrintTo(const Verdict& verdict, std::ostream* out) { *out << verdict.fen; }

std::string name_of(const ::testing::TestParamInfo<Verdict>& info) { return info.param.name; }

/// The same with the colours exchanged and the board turned round.
Board reversed(const Board& board) {
    Board other;
    for (const Square square : board.occupied()) {
        const Piece piece = *board.at(square);
        other.put(square_at(63 - index(square)), {opponent(piece.color), piece.type});
    }
    for (const Square square : board.en_passant) other.en_passant |= square_at(63 - index(square));
    other.turn = opponent(board.turn);
    return other;
}

class DeadPosition : public ::testing::TestWithParam<Verdict> {};

TEST_P(DeadPosition, IsJudged) {
    const Board drawn = board(GetParam().fen);
    const Who who = GetParam().can_mate;
    EXPECT_EQ(cannot_checkmate(drawn, Color::white), who == Who::black || who == Who::nobody);
    EXPECT_EQ(cannot_checkmate(drawn, Color::black), who == Who::white || who == Who::nobody);
    EXPECT_EQ(is_dead(drawn), who == Who::nobody);
    EXPECT_EQ(is_dead(reversed(drawn)), who == Who::nobody);
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Material, DeadPosition, ::testing::Values(
    Verdict{"KvK", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", Who::nobody},
    Verdict{"KBvK", "8/8/4k3/8/8/4KB2/8/8 w - - 0 1", Who::nobody},
    Verdict{"KNvK", "8/8/4k3/8/8/4KN2/8/8 b - - 0 1", Who::nobody},
    Verdict{"KBvKBOnOneSquareColor", "8/8/4kb2/8/8/2B1K3/8/8 w - - 0 1", Who::nobody},
    Verdict{"KBvKBOnBothSquareColors", "8/8/4kb2/8/8/4KB2/8/8 w - - 0 1", Who::both},
    Verdict{"ManyBishopsOnOneSquareColor", "8/8/4kb2/6b1/1B6/2B1K3/8/8 w - - 0 1", Who::nobody},
    Verdict{"KBBvKOnOneSquareColor", "8/8/4k3/8/1B6/2B1K3/8/8 w - - 0 1", Who::nobody},
    Verdict{"KBBvK", "8/8/4k3/8/8/2BBK3/8/8 w - - 0 1", Who::white},
    Verdict{"KNNvKMatesWithHelp", "8/8/4k3/8/8/3NKN2/8/8 w - - 0 1", Who::white},
    Verdict{"KBNvK", "8/8/4k3/8/8/3BKN2/8/8 w - - 0 1", Who::white},
    Verdict{"KRvK", "8/8/4k3/8/8/4KR2/8/8 w - - 0 1", Who::white},
    Verdict{"KPvK", "8/8/4k3/8/8/4KP2/8/8 w - - 0 1", Who::white},
    Verdict{"KNvKQNothingHemsInTheKing", "8/8/4kq2/8/8/4KN2/8/8 w - - 0 1", Who::black},
    Verdict{"KNvKQQ", "8/5q2/4kq2/8/8/4KN2/8/8 w - - 0 1", Who::black},
    Verdict{"KNvKR", "8/8/4kr2/8/8/4KN2/8/8 w - - 0 1", Who::both},
    Verdict{"KNvKB", "8/8/4kb2/8/8/4KN2/8/8 w - - 0 1", Who::both},
    Verdict{"KNvKN", "8/8/4kn2/8/8/4KN2/8/8 w - - 0 1", Who::both},
    Verdict{"KNvKP", "8/8/4kp2/8/8/4KN2/8/8 w - - 0 1", Who::both},
    Verdict{"KNvKQR", "8/5q2/4kr2/8/8/4KN2/8/8 w - - 0 1", Who::both},
    Verdict{"KBvKR", "8/8/4kr2/8/8/4KB2/8/8 w - - 0 1", Who::black},
    Verdict{"KBvKQ", "8/8/4kq2/8/8/4KB2/8/8 w - - 0 1", Who::black},
    Verdict{"KBvKRBOnOneSquareColor", "8/5b2/4kr2/8/8/4KB2/8/8 w - - 0 1", Who::black},
    Verdict{"KBvKRBOnBothSquareColors", "8/5r2/4kb2/8/8/4KB2/8/8 w - - 0 1", Who::both},
    Verdict{"KBvKN", "8/8/4kn2/8/8/4KB2/8/8 w - - 0 1", Who::both},
    Verdict{"KBvKP", "8/8/4kp2/8/8/4KB2/8/8 w - - 0 1", Who::both},
    Verdict{"KvKQ", "8/8/4kq2/8/8/4K3/8/8 w - - 0 1", Who::black}), name_of);

// A row of pawn pairs with a file between each: every square on which a king could pass is guarded.
//
//     . . . . k . . .
//     p . p . p . p .      The white pawns stand on light squares, the black ones on dark squares.
//     P . P . P . P .
//     . . . . K . . .
INSTANTIATE_TEST_SUITE_P(Walls, DeadPosition, ::testing::Values(
    Verdict{"KingsOnTheirOwnSides", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", Who::nobody},
    Verdict{"KingsBeforeTheWall", "8/8/3k4/p1p1p1p1/P1P1P1P1/3K4/8/8 b - - 0 1", Who::nobody},
    Verdict{"UnbrokenChain", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", Who::nobody},
    Verdict{"SlantedChain", "4k3/4p3/3pPp2/2pP1Pp1/1pP3Pp/pP5P/P7/4K3 w - - 0 1", Who::nobody},
    Verdict{"BothKingsOnOneSide", "4k3/2K5/8/p1p1p1p1/P1P1P1P1/8/8/8 w - - 0 1", Who::both},
    Verdict{"KingsChangedSides", "4K3/8/8/p1p1p1p1/P1P1P1P1/8/8/4k3 w - - 0 1", Who::both},
    Verdict{"OnePairIsMissing", "4k3/8/8/p1p3p1/P1P3P1/8/8/4K3 w - - 0 1", Who::both},
    Verdict{"LastPairIsMissing", "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", Who::both},
    Verdict{"BishopBehindItsOwnPawns", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/6B1/4K3 w - - 0 1", Who::nobody},
    Verdict{"BishopsThatTakePawns", "2b1k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K1B1 b - - 0 1", Who::both},
    Verdict{"HarmlessBishopOfEachSide", "1b2k3/8/8/p1p1p1p1/P1P1P1P1/8/6B1/4K3 b - - 0 1", Who::nobody},
    Verdict{"TwoHarmlessBishops", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/B5B1/4K3 w - - 0 1", Who::nobody},
    Verdict{"BishopThatTakesPawns", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/5B2/4K3 w - - 0 1", Who::both},
    Verdict{"KnightJumpsOver", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/5N2/4K3 w - - 0 1", Who::both},
    Verdict{"RookLetsItselfBeTaken", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/5R2/4K3 w - - 0 1", Who::both},
    Verdict{"PawnWithASpareMove", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/P7/4K3 w - - 0 1", Who::nobody},
    Verdict{"FacingPawnsWithSpareMoves", "3k4/p1p1p1p1/P1P1P1P1/p7/8/8/P7/3K4 w - - 0 1", Who::nobody},
    Verdict{"SparePawnThatCanBeTaken", "3k4/p1p1p1p1/P1P1P1P1/p7/8/8/1P6/3K4 w - - 0 1", Who::both},
    Verdict{"FreePawn", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/7P/4K3 w - - 0 1", Who::both},
    Verdict{"DoublePushThatNobodyCanTake", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - g3 0 1", Who::nobody},
    Verdict{"DoublePushThatCanBeTaken", "4k3/8/8/p1p1p1p1/P1P1P1Pp/7P/8/4K3 b - g3 0 1", Who::both},
    Verdict{"CagedKnight", "8/8/4k3/8/1p1p1p1p/1PpP1P1P/2P5/N3K3 w - - 0 1", Who::nobody},
    Verdict{"KnightOutOfItsCage", "8/8/4k3/8/1p1p1p1p/1PpP1P1P/N1P5/4K3 w - - 0 1", Who::both}), name_of);

INSTANTIATE_TEST_SUITE_P(ForcedLines, DeadPosition, ::testing::Values(
    // 1...Kxh7
    Verdict{"KingTakesTheLastPawn", "7k/5K1P/8/8/8/8/8/8 b - - 0 1", Who::nobody},
    // 1 Kxh7
    Verdict{"KingTakesTheQueen", "7K/7q/5k2/8/8/8/8/8 w - - 0 1", Who::nobody},
    // 1 Kxb8 Kxg2
    Verdict{"KingsTakeInTurn", "Kq6/8/8/8/8/8/6R1/7k w - - 0 1", Who::nobody},
    // 1...Kxg7 is stalemate
    Verdict{"TakesAndStalemates", "8/6Qk/8/8/8/8/2q5/K7 b - - 0 1", Who::nobody},
    // 1 Rxd7 is stalemate, 1 Kxd7 Kxb7 leaves two kings
    Verdict{"EitherWayToTake", "k1K5/1R1q4/8/8/8/8/8/8 w - - 0 1", Who::nobody},
    // 1 Kg8 is possible too
    Verdict{"TheQueenNeedNotBeTaken", "7K/8/5k1q/8/8/8/8/8 w - - 0 1", Who::black},
    // 1...Kxa8, and the wall stands
    Verdict{"TakesThePieceBeyondTheWall", "Q7/k6p/p1p3pP/PpPp1pP1/1P1P1P2/3K4/8/8 b - - 0 1", Who::nobody},
    // 1 Kxb2 or 1 Rxb2, and Black has a bare king
    Verdict{"MustTakeTheOnlyPiece", "8/8/4k3/8/8/8/1q5R/K7 w - - 0 1", Who::white},
    // 1 Qxg2 is mate, 1 Kg1 stalemate
    Verdict{"MateByOneSideOrStalemate", "8/8/8/8/1Q6/7k/5Qp1/7K w - - 0 1", Who::white},
    Verdict{"Stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Who::nobody}), name_of);
// clang-format on

TEST(Checkmate, IsNotDead) {
    const std::array mated{
        // Smothered by a single knight.
        board("6rk/5Npp/8/8/8/8/8/K7 b - - 0 1"),
        // Two bishops of one square colour give check at once, as no game brings about.
        board("8/8/8/7B/B7/3K4/8/2rkr3 b - - 0 1"),
        // The pawn that mates is as locked as those of the wall.
        board("4k3/8/8/p1p1p1p1/P1P1P1P1/7p/6pP/6BK w - - 0 1"),
    };
    for (const Board& end : mated) {
        ASSERT_TRUE(is_checkmate(end));
        EXPECT_FALSE(is_dead(end));
        EXPECT_FALSE(cannot_checkmate(end, opponent(end.turn)));
        EXPECT_TRUE(cannot_checkmate(end, end.turn)) << "the game is over";
    }
}

// ---------------------------------------------------------------------------------------------
// What the proofs from material say, looked up placement by placement.

/// White has a king and one man that checks, Black a king and perhaps another man.
struct Ending {
    const char* name;
    PieceType checker;
    PieceType defender;
    bool mate_exists;
};

void PrintTo(const Ending& ending, std::ostream* out) { *out << ending.name; }

class SmallEnding : public ::testing::TestWithParam<Ending> {};

/// By symmetry the black king need only stand on one of ten squares.
std::vector<Square> triangle() {
    std::vector<Square> squares;
    for (int file = 0; file < 4; ++file) {
        for (int rank = 0; rank <= file; ++rank) squares.push_back(square_at(rank * 8 + file));
    }
    return squares;
}

bool mate_exists_with(Board placed, Piece defender) {
    for (const Square square : ~placed.occupied()) {
        placed.put(square, defender);
        const Bitboard bishops = placed.of(PieceType::bishop);
        const bool both_square_colors =
            bishops.intersects(light_squares) && bishops.intersects(dark_squares);
        if (!both_square_colors && is_checkmate(placed)) return true;
        placed.remove(square);
    }
    return false;
}

TEST_P(SmallEnding, HasACheckmateOnTheBoardOrHasNone) {
    const auto& [name, checker, defender, expected] = GetParam();
    bool found = false;
    for (const Square king : triangle()) {
        const Bitboard lines =
            checker == PieceType::knight ? knight_attacks(king) : bishop_rays(king);
        for (const Square from : lines) {
            for (const Square hunter : ~(king_attacks(king) | king | from)) {
                Board placed;
                placed.turn = Color::black;
                placed.put(king, {Color::black, PieceType::king});
                placed.put(from, {Color::white, checker});
                placed.put(hunter, {Color::white, PieceType::king});
                found = found || mate_exists_with(placed, {Color::black, defender});
            }
        }
    }
    EXPECT_EQ(found, expected);
}

// Bishops are placed on squares of one colour only.
INSTANTIATE_TEST_SUITE_P(
    Endings, SmallEnding,
    ::testing::Values(Ending{"KNvKQ", PieceType::knight, PieceType::queen, false},
                      Ending{"KNvKR", PieceType::knight, PieceType::rook, true},
                      Ending{"KNvKB", PieceType::knight, PieceType::bishop, true},
                      Ending{"KNvKN", PieceType::knight, PieceType::knight, true},
                      Ending{"KBvKQ", PieceType::bishop, PieceType::queen, false},
                      Ending{"KBvKR", PieceType::bishop, PieceType::rook, false},
                      Ending{"KBvKB", PieceType::bishop, PieceType::bishop, false},
                      Ending{"KBvKN", PieceType::bishop, PieceType::knight, true}),
    [](const ::testing::TestParamInfo<Ending>& ending) { return ending.param.name; });

// ---------------------------------------------------------------------------------------------
// Random walls against a search of everything, and against games that end in mate.

using Random = std::mt19937_64;

int below(Random& random, int limit) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
}

/// Pairs of facing pawns, each a step higher or lower than the one beside it; some are missing.
Board random_pawns(Random& random) {
    Board pawns;
    int rank = 2 + below(random, 3);
    for (int file = 0; file < 8; ++file) {
        rank += rank == 1 || (rank < 5 && below(random, 2) == 0) ? 1 : -1;
        if (below(random, 8) == 0) continue;
        pawns.put(square_at(rank * 8 + file), {Color::white, PieceType::pawn});
        pawns.put(square_at(rank * 8 + 8 + file), {Color::black, PieceType::pawn});
    }
    return pawns;
}

void put_somewhere(Random& random, Board& board, Piece piece) {
    const int half = piece.color == Color::white ? 0 : 32;
    Square square = square_at(half + below(random, 32));
    while (board.occupied().contains(square)) square = square_at(half + below(random, 32));
    board.put(square, piece);
}

/// Pawns in a more or less tight wall, kings and up to two pieces, each on its own half.
Board random_wall(Random& random) {
    constexpr std::array pieces{PieceType::bishop, PieceType::bishop, PieceType::rook,
                                PieceType::knight};
    while (true) {
        Board wall = random_pawns(random);
        put_somewhere(random, wall, {Color::white, PieceType::king});
        put_somewhere(random, wall, {Color::black, PieceType::king});
        for (int extra = below(random, 3); extra > 0; --extra) {
            const auto type = pieces[static_cast<std::size_t>(below(random, 4))];
            put_somewhere(random, wall,
                          {below(random, 2) == 0 ? Color::white : Color::black, type});
        }
        if (!wall.attacked(wall.king(Color::black), Color::white)) return wall;
    }
}

/// The sides that are found to mate when every legal move is played from every position; nothing
/// if that takes more than `limit` positions.
std::optional<std::set<Color>> sides_that_mate(const Board& root, std::size_t limit) {
    std::set<Color> sides;
    std::set<std::string> seen{write_short_fen(root, FenDialect::x_fen)};
    std::vector<Board> open{root};
    while (!open.empty()) {
        const Board present = open.back();
        open.pop_back();
        if (is_checkmate(present)) sides.insert(opponent(present.turn));
        for (const Move move : legal_moves(present)) {
            const Board next = present.after(move);
            if (seen.insert(write_short_fen(next, FenDialect::x_fen)).second) open.push_back(next);
        }
        if (seen.size() > limit) return std::nullopt;
    }
    return sides;
}

TEST(RandomWalls, AreDeadOnlyIfAFullSearchFindsNoMate) {
    Random random(2024);
    int confirmed = 0;
    for (int i = 0; i < 3000 && confirmed < 40; ++i) {
        const Board wall = random_wall(random);
        if (!is_dead(wall)) continue;
        const auto sides = sides_that_mate(wall, 1500);
        if (!sides) continue;
        EXPECT_TRUE(sides->empty()) << write_short_fen(wall);
        EXPECT_TRUE(cannot_checkmate(wall, Color::white)) << write_short_fen(wall);
        EXPECT_TRUE(cannot_checkmate(wall, Color::black)) << write_short_fen(wall);
        ++confirmed;
    }
    EXPECT_EQ(confirmed, 40);
}

/// Random moves from here until somebody is mated, as the positions passed; empty if nobody is.
std::vector<Board> random_way_to_mate(Random& random, const Board& start, int plies_max) {
    std::vector<Board> way{start};
    for (int ply = 0; ply < plies_max; ++ply) {
        const MoveList moves = legal_moves(way.back());
        if (moves.empty()) break;
        way.push_back(way.back().after(moves[random() % moves.size()]));
    }
    return is_checkmate(way.back()) ? way : std::vector<Board>();
}

void expect_alive(const std::vector<Board>& way_to_mate) {
    for (const Board& passed : way_to_mate)
        EXPECT_FALSE(is_dead(passed)) << write_short_fen(passed);
    if (way_to_mate.size() < 3) return;
    const Color winner = opponent(way_to_mate.back().turn);
    for (auto passed = way_to_mate.end() - 3; passed != way_to_mate.end(); ++passed) {
        EXPECT_FALSE(cannot_checkmate(*passed, winner)) << write_short_fen(*passed);
    }
}

TEST(RandomWalls, AreNotDeadOnTheWayToAMate) {
    Random random(7);
    int mates = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto way = random_way_to_mate(random, random_wall(random), 120);
        expect_alive(way);
        mates += way.empty() ? 0 : 1;
    }
    EXPECT_GT(mates, 30);
}

TEST(RandomGames, AreNotDeadOnTheWayToAMate) {
    int mates = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        std::vector<Board> way;
        for (const Position& position :
             testing::random_game(seed, Position::start(), 400).positions) {
            way.push_back(position.board());
        }
        if (!is_checkmate(way.back())) continue;
        expect_alive(way);
        ++mates;
    }
    EXPECT_GT(mates, 3);
}

}  // namespace
}  // namespace arbiter::chess
