#include <string_view>

#include <gtest/gtest.h>

#include "core/base/processor.hpp"
#include "core/go/playouts/playout.hpp"
#include "tests/support/watched_lanes.hpp"

namespace arbiter::go {
namespace {

TEST(PlayoutLanes, MovesAreCandidatesInManyGames) {
    watch_playouts<1, 3>(200);
    watch_playouts<2, 3>(200);
    watch_playouts<3, 3>(400);
    watch_playouts<4, 4>(400);
    watch_playouts<5, 5>(400);
    watch_playouts<6, 7>(200);
    watch_playouts<9, 9>(400);
}

TEST(PlayoutLanes, EveryCodePathPlaysTheSameGames) {
    const std::string_view chosen = code_path();
    const Playouts playouts{.count = 1000, .seed = 7};
    for (const Size size : {Size{9, 9}, Size{13, 13}}) {
        const Position start(size);
        const std::int64_t margin = total_margin(start, playouts);
        const Estimate owners = estimate(start, playouts);
        for (const std::string_view path : {"x86-64", "AVX2", "AVX-512"}) {
            if (!use_code_path(path)) continue;
            EXPECT_EQ(total_margin(start, playouts), margin) << path;
            EXPECT_EQ(estimate(start, playouts).black_share, owners.black_share) << path;
        }
        EXPECT_TRUE(use_code_path(chosen));
    }
}

}  // namespace
}  // namespace arbiter::go
