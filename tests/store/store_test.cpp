#include <atomic>
#include <future>
#include <latch>

#include "store/change.hpp"
#include "tests/store/store_fixture.hpp"

namespace arbiter::test {
namespace {

using store::Change;
using store::CommitStatus;

INSTANTIATE_TEST_SUITE_P(Every, StoreTest, every_store, store_name);

TEST_P(StoreTest, IsOfTheKindThatWasAskedFor) {
    EXPECT_EQ(store().kind(), GetParam());
    EXPECT_TRUE(store().ready().value_or(false));
}

TEST_P(StoreTest, GivesBackWhatWasWritten) {
    Scribe game("a");
    game.summary.is_public = false;
    game.summary.deadline_ms = 1'800'000'000'000;
    store_next(store(), game, 3);
    expect_kept(game);
    store_next(store(), game);
    game.summary.deadline_ms.reset();
    game.summary.outcome = {GameResult::win, Color::black, "checkmate"};
    store_next(store(), game, 2);
    expect_kept(game);
    reopen();
    expect_kept(game);
}

TEST_P(StoreTest, ReadsOnlyWhatComesAfterAVersion) {
    Scribe game("a");
    store_next(store(), game, 5);
    for (std::uint64_t after = 0; after <= 5; ++after) {
        const auto entries = store().read("a", after);
        ASSERT_TRUE(entries) << entries.error().sentence;
        const std::vector<store::Entry> expected(
            game.entries.begin() + static_cast<std::ptrdiff_t>(after), game.entries.end());
        EXPECT_EQ(*entries, expected) << after;
    }
    EXPECT_EQ(store().read("a", 6)->size(), 0U);
    EXPECT_EQ(store().read("a", UINT64_MAX)->size(), 0U);
}

TEST_P(StoreTest, KnowsNothingOfWhatNobodyWrote) {
    const std::string with_nul("a\0b", 3);
    for (const std::string& id : {std::string("a"), std::string(), with_nul, std::string("\xff")}) {
        EXPECT_EQ(store().read(id, 0)->size(), 0U);
        EXPECT_EQ(store().summary(id).value(), std::nullopt);
        EXPECT_EQ(store().answer(id).value(), std::nullopt);
        EXPECT_TRUE(store().ids(id, 10)->empty());
        EXPECT_TRUE(store().list({.game = id, .player = id})->games.empty());
    }
    EXPECT_TRUE(store().overdue(INT64_MAX, 10)->empty());
    EXPECT_EQ(store().forget_answers(INT64_MAX).value(), 0U);
}

TEST_P(StoreTest, RefusesAChangeThatIsForAnotherVersion) {
    Scribe game("a");
    const Change first = game.next();
    EXPECT_EQ(write(store(), game.next(2)).status, CommitStatus::stored);
    EXPECT_EQ(write(store(), first).status, CommitStatus::conflict) << "the game exists";
    game.keep(game.next(2));

    Scribe behind("a");
    behind.keep(first);
    EXPECT_EQ(write(store(), behind.next(1, "d2d4")).status, CommitStatus::conflict);
    Scribe unknown("b");
    unknown.keep(unknown.next());
    EXPECT_EQ(write(store(), unknown.next()).status, CommitStatus::conflict);
    expect_kept(game);
    expect_kept(Scribe("b"));
}

TEST_P(StoreTest, KeepsAnAnswerWithItsChange) {
    Scribe game("a");
    Change change = game.next();
    change.answer = answer_to("key");
    change.answer->body = R"({"text":"\"quoted\" \\ and {braces}"})";
    ASSERT_EQ(write(store(), change).status, CommitStatus::stored);
    reopen();
    EXPECT_EQ(store().answer("key").value(), change.answer);
}

TEST_P(StoreTest, RefusesAChangeWhoseAnswerIsTaken) {
    Scribe game("a");
    Change change = game.next();
    change.answer = answer_to("key");
    ASSERT_EQ(write(store(), change).status, CommitStatus::stored);
    game.keep(change);

    Change again = game.next();
    again.answer = change.answer;
    again.answer->body = "another";
    EXPECT_EQ(write(store(), again).status, CommitStatus::conflict);
    Change other = Scribe("b").next();
    other.answer = again.answer;
    EXPECT_EQ(write(store(), other).status, CommitStatus::conflict);
    expect_kept(game);
    expect_kept(Scribe("b"));
    EXPECT_EQ(store().answer("key").value(), change.answer);
}

TEST_P(StoreTest, LeavesNoAnswerOfAChangeThatWasRefused) {
    Scribe game("a");
    store_next(store(), game);
    Change late = Scribe("a").next();
    late.answer = answer_to("key");
    EXPECT_EQ(write(store(), late).status, CommitStatus::conflict);
    EXPECT_EQ(store().answer("key").value(), std::nullopt);
}

TEST_P(StoreTest, KeepsAnAnswerThatChangesNothing) {
    Scribe game("a");
    store_next(store(), game);
    Change refusal = game.next(0);
    refusal.answer = answer_to("key");
    EXPECT_EQ(write(store(), refusal).status, CommitStatus::stored);
    EXPECT_EQ(store().answer("key").value(), refusal.answer);
    expect_kept(game);
}

