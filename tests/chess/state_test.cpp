#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/chess/event_json.hpp"
#include "core/chess/formats/squares.hpp"
#include "core/chess/notations/fen.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/mutated.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// As the format's description gives it, word for word.
constexpr std::string_view starting_position = R"({
  "board": {
    "a1": "R", "b1": "N", "c1": "B", "d1": "Q", "e1": "K",
    "f1": "B", "g1": "N", "h1": "R",
    "a2": "P", "b2": "P", "c2": "P", "d2": "P", "e2": "P",
    "f2": "P", "g2": "P", "h2": "P",
    "a7": "p", "b7": "p", "c7": "p", "d7": "p", "e7": "p",
    "f7": "p", "g7": "p", "h7": "p",
    "a8": "r", "b8": "n", "c8": "b", "d8": "q", "e8": "k",
    "f8": "b", "g8": "n", "h8": "r"
  },
  "turn": "white",
  "castling": {
    "white": { "kingside": true, "queenside": true },
    "black": { "kingside": true, "queenside": true }
  },
  "en_passant": null,
  "halfmove_clock": 0,
  "fullmove_number": 1,
  "position_history": []
})";

Game game_at(std::string_view fen) {
    const auto position = read_fen(fen);
    EXPECT_TRUE(position) << fen;
    const Position start = position.value.value_or(Position::start());
    return Game({start, variant_of(start.board()), {}});
}

void play(Game& game, std::initializer_list<std::string_view> moves) {
    for (const auto move : moves) {
        const auto event = game.read_event(move);
        ASSERT_TRUE(event) << move;
        ASSERT_TRUE(game.play(*event)) << move;
    }
}

Game after(std::initializer_list<std::string_view> moves) {
    Game game;
    play(game, moves);
    return game;
}

Json state_of(const Game& game) {
    const auto text = write_squares(game, JsonWriter::Style::compact);
    EXPECT_TRUE(text);
    return text ? *read_json(*text) : Json();
}

std::string text_of(const Json& json) {
    JsonWriter out;
    out.value(json);
    return out.take();
}

std::vector<std::string> faults_in(std::string_view text) {
    return faults_and_warnings_of(read_squares(text).faults);
}

/// The starting position with one passage replaced.
std::string start_with(std::string_view passage, std::string_view replacement) {
    std::string text(starting_position);
    const auto at = text.find(passage);
    EXPECT_NE(at, std::string::npos) << passage;
    return text.replace(at, passage.size(), replacement);
}

constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

}  // namespace

TEST(WriteSquares, GivesTheStartingPositionAsDescribed) {
    const auto text = write_squares(Game());
    ASSERT_TRUE(text);
    // The comparison of trees includes the order of the members.
    EXPECT_EQ(*read_json(*text), *read_json(starting_position));
}

TEST(WriteSquares, ListsThePresentPositionTooWhereTheOptionSaysSo) {
    const auto created = Game::create({{"history", "with_current"}});
    ASSERT_TRUE(created);
    Game game = *created.value;
    play(game, {"e4"});
    const auto text = write_squares(game);
    const Json document = *read_json(*text);
    const auto* history = document.find("position_history")->as<Json::Array>();
    ASSERT_EQ(history->size(), 2U);
    EXPECT_EQ(*(*history)[0].as<std::string>(), start_fen);
    EXPECT_EQ(*(*history)[1].as<std::string>(),
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
    const auto again = read_squares(*text, {{"history", "with_current"}});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->start().history.size(), 1U) << "the present position is not an earlier one";
    EXPECT_EQ(*write_squares(*again), *text);
    EXPECT_FALSE(Game::create({{"history", "all"}}));
}

/// As CheckAI's documentation shows its answers.
TEST(ReadSquares, TakesTheStatesOfCheckAiWithoutAWarning) {
    std::string status(starting_position);
    const auto at = status.find("\"position_history\"");
    ASSERT_NE(at, status.npos);
    status = status.substr(0, at) + R"("status": "in_progress", "move_history": []})";
    EXPECT_THAT(faults_in(status), ::testing::IsEmpty());
    const std::string archived = R"({"game_id": "550e8400", "at_move": 42, "state": )" +
                                 std::string(starting_position) + R"(, "is_over": true})";
    EXPECT_THAT(faults_in(archived), ::testing::IsEmpty());
    EXPECT_EQ(*read_squares(archived).value, Game());
}

