#include "core/chess/notations/uci.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/chess/notations/fen.hpp"
#include "core/chess/rules.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess {
namespace {

Board board_of_fen(std::string_view fen) {
    const auto reading = read_fen(fen);
    EXPECT_TRUE(reading) << fen;
    return reading->board();
}

struct ReadCase {
    std::string_view text;
    Square from;
    Square to;
    std::optional<PieceType> promotion;
};

constexpr ReadCase readable[] = {
    {"e2e4", Square::e2, Square::e4, {}},
    {"a1h8", Square::a1, Square::h8, {}},
    {"e2-e4", Square::e2, Square::e4, {}},
    {"e4xd5", Square::e4, Square::d5, {}},
    {"E2E4", Square::e2, Square::e4, {}},
    {"B3C4", Square::b3, Square::c4, {}},
    {"e7e8q", Square::e7, Square::e8, PieceType::queen},
    {"e7e8r", Square::e7, Square::e8, PieceType::rook},
    {"e7e8b", Square::e7, Square::e8, PieceType::bishop},
    {"e7e8n", Square::e7, Square::e8, PieceType::knight},
    {"e7e8Q", Square::e7, Square::e8, PieceType::queen},
    {"E7E8N", Square::e7, Square::e8, PieceType::knight},
    {"e7-e8=Q", Square::e7, Square::e8, PieceType::queen},
};

TEST(Uci, ReadsSquaresAndPromotion) {
    for (const auto& [text, from, to, promotion] : readable) {
        const auto request = read_uci(text);
        ASSERT_TRUE(request) << text;
        EXPECT_EQ(request->from, from) << text;
        EXPECT_EQ(request->to, to) << text;
        EXPECT_EQ(request->promotion, promotion) << text;
    }
}

TEST(Uci, OtherTextIsNoMove) {
    for (const auto* text :
         {"",       "e",     "e2",    "e2e",    "e2e9",  "i2e4",   "e0e4",  "0000",
          "e2e4e5", "e7e8k", "e7e8p", "e7e8qq", "e7e8=", "e2--e4", "e2 e4", " e2e4",
          "e2e4 ",  "Nf3",   "O-O",   "e4",     "exd5",  "e2xxd3", "(none)"}) {
        EXPECT_FALSE(read_uci(text)) << text;
    }
}

TEST(Uci, AnUpperCaseLetterAloneIsAPieceInSan) {
    EXPECT_FALSE(read_uci("B3c4"));
    EXPECT_FALSE(read_uci("b3C4"));
}

TEST(Uci, WritesEachKindOfMove) {
    EXPECT_EQ(write_uci(Move::normal(Square::g1, Square::f3), Variant::standard), "g1f3");
    EXPECT_EQ(write_uci(Move::en_passant(Square::e5, Square::d6), Variant::standard), "e5d6");
    EXPECT_EQ(
        write_uci(Move::promotion(Square::a2, Square::b1, PieceType::knight), Variant::standard),
        "a2b1n");
    EXPECT_EQ(
        write_uci(Move::promotion(Square::h7, Square::h8, PieceType::queen), Variant::chess960),
        "h7h8q");
}

TEST(Uci, CastlingIsTheKingsWayOrTheKingTakingItsRook) {
    struct Case {
        Move move;
        std::string_view standard;
        std::string_view chess960;
    };
    const Case cases[] = {
        {Move::castling(Square::e1, Square::h1), "e1g1", "e1h1"},
        {Move::castling(Square::e1, Square::a1), "e1c1", "e1a1"},
        {Move::castling(Square::e8, Square::h8), "e8g8", "e8h8"},
        {Move::castling(Square::e8, Square::a8), "e8c8", "e8a8"},
    };
    const Board white = board_of_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
    const Board black = board_of_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -");
    for (const auto& [move, standard, chess960] : cases) {
        EXPECT_EQ(write_uci(move, Variant::standard), standard);
        EXPECT_EQ(write_uci(move, Variant::chess960), chess960);
        const Board& board = rank_of(move.from()) == Rank::r1 ? white : black;
        EXPECT_EQ(interpret(board, *read_uci(standard)), move) << standard;
        EXPECT_EQ(interpret(board, *read_uci(chess960)), move) << chess960;
    }
}

TEST(Uci, InChess960AKingsStepIsNoCastling) {
    // The king on f1 may step to g1, or castle with the rook on h1 and arrive there as well.
    const Board board = board_of_fen("4k3/8/8/8/8/8/8/5K1R w K -");
    EXPECT_EQ(interpret(board, *read_uci("f1g1")), Move::normal(Square::f1, Square::g1));
    EXPECT_EQ(interpret(board, *read_uci("f1h1")), Move::castling(Square::f1, Square::h1));
}

TEST(UciProperty, EveryLegalMoveComesBack) {
    for (const Position& position : testing::random_positions(3, 12)) {
        const Board& board = position.board();
        const Variant variant = variant_of(board);
        std::set<std::string> texts;
        const MoveList moves = legal_moves(board);
        for (const Move move : moves) {
            const std::string text = write_uci(move, variant);
            const auto request = read_uci(text);
            ASSERT_TRUE(request) << text;
            EXPECT_EQ(interpret(board, *request), move) << text << " in " << write_fen(position);
            EXPECT_EQ(interpret(board, *read_uci(write_uci(move, Variant::chess960))), move);
            texts.insert(text);
        }
        EXPECT_EQ(texts.size(), moves.size()) << write_fen(position);
    }
}

TEST(UciProperty, WhatIsReadIsWrittenTheSame) {
    EXPECT_TRUE(rc::check([] {
        const std::string alphabet = "abcdefgh12345678qrbn-x=EH0 ";
        const auto text = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::vector<char>(alphabet.begin(), alphabet.end())));
        const auto request = read_uci(text);
        if (!request) return;
        std::string again = to_string(request->from) + to_string(request->to);
        if (request->promotion) again += letter(Piece{Color::black, *request->promotion});
        const auto reread = read_uci(again);
        RC_ASSERT(reread.has_value());
        RC_ASSERT(reread->from == request->from && reread->to == request->to &&
                  reread->promotion == request->promotion);
    }));
}

}  // namespace
}  // namespace arbiter::chess
