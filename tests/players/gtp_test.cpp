#include "players/protocols/gtp.hpp"

#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/drawn.hpp"

namespace arbiter::go {
namespace {

using players::GtpSession;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A session with some files to load.
class Gtp : public ::testing::Test {
protected:
    static GtpSession session_of(std::string_view rules) {
        return GtpSession(rules_of(rules), {.version = "1.2", .load = load});
    }

    static std::optional<std::string> load(std::string_view file) {
        static const std::map<std::string, std::string, std::less<>> files{
            {"game.sgf", "(;GM[1]FF[4]SZ[5]KM[3.5]RU[Japanese];B[cc];W[bb];B[];W[dd])"},
            {"handicap.sgf", "(;GM[1]FF[4]SZ[9]HA[2]AB[cc][gg]PL[W];W[ee])"},
            {"broken.sgf", "(;SZ[900])"},
            {"text.txt", "no game at all"},
        };
        const auto found = files.find(file);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    }

    /// What stands after "= ", or the whole response if that is an error.
    std::string ask(std::string_view line) {
        const std::string response = session_.answer(line);
        EXPECT_TRUE(response.ends_with("\n\n")) << line;
        const std::string text = response.substr(0, response.size() - 2);
        EXPECT_EQ(text.find("\n\n"), std::string::npos) << line << ": an empty line inside";
        EXPECT_FALSE(text.ends_with('\n')) << line;
        if (text == "=") return "";
        return text.starts_with("= ") ? text.substr(2) : text;
    }

    void expect_ok(std::initializer_list<std::string_view> lines) {
        for (const std::string_view line : lines) EXPECT_EQ(ask(line), "") << line;
    }

    std::string board() const { return drawing_of(session_.game()); }

