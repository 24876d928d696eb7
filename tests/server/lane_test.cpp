#include "server/http/lane.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/server/fake_service.hpp"

namespace arbiter::server {
namespace {

TEST(Lane, OnlySoManyJobsWaitInAllAndOfOneClient) {
    Metrics metrics;
    Door door;
    Door entered;
    std::atomic<int> done = 0;
    Lane lane("test", {.threads = 1, .waiting_max = 3, .waiting_of_one_max = 2}, metrics);
    ASSERT_EQ(lane.add("ada",
                       [&] {
                           entered.open();
                           door.wait();
                       }),
              Lane::Entry::taken);
    ASSERT_TRUE(entered.wait());
    const auto count = [&] { ++done; };
    EXPECT_EQ(lane.add("ada", count), Lane::Entry::taken);
    EXPECT_EQ(lane.add("ada", count), Lane::Entry::taken);
    EXPECT_EQ(lane.add("ada", count), Lane::Entry::client_waits_already);
    EXPECT_EQ(lane.add("bob", count), Lane::Entry::taken);
    EXPECT_EQ(lane.add("eve", count), Lane::Entry::lane_is_full);
    EXPECT_NE(metrics.text().find("arbiter_lane_waiting{lane=\"test\"} 3"), std::string::npos);
    EXPECT_NE(metrics.text().find("arbiter_lane_refused_total{lane=\"test\"} 2"),
              std::string::npos);
    door.open();
    lane.stop();
    EXPECT_EQ(done, 3);
    EXPECT_EQ(lane.add("ada", count), Lane::Entry::lane_is_full);
}

/// Where others want the same processor, they have it.
TEST(Lane, StepsBackWhereItIsToldTo) {
    Metrics metrics;
    std::array<std::atomic<int>, 2> niceness{};
    for (const bool steps_back : {false, true}) {
        Lane lane(
            "test",
            {.threads = 1, .waiting_max = 1, .waiting_of_one_max = 1, .steps_back = steps_back},
            metrics);
        lane.add("ada", [&niceness, steps_back] {
            niceness[steps_back ? 1 : 0] = ::getpriority(PRIO_PROCESS, 0);
        });
    }
    const int own = ::getpriority(PRIO_PROCESS, 0);
    EXPECT_EQ(niceness[0], own);
    EXPECT_EQ(niceness[1], std::min(own + 5, 19));
}

}  // namespace
}  // namespace arbiter::server
