#include <gtest/gtest.h>

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

}  // namespace
}  // namespace arbiter::go
