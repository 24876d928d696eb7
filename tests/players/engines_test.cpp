#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "players/catalogue.hpp"
#include "players/engines/gnubg_player.hpp"
#include "players/engines/uci_player.hpp"
#include "tests/support/temporary_folder.hpp"

/// Engines that are scripts: what real ones do, tests/matches shows.
namespace arbiter::players {
namespace {

using namespace std::chrono_literals;
using Kind = PlayerError::Kind;

class Engines : public ::testing::Test {
protected:
    /// `script` is what it does with a line in $line. Each file it makes stays for the next start.
    std::expected<std::unique_ptr<Player>, Fault> start(std::string_view kind,
                                                        std::string_view script) {
        std::ofstream(folder_.path() / "engine.sh")
            << "while read -r line; do echo \"$line\" >> heard\n"
            << script << "\ndone\n";
        return seat(std::string(kind) + ":sh engine.sh", {.seed = 0, .folder = folder_.path()});
    }
    std::expected<Choice, PlayerError> asked(Player& player, std::string_view game = "chess") {
        const AnyGame any = *AnyGame::create(game).value;
        return player.choose({.game = any,
                              .seat = any.turn(),
                              .actions = {},
                              .now = {},
                              .budget = {.time = {}, .nodes = 10},
                              .refusals = {}});
    }
    std::string heard() const {
        std::ifstream file(folder_.path() / "heard");
        return {std::istreambuf_iterator<char>(file), {}};
    }

    test::TemporaryFolder folder_;
};

constexpr std::string_view uci_greeting = R"(
case $line in
  uci) echo "id name Fake 1"; echo "option name Hash type spin default 1"; echo uciok;;
  isready) echo readyok;;
esac
)";

std::string uci(std::string_view at_go) {
    return std::string(uci_greeting) + "case $line in go*) " + std::string(at_go) + ";; esac";
}

TEST_F(Engines, UciFromGreetingToMove) {
    const auto player = start(
        "uci[hash=16]",
        uci("echo info depth 1 multipv 1 score cp 35 pv e2e4;"
            "echo info depth 1 multipv 2 score cp 20 pv d2d4; echo bestmove e2e4 ponder e7e5"));
    ASSERT_TRUE(player) << player.error().sentence;
    EXPECT_EQ((*player)->name(), "Fake 1");
    const auto choice = asked(**player);
    ASSERT_TRUE(choice) << choice.error().sentence;
    EXPECT_EQ(choice->move, "e2e4");
    EXPECT_EQ(heard(),
              "uci\nsetoption name Hash value 16\nisready\nucinewgame\nisready\n"
              "position startpos\ngo nodes 10\n");
    ASSERT_EQ(choice->exchanges.size(), 1U);
    EXPECT_EQ(choice->exchanges[0].received,
              "info depth 1 multipv 1 score cp 35 pv e2e4\nbestmove e2e4 ponder e7e5");
    EXPECT_EQ(choice->score, 35);
}

TEST_F(Engines, OneThatEndsIsStartedAgainOnce) {
    const auto player =
        start("uci", uci("if [ -e crashed ]; then echo bestmove e2e4; else > crashed; exit 1; fi"));
    ASSERT_TRUE(player);
    const auto choice = asked(**player);
    ASSERT_TRUE(choice) << choice.error().sentence;
    EXPECT_EQ(choice->move, "e2e4");
    EXPECT_EQ(choice->exchanges.size(), 2U);
}

TEST_F(Engines, OneThatEndsTwiceHasCrashed) {
    const auto player = start("uci", uci("echo out of memory >&2; exit 1"));
    ASSERT_TRUE(player);
    const auto choice = asked(**player);
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.error().kind, Kind::crashed);
    EXPECT_NE(choice.error().sentence.find("out of memory"), std::string::npos);
    EXPECT_EQ(choice.error().exchanges.size(), 2U);
}

