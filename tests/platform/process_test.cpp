#include "platform/process.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "tests/support/temporary_folder.hpp"

namespace arbiter::platform {
namespace {

using namespace std::chrono_literals;
using Kind = ProcessError::Kind;
using Words = std::vector<std::string>;

Command shell(std::string script) { return {.arguments = {"sh", "-c", std::move(script)}}; }

Dialogue::Deadline within(std::chrono::milliseconds time) {
    return std::chrono::steady_clock::now() + time;
}

/// One that has ended and that nobody has waited for yet does not count.
bool is_alive(const std::string& process) {
    std::ifstream file("/proc/" + std::to_string(std::stoi(process)) + "/stat");
    std::string id;
    std::string program;
    char state = 'Z';
    file >> id >> program >> state;
    return state != 'Z';
}

/// What was killed a moment ago may not be gone yet.
bool is_gone_soon(const std::string& process) {
    for (int i = 0; i < 200 && is_alive(process); ++i) std::this_thread::sleep_for(10ms);
    return !is_alive(process);
}

TEST(WordsOf, SpacesDivideAndQuotesKeep) {
    EXPECT_EQ(words_of("gnugo --mode  gtp"), (Words{"gnugo", "--mode", "gtp"}));
    EXPECT_EQ(words_of(R"(python3 "my agent.py" 'a "b"' x""y '')"),
              (Words{"python3", "my agent.py", "a \"b\"", "xy", ""}));
    EXPECT_EQ(words_of(" \t"), Words{});
    EXPECT_EQ(words_of("$(id) ; \\"), (Words{"$(id)", ";", "\\"}));
    EXPECT_FALSE(words_of("say \"hello"));
    EXPECT_FALSE(words_of("it's"));
}

TEST(Run, GivesOutputErrorsAndTheExitCode) {
    const auto finished = run(shell("cat; echo no >&2; exit 3"), "yes");
    ASSERT_TRUE(finished) << finished.error().sentence;
    EXPECT_EQ(finished->output, "yes");
    EXPECT_EQ(finished->errors, "no\n");
    EXPECT_EQ(finished->exit_code, 3);
    EXPECT_EQ(run(shell("kill -TERM $$"))->exit_code, 128 + SIGTERM);
}

TEST(Run, NothingInAnArgumentIsACommand) {
    EXPECT_EQ(run({.arguments = {"echo", "$(id)", "; id", "a  b"}})->output, "$(id) ; id a  b\n");
}

TEST(Run, MuchGoesThroughInBothDirections) {
    const std::string much(3U << 20U, 'x');
    EXPECT_EQ(run({.arguments = {"cat"}}, much)->output, much);
}

TEST(Run, AProgramNeedNotReadWhatItIsGiven) {
    const auto finished = run({.arguments = {"true"}}, std::string(1U << 20U, 'x'));
    ASSERT_TRUE(finished) << finished.error().sentence;
    EXPECT_EQ(finished->exit_code, 0);
}

TEST(Run, WhatCannotBeStartedSaysSo) {
    const auto finished = run({.arguments = {"no-such-program"}});
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().kind, Kind::not_started);
    EXPECT_NE(finished.error().sentence.find("no-such-program"), std::string::npos);
    EXPECT_FALSE(run({}));
    EXPECT_FALSE(run({.arguments = {"true"}, .folder = "/no/such/folder"}));
}

TEST(Run, FolderAndEnvironmentAreAsTold) {
    const test::TemporaryFolder folder;
    ::setenv("ARBITER_OURS", "ours", 1);
    ::setenv("ARBITER_BOTH", "ours", 1);
    Command command = shell("pwd -P; echo $ARBITER_OURS $ARBITER_BOTH");
    command.folder = folder.path();
    command.environment = {{"ARBITER_BOTH", "theirs"}};
    EXPECT_EQ(run(command)->output,
              std::filesystem::canonical(folder.path()).string() + "\nours theirs\n");
}

TEST(Run, LimitsStopIt) {
    const auto begin = std::chrono::steady_clock::now();
    const auto slow = run(shell("sleep 100"), {}, {.time = 50ms});
    ASSERT_FALSE(slow);
    EXPECT_EQ(slow.error().kind, Kind::timed_out);
    const auto talkative = run({.arguments = {"yes"}}, {}, {.output_bytes = 1000});
    ASSERT_FALSE(talkative);
    EXPECT_EQ(talkative.error().kind, Kind::too_long);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
}

TEST(Run, DoesNotWaitForWhatRunsOnBehindIt) {
    const auto begin = std::chrono::steady_clock::now();
    const auto finished = run(shell("sleep 100 & echo $!"));
    ASSERT_TRUE(finished);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
    EXPECT_TRUE(is_gone_soon(finished->output));
}

TEST(Run, LeavesNoZombie) {
    ASSERT_TRUE(run({.arguments = {"true"}}));
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child was not waited for";
    EXPECT_EQ(errno, ECHILD);
}

TEST(Talk, LineByLine) {
    auto talk = Dialogue::start({.arguments = {"cat"}});
    ASSERT_TRUE(talk) << talk.error().sentence;
    for (int i = 0; i < 1000; ++i) {
        ASSERT_TRUE(talk->write_line("line " + std::to_string(i), within(10s)));
        if (i % 2 == 1) continue;
        EXPECT_EQ(talk->read_line(within(10s)), "line " + std::to_string(i / 2));
    }
    for (int i = 500; i < 1000; ++i) {
        EXPECT_EQ(talk->read_line(within(10s)), "line " + std::to_string(i));
    }
}

TEST(Talk, LinesEndAsTheyLike) {
    auto talk = Dialogue::start(shell(R"(printf 'one\r\n\nlast')"));
    ASSERT_TRUE(talk);
    EXPECT_EQ(talk->read_line(within(10s)), "one");
    EXPECT_EQ(talk->read_line(within(10s)), "");
    EXPECT_EQ(talk->read_line(within(10s)), "last");
    EXPECT_EQ(talk->read_line(within(10s)).error().kind, Kind::ended);
}

TEST(Talk, SilenceHasALimit) {
    auto talk = Dialogue::start(shell("sleep 100"));
    ASSERT_TRUE(talk);
    EXPECT_EQ(talk->read_line(within(30ms)).error().kind, Kind::timed_out);
    talk->kill();
}

TEST(Talk, AProgramThatEndsSaysWhy) {
    auto talk = Dialogue::start(shell("read line; echo first >&2; echo out of cheese >&2; exit 1"));
    ASSERT_TRUE(talk);
    ASSERT_TRUE(talk->write_line("go", within(10s)));
    const auto line = talk->read_line(within(10s));
    ASSERT_FALSE(line);
    EXPECT_EQ(line.error().kind, Kind::ended);
    EXPECT_EQ(line.error().sentence, "sh has ended: out of cheese");
    EXPECT_EQ(talk->recent_errors(), "first\nout of cheese\n");
    EXPECT_EQ(talk->write_line("again", within(10s)).error().kind, Kind::ended);
}

TEST(Talk, AnEndlessLineIsRefused) {
    auto talk = Dialogue::start(shell("tr '\\0' x </dev/zero"));
    ASSERT_TRUE(talk);
    EXPECT_EQ(talk->read_line(within(10s)).error().kind, Kind::too_long);
    talk->kill();
}

TEST(Talk, ErrorsNeverBlockIt) {
    auto talk = Dialogue::start(shell("head -c 1000000 /dev/zero >&2; echo done"));
    ASSERT_TRUE(talk);
    EXPECT_EQ(talk->read_line(within(10s)), "done");
    EXPECT_LE(talk->recent_errors().size(), 8U << 10U);
}

TEST(Talk, WhoeverDoesNotListenIsNotWaitedForLongerThanTold) {
    auto talk = Dialogue::start(shell("sleep 100"));
    ASSERT_TRUE(talk);
    const auto written = talk->write_line(std::string(1U << 20U, 'x'), within(50ms));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, Kind::timed_out);
    talk->kill();
}

