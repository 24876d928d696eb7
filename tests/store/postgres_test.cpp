#include "tests/support/postgres.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "store/postgres_connection.hpp"
#include "tests/store/store_fixture.hpp"

namespace arbiter::test {
namespace {

using namespace std::chrono_literals;
using store::Change;
using store::Fate;

/// What a server hears of the others' changes.
class Ear {
public:
    explicit Ear(store::Store& store) {
        store.on_news([this](std::string_view id, std::uint64_t version) {
            const std::scoped_lock lock(mutex_);
            auto& newest = heard_[std::string(id)];
            newest = std::max(newest, version);
            changed_.notify_all();
        });
    }
    /// Whether it hears of a game's version within a time that only a failure needs.
    bool hears(const std::string& id, std::uint64_t version) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 20s, [&] { return heard_[id] >= version; });
    }
    bool has_heard(const std::string& id) {
        const std::scoped_lock lock(mutex_);
        return heard_.contains(id);
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, std::uint64_t> heard_;
};

class PostgresTest : public testing::Test {
protected:
    std::string address_ = PostgresServer::shared().create_database();
    std::unique_ptr<store::Store> here_ = opened(address_);
    std::unique_ptr<store::Store> there_ = opened(address_);
};

TEST_F(PostgresTest, TellsOthersOfEveryChange) {
    Ear ear_here(*here_);
    Ear ear_there(*there_);
    Scribe game("a game with blanks");
    for (int i = 0; i < 6; ++i) {
        store_next(i % 2 == 0 ? *here_ : *there_, game);
        Ear& ear = i % 2 == 0 ? ear_there : ear_here;
        EXPECT_TRUE(ear.hears(game.summary.id, game.summary.version));
    }
    // Both listen by now, so that nobody needs to catch up.
    Scribe own("b");
    store_next(*here_, own);
    store_next(*there_, game);
    EXPECT_TRUE(ear_there.hears("b", 1));
    EXPECT_TRUE(ear_here.hears(game.summary.id, 7));
    EXPECT_FALSE(ear_here.has_heard("b")) << "one's own changes are no news";
}

TEST_F(PostgresTest, TellsNothingOfAChangeThatWasRefused) {
    Ear ear(*there_);
    Scribe game("a");
    store_next(*here_, game);
    ASSERT_TRUE(ear.hears("a", 1));
    Scribe stranger("b");
    stranger.keep(stranger.next());
    ASSERT_EQ(write(*here_, stranger.next()).fate, Fate::conflict);
    store_next(*here_, game);
    EXPECT_TRUE(ear.hears("a", 2));
    EXPECT_FALSE(ear.has_heard("b"));
}

TEST_F(PostgresTest, HearsWhatHappenedBeforeItListened) {
    Scribe game("a");
    store_next(*here_, game);
    Ear ear(*there_);
    EXPECT_TRUE(ear.hears("a", 1)) << "it was written after the store was opened";
}

TEST_F(PostgresTest, CatchesUpWhenItCouldNotListen) {
    Ear ear(*there_);
    Scribe game("a");
    store_next(*here_, game);
    ASSERT_TRUE(ear.hears("a", 1));
    store::PostgresConnection administrator(address_);
    for (int i = 0; i < 10; ++i) {
        administrator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() "
            "AND (query LIKE 'LISTEN%' OR query LIKE '%changed_in >=%')");
        store_next(*here_, game);
        if (i % 3 == 0) {
            ASSERT_TRUE(ear.hears("a", game.summary.version)) << i;
        }
    }
    EXPECT_TRUE(ear.hears("a", game.summary.version));
}

TEST_F(PostgresTest, ChangesThatWaitTogetherShareOneTransaction) {
    store::PostgresConnection blocker(address_);
    blocker.execute("BEGIN; LOCK TABLE game IN EXCLUSIVE MODE");
    for (int i = 0; i < 200; ++i) {
        here_->write(Scribe(std::to_string(i)).next(),
                     [](const store::Verdict& verdict) { EXPECT_EQ(verdict.fate, Fate::stored); });
    }
    blocker.execute("COMMIT");
    here_.reset();
    EXPECT_LE(std::stoi(blocker.text("SELECT count(DISTINCT changed_in) FROM game")), 2);
    EXPECT_EQ(blocker.text("SELECT count(*) FROM game"), "200");
}

/// The whole database goes away and comes back, twice: once in order and once not.
TEST(PostgresOutage, IsReportedAndOvercome) {
    PostgresServer server;
    const std::string address = server.create_database();
    const auto here = opened(address);
    const auto there = opened(address);
    Ear ear(*there);
    Scribe game("a");
    store_next(*here, game);
    for (const bool in_order : {true, false}) {
        in_order ? server.stop() : server.kill();
        const Change change = game.next();
        for (int i = 0; i < 3; ++i) {
            const store::Verdict verdict = write(*here, change);
            EXPECT_EQ(verdict.fate, Fate::unavailable);
            EXPECT_FALSE(verdict.problem.empty());
        }
        EXPECT_FALSE(here->read("a", 0));
        EXPECT_FALSE(here->ready());

        server.start();
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        while (!here->ready() && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(10ms);
        }
        ASSERT_EQ(write(*here, change).fate, Fate::stored);
        game.keep(change);
        EXPECT_EQ(here->read("a", 0).value(), game.entries);
        EXPECT_TRUE(ear.hears("a", game.summary.version));
    }
}

}  // namespace
}  // namespace arbiter::test
