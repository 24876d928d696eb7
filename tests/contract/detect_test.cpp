#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/games/address.hpp"
#include "core/games/any_game.hpp"
#include "tests/support/faults.hpp"

// Which format a text is in, also where something is wrong with it: every format's own faults are
// told, not that there is no such format.

namespace arbiter {
namespace {

using ::testing::HasSubstr;

struct Slip {
    std::string_view text;
    std::string_view format;
    std::string_view fault;  // part of a sentence
};

const std::array slips{
    // A member is missing.
    Slip{R"({"board": {"e1": "K", "e8": "k"}, "turn": "white", "en_passant": null,
             "halfmove_clock": 0, "fullmove_number": 1, "position_history": []})",
         "chess-squares", "the key \"castling\" is missing"},
    Slip{R"({"board": {"e1": "K"}})", "chess-squares", "the key \"turn\" is missing"},
    Slip{R"({"board": [[null, "B"], [null, null]], "passes": 0})", "go-rows",
         "the key \"current_player\" is missing"},
    Slip{R"({"board": [["B"]]})", "go-rows", "the key \"current_player\" is missing"},
    Slip{R"({"current_player": "B", "passes": 0})", "go-rows", "the key \"board\" is missing"},
    Slip{R"({"board_size": 9, "komi": 7.5, "current_player_to_move": "B", "move_number": 1,
             "previous_move_a1": null})",
         "go-grid", "the key \"board_grid\" is missing"},
    Slip{R"({"board_grid": []})", "go-grid", "the key \"board_size\" is missing"},
    Slip{R"({"turn": 1, "dice": [3, 5], "board": [2, 0], "bar": {"white": 0, "black": 0}})",
         "gitgammon", "the key \"activePlayer\" is missing"},
    Slip{R"({"setup": {}, "events": []})", "record", "the key \"game\" is missing"},
    // The text breaks off, or is not JSON.
    Slip{R"({"board": {"e1":"K")", "chess-squares", "the text ends inside an object"},
    Slip{"{\"board\": [[\"B\", oops]], \"passes\": 0}", "go-rows", "invalid literal"},
    // Nearly a position or a game.
    Slip{"rnbqkbnr/pppp.ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen", "\".\" in rank 7"},
    Slip{"fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "uci", "7 squares"},
    Slip{"e4 e5 Ke3", "pgn", "a king on e1 cannot go to e3"},
    Slip{"My best game\n1. e4 e5 2. Ke3", "pgn", ""},
    Slip{"xgid=what", "xgid", ""},
    Slip{"4HPwATDgc/AB!A", "position-id", "\"!\""},
    Slip{"4HPwATDgc/ABMA:cAgAAAAAAA!A", "gnubg-id", "\"!\""},
};

std::vector<std::string> sentences_of(const Faults& faults) {
    std::vector<std::string> sentences;
    for (const Fault& fault : faults) sentences.push_back(fault.sentence);
    return sentences;
}

TEST(Detect, ASlipIsToldInTheFormatThatWasMeant) {
    for (const auto& [text, format, fault] : slips) {
        const auto detected = detect(text);
        ASSERT_TRUE(detected) << text;
        EXPECT_EQ(detected->format, format) << text;
        const auto game = AnyGame::read(text);
        EXPECT_FALSE(game) << text;
        EXPECT_THAT(sentences_of(game.faults), ::testing::Contains(HasSubstr(fault))) << text;
    }
}

TEST(Detect, NothingIsLikeATextThatIsLikeNothing) {
    for (const std::string_view text :
         {"", " ", "hello", "hello world", "{}", "{\"hello\": 1}", "internationally",
          "https://example.org/", "http://127.0.0.1:8080/games/abc", "/games/abc", "/game/hello"}) {
        EXPECT_FALSE(detect(text)) << text;
        const auto game = AnyGame::read(text);
        ASSERT_FALSE(game) << text;
        EXPECT_EQ(game.faults.begin()->code, "unknown_format") << text;
    }
}

TEST(Detect, KeysInsideOfValuesDoNotCount) {
    EXPECT_EQ(
        detect(R"({"game": "chess", "events": [], "tags": {"board": "[[", "passes": ""}})")->format,
        "record");
    EXPECT_FALSE(detect(R"({"x": {"board": [[]], "current_player": "B"}})"));
}

TEST(Detect, TheStateOfCheckAiMayBeWrapped) {
    const auto found = detect(R"({"game_id": "550e8400", "state": {"board": {"e1": "K"},
        "turn": "white", "castling": {}, "en_passant": null}, "is_over": false})");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->format, "chess-squares");
}

