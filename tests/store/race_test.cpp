#include <algorithm>
#include <latch>
#include <thread>

#include "tests/store/store_fixture.hpp"

namespace arbiter::test {
namespace {

using store::Change;
using store::CommitStatus;

class RaceTest : public StoreTest {
protected:
    /// Where processes can share a store, half of the racers come through another one.
    std::unique_ptr<store::Store> second_door() {
        return GetParam() == "postgresql" ? opened(address_) : nullptr;
    }

    /// Every racer writes its own change at the same moment; gives the statuses.
    static std::vector<CommitStatus> race(const std::vector<store::Store*>& doors,
                                          const std::vector<Change>& changes) {
        std::vector<CommitStatus> statuses(changes.size());
        std::latch start(static_cast<std::ptrdiff_t>(changes.size()));
        std::vector<std::jthread> racers;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            racers.emplace_back([&, i] {
                start.arrive_and_wait();
                statuses[i] = write(*doors[i % doors.size()], changes[i]).status;
            });
        }
        racers.clear();
        return statuses;
    }
};

INSTANTIATE_TEST_SUITE_P(Every, RaceTest, every_store, store_name);

TEST_P(RaceTest, IsWonByExactlyOne) {
    constexpr std::size_t racers = 16;
    const auto other = second_door();
    std::vector<store::Store*> doors{&store()};
    if (other) doors.push_back(other.get());

    Scribe game("a");
    for (int round = 0; round < 30; ++round) {
        std::vector<Change> changes;
        for (std::size_t i = 0; i < racers; ++i) {
            changes.push_back(game.next(1 + i % 3, "racer " + std::to_string(i) + " "));
        }
        const auto statuses = race(doors, changes);
        ASSERT_EQ(std::ranges::count(statuses, CommitStatus::stored), 1);
        ASSERT_EQ(std::ranges::count(statuses, CommitStatus::conflict), std::ptrdiff_t{racers - 1});
        const auto winner = std::ranges::find(statuses, CommitStatus::stored) - statuses.begin();
        game.keep(changes[static_cast<std::size_t>(winner)]);
        expect_kept(game);
    }
}

TEST_P(RaceTest, ForAnAnswerIsWonByExactlyOne) {
    constexpr std::size_t racers = 8;
    const auto other = second_door();
    std::vector<store::Store*> doors{&store()};
    if (other) doors.push_back(other.get());

    for (int round = 0; round < 20; ++round) {
        std::vector<Change> changes;
        for (std::size_t i = 0; i < racers; ++i) {
            const std::string id = std::to_string(round) + "." + std::to_string(i);
            changes.push_back(Scribe(id).next());
            changes.back().answer = answer_to("round " + std::to_string(round));
        }
        const auto statuses = race(doors, changes);
        ASSERT_EQ(std::ranges::count(statuses, CommitStatus::stored), 1);
        ASSERT_EQ(std::ranges::count(statuses, CommitStatus::conflict), std::ptrdiff_t{racers - 1});
    }
    EXPECT_EQ(store().ids("", 1000)->size(), 20U) << "the losers leave nothing behind";
}

/// Games that cross each other's way in opposite orders must not block each other.
TEST_P(RaceTest, OfManyGamesNeitherLosesNorBlocks) {
    const auto other = second_door();
    std::vector<std::jthread> players;
    constexpr int games = 12;
    for (int i = 0; i < games; ++i) {
        players.emplace_back([&, i] {
            store::Store& door = other && i % 2 == 0 ? *other : store();
            Scribe game("game " + std::to_string(i));
            for (int move = 0; move < 25; ++move) store_next(door, game);
            expect_kept(game);
        });
    }
    players.clear();
    EXPECT_EQ(store().ids("", 1000)->size(), std::size_t{games});
}

}  // namespace
}  // namespace arbiter::test
