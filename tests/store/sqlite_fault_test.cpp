#include <filesystem>
#include <functional>

#include <gmock/gmock.h>

#include "store/sqlite_connection.hpp"
#include "tests/store/store_fixture.hpp"
#include "tests/support/faulty_vfs.hpp"

namespace arbiter::test {
namespace {

namespace fs = std::filesystem;
using store::Change;
using store::CommitResult;
using store::CommitStatus;
using testing::HasSubstr;

class SqliteFaultTest : public StoreTest {
protected:
    SqliteFaultTest() { reopen(); }
    ~SqliteFaultTest() override { store_.reset(); }

    /// Keeps the writer waiting until all of these have been handed in; gives their results.
    std::vector<CommitResult> write_together(const std::vector<Change>& changes) {
        store::SqliteConnection blocker(address_);
        blocker.execute("BEGIN IMMEDIATE");
        std::vector<CommitResult> results(changes.size());
        for (std::size_t i = 0; i < changes.size(); ++i) {
            store().write(changes[i], [&results, i](CommitResult v) { results[i] = std::move(v); });
        }
        before_commit_();
        blocker.execute("ROLLBACK");
        store_.reset();
        disk_.heal();
        store_ = opened(address_);
        return results;
    }
    static std::vector<Change> new_games(int count) {
        std::vector<Change> changes;
        for (int i = 0; i < count; ++i) {
            changes.push_back(Scribe("game " + std::to_string(i)).next());
        }
        return changes;
    }
    /// That an acknowledged game is there, and that the store refuses to go on, then goes on.
    void expect_outage(const std::string& words, CommitStatus status,
                       const std::function<void()>& fail) {
        Scribe game("a");
        store_next(store(), game, 2);
        const Change change = game.next(3);
        fail();
        for (int i = 0; i < 3; ++i) {
            const CommitResult result = write(store(), change);
            EXPECT_EQ(result.status, status);
            EXPECT_THAT(result.sentence, HasSubstr(words));
        }
        EXPECT_FALSE(store().ready());
        expect_kept(game);

        disk_.heal();
        EXPECT_TRUE(store().ready().value_or(false));
        EXPECT_EQ(write(store(), change).status, CommitStatus::stored);
        game.keep(change);
        expect_kept(game);
        reopen();
        expect_kept(game);
    }

