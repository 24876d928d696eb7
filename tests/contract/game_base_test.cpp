#include "core/contract/game_base.hpp"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

/// Counts what it is asked to do.
class Counting : public GameBase<Counting, int, int> {
public:
    int judged() const { return judged_; }
    int reverted() const { return reverted_; }
    int restorations() const { return restorations_; }

private:
    friend GameBase;
    Result<Consequence<int, int>> judge(const int& event) const {
        ++judged_;
        return Consequence<int, int>{.next = event, .event = event};
    }
    void adopt(int&& /*next*/, const int& /*event*/) {}
    void revert(const int& /*event*/) { ++reverted_; }
    void restored() { ++restorations_; }

    mutable int judged_ = 0;
    int reverted_ = 0;
    int restorations_ = 0;
};

/// Otherwise a past position of a long game would take as long as the game.
TEST(GameBase, NothingIsReplayedToRewind) {
    constexpr int count = 1'000;
    Counting game;
    for (int i = 0; i < count; ++i) ASSERT_TRUE(game.play(i));
    game.rewind(1);
    EXPECT_EQ(game.events().size(), 1);
    EXPECT_EQ(game.judged(), count);
    EXPECT_EQ(game.reverted(), count - 1);
    EXPECT_EQ(game.restorations(), 1);
}

}  // namespace
}  // namespace arbiter
