#include "core/go/playouts/playout_lanes.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "core/go/playouts/playout.hpp"
#include "tests/support/watched_lanes.hpp"

namespace arbiter::go {
namespace {

/// The same word in all lanes.
Words in_all_lanes(std::uint32_t word) { return Words{} + word; }

std::uint32_t nth_bit(std::uint32_t word, std::uint32_t n) {
    const Words found = nth_bits(in_all_lanes(word), in_all_lanes(n));
    for (std::size_t lane = 1; lane < lane_count; ++lane) EXPECT_EQ(found[lane], found[0]);
    return found[0];
}

TEST(Lanes, TheNthBitIsFoundFromBelow) {
    EXPECT_EQ(nth_bit(0b101100, 0), 0b100U);
    EXPECT_EQ(nth_bit(0b101100, 1), 0b1000U);
    EXPECT_EQ(nth_bit(0b101100, 2), 0b100000U);
    EXPECT_EQ(nth_bit(0b101100, 3), 0U);
    EXPECT_EQ(nth_bit(0, 0), 0U);
    for (std::uint32_t n = 0; n < 32; ++n) {
        EXPECT_EQ(nth_bit(~std::uint32_t{0}, n), std::uint32_t{1} << n);
        EXPECT_EQ(nth_bit(std::uint32_t{1} << n, 0), std::uint32_t{1} << n);
    }
}

TEST(Lanes, BitsAreCountedInEachLane) {
    const Words counts = count_bits(Words{0, 1, 0x80808080, ~std::uint32_t{0}});
    EXPECT_EQ(counts[0], 0U);
    EXPECT_EQ(counts[1], 1U);
    EXPECT_EQ(counts[2], 4U);
    EXPECT_EQ(counts[3], 32U);
}

TEST(Lanes, ALaneIsChosenByItsMask) {
    const std::uint32_t all = ~std::uint32_t{0};
    const Words chosen = choose(Mask{all, 0, all, 0}, in_all_lanes(5), in_all_lanes(7));
    EXPECT_EQ(chosen[0], 5U);
    EXPECT_EQ(chosen[1], 7U);
    EXPECT_TRUE(holds_somewhere(Mask{0, 0, 0, all}));
    EXPECT_FALSE(holds_somewhere(Mask{}));
}

TEST(PlayoutLanes, MovesAreCandidates) {
    watch_playouts<1, 1>(20);
    watch_playouts<2, 1>(20);
    watch_playouts<1, 5>(20);
    watch_playouts<2, 2>(20);
    watch_playouts<3, 3>(20);
    watch_playouts<5, 4>(20);
    watch_playouts<5, 5>(20);
    watch_playouts<7, 8>(16);
    watch_playouts<9, 9>(16);
    watch_playouts<9, 14>(8);
}

/// Of single moves from one position. The same number is counted from each lane: otherwise moves
/// that take few steps would be counted more often.
double unevenness(const naive::Go& go, const Position& position, std::uint64_t seed) {
    const naive::Points choices = naive::candidates(go);
    naive::Tally tally;
    PlayoutLanes<5, 5> lanes(position);
    seed *= 1'000'000;
    for (std::size_t lane = 0; lane < lane_count; ++lane) lanes.restart(lane, seed++);
    std::array<int, lane_count> left{};
    left.fill(tally.expected * static_cast<int>(choices.size()) / static_cast<int>(lane_count));
    for (int open = lane_count; open > 0;) {
        lanes.step();
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            if (lanes.moves(lane) == 0) continue;
            if (left[lane] > 0) {
                ++tally.counts[picture_of(lanes, lane)];
                if (--left[lane] == 0) --open;
            }
            lanes.restart(lane, seed++);
        }
    }
    EXPECT_EQ(tally.counts.size(), choices.size()) << naive::drawn(go.size(), go.picture());
    return tally.unevenness();
}

TEST(PlayoutLanes, EveryCandidateIsEquallyLikely) {
    const Size size{5, 5};
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        Random random(seed);
        naive::Go go(size, naive::playout_rules);
        Position position(size);
        for (int move = 0; move < 45; ++move) {
            const naive::Points choices = naive::candidates(go);
            if (choices.empty()) {
                position.pass(go.turn());
                go.pass(go.turn());
                continue;
            }
            if (choices.size() > 1 && move % 4 == 0) {
                EXPECT_LT(unevenness(go, position, seed), 5) << naive::drawn(size, go.picture());
                ++compared;
            }
            const Stone stone{go.turn(),
                              choices[random.below(static_cast<std::uint32_t>(choices.size()))]};
            position.play(stone);
            go.play(stone);
        }
    }
    EXPECT_GT(compared, 40);
}

