#include <gtest/gtest.h>

#include "players/bots/built_in.hpp"

namespace arbiter::players {
namespace {

std::expected<Choice, PlayerError> asked(Player& player, const AnyGame& game,
                                         std::span<const std::string> actions = {}) {
    return player.choose({.game = game,
                          .seat = game.turn(),
                          .actions = actions,
                          .now = {},
                          .budget = {.time = {}, .nodes = 100},
                          .refusals = {}});
}

TEST(BuiltIn, IsNamedByItsSpecification) {
    EXPECT_EQ(built_in("random", 1)->name(), "random");
    EXPECT_EQ(built_in("bot", 1)->name(), "bot:4");
    EXPECT_EQ(built_in("bot:8", 1)->name(), "bot:8");
    for (const std::string_view nobody :
         {"", "bot:", "bot:0", "bot:9", "bot:3x", "bot:-1", "random:1", "Bot", "robot"}) {
        EXPECT_EQ(built_in(nobody, 1), nullptr) << nobody;
    }
}

TEST(BuiltIn, CatalogueListsWhatCanBeSeated) {
    for (const BuiltInInfo& info : built_ins()) {
        EXPECT_NE(built_in(info.kind, 1), nullptr);
        for (const std::string_view game : info.games) EXPECT_TRUE(AnyGame::create(game)) << game;
        EXPECT_EQ(info.games.size(), games().size());
        EXPECT_EQ(info.has_levels, built_in(std::string(info.kind) + ":1", 1) != nullptr);
    }
}

TEST(BuiltIn, TheSameSeedChoosesTheSame) {
    const AnyGame game = *AnyGame::create("chess").value;
    for (const std::string_view kind : {"random", "bot:2"}) {
        const auto move = [&](std::uint64_t seed) {
            return asked(*built_in(kind, seed), game)->move;
        };
        std::size_t different = 0;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            EXPECT_EQ(move(seed), move(seed));
            different += move(seed) != move(0) ? 1U : 0U;
        }
        EXPECT_GT(different, 0U) << kind;
    }
}

TEST(BuiltIn, LetsMovesBeTakenBack) {
    const AnyGame game = *AnyGame::create("go").value;
    const std::vector<std::string> actions{"resign", "accept_undo", "decline_undo"};
    EXPECT_EQ(asked(*built_in("random", 1), game, actions)->move, "accept_undo");
    EXPECT_EQ(asked(*built_in("bot", 1), game, actions)->move, "accept_undo");
}

TEST(BuiltIn, SaysNothingWhenTheGameIsOver) {
    AnyGame game = *AnyGame::create("chess").value;
    ASSERT_TRUE(game.play("resign", Color::white));
    EXPECT_EQ(asked(*built_in("random", 1), game).error().kind, PlayerError::Kind::cannot_play);
    EXPECT_EQ(asked(*built_in("bot", 1), game).error().kind, PlayerError::Kind::cannot_play);
}

}  // namespace
}  // namespace arbiter::players
