#include "core/chess/notations/san.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/san_text.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Board board_of_fen(std::string_view fen) {
    const auto reading = read_fen(fen);
    EXPECT_TRUE(reading) << fen;
    return reading->board();
}

/// What a text means, as UCI; or the code of the rejection in brackets.
std::string meaning(const Board& board, std::string_view text) {
    const auto move = read_san(board, text);
    if (move) return write_uci(*move, Variant::standard);
    EXPECT_THAT(sentence(move.error()), Not(HasSubstr("{"))) << text;
    return "[" + std::string(move.error().code->name) + "]";
}

std::string meaning(std::string_view fen, std::string_view text) {
    return meaning(board_of_fen(fen), text);
}

Rejection rejection(std::string_view fen, std::string_view text) {
    const auto move = read_san(board_of_fen(fen), text);
    EXPECT_FALSE(move) << text;
    return move ? Rejection{&codes::unknown_action, {}} : move.error();
}

std::vector<std::string> words(const Rejection& rejection, std::string_view key) {
    const auto* value = find(rejection.data, key);
    return value == nullptr ? std::vector<std::string>{}
                            : std::get<std::vector<std::string>>(*value);
}

std::string word(const Rejection& rejection, std::string_view key) {
    const auto* value = find(rejection.data, key);
    return value == nullptr ? "" : std::get<std::string>(*value);
}

struct Reading {
    std::string_view text;
    std::string_view uci;
};

constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(SanReading, ToleratesEveryFormOfTheSameMove) {
    constexpr Reading forms[] = {
        {"Nf3", "g1f3"},          {"nf3", "g1f3"},       {"Ng1f3", "g1f3"},
        {"Ng1-f3", "g1f3"},       {"Ngf3", "g1f3"},      {"N1f3", "g1f3"},
        {"Nxf3", "g1f3"},         {" Nf3\n", "g1f3"},    {"Nf3!", "g1f3"},
        {"Nf3?", "g1f3"},         {"Nf3!?", "g1f3"},     {"Nf3??", "g1f3"},
        {"Nf3+", "g1f3"},         {"Nf3++", "g1f3"},     {"Nf3#", "g1f3"},
        {"Nf3 mate", "g1f3"},     {"Nf3ch", "g1f3"},     {"Nf3 ch", "g1f3"},
        {"Nf3 dis ch", "g1f3"},   {"Nf3dis", "g1f3"},    {"Nf3 dbl ch", "g1f3"},
        {"Nf3checkmate", "g1f3"}, {"Nf3+/-", "g1f3"},    {"Nf3 -/+", "g1f3"},
        {"Nf3+-", "g1f3"},        {"Nf3-+", "g1f3"},     {"Nf3 ±", "g1f3"},
        {"Nf3=+", "g1f3"},        {"Nf3 (=)", "g1f3"},   {"Nf3†", "g1f3"},
        {"Nf3‡", "g1f3"},         {"♘f3", "g1f3"},       {"♞f3", "g1f3"},
        {"♘\uFE0Ef3", "g1f3"},    {"♞\uFE0Ff3", "g1f3"}, {"♘g1–f3", "g1f3"},
        {"Ng1—f3", "g1f3"},       {"Ng1×f3", "g1f3"},    {"\u00A0Nf3\u00A0!", "g1f3"},
        {"e4", "e2e4"},           {"Pe4", "e2e4"},       {"pe4", "e2e4"},
        {"e2e4", "e2e4"},         {"e2-e4", "e2e4"},     {"♙e4", "e2e4"},
        {"♟e4", "e2e4"},          {"Pe2-e4", "e2e4"},    {"b4", "b2b4"},
        {"b2b4", "b2b4"},
    };
    const Board board = board_of_fen(start_fen);
    for (const auto& [text, uci] : forms) EXPECT_EQ(meaning(board, text), uci) << text;
}

