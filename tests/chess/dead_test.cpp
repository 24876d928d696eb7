#include "core/chess/dead.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/chess/board/reach.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/rules.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/drawn_chess.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess {
namespace {

Position at(std::string_view fen) {
    const auto read = read_fen(fen);
    EXPECT_TRUE(read) << fen;
    return *read;
}

bool is_checkmate(const Board& board) { return board.checkers().any() && !has_legal_move(board); }

/// Who can still checkmate, both sides helping.
enum class Who { both, white, black, nobody };

struct DeadCase {
    const char* name;
    Position position;
    Who can_mate;
};

void PrintTo(const DeadCase& verdict, std::ostream* out) { *out << write_fen(verdict.position); }

std::string name_of(const ::testing::TestParamInfo<DeadCase>& info) { return info.param.name; }

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

/// A certificate is believed only after it has been played.
void expect_mate_at_the_end(const Board& start, Color winner, const Winnability& answer) {
    Board board = start;
    for (const Move move : answer.line) {
        ASSERT_TRUE(is_legal(board, move)) << write_short_fen(start);
        board = board.after(move);
    }
    EXPECT_TRUE(is_checkmate(board)) << write_short_fen(start);
    EXPECT_EQ(board.turn, opponent(winner)) << write_short_fen(start);
}

class DeadPosition : public ::testing::TestWithParam<DeadCase> {};

TEST_P(DeadPosition, IsJudged) {
    const Board& board = GetParam().position.board();
    const Who who = GetParam().can_mate;
    EXPECT_EQ(cannot_checkmate(board, Color::white), who == Who::black || who == Who::nobody);
    EXPECT_EQ(cannot_checkmate(board, Color::black), who == Who::white || who == Who::nobody);
    EXPECT_EQ(is_dead(board), who == Who::nobody);
    EXPECT_EQ(is_dead(reversed(board)), who == Who::nobody);
}

TEST_P(DeadPosition, HasALineToTheMateOrAProof) {
    const Board& board = GetParam().position.board();
    for (const Color color : both_colors) {
        const Winnability answer = winnability(board, color);
        if (answer.proof == Proof::helpmate) expect_mate_at_the_end(board, color, answer);
        EXPECT_EQ(answer.proof == Proof::helpmate, !answer.line.empty() || is_checkmate(board));
    }
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Material, DeadPosition, ::testing::Values(
    DeadCase{"KvK", at("8/8/4k3/8/8/4K3/8/8 w - - 0 1"), Who::nobody},
    DeadCase{"KBvK", at("8/8/4k3/8/8/4KB2/8/8 w - - 0 1"), Who::nobody},
    DeadCase{"KNvK", at("8/8/4k3/8/8/4KN2/8/8 b - - 0 1"), Who::nobody},
    DeadCase{"KBvKBOnOneSquareColor", at("8/8/4kb2/8/8/2B1K3/8/8 w - - 0 1"), Who::nobody},
    DeadCase{"KBvKBOnBothSquareColors", at("8/8/4kb2/8/8/4KB2/8/8 w - - 0 1"), Who::both},
    DeadCase{"ManyBishopsOnOneSquareColor", at("8/8/4kb2/6b1/1B6/2B1K3/8/8 w - - 0 1"), Who::nobody},
    DeadCase{"KBBvKOnOneSquareColor", at("8/8/4k3/8/1B6/2B1K3/8/8 w - - 0 1"), Who::nobody},
    DeadCase{"KBBvK", at("8/8/4k3/8/8/2BBK3/8/8 w - - 0 1"), Who::white},
    DeadCase{"KNNvKMatesWithHelp", at("8/8/4k3/8/8/3NKN2/8/8 w - - 0 1"), Who::white},
    DeadCase{"KBNvK", at("8/8/4k3/8/8/3BKN2/8/8 w - - 0 1"), Who::white},
    DeadCase{"KRvK", at("8/8/4k3/8/8/4KR2/8/8 w - - 0 1"), Who::white},
    DeadCase{"KPvK", at("8/8/4k3/8/8/4KP2/8/8 w - - 0 1"), Who::white},
    DeadCase{"KNvKQNothingHemsInTheKing", at("8/8/4kq2/8/8/4KN2/8/8 w - - 0 1"), Who::black},
    DeadCase{"KNvKQQ", at("8/5q2/4kq2/8/8/4KN2/8/8 w - - 0 1"), Who::black},
    DeadCase{"KNvKR", at("8/8/4kr2/8/8/4KN2/8/8 w - - 0 1"), Who::both},
    DeadCase{"KNvKB", at("8/8/4kb2/8/8/4KN2/8/8 w - - 0 1"), Who::both},
    DeadCase{"KNvKN", at("8/8/4kn2/8/8/4KN2/8/8 w - - 0 1"), Who::both},
    DeadCase{"KNvKP", at("8/8/4kp2/8/8/4KN2/8/8 w - - 0 1"), Who::both},
    DeadCase{"KNvKQR", at("8/5q2/4kr2/8/8/4KN2/8/8 w - - 0 1"), Who::both},
    DeadCase{"KBvKR", at("8/8/4kr2/8/8/4KB2/8/8 w - - 0 1"), Who::black},
    DeadCase{"KBvKQ", at("8/8/4kq2/8/8/4KB2/8/8 w - - 0 1"), Who::black},
    DeadCase{"KBvKRBOnOneSquareColor", at("8/5b2/4kr2/8/8/4KB2/8/8 w - - 0 1"), Who::black},
    DeadCase{"KBvKRBOnBothSquareColors", at("8/5r2/4kb2/8/8/4KB2/8/8 w - - 0 1"), Who::both},
    DeadCase{"KBvKN", at("8/8/4kn2/8/8/4KB2/8/8 w - - 0 1"), Who::both},
    DeadCase{"KBvKP", at("8/8/4kp2/8/8/4KB2/8/8 w - - 0 1"), Who::both},
    DeadCase{"KvKQ", at("8/8/4kq2/8/8/4K3/8/8 w - - 0 1"), Who::black}), name_of);

// A row of pawn pairs with a file between each: every square on which a king could pass is guarded.
// The white pawns stand on light squares, the black ones on dark squares.
INSTANTIATE_TEST_SUITE_P(Walls, DeadPosition, ::testing::Values(
    DeadCase{"KingsOnTheirOwnSides", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . .)"), Who::nobody},
    DeadCase{"KingsBeforeTheWall", drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . k . . . .
        p . p . p . p .
        P . P . P . P .
        . . . K . . . .
        . . . . . . . .
        . . . . . . . .)", "b"), Who::nobody},
    DeadCase{"UnbrokenChain", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . p . p . p . p
        p P p P p P p P
        P . P . P . P .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . .)"), Who::nobody},
    DeadCase{"SlantedChain", drawn(R"(
        . . . . k . . .
        . . . . p . . .
        . . . p P p . .
        . . p P . P p .
        . p P . . . P p
        p P . . . . . P
        P . . . . . . .
        . . . . K . . .)"), Who::nobody},
    DeadCase{"BothKingsOnOneSide", drawn(R"(
        . . . . k . . .
        . . K . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)"), Who::both},
    DeadCase{"KingsChangedSides", drawn(R"(
        . . . . K . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . . . .
        . . . . k . . .)"), Who::both},
    DeadCase{"OnePairIsMissing", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . . . p .
        P . P . . . P .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . .)"), Who::both},
    DeadCase{"LastPairIsMissing", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . . .
        P . P . P . . .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . .)"), Who::both},
    DeadCase{"BishopBehindItsOwnPawns", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . . B .
        . . . . K . . .)"), Who::nobody},
    DeadCase{"BishopsThatTakePawns", drawn(R"(
        . . b . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . . . .
        . . . . K . B .)", "b"), Who::both},
    DeadCase{"HarmlessBishopOfEachSide", drawn(R"(
        . b . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . . B .
        . . . . K . . .)", "b"), Who::nobody},
    DeadCase{"TwoHarmlessBishops", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        B . . . . . B .
        . . . . K . . .)"), Who::nobody},
    DeadCase{"BishopThatTakesPawns", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . B . .
        . . . . K . . .)"), Who::both},
    DeadCase{"KingsThatMayLeaveTheirPawns", drawn(R"(
        . . . . . . . .
        . . . k . . p .
        . p . p . . P p
        . P . P K . . P
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)"), Who::both},
    DeadCase{"KnightJumpsOver", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . N . .
        . . . . K . . .)"), Who::both},
    DeadCase{"RookLetsItselfBeTaken", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . R . .
        . . . . K . . .)"), Who::both},
    DeadCase{"PawnWithASpareMove", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        P . . . . . . .
        . . . . K . . .)"), Who::nobody},
    DeadCase{"FacingPawnsWithSpareMoves", drawn(R"(
        . . . k . . . .
        p . p . p . p .
        P . P . P . P .
        p . . . . . . .
        . . . . . . . .
        . . . . . . . .
        P . . . . . . .
        . . . K . . . .)"), Who::nobody},
    DeadCase{"SparePawnThatCanBeTaken", drawn(R"(
        . . . k . . . .
        p . p . p . p .
        P . P . P . P .
        p . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . P . . . . . .
        . . . K . . . .)"), Who::both},
    DeadCase{"FreePawn", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . . . P
        . . . . K . . .)"), Who::both},
    DeadCase{"DoublePushThatNobodyCanTake", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . .)", "b - g3"), Who::nobody},
    DeadCase{"DoublePushThatCanBeTaken", drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        p . p . p . p .
        P . P . P . P p
        . . . . . . . P
        . . . . . . . .
        . . . . K . . .)", "b - g3"), Who::both},
    DeadCase{"CagedKnight", drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . k . . .
        . . . . . . . .
        . p . p . p . p
        . P p P . P . P
        . . P . . . . .
        N . . . K . . .)"), Who::nobody},
    DeadCase{"KnightOutOfItsCage", drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . k . . .
        . . . . . . . .
        . p . p . p . p
        . P p P . P . P
        N . P . . . . .
        . . . . K . . .)"), Who::both}), name_of);

// The king is shut in, and every line ends in stalemate: proved by playing them all.
INSTANTIATE_TEST_SUITE_P(Cages, DeadPosition, ::testing::Values(
    DeadCase{"SparePawnMovesRunOut", drawn(R"(
        . k . . . . . .
        . P . . . . . p
        B P . . . p . .
        . P . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . P K P
        . . . . . . . .)", "b"), Who::nobody},
    DeadCase{"ThePawnInFrontOfTheCage", drawn(R"(
        . . . . . . . .
        . . . . . . k .
        . . . . . . p .
        . . . . . . P .
        . . . . . . P K
        . . . . . . P .
        . . . . . . P P
        . . . . . . . .)"), Who::nobody},
    DeadCase{"CastlingIsShutInToo", drawn(R"(
        . . k . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . p . p . p
        . B p P . P . P
        . . P . B P B P
        . . . B K B N R)", "w K"), Who::nobody}), name_of);

INSTANTIATE_TEST_SUITE_P(ForcedLines, DeadPosition, ::testing::Values(
    // 1...Kxh7
    DeadCase{"KingTakesTheLastPawn", drawn(R"(
        . . . . . . . k
        . . . . . K . P
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)", "b"), Who::nobody},
    // 1 Kxh7
    DeadCase{"KingTakesTheQueen", drawn(R"(
        . . . . . . . K
        . . . . . . . q
        . . . . . k . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)"), Who::nobody},
    // 1 Kxb8 Kxg2
    DeadCase{"KingsTakeInTurn", drawn(R"(
        K q . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . R .
        . . . . . . . k)"), Who::nobody},
    // 1...Kxg7 is stalemate
    DeadCase{"TakesAndStalemates", drawn(R"(
        . . . . . . . .
        . . . . . . Q k
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . q . . . . .
        K . . . . . . .)", "b"), Who::nobody},
    // 1 Rxd7 is stalemate, 1 Kxd7 Kxb7 leaves two kings
    DeadCase{"EitherWayToTake", drawn(R"(
        k . K . . . . .
        . R . q . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)"), Who::nobody},
    // 1 Kg8 is possible too
    DeadCase{"TheQueenNeedNotBeTaken", drawn(R"(
        . . . . . . . K
        . . . . . . . .
        . . . . . k . q
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)"), Who::black},
    // 1...Kxa8, and the wall stands
    DeadCase{"TakesThePieceBeyondTheWall", drawn(R"(
        Q . . . . . . .
        k . . . . . . p
        p . p . . . p P
        P p P p . p P .
        . P . P . P . .
        . . . K . . . .
        . . . . . . . .
        . . . . . . . .)", "b"), Who::nobody},
    // 1 Kxb2 or 1 Rxb2, and Black has a bare king
    DeadCase{"MustTakeTheOnlyPiece", drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . q . . . . . R
        K . . . . . . .)"), Who::white},
    // 1 Qxg2 is mate, 1 Kg1 stalemate
    DeadCase{"MateByOneSideOrStalemate", drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . Q . . . . . .
        . . . . . . . k
        . . . . . Q p .
        . . . . . . . K)"), Who::white},
    DeadCase{"Stalemate", drawn(R"(
        . . . . . . . k
        . . . . . Q . .
        . . . . . . K .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)", "b"), Who::nobody}), name_of);
// clang-format on

/// Bishops of different colours: one stands on the only square of the corner that the other leaves its king.
TEST(Reach, AKingIsMatedWhereAsManyOfItsOwnMenStandAsItHasSquaresLeft) {
    const Position position = drawn(R"(
        . . . . . . . .
        b . . . . . . .
        . . . . . . k .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        B . . . . K . .
        . . . . . . . .)");
    for (const Color color : both_colors) {
        EXPECT_TRUE(Reach(position.board()).may_checkmate(color));
    }
}

TEST(Checkmate, IsNotDead) {
    const std::array mated{
        // Smothered by a single knight.
        drawn(R"(
            . . . . . . r k
            . . . . . N p p
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            K . . . . . . .)",
              "b")
            .board(),
        // Two bishops of one square colour give check at once, as no game brings about.
        drawn(R"(
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . B
            B . . . . . . .
            . . . K . . . .
            . . . . . . . .
            . . r k r . . .)",
              "b")
            .board(),
        // The pawn that mates is as locked as those of the wall.
        drawn(R"(
            . . . . k . . .
            . . . . . . . .
            . . . . . . . .
            p . p . p . p .
            P . P . P . P .
            . . . . . . . p
            . . . . . . p P
            . . . . . . B K)")
            .board(),
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

/// Every position that legal moves lead to from one, and which of them still lead to a mate.
struct World {
    std::vector<Board> boards;
    std::vector<std::vector<std::size_t>> from;  ///< for each, those that a move leads to it from
    PerColor<std::vector<char>> can_mate;
};

/// Nothing if there are more positions than `limit`.
std::optional<World> world_of(const Board& root, std::size_t limit) {
    World world{.boards = {root}, .from = {{}}, .can_mate = {}};
    std::unordered_map<std::string, std::size_t> number{
        {write_short_fen(root, FenDialect::x_fen), 0}};
    for (std::size_t i = 0; i < world.boards.size(); ++i) {
        for (const Move move : legal_moves(world.boards[i])) {
            const Board next = world.boards[i].after(move);
            const auto [place, is_new] =
                number.try_emplace(write_short_fen(next, FenDialect::x_fen), world.boards.size());
            if (is_new) {
                world.boards.push_back(next);
                world.from.emplace_back();
            }
            world.from[place->second].push_back(i);
        }
        if (world.boards.size() > limit) return std::nullopt;
    }
    return world;
}

/// From every mate back to the positions that lead to it.
void find_mates(World& world, Color winner) {
    std::vector<char>& can = world.can_mate[winner];
    can.assign(world.boards.size(), 0);
    std::vector<std::size_t> open;
    const auto reach = [&](std::size_t i) {
        if (std::exchange(can[i], char{1}) == 0) open.push_back(i);
    };
    for (std::size_t i = 0; i < world.boards.size(); ++i) {
        if (world.boards[i].turn != winner && is_checkmate(world.boards[i])) reach(i);
    }
    while (!open.empty()) {
        const std::size_t i = open.back();
        open.pop_back();
        for (const std::size_t before : world.from[i]) reach(before);
    }
}

/// Searches the worlds of boards whole and counts their positions. No wall may deny a mate that is there,
/// in any position; in some the whole judgement must be right, and its line end in mate.
int attack(const Board& root, std::size_t limit, std::size_t judged_every) {
    auto world = world_of(root, limit);
    if (!world) return 0;
    for (const Color color : both_colors) {
        find_mates(*world, color);
        for (std::size_t i = 0; i < world->boards.size(); ++i) {
            const Board& board = world->boards[i];
            const bool can = world->can_mate[color][i] != 0;
            if (can)
                EXPECT_TRUE(Reach(repetition_form(board)).may_checkmate(color))
                    << write_short_fen(board);
            if (i % judged_every != 0) continue;
            const Winnability answer = winnability(board, color);
            EXPECT_EQ(answer.can(), can) << write_short_fen(board);
            if (answer.proof == Proof::helpmate) expect_mate_at_the_end(board, color, answer);
        }
    }
    return static_cast<int>(world->boards.size());
}

TEST(RandomWalls, AreJudgedAsAFullSearchJudgesThem) {
    Random random(2024);
    const int wanted = test::campaign(40'000, 1'500'000);
    const auto limit = static_cast<std::size_t>(test::campaign(2'000, 20'000));
    int positions = 0;
    for (int i = 0; positions < wanted && i < 50 * wanted && !::testing::Test::HasFailure(); ++i) {
        const Board wall = random_wall(random);
        const Reach reach(wall);
        if (reach.may_checkmate(Color::white) && reach.may_checkmate(Color::black)) continue;
        positions += attack(wall, limit, limit / 10);
    }
    EXPECT_GE(positions, wanted);
}

/// A few men of any kind anywhere, with more pawns than there would be by chance.
Board random_placement(Random& random) {
    constexpr std::array pieces{PieceType::pawn,   PieceType::pawn,   PieceType::pawn,
                                PieceType::knight, PieceType::bishop, PieceType::rook};
    while (true) {
        Board board;
        board.turn = below(random, 2) == 0 ? Color::white : Color::black;
        put_somewhere(random, board, {Color::white, PieceType::king});
        put_somewhere(random, board, {Color::black, PieceType::king});
        for (int extra = 1 + below(random, 4); extra > 0; --extra) {
            const auto type = pieces[static_cast<std::size_t>(below(random, 6))];
            put_somewhere(random, board,
                          {below(random, 2) == 0 ? Color::white : Color::black, type});
        }
        const Bitboard ends = board_of(Rank::r1) | board_of(Rank::r8);
        const bool possible = !board.of(PieceType::pawn).intersects(ends) &&
                              !board.attacked(board.king(opponent(board.turn)), board.turn);
        if (possible) return board;
    }
}

TEST(RandomPlacements, AreJudgedAsAFullSearchJudgesThem) {
    Random random(11);
    const int boards = test::campaign(80, 3'000);
    const auto limit = static_cast<std::size_t>(test::campaign(1'500, 30'000));
    int impossible = 0;
    for (int i = 0; i < boards; ++i) {
        const Board board = random_placement(random);
        bool can = true;
        for (const Color color : both_colors) {
            const Winnability answer = winnability(board, color);
            if (answer.proof == Proof::helpmate) expect_mate_at_the_end(board, color, answer);
            can = can && answer.can();
        }
        if (can) continue;
        ++impossible;
        attack(board, limit, limit);
    }
    EXPECT_GT(impossible, boards / 8);
}

/// The position before a move only saves time.
TEST(RandomPlacements, AreJudgedAlikeWithThePositionBefore) {
    Random random(3);
    int died = 0;
    for (int i = 0; i < 400; ++i) {
        Board before = random_placement(random);
        for (int ply = 0; ply < 12 && !is_dead(before); ++ply) {
            const MoveList moves = legal_moves(before);
            if (moves.empty()) break;
            const Board board = before.after(moves[random() % moves.size()]);
            EXPECT_EQ(is_dead(board, &before), is_dead(board)) << write_short_fen(board);
            died += is_dead(board, &before) ? 1 : 0;
            before = board;
        }
    }
    EXPECT_GT(died, 5);
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
    for (int i = 0; i < 400; ++i) {
        const auto way = random_way_to_mate(random, random_wall(random), 120);
        expect_alive(way);
        mates += way.empty() ? 0 : 1;
    }
    EXPECT_GT(mates, 3);
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
