#include "core/chess/rules.hpp"

#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "core/chess/board/perft.hpp"
#include "core/chess/game.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/san.hpp"
#include "core/chess/notations/uci.hpp"
#include "tests/chess/naive.hpp"
#include "tests/support/drawn_chess.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess {
namespace {

std::set<std::string> legal(const Position& p) {
    std::set<std::string> words;
    for (const Move move : legal_moves(p.board())) words.insert(write_san(p.board(), move));
    return words;
}

/// The code and the sentence with which a move in UCI is refused.
std::pair<std::string, std::string> refusal(const Position& p, std::string_view uci) {
    const Game game(Start{.position = p, .variant = Variant::standard, .history = {}});
    const auto event = game.read_event(uci);
    const auto checked =
        event ? game.check(*event) : Result<Effects>(std::unexpected(event.error()));
    if (checked) return {"accepted", ""};
    return {std::string(checked.error().code->name), sentence(checked.error())};
}

using Refusal = std::pair<std::string, std::string>;

// ---------------------------------------------------------------------------------------------
// The fast generator against the naive one.

struct Walk {
    const char* name;
    int start;  // Scharnagl's number
    unsigned seed;
};

class AgainstNaive : public ::testing::TestWithParam<Walk> {};

TEST_P(AgainstNaive, SameMovesSameChecksSamePositions) {
    std::mt19937 dice(GetParam().seed);
    for (int game = 0; game < 6; ++game) {
        Position fast =
            *Position::from(Setup::chess960(GetParam().start), [](Part, std::optional<Square>) {
                 return Place{};
             }).value;
        naive::Chess slow(write_fen(fast, FenDialect::shredder));
        for (int ply = 0; ply < 150; ++ply) {
            ASSERT_EQ(write_fen(fast, FenDialect::shredder), slow.fen());
            ASSERT_EQ(fast.in_check(), slow.in_check()) << slow.fen();
            const MoveList moves = legal_moves(fast.board());
            std::set<std::string> words;
            for (const Move move : moves) words.insert(write_uci(move, Variant::chess960));
            ASSERT_EQ(words.size(), moves.size()) << "a move twice in " << slow.fen();
            ASSERT_EQ(words, slow.legal_moves()) << slow.fen();
            ASSERT_EQ(count_moves(fast.board()), moves.size());
            if (moves.empty()) break;
            const Move move = moves[dice() % moves.size()];
            slow.play(write_uci(move, Variant::chess960));
            fast = fast.after(move);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Starts, AgainstNaive,
                         ::testing::Values(Walk{"chess", 518, 1}, Walk{"bbqnnrkr", 0, 2},
                                           Walk{"rkrnnqbb", 959, 3}, Walk{"sp342", 342, 4},
                                           Walk{"sp690", 690, 5}, Walk{"sp111", 111, 6}),
                         [](const auto& walk) { return walk.param.name; });

/// Random placements reach what games do not: many queens, pins on every line, kings anywhere.
TEST(AgainstNaivePlacements, SameMoves) {
    std::mt19937 dice(20);
    int compared = 0;
    while (compared < 300) {
        chess::Setup setup;
        setup.board.turn = dice() % 2 == 0 ? Color::white : Color::black;
        const int men = static_cast<int>(dice() % 14);
        setup.board.put(square_at(static_cast<int>(dice() % 64)), {Color::white, PieceType::king});
        setup.board.put(square_at(static_cast<int>(dice() % 64)), {Color::black, PieceType::king});
        for (int i = 0; i < men; ++i) {
            const Square square = square_at(static_cast<int>(dice() % 64));
            const Piece piece{dice() % 2 == 0 ? Color::white : Color::black,
                              all_piece_types[dice() % 5]};
            if (!setup.board.occupied().contains(square)) setup.board.put(square, piece);
        }
        const auto placed =
            Position::from(setup, [](Part, std::optional<Square>) { return Place{}; });
        if (!placed) continue;
        ++compared;
        const naive::Chess slow(write_fen(*placed, FenDialect::shredder));
        std::set<std::string> words;
        for (const Move move : legal_moves(placed->board())) {
            words.insert(write_uci(move, Variant::chess960));
        }
        ASSERT_EQ(words, slow.legal_moves()) << slow.fen();
    }
}

// ---------------------------------------------------------------------------------------------
// FIDE 3.7: pawns.

/// The last two plies are counted together, most of them without a board.
TEST(Perft, OfTwoPliesIsTheSumOfAllReplies) {
    for (const Position& position : testing::random_positions(7, 40)) {
        std::uint64_t replies = 0;
        for (const Move move : legal_moves(position.board())) {
            replies += legal_moves(position.board().after(move)).size();
        }
        ASSERT_EQ(perft(position.board(), 2), replies) << write_fen(position, FenDialect::shredder);
    }
}

/// Many lines of few men lead to the same position: in a table of one entry nearly every count is
/// replaced, in a larger one most are found.
TEST(Perft, CountsFromATableAsWithoutOne) {
    for (const auto& [fen, depth] : {std::pair{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 7},
                                     std::pair{"4k2r/8/8/8/3pP3/8/8/4K2R b Kk e3 0 1", 5}}) {
        const Game game({.position = *read_fen(fen), .variant = Variant::standard, .history = {}});
        const auto plain = game.perft(depth);
        for (const std::size_t bytes : {std::size_t{1}, std::size_t{1} << 20}) {
            PerftTable table(bytes);
            for (int time = 0; time < 2; ++time) {
                const auto hashed = game.perft(depth, &table);
                ASSERT_EQ(hashed.size(), plain.size());
                for (std::size_t i = 0; i < plain.size(); ++i) {
                    EXPECT_EQ(hashed[i].move, plain[i].move);
                    EXPECT_EQ(hashed[i].leaves, plain[i].leaves) << fen << ' ' << plain[i].move;
                }
            }
        }
    }
}

TEST(LegalMoves, OneMoveIsJudgedAsTheListSays) {
    for (const Position& position : testing::random_positions(11, 3, 120)) {
        const Board& board = position.board();
        const MoveList moves = legal_moves(board);
        for (std::size_t than = 0; than < 40; than += 4) {
            ASSERT_EQ(has_more_moves(board, than), moves.size() > than) << write_fen(position);
        }
        std::set<std::uint16_t> listed;
        for (const Move move : moves) listed.insert(move.bits());
        const auto expect_same = [&](Move move) {
            ASSERT_EQ(is_legal(board, move), listed.contains(move.bits()))
                << move.bits() << ", " << write_uci(move, Variant::chess960) << " in "
                << write_fen(position);
        };
        const Bitboard special = board.of(PieceType::pawn) | board.of(PieceType::king);
        for (const Square from : board.occupied()) {
            for (const Square to : Bitboard::all()) {
                expect_same(Move::normal(from, to));
                if (!special.contains(from)) continue;
                expect_same(Move::en_passant(from, to));
                expect_same(Move::castling(from, to));
                expect_same(Move::promotion(from, to, PieceType::rook));
            }
        }
    }
}

TEST(EnPassant, IsForbiddenWhenBothPawnsLeaveTheKingsRank) {
    // Taking on c6 would empty the fifth rank between a5 and h5.
    const Position p = drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K P p . . . . r
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . k)",
                             "w - c6");
    EXPECT_FALSE(legal(p).contains("bxc6"));
    EXPECT_EQ(refusal(p, "b5c6"),
              Refusal("leaves_king_in_check",
                      "moving the pawn from b5 to c6 leaves the king in check from h5"));
}

TEST(EnPassant, CapturesTheCheckingPawn) {
    EXPECT_TRUE(legal(drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . k . . . . .
        . . . P p . . .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . .)",
                            "b - d3"))
                    .contains("exd3"));
}