    FaultyVfs disk_;
    std::function<void()> before_commit_ = [] {};
};

INSTANTIATE_TEST_SUITE_P(Only, SqliteFaultTest, testing::Values("sqlite"), store_name);

TEST_P(SqliteFaultTest, AFullDiskIsReportedAndOvercome) {
    expect_outage("full", CommitStatus::unavailable, [this] { disk_.fail_writes(SQLITE_FULL); });
}

TEST_P(SqliteFaultTest, AFailingSyncIsReportedAndOvercome) {
    expect_outage("I/O", CommitStatus::unknown, [this] { disk_.fail_syncs(SQLITE_IOERR_FSYNC); });
}

/// What a process would find that starts after this one was killed.
TEST_P(SqliteFaultTest, WhatIsSaidOfAFailedSyncIsTrueAfterAKill) {
    Scribe game("a");
    store_next(store(), game, 2);
    const auto found = [&] {
        const TemporaryFolder ruins;
        for (const std::string suffix : {"", "-wal"}) {
            fs::copy_file(address_ + suffix, ruins.file("games.db" + suffix));
        }
        return opened(ruins.file("games.db"))->read("a", 0).value();
    };
    const Change lost = game.next(3);
    disk_.fail_syncs(SQLITE_IOERR_FSYNC, 1);
    EXPECT_EQ(write(store(), lost).status, CommitStatus::unavailable);
    EXPECT_EQ(found(), game.entries) << "it was not made";

    disk_.fail_syncs(SQLITE_IOERR_FSYNC);
    EXPECT_EQ(write(store(), lost).status, CommitStatus::unknown);
    disk_.heal();
    EXPECT_TRUE(store().ready());
    EXPECT_EQ(found(), game.entries) << "it was not made either";
}

TEST_P(SqliteFaultTest, ChangesThatWaitTogetherShareOneSync) {
    const int before = disk_.log_syncs();
    const auto results = write_together(new_games(200));
    for (const CommitResult& result : results) EXPECT_EQ(result.status, CommitStatus::stored);
    // The first was on its way alone; a new log and closing the file take one more each.
    EXPECT_LE(disk_.log_syncs() - before, 4);
    EXPECT_EQ(store().ids("", 1000)->size(), 200U);
}

TEST_P(SqliteFaultTest, NoneOfThoseThatShareASyncIsAcknowledgedWhenItFails) {
    before_commit_ = [this] { disk_.fail_syncs(SQLITE_IOERR_FSYNC); };
    for (const CommitResult& result : write_together(new_games(50))) {
        EXPECT_EQ(result.status, CommitStatus::unknown);
    }
    before_commit_ = [] {};
    for (const CommitResult& result : write_together(new_games(50))) {
        EXPECT_EQ(result.status, CommitStatus::stored);
    }
}

/// The disk fails in the middle of a write, and then the machine does: what remains is what was
/// acknowledged.
TEST_P(SqliteFaultTest, WhereverTheDiskFailsAnExactPrefixRemains) {
    Scribe game("a");
    store_next(store(), game, 2);
    for (int pieces = 0; pieces < 24; ++pieces) {
        const Change change = game.next(1 + static_cast<std::size_t>(pieces) % 20);
        disk_.fail_writes(pieces % 2 == 0 ? SQLITE_FULL : SQLITE_IOERR_WRITE, pieces);
        const CommitResult result = write(store(), change);
        const TemporaryFolder ruins;
        for (const std::string suffix : {"", "-wal"}) {
            fs::copy_file(address_ + suffix, ruins.file("games.db" + suffix));
        }
        disk_.heal();

        Scribe with_change = game;
        with_change.keep(change);
        if (result.status == CommitStatus::stored) game = with_change;
        const auto recovered = opened(ruins.file("games.db"));
        const auto entries = recovered->read("a", 0);
        ASSERT_TRUE(entries) << entries.error().sentence;
        EXPECT_EQ(*entries, game.entries) << pieces;
    }
    expect_kept(game);
}

TEST_P(SqliteFaultTest, ALogThatCannotBeCopiedIntoTheFileIsKept) {
    disk_.fail_writes(SQLITE_FULL, 0, FaultyVfs::Files::main);
    Scribe game("a");
    for (int i = 0; i < 3; ++i) {
        const Change change = game.next(1, std::string(500'000, 'x'));
        ASSERT_EQ(write(store(), change).status, CommitStatus::stored) << i;
        game.keep(change);
    }
    EXPECT_GT(fs::file_size(address_ + "-wal"), 1'500'000U);
    reopen();
    disk_.heal();
    store_next(store(), game);
    reopen();
    EXPECT_GT(fs::file_size(address_), 1'500'000U);
    expect_kept(game);
}

TEST_P(SqliteFaultTest, TheFileIsForOneProcessAndItsOwnerOnly) {
    const auto permissions = fs::status(address_).permissions();
    EXPECT_EQ(permissions, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink(address_, folder_.file("link.db"));
    for (const std::string& name : {address_, "sqlite:" + address_, folder_.file("link.db")}) {
        const auto second = store::open(name);
        ASSERT_FALSE(second) << name;
        EXPECT_THAT(second.error().sentence, HasSubstr("in use by another process"));
    }
    Scribe game("a");
    store_next(store(), game);
    reopen();
    expect_kept(game);
}

TEST(OpenStore, RefusesAddressesThatLeadNowhere) {
    for (const std::string address :
         {"", "sqlite:", "mysql://localhost/games", "/nowhere/at/all/games.db", "/",
          "postgresql:///games?host=/nowhere", "postgresql://[", "postgresql:///?nonsense=1"}) {
        const auto store = store::open(address);
        ASSERT_FALSE(store) << address;
        EXPECT_FALSE(store.error().sentence.empty()) << address;
    }
}

}  // namespace
}  // namespace arbiter::test
