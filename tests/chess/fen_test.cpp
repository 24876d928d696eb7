#include "core/chess/notations/fen.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/support/faults.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::vector<std::string> faults_in(std::string_view fen) {
    const auto reading = read_fen(fen);
    EXPECT_EQ(reading.value.has_value(), !reading.faults.fatal()) << fen;
    return faults_of(reading.faults);
}

std::string first_sentence(std::string_view fen) {
    const auto reading = read_fen(fen);
    return reading.faults.empty() ? "" : reading.faults.begin()->sentence;
}

TEST(Fen, ReadsWhatItDraws) {
    const auto reading = read_fen("r3k2r/8/8/3pP3/8/8/8/R3K1NR w Kq d6 3 17");
    ASSERT_TRUE(reading);
    const Board& board = reading->board();
    EXPECT_EQ(board.at(Square::a8), (Piece{Color::black, PieceType::rook}));
    EXPECT_EQ(board.at(Square::e8), (Piece{Color::black, PieceType::king}));
    EXPECT_EQ(board.at(Square::d5), (Piece{Color::black, PieceType::pawn}));
    EXPECT_EQ(board.at(Square::e5), (Piece{Color::white, PieceType::pawn}));
    EXPECT_EQ(board.at(Square::g1), (Piece{Color::white, PieceType::knight}));
    EXPECT_EQ(board.occupied().count(), 9);
    EXPECT_EQ(board.turn, Color::white);
    EXPECT_EQ(board.castling_rooks, Bitboard(Square::h1) | Square::a8);
    EXPECT_EQ(board.en_passant, Bitboard(Square::d6));
    EXPECT_EQ(reading->halfmove_clock(), 3U);
    EXPECT_EQ(reading->fullmove_number(), 17U);
}

TEST(Fen, StartIsTheStart) {
    ASSERT_TRUE(read_fen(start_fen));
    EXPECT_EQ(*read_fen(start_fen), Position::start());
    EXPECT_EQ(write_fen(Position::start()), start_fen);
}

/// The same position in the three dialects.
struct DialectCase {
    std::string_view standard;
    std::string_view x_fen;
    std::string_view shredder;
};