TEST(PlayoutLanes, AsManyGamesAreSeenAsWereAskedFor) {
    for (const int count : {0, 1, 5, 16, 40}) {
        int seen = 0;
        for_each_playout_in_lanes<9, 9>(Position(Size{9, 9}), {.count = count, .seed = 4},
                                        [&](const auto&) { ++seen; });
        EXPECT_EQ(seen, count);
    }
}

TEST(PlayoutLanes, TheSameSeedPlaysTheSameGamesEverywhere) {
    // With every processor, compiler and number of lanes.
    EXPECT_EQ(total_margin(Position(Size{9, 9}), {.count = 100, .seed = 1}), 814);
}

TEST(PlayoutLanes, EndLikeThoseOfOneBoard) {
    constexpr int games = 2000;
    const Position start(Size{9, 9});
    double difference = 0;
    for_each_playout(start, {.count = games, .seed = 1},
                     [&](const auto& board) { difference += board.margin(); });
    for_each_playout_in_lanes<9, 9>(start, {.count = games, .seed = 1},
                                    [&](const auto& board) { difference -= board.margin(); });
    // A single game's margin deviates by about 39 points.
    EXPECT_LT(std::abs(difference / games), 5 * 39 * std::sqrt(2.0 / games));
}

TEST(PlayoutLanes, TheStoneThatTookIsNotTakenBackAtOnce) {
    Position ko(Size{4, 3});
    for (const Point white : {Point{2, 0}, Point{1, 1}, Point{3, 1}, Point{2, 2}}) {
        ko.play({Color::white, white});
    }
    for (const Point black : {Point{1, 0}, Point{0, 1}, Point{1, 2}}) {
        ko.play({Color::black, black});
    }
    ko.play({Color::black, {2, 1}});
    ASSERT_EQ(ko.ko(), (Point{1, 1}));
    PlayoutLanes<4, 3> lanes(ko);
    for (std::size_t lane = 0; lane < lane_count; ++lane) lanes.restart(lane, lane);
    std::uint64_t seen = 0;
    while (seen < 200) {
        lanes.step();
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            if (lanes.moves(lane) == 0) continue;
            EXPECT_EQ(picture_of(lanes, lane)[5], '.');
            lanes.restart(lane, lane_count + seen++);
        }
    }
}

using SmallEnd = PlayoutEnd<3, 2>;
SmallEnd::Area stones(std::initializer_list<Point> points) {
    SmallEnd::Area area{};
    for (const Point point : points) area = area | BitGrid<3, 2>::bit(point);
    return area;
}

TEST(PlayoutEnd, WhatBothReachIsNobodys) {
    const SmallEnd ending(stones({{0, 0}}), stones({{2, 1}}));
    EXPECT_EQ(ending.owner({0, 0}), Cell::black);
    EXPECT_EQ(ending.owner({1, 1}), Cell::empty);
    EXPECT_EQ(ending.owner({2, 1}), Cell::white);
    EXPECT_EQ(ending.margin(), 0);
}

TEST(PlayoutEnd, WhatOneReachesIsHis) {
    EXPECT_EQ(SmallEnd(stones({{1, 0}}), stones({})).margin(), 6);
    EXPECT_EQ(SmallEnd(stones({}), stones({})).margin(), 0);
    const SmallEnd walled(stones({{1, 0}, {1, 1}}), stones({{2, 0}}));
    EXPECT_EQ(walled.owner({0, 1}), Cell::black);
    EXPECT_EQ(walled.owner({2, 1}), Cell::empty);
    EXPECT_EQ(walled.margin(), 4 - 1);
}

}  // namespace
}  // namespace arbiter::go
