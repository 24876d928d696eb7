#include <gtest/gtest.h>

#include "players/bots/built_in.hpp"
#include "tests/support/table.hpp"

/// Whole games through the referee: every answer of every bot must be accepted.
namespace arbiter::test {
namespace {

struct Variant {
    std::string_view game;
    Options options;
};

void expect_clean_games(const Variant& variant, std::string_view one, std::string_view other,
                        std::uint64_t nodes = 30) {
    const auto white = players::built_in(one, 1);
    const auto black = players::built_in(other, 2);
    for (const bool swapped : {false, true}) {
        const PerColor<players::Player*> seats{swapped ? black.get() : white.get(),
                                               swapped ? white.get() : black.get()};
        const Played played = play({.game = variant.game,
                                    .options = variant.options,
                                    .budget = {.time = {}, .nodes = nodes}},
                                   seats);
        EXPECT_EQ(played.error, "");
    }
}

const std::vector<Variant>& variants() {
    static const std::vector<Variant> list{
        {"chess", {}},
        {"chess", {{"variant", "chess960"}, {"start", "0"}}},
        {"chess", {{"variant", "chess960"}, {"start", "777"}}},
        {"chess", {{"start", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"}}},
        {"go", {{"size", "1"}}},
        {"go", {{"size", "2"}, {"rules", "tromp-taylor"}}},
        {"go", {{"size", "1x7"}, {"rules", "japanese"}}},
        {"go", {{"size", "5x7"}, {"rules", "japanese"}}},
        {"go", {{"size", "5"}, {"rules", "aga"}}},
        {"go", {{"size", "5"}, {"rules", "simple"}}},
        {"go", {{"size", "5"}, {"rules", "new-zealand"}}},
        {"go", {{"size", "5"}, {"rules", "tromp-taylor"}, {"ko", "none"}}},
        {"go", {{"size", "7"}, {"rules", "chinese"}, {"handicap", "4"}, {"placement", "free"}}},
        {"go", {{"size", "9"}, {"rules", "chinese"}, {"handicap", "5"}}},
        {"backgammon", {}},
        {"backgammon", {{"jacoby", "off"}, {"beavers", "raccoon"}, {"automatic_doubles", "2"}}},
        {"backgammon", {{"match", "3"}}},
        {"backgammon", {{"match", "2"}, {"crawford", "off"}}},
        {"backgammon", {{"match", "1"}, {"start", "nackgammon"}}},
        {"backgammon", {{"cube", "off"}, {"start", "gitgammon"}}},
    };
    return list;
}

TEST(WholeGames, RandomAgainstRandom) {
    for (const Variant& variant : variants()) expect_clean_games(variant, "random", "random");
}

TEST(WholeGames, BotAgainstRandom) {
    for (const Variant& variant : variants()) expect_clean_games(variant, "bot", "random");
}

TEST(WholeGames, BotAgainstBot) {
    for (const Variant& variant : variants()) expect_clean_games(variant, "bot:1", "bot:8");
}

TEST(WholeGames, LargeBoardsOfGo) {
    for (const std::string size : {"19", "13", "52x3"}) {
        expect_clean_games({"go", {{"size", size}}}, "random", "random");
        expect_clean_games({"go", {{"size", size}}}, "bot", "random", 1);
    }
}

}  // namespace
}  // namespace arbiter::test
