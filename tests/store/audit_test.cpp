#include "store/audit.hpp"

#include <gmock/gmock.h>

#include "store/chain.hpp"
#include "store/postgres_connection.hpp"
#include "store/sqlite_connection.hpp"
#include "tests/store/refereed.hpp"
#include "tests/store/store_fixture.hpp"

namespace arbiter::test {
namespace {

using store::CommitStatus;
using store::Damage;
using testing::HasSubstr;

class AuditTest : public StoreTest {
protected:
    void keep(const RefereedGame& game) {
        for (const store::Change& change : game.changes()) {
            ASSERT_EQ(write(store(), change).status, CommitStatus::stored);
        }
    }
    /// A game of which entries can be spoilt.
    void keep_chess() {
        RefereedGame game({.id = "chess", .game = "chess"});
        game.play(6, 1);
        keep(game);
        ASSERT_EQ(store::audit(store(), "chess"), std::nullopt);
    }

    /// Changes what is stored behind the store's back.
    void tamper(const std::string& sql) {
        if (GetParam() == "postgresql") {
            store::PostgresConnection(address_).execute(sql);
        } else {
            store_.reset();
            store::SqliteConnection(address_).execute(sql);
            store_ = opened(address_);
        }
    }

    std::string damage() {
        const auto found = store::audit(store(), "chess");
        return found ? std::to_string(found->version) + ": " + found->sentence : "";
    }
};

INSTANTIATE_TEST_SUITE_P(Every, AuditTest, every_lasting_store, store_name);

TEST_P(AuditTest, FindsNothingWhereAllIsWell) {
    for (const std::string game : {"chess", "go", "backgammon"}) {
        RefereedGame refereed({.id = game, .game = game, .is_private = game == "go"});
        refereed.play(40, 3);
        keep(refereed);
    }
    RefereedGame finished({.id = "finished", .game = "chess"});
    finished.play(400, 0);
    keep(finished);

    const auto audited = store::audit(store());
    ASSERT_TRUE(audited) << audited.error().sentence;
    EXPECT_EQ(audited->games, 4U);
    for (const Damage& damage : audited->damages) {
        ADD_FAILURE() << damage.game << " " << damage.version << ": " << damage.sentence;
    }
}

TEST_P(AuditTest, FindsAnEntryThatIsNotWhatWasWritten) {
    keep_chess();
    tamper("UPDATE entry SET body = body || ' ' WHERE version = 3");
    EXPECT_THAT(damage(), HasSubstr("entry 3 breaks the hash chain"));
    EXPECT_FALSE(store().read("chess", 2)) << "nobody gets to see it";
    EXPECT_TRUE(store().read("chess", 3)) << "those after it are sound";

    tamper("UPDATE entry SET body = rtrim(body) WHERE version = 3");
    EXPECT_EQ(damage(), "");
    tamper("UPDATE entry SET at_ms = at_ms + 1 WHERE version = 2");
    EXPECT_THAT(damage(), HasSubstr("entry 2 breaks the hash chain"));
}

TEST_P(AuditTest, FindsAMissingEntry) {
    keep_chess();
    tamper("DELETE FROM entry WHERE version = 7");
    EXPECT_THAT(damage(), HasSubstr("entry 7 is missing")) << "the last";
    tamper("DELETE FROM entry WHERE version = 4");
    EXPECT_THAT(damage(), HasSubstr("entry 4 is missing"));
    tamper("DELETE FROM entry WHERE version = 1");
    EXPECT_THAT(damage(), HasSubstr("entry 1 is missing"));
    tamper("DELETE FROM entry");
    EXPECT_THAT(damage(), HasSubstr("entry 1 is missing"));
}

TEST_P(AuditTest, FindsExchangedEntries) {
    keep_chess();
    tamper(
        "UPDATE entry SET version = -version WHERE version IN (3, 4);"
        "UPDATE entry SET version = 7 + version WHERE version < 0");
    EXPECT_THAT(damage(), HasSubstr("entry 3 breaks the hash chain"));
}

TEST_P(AuditTest, FindsAnEntryOfAnotherGame) {
    keep_chess();
    RefereedGame other({.id = "other", .game = "chess"});
    other.play(6, 2);
    keep(other);
    tamper(
        "DELETE FROM entry WHERE game = 'chess' AND version = 5;"
        "UPDATE entry SET game = 'chess' WHERE game = 'other' AND version = 5");
    EXPECT_THAT(damage(), HasSubstr("entry 5 breaks the hash chain"));
    const auto audited = store::audit(store());
    ASSERT_TRUE(audited);
    ASSERT_EQ(audited->damages.size(), 2U);
    EXPECT_THAT(audited->damages[1].sentence, HasSubstr("entry 5 is missing"));
}

TEST_P(AuditTest, FindsASummaryThatSaysSomethingElse) {
    keep_chess();
    const std::vector<std::pair<std::string, std::string>> lies{
        {"game", "'go'"},     {"white", "'Eve'"},  {"black", "'Eve'"},   {"is_public", "0"},
        {"created_ms", "1"},  {"updated_ms", "1"}, {"ply", "17"},        {"turn", "'nobody'"},
        {"result", "'draw'"}, {"winner", "'Eve'"}, {"reason", "'luck'"}, {"deadline_ms", "1"}};
    for (const auto& [field, lie] : lies) {
        tamper("CREATE TABLE truth AS SELECT * FROM game; UPDATE game SET " + field + " = " + lie);
        EXPECT_THAT(damage(), HasSubstr("the summary says " + field)) << field;
        tamper("UPDATE game SET " + field + " = (SELECT " + field +
               " FROM truth); DROP TABLE truth");
        EXPECT_EQ(damage(), "") << field;
    }
    tamper("UPDATE game SET version = 9");
    EXPECT_THAT(damage(), HasSubstr("entry 8 is missing"));
}

/// Somebody who knows how entries are chained still cannot write a game that was never played.
TEST_P(AuditTest, FindsForgedEvents) {
    const auto forged = [this](const std::string& id, const std::string& body, std::int64_t later) {
        RefereedGame game({.id = id, .game = "chess"});
        game.play(2, 1);
        game.forge(body, game.referee().updated_at().time_since_epoch().count() + later);
        keep(game);
        const auto found = store::audit(store(), id);
        return found ? std::to_string(found->version) + ": " + found->sentence : "";
    };
    RefereedGame other({.id = "other", .game = "chess"});
    other.play(1, 7);
    const std::string created = other.entries()[0].body;
    const std::string flagged = referee::to_json(
        {other.referee().updated_at() + std::chrono::seconds(1), referee::Flagged{Color::white}});

    EXPECT_THAT(forged("a", "nonsense", 0), HasSubstr("4: the event is unreadable"));
    EXPECT_THAT(forged("b", created, -2000), HasSubstr("4: created cannot follow here"));
    EXPECT_THAT(forged("c", flagged, 0), HasSubstr("4: flagged cannot follow here"));
    EXPECT_THAT(forged("d", flagged, 1), HasSubstr("another moment"));
}

TEST_P(AuditTest, FindsAGameThatBeginsAsAnother) {
    RefereedGame other({.id = "other", .game = "chess"});
    store::Change change = other.changes()[0];
    change.summary.id = "thief";
    change.entries[0].hash = store::chained(store::chain_start, "thief", change.entries[0]);
    ASSERT_EQ(write(store(), change).status, CommitStatus::stored);
    const auto found = store::audit(store(), "thief");
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, (Damage{"thief", 1, "it begins the game other"}));
    EXPECT_EQ(store::audit(store(), "nobody")->sentence, "there is no such game");
}

}  // namespace
}  // namespace arbiter::test