TEST(EnPassant, IsForbiddenToADiagonallyPinnedPawn) {
    EXPECT_FALSE(legal(drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . k . . . . .
        . . . P p . . .
        . . . . . . . .
        . . . . . . B .
        . . . . K . . B)",
                             "b - d3"))
                     .contains("exf3"));
    EXPECT_FALSE(legal(drawn(R"(
        . . . . . . . k
        . . . . . . . .
        . . . . . . . .
        . . . p P . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . .)",
                             "w - d6"))
                     .empty());
}

TEST(EnPassant, LastsForOneMoveOnly) {
    Game game;
    for (const auto* move : {"e4", "a6", "e5", "d5", "h3", "h6"}) {
        ASSERT_TRUE(game.play(*game.read_event(move)).has_value()) << move;
    }
    EXPECT_EQ(game.read_event("exd6").error().code, &codes::en_passant_expired);
}

TEST(Promotion, ToQueenRookBishopOrKnightAndNothingElse) {
    const auto moves = legal(drawn(R"(
        . n . . . . . k
        P . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . K)"));
    for (const auto* move : {"a8=Q", "a8=R", "a8=B", "a8=N", "axb8=Q+", "axb8=N"}) {
        EXPECT_TRUE(moves.contains(move)) << move;
    }
    EXPECT_EQ(refusal(drawn(R"(
        . . . . . . . k
        P . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . K)"),
                      "a7a8")
                  .first,
              "promotion_missing");
    EXPECT_EQ(refusal(drawn(R"(
        . . . . . . . k
        . . . . . . . .
        P . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . K)"),
                      "a6a7q")
                  .first,
              "promotion_not_allowed");
    EXPECT_EQ(refusal(drawn(R"(
        . . . . . . . k
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R . . . . . . .
        . . . . . . . K)"),
                      "a2a8q")
                  .first,
              "promotion_not_allowed");
}

// ---------------------------------------------------------------------------------------------
// FIDE 3.8: castling.

Position ready() {
    return drawn(R"(
        r . . . k . . r
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . R)",
                 "w KQkq");
}

