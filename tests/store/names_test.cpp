#include "store/names.hpp"

#include "store/audit.hpp"
#include "tests/store/refereed.hpp"
#include "tests/store/store_fixture.hpp"

namespace arbiter::test {
namespace {

class NamesTest : public StoreTest {
protected:
    void keep(const RefereedGame& game) {
        for (const store::Change& change : game.changes()) {
            ASSERT_EQ(write(store(), change).status, store::CommitStatus::stored);
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Every, NamesTest, every_store, store_name);

TEST_P(NamesTest, AreGoneAndTheGameIsAsItWas) {
    for (const std::string kind : {"chess", "go", "backgammon"}) {
        RefereedGame game({.id = kind, .game = kind});
        game.play(20, 5);
        keep(game);
        ASSERT_TRUE(store::remove_names(store(), kind).value());
        const auto entries = store().read(kind, 0).value();
        EXPECT_FALSE(entries.front().body.contains("\"Ada\"")) << entries.front().body;
        EXPECT_TRUE(entries.front().body.contains(store::removed_name));
        const auto journal = store::Journal::replay(kind, entries);
        ASSERT_TRUE(journal) << journal.error().sentence;
        EXPECT_EQ(journal->referee().game(), game.referee().game());
        EXPECT_EQ(store().summary(kind).value()->white, store::removed_name);
        EXPECT_EQ(store::audit(store(), kind), std::nullopt);
    }
    EXPECT_FALSE(store::remove_names(store(), "nobody").value());
}

/// What a server has in memory is chained to entries that are not there any more.
TEST_P(NamesTest, AChangeOfTheGameWithItsNamesIsRefusedAfterwards) {
    RefereedGame game({.id = "a", .game = "chess"});
    game.play(4, 1);
    const auto& changes = game.changes();
    for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
        ASSERT_EQ(write(store(), changes[i]).status, store::CommitStatus::stored);
    }
    ASSERT_TRUE(store::remove_names(store(), "a").value());
    EXPECT_EQ(write(store(), changes.back()).status, store::CommitStatus::conflict);
    EXPECT_EQ(store::audit(store(), "a"), std::nullopt);
}

}  // namespace
}  // namespace arbiter::test