TEST(ReadSquares, SaysWhereInAnAnswerAFaultIs) {
    const auto reading = read_squares(R"({"state": {"board": 3}})");
    ASSERT_FALSE(reading.faults.empty());
    const auto* place = std::get_if<JsonPointer>(&reading.faults.begin()->place);
    ASSERT_NE(place, nullptr);
    EXPECT_EQ(place->path, "/state/board");
}

TEST(WriteSquares, PutsARankOnALine) {
    const Game game = game_at("4k3/8/8/8/8/8/4P3/R3K3 w Q - 3 17");
    EXPECT_EQ(*write_squares(game), R"({
  "board": {
    "a1": "R", "e1": "K",
    "e2": "P",
    "e8": "k"
  },
  "turn": "white",
  "castling": {
    "white": {"kingside": false, "queenside": true},
    "black": {"kingside": false, "queenside": false}
  },
  "en_passant": null,
  "halfmove_clock": 3,
  "fullmove_number": 17,
  "position_history": []
})");
}

TEST(WriteSquares, NamesTheSkippedSquareAfterAnyDoublePush) {
    const Json state = state_of(after({"e4"}));
    EXPECT_EQ(*state.find("en_passant")->as<std::string>(), "e3");
    EXPECT_EQ(*state.find("turn")->as<std::string>(), "black");
    EXPECT_EQ(state.find("board")->find("e2"), nullptr);
    EXPECT_EQ(*state.find("board")->find("e4")->as<std::string>(), "P");
    EXPECT_EQ(text_of(*state.find("position_history")), "[\"" + std::string(start_fen) + "\"]");
    EXPECT_TRUE(state_of(after({"e4", "Nf6"})).find("en_passant")->is_null());
}

TEST(WriteSquares, ListsTheEarlierPositionsOldestFirst) {
    const Json state = state_of(after({"e4", "d5", "exd5"}));
    EXPECT_EQ(text_of(*state.find("position_history")),
              "[\"" + std::string(start_fen) +
                  "\","
                  "\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3\","
                  "\"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6\"]");
}

TEST(WriteSquares, SaysWhenARightBelongsToAnInnerRook) {
    // Both rooks stand on the kingside, and the inner one may castle.
    const Game game = game_at("4k3/8/8/8/8/8/8/4KR1R w F - 0 1");
    const auto text = write_squares(game);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, "cannot_express");
    EXPECT_THAT(text.error().sentence, HasSubstr("f1"));
    EXPECT_TRUE(write_squares(game_at("4k3/8/8/8/8/8/8/4KR1R w H - 0 1")));
}

TEST(ReadSquares, ReadsTheStartingPosition) {
    const auto game = read_squares(starting_position);
    ASSERT_TRUE(game);
    EXPECT_TRUE(game.faults.empty());
    EXPECT_EQ(*game, Game());
}

TEST(ReadSquares, CarriesRepetitionsOn) {
    Game game;
    for (int i = 0; i < 2; ++i) play(game, {"Nf3", "Nf6", "Ng1", "Ng8"});
    EXPECT_EQ(game.occurrences(), 3);
    auto read = read_squares(*write_squares(game));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->occurrences(), 3);
    EXPECT_TRUE(read->play(ClaimDraw{Color::white, ClaimDraw::Reason::threefold_repetition, {}}));
}

TEST(ReadSquares, KnowsThatAGameIsOver) {
    const auto game = read_squares(*write_squares(after({"f3", "e5", "g4", "Qh4"})));
    ASSERT_TRUE(game);
    EXPECT_EQ(game->outcome(), Outcome::win(Color::black, reasons::checkmate));
}

TEST(ReadSquares, TakesShortAndLongFensInTheHistory) {
    const auto game =
        read_squares(start_with("[]", R"(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
                 "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq",
                 "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"])"));
    ASSERT_TRUE(game);
    EXPECT_THAT(faults_and_warnings_of(game.faults),
                ElementsAre("warning halfmove_clock_too_small at /halfmove_clock"));
    EXPECT_EQ(game->start().history.size(), 3);
}