TEST_P(StoreTest, ForgetsAnswersThatAreOldEnough) {
    Scribe game("a");
    for (int i = 0; i < 10; ++i) {
        Change change = game.next();
        change.answer = answer_to(std::to_string(i));
        change.answer->at_ms = i;
        ASSERT_EQ(write(store(), change).status, CommitStatus::stored);
        game.keep(change);
    }
    EXPECT_EQ(store().forget_answers(7).value(), 7U);
    EXPECT_EQ(store().answer("6").value(), std::nullopt);
    EXPECT_TRUE(store().answer("7").value().has_value());
    expect_kept(game);
}

TEST_P(StoreTest, TakesChangesOfOneGameInTheirOrder) {
    Scribe game("a");
    std::atomic<int> stored = 0;
    for (int i = 0; i < 100; ++i) {
        const Change change = game.next();
        game.keep(change);
        store().write(change, [&](const store::CommitResult& result) {
            if (result.status == CommitStatus::stored) ++stored;
        });
    }
    store_.reset();
    EXPECT_EQ(stored, 100) << "closing finishes what was handed in";
    if (GetParam() == "memory") return;
    store_ = opened(address_);
    expect_kept(game);
}

/// More games than one statement takes. Every third change comes again in the next round, and is then
/// one for another version.
TEST_P(StoreTest, TakesChangesOfManyGamesAtOnce) {
    constexpr std::size_t count = 300;
    std::vector<Scribe> games;
    for (std::size_t i = 0; i < count; ++i) games.emplace_back("game " + std::to_string(i));
    std::vector<Change> changes(count);
    for (const std::string round : {"first", "second", "third"}) {
        const auto is_stale = [&](std::size_t i) { return round != "first" && i % 3 == 0; };
        const auto key = [&](std::size_t i) { return round + " " + games[i].summary.id; };
        std::vector<CommitStatus> statuses(count);
        std::latch done(count);
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_stale(i)) {
                changes[i] = games[i].next(1 + i % 2, R"(\"{,} )");
                games[i].keep(changes[i]);
            }
            if (i % 2 == 0) changes[i].answer = answer_to(key(i));
            store().write(changes[i], [&, i](const store::CommitResult& result) {
                statuses[i] = result.status;
                done.count_down();
            });
        }
        done.wait();
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(statuses[i], is_stale(i) ? CommitStatus::conflict : CommitStatus::stored);
            EXPECT_EQ(store().answer(key(i))->has_value(), i % 2 == 0 && !is_stale(i));
        }
    }
    for (const Scribe& game : games) expect_kept(game);
}

TEST_P(StoreTest, MayBeWrittenToFromACallback) {
    Scribe game("a");
    const Change first = game.next();
    game.keep(first);
    const Change second = game.next();
    game.keep(second);
    std::promise<CommitStatus> status;
    store().write(first, [&](const store::CommitResult&) {
        store().write(second,
                      [&](const store::CommitResult& result) { status.set_value(result.status); });
    });
    EXPECT_EQ(status.get_future().get(), CommitStatus::stored);
    expect_kept(game);
}

TEST_P(StoreTest, KeepsAnyText) {
    Scribe game("weiß 囲碁 'quoted' \"twice\" \\ {} , %");
    game.summary.white = "O'Neil \"the {knight}\" \\ 😀";
    game.summary.black = "\t\n\x01";
    for (const std::string text :
         {"", "NULL", "\\", "\\\"", "{a,b}", "'; DROP TABLE game; --", "囲碁\n\r\t", "null"}) {
        const Change change = game.next(2, text);
        ASSERT_EQ(write(store(), change).status, CommitStatus::stored);
        game.keep(change);
    }
    expect_kept(game);
}

TEST_P(StoreTest, KeepsAGameThatBeginsWithALongRecord) {
    Scribe game("a");
    const Change change = game.next(1, std::string(3'000'000, 'x'));
    ASSERT_EQ(write(store(), change).status, CommitStatus::stored);
    game.keep(change);
    expect_kept(game);
}

TEST_P(StoreTest, KeepsManyEntriesOfOneChange) {
    Scribe game("a");
    store_next(store(), game, 5000);
    expect_kept(game);
}