constexpr DialectCase dialect_cases[] = {
    {start_fen, start_fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
    // The examples of the PGN standard, 16.1.4: 1.e4 c5 2.Nf3. Nobody can take on e3 or c6.
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1"},
    {"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
     "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
     "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w HAha c6 0 2"},
    {"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
     "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
     "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b HAha - 1 2"},
    // The published example of X-FEN: White castles with the inner rook on g1.
    {"rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
     "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
     "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gga - 4 11"},
    // An inner rook on the queen's side, for Black.
    {"rr2k3/8/8/8/8/8/8/4K2R b Kb - 0 1", "rr2k3/8/8/8/8/8/8/4K2R b Kb - 0 1",
     "rr2k3/8/8/8/8/8/8/4K2R b Hb - 0 1"},
    // A pawn stands ready on e5, though it is pinned: X-FEN still names the square.
    {"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
     "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 2"},
    // The pawn that stands beside is on the other edge of the board.
    {"7k/8/8/7p/P7/8/8/7K b - a3 0 2", "7k/8/8/7p/P7/8/8/7K b - - 0 2",
     "7k/8/8/7p/P7/8/8/7K b - a3 0 2"},
};

TEST(Fen, WritesAndReadsEachDialect) {
    for (const auto& [standard, x_fen, shredder] : dialect_cases) {
        for (const auto text : {standard, shredder}) {
            const auto reading = read_fen(text);
            ASSERT_TRUE(reading) << text;
            EXPECT_THAT(faults_of(reading.faults), IsEmpty()) << text;
            EXPECT_EQ(write_fen(*reading), standard);
            EXPECT_EQ(write_fen(*reading, FenDialect::x_fen), x_fen);
            EXPECT_EQ(write_fen(*reading, FenDialect::shredder), shredder);
        }
        ASSERT_TRUE(read_fen(x_fen)) << x_fen;
        EXPECT_EQ(write_fen(*read_fen(x_fen), FenDialect::x_fen), x_fen);
    }
}

TEST(Fen, ShortFenIsTheFirstFourFields) {
    const auto position = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 9");
    EXPECT_EQ(write_short_fen(position->board()),
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
    EXPECT_EQ(write_short_fen(position->board(), FenDialect::x_fen),
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
}

TEST(Fen, MissingFieldsHaveDefaults) {
    const std::string_view full = "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1";
    for (const auto* text : {"r3k2r/8/8/8/8/8/8/R3K2R b", "r3k2r/8/8/8/8/8/8/R3K2R b -",
                             "r3k2r/8/8/8/8/8/8/R3K2R b - -", "r3k2r/8/8/8/8/8/8/R3K2R b - - 0"}) {
        ASSERT_TRUE(read_fen(text)) << text;
        EXPECT_EQ(write_fen(*read_fen(text)), full);
    }
    EXPECT_EQ(read_fen("r3k2r/8/8/8/8/8/8/R3K2R b - - 12")->halfmove_clock(), 12U);
}

TEST(Fen, BlanksAroundAndBetweenFieldsDoNotMatter) {
    const auto reading =
        read_fen("  \trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w\tKQkq -  0 1 \r\n");
    ASSERT_TRUE(reading);
    EXPECT_EQ(*reading, Position::start());
}

TEST(Fen, CastlingLettersOfAllDialectsMix) {
    const auto plain = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (const auto* rights : {"qkQK", "HAha", "ahAH", "KAhq", "HQka"}) {
        const auto reading =
            read_fen("r3k2r/8/8/8/8/8/8/R3K2R w " + std::string(rights) + " - 0 1");
        ASSERT_TRUE(reading) << rights;
        EXPECT_EQ(*reading, *plain) << rights;
    }
}

TEST(Fen, KMeansTheOutermostRookEvenBesideAnotherPiece) {
    // The rook on h1 has gone; the one on f1 is the outermost that is left.
    const auto reading = read_fen("4k3/8/8/8/8/8/8/1R2KR1N w KQ - 0 1");
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->board().castling_rooks, Bitboard(Square::b1) | Square::f1);
    EXPECT_EQ(write_fen(*reading), "4k3/8/8/8/8/8/8/1R2KR1N w KQ - 0 1");
}

struct FaultCase {
    std::string_view fen;
    std::string_view fault;
};

constexpr FaultCase single_faults[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "fen_too_few_fields 1:44"},
    {"4k3/8/8/8/8/8/4K3 w", "fen_rank_count 1:1"},
    {"4k3/8/8/8/8/8/8/8/4K3 w", "fen_rank_count 1:1"},
    {"4k3/8/8/8/8/8/8/4K3/ w", "fen_rank_count 1:1"},
    {"4k3/8/8/8/7/8/8/4K3 w", "fen_rank_too_short 1:11"},
    {"4k3/8/8//8/8/8/4K3 w", "fen_rank_too_short 1:9"},
    {"4k3/8/8/8/8P/8/8/4K3 w", "fen_rank_too_long 1:11"},
    {"4k3/8/8/PPPPPPPPPPPP/8/8/8/4K3 w", "fen_rank_too_long 1:9"},
    {"4k3/8/8/4x3/8/8/8/4K3 w", "fen_unknown_letter 1:10"},
    {"4k3/8/8/9/8/8/8/4K3 w", "fen_unknown_letter 1:9"},
    {"4k3/8/8/80/8/8/8/4K3 w", "fen_unknown_letter 1:10"},
    {"4k3/8/8/8/8/8/8/4K3 white", "fen_bad_turn 1:21"},
    {"4k3/8/8/8/8/8/8/4K3 - - - 0 1", "fen_bad_turn 1:21"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQxq -", "fen_bad_castling 1:29"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQ-q -", "fen_bad_castling 1:29"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KK -", "fen_repeated_castling 1:28"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KHq -", "fen_repeated_castling 1:28"},
    {"4k3/8/8/8/8/8/8/4K1RR w GH -", "fen_repeated_castling 1:26"},
    {"4k2r/8/8/8/8/8/8/R3K2R w KQkq -", "fen_no_castling_rook 1:29"},
    {"4k2r/8/8/8/8/8/8/R3K2R w KA -", ""},
    {"4k2r/8/8/8/8/8/8/R3K2R w B -", "fen_no_castling_rook 1:26"},
    {"4k2r/8/8/8/8/8/4K3/R6R w K -", "fen_no_castling_rook 1:26"},
    {"4k2r/8/8/8/8/8/4K3/R6R w H -", "fen_no_castling_rook 1:26"},
    {"4k3/8/8/8/8/8/8/R3K3 w K -", "fen_no_castling_rook 1:24"},
    {"4k3/8/8/8/8/8/8/4K2r w K -", "fen_no_castling_rook 1:24"},
    {"4k3/8/8/8/8/8/8/4K3 w - e9", "fen_bad_en_passant 1:25"},
    {"4k3/8/8/8/8/8/8/4K3 w - E6", "fen_bad_en_passant 1:25"},
    {"4k3/8/8/8/8/8/8/4K3 w - e66", "fen_bad_en_passant 1:25"},
    {"4k3/8/8/8/8/8/8/4K3 w - e6", "en_passant_impossible 1:25"},
    {"4k3/8/8/3pP3/8/8/8/4K3 b - d6", "en_passant_impossible 1:28"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "fen_bad_number 1:27"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "fen_bad_number 1:27"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "fen_bad_number 1:27"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 1000001 1", "halfmove_clock_out_of_range 1:27"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "halfmove_clock_out_of_range 1:27"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 one", "fen_bad_number 1:29"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", "fullmove_number_out_of_range 1:29"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 e4 e5", "fen_trailing_text 1:31"},
    {"8/8/8/8/8/8/8/4K3 w - -", "missing_king 1:1"},
    {"4k3/8/8/8/8/8/8/4K2P w - -", "pawn_on_end_rank 1:20"},
    {"4k3/8/8/8/8/8/8/4KR2 w - -", ""},
    {"4kR2/8/8/8/8/8/8/4K3 w - -", "opponent_in_check 1:22"},
};

TEST(Fen, EachFaultStandsAtItsCharacters) {
    for (const auto& [fen, fault] : single_faults) {
        if (fault.empty()) {
            EXPECT_THAT(faults_in(fen), IsEmpty()) << fen;
        } else {
            EXPECT_THAT(faults_in(fen), ElementsAre(fault)) << fen;
        }
    }
}

TEST(Fen, EmptyTextLacksBothNeededFields) {
    EXPECT_THAT(faults_in(""), ElementsAre("fen_too_few_fields 1:1", "fen_too_few_fields 1:1"));
    EXPECT_THAT(faults_in(" "), ElementsAre("fen_too_few_fields 1:2", "fen_too_few_fields 1:2"));
    EXPECT_THAT(faults_in(" \t\n"),
                ElementsAre("fen_too_few_fields 2:1", "fen_too_few_fields 2:1"));
}

TEST(Fen, SentencesSayWhichRankAndWhat) {
    EXPECT_EQ(first_sentence("4k3/8/8/8/7/8/8/4K3 w"), "rank 4 has 7 squares instead of 8");
    EXPECT_EQ(first_sentence("4k3/pppppppppp/8/8/8/8/8/4K3 w"),
              "rank 7 has 10 squares instead of 8");
    EXPECT_EQ(first_sentence("4k3/8/8/8/8/8/8/3zK3 w"),
              "\"z\" in rank 1 is neither a piece nor a number from 1 to 8");
    EXPECT_EQ(first_sentence("4k3/8/8/8/8/8/4K3 w"), "a board has 8 ranks, not 7");
    EXPECT_EQ(first_sentence("4k3/8/8/8/8/8/8/4K3 x"), "the side to move is w or b, not \"x\"");
    EXPECT_THAT(first_sentence("4k3/8/8/8/8/8/8/3\xFFK3 w"), HasSubstr("\"?\""));
}

TEST(Fen, AllFaultsAreFoundAtOnce) {
    EXPECT_THAT(
        faults_in("rnbqxbnr/ppppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR x KQz e9 a b c"),
        ElementsAre("fen_unknown_letter 1:5", "fen_rank_too_long 1:10", "fen_rank_too_short 1:22",
                    "fen_bad_turn 1:46", "fen_bad_castling 1:50", "fen_bad_en_passant 1:52",
                    "fen_bad_number 1:55", "fen_bad_number 1:57", "fen_trailing_text 1:59"));
}

TEST(Fen, UnreadableClocksDoNotHideWhatIsWrongOnTheBoard) {
    EXPECT_THAT(faults_in("8/8/8/8/8/8/8/P3K3 w - e9 - 1"),
                ElementsAre("fen_bad_en_passant 1:24", "fen_bad_number 1:27", "missing_king 1:1",
                            "pawn_on_end_rank 1:15"));
}

TEST(Fen, AdjacentNumbersAreReadWithAWarning) {
    const auto reading = read_fen("4k3/8/44/8/8/8/8/4K111 w");
    ASSERT_TRUE(reading);
    EXPECT_THAT(faults_of(reading.faults),
                ElementsAre("fen_adjacent_digits 1:8", "fen_adjacent_digits 1:21",
                            "fen_adjacent_digits 1:22"));
    EXPECT_EQ(write_fen(*reading), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

TEST(Fen, MoveNumberZeroIsReadAsOneWithAWarning) {
    const auto reading = read_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 0");
    ASSERT_TRUE(reading);
    EXPECT_THAT(faults_of(reading.faults), ElementsAre("fen_move_number_zero 1:29"));
    EXPECT_EQ(reading->fullmove_number(), 1U);
}

TEST(Fen, LongInputIsRefusedUnread) {
    EXPECT_THAT(faults_in(std::string(start_fen) + std::string(600, ' ')),
                ElementsAre("fen_too_long"));
    EXPECT_FALSE(read_fen_setup(std::string(std::size_t{1} << 20, '/')));
}

TEST(Fen, ASetupNeedNotBeLegal) {
    const auto reading = read_fen_setup("8/8/8/8/8/8/8/P7 b - e4 5 7");
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->board.at(Square::a1), (Piece{Color::white, PieceType::pawn}));
    EXPECT_EQ(reading->board.en_passant, Bitboard(Square::e4));
    EXPECT_EQ(reading->halfmove_clock, 5U);
    EXPECT_FALSE(read_fen_setup("8/8/8/8/8/8/8/P7 x"));
}

TEST(Fen, EveryChess960StartIsKQkqAndComesBack) {
    for (int number = 0; number < 960; ++number) {
        const Position start = testing::chess960_start(number);
        const std::string standard = write_fen(start);
        EXPECT_TRUE(standard.ends_with(" w KQkq - 0 1")) << standard;
        EXPECT_EQ(*read_fen(standard), start);
        EXPECT_EQ(*read_fen(write_fen(start, FenDialect::shredder)), start);
    }
    // Scharnagl's number 0 and 959.
    EXPECT_EQ(write_short_fen(testing::chess960_start(0).board(), FenDialect::shredder),
              "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -");
    EXPECT_EQ(write_short_fen(testing::chess960_start(959).board(), FenDialect::shredder),
              "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca -");
}

/// The placement written square by square, to compare with.
std::string naive_placement(const Board& board) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const auto piece =
                board.at(square_at(static_cast<File>(file), static_cast<Rank>(rank)));
            text += piece ? letter(*piece) : '1';
        }
        if (rank > 0) text += '/';
    }
    for (int run = 8; run > 1; --run) {
        const std::string ones(static_cast<std::size_t>(run), '1');
        for (auto at = text.find(ones); at != std::string::npos; at = text.find(ones)) {
            text.replace(at, ones.size(), std::to_string(run));
        }
    }
    return text;
}

