#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/chess/notations/fen.hpp"
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

TEST(Uci, PlaysAtAnElo) {
    Engine engine;
    const int least = chess_level(level_min).elo;
    EXPECT_EQ(engine.answer("setoption name UCI_Elo value " + std::to_string(least)), "");
    EXPECT_GT(engine.task("go nodes 100000000")->nodes, 10'000'000U);
    EXPECT_EQ(engine.answer("setoption name UCI_LimitStrength value true"), "");
    EXPECT_EQ(engine.task("go nodes 100000000")->nodes, chess_level(level_min).nodes);
    EXPECT_EQ(engine.task("go infinite")->settings.error_max, chess_level(level_min).error_max);
    EXPECT_EQ(engine.answer("setoption name UCI_Elo value " + std::to_string(least + 100)), "");
    EXPECT_GT(engine.task("go nodes 100000000")->nodes, chess_level(level_min).nodes);
    EXPECT_EQ(engine.answer("setoption name UCI_LimitStrength value false"), "");
    EXPECT_GT(engine.task("go nodes 100000000")->nodes, 10'000'000U);
    EXPECT_THAT(engine.answer("setoption name UCI_Elo value 9000"), StartsWith("info string no "));
}

TEST(Uci, TellsChancesWhenAsked) {
    Engine engine;
    engine.answer("go depth 2");
    EXPECT_THAT(engine.said.back(), testing::Not(HasSubstr(" wdl ")));
    EXPECT_EQ(engine.answer("setoption name UCI_ShowWDL value true"), "");
    engine.answer("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    engine.answer("go depth 2");
    EXPECT_THAT(engine.said.back(), HasSubstr(" score mate 1 wdl 1000 0 0 nodes "));
}

TEST(Uci, LooksForAMate) {
    Engine engine;
    engine.answer("position fen 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1");
    EXPECT_THAT(engine.answer("go mate 2"), StartsWith("bestmove g3g6"));
    EXPECT_THAT(engine.said.back(), HasSubstr(" score mate 2 "));
    // There is none: it comes to an end all the same.
    engine.answer("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    EXPECT_THAT(engine.answer("go mate 1"), StartsWith("bestmove "));
}

TEST(Uci, SharesTheWorkAmongThreads) {
    Engine engine;
    EXPECT_EQ(engine.answer("setoption name Threads value 3"), "");
    EXPECT_EQ(engine.task("go depth 5")->threads, 3);
    engine.answer("position startpos moves f2f3 e7e5 g2g4");
    EXPECT_EQ(engine.answer("go depth 6"), "bestmove d8h4\n");
    engine.answer("position startpos");
    EXPECT_THAT(engine.answer("go depth 8"), StartsWith("bestmove "));
    EXPECT_THAT(engine.answer("setoption name Threads value 0"), StartsWith("info string no "));
}

/// An entry of a book: key, move, weight, and four bytes that nobody reads.
std::string book_entry(std::uint64_t key, unsigned move, unsigned weight) {
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(key >> shift & 255);
    for (const unsigned word : {move, weight, 0U, 0U}) {
        bytes += static_cast<char>(word >> 8);
        bytes += static_cast<char>(word & 255);
    }
    return bytes;
}

TEST(Uci, PlaysFromABook) {
    const auto start = chess::Position::start();
    const auto castling = chess::read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const unsigned e2e4 = 4 | 3 << 3 | 4 << 6 | 1 << 9;
    const unsigned a1a5 = 0 | 4 << 3 | 0 << 6 | 0 << 9;  // not legal
    const unsigned e1h1 = 7 | 0 << 3 | 4 << 6 | 0 << 9;
    std::vector<std::pair<std::uint64_t, std::string>> entries{
        {start.key(), book_entry(start.key(), a1a5, 9) + book_entry(start.key(), e2e4, 1)},
        {castling->key(), book_entry(castling->key(), e1h1, 3)}};
    std::ranges::sort(entries);
    const std::string file = testing::TempDir() + "uci_test_book.bin";
    std::ofstream(file, std::ios::binary) << entries[0].second << entries[1].second;

    Engine engine;
    EXPECT_EQ(engine.answer("setoption name BookFile value " + file), "");
    EXPECT_EQ(engine.answer("go wtime 1000 btime 1000"), "bestmove e2e4\n");
    EXPECT_TRUE(engine.said.empty());
    EXPECT_FALSE(engine.task("go infinite")->book_move);
    EXPECT_FALSE(engine.task("go searchmoves d2d4 nodes 5")->book_move);
    engine.answer("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_EQ(engine.answer("go nodes 5"), "bestmove e1g1\n");
    engine.answer("position startpos moves e2e4");
    EXPECT_FALSE(engine.task("go nodes 5")->book_move);

    std::ofstream(file, std::ios::binary) << "no book";
    EXPECT_THAT(engine.answer("setoption name BookFile value " + file),
                HasSubstr("is not a PolyGlot book"));
    EXPECT_THAT(engine.answer("setoption name BookFile value /no/such/file"),
                StartsWith("info string "));
    EXPECT_EQ(engine.answer("setoption name BookFile value <empty>"), "");
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