TEST_F(Engines, SilenceHasALimitAndTheNextTurnANewStart) {
    const auto player =
        start("uci[silence_ms=1500]",
              uci("if [ -e slept ]; then echo bestmove e2e4; else > slept; sleep 100; fi"));
    ASSERT_TRUE(player) << player.error().sentence;
    const auto choice = asked(**player);
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.error().kind, Kind::silent);
    EXPECT_TRUE(asked(**player));
}

TEST_F(Engines, AnswersThatAreNone) {
    const auto player = start("uci", uci("echo 'bestmove (none)'"));
    ASSERT_TRUE(player);
    EXPECT_EQ(asked(**player).error().kind, Kind::protocol);
    EXPECT_EQ(asked(**player, "go").error().kind, Kind::cannot_play);
}

TEST_F(Engines, WhatCannotComeToTheTableSaysWhy) {
    const auto wrong_option = start("uci[Elo=1]", uci("echo bestmove e2e4"));
    ASSERT_FALSE(wrong_option);
    EXPECT_EQ(wrong_option.error().code, "cannot_start");
    EXPECT_NE(wrong_option.error().sentence.find("Elo"), std::string::npos);
    EXPECT_EQ(seat("uci:no-such-engine", {}).error().code, "cannot_start");
    EXPECT_EQ(seat("uci[silence_ms=200]:cat", {}).error().code, "cannot_start");
    EXPECT_EQ(seat("gtp:cat", {}).error().code, "cannot_start");
    for (const char* const specification : {"uci", "gtp:", "gtp:'open", "gnubg[plies=9]"}) {
        EXPECT_TRUE(check_specification({specification, {}, {}})) << specification;
    }
}

TEST_F(Engines, AreStoppedFromAnotherThread) {
    const auto player = start("uci", uci("sleep 100"));
    ASSERT_TRUE(player);
    const auto begin = std::chrono::steady_clock::now();
    // It is stopped again and again: whether it has begun to choose is not known here.
    std::jthread other([&](const std::stop_token& done) {
        while (!done.stop_requested()) {
            std::this_thread::sleep_for(50ms);
            (*player)->stop();
        }
    });
    EXPECT_EQ(asked(**player).error().kind, Kind::stopped);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

constexpr std::string_view gtp_script = R"(
case $line in
  list_commands) printf '= genmove\nkgs-rules\n\n';;
  name) printf '= Fake\n\n';;
  version) printf '= 2\n\n';;
  genmove*) printf '= d4\n\n';;
  boardsize*) [ -e small ] && printf '? unacceptable size\n\n' || printf '=\n\n';;
  *) printf '=\n\n';;
esac
)";

TEST_F(Engines, GtpFromGreetingToMove) {
    const auto player = start("gtp", gtp_script);
    ASSERT_TRUE(player) << player.error().sentence;
    EXPECT_EQ((*player)->name(), "Fake 2");
    EXPECT_EQ(asked(**player, "go")->move, "d4");
    EXPECT_EQ(heard(),
              "list_commands\nname\nversion\nboardsize 19\nclear_board\nkomi 7.5\n"
              "kgs-rules chinese\ngenmove B\n");
}

TEST_F(Engines, ASuperkoThatCannotBeToldOverGtpIsACaveat) {
    const auto player = start("gtp", gtp_script);
    ASSERT_TRUE(player);
    const AnyGame chinese = *AnyGame::create("go").value;
    const AnyGame japanese = *AnyGame::create("go", {{"rules", "japanese"}}).value;
    EXPECT_NE((*player)->caveat(chinese).find("superko"), std::string::npos);
    EXPECT_EQ((*player)->caveat(japanese), "");
}

