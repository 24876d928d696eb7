#include "core/chess/position.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "core/chess/notations/fen.hpp"
#include "tests/support/drawn_chess.hpp"
#include "tests/support/faults.hpp"

namespace arbiter::chess {
namespace {

Place nowhere(Part, std::optional<Square>) { return {}; }

using Codes = std::vector<std::string>;

Codes faults_in(std::string_view drawing, std::string_view fields = "w") {
    return codes_of(Position::from(drawn_setup(drawing, fields), nowhere).faults);
}

TEST(Setup, StandardIsNumber518) {
    EXPECT_EQ(write_fen(Position::start()),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(Setup::chess960(518), Setup::standard());
}

TEST(Setup, ADoublePushGivesOnlyTheChecksItCan) {
    const auto codes = [](std::string_view fen) { return codes_of(read_fen(fen).faults); };
    EXPECT_EQ(codes("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), Codes{});
    EXPECT_EQ(codes("8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1"), Codes{}) << "the pawn itself";
    EXPECT_EQ(codes("8/8/8/8/2kpP2R/8/8/4K3 b - e3 0 1"), Codes{}) << "it shields its king";
    EXPECT_EQ(codes("8/8/8/8/k2pP3/8/8/4K2Q b - e3 0 1"), Codes{});
    EXPECT_EQ(codes("8/8/8/1N6/3pP3/k7/8/4K3 b - e3 0 1"), Codes{"en_passant_impossible"})
        << "a knight that has not moved";
}

TEST(Setup, WhatNoGameCanReachIsWarnedOf) {
    const auto codes = [](std::string_view fen) {
        const auto read = read_fen(fen);
        EXPECT_TRUE(read) << fen;
        return codes_of(read.faults);
    };
    EXPECT_EQ(codes("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1"), Codes{"check_impossible"});
    EXPECT_EQ(codes("4R3/8/8/4k3/8/8/8/K3R3 b - - 0 1"), Codes{"check_impossible"});
    EXPECT_EQ(codes("4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1"), Codes{}) << "discovered";
    EXPECT_EQ(codes("4k3/8/8/8/8/8/4r3/q3K3 w - - 0 1"), Codes{"check_impossible"});
    EXPECT_EQ(codes("8/8/8/8/8/4k3/3P4/7K b - - 0 1"), Codes{"check_impossible"})
        << "a pawn that has not moved";
    EXPECT_EQ(codes("3Qk3/8/8/8/8/8/8/4R1K1 b - - 0 1"), Codes{}) << "exd8=Q";
    EXPECT_EQ(codes("3Qk3/8/8/8/8/8/8/R5K1 b - - 0 1"), Codes{}) << "d8=Q";
    EXPECT_EQ(codes("4R3/1B6/3P4/8/4k3/8/8/6K1 b - - 0 1"), Codes{}) << "exd6 en passant";
    EXPECT_EQ(codes("4R3/1B1P4/3P4/8/4k3/8/8/6K1 b - - 0 1"), Codes{"check_impossible"})
        << "no pawn can have passed over d6";
    EXPECT_EQ(codes("8/8/8/8/8/8/5PPP/1k3RK1 b - - 0 1"), Codes{}) << "castled";
    EXPECT_EQ(codes("4k3/8/8/8/8/8/PPPPPPPP/Q1Q1K3 w - - 0 1"), Codes{"too_many_promoted"});
    EXPECT_EQ(codes("4k3/8/8/8/8/8/PPPPPPP1/Q1Q1K3 w - - 0 1"), Codes{});
    EXPECT_EQ(codes("4k3/8/8/8/8/8/PPPPPPPP/2B1B1K1 w - - 0 1"), Codes{"too_many_promoted"})
        << "two bishops on dark squares";
}

TEST(Setup, Chess960NumbersAreScharnagls) {
    const auto back_rank = [](int number) {
        const std::string fen = write_fen(*Position::from(Setup::chess960(number), nowhere).value);
        return fen.substr(0, 8);
    };
    EXPECT_EQ(back_rank(0), "bbqnnrkr");
    EXPECT_EQ(back_rank(1), "bqnbnrkr");
    EXPECT_EQ(back_rank(534), "rnbkqbnr");  // the mirror image of 518
    EXPECT_EQ(back_rank(959), "rkrnnqbb");
}

TEST(Setup, All960DifferAndObeyTheTwoLaws) {
    std::vector<std::string> seen;
    for (int number = 0; number < 960; ++number) {
        const auto position = Position::from(Setup::chess960(number), nowhere);
        ASSERT_TRUE(position) << number;
        const Board& board = position->board();
        const Bitboard bishops = board.of(Color::white, PieceType::bishop);
        const Bitboard rooks = board.of(Color::white, PieceType::rook);
        EXPECT_TRUE(bishops.intersects(light_squares) && bishops.intersects(dark_squares))
            << number;
        EXPECT_TRUE(rooks.first() < board.king(Color::white) &&
                    board.king(Color::white) < rooks.last());
        seen.push_back(write_fen(*position));
    }
    std::ranges::sort(seen);
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
}

// The examples of the PolyGlot book format's description, one after each move of a game.
TEST(Key, IsPolyGlots) {
    const std::array<std::pair<const char*, std::uint64_t>, 9> published{{
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
        {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
        {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
        {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
        {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
        {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
    }};
    for (const auto& [fen, key] : published) EXPECT_EQ(read_fen(fen)->key(), key) << fen;
}

TEST(Key, IsKeptUpThroughEveryKindOfMove) {
    Position position = drawn(R"(
        r . . . k . . r
        . P . . . . p .
        . . . . . . . .
        . . . . . P . .
        . . p . . . . .
        . . . . . . . .
        . . . P . . p .
        R . . . K . . R)",
                              "w KQkq");
    const std::array moves{
        Move::normal(Square::d2, Square::d4),
        Move::en_passant(Square::c4, Square::d3),
        Move::promotion(Square::b7, Square::a8, PieceType::queen),
        Move::normal(Square::e8, Square::f7),
        Move::castling(Square::e1, Square::a1),
        Move::promotion(Square::g2, Square::g1, PieceType::knight),
    };
    for (const Move move : moves) {
        position = position.after(move);
        EXPECT_EQ(position.key(), position.recomputed_key());
    }
    EXPECT_EQ(write_fen(position), "Q6r/5kp1/8/5P2/8/3p4/8/2KR2nR w - - 0 4");
}

TEST(Faults, AreAllFound) {
    EXPECT_EQ(faults_in(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)"),
              (Codes{"missing_king", "missing_king"}));
    EXPECT_EQ(faults_in(R"(
        k k . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        P . . . . . . K)",
                        "w - - 0 1000001"),
              (Codes{"too_many_kings", "pawn_on_end_rank", "fullmove_number_out_of_range"}));
    EXPECT_EQ(faults_in(R"(
        k . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . r)",
                        "b"),
              Codes{"opponent_in_check"});
    EXPECT_EQ(faults_in(R"(
        k . . . . . . .
        p p p p p p p p
        p . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . .)"),
              Codes{"too_many_pawns"});
    EXPECT_EQ(faults_in(R"(
        k . . . . . . .
        . . . . . . . .
        n n n n n n n n
        n n n n n n n n
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . .)"),
              Codes{"too_many_pieces"});
    EXPECT_EQ(faults_in(R"(
        k . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . .)",
                        "w - e6"),
              Codes{"en_passant_impossible"});
    EXPECT_EQ(faults_in(R"(
        k . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . p . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . .)",
                        "w - e3"),
              Codes{"en_passant_impossible"});
    EXPECT_EQ(faults_in(R"(
        k . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . p . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . .)",
                        "w - e6"),
              Codes{});
    EXPECT_EQ(faults_in(R"(
        k . . . . . . .
        . . . . p . . .
        . . . . . . . .
        . . . . p . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . .)",
                        "w - e6"),
              Codes{"en_passant_impossible"});
}

TEST(Faults, CastlingRightsNeedKingAndRookAtHome) {
    chess::Setup setup = drawn_setup(R"(
        r . . . k . . r
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        R . . . K . . R)");
    for (const Square rook : {Square::b1, Square::a2, Square::e1}) {
        setup.board.castling_rooks = rook;
        const auto reading = Position::from(setup, nowhere);
        ASSERT_FALSE(reading) << to_string(rook);
        EXPECT_EQ(reading.faults.begin()->code, "castling_right_impossible");
    }
    setup.board.castling_rooks = Bitboard(Square::a1) | Square::h8;
    EXPECT_TRUE(Position::from(setup, nowhere));
}

}  // namespace
}  // namespace arbiter::chess
