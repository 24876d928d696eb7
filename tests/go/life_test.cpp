// What becomes of each group: alive, dead, in seki or unsettled, and the line that shows it.

#include "core/go/playouts/life.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/drawn.hpp"

namespace arbiter::go {
namespace {

GroupLife life_at(const Game& game, std::string_view point) {
    for (const GroupLife& life : life_and_death(game.position())) {
        if (std::ranges::binary_search(life.stones, *point_named(point))) return life;
    }
    ADD_FAILURE() << "no stone on " << point;
    return {};
}

/// Plays the line; every move must be legal.
Position after_line(const Game& game, const GroupLife& life) {
    Position position = game.position();
    Color by = *life.first;
    for (const auto& point : life.line) {
        if (point) {
            EXPECT_TRUE(position.is_empty(*point)) << to_string(*point);
            EXPECT_FALSE(position.is_suicide({by, *point})) << to_string(*point);
            position.play({by, *point});
        } else {
            position.pass(by);
        }
        by = opponent(by);
    }
    return position;
}

TEST(Life, TwoEyes) {
    const Game game = game_of_drawing(R"(
        . X . X O . .
        X X X X O O .
        O O O O O . .)",
                                      rules_of("japanese"));
    const GroupLife life = life_at(game, "A2");
    EXPECT_EQ(life.status, LifeStatus::alive);
    EXPECT_EQ(life.reason, LifeReason::two_eyes);
    EXPECT_FALSE(life.first.has_value());
}

TEST(Life, AnEyeOfThreePointsIsUnsettledOrDead) {
    // Whoever plays in the middle of the three points decides.
    Game game = game_of_drawing(R"(
        . . . . . . . . .
        . . . . . . . . .
        X X X X X . . . .
        O O O O X . . . .
        . . . O X . . . .)",
                                rules_of("japanese"));
    EXPECT_EQ(life_at(game, "A2").status, LifeStatus::unsettled);
    game = game_of_drawing(R"(
        . . . . . . . . .
        . . . . . . . . .
        X X X X X . . . .
        O O O O X . . . .
        . X . O X . . . .)",
                           rules_of("japanese"));
    const GroupLife dead = life_at(game, "A2");
    EXPECT_EQ(dead.status, LifeStatus::dead);
    EXPECT_THAT(dead_stones_proposal(game.position()), ::testing::Contains(*point_named("D1")));
    if (dead.first) {
        EXPECT_EQ(dead.first, Color::white) << "even if White moves first";
        EXPECT_NE(after_line(game, dead).at(*point_named("A2")), Color::white);
    }
}

TEST(Life, AnUnsettledGroupThatMostlyDiesIsProposed) {
    // E5 takes or connects the two stones.
    const Game game = game_of_drawing(R"(
        . O O X . X . . .
        . . O X O O X X .
        . . . O . O O X .
        . . . . O . O X .
        . . . . . . O X .)",
                                      rules_of("japanese"));
    EXPECT_EQ(life_at(game, "D4").status, LifeStatus::unsettled);
    EXPECT_THAT(dead_stones_proposal(game.position()),
                ::testing::ElementsAre(*point_named("D4"), *point_named("D5")));
}

TEST(Life, StonesInSekiAreNotDead) {
    const Game game = game_of_drawing(R"(
        . . . . . . . . .
        O O O O O O O O O
        X X X X X X O . .
        O O O O . X O . .
        O O O O . X O . .)",
                                      rules_of("japanese"));
    EXPECT_EQ(life_at(game, "F1").status, LifeStatus::seki);
    EXPECT_EQ(life_at(game, "A1").status, LifeStatus::seki);
    EXPECT_EQ(life_at(game, "G1").status, LifeStatus::alive);
}

TEST(Life, TheSamePositionGivesTheSameAnswer) {
    const Game game = game_of_drawing(R"(
        . . X . O . . . .
        . . X X O O . . .
        . . . X X O . . .
        . O . . X O . . .
        . . . . X O . X .
        . . . X X O . . .
        . . . X O O . . .)",
                                      rules_of("chinese"));
    EXPECT_EQ(dead_stones_proposal(game.position()), dead_stones_proposal(game.position()));
    EXPECT_THAT(dead_stones_proposal(game.position()),
                ::testing::ElementsAre(*point_named("H3"), *point_named("B4")));
}

}  // namespace
}  // namespace arbiter::go
