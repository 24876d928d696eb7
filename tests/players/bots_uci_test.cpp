#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/chess/rules.hpp"
#include "players/protocols/uci.hpp"

namespace arbiter::players {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

/// A session whose searches are done at once.
class Engine {
public:
    UciSession session{"1.0"};
    std::vector<std::string> said;
    int questions_until_stop = 1'000'000;

    std::string answer(std::string_view line) {
        std::string text = session.answer(line);
        if (const auto task = session.take_task()) {
            text += think(*task, {.say = [&](const std::string& info) { said.push_back(info); },
                                  .should_stop = [&] { return questions_until_stop-- <= 0; },
                                  .elapsed = [] { return milliseconds(10); }}) +
                    "\n";
        }
        return text;
    }
    std::optional<UciTask> task(std::string_view line) {
        EXPECT_EQ(session.answer(line), "");
        return session.take_task();
    }
};

TEST(Uci, Introduces) {
    Engine engine;
    const std::string text = engine.answer("uci");
    EXPECT_THAT(text, StartsWith("id name Arbiter 1.0\nid author "));
    EXPECT_THAT(text, HasSubstr("option name Level type spin default 8 min 1 max 8\n"));
    EXPECT_THAT(text, HasSubstr("option name UCI_Chess960 type check default false\n"));
    EXPECT_TRUE(text.ends_with("uciok\n"));
    EXPECT_EQ(engine.answer("isready"), "readyok\n");
}

TEST(Uci, PlaysAMove) {
    Engine engine;
    EXPECT_EQ(engine.answer("position startpos moves f2f3 e7e5 g2g4"), "");
    EXPECT_EQ(engine.answer("go nodes 2000"), "bestmove d8h4\n");
    EXPECT_THAT(engine.said.back(), HasSubstr(" score mate 1 "));
    EXPECT_THAT(engine.said.back(), HasSubstr(" pv d8h4"));
    EXPECT_THAT(engine.said.front(), StartsWith("info depth 1 score "));
}

TEST(Uci, SaysHowLongAndHowFast) {
    Engine engine;
    engine.answer("go depth 3");
    ASSERT_EQ(engine.said.size(), 3U);
    EXPECT_THAT(engine.said[2], HasSubstr(" time 10 nps "));
}

TEST(Uci, ReadsPositions) {
    Engine engine;
    EXPECT_EQ(engine.answer("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), "");
    EXPECT_EQ(engine.answer("go nodes 500"), "bestmove d1d8\n");
    EXPECT_EQ(engine.answer("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 moves d1d8"), "");
    EXPECT_EQ(engine.answer("go nodes 500"), "bestmove (none)\n");
    EXPECT_THAT(engine.answer("position fen 8/8/8/8 w"), StartsWith("info string no position: "));
    EXPECT_THAT(engine.answer("position nowhere"), StartsWith("info string "));
    EXPECT_EQ(engine.answer("position startpos moves e2e4 e2e4 e7e5"),
              "info string no legal move: e2e4\n");
    EXPECT_EQ(engine.task("go nodes 1")->game.size(), 2U);
    EXPECT_EQ(engine.answer("ucinewgame"), "");
    EXPECT_EQ(engine.task("go nodes 1")->game.size(), 1U);
}

TEST(Uci, CastlesInChess960ByTakingTheRook) {
    Engine engine;
    EXPECT_EQ(engine.answer("setoption name UCI_Chess960 value true"), "");
    EXPECT_EQ(engine.answer("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1"), "");
    const auto task = engine.task("go nodes 1");
    EXPECT_EQ(task->game.size(), 8U);
    EXPECT_EQ(task->variant, chess::Variant::chess960);
    Engine standard;
    EXPECT_EQ(standard.answer("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"), "");
    EXPECT_EQ(standard.task("go nodes 1")->variant, chess::Variant::standard);
}

TEST(Uci, KeepsToItsClock) {
    Engine engine;
    const auto time = [&](std::string_view line) { return *engine.task(line)->time; };
    EXPECT_EQ(time("go movetime 1234"), milliseconds(1234));
    EXPECT_LT(time("go wtime 60000 btime 1000"), milliseconds(60000) / 20);
    EXPECT_GT(time("go wtime 60000 btime 1000 winc 5000"), milliseconds(3000));
    EXPECT_LE(time("go wtime 100 btime 1000 winc 5000"), milliseconds(50));
    EXPECT_EQ(time("go wtime 0 btime 1000"), milliseconds(1));
    EXPECT_GT(time("go wtime 60000 btime 1 movestogo 2"), milliseconds(25000));
    engine.answer("position startpos moves e2e4");
    EXPECT_GT(time("go wtime 1 btime 60000"), milliseconds(1000));
    EXPECT_FALSE(engine.task("go infinite")->time);
    EXPECT_TRUE(engine.task("go infinite")->waits_for_stop);
    EXPECT_FALSE(engine.task("go depth 5")->waits_for_stop);
    EXPECT_EQ(engine.task("go depth 5")->settings.depth_max, 5);
    EXPECT_TRUE(engine.task("go infinite")->is_endless());
    EXPECT_TRUE(engine.task("go")->is_endless());
    for (const std::string_view line : {"go depth 5", "go nodes 5", "go movetime 5"}) {
        EXPECT_FALSE(engine.task(line)->is_endless()) << line;
    }
}

TEST(Uci, HasLevels) {
    Engine engine;
    EXPECT_EQ(engine.answer("setoption name Level value 3"), "");
    EXPECT_EQ(engine.answer("setoption name seed value 7"), "");
    const auto task = engine.task("go nodes 100000000");
    EXPECT_LT(task->nodes, 100'000U);
    EXPECT_EQ(task->settings.seed, 7U);
    EXPECT_GT(task->settings.error_max, 0);
    EXPECT_THAT(engine.answer("setoption name Level value 9"), StartsWith("info string no option"));
    EXPECT_THAT(engine.answer("setoption name Hash value 0"), StartsWith("info string no option"));
    EXPECT_THAT(engine.answer("setoption name Contempt value 1"),
                StartsWith("info string no option"));
    EXPECT_THAT(engine.answer("setoption"), StartsWith("info string no option"));
}

TEST(Uci, SearchesOnlyTheMovesItIsGiven) {
    Engine engine;
    engine.answer("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    EXPECT_THAT(engine.answer("go searchmoves g1f1 d1d7 nodes 2000"),
                testing::AnyOf(StartsWith("bestmove g1f1"), StartsWith("bestmove d1d7")));
    EXPECT_THAT(engine.answer("go nodes 2000"), StartsWith("bestmove d1d8"));
    EXPECT_THAT(engine.answer("go depth 3 searchmoves g1f1"), StartsWith("bestmove g1f1"));
    // Moves that are not legal are passed over; without one that is, all are searched.
    EXPECT_THAT(engine.answer("go nodes 2000 searchmoves e2e4"), StartsWith("bestmove d1d8"));
}

TEST(Uci, TellsSeveralLines) {
    Engine engine;
    EXPECT_EQ(engine.answer("setoption name MultiPV value 3"), "");
    engine.answer("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    EXPECT_THAT(engine.answer("go depth 2"), StartsWith("bestmove d1d8"));
    ASSERT_EQ(engine.said.size(), 6U);
    EXPECT_THAT(engine.said[3], HasSubstr("depth 2 multipv 1 score mate 1 "));
    EXPECT_THAT(engine.said[4], HasSubstr("depth 2 multipv 2 score cp "));
    const auto first = [](const std::string& line) {
        return line.substr(line.find(" pv ") + 4, 4);
    };
    EXPECT_NE(first(engine.said[4]), first(engine.said[5]));
    EXPECT_NE(first(engine.said[4]), "d1d8");
    // Two legal moves have two lines.
    engine.said.clear();
    engine.answer("position fen 7k/8/8/8/8/8/5q2/7K w - - 0 1");
    engine.answer("go depth 1");
    EXPECT_EQ(engine.said.size(),
              chess::legal_moves(engine.task("go")->game.back().board()).size());
}

TEST(Uci, KeepsWhatItFoundUntilANewGame) {
    Engine engine;
    EXPECT_EQ(engine.answer("setoption name Hash value 8"), "");
    const auto nodes = [&] {
        engine.said.clear();
        engine.answer("go depth 5");
        const std::string& last = engine.said.back();
        return std::stoi(last.substr(last.find(" nodes ") + 7));
    };
    const int cold = nodes();
    EXPECT_LT(nodes(), cold);
    engine.answer("ucinewgame");
    EXPECT_EQ(nodes(), cold);
}

TEST(Uci, PondersUntilTheMoveIsMade) {
    Engine engine;
    EXPECT_EQ(engine.answer("setoption name Ponder value true"), "");
    const auto task = engine.task("go ponder wtime 60000 btime 60000");
    EXPECT_TRUE(task->ponders);
    EXPECT_TRUE(task->time);
    EXPECT_TRUE(task->is_endless());
}

TEST(Uci, StopsWhenItIsTold) {
    Engine engine;
    engine.questions_until_stop = 3;
    EXPECT_THAT(engine.answer("go infinite"), StartsWith("bestmove "));
}

TEST(Uci, PassesOverWhatItDoesNotKnow) {
    Engine engine;
    EXPECT_EQ(engine.answer(""), "");
    EXPECT_EQ(engine.answer("debug on"), "");
    EXPECT_EQ(engine.answer("joho isready"), "readyok\n");
    EXPECT_EQ(engine.answer("stop"), "");
    EXPECT_EQ(engine.answer("go wtime -5 nodes x depth 2").substr(0, 9), "bestmove ");
    EXPECT_FALSE(engine.session.over());
    EXPECT_EQ(engine.answer("quit"), "");
    EXPECT_TRUE(engine.session.over());
}

}  // namespace
}  // namespace arbiter::players