TEST(Castling, BothWaysWhenNothingIsInTheWay) {
    EXPECT_TRUE(legal(ready()).contains("O-O"));
    EXPECT_TRUE(legal(ready()).contains("O-O-O"));
}

TEST(Castling, SaysWhyNot) {
    EXPECT_EQ(
        refusal(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . r . . .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . R)",
                      "w KQ"),
                "e1g1"),
        Refusal("castling_out_of_check", "no castling out of check: the king is attacked from e4"));
    EXPECT_EQ(
        refusal(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . r . .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . R)",
                      "w KQ"),
                "e1g1"),
        Refusal("castling_through_check", "no castling through check: f1 is attacked from f4"));
    EXPECT_EQ(refusal(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . r .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . R)",
                            "w KQ"),
                      "e1g1"),
              Refusal("castling_into_check", "no castling into check: g1 is attacked from g4"));
    EXPECT_EQ(refusal(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . R)",
                            "w Q"),
                      "e1g1"),
              Refusal("castling_right_lost", "there is no right to castle kingside"));
    EXPECT_EQ(refusal(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R N . . K . . R)",
                            "w KQ"),
                      "e1c1"),
              Refusal("castling_path_occupied",
                      "castling queenside needs an empty path: b1 is occupied"));
    EXPECT_EQ(refusal(Position::start(), "e1g1"),
              Refusal("castling_path_occupied",
                      "castling kingside needs an empty path: f1, g1 are occupied"));
    EXPECT_EQ(refusal(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . P
        . . . . K . . .)"),
                      "e1g1")
                  .first,
              "castling_right_lost");
}

TEST(Castling, OnlyTheKingsWayMustBeSafe) {
    EXPECT_TRUE(legal(drawn(R"(
        . r . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . .)",
                            "w Q"))
                    .contains("O-O-O"))
        << "b1 is the rook's";
    EXPECT_TRUE(legal(drawn(R"(
        r . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . .)",
                            "w Q"))
                    .contains("O-O-O"))
        << "so is a1";
}

TEST(Castling, RightsGoWithTheKingTheRookAndItsCapture) {
    const auto rights_after = [](std::string_view uci) {
        const Position p = ready();
        const std::string fen = write_fen(p.after(interpret(p.board(), *read_uci(uci))));
        const auto from = fen.find(' ') + 3;
        return fen.substr(from, fen.find(' ', from) - from);
    };
    EXPECT_EQ(rights_after("e1e2"), "kq");
    EXPECT_EQ(rights_after("h1g1"), "Qkq");
    EXPECT_EQ(rights_after("a1a8"), "Kk");
    EXPECT_EQ(rights_after("e1g1"), "kq");
}

TEST(Castling, InChess960TheRookMayBeAllThatShieldsTheKing) {
    // Black's rook on a1 sees b1, White's castling rook; c1 is free once it has moved.
    const Position p = drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        r R . K . . . .)",
                             "w B");
    EXPECT_TRUE(std::ranges::none_of(
        legal_moves(p.board()), [](Move move) { return move.kind() == Move::Kind::castling; }));
    EXPECT_EQ(refusal(p.board(), Move::castling(Square::d1, Square::b1)).code,
              &codes::castling_into_check);
}

TEST(Castling, InChess960KingOrRookMayStandWhereItArrives) {
    const Position p = drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . R . K . R .)",
                             "w GC");
    const Board kingside = p.board().after(Move::castling(Square::e1, Square::g1));
    EXPECT_EQ(kingside, drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . R . . R K .)",
                              "b")
                            .board());
    const Board queenside = p.board().after(Move::castling(Square::e1, Square::c1));
    EXPECT_EQ(queenside, drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . K R . . R .)",
                               "b")
                             .board());
}

// ---------------------------------------------------------------------------------------------
// Every other reason.

