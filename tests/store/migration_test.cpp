#include <atomic>
#include <thread>

#include <gmock/gmock.h>

#include "core/base/sha256.hpp"
#include "store/postgres_connection.hpp"
#include "store/postgres_schema.hpp"
#include "store/sqlite_connection.hpp"
#include "store/sqlite_schema.hpp"
#include "tests/store/store_fixture.hpp"
#include "tests/support/postgres.hpp"

namespace arbiter::test {
namespace {

using testing::HasSubstr;

/// A database of the kind under test that no store has seen yet, and a hand to write into it.
class MigrationTest : public testing::TestWithParam<std::string> {
protected:
    MigrationTest()
        : address_(GetParam() == "sqlite" ? folder_.file("games.db")
                                          : PostgresServer::shared().create_database()) {}

    void execute(const std::string& sql) {
        if (GetParam() == "sqlite") {
            store::SqliteConnection(address_).execute(sql);
        } else {
            store::PostgresConnection(address_).execute(sql);
        }
    }
    void make_version_1() {
        if (GetParam() == "sqlite") {
            execute("PRAGMA journal_mode = WAL;" + std::string(store::sqlite_steps[0]));
            execute("PRAGMA user_version = 1; PRAGMA application_id = " +
                    std::to_string(store::sqlite_application_id));
        } else {
            execute(
                "CREATE SCHEMA arbiter; CREATE TABLE schema_version (version integer NOT NULL);"
                "INSERT INTO schema_version VALUES (1);" +
                std::string(store::postgres_steps[0]));
        }
    }
    void set_version(std::size_t version) {
        const bool is_sqlite = GetParam() == "sqlite";
        const std::string sql =
            is_sqlite ? "PRAGMA user_version = " : "UPDATE schema_version SET version = ";
        execute(sql + std::to_string(version));
    }

    TemporaryFolder folder_;
    std::string address_;
};

INSTANTIATE_TEST_SUITE_P(Every, MigrationTest, every_lasting_store, store_name);

TEST_P(MigrationTest, BringsAnOlderStoreUpToDate) {
    make_version_1();
    Scribe game("a");
    game.keep(game.next());
    const store::Entry& entry = game.entries[0];
    execute(
        "INSERT INTO game (id, game, white, black, is_public, created_ms, updated_ms, version, "
        "ply, turn, result, winner, reason, deadline_ms) VALUES ('a', 'chess', 'Ada', 'Bob', 1, "
        "1700000000000, 1700000001000, 1, 1, 'white', '', '', '', NULL);"
        "INSERT INTO entry VALUES ('a', 1, 1700000001000, '" +
        entry.body + "', '" + entry.hash + "')");

    for (int opening = 0; opening < 2; ++opening) {
        const auto store = opened(address_);
        EXPECT_EQ(store->summary("a").value(), game.summary);
        store_next(*store, game);
        EXPECT_EQ(store->read("a", 0).value(), game.entries);
        EXPECT_EQ(store->list({.player = "Bob"})->games.size(), 1U);
    }
    // What later versions add is there.
    execute("DROP INDEX game_listed; DROP INDEX game_by_white");
}

TEST_P(MigrationTest, RefusesAStoreThatIsNewer) {
    const std::size_t newest =
        GetParam() == "sqlite" ? store::sqlite_steps.size() : store::postgres_steps.size();
    opened(address_).reset();
    set_version(newest + 1);
    for (int i = 0; i < 2; ++i) {
        const auto store = store::open(address_);
        ASSERT_FALSE(store);
        EXPECT_THAT(store.error().sentence,
                    HasSubstr("schema version " + std::to_string(newest + 1)));
    }
    set_version(newest);
    EXPECT_TRUE(store::open(address_));
}

TEST_P(MigrationTest, RefusesAStoreWhoseTablesAreNotItsOwn) {
    opened(address_).reset();
    if (GetParam() == "sqlite") {
        execute("ALTER TABLE game RENAME COLUMN white TO whitf");
    } else {
        execute("UPDATE schema_version SET version = -1");
    }
    EXPECT_FALSE(store::open(address_));
}

/// Files of version 1 must lead to version 2 for ever.
TEST(Migration, StepsThatWereReleasedStayAsTheyAre) {
    const auto digests = [](const auto& steps) {
        std::vector<std::string> found;
        for (const std::string_view step : steps) {
            found.push_back(to_hex(sha256(step)).substr(0, 16));
        }
        return found;
    };
    using Digests = std::vector<std::string>;
    EXPECT_EQ(digests(store::sqlite_steps),
              Digests({"d42c263f2055b46f", "090fd1e49077c900", "81cb2c1bbcb7f3bd"}));
    EXPECT_EQ(digests(store::postgres_steps), Digests({"3f071579970a91ea", "090fd1e49077c900",
                                                       "81cb2c1bbcb7f3bd", "af353a5bbb86c4ba"}));
}

TEST(Migration, LeavesOtherProgramsFilesAlone) {
    const TemporaryFolder folder;
    const std::string file = folder.file("other.db");
    store::SqliteConnection(file).execute("CREATE TABLE recipe (title TEXT)");
    const auto store = store::open(file);
    ASSERT_FALSE(store);
    EXPECT_THAT(store.error().sentence, HasSubstr("is not a store of games"));
    EXPECT_EQ(store::SqliteConnection(file).number("SELECT count(*) FROM sqlite_schema"), 1);
}

TEST(Migration, ServersThatStartTogetherShareTheWork) {
    const std::string address = PostgresServer::shared().create_database();
    std::vector<std::jthread> servers;
    std::atomic<int> running = 0;
    for (int i = 0; i < 6; ++i) {
        servers.emplace_back([&] {
            const auto store = store::open(address);
            EXPECT_TRUE(store) << store.error().sentence;
            if (store && (*store)->ready().value_or(false)) ++running;
        });
    }
    servers.clear();
    EXPECT_EQ(running, 6);
}

}  // namespace
}  // namespace arbiter::test