/// Each is refused in words, and the change that waits with it is stored.
TEST_P(StoreTest, RefusesWhatDoesNotFitTogether) {
    const Change sound = Scribe("a").next(3);
    std::vector<std::pair<std::string, Change>> misfits;
    const auto misfit = [&](const std::string& what) -> Change& {
        return misfits.emplace_back(what, sound).second;
    };
    misfit("gap").entries[1].version = 7;
    misfit("hash").entries[0].hash = std::string(64, '0');
    misfit("later hash").entries[2].body += " ";
    auto& headless = misfit("first missing").entries;
    headless.erase(headless.begin());
    misfit("summary ahead").summary.version = 9;
    misfit("nothing") = {.summary = Scribe("a").summary};
    misfit("no id").summary.id = "";
    misfit("long id").summary.id = std::string(store::id_size_max + 1, 'a');
    misfit("NUL").summary.white = std::string("a\0b", 3);
    misfit("no UTF-8").summary.black = "\xc3";
    misfit("long name").summary.black = std::string(store::name_size_max + 1, 'a');
    misfit("huge version").version = UINT64_MAX;
    misfit("huge ply").summary.ply = UINT64_MAX;
    misfit("no key").answer = answer_to("");
    misfit("long key").answer = answer_to(std::string(store::key_size_max + 1, 'k'));

    for (const auto& [what, change] : misfits) {
        std::promise<store::CommitResult> refused;
        store().write(change, [&](store::CommitResult v) { refused.set_value(std::move(v)); });
        Scribe other("beside " + what);
        store_next(store(), other);
        const store::CommitResult result = refused.get_future().get();
        EXPECT_EQ(result.status, CommitStatus::unavailable) << what;
        EXPECT_FALSE(result.sentence.empty()) << what;
        expect_kept(Scribe("a"));
    }
    EXPECT_EQ(write(store(), sound).status, CommitStatus::stored);
}

TEST_P(StoreTest, HoldsTheLongestNamesThatAreAllowed) {
    Scribe game(std::string(store::id_size_max, 'a'));
    game.summary.white.clear();
    // Random enough not to be compressed, as an index could.
    for (std::size_t i = 0; i < store::name_size_max; ++i) {
        game.summary.white += static_cast<char>('!' + i * i * 31 % 89);
    }
    Change change = game.next();
    change.answer = answer_to(game.summary.white);
    ASSERT_EQ(write(store(), change).status, CommitStatus::stored);
    game.keep(change);
    expect_kept(game);
    EXPECT_EQ(store().answer(game.summary.white).value(), change.answer);
}

TEST_P(StoreTest, KnowsWhoseFlagsHaveFallen) {
    for (const auto& [id, deadline_ms] :
         {std::pair("late", 3000), std::pair("early", 1000), std::pair("middle", 2000)}) {
        Scribe game(id);
        game.summary.deadline_ms = deadline_ms;
        game.summary.is_public = false;
        store_next(store(), game);
    }
    Scribe unlimited("unlimited");
    store_next(store(), unlimited);

    using Ids = std::vector<std::string>;
    EXPECT_EQ(store().overdue(999, 10).value(), Ids());
    EXPECT_EQ(store().overdue(1000, 10).value(), Ids({"early"}));
    EXPECT_EQ(store().overdue(9999, 10).value(), Ids({"early", "middle", "late"}));
    EXPECT_EQ(store().overdue(9999, 2).value(), Ids({"early", "middle"}));
}

TEST_P(StoreTest, RemovesAGameWithItsEntries) {
    Scribe game("a");
    Scribe other("b");
    store_next(store(), game, 3);
    store_next(store(), other, 2);
    EXPECT_TRUE(store().remove("a").value());
    EXPECT_FALSE(store().remove("a").value());
    EXPECT_FALSE(store().remove("nobody").value());
    EXPECT_EQ(store().summary("a").value(), std::nullopt);
    EXPECT_TRUE(store().read("a", 0).value().empty());
    EXPECT_EQ(write(store(), game.next()).status, CommitStatus::conflict);
    expect_kept(other);
    // The id is free again.
    Scribe again("a");
    store_next(store(), again);
    expect_kept(again);
}

TEST_P(StoreTest, KnowsWhichGamesNobodyHasTouched) {
    const auto keep = [&](const std::string& id, std::int64_t updated_ms, bool is_finished) {
        Scribe game(id);
        store::Change change = game.next();
        change.summary.updated_ms = updated_ms;
        if (is_finished) {
            change.summary.outcome = {GameResult::draw, std::nullopt, "agreement"};
        }
        ASSERT_EQ(write(store(), change).status, CommitStatus::stored);
    };
    keep("a", 1000, true);
    keep("b", 2000, true);
    keep("c", 1000, false);
    using store::GameStatus;
    EXPECT_EQ(store().unchanged_since(GameStatus::finished, 2000, 10).value(),
              std::vector<std::string>{"a"});
    EXPECT_EQ(store().unchanged_since(GameStatus::running, 2000, 10).value(),
              std::vector<std::string>{"c"});
    EXPECT_EQ(store().unchanged_since(GameStatus::finished, 3000, 1).value().size(), 1U);
    EXPECT_TRUE(store().unchanged_since(GameStatus::running, 1000, 10).value().empty());
}

TEST_P(StoreTest, NamesEveryGameInTheOrderOfBytes) {
    for (const std::string id : {"b", "a", "B", "ä", "a2", "_"}) {
        Scribe game(id);
        game.summary.is_public = id != "a";
        store_next(store(), game);
    }
    using Ids = std::vector<std::string>;
    EXPECT_EQ(store().ids("", 10).value(), Ids({"B", "_", "a", "a2", "b", "ä"}));
    EXPECT_EQ(store().ids("_", 2).value(), Ids({"a", "a2"}));
    EXPECT_EQ(store().ids("ä", 2).value(), Ids());
}

}  // namespace
}  // namespace arbiter::test