TEST(SanReading, TextThatIsNoMove) {
    const Board board = board_of_fen(start_fen);
    for (const auto* text :
         {"",    " ",    "e",      "4",     "N",       "Nf",    "e9",     "i4",       "e5e",
          "xyz", "NF3",  "E4",     "0000",  "--",      "Z0",    "1-0",    "0-1",      "1/2-1/2",
          "*",   "O",    "O-",     "O-O-",  "O-O-O-O", "e4 e5", "Nf3 d5", "Nf3Nc6",   "e4x",
          "e4-", "Nf3.", "♘",      "♘♘f3",  "Nf3é",    "é4",    "e4=K",   "\xE2\x99", "\xFF",
          "ex",  "exd",  "resign", "e8=(Q", "e8(Q"}) {
        EXPECT_EQ(meaning(board, text), "[unreadable_move]") << text;
    }
    EXPECT_EQ(meaning(board, std::string_view("e4\0", 3)), "[unreadable_move]");
}

TEST(SanReading, AnUnreadableTextIsQuotedInPart) {
    const auto refusal = rejection(start_fen, "hello");
    EXPECT_EQ(word(refusal, "text"), "hello");
    EXPECT_EQ(sentence(refusal),
              "\"hello\" is not a move in SAN, UCI or JSON: it names no square to go to");

    std::string long_text;
    while (long_text.size() < 1000) long_text += "♘";
    const std::string quoted = word(rejection(start_fen, long_text), "text");
    EXPECT_EQ(quoted.size(), 99U);  // 33 figurines of three bytes
    EXPECT_TRUE(long_text.starts_with(quoted));
}

/*  8 . . . . k . . .
    7 . . . . . . P .
    6 . . . . . . . .
    5 . . p P . . . .
    4 . p . . . . . .
    3 . . . . . b . .
    2 P . . . P . . .
    1 R . . . K . . R   White to move, c5 was pushed twice  */
constexpr std::string_view pawns_fen = "4k3/6P1/8/2pP4/1p6/5b2/P3P3/R3K2R w KQ c6 0 1";

TEST(SanReading, PawnsCaptureAndPromoteInEveryForm) {
    constexpr Reading forms[] = {
        {"dxc6", "d5c6"},      {"dc6", "d5c6"},          {"dxc6e.p.", "d5c6"},
        {"dxc6 e.p.", "d5c6"}, {"dxc6ep", "d5c6"},       {"dxc6 e.p.+", "d5c6"},
        {"d5xc6", "d5c6"},     {"d5xc6 (e.p.)", "d5c6"}, {"d:c6", "d5c6"},
        {"Pxc6", "d5c6"},      {"xc6", "d5c6"},          {"d5c6", "d5c6"},
        {"exf3", "e2f3"},      {"ef3", "e2f3"},          {"eXf3", "e2f3"},
        {"e×f3!", "e2f3"},     {"g8=Q", "g7g8q"},        {"g8Q", "g7g8q"},
        {"g8(Q)", "g7g8q"},    {"g8/Q", "g7g8q"},        {"g8=q", "g7g8q"},
        {"g8q", "g7g8q"},      {"g8=N", "g7g8n"},        {"g8b", "g7g8b"},
        {"g8=R+", "g7g8r"},    {"g7-g8=Q", "g7g8q"},     {"g7g8=Q#", "g7g8q"},
        {"g8=♕", "g7g8q"},     {"g8=Q mate", "g7g8q"},
    };
    const Board board = board_of_fen(pawns_fen);
    for (const auto& [text, uci] : forms) EXPECT_EQ(meaning(board, text), uci) << text;
    EXPECT_EQ(read_san(board, "dxc6").value(), Move::en_passant(Square::d5, Square::c6));
}