TEST(ReadSquares, FieldsThatAreMissingInTheHistoryMatchAnything) {
    constexpr std::string_view history =
        R"(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b"])";
    std::string text = start_with("[]", history);
    text.replace(text.find("\"halfmove_clock\": 0"), 19, "\"halfmove_clock\": 8");
    auto game = read_squares(text);
    ASSERT_TRUE(game);
    EXPECT_THAT(faults_and_warnings_of(game.faults), ElementsAre());
    EXPECT_EQ(game->occurrences(), 3);
    EXPECT_EQ(write_short_fen(game->start().history[0]), start_fen);
    EXPECT_TRUE(game->play(ClaimDraw{Color::white, ClaimDraw::Reason::threefold_repetition, {}}));
    // What is written is a right that was given up.
    const auto other =
        read_squares(start_with("[]", R"(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ",
                  "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b"])"));
    ASSERT_TRUE(other);
    EXPECT_EQ(other->occurrences(), 1);
}

TEST(ReadSquares, ARepetitionShowsTheLeastHalfmoveClock) {
    const std::string text = start_with("[]", R"(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
                             "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b"])");
    EXPECT_THAT(faults_in(text),
                ElementsAre("warning halfmove_clock_too_small at /halfmove_clock"));
    const auto game = read_squares(text);
    ASSERT_TRUE(game);
    EXPECT_EQ(game->position().halfmove_clock(), 2U);
    EXPECT_EQ(game->occurrences(), 2);
    const auto again = read_squares(*write_squares(*game));
    EXPECT_TRUE(again.faults.empty());
    EXPECT_EQ(again.value, game.value);
}

TEST(ReadSquares, WarnsOfAPositionListedTwiceInARow) {
    constexpr std::string_view s = R"("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")";
    std::string list = "[";
    for (int i = 0; i < 4; ++i) list += std::string(i == 0 ? "" : ", ") + std::string(s);
    const std::string text = start_with("[]", list + "]");
    EXPECT_THAT(faults_in(text), ElementsAre("warning history_impossible at /position_history"));
    const auto game = read_squares(text);
    ASSERT_TRUE(game);
    EXPECT_EQ(game->occurrences(), 1);
    EXPECT_TRUE(game->start().history.empty());
}

TEST(ReadSquares, ForgivesWithAWarning) {
    struct Slip {
        std::string_view passage;
        std::string_view replacement;
        std::string_view warning;
    };
    for (const auto& [passage, replacement, warning] :
         {Slip{"\"turn\"", "/* who moves */ \"turn\"", "warning json_comment 12:3"},
          Slip{"\"position_history\": []", "\"position_history\": [],",
               "warning trailing_comma 20:25"},
          Slip{"\"en_passant\": null", "'en_passant': None", "warning python_syntax 17:3"}}) {
        const auto game = read_squares(start_with(passage, replacement));
        ASSERT_TRUE(game) << replacement;
        EXPECT_EQ(*game, Game());
        EXPECT_THAT(faults_and_warnings_of(game.faults), ElementsAre(warning));
    }
}

TEST(ReadSquares, LeavesOutALastEntryThatIsThePresentPosition) {
    const std::string earlier = R"("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1")";
    for (const std::string_view last : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                                        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"}) {
        const auto game =
            read_squares(start_with("[]", "[" + earlier + ", \"" + std::string(last) + "\"]"));
        ASSERT_TRUE(game);
        EXPECT_EQ(game->start().history.size(), 1);
        EXPECT_EQ(game->occurrences(), 1);
    }
    const auto repeated =
        read_squares(start_with("[]", R"(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                             "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"])"));
    ASSERT_TRUE(repeated);
    EXPECT_EQ(read_squares(*write_squares(*repeated)).value, repeated.value);
    // The same pieces with the other side to move are another position.
    const auto game = read_squares(
        start_with("[]", R"(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"])"));
    ASSERT_TRUE(game);
    EXPECT_EQ(game->start().history.size(), 1);
}

TEST(ReadSquares, GivesRightsToTheOutermostRooks) {
    // King b1, rooks a1, f1 and h1: the right belongs to h1, and the game is Chess960.
    const auto game = read_squares(R"({
        "board": {"a1": "R", "b1": "K", "f1": "R", "h1": "R", "e8": "k"}, "turn": "white",
        "castling": {"white": {"kingside": true, "queenside": false},
                     "black": {"kingside": false, "queenside": false}},
        "en_passant": null, "halfmove_clock": 0, "fullmove_number": 1, "position_history": []})");
    ASSERT_TRUE(game);
    EXPECT_EQ(game->board().castling_rooks, Bitboard(Square::h1));
    EXPECT_EQ(game->start().variant, Variant::chess960);
}