TEST(FenProperty, RandomPositionsComeBackInEveryDialect) {
    for (const Position& position : testing::random_positions(1, 12)) {
        const std::string text = write_fen(position);
        EXPECT_EQ(text.substr(0, text.find(' ')), naive_placement(position.board()));
        EXPECT_EQ(*read_fen(text), position) << text;
        EXPECT_EQ(*read_fen(write_fen(position, FenDialect::shredder)), position) << text;

        auto without_en_passant = position.setup();
        auto x_fen = read_fen(write_fen(position, FenDialect::x_fen))->setup();
        without_en_passant.board.en_passant = x_fen.board.en_passant = {};
        EXPECT_EQ(x_fen, without_en_passant) << text;
    }
}

/// Random texts that look a little like a FEN.
rc::Gen<std::string> fen_like() {
    const std::string alphabet = "pnbrqkPNBRQK12345678/ wb-KQkqAHahe36019z\xE2";
    return rc::gen::container<std::string>(
        rc::gen::elementOf(std::vector<char>(alphabet.begin(), alphabet.end())));
}

TEST(FenProperty, AnyTextIsAPositionOrHasAFault) {
    EXPECT_TRUE(rc::check([] {
        const std::string text = *fen_like();
        const auto reading = read_fen(text);
        RC_ASSERT(reading.value.has_value() != reading.faults.fatal());
    }));
}

