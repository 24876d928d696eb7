#include "tables/fingerprint.hpp"

#include <gtest/gtest.h>

#include "tests/backgammon/gitgammon_files.hpp"

namespace arbiter::tables {
namespace {

using backgammon::initial_state;
using backgammon::midgame_state;
using backgammon::replaced;

// Each made with: jq -cS 'del(.messages, .updatedAt)' FILE | tr -d '\n' | sha256sum | cut -c 1-16
TEST(Fingerprint, IsTheHashOfTheCanonicalState) {
    EXPECT_EQ(fingerprint_of(initial_state()), "eb83742c17662216");
    EXPECT_EQ(fingerprint_of(midgame_state()), "bf37073413c19bf2");
}

TEST(Fingerprint, DependsOnAllButMessagesAndTime) {
    const std::string before = fingerprint_of(midgame_state());
    const auto after = [](std::string_view from, std::string_view to) {
        return fingerprint_of(replaced(midgame_state(), from, to));
    };
    EXPECT_EQ(after("White piece hit on point 21.", "Nothing happened."), before);
    EXPECT_EQ(after(R"("updatedAt": "2025)", R"("updatedAt": "2026)"), before);
    EXPECT_NE(after(R"("turn": 12)", R"("turn": 14)"), before);
    EXPECT_NE(after("[4, 2]", "[4, 3]"), before);
    EXPECT_NE(after("alice", "carol"), before);
    EXPECT_NE(after("a3f2e1", "a3f2e2"), before);
}

}  // namespace
}  // namespace arbiter::tables