TEST(SanReading, ALowerCaseBIsAlwaysThePawn) {
    // Both the pawn on b2 and, without it, the bishop on a1 could take on c3.
    const std::string_view fen = "4k3/8/8/8/8/2n5/1P6/B3K3 w - - 0 1";
    EXPECT_EQ(meaning(fen, "bxc3"), "b2c3");
    EXPECT_EQ(meaning(fen, "bc3"), "b2c3");
    EXPECT_EQ(meaning("4k3/8/8/8/8/2n5/8/B3K3 w - - 0 1", "Bxc3"), "a1c3");
    EXPECT_EQ(meaning("4k3/8/8/8/8/2n5/8/B3K3 w - - 0 1", "bxc3"), "[no_piece_can_go_there]");
}

TEST(SanReading, CastlingInEveryForm) {
    const std::string_view fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    constexpr Reading forms[] = {
        {"O-O", "e1g1"},   {"0-0", "e1g1"},    {"o-o", "e1g1"},   {"O–O", "e1g1"},
        {"0—0", "e1g1"},   {"O-O+", "e1g1"},   {"O-O!?", "e1g1"}, {"O-O-O", "e1c1"},
        {"0-0-0", "e1c1"}, {"o-o-o", "e1c1"},  {"O–O–O", "e1c1"}, {"O-O-O #", "e1c1"},
        {"Kg1", "e1g1"},   {"Ke1-c1", "e1c1"},
    };
    for (const auto& [text, uci] : forms) EXPECT_EQ(meaning(fen, text), uci) << text;
    EXPECT_EQ(meaning("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O"), "e8c8");
}

TEST(SanReading, CastlingInChess960) {
    const Board board = board_of_fen("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1");
    EXPECT_EQ(read_san(board, "O-O").value(), Move::castling(Square::f1, Square::h1));
    EXPECT_EQ(read_san(board, "O-O-O").value(), Move::castling(Square::f1, Square::b1));
    EXPECT_EQ(read_san(board, "Kg1").value(), Move::normal(Square::f1, Square::g1));
    EXPECT_EQ(write_san(board, Move::castling(Square::f1, Square::h1)), "O-O");
    EXPECT_EQ(write_san(board, Move::castling(Square::f1, Square::b1)), "O-O-O");
    // The king stays where it is, only the rook moves, and gives check along the file.
    const Board still = board_of_fen("5k2/8/8/8/8/8/8/6KR w K - 0 1");
    EXPECT_EQ(read_san(still, "O-O").value(), Move::castling(Square::g1, Square::h1));
    EXPECT_EQ(write_san(still, Move::castling(Square::g1, Square::h1)), "O-O+");
}

TEST(SanReading, WhyCastlingIsRefused) {
    constexpr Reading refusals[] = {
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "[castling_right_lost]"},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "[castling_right_lost]"},
        {"4k3/8/8/8/8/8/8/4KN1R w K - 0 1", "[castling_path_occupied]"},
        {"4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "[castling_out_of_check]"},
        {"4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "[castling_through_check]"},
        {"4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", "[castling_into_check]"},
    };
    for (const auto& [fen, code] : refusals) EXPECT_EQ(meaning(fen, "O-O"), code) << fen;

    // The side is right even where the king stands in the corner or up the board.
    for (const auto* fen :
         {"4k3/8/8/8/8/8/8/7K w - -", "4k3/8/7K/8/8/8/8/8 w - -", "k7/8/8/4K3/8/8/8/8 w - -"}) {
        const auto refusal = rejection(fen, "O-O");
        EXPECT_EQ(refusal.code, &codes::castling_right_lost) << fen;
        EXPECT_EQ(word(refusal, "side"), "kingside") << fen;
    }
    const auto refusal = rejection("4k3/8/8/8/8/8/8/K7 w - -", "O-O-O");
    EXPECT_EQ(sentence(refusal), "there is no right to castle queenside");
    EXPECT_EQ(word(refusal, "from"), "a1");
    EXPECT_EQ(word(refusal, "to"), "c1");
    EXPECT_THAT(words(refusal, "legal"), ElementsAre("Kb1", "Ka2", "Kb2"));
}

