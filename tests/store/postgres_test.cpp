#include "tests/support/postgres.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <thread>

#include "store/postgres_connection.hpp"
#include "tests/store/store_fixture.hpp"

namespace arbiter::test {
namespace {

using namespace std::chrono_literals;
using store::Change;
using store::CommitStatus;

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
    EXPECT_FALSE(ear_here.has_heard("b")) << "one's own changes are not news";
}

TEST_F(PostgresTest, TellsNothingOfAChangeThatWasRefused) {
    Ear ear(*there_);
    Scribe game("a");
    store_next(*here_, game);
    ASSERT_TRUE(ear.hears("a", 1));
    Scribe stranger("b");
    stranger.keep(stranger.next());
    ASSERT_EQ(write(*here_, stranger.next()).status, CommitStatus::conflict);
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
        here_->write(Scribe(std::to_string(i)).next(), [](const store::CommitResult& result) {
            EXPECT_EQ(result.status, CommitStatus::stored);
        });
    }
    blocker.execute("COMMIT");
    here_.reset();
    EXPECT_LE(std::stoi(blocker.text("SELECT count(DISTINCT changed_in) FROM game")), 2);
    EXPECT_EQ(blocker.text("SELECT count(*) FROM game"), "200");
}

/// The server ends the connection during COMMIT, before anything is durable: a trigger that runs
/// then ends its own process.
TEST(PostgresCommit, IsNotMadeWhenTheConnectionEndsDuringIt) {
    const std::string address = PostgresServer::shared().create_database();
    const auto here = opened(address);
    Scribe game("a");
    store_next(*here, game);
    store::PostgresConnection admin(address);
    admin.execute(
        "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); "
        "RETURN NULL; END';"
        "CREATE CONSTRAINT TRIGGER die AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION die()");
    const store::CommitResult lost = write(*here, game.next());
    EXPECT_EQ(lost.status, CommitStatus::unavailable) << lost.sentence;
    EXPECT_FALSE(lost.sentence.empty());
    admin.execute("DROP TRIGGER die ON entry");
    EXPECT_EQ(here->read("a", 0).value(), game.entries) << "it was not made";
    store_next(*here, game);
}

/// The change is durable, and the server waits for a replica that never comes when the connection
/// ends.
TEST(PostgresCommit, IsMadeWhenOnlyTheReplyIsLost) {
    PostgresServer server;
    const std::string address = server.create_database();
    const auto here = opened(address);
    store::PostgresConnection admin(address);
    Scribe game("a");
    store_next(*here, game);
    admin.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    admin.execute("SELECT pg_reload_conf()");
    // The setting takes effect within a few commits.
    bool is_lost = false;
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (!is_lost && std::chrono::steady_clock::now() < deadline) {
        const Change change = game.next();
        std::promise<store::CommitResult> result;
        here->write(change, [&](store::CommitResult r) { result.set_value(std::move(r)); });
        auto lost = result.get_future();
        while (lost.wait_for(10ms) != std::future_status::ready) {
            const std::string ended = admin.text(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE wait_event = 'SyncRep'");
            is_lost = is_lost || ended != "0";
        }
        EXPECT_EQ(lost.get().status, CommitStatus::stored);
        game.keep(change);
    }
    EXPECT_TRUE(is_lost);
    admin.execute("ALTER SYSTEM RESET synchronous_standby_names");
    admin.execute("SELECT pg_reload_conf()");
    EXPECT_EQ(here->read("a", 0).value(), game.entries) << "it was made";
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
            const store::CommitResult result = write(*here, change);
            // The first may have been sent before the connection was seen to be gone.
            if (i > 0 || result.status != CommitStatus::unknown) {
                EXPECT_EQ(result.status, CommitStatus::unavailable);
            }
            EXPECT_FALSE(result.sentence.empty());
        }
        EXPECT_FALSE(here->read("a", 0));
        EXPECT_FALSE(here->ready());

        server.start();
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        while (!here->ready() && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(10ms);
        }
        ASSERT_EQ(write(*here, change).status, CommitStatus::stored);
        game.keep(change);
        EXPECT_EQ(here->read("a", 0).value(), game.entries);
        EXPECT_TRUE(ear.hears("a", game.summary.version));
    }
}

}  // namespace
}  // namespace arbiter::test