TEST(ReadSquares, TakesWholeDecimalNumbers) {
    const auto game =
        read_squares(start_with("\"fullmove_number\": 1", "\"fullmove_number\": 7.0"));
    ASSERT_TRUE(game);
    EXPECT_EQ(game->position().fullmove_number(), 7);
}

TEST(ReadSquares, OnlyWarnsOfUnknownKeysAndAMissingHistory) {
    const std::string text = start_with("\"position_history\": []", "\"clock\": 3, \"a/b\": null");
    EXPECT_TRUE(read_squares(text));
    EXPECT_THAT(faults_in(text),
                ElementsAre("warning unknown_key at /clock", "warning unknown_key at /a~1b",
                            "warning missing_key at the document"));
    const std::string inner =
        start_with(R"("white": { "kingside")", R"("white": { "why": 0, "kingside")");
    EXPECT_TRUE(read_squares(inner));
    EXPECT_THAT(faults_in(inner), ElementsAre("warning unknown_key at /castling/white/why"));
}

namespace {

struct Broken {
    std::string_view passage;
    std::string_view replacement;
    std::vector<std::string> faults;
};

constexpr std::string_view castling_member = R"("castling": {
    "white": { "kingside": true, "queenside": true },
    "black": { "kingside": true, "queenside": true }
  })";
constexpr std::string_view white_rights = R"("white": { "kingside": true, "queenside": true })";

