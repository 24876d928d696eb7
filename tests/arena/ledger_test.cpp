#include "arena/ledger.hpp"

#include <algorithm>
#include <fstream>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/toml.hpp"
#include "tests/support/temporary_folder.hpp"

namespace arbiter::arena {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Terms terms_of(std::string_view more = {}) {
    const auto document =
        Toml::read("game = \"chess\"\nplayers = [\"random\", \"random\"]\n" + std::string(more));
    return read_setup(document->json(), ".")->terms;
}

class Journals : public testing::Test {
protected:
    std::unique_ptr<Ledger> open(const Terms& terms = terms_of()) {
        auto ledger = open_journal(folder_.file("journal.jsonl"), terms);
        EXPECT_TRUE(ledger) << ledger.error().sentence;
        return std::move(*ledger);
    }
    std::string problem(const Terms& terms) {
        const auto ledger = open_journal(folder_.file("journal.jsonl"), terms);
        return ledger ? "" : ledger.error().sentence;
    }

    test::TemporaryFolder folder_;
};

GameReport report_of(std::size_t number) {
    return {
        .number = number, .result = GameResult::draw, .record = "game " + std::to_string(number)};
}

std::vector<std::size_t> numbers_of(const std::vector<GameReport>& reports) {
    std::vector<std::size_t> numbers;
    for (const GameReport& report : reports) numbers.push_back(report.number);
    return numbers;
}

TEST_F(Journals, HandOutEachGameOnce) {
    const auto ledger = open();
    EXPECT_EQ(ledger->claim(2), 0);
    EXPECT_EQ(ledger->claim(2), 1);
    EXPECT_EQ(ledger->claim(2), std::nullopt);
    EXPECT_EQ(ledger->claim(4), 2);  // a round was drawn
    ledger->release(1);
    EXPECT_EQ(ledger->claim(4), 1);
    EXPECT_EQ(ledger->claim(4), 3);
}

TEST_F(Journals, KnowAfterwardsWhatWasWrittenDown) {
    {
        const auto ledger = open();
        ASSERT_TRUE(ledger->settle(report_of(2)));
        ASSERT_TRUE(ledger->settle(report_of(0)));
        ASSERT_TRUE(ledger->settle(report_of(2)));  // again: dropped
        EXPECT_THAT(numbers_of(*ledger->news()), ElementsAre(2, 0));
        EXPECT_THAT(numbers_of(*ledger->news()), ElementsAre());
    }
    const auto ledger = open();
    EXPECT_THAT(numbers_of(*ledger->news()), ElementsAre(2, 0));
    EXPECT_EQ(ledger->claim(4), 1);
    EXPECT_EQ(ledger->claim(4), 3);
    std::vector<std::string> records;
    ASSERT_TRUE(ledger->each([&](const GameReport& report) { records.push_back(report.record); }));
    EXPECT_THAT(records, ElementsAre("game 0", "game 2"));
}

TEST_F(Journals, ReplaceATornLineThatIsLongerThanTheNext) {
    ASSERT_TRUE(open()->settle(report_of(0)));
    std::ofstream(folder_.file("journal.jsonl"), std::ios::app)
        << R"({"number":1,"record":")" << std::string(5'000, 'x');
    ASSERT_TRUE(open()->settle(report_of(1)));
    EXPECT_THAT(numbers_of(*open()->news()), ElementsAre(0, 1));
    // Others read the file as well: nothing of the torn line is left behind the next.
    std::ifstream file(folder_.file("journal.jsonl"));
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(std::ranges::count(text, '\n'), 3);
    EXPECT_TRUE(text.ends_with("}\n"));
}

TEST_F(Journals, AreOfOneTournamentAndForOneProcess) {
    const auto ledger = open();
    EXPECT_THAT(problem(terms_of()), HasSubstr("another arena is at work"));
}

TEST_F(Journals, RefuseOtherTerms) {
    open();
    EXPECT_THAT(problem(terms_of("seed = 2")), HasSubstr("other terms"));
    EXPECT_EQ(problem(terms_of()), "");
}

TEST_F(Journals, ServeManyThreads) {
    const auto ledger = open();
    constexpr std::size_t games = 200;
    std::mutex mutex;
    std::vector<std::size_t> claimed;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                while (const auto number = *ledger->claim(games)) {
                    ASSERT_TRUE(ledger->settle(report_of(*number)));
                    const std::scoped_lock lock(mutex);
                    claimed.push_back(*number);
                }
            });
        }
    }
    std::ranges::sort(claimed);
    ASSERT_EQ(claimed.size(), games);
    EXPECT_EQ(std::ranges::adjacent_find(claimed), claimed.end());
    EXPECT_EQ(ledger->news()->size(), games);
}

TEST(Shared, TellsThatThereIsNoDatabase) {
    const auto ledger = open_shared(
        {.address = "postgresql://127.0.0.1:1/none", .tournament = "x", .copy = {}}, terms_of());
    ASSERT_FALSE(ledger);
    EXPECT_NE(ledger.error().sentence, "");
}

}  // namespace
}  // namespace arbiter::arena