TEST(Refusals, NameTheReasonAndTheSquares) {
    const Position start = Position::start();
    EXPECT_EQ(refusal(start, "e4e5"), Refusal("no_piece_there", "there is no piece on e4"));
    EXPECT_EQ(refusal(start, "e7e5"),
              Refusal("not_your_piece", "the pawn on e7 belongs to the other side"));
    EXPECT_EQ(refusal(start, "a1a2"),
              Refusal("own_piece_there",
                      "the rook cannot go from a1 to a2: the white pawn on a2 is one's own"));
    EXPECT_EQ(refusal(start, "e2e5"),
              Refusal("piece_cannot_go_there", "a pawn on e2 cannot go to e5"));
    EXPECT_EQ(
        refusal(start, "e2d3"),
        Refusal("pawn_needs_capture",
                "the pawn on e2 goes to d3 only to capture, and there is nothing to capture"));
    EXPECT_EQ(refusal(start, "a1a5"),
              Refusal("path_blocked",
                      "the rook cannot go from a1 to a5: the white pawn on a2 is in the way"));
    EXPECT_EQ(refusal(start, "f1a6"),
              Refusal("path_blocked",
                      "the bishop cannot go from f1 to a6: the white pawn on e2 is in the way"));
    EXPECT_EQ(refusal(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . p . . .
        . . . . P . . .
        . . . . K . . .)"),
                      "e2e4"),
              Refusal("path_blocked",
                      "the pawn cannot go from e2 to e4: the black pawn on e3 is in the way"));
    EXPECT_EQ(refusal(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . r . . .
        . . . . K . . B)"),
                      "e1d2")
                  .first,
              "leaves_king_in_check");
    EXPECT_EQ(refusal(drawn(R"(
        . . . . k . . .
        . . . . r . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . N . . .
        . . . . K . . .)"),
                      "e2c3"),
              Refusal("leaves_king_in_check",
                      "moving the knight from e2 to c3 leaves the king in check from e7"));
    EXPECT_EQ(refusal(start, "Nd5").first, "no_piece_can_go_there");
    EXPECT_EQ(refusal(start, "hello").first, "unreadable_move");
}

TEST(Refusals, CarryTheLegalMovesOfThatPiece) {
    const Rejection rejection =
        refusal(Position::start().board(), Move::normal(Square::g1, Square::g3));
    EXPECT_EQ(std::get<std::vector<std::string>>(*find(rejection.data, "legal")),
              (std::vector<std::string>{"Nf3", "Nh3"}));
}

// ---------------------------------------------------------------------------------------------

Effects effects_of(const Position& p, Move move) {
    return effects(p.board(), move, p.board().after(move));
}

TEST(Effects, SayWhatHappened) {
    const Position p = drawn(R"(
        r n b q k b n r
        p p p . p p p p
        . . . . . . . .
        . . . p P . . .
        . . . . . . . .
        . . . . . . . .
        P P P P . P P P
        R N B Q K B N R)",
                             "w KQkq d6 0 3");
    EXPECT_EQ(effects_of(p, Move::en_passant(Square::e5, Square::d6)),
              (Effects{{"moved", {{"piece", "pawn"}, {"from", "e5"}, {"to", "d6"}}},
                       {"captured", {{"piece", "pawn"}, {"square", "d5"}}}}));
    const Position castle = ready();
    EXPECT_EQ(effects_of(castle, Move::castling(Square::e1, Square::a1)),
              (Effects{{"moved", {{"piece", "king"}, {"from", "e1"}, {"to", "c1"}}},
                       {"moved", {{"piece", "rook"}, {"from", "a1"}, {"to", "d1"}}}}));
    const Position promotion = drawn(R"(
        . n . . . . . k
        P . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . K)");
    EXPECT_EQ(
        effects_of(promotion, Move::promotion(Square::a7, Square::b8, PieceType::queen)),
        (Effects{{"moved", {{"piece", "pawn"}, {"from", "a7"}, {"to", "b8"}}},
                 {"captured", {{"piece", "knight"}, {"square", "b8"}}},
                 {"promoted", {{"piece", "queen"}, {"square", "b8"}}},
                 {"check", {{"king", "h8"}, {"attackers", std::vector<std::string>{"b8"}}}}}));
}

TEST(Mobility, CountsTargetsByType) {
    EXPECT_EQ(mobility(Position::start().board()).targets, (std::array{16, 4, 0, 0, 0, 0}));
    EXPECT_EQ(mobility(ready().board()).targets, (std::array{0, 0, 0, 19, 0, 7}));
    EXPECT_EQ(mobility(drawn(R"(
        k . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . Q . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . .)")
                           .board())
                  .targets[4],
              26);
}

TEST(MoveList, HoldsThePositionWithTheMostMoves) {
    // 218 moves: N. Petrovic, 1964.
    EXPECT_EQ(legal(drawn(R"(
        R . . . . . . R
        . . . Q . . . .
        . Q . . . . Q .
        . . . . Q . . .
        . . Q . . . . Q
        Q . . . . Q . .
        p p . Q . . . .
        k B N N . K B .)"))
                  .size(),
              218U);
}

}  // namespace
}  // namespace arbiter::chess
