#include "store/journal.hpp"

#include "store/chain.hpp"
#include "tests/store/refereed.hpp"

namespace arbiter::test {
namespace {

using store::Damage;
using store::Entry;
using store::Journal;

class JournalTest : public testing::Test {
protected:
    JournalTest() { game_.play(6, 1); }

    /// What a replay says of entries that are chained properly.
    static Damage damage_of(std::vector<Entry> entries) {
        std::string previous(store::chain_start);
        for (Entry& entry : entries) {
            entry.hash = store::chained(previous, "a", entry);
            previous = entry.hash;
        }
        const auto journal = Journal::replay("a", entries);
        return journal ? Damage{} : journal.error();
    }

    RefereedGame game_{{.id = "a", .game = "chess"}};
};

TEST_F(JournalTest, ReplaysToTheSameGame) {
    const auto journal = Journal::replay("a", game_.entries());
    ASSERT_TRUE(journal);
    EXPECT_EQ(store::summary_of(journal->referee()), game_.changes().back().summary);
}

TEST_F(JournalTest, AppendsWhatItCanFollow) {
    auto entries = game_.entries();
    auto journal = Journal::replay("a", entries);
    ASSERT_TRUE(journal);
    const auto& referee = journal->referee();
    const auto decision =
        referee.decide({referee.game().turn(), referee.game().legal()[0], referee.updated_at()});
    ASSERT_TRUE(decision);
    const store::Change change = journal->append(*decision);
    EXPECT_EQ(change.version, 7U);
    EXPECT_EQ(change.summary.version, 8U);
    ASSERT_EQ(change.entries.size(), 1U);
    EXPECT_TRUE(journal->follow(change.entries[0]));
    EXPECT_EQ(journal->referee().version(), 8U);
}

TEST_F(JournalTest, RefusesAWrongVersion) {
    auto entries = game_.entries();
    entries.erase(entries.begin() + 3);
    EXPECT_EQ(damage_of(entries), (Damage{"a", 5, "entry 4 is missing"}));
    entries = game_.entries();
    entries.erase(entries.begin());
    EXPECT_EQ(damage_of(entries), (Damage{"a", 2, "entry 1 is missing"}));
    EXPECT_EQ(damage_of({}), (Damage{"a", 0, "the game has no entries"}));
}

/// As sha256sum computes it over the five parts, with a newline between two of them.
TEST(Chain, HashesWhatItsDescriptionSays) {
    const Entry entry{.version = 1, .at_ms = 5, .body = R"({"played":"e4"})", .hash = {}};
    EXPECT_EQ(store::chained(store::chain_start, "a", entry),
              "422061025378ef074d792e91cd8be4d03eff38e42a56bd291e0cb977f2194a74");
}

TEST_F(JournalTest, RefusesABrokenChain) {
    auto entries = game_.entries();
    entries[2].hash[0] = entries[2].hash[0] == '0' ? '1' : '0';
    const auto journal = Journal::replay("a", entries);
    ASSERT_FALSE(journal);
    EXPECT_EQ(journal.error(), (Damage{"a", 3, "it breaks the hash chain"}));
}

TEST_F(JournalTest, RefusesAnotherMomentAndAnotherGame) {
    auto entries = game_.entries();
    ++entries[2].at_ms;
    EXPECT_EQ(damage_of(entries),
              (Damage{"a", 3, "the event is of another moment than its entry"}));
    const RefereedGame other({.id = "b", .game = "chess"});
    EXPECT_EQ(damage_of(other.entries()), (Damage{"a", 1, "it begins the game b"}));
}

TEST_F(JournalTest, RefusesAnEventThatCannotFollowAndStaysAsItWas) {
    const auto entries = game_.entries();
    auto journal = Journal::replay("a", std::span(entries).first(2));
    ASSERT_TRUE(journal);
    Entry again{.version = 3, .at_ms = entries[1].at_ms, .body = entries[1].body, .hash = {}};
    again.hash = store::chained(entries[1].hash, "a", again);
    const auto followed = journal->follow(again);
    ASSERT_FALSE(followed);
    EXPECT_EQ(followed.error(), (Damage{"a", 3, "played cannot follow here"}));
    EXPECT_EQ(journal->referee().version(), 2U);
    EXPECT_TRUE(journal->follow(entries[2])) << "what does follow is still taken";
}

}  // namespace
}  // namespace arbiter::test