TEST(FenProperty, OneChangedCharacterNeverBreaksTheReader) {
    const auto positions = testing::random_positions(2, 4, 60);
    EXPECT_TRUE(rc::check([&] {
        std::string text = write_fen(*rc::gen::elementOf(positions));
        text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
        const auto reading = read_fen(text);
        RC_ASSERT(reading.value.has_value() != reading.faults.fatal());
        if (reading) RC_ASSERT(*read_fen(write_fen(*reading)) == *reading);
    }));
}

TEST(Variant, IsChess960WhereARightIsNotChess) {
    EXPECT_EQ(variant_of(Position::start().board()), Variant::standard);
    EXPECT_EQ(variant_of(testing::chess960_start(518).board()), Variant::standard);
    EXPECT_EQ(variant_of(testing::chess960_start(0).board()), Variant::chess960);
    // Rooks in the corners, but the king on d1.
    EXPECT_EQ(variant_of(read_fen("4k3/8/8/8/8/8/8/R2K3R w KQ -")->board()), Variant::chess960);
    EXPECT_EQ(variant_of(read_fen("4k3/8/8/8/8/8/8/R2K3R w - -")->board()), Variant::standard);
    EXPECT_EQ(variant_of(read_fen("1r2k3/8/8/8/8/8/8/4K3 w q -")->board()), Variant::chess960);
    EXPECT_EQ(to_string(Variant::standard), "standard");
    EXPECT_EQ(to_string(Variant::chess960), "chess960");
}

TEST(Fen, CountersStandStillAtTheirEndSoThatEveryPositionIsReadBack) {
    const auto last = read_fen("4k3/8/8/8/8/8/8/R3K3 b - - 1000000 1000000");
    ASSERT_TRUE(last);
    const Position next = last->after(Move::normal(Square::e8, Square::e7));
    EXPECT_EQ(write_fen(next), "8/4k3/8/8/8/8/8/R3K3 w - - 1000000 1000000");
    EXPECT_EQ(read_fen(write_fen(next)).value, next);
}

}  // namespace
}  // namespace arbiter::chess