const std::array broken_states{
    // The document.
    Broken{starting_position, "", {"json_syntax 1:1"}},
    Broken{starting_position, "[]", {"wrong_type at the document"}},
    Broken{"\"position_history\": []\n}", "\"position_history\": []\n", {"json_syntax 21:1"}},
    Broken{"\"turn\": \"white\"",
           "\"turn\": \"white\", \"turn\": \"white\"",
           {"duplicate_key at /turn"}},
    Broken{R"("a1": "R")", R"("a1": "R", "a1": "R")", {"duplicate_key at /board/a1"}},
    // Missing members.
    Broken{"\"turn\": \"white\",", "", {"missing_key at the document"}},
    Broken{"\"en_passant\": null,", "", {"missing_key at the document"}},
    Broken{"\"halfmove_clock\": 0,", "", {"missing_key at the document"}},
    Broken{"\"fullmove_number\": 1,", "", {"missing_key at the document"}},
    Broken{R"({ "kingside": true, "queenside": true })",
           R"({ "kingside": true })",
           {"missing_key at /castling/white"}},
    Broken{R"("black": { "kingside": true, "queenside": true })",
           R"("noir": 0)",
           {"warning unknown_key at /castling/noir", "missing_key at /castling"}},
    // The board.
    Broken{R"("a1": "R")", R"("e9": "R")", {"unknown_square at /board/e9"}},
    Broken{R"("a1": "R")", R"("A1": "R")", {"unknown_square at /board/A1"}},
    Broken{R"("a1": "R")", R"("": "R")", {"unknown_square at /board/"}},
    Broken{R"("a1": "R")", R"("a1": "X")", {"unknown_piece at /board/a1"}},
    Broken{R"("a1": "R")", R"("a1": "")", {"unknown_piece at /board/a1"}},
    Broken{R"("a1": "R")", R"("a1": "RN")", {"unknown_piece at /board/a1"}},
    Broken{R"("a1": "R")", R"("a1": "♖")", {"unknown_piece at /board/a1"}},
    Broken{R"("a1": "R")", R"("a1": null)", {"wrong_type at /board/a1"}},
    Broken{
        R"("a1": "R")", R"("i1": 5)", {"unknown_square at /board/i1", "wrong_type at /board/i1"}},
    Broken{R"("e1": "K")", R"("e1": "Q")", {"missing_king at /board"}},
    Broken{R"("d8": "q")", R"("d8": "k")", {"too_many_kings at /board/e8"}},
    Broken{
        R"("b1": "N")",
        R"("b1": "P", "b3": "N")",
        {"too_many_pieces at /board", "too_many_pawns at /board", "pawn_on_end_rank at /board/b1"}},
    Broken{R"("g8": "n")",
           R"("g8": "p")",
           {"too_many_pawns at /board", "pawn_on_end_rank at /board/g8"}},
    // The side to move.
    Broken{"\"turn\": \"white\"", "\"turn\": \"White\"", {"unknown_color at /turn"}},
    Broken{"\"turn\": \"white\"", "\"turn\": 0", {"wrong_type at /turn"}},
    Broken{R"("b1": "N")", R"("f6": "N")", {"opponent_in_check at /turn"}},
    // Castling rights.
    Broken{castling_member, R"("castling": "KQkq")", {"wrong_type at /castling"}},
    Broken{white_rights, R"("white": [true, true])", {"wrong_type at /castling/white"}},
    Broken{white_rights,
           R"("white": { "kingside": 1, "queenside": true })",
           {"wrong_type at /castling/white/kingside"}},
    Broken{
        R"("h1": "R")", R"("h3": "R")", {"castling_right_impossible at /castling/white/kingside"}},
    Broken{R"("a8": "r")",
           R"("a8": "n")",
           {"castling_right_impossible at /castling/black/queenside",
            "warning too_many_promoted at /board"}},
    // En passant.
    Broken{
        "\"en_passant\": null", "\"en_passant\": \"e3\"", {"en_passant_impossible at /en_passant"}},
    Broken{
        "\"en_passant\": null", "\"en_passant\": \"e6\"", {"en_passant_impossible at /en_passant"}},
    Broken{"\"en_passant\": null", "\"en_passant\": \"-\"", {"unknown_square at /en_passant"}},
    Broken{"\"en_passant\": null", "\"en_passant\": false", {"wrong_type at /en_passant"}},
    // Counters.
    Broken{"\"halfmove_clock\": 0",
           "\"halfmove_clock\": -1",
           {"halfmove_clock_out_of_range at /halfmove_clock"}},
    Broken{"\"halfmove_clock\": 0",
           "\"halfmove_clock\": 4294967296",
           {"halfmove_clock_out_of_range at /halfmove_clock"}},
    Broken{"\"halfmove_clock\": 0", "\"halfmove_clock\": 1.5", {"wrong_type at /halfmove_clock"}},
    Broken{"\"halfmove_clock\": 0", "\"halfmove_clock\": \"0\"", {"wrong_type at /halfmove_clock"}},
    Broken{"\"halfmove_clock\": 0",
           "\"halfmove_clock\": 99999999999999999999",
           {"number_out_of_range at /halfmove_clock"}},
    Broken{"\"fullmove_number\": 1",
           "\"fullmove_number\": 0",
           {"fullmove_number_out_of_range at /fullmove_number"}},
    Broken{"\"fullmove_number\": 1",
           "\"fullmove_number\": 1000001",
           {"fullmove_number_out_of_range at /fullmove_number"}},
    // Earlier positions.
    Broken{"\"position_history\": []",
           "\"position_history\": null",
           {"wrong_type at /position_history"}},
    Broken{"[]",
           R"(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b", 7])",
           {"wrong_type at /position_history/1"}},
    Broken{"[]",
           R"(["8/8/8/8/8/8/8/8 w - -"])",
           {"missing_king at /position_history/0", "missing_king at /position_history/0"}},
    Broken{
        "[]",
        R"([""])",
        {"fen_too_few_fields at /position_history/0", "fen_too_few_fields at /position_history/0"}},
    Broken{"[]",
           R"(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq x9"])",
           {"fen_bad_en_passant at /position_history/0"}},
};

}  // namespace

TEST(ReadSquares, NamesEachFaultAndItsPlace) {
    for (const auto& [passage, replacement, faults] : broken_states) {
        const std::string text = start_with(passage, replacement);
        EXPECT_FALSE(read_squares(text)) << replacement;
        EXPECT_EQ(faults_in(text), faults) << replacement;
    }
}