TEST(Detect, ATextOfAnotherGameIsSaidToBeOne) {
    const auto fen =
        AnyGame::read("8/8/8/8/8/8/8/8 w - -", {.game = "go", .format = {}, .options = {}});
    EXPECT_EQ(fen.faults.begin()->sentence,
              "the text is not in any format of go; it looks like fen of chess");
    const auto record = AnyGame::read(R"({"game": "chess", "events": []})",
                                      {.game = "go", .format = {}, .options = {}});
    EXPECT_EQ(record.faults.begin()->sentence, "this is a record of \"chess\" and not of go");
}

TEST(Detect, OfSeveralGamesWithAFormatTheTextDecides) {
    const auto game_of = [](std::string_view text, std::string_view format) {
        const auto found = detect(text, {}, format);
        return found ? found->game : "";
    };
    EXPECT_EQ(game_of(R"({"game": "chess", "events": []})", "record"), "chess");
    EXPECT_EQ(game_of(R"({"game": "go", "events": []})", "record"), "go");
    EXPECT_EQ(game_of("what", "sgn-url"), "go");
    EXPECT_EQ(game_of("what", "fax"), "");
}

TEST(Strict, MakesEveryWarningAnError) {
    for (const std::string_view text :
         {"{'game': 'chess', 'events': []}", "1. e4 e5",
          R"({"game": "go", "events": [], "mood": 1})",
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0"}) {
        const auto tolerant = AnyGame::read(text);
        ASSERT_TRUE(tolerant) << text;
        EXPECT_FALSE(tolerant.faults.empty()) << text;
        const AnyGame::Source source{.game = {}, .format = {}, .options = {}, .strict = true};
        const auto strict = AnyGame::read(text, source);
        EXPECT_FALSE(strict) << text;
        EXPECT_TRUE(strict.faults.fatal()) << text;
        EXPECT_EQ(codes_of(strict.faults), codes_of(tolerant.faults)) << text;

        const auto detected = detect(text);
        const auto stream = open_stream({detected->game, detected->format, {}, true});
        stream->feed(text);
        stream->finish();
        const auto streamed = stream->next();
        ASSERT_TRUE(streamed) << text;
        EXPECT_FALSE(*streamed) << text;
    }
    EXPECT_TRUE(
        AnyGame::read("9x9 C3b", {.game = {}, .format = {}, .options = {}, .strict = true}));
}

// ---------------------------------------------------------------------------------------------
// Addresses

struct Spelling {
    std::string_view address;
    std::string_view format;
    std::string_view written;
};

const std::array spellings{
    Spelling{"/go/19x19,A9b,B12w,C2b", "sgn", "19x19 A9b B12w C2b"},
    Spelling{"http://127.0.0.1:8080/go/19x19,A9b,B12w,C2b", "sgn", "19x19 A9b B12w C2b"},
    Spelling{"https://go-game.somedomain/game/19x19,A9b,B12w,C2b", "sgn", "19x19 A9b B12w C2b"},
    Spelling{"localhost:8080/game/19x19,A9b,B12w,C2b", "sgn", "19x19 A9b B12w C2b"},
    Spelling{" /under/a/path/game/19x19,A9b,B12w,C2b\n", "sgn", "19x19 A9b B12w C2b"},
    Spelling{"/go/19x19%20A9b%20B12w%20C2b", "sgn", "19x19 A9b B12w C2b"},
    Spelling{"/go/19x19_A9b_B12w_C2b#move", "sgn", "19x19 A9b B12w C2b"},
    Spelling{"/go/19x19%2cA9b%2CB12w,C2b?", "sgn", "19x19 A9b B12w C2b"},
    Spelling{"/go/19x19,C2b,F9b,C3b,C9w", "sgn", "19x19 C2b F9b C3b C9w"},
    Spelling{"/go/?size=9&handicap=2", "sgn", "9x9 C3b G7b"},
    Spelling{"/go/9x9?handicap=2", "sgn", "9x9 C3b G7b"},
    Spelling{"/go/9x9,D4b,E5b,F6w?handicap=2&placement=free", "sgn", "9x9 D4b E5b F6w"},
    Spelling{"/chess", "fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    Spelling{"/chess/e4,e5,Nf3", "uci", "position startpos moves e2e4 e7e5 g1f3"},
    Spelling{"/chess/e4_e5_Nf3", "uci", "position startpos moves e2e4 e7e5 g1f3"},
    Spelling{"/chess/1._e4,e5,2._Nf3,*", "uci", "position startpos moves e2e4 e7e5 g1f3"},
    Spelling{"/chess/1.e4 e5 2.Nf3", "uci", "position startpos moves e2e4 e7e5 g1f3"},
    Spelling{"/chess/startpos_moves_e2e4", "uci", "position startpos moves e2e4"},
    Spelling{"/chess/4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1,a8=Q", "fen", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    Spelling{"/chess/e4?variant=chess960&start=5", "fen",
             "qnbbnrkr/pppppppp/8/8/4P3/8/PPPP1PPP/QNBBNRKR b KQkq e3 0 1"},
    Spelling{"/backgammon/3-1,8/5_6/5,6-4", "xgid",
             "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:64:0:0:1:0:10"},
    Spelling{"/backgammon/opening_3-1,8/5_6/5,roll_64", "xgid",
             "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:64:0:0:1:0:10"},
    Spelling{"/backgammon/4HPwATDgc/ABMA", "xgid",
             "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10"},
    Spelling{"/backgammon/XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:1:0:10,24/14", "position-id",
             ""},
};

TEST(Address, IsAGame) {
    for (const auto& [address, format, written] : spellings) {
        const auto detected = detect(address);
        ASSERT_TRUE(detected) << address;
        EXPECT_EQ(detected->format, address_format) << address;
        const auto game = AnyGame::read(address);
        ASSERT_TRUE(game) << address << ": " << game.faults.begin()->sentence;
        EXPECT_TRUE(game.faults.empty()) << address;
        EXPECT_EQ(game->name(), detected->game);
        const auto text = game->write(format);
        ASSERT_TRUE(text.has_value()) << address << ": " << text.error().sentence;
        if (!written.empty()) EXPECT_EQ(*text, written) << address;
    }
}

TEST(Address, TheQueryHasTheOptionsAndTheReaderTheLastWord) {
    const std::string_view address = "/go/9x9,C3b?rules=japanese&komi=5.5";
    const auto game = AnyGame::read(address);
    ASSERT_TRUE(game);
    EXPECT_THAT(*game->write("record"), HasSubstr("\"komi\": 5.5"));
    const auto other =
        AnyGame::read(address, {.game = {}, .format = {}, .options = {{"komi", "0.5"}}});
    EXPECT_THAT(*other->write("record"), HasSubstr("\"komi\": 0.5"));
    const auto stones = AnyGame::read("/go/9x9,C3w?stones=D4b+E5w&turn=white");
    ASSERT_TRUE(stones);
    EXPECT_THAT(*stones->write("record"), HasSubstr("\"D4b\""));
    EXPECT_EQ(AnyGame::read("/go/9x9?colour=blue").faults.begin()->code, "unknown_option");
}

TEST(Address, IsReadWhateverFormatIsNamed) {
    const auto stream = open_stream({.game = "chess", .format = address_format, .options = {}});
    stream->feed("/chess/e4,");
    stream->feed("e5");
    stream->finish();
    const auto game = stream->next();
    ASSERT_TRUE(game && *game);
    EXPECT_EQ((*game)->event_count(), 2U);
    EXPECT_TRUE(AnyGame::read("/chess/e4", {.game = {}, .format = "pgn", .options = {}}));
    const auto other = AnyGame::read("/chess/e4", {.game = "go", .format = {}, .options = {}});
    EXPECT_EQ(other.faults.begin()->sentence,
              "the text is not in any format of go; it looks like address of chess");
}

TEST(Address, AFaultHasItsPlaceInTheAddress) {
    struct Faulty {
        std::string_view address;
        std::string_view fault;
    };
    const std::array cases{
        Faulty{"/go/19x19,A9b,A9w,C2b", "point_occupied 1:15"},
        Faulty{"\n http://h.org/go/19x19,A9b,A9w", "point_occupied 2:28"},
        Faulty{"/go/5x5,F1b", "point_off_board 1:9"},
        Faulty{"/go/9x9?komi=much", "option_out_of_range"},
        Faulty{"/chess/e4,e5,Ke3,d4", "piece_cannot_go_there 1:14"},
        Faulty{"/chess/e4_e5_Ke3,d4", "piece_cannot_go_there 1:14"},
        Faulty{"/chess/e4%2Ce5,Ke3", "piece_cannot_go_there 1:16"},
        Faulty{"/chess/4k3/8/8/8/8/8/8/4K3_w_KQ_-_0_1", "fen_no_castling_rook 1:30"},
        Faulty{"/backgammon/3-1,8/5_6/5,7-7", "roll_first 1:25"},
        Faulty{"/backgammon/XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:0:1:0:10", "bad_dice 1:51"},
    };
    for (const auto& [address, fault] : cases) {
        const auto game = AnyGame::read(address);
        EXPECT_FALSE(game) << address;
        const auto faults = faults_and_warnings_of(game.faults);
        ASSERT_FALSE(faults.empty()) << address;
        EXPECT_EQ(faults.front(), fault) << address;
    }
}

}  // namespace
}  // namespace arbiter