TEST_F(Engines, AnEngineThatKnowsKataGosRulesIsToldThemAll) {
    std::string script(gtp_script);
    script.replace(script.find("kgs-rules"), 9, "kata-set-rules");
    const auto player = start("gtp", script);
    ASSERT_TRUE(player);
    EXPECT_EQ((*player)->caveat(*AnyGame::create("go").value), "");
    EXPECT_TRUE(asked(**player, "go"));
    EXPECT_NE(heard().find(R"(kata-set-rules {"friendlyPassOk":true,"hasButton":false,)"
                           R"("ko":"POSITIONAL",)"),
              std::string::npos);
}

TEST_F(Engines, ABoardThatGtpRefusesCannotBePlayed) {
    const auto player = start("gtp", gtp_script);
    ASSERT_TRUE(player);
    std::ofstream(folder_.path() / "small") << "";
    const auto choice = asked(**player, "go");
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.error().kind, Kind::cannot_play);
    EXPECT_NE(choice.error().sentence.find("unacceptable size"), std::string::npos);
}

TEST(GoCommand, SaysWhatTheClockShows) {
    using namespace referee;
    const AnyGame game = *AnyGame::create("chess").value;
    const auto command = [&](const TimeControl& control, const Budget& budget = {}) {
        Clock clock(control);
        clock.start(Color::white, Moment{});
        return go_command({.game = game,
                           .seat = Color::white,
                           .actions = {},
                           .clock = &clock,
                           .now = Moment{} + 2s,
                           .budget = budget,
                           .refusals = {}});
    };
    EXPECT_EQ(command(Fischer{60s, 1s}), "go wtime 58000 btime 60000 winc 1000 binc 1000");
    EXPECT_EQ(command(Bronstein{60s, 0s}), "go wtime 58000 btime 60000");
    EXPECT_EQ(command(Canadian{60s, 30s, 10}), "go wtime 88000 btime 90000 movestogo 10");
    EXPECT_EQ(command(Fischer{60s, 0s}, {.time = 500ms, .nodes = 9}),
              "go wtime 58000 btime 60000 nodes 9 movetime 500");
    EXPECT_EQ(command(ByoYomi{42s, 10s, 3}), "go movetime 9000");
    EXPECT_EQ(command(ByoYomi{42s, 10s, 3}, {.time = 500ms, .nodes = {}}), "go movetime 500");
    EXPECT_EQ(command(Correspondence{24h}), "go movetime 1000");
    EXPECT_EQ(command(Unlimited{}), "go movetime 1000");
    EXPECT_EQ(command(Fischer{1s, 0s}), "go wtime 1 btime 1000");
}

TEST(UciInfo, TellsTheScore) {
    EXPECT_EQ(score_in_info("info depth 9 score cp -35 nodes 7 pv e7e5"), -35);
    EXPECT_EQ(depth_in_info("info depth 9 score cp -35 nodes 7 pv e7e5"), 9);
    EXPECT_EQ(depth_in_info("bestmove e7e5"), std::nullopt);
    EXPECT_EQ(score_in_info("info depth 9 score cp 99999999 pv e7e5"), 30'000);
    EXPECT_EQ(score_in_info("info depth 9 score mate 3 pv d8h4"), 30'000);
    EXPECT_EQ(score_in_info("info depth 9 score mate -1 pv d8h4"), -30'000);
    EXPECT_EQ(score_in_info("info depth 9 score cp much pv d8h4"), std::nullopt);
    EXPECT_EQ(score_in_info(""), std::nullopt);
}

TEST(GnubgAdvice, IsUnderstood) {
    for (const char* const advice : {"Double, take", "Redouble, pass", "Double, beaver"}) {
        EXPECT_TRUE(is_double(advice)) << advice;
    }
    for (const char* const advice :
         {"No double, take", "Too good to double, pass", "No redouble, take", "Never double"}) {
        EXPECT_FALSE(is_double(advice)) << advice;
    }
    EXPECT_EQ(response_in("Double, pass"), "drop");
    EXPECT_EQ(response_in("No double, take (28.0%)"), "take");
    EXPECT_EQ(response_in("No double, beaver (29.1%)"), "beaver");
}

}  // namespace
}  // namespace arbiter::players