TEST(ReadSquares, CollectsTheFaultsOfAllMembers) {
    EXPECT_THAT(faults_in(R"({"board": {"e1": "K", "e8": "k", "c8": "P"}, "turn": "white",
                              "castling": {"white": {"kingside": true, "queenside": false},
                                           "black": {"kingside": false}},
                              "en_passant": "d6", "halfmove_clock": "x", "fullmove_number": -4,
                              "position_history": ["?", 1], "comment": ""})"),
                ElementsAre("warning unknown_key at /comment",
                            "castling_right_impossible at /castling/white/kingside",
                            "missing_key at /castling/black", "wrong_type at /halfmove_clock",
                            "fullmove_number_out_of_range at /fullmove_number",
                            "fen_rank_count at /position_history/0",
                            "fen_unknown_letter at /position_history/0",
                            "fen_too_few_fields at /position_history/0",
                            "wrong_type at /position_history/1", "pawn_on_end_rank at /board/c8",
                            "en_passant_impossible at /en_passant"));
}

TEST(ReadSquares, RefusesAHistoryLongerThanAnyGame) {
    std::string list = "[";
    for (int i = 0; i <= 20'000; ++i) list += "0,";
    list.back() = ']';
    EXPECT_THAT(faults_in(start_with("[]", list)),
                ElementsAre("history_too_long at /position_history"));
}

TEST(Squares, WhatIsWrittenReadsBackTheSame) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const auto start = seed % 2 == 0 ? Position::start()
                                         : testing::chess960_start(static_cast<int>(seed * 77));
        const auto [positions, moves] = testing::random_game(seed, start, 120);
        Game game({start, variant_of(start.board()), {}});
        for (std::size_t ply = 0; !game.outcome() && ply < moves.size(); ++ply) {
            ASSERT_TRUE(game.play(moves[ply]));
            if (ply % 8 != 0) continue;
            const auto text = write_squares(game);
            if (!text) continue;  // an inner rook
            const auto read = read_squares(*text);
            ASSERT_TRUE(read) << *text;
            EXPECT_TRUE(read.faults.empty()) << *text;
            EXPECT_EQ(read->position(), game.position());
            EXPECT_EQ(read->occurrences(), game.occurrences());
            EXPECT_EQ(read->outcome(), game.outcome());
            EXPECT_EQ(*write_squares(*read), *text);
        }
    }
}

TEST(Squares, BothReadersAgreeOnWhateverIsWritten) {
    const std::string text = *write_squares(after({"e4", "a6", "e5", "d5", "Nf3", "Nf6", "Ng1"}));
    Random random(1);
    int whole = 0;
    for (int i = 0; i < 4000; ++i) {
        const std::string changed = i == 0 ? text : mutated(text, random);
        const std::string escaped = with_escape(changed, "turn");
        if (escaped.empty()) continue;
        const auto quick = read_squares(changed);
        const auto other = read_squares(escaped);
        ASSERT_EQ(codes_of(quick.faults), codes_of(other.faults)) << changed;
        ASSERT_EQ(quick.value, other.value) << changed;
        whole += quick.value.has_value() ? 1 : 0;
    }
    EXPECT_GT(whole, 200) << "some changes leave a state";
}

namespace {

std::string written(const Game& game, const Event& event) {
    JsonWriter out(JsonWriter::Style::spaced);
    write_event_json(out, game, event);
    return out.take();
}

Result<Event> read(const Game& game, std::string_view text, std::optional<Color> by = {}) {
    const auto json = read_json(text);
    EXPECT_TRUE(json) << text;
    return read_event_json(game, JsonView(*json), by);
}

}  // namespace

TEST(EventJson, WritesMoves) {
    const Game game;
    EXPECT_EQ(written(game, Move::normal(Square::e2, Square::e4)),
              R"({"from": "e2", "to": "e4", "promotion": null})");
    EXPECT_EQ(written(game, Move::promotion(Square::e7, Square::d8, PieceType::knight)),
              R"({"from": "e7", "to": "d8", "promotion": "N"})");
    EXPECT_EQ(written(game, Move::promotion(Square::a2, Square::a1, PieceType::queen)),
              R"({"from": "a2", "to": "a1", "promotion": "Q"})");
}

TEST(EventJson, WritesCastlingAsTwoSquaresInChessAndOntoTheRookInChess960) {
    const Game chess;
    EXPECT_EQ(written(chess, Move::castling(Square::e1, Square::h1)),
              R"({"from": "e1", "to": "g1", "promotion": null})");
    EXPECT_EQ(written(chess, Move::castling(Square::e8, Square::a8)),
              R"({"from": "e8", "to": "c8", "promotion": null})");
    const Game chess960({testing::chess960_start(518), Variant::chess960, {}});
    EXPECT_EQ(written(chess960, Move::castling(Square::e1, Square::h1)),
              R"({"from": "e1", "to": "h1", "promotion": null})");
}