    GtpSession session_ = session_of("chinese");
};

// ---------------------------------------------------------------------------------------------
// The protocol

TEST_F(Gtp, AnswersWithItsIdAndAnEmptyLine) {
    EXPECT_EQ(session_.answer("protocol_version"), "= 2\n\n");
    EXPECT_EQ(session_.answer("7 protocol_version"), "=7 2\n\n");
    EXPECT_EQ(session_.answer("007 clear_board"), "=007\n\n");
    EXPECT_EQ(session_.answer("clear_board"), "=\n\n");
    EXPECT_EQ(session_.answer("8 nonsense"), "?8 unknown command\n\n");
    EXPECT_EQ(session_.answer("nonsense"), "? unknown command\n\n");
    EXPECT_EQ(session_.answer("9"), "?9 unknown command\n\n");
    EXPECT_EQ(session_.answer("-0 name"), "? unknown command\n\n");
}

TEST_F(Gtp, HasNothingToSayToEmptyLinesAndComments) {
    for (const std::string_view line : {"", " ", "\t", "\r", "# play b c3", "  # ", "\x01"}) {
        EXPECT_EQ(session_.answer(line), "") << line;
    }
}

TEST_F(Gtp, DropsControlCharactersAndWhatFollowsAHash) {
    EXPECT_EQ(session_.answer("name # of the program\r"), "= Arbiter\n\n");
    EXPECT_EQ(session_.answer("\t3\tna\x07me\x7F  "), "=3 Arbiter\n\n");
    EXPECT_EQ(session_.answer("name\r\n"), "= Arbiter\n\n");
}

TEST_F(Gtp, LinesOfAnyLengthAreAnswered) {
    std::string long_line = "play";
    for (int i = 0; i < 10'000; ++i) long_line += " b";
    EXPECT_THAT(ask(long_line), StartsWith("? "));
    EXPECT_THAT(ask(std::string(100'000, 'x')), StartsWith("? "));
    EXPECT_THAT(ask("99999999999999999999 name"), StartsWith("? "));
}

TEST_F(Gtp, SaysWhatItIs) {
    EXPECT_EQ(ask("name"), "Arbiter");
    EXPECT_EQ(ask("version"), "1.2");
    EXPECT_EQ(ask("protocol_version"), "2");
}

TEST_F(Gtp, KnowsEveryCommandItLists) {
    const std::string list = ask("list_commands");
    std::istringstream lines(list);
    int count = 0;
    for (std::string command; std::getline(lines, command); ++count) {
        EXPECT_EQ(ask("known_command " + command), "true") << command;
        if (command == "quit") continue;
        EXPECT_THAT(ask(command), Not(HasSubstr("unknown command"))) << command;
    }
    EXPECT_EQ(count, 40);
    // What GTP 2, section 6.1 requires of every engine that only referees.
    for (const std::string command :
         {"protocol_version", "name", "version", "known_command", "list_commands", "quit",
          "boardsize", "clear_board", "komi", "play"}) {
        EXPECT_EQ(ask("known_command " + command), "true") << command;
    }
    EXPECT_EQ(ask("known_command genmove"), "false");
    EXPECT_EQ(ask("known_command"), "? syntax error");
}

TEST_F(Gtp, QuitsWhenAsked) {
    EXPECT_FALSE(session_.over());
    EXPECT_EQ(session_.answer("quit"), "=\n\n");
    EXPECT_TRUE(session_.over());
}

// ---------------------------------------------------------------------------------------------
// The board

TEST_F(Gtp, BoardSizes) {
    EXPECT_EQ(ask("query_boardsize"), "19");
    expect_ok({"boardsize 9"});
    EXPECT_EQ(ask("query_boardsize"), "9");
    expect_ok({"play b c3", "boardsize 4 7"});
    EXPECT_EQ(ask("query_boardsize"), "4 7");
    EXPECT_EQ(ask("list_stones black"), "");
    for (const std::string_view size : {"0", "53", "1000000", "9 0", "9 53"}) {
        EXPECT_EQ(ask("boardsize " + std::string(size)), "? unacceptable size") << size;
    }
    for (const std::string_view size : {"", "x", "-9", "9.5", "9 x", "99999999999"}) {
        EXPECT_EQ(ask("boardsize " + std::string(size)), "? syntax error") << size;
    }
    EXPECT_EQ(ask("query_boardsize"), "4 7");
}

TEST_F(Gtp, PlaysAndRefuses) {
    expect_ok({"boardsize 5", "play b c3", "play W d4", "play white A1", "play black e5"});
    EXPECT_EQ(ask("play b c3"), "? illegal move");
    EXPECT_EQ(ask("play b i3"), "? invalid color or coordinate");
    EXPECT_EQ(ask("play b f1"), "? invalid color or coordinate");
    EXPECT_EQ(ask("play green c2"), "? invalid color or coordinate");
    EXPECT_EQ(ask("play b c2b"), "? invalid color or coordinate");
    EXPECT_EQ(ask("play b"), "? syntax error");
    EXPECT_EQ(ask("play"), "? syntax error");
    EXPECT_EQ(board(), tidy(R"(
        . . . . X
        . . . O .
        . . X . .
        . . . . .
        O . . . .)"));
    expect_ok({"clear_board"});
    EXPECT_EQ(ask("list_stones black"), "");
}

TEST_F(Gtp, EitherSideMovesAtAnyTime) {
    expect_ok({"boardsize 5", "play b a1", "play b a2", "play w e5", "play w pass", "play w e4"});
    EXPECT_EQ(ask("list_stones black"), "A1 A2");
    EXPECT_EQ(ask("list_stones white"), "E4 E5");
}

TEST_F(Gtp, TellsWhatIsLegal) {
    expect_ok({"boardsize 2 1", "play b a1"});
    EXPECT_EQ(ask("is_legal w b1"), "1") << "it takes";
    EXPECT_EQ(ask("is_legal b b1"), "0") << "suicide";
    EXPECT_EQ(ask("is_legal w a1"), "0");
    EXPECT_EQ(ask("is_legal w pass"), "1");
    EXPECT_EQ(ask("is_legal w c1"), "? invalid color or coordinate");
    EXPECT_EQ(ask("is_legal w"), "? syntax error");
    EXPECT_EQ(ask("all_legal white"), "B1");
    EXPECT_EQ(ask("all_legal black"), "");
    EXPECT_EQ(ask("all_legal"), "? invalid color");
}

TEST_F(Gtp, CapturesAndLiberties) {
    expect_ok({"boardsize 3", "play b a1", "play w a2", "play w b1"});
    EXPECT_EQ(ask("captures white"), "1");
    EXPECT_EQ(ask("captures black"), "0");
    EXPECT_EQ(ask("captures"), "? invalid color");
    EXPECT_EQ(ask("color a2"), "white");
    EXPECT_EQ(ask("color A1"), "empty");
    EXPECT_EQ(ask("color pass"), "? invalid coordinate");
    EXPECT_EQ(ask("countlib b1"), "3");
    EXPECT_EQ(ask("findlib b1"), "A1 C1 B2");
    EXPECT_EQ(ask("countlib a1"), "? vertex must not be empty");
    EXPECT_EQ(ask("findlib a1"), "? vertex must not be empty");
    EXPECT_EQ(ask("countlib x"), "? invalid coordinate");
    EXPECT_EQ(ask("findlib"), "? invalid coordinate");
    EXPECT_EQ(ask("list_stones"), "? invalid color");
}

TEST_F(Gtp, TakesBackMovesOverPassesAndWhatFollowedThem) {
    expect_ok({"boardsize 5", "play b c3", "play w pass", "play b pass", "play w d4"});
    EXPECT_EQ(ask("move_history"), "W D4\nB pass\nW pass\nB C3");
    EXPECT_EQ(ask("last_move"), "W D4");
    expect_ok({"undo"});
    EXPECT_EQ(ask("last_move"), "B pass");
    EXPECT_EQ(ask("play w c3"), "? illegal move");
    EXPECT_EQ(ask("move_history"), "B pass\nW pass\nB C3") << "a refusal leaves no trace";
    expect_ok({"play w pass", "play b e5", "undo", "undo", "undo", "undo", "undo"});
    EXPECT_EQ(ask("undo"), "? cannot undo");
    EXPECT_EQ(ask("last_move"), "? no previous move known");
    EXPECT_EQ(ask("move_history"), "");
    EXPECT_EQ(ask("list_stones black"), "");
}

TEST_F(Gtp, ShowsTheBoardWithoutAnEmptyLine) {
    for (const std::string_view size : {"1", "2", "9", "19", "26", "52", "3 12", "12 3"}) {
        expect_ok({"boardsize " + std::string(size)});
        EXPECT_THAT(session_.answer("showboard"), StartsWith("= \n")) << size;
        EXPECT_THAT(ask("showboard"), HasSubstr("A")) << size;
    }
}

// ---------------------------------------------------------------------------------------------
// Rules, komi and the score

TEST_F(Gtp, Komi) {
    EXPECT_EQ(ask("get_komi"), "7.5");
    expect_ok({"boardsize 3", "play b b2", "komi 0.5"});
    EXPECT_EQ(ask("get_komi"), "0.5");
    EXPECT_EQ(ask("list_stones black"), "B2") << "moves stay";
    EXPECT_EQ(ask("final_score"), "B+8.5");
    expect_ok({"komi -3", "clear_board"});
    EXPECT_EQ(ask("get_komi"), "-3");
    for (const std::string_view komi : {"", "x", "7.3", "1001", "nan"}) {
        EXPECT_EQ(ask("komi " + std::string(komi)), "? syntax error") << komi;
    }
}

TEST_F(Gtp, Rules) {
    EXPECT_EQ(ask("rules"), "chinese");
    expect_ok({"komi 1", "rules tromp-taylor"});
    EXPECT_EQ(ask("rules"), "tromp-taylor");
    EXPECT_EQ(ask("get_komi"), "1");
    EXPECT_EQ(ask("rules klingon"), "? unknown rules");
    // A suicide of two that other rules would not have allowed.
    expect_ok({"boardsize 3", "play b a1", "play w a2", "play w b2", "play w c1", "play b b1"});
    EXPECT_EQ(board(), tidy(R"(
        . . .
        O O .
        . . O)"));
    EXPECT_EQ(ask("captures white"), "2");
    EXPECT_THAT(ask("rules japanese"), StartsWith("? a move"));
    EXPECT_EQ(ask("rules"), "tromp-taylor");
    EXPECT_EQ(ask("captures white"), "2");
    expect_ok({"clear_board", "rules Japanese"});
    EXPECT_EQ(ask("rules"), "japanese");
}

TEST_F(Gtp, ScoresWithWhatLooksDead) {
    expect_ok({"boardsize 5 3", "play b b3", "play b d3", "play b a2", "play b b2", "play b c2",
               "play b d2", "play b e2", "play w e1"});
    EXPECT_EQ(ask("final_status_list dead"), "E1");
    EXPECT_EQ(ask("final_status_list alive"), "A2 B2 C2 D2 E2 B3 D3");
    EXPECT_EQ(ask("final_status_list seki"), "");
    EXPECT_EQ(ask("final_status_list asleep"), "? invalid status");
    EXPECT_EQ(ask("final_status_list"), "? syntax error");
    EXPECT_EQ(ask("final_score"), "B+7.5");
    expect_ok({"rules tromp-taylor"});
    EXPECT_EQ(ask("final_status_list dead"), "");
    EXPECT_EQ(ask("final_score"), "B+1.5") << "every stone counts as it stands";
}

TEST_F(Gtp, ListsStonesInSeki) {
    expect_ok({"boardsize 9 5", "rules japanese"});
    for (const char* row : {"b a3 b3 c3 d3 e3 f3 f2 f1",
                            "w a1 b1 c1 d1 a2 b2 c2 d2 a4 b4 c4 d4 e4 f4 g4 h4 j4 g3 g2 g1"}) {
        std::istringstream words(row);
        std::string color;
        words >> color;
        for (std::string point; words >> point;) expect_ok({"play " + color + " " + point});
    }
    EXPECT_EQ(ask("final_status_list seki"), "A1 B1 C1 D1 F1 A2 B2 C2 D2 F2 A3 B3 C3 D3 E3 F3");
    EXPECT_EQ(ask("final_status_list dead"), "");
}

TEST_F(Gtp, SaysWhatGoGuiCanShow) {
    EXPECT_THAT(ask("gogui-analyze_commands"),
                ::testing::HasSubstr("plist/Stones In Seki/final_status_list seki"));
    EXPECT_EQ(ask("cputime"), "? no clock");
    const std::string rules = ask("kata-get-rules");
    EXPECT_THAT(rules, ::testing::HasSubstr(R"("ko":"POSITIONAL")"));
    expect_ok({"kata-set-rules japanese"});
    EXPECT_THAT(ask("kata-get-rules"), ::testing::HasSubstr(R"("ko":"SIMPLE")"));
    expect_ok({"kata-set-rules " + rules});
    EXPECT_EQ(ask("kata-get-rules"), rules);
    EXPECT_EQ(ask(R"(kata-set-rules {"ko": "SOMETIMES"})"), "? unknown rules");
    EXPECT_THAT(ask("kgs-genmove_cleanup b"), StartsWith("? unknown command"))
        << "without a player";
}

TEST_F(Gtp, KeepsNoClock) {
    expect_ok({"time_settings 600 30 5", "time_left b 30 2"});
    EXPECT_EQ(ask("time_settings 600"), "? syntax error");
    EXPECT_EQ(ask("time_settings 600 x 5"), "? syntax error");
    EXPECT_EQ(ask("time_left 30 2"), "? syntax error");
    EXPECT_EQ(ask("time_left green 30 2"), "? syntax error");
}

// ---------------------------------------------------------------------------------------------
// Handicap

TEST_F(Gtp, FixedHandicap) {
    expect_ok({"boardsize 9"});
    EXPECT_EQ(ask("get_handicap"), "0");
    EXPECT_EQ(ask("fixed_handicap 3"), "C3 G7 C7");
    EXPECT_EQ(ask("get_handicap"), "3");
    EXPECT_EQ(session_.game().turn(), Color::white);
    EXPECT_EQ(ask("fixed_handicap 2"), "? board not empty");
    expect_ok({"clear_board"});
    EXPECT_EQ(ask("get_handicap"), "0");
    for (const std::string_view stones : {"0", "1", "10", "1000000"}) {
        EXPECT_EQ(ask("fixed_handicap " + std::string(stones)), "? invalid number of stones");
    }
    EXPECT_EQ(ask("fixed_handicap x"), "? syntax error");
    EXPECT_EQ(ask("fixed_handicap"), "? syntax error");
    expect_ok({"boardsize 7"});
    EXPECT_EQ(ask("fixed_handicap 5"), "? invalid number of stones");
    EXPECT_EQ(ask("fixed_handicap 4"), "C3 E5 C5 E3");
}

TEST_F(Gtp, FreeHandicap) {
    expect_ok({"boardsize 5"});
    for (const std::string_view stones : {"0", "1"}) {
        EXPECT_EQ(ask("place_free_handicap " + std::string(stones)), "? invalid number of stones");
    }
    EXPECT_EQ(ask("place_free_handicap"), "? syntax error");
    const std::string placed = ask("place_free_handicap 3");
    EXPECT_EQ(ask("get_handicap"), "3");
    EXPECT_EQ(session_.game().stones().size(), 3U);
    EXPECT_EQ(ask("place_free_handicap 3"), "? board not empty");
    expect_ok({"clear_board"});
    // GTP 2, section 4.1.2 lets an engine place fewer.
    EXPECT_THAT(ask("place_free_handicap 1000"), Not(StartsWith("?")));
    EXPECT_LT(session_.game().stones().size(), 25U);
}

TEST_F(Gtp, SetFreeHandicap) {
    expect_ok({"boardsize 5"});
    for (const std::string_view points :
         {"", "A1", "A1 A1", "A1 F1", "A1 pass", "A1 x", "A1 B1b"}) {
        EXPECT_EQ(ask("set_free_handicap " + std::string(points)), "? bad vertex list") << points;
    }
    EXPECT_EQ(ask("list_stones black"), "");
    expect_ok({"set_free_handicap b2 d4"});
    EXPECT_EQ(ask("list_stones black"), "B2 D4");
    EXPECT_EQ(ask("get_handicap"), "2");
    EXPECT_EQ(ask("set_free_handicap A1 A2"), "? board not empty");
}

TEST_F(Gtp, EveryHandicapLeavesALiberty) {
    for (int side = 1; side <= 12; ++side) {
        expect_ok({"boardsize " + std::to_string(side)});
        for (int stones = 2; stones <= side * side + 2; ++stones) {
            expect_ok({"clear_board"});
            const std::string answer = ask("place_free_handicap " + std::to_string(stones));
            EXPECT_TRUE(side < 3 || !answer.starts_with('?')) << side << ' ' << stones << answer;
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Records

TEST_F(Gtp, LoadsRecords) {
    expect_ok({"loadsgf game.sgf"});
    EXPECT_EQ(ask("query_boardsize"), "5");
    EXPECT_EQ(ask("get_komi"), "3.5");
    EXPECT_EQ(ask("rules"), "chinese") << "the session's own";
    EXPECT_EQ(ask("move_history"), "W D2\nB pass\nW B4\nB C3");
    expect_ok({"loadsgf game.sgf 2"});
    EXPECT_EQ(ask("move_history"), "B C3") << "as it was before move 2";
    expect_ok({"loadsgf game.sgf 1"});
    EXPECT_EQ(ask("move_history"), "");
    expect_ok({"loadsgf handicap.sgf"});
    EXPECT_EQ(ask("get_handicap"), "2");
    EXPECT_EQ(ask("list_stones white"), "E5");
}

TEST_F(Gtp, KeepsItsBoardWhenNothingCanBeLoaded) {
    expect_ok({"boardsize 5", "play b c3"});
    for (const std::string_view file : {"missing.sgf", "broken.sgf", "text.txt"}) {
        EXPECT_EQ(ask("loadsgf " + std::string(file)), "? cannot load file") << file;
    }
    EXPECT_EQ(ask("loadsgf"), "? syntax error");
    EXPECT_EQ(ask("loadsgf game.sgf x"), "? syntax error");
    EXPECT_EQ(ask("move_history"), "B C3");
    EXPECT_EQ(ask("rules"), "chinese");
}

TEST_F(Gtp, PrintsARecord) {
    expect_ok({"boardsize 5", "play b c3", "play w pass", "play b pass", "play w d4"});
    const std::string record = ask("printsgf");
    EXPECT_THAT(record, StartsWith("(;"));
    EXPECT_THAT(record, HasSubstr("SZ[5]"));
    EXPECT_THAT(record, HasSubstr(";B[cc]"));
    EXPECT_THAT(record, HasSubstr(";W[db]"));
    EXPECT_THAT(ask("printsgf game.sgf"), StartsWith("? "));
}

// Playing

/// Always takes the first point that is legal, and remembers what it was asked.
class GtpPlayer : public Gtp {
protected:
    GtpPlayer() {
        session_ =
            GtpSession(rules_of("chinese"),
                       {.version = "1.2", .load = load, .choose = [this](const auto& request) {
                            turns_.push_back(request.game.turn());
                            time_ = request.time;
                            const Game& game = request.game;
                            const auto points = legal_points(game.position(), game.past(),
                                                             game.rules(), game.turn());
                            players::GoMove move;
                            move.resigns = resigns_;
                            if (!points.empty()) move.point = points.front();
                            return move;
                        }});
    }

    std::vector<Color> turns_;
    std::optional<GtpSession::TimeLeft> time_;
    bool resigns_ = false;
};

TEST_F(GtpPlayer, ResignsWithoutAMove) {
    ask("boardsize 3");
    resigns_ = true;
    EXPECT_EQ(ask("reg_genmove b"), "resign");
    EXPECT_EQ(ask("genmove b"), "resign");
    EXPECT_EQ(ask("move_history"), "");
}

/// Searches for a few playouts, and shows twice what it found.
class GtpAnalyst : public Gtp {
protected:
    GtpAnalyst() {
        session_ = GtpSession(rules_of("chinese"),
                              {.version = "1.2",
                               .load = load,
                               .say = [this](std::string_view text) { said_ += text; },
                               .analyse =
                                   [this](const auto& request) {
                                       turn_ = request.game.turn();
                                       auto search = players::go_search(
                                           request.game, request.rules, 1, [&](Point point) {
                                               return request.options.allows(point);
                                           });
                                       for (int i = 0; i < 2; ++i) {
                                           search.run({50});
                                           request.show(search.report());
                                       }
                                   }});
        session_.answer("boardsize 5");
    }

    /// What was said, the end of the response included.
    std::string analysis(std::string_view line) {
        said_.clear();
        return session_.answer(line).insert(0, said_);
    }

    std::string said_;
    std::optional<Color> turn_;
};

TEST_F(GtpAnalyst, ShowsMovesAsLeelaZeroDoes) {
    const std::string text = analysis("7 lz-analyze w 50 minmoves 2 maxmoves 2");
    EXPECT_THAT(text, ::testing::MatchesRegex(
                          "=7\n(info move [A-E][1-5] visits [0-9]+ winrate [0-9]+ prior [0-9]+ lcb "
                          "[0-9]+ order 0 pv( [A-Ep][0-9as]+)+ info move [A-E][1-5] visits [0-9]+ "
                          "winrate [0-9]+ prior [0-9]+ lcb [0-9]+ order 1 pv( [A-Ep][0-9as]+)+\n)"
                          "(info move [^\n]*\n)\n"));
    EXPECT_EQ(turn_, Color::white);
    EXPECT_EQ(ask("known_command lz-analyze"), "true");
}

TEST_F(GtpAnalyst, ShowsScoresAndOwnersAsKataGoDoes) {
    // Black owns the board but for the upper left corner.
    for (const std::string_view play : {"b b5", "b b4", "b a4", "b c3", "b d3", "w a5"}) {
        session_.answer("play " + std::string(play));
    }
    const std::string text = analysis("kata-analyze b interval 10 ownership true rootInfo true");
    for (const std::string_view key :
         {" scoreLead ", " utility ", " scoreStdev ", " rootInfo visits 100 "}) {
        EXPECT_THAT(text, HasSubstr(key));
    }
    std::istringstream owners(text.substr(text.rfind("ownership") + 9));
    std::vector<double> values(std::istream_iterator<double>(owners), {});
    ASSERT_EQ(values.size(), 25U);
    EXPECT_GT(values[12], 0.5);  // in the middle, for Black
    const std::string white = analysis("kata-analyze w ownership true");
    std::istringstream others(white.substr(white.rfind("ownership") + 9));
    values.assign(std::istream_iterator<double>(others), {});
    EXPECT_LT(values[12], -0.5);
}

TEST_F(GtpAnalyst, LooksAtTheMovesItIsAllowed) {
    EXPECT_THAT(analysis("lz-analyze allow b C3,D4 1"), Not(HasSubstr("info move B2")));
    EXPECT_THAT(analysis("lz-analyze avoid b C3 1 minmoves 30"), Not(HasSubstr("info move C3")));
}

TEST_F(GtpAnalyst, RefusesWhatItDoesNotKnow) {
    for (const std::string_view line :
         {"lz-analyze ownership true", "kata-analyze ownership perhaps", "lz-analyze interval",
          "lz-analyze b x", "kata-analyze avoid b Z9 1", "kata-analyze allow b A1",
          "lz-analyze 99999999999"}) {
        EXPECT_EQ(analysis(line), "? syntax error\n\n") << line;
    }
}

TEST_F(Gtp, HasNoAnalysisWithoutAnAnalyst) {
    EXPECT_EQ(ask("kata-analyze"), "? unknown command");
    EXPECT_THAT(ask("list_commands"), Not(HasSubstr("analyze\n")));
}

TEST_F(GtpPlayer, PlaysWhenAskedTo) {
    EXPECT_EQ(ask("known_command genmove"), "true");
    EXPECT_THAT(ask("list_commands"), HasSubstr("reg_genmove"));
    EXPECT_EQ(ask("boardsize 3"), "");
    EXPECT_EQ(ask("reg_genmove b"), "A1");
    EXPECT_EQ(ask("color A1"), "empty");
    EXPECT_EQ(ask("genmove b"), "A1");
    EXPECT_EQ(ask("color A1"), "black");
    EXPECT_EQ(ask("genmove black"), "B1");  // twice in a row
    EXPECT_EQ(ask("genmove w"), "C1");
    EXPECT_EQ(ask("genmove"), "? invalid color");
    EXPECT_EQ(ask("genmove green"), "? invalid color");
    EXPECT_EQ(turns_, (std::vector{Color::black, Color::black, Color::black, Color::white}));
}

TEST_F(GtpPlayer, PlaysOnAfterPassesAndPassesWhereNothingIsLegal) {
    ask("boardsize 2");
    ask("play b pass");
    ask("play w pass");
    EXPECT_EQ(ask("genmove b"), "A1");
    ask("play w pass");
    ask("play b pass");
    EXPECT_EQ(ask("genmove b"), "B1");
    ask("boardsize 1");
    ask("clear_board");
    EXPECT_EQ(ask("genmove b"), "pass");
}

TEST_F(GtpPlayer, IsToldTheTime) {
    ask("boardsize 9");
    ask("genmove b");
    EXPECT_FALSE(time_);
    ask("time_settings 600 30 5");
    ask("genmove w");
    ASSERT_TRUE(time_);
    EXPECT_EQ(time_->seconds, 600);
    ask("genmove b");
    ask("genmove w");
    EXPECT_LT(time_->seconds, 600);
    ask("time_left w 30 2");
    ask("genmove w");
    EXPECT_EQ(time_->seconds, 30);
    EXPECT_EQ(time_->moves, 2);
    ask("time_settings 0 1 0");
    ask("genmove w");
    EXPECT_FALSE(time_);
}

TEST_F(GtpPlayer, TakesDeadStonesBeforeItPasses) {
    expect_ok({"boardsize 5 3", "play b b3", "play b d3", "play b a2", "play b b2", "play b c2",
               "play b d2", "play b e2", "play w e1"});
    EXPECT_EQ(ask("kgs-genmove_cleanup b"), "D1") << "the last liberty of a dead stone";
    EXPECT_EQ(ask("color e1"), "empty");
    EXPECT_EQ(ask("kgs-genmove_cleanup"), "? invalid color");
}

}  // namespace
}  // namespace arbiter::go
