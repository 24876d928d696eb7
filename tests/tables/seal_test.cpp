#include "tables/seal.hpp"

#include <gtest/gtest.h>

namespace arbiter::tables {

namespace {

const Secret secret = *Secret::of("a secret that is long enough for a test");
const Sealing sealing{.tree = "a1",
                      .parent = "b2",
                      .text = "duel: 0003-white-5f0c2a.json is played",
                      .tables = {{"club", ""}, {"duel", "c3"}},
                      .pending = {"tables/duel/moves/0004-black-77ab01.json"},
                      .foreign = {"mine"}};

CommitInfo commit() {
    return {"d4", sealing.tree, sealing.parent, sealed_message(sealing, secret)};
}

TEST(Seal, KeepsWhatItSays) {
    const auto sealed = opened(commit(), secret);
    ASSERT_TRUE(sealed);
    EXPECT_EQ(sealed->id, "d4");
    EXPECT_EQ(sealed->tables, sealing.tables);
    EXPECT_EQ(sealed->pending, sealing.pending);
    EXPECT_EQ(sealed->foreign, sealing.foreign);
}

TEST(Seal, IsOfOneTreeOneParentOneMessageAndOneSecret) {
    for (std::string CommitInfo::* part : {&CommitInfo::tree, &CommitInfo::parents}) {
        CommitInfo other = commit();
        other.*part = "e5";
        EXPECT_FALSE(opened(other, secret));
        // A second parent is a merge, and nobody has sealed that.
        other = commit();
        other.*part += " e5";
        EXPECT_FALSE(opened(other, secret));
    }
    CommitInfo other = commit();
    other.message.insert(0, "x");
    EXPECT_FALSE(opened(other, secret));
    EXPECT_FALSE(opened(commit(), *Secret::of("another secret that is long enough for it")));
    other = commit();
    other.message.resize(other.message.size() - 2);
    EXPECT_FALSE(opened(other, secret));
    EXPECT_TRUE(claimed(other));
    EXPECT_FALSE(claimed({"d4", "a1", "b2", "duel: nothing is played\n"}));
}

}  // namespace

}  // namespace arbiter::tables