TEST(EventJson, WritesActions) {
    const Game game;
    EXPECT_EQ(written(game, Resign{Color::black}), R"({"action": "resign", "by": "black"})");
    EXPECT_EQ(written(game, ClaimDraw{Color::white, ClaimDraw::Reason::fifty_move_rule, {}}),
              R"({"action": "claim_draw", "by": "white", "reason": "fifty_move_rule"})");
    EXPECT_EQ(
        written(game, Conclude{Outcome::win(Color::white, reasons::adjudication)}),
        R"({"action": "conclude", "result": "win", "winner": "white", "reason": "adjudication"})");
    EXPECT_EQ(
        written(game, Conclude{{GameResult::no_result, {}, reasons::abandoned}}),
        R"({"action": "conclude", "result": "no_result", "winner": null, "reason": "abandoned"})");
}

TEST(EventJson, ReadsMoves) {
    const Game game = game_at("r3k2r/4P3/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const auto is = [&](std::string_view text, Move move) {
        const auto event = read(game, text);
        return event && *event == Event(move);
    };
    EXPECT_TRUE(is(R"({"from": "a1", "to": "a5"})", Move::normal(Square::a1, Square::a5)));
    EXPECT_TRUE(is(R"({"from": "a1", "to": "a5", "promotion": null, "why": "x"})",
                   Move::normal(Square::a1, Square::a5)));
    EXPECT_TRUE(is(R"({"from": "e7", "to": "e8", "promotion": "q"})",
                   Move::promotion(Square::e7, Square::e8, PieceType::queen)));
    EXPECT_TRUE(is(R"({"from": "e7", "to": "e8", "promotion": "R"})",
                   Move::promotion(Square::e7, Square::e8, PieceType::rook)));
    EXPECT_TRUE(is(R"({"from": "e1", "to": "g1"})", Move::castling(Square::e1, Square::h1)));
    EXPECT_TRUE(is(R"({"from": "e1", "to": "a1"})", Move::castling(Square::e1, Square::a1)));
    // Whether it is legal is another question.
    EXPECT_TRUE(is(R"({"from": "a1", "to": "b7"})", Move::normal(Square::a1, Square::b7)));
}

TEST(EventJson, ReadsWhatItWrites) {
    const Game game = after({"e4"});
    const std::array<Event, 11> events{
        Move::normal(Square::d7, Square::d5),
        Resign{Color::white},
        OfferDraw{Color::black},
        AcceptDraw{Color::white},
        DeclineDraw{Color::black},
        LoseOnTime{Color::white},
        ClaimDraw{Color::black, ClaimDraw::Reason::threefold_repetition, {}},
        ClaimDraw{Color::black, ClaimDraw::Reason::fifty_move_rule,
                  Move::normal(Square::g8, Square::f6)},
        Conclude{Outcome::draw(reasons::recorded_result)},
        Conclude{Outcome::win(Color::black, reasons::rules_infraction)},
        Conclude{{GameResult::no_result, {}, reasons::abandoned}},
    };
    for (const Event& event : events) {
        const auto again = read(game, written(game, event));
        ASSERT_TRUE(again) << written(game, event);
        EXPECT_EQ(*again, event) << written(game, event);
    }
}

TEST(EventJson, KnowsWhoIsSpeaking) {
    Game game = after({"e4"});
    EXPECT_EQ(*read(game, R"({"action": "resign"})"), Event(Resign{Color::black}));
    EXPECT_EQ(*read(game, R"({"action": "resign"})", Color::white), Event(Resign{Color::white}));
    EXPECT_EQ(*read(game, R"({"action": "resign", "by": "white"})"), Event(Resign{Color::white}));
    EXPECT_EQ(*read(game, R"({"action": "accept_draw"})"), Event(AcceptDraw{Color::black}));
    ASSERT_TRUE(game.play(OfferDraw{Color::black}));
    EXPECT_EQ(*read(game, R"({"action": "accept_draw"})"), Event(AcceptDraw{Color::white}));
    EXPECT_EQ(*read(game, R"({"action": "decline_draw"})"), Event(DeclineDraw{Color::white}));
    EXPECT_EQ(*read(game, R"({"action": "conclude", "result": "draw"})"),
              Event(Conclude{Outcome::draw(reasons::recorded_result)}));
}