TEST(Talk, BothMayTalkAtOnce) {
    auto talk = Dialogue::start({.arguments = {"cat"}});
    ASSERT_TRUE(talk);
    const std::string line(900'000, 'x');  // more than the pipes hold
    ASSERT_TRUE(talk->write_line(line, within(10s)));
    EXPECT_EQ(talk->read_line(within(10s)), line);
}

TEST(Talk, IsStoppedFromAnotherThread) {
    auto talk = Dialogue::start(shell("sleep 100"));
    ASSERT_TRUE(talk);
    const auto begin = std::chrono::steady_clock::now();
    std::jthread other([&] {
        std::this_thread::sleep_for(50ms);
        talk->kill();
    });
    EXPECT_EQ(talk->read_line(within(60s)).error().kind, Kind::ended);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
    EXPECT_EQ(talk->write_line("x", within(60s)).error().kind, Kind::ended);
}

TEST(Talk, AllThatItStartedEndsWithIt) {
    std::string grandchild;
    {
        auto talk = Dialogue::start(shell("trap '' TERM HUP; sleep 100 & echo $!; wait"));
        ASSERT_TRUE(talk);
        grandchild = talk->read_line(within(10s)).value();
        EXPECT_TRUE(is_alive(grandchild));
    }
    EXPECT_TRUE(is_gone_soon(grandchild));
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child was not waited for";
}

TEST(Talk, AProgramFindsNothingOfAnother) {
    const Command count = shell("ls /proc/self/fd | wc -l");
    const std::string alone = run(count)->output;
    auto other = Dialogue::start({.arguments = {"cat"}});
    ASSERT_TRUE(other);
    EXPECT_EQ(run(count)->output, alone);
}

}  // namespace
}  // namespace arbiter::platform
