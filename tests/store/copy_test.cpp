#include "store/copy.hpp"

#include "store/audit.hpp"
#include "tests/store/refereed.hpp"
#include "tests/store/store_fixture.hpp"
#include "tests/support/postgres.hpp"

namespace arbiter::test {
namespace {

using store::CommitStatus;
using store::Copied;

class CopyTest : public testing::Test {
protected:
    void keep(store::Store& store, const RefereedGame& game, std::size_t changes = SIZE_MAX) {
        for (std::size_t i = 0; i < std::min(changes, game.changes().size()); ++i) {
            ASSERT_EQ(write(store, game.changes()[i]).status, CommitStatus::stored);
        }
    }
    Copied copied(store::Store& from, store::Store& to) {
        auto copied = store::copy(from, to);
        if (!copied) throw std::runtime_error(copied.error().sentence);
        return *std::move(copied);
    }

    TemporaryFolder folder_;
    std::unique_ptr<store::Store> sqlite_ = opened(folder_.file("games.db"));
    std::unique_ptr<store::Store> postgres_ = opened(PostgresServer::shared().create_database());
};

TEST_F(CopyTest, BringsEveryGameThereAndBack) {
    std::vector<RefereedGame> games;
    for (const std::string name : {"chess", "go", "backgammon"}) {
        auto& game = games.emplace_back(
            RefereedGame::Terms{.id = name, .game = name, .is_private = name == "go"});
        game.play(30, 4);
        keep(*sqlite_, game);
    }
    const Copied first = copied(*sqlite_, *postgres_);
    EXPECT_EQ(first.games, 3U);
    EXPECT_GE(first.entries, 90U);
    EXPECT_TRUE(first.errors.empty());
    const auto audited = store::audit(*postgres_);
    ASSERT_TRUE(audited);
    EXPECT_EQ(audited->games, 3U);
    EXPECT_TRUE(audited->damages.empty());

    const auto back = opened(folder_.file("back.db"));
    copied(*postgres_, *back);
    for (const RefereedGame& game : games) {
        const std::string& id = game.referee().terms().id;
        EXPECT_EQ(back->read(id, 0).value(), game.entries());
        EXPECT_EQ(back->summary(id).value(), game.changes().back().summary);
    }
}

TEST_F(CopyTest, AddsOnlyWhatIsMissingWhenRunAgain) {
    RefereedGame game({.id = "a", .game = "chess"});
    game.play(10, 1);
    keep(*sqlite_, game, 5);
    EXPECT_EQ(copied(*sqlite_, *postgres_).entries, 5U);
    EXPECT_EQ(copied(*sqlite_, *postgres_).entries, 0U);
    for (std::size_t i = 5; i < game.changes().size(); ++i) {
        ASSERT_EQ(write(*sqlite_, game.changes()[i]).status, CommitStatus::stored);
    }
    const Copied rest = copied(*sqlite_, *postgres_);
    EXPECT_EQ(rest.entries, 6U);
    EXPECT_EQ(rest.games, 1U);
    EXPECT_EQ(postgres_->read("a", 0).value(), game.entries());
}

TEST_F(CopyTest, LeavesAGameAloneThatWentOnDifferently) {
    RefereedGame here({.id = "a", .game = "chess"});
    RefereedGame there = here;
    here.play(4, 1);
    there.play(2, 99);
    ASSERT_NE(here.entries()[1], there.entries()[1]);
    keep(*sqlite_, here);
    keep(*postgres_, there);
    for (const auto& [from, to] :
         {std::pair(sqlite_.get(), postgres_.get()), std::pair(postgres_.get(), sqlite_.get())}) {
        const Copied result = copied(*from, *to);
        EXPECT_EQ(result.games, 0U);
        ASSERT_EQ(result.errors.size(), 1U);
        EXPECT_EQ(result.errors[0], "game a: the other store has another game with this id");
    }
    EXPECT_EQ(sqlite_->read("a", 0).value(), here.entries());
    EXPECT_EQ(postgres_->read("a", 0).value(), there.entries());
}

TEST_F(CopyTest, LeavesOutAGameThatDoesNotReplay) {
    RefereedGame game({.id = "a", .game = "chess"});
    game.forge("nonsense", 0);
    keep(*sqlite_, game);
    const Copied result = copied(*sqlite_, *postgres_);
    EXPECT_EQ(result.entries, 0U);
    ASSERT_EQ(result.errors.size(), 1U);
    EXPECT_TRUE(result.errors[0].starts_with("game a: version 2: the event is unreadable"))
        << result.errors[0];
}

}  // namespace
}  // namespace arbiter::test