TEST(EventJson, SaysWhatIsWrong) {
    struct Case {
        std::string_view text;
        const RejectionCode* code;
        std::string_view problem;
        std::optional<Color> by = {};
    };
    const auto* const move = &codes::unreadable_move;
    const auto* const action = &codes::unknown_action;
    const Case cases[]{
        {R"("e2e4")", move, "a string instead of an object"},
        {R"([])", move, "an array instead of an object"},
        {R"({})", move, "\"from\" is missing"},
        {R"({"from": "e2"})", move, "\"to\" is missing"},
        {R"({"from": 12, "to": "e4"})", move, "/from: here stands an integer"},
        {R"({"from": "e2", "to": "e9"})", move, "/to: \"e9\" is not a square"},
        {R"({"from": "e7", "to": "e8", "promotion": "K"})", move, "/promotion: \"K\" is not"},
        {R"({"from": "e7", "to": "e8", "promotion": "P"})", move, "/promotion: \"P\" is not"},
        {R"({"from": "e7", "to": "e8", "promotion": "queen"})", move, "/promotion: \"queen\""},
        {R"({"from": "e7", "to": "e8", "promotion": true})", move, "/promotion: here stands"},
        {R"({"from": "e2", "to": "e4", "by": "red"})", move, "/by: \"red\" is not white or black"},
        {R"({"from": "e2", "to": "e4", "by": "white"})", move, "cannot speak", Color::black},
        {R"({"action": "castle"})", action, "\"castle\" is not one of resign"},
        {R"({"action": null})", action, "/action: here stands null"},
        {R"({"action": "resign", "by": "black"})", action, "cannot speak", Color::white},
        {R"({"action": "claim_draw"})", action, "\"reason\" is missing"},
        {R"({"action": "claim_draw", "reason": "boredom"})", action, "/reason: \"boredom\""},
        {R"({"action": "claim_draw", "reason": "fifty_move_rule", "move": "Nf3"})", action,
         "/move: here stands a string"},
        {R"({"action": "claim_draw", "reason": "fifty_move_rule", "move": {"from": "g1"}})", action,
         "/move: the key \"to\" is missing"},
        {R"({"action": "conclude"})", action, "\"result\" is missing"},
        {R"({"action": "conclude", "result": "loss"})", action, "/result: \"loss\""},
        {R"({"action": "conclude", "result": "win"})", action, "a win has a winner"},
        {R"({"action": "conclude", "result": "draw", "winner": "white"})", action,
         "a win has a winner"},
        {R"({"action": "conclude", "result": "draw", "reason": "magic"})", action,
         "/reason: \"magic\""},
        {R"({"action": "conclude", "result": "draw"})", action, "cannot conclude", Color::white},
    };
    const Game game;
    for (const auto& [text, code, problem, by] : cases) {
        const auto event = read(game, text, by);
        ASSERT_FALSE(event) << text;
        EXPECT_EQ(event.error().code, code) << text;
        EXPECT_THAT(sentence(event.error()), HasSubstr(problem)) << text;
        EXPECT_NE(find(event.error().data, "text"), nullptr) << text;
    }
}

TEST(EventJson, RefusesAMoveOutOfTurn) {
    const Game game;
    for (const auto& event : {read(game, R"({"from": "e7", "to": "e5"})", Color::black),
                              read(game, R"({"from": "e7", "to": "e5", "by": "black"})")}) {
        ASSERT_FALSE(event);
        EXPECT_EQ(event.error().code, &codes::not_your_turn);
    }
}

TEST(EventJson, QuotesALongTextInPart) {
    const Game game;
    const auto event = read(game, R"({"from": ")" + std::string(100'000, 'x') + "\"}");
    ASSERT_FALSE(event);
    EXPECT_LT(sentence(event.error()).size(), 500);
}

TEST(EventJson, EveryLegalMoveOfRandomGamesReadsBack) {
    const auto positions = testing::random_positions(5, 6, 60);
    for (const Position& position : positions) {
        const Game game({position, Variant::chess960, {}});
        for (const Event& event : game.legal()) {
            const auto again = read(game, written(game, event));
            ASSERT_TRUE(again) << written(game, event);
            EXPECT_EQ(*again, event) << written(game, event);
        }
    }
}

}  // namespace arbiter::chess