TEST(SanReading, AmbiguousTextListsTheCandidates) {
    const std::string_view rooks = "4k3/8/8/R6R/8/8/8/4K3 w - - 0 1";
    const auto refusal = rejection(rooks, "Rd5");
    EXPECT_EQ(refusal.code, &codes::ambiguous_move);
    EXPECT_EQ(word(refusal, "text"), "Rd5");
    EXPECT_THAT(words(refusal, "candidates"), ElementsAre("Rad5", "Rhd5"));
    EXPECT_EQ(sentence(refusal), "\"Rd5\" could be any of Rad5, Rhd5");
    EXPECT_EQ(meaning(rooks, "Rad5"), "a5d5");
    EXPECT_EQ(meaning(rooks, "R5d5"), "[ambiguous_move]");

    EXPECT_THAT(words(rejection("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "xd5"), "candidates"),
                ElementsAre("cxd5", "exd5"));
    EXPECT_THAT(words(rejection("3n4/2P1P3/8/8/8/8/k7/4K3 w - - 0 1", "xd8=N"), "candidates"),
                ElementsAre("cxd8=N", "exd8=N"));
}

TEST(SanReading, APinnedRivalMakesNothingAmbiguous) {
    // The knight on e4 is pinned by the rook on e8.
    const std::string_view fen = "k3r3/8/8/8/4N3/8/8/N3K3 w - - 0 1";
    EXPECT_EQ(meaning("k3r3/8/8/8/4N3/8/8/4K1N1 w - - 0 1", "Nf3"), "g1f3");
    EXPECT_EQ(meaning("k3r3/8/8/8/4N3/1N6/8/4K3 w - - 0 1", "Nc5"), "b3c5");
    EXPECT_EQ(meaning(fen, "Nc5"), "[leaves_king_in_check]");
    EXPECT_EQ(meaning(fen, "Nec5"), "[leaves_king_in_check]");
}

struct Refusal {
    std::string_view fen;
    std::string_view text;
    std::string_view code;
};

TEST(SanReading, ARefusalSaysWhatIsWrong) {
    constexpr std::string_view in_check = "4k3/8/8/8/8/8/4r3/R3K1N1 w - - 0 1";
    constexpr Refusal refusals[] = {
        // One piece that could be meant explains itself.
        {start_fen, "Qd5", "path_blocked"},
        {start_fen, "Ke2", "own_piece_there"},
        {start_fen, "Qe3", "piece_cannot_go_there"},
        {start_fen, "Ra3", "path_blocked"},
        {start_fen, "Bc4", "path_blocked"},
        {start_fen, "Rh1h5", "path_blocked"},
        {start_fen, "Nb1d2", "own_piece_there"},
        {start_fen, "e5", "piece_cannot_go_there"},
        {start_fen, "exd3", "pawn_needs_capture"},
        {start_fen, "e4=Q", "promotion_not_allowed"},
        {start_fen, "Nf3=Q", "promotion_not_allowed"},
        {"4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e4", "path_blocked"},
        {"4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", "path_blocked"},
        {in_check, "Nf3", "leaves_king_in_check"},
        {in_check, "Nxe2", "g1e2"},
        {in_check, "Kd2", "leaves_king_in_check"},
        {pawns_fen, "g8", "promotion_missing"},
        {pawns_fen, "Pg8", "promotion_missing"},
        {pawns_fen, "a5", "piece_cannot_go_there"},
        // Nobody could be meant.
        {start_fen, "Nd5", "no_piece_can_go_there"},
        {start_fen, "Bc5", "no_piece_can_go_there"},
        {start_fen, "Nhf3", "no_piece_can_go_there"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd1", "no_piece_can_go_there"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e4", "no_piece_can_go_there"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "own_piece_on_target"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 0 1", "exd8=Q", "no_piece_can_go_there"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kh1", "own_piece_there"},
    };
    for (const auto& [fen, text, code] : refusals) {
        const bool legal = code.size() == 4;
        const std::string expected = legal ? std::string(code) : "[" + std::string(code) + "]";
        EXPECT_EQ(meaning(fen, text), expected) << text << " in " << fen;
    }
}

TEST(SanReading, WhereNoPieceCanGoTheLegalMovesOfItsKindAreNamed) {
    const auto refusal = rejection(start_fen, "Nd5");
    EXPECT_EQ(word(refusal, "text"), "Nd5");
    EXPECT_EQ(word(refusal, "piece"), "knight");
    EXPECT_EQ(word(refusal, "to"), "d5");
    EXPECT_THAT(words(refusal, "legal"), ElementsAre("Na3", "Nc3", "Nf3", "Nh3"));
    EXPECT_EQ(sentence(refusal), "no knight can go to d5");
}

struct Writing {
    std::string_view fen;
    std::string_view uci;
    std::string_view san;
};

TEST(SanWriting, SaysNoMoreThanIsNeeded) {
    constexpr std::string_view three_queens = "1k6/8/8/8/4Q2Q/K7/8/7Q w - - 0 1";
    constexpr Writing cases[] = {
        {start_fen, "g1f3", "Nf3"},
        {start_fen, "e2e4", "e4"},
        {pawns_fen, "d5c6", "dxc6"},
        {pawns_fen, "e2f3", "exf3"},
        {pawns_fen, "g7g8n", "g8=N"},
        {pawns_fen, "g7g8q", "g8=Q+"},
        {"1n5k/P7/8/8/8/8/8/7K w - - 0 1", "a7b8r", "axb8=R+"},
        // Different files: the file.
        {"4k3/8/8/R6R/8/8/8/4K3 w - - 0 1", "a5d5", "Rad5"},
        {"4k3/8/8/8/8/8/8/1N3NK1 w - - 0 1", "b1d2", "Nbd2"},
        // Different files and ranks: still the file.
        {"4k3/8/8/8/8/5N2/8/1N4K1 w - - 0 1", "f3d2", "Nfd2"},
        // The same file: the rank.
        {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
        {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5a3", "R5a3"},
        // One rival on the file and one on the rank: both.
        {three_queens, "h4e1", "Qh4e1"},
        {three_queens, "h1e1", "Q1e1"},
        {three_queens, "e4e1", "Qee1"},
        // A rival that is pinned, or cannot get there, does not count.
        {"k3r3/8/8/8/4N3/1N6/8/4K3 w - - 0 1", "b3c5", "Nc5"},
        {"4k3/8/8/R2P3R/8/8/8/4K3 w - - 0 1", "h5e5", "Re5+"},
        // In check only one of the two knights can help.
        {"k7/8/8/8/4r3/8/8/N3K1N1 w - - 0 1", "g1e2", "Ne2"},
        {"k7/8/8/8/4r3/2N5/8/4K1N1 w - - 0 1", "c3e2", "Nce2"},
        // Check, mate, and stalemate which is neither.
        {"7k/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"},
        {"7k/5pp1/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8+"},
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "Qf7"},
        {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
        {"4rkr1/4p1p1/4P1P1/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O#"},
        // Discovered check; capture en passant that gives check.
        {"4k3/8/8/8/4B3/8/8/4RK2 w - - 0 1", "e4b7", "Bb7+"},
        {"8/4k3/8/2pP4/8/8/8/4K3 w - c6 0 2", "d5d6", "d6+"},
        {"8/1k6/8/2pP4/8/8/8/4K3 w - c6 0 2", "d5c6", "dxc6+"},
    };
    for (const auto& [fen, uci, san] : cases) {
        const Board board = board_of_fen(fen);
        const Move move = interpret(board, *read_uci(uci));
        ASSERT_TRUE(is_legal(board, move)) << uci << " in " << fen;
        EXPECT_EQ(write_san(board, move), san) << fen;
        EXPECT_EQ(meaning(board, san), uci) << fen;
    }
}

/// The text of a move found by looking at all the other moves, to compare with.
std::string naive_san(const Board& board, Move move, const MoveList& moves) {
    const Board next = board.after(move);
    const bool check = next.attacked(next.king(next.turn), board.turn);
    const std::string mark = !check ? "" : legal_moves(next).empty() ? "#" : "+";
    if (move.kind() == Move::Kind::castling) {
        return (file_of(move.to()) > file_of(move.from()) ? "O-O" : "O-O-O") + mark;
    }
    const PieceType type = board.at(move.from())->type;
    const std::string from = to_string(move.from());
    const bool captures = board.at(move.to()) || move.kind() == Move::Kind::en_passant;
    std::string piece = captures ? from.substr(0, 1) : "";
    if (type != PieceType::pawn) {
        const auto others = [&](const std::string& hint) {
            return std::ranges::count_if(moves, [&](Move other) {
                return other.kind() != Move::Kind::castling && other.to() == move.to() &&
                       board.at(other.from())->type == type &&
                       to_string(other.from()).contains(hint);
            });
        };
        std::string hint;
        for (const auto& longer : {from.substr(0, 1), from.substr(1), from}) {
            if (others(hint) > 1) hint = longer;
        }
        piece = letter(type) + hint;
    }
    std::string text = piece + (captures ? "x" : "") + to_string(move.to());
    if (const auto promotion = move.promotion()) text += std::string("=") + letter(*promotion);
    return text + mark;
}

TEST(SanProperty, EveryLegalMoveComesBackAndNoTwoAreWrittenAlike) {
    std::map<Move::Kind, int> kinds;
    for (const Position& position : testing::random_positions(5, 10)) {
        const Board& board = position.board();
        const MoveList moves = legal_moves(board);
        std::set<std::string> texts;
        for (const Move move : moves) {
            const std::string text = write_san(board, move);
            EXPECT_EQ(text, naive_san(board, move, moves)) << write_fen(position);
            const auto read = read_san(board, text);
            ASSERT_TRUE(read) << text << " in " << write_fen(position);
            EXPECT_EQ(*read, move) << text << " in " << write_fen(position);
            texts.insert(text);
            ++kinds[move.kind()];
        }
        EXPECT_EQ(texts.size(), moves.size()) << write_fen(position);
    }
    // The games were long enough to see everything.
    EXPECT_GT(kinds[Move::Kind::castling], 5);
    EXPECT_GT(kinds[Move::Kind::en_passant], 5);
    EXPECT_GT(kinds[Move::Kind::promotion], 100);
}

TEST(SanProperty, LongAlgebraicIsNeverAmbiguous) {
    for (const Position& position : testing::random_positions(6, 4)) {
        const Board& board = position.board();
        for (const Move move : legal_moves(board)) {
            if (move.kind() == Move::Kind::castling) continue;
            std::string text = std::string(figurine(*board.at(move.from()))) +
                               to_string(move.from()) + "-" + to_string(move.to());
            if (const auto type = move.promotion()) text += letter(*type);
            EXPECT_EQ(read_san(board, text).value(), move) << text << " in " << write_fen(position);
        }
    }
}

TEST(SanProperty, AnyTextIsALegalMoveOrAReason) {
    const auto positions = testing::random_positions(7, 6, 120);
    const std::vector<std::string> pieces{"N", "B", "R", "Q", "K", "P",  "n", "b",   "a",
                                          "e", "h", "1", "4", "8", "x",  "-", "=",   "O",
                                          "0", "+", "#", "!", "♘", "e4", " ", "\xE2"};
    EXPECT_TRUE(rc::check([&] {
        const Position position = *rc::gen::elementOf(positions);
        const Board& board = position.board();
        std::string text;
        for (const auto& piece : *rc::gen::container<std::vector<std::string>>(
                 *rc::gen::inRange<std::size_t>(0, 8), rc::gen::elementOf(pieces))) {
            text += piece;
        }
        const auto move = read_san(board, text);
        if (move) {
            RC_ASSERT(is_legal(board, *move));
        } else {
            RC_ASSERT(!sentence(move.error()).contains('{'));
        }
    }));
}

TEST(SanProperty, APieceAndASquareMeanAMoveWhereExactlyOneIsLegal) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto game = testing::random_game(seed, Position::start(), 5 * seed);
        const Board& board = game.positions.back().board();
        const MoveList moves = legal_moves(board);
        for (const PieceType type :
             {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
            for (int i = 0; i < 64; ++i) {
                const Square to = square_at(i);
                const auto count = std::ranges::count_if(moves, [&](Move move) {
                    return move.to() == to && board.at(move.from())->type == type;
                });
                const auto read = read_san(board, letter(type) + to_string(to));
                EXPECT_EQ(read.has_value(), count == 1) << letter(type) << to_string(to) << seed;
                const bool ambiguous = !read && read.error().code == &codes::ambiguous_move;
                EXPECT_EQ(ambiguous, count > 1) << letter(type) << to_string(to) << seed;
            }
        }
    }
}

TEST(Figurines, AreTheUnicodePieces) {
    EXPECT_EQ(figurine({Color::white, PieceType::knight}), "♘");
    EXPECT_EQ(figurine({Color::black, PieceType::king}), "♚");
    std::set<std::string_view> all;
    for (const Color color : {Color::white, Color::black}) {
        for (const PieceType type : all_piece_types) all.insert(figurine({color, type}));
    }
    EXPECT_EQ(all.size(), 12U);
}

TEST(ReadSan, TheKingOntoItsRookIsNotCastling) {
    constexpr std::string_view ready = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    EXPECT_EQ(meaning(ready, "Kh1"), "[own_piece_there]");
    EXPECT_EQ(meaning(ready, "Ka1"), "[own_piece_there]");
    EXPECT_EQ(meaning(ready, "Kg1"), meaning(ready, "O-O"));
}

TEST(ReadSan, MoveNumbersMayStandBefore) {
    EXPECT_EQ(meaning(start_fen, "1. e4"), meaning(start_fen, "e4"));
    EXPECT_EQ(meaning(start_fen, "1.Nf3"), meaning(start_fen, "Nf3"));
    EXPECT_EQ(meaning(start_fen, "12...Nf3"), meaning(start_fen, "Nf3"));
}

TEST(ReadSan, AHintFitsTheSlip) {
    const auto problem = [](std::string_view text) {
        const auto read = read_san_text(text);
        return read ? std::string_view("read") : read.error();
    };
    EXPECT_EQ(problem("e9"), "the ranks are 1 to 8");
    EXPECT_EQ(problem("i4"), "the files are a to h");
    EXPECT_EQ(problem("Sf3"), "the pieces are K, Q, R, B and N");
    EXPECT_EQ(problem("E4"), "files are written in lower case, such as e4");
    EXPECT_EQ(problem("knight to f3"),
              "a piece is written as one letter and the square to go to, such as Nf3");
    EXPECT_EQ(problem("a8=K"), "a pawn becomes a queen, rook, bishop or knight");
}

TEST(ReadSan, OnesOwnPieceOnTheTargetIsNamed) {
    EXPECT_EQ(meaning("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4"), "[own_piece_on_target]");
    EXPECT_EQ(meaning("4k3/8/8/8/4P3/8/P7/4K3 w - - 0 1", "e4"), "[own_piece_on_target]");
}

TEST(ReadSan, EnPassantExpires) {
    EXPECT_EQ(meaning("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"), "e5d6");
    EXPECT_EQ(meaning("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6"), "[en_passant_expired]");
}

}  // namespace
}  // namespace arbiter::chess
