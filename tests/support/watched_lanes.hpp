#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "core/go/playouts/playout_lanes.hpp"
#include "tests/support/naive_playout.hpp"

namespace arbiter::go {

template <int Width, int Height>
naive::Picture picture_of(const PlayoutLanes<Width, Height>& lanes, std::size_t lane) {
    const Size size{Width, Height};
    const auto black = lanes.stones(lane, Color::black);
    const auto white = lanes.stones(lane, Color::white);
    naive::Picture picture;
    for (int i = 0; i < size.points(); ++i) {
        const auto bit = BitGrid<Width, Height>::bit(point_at(size, i));
        const auto has = [&](const auto& stones) { return (stones & bit).folded() != 0; };
        EXPECT_FALSE(has(black) && has(white));
        picture += has(black) ? 'X' : has(white) ? 'O' : '.';
    }
    return picture;
}

/// Games of playouts in lanes, each of them repeated on a naive board as it goes on.
template <int Width, int Height>
class WatchedLanes {
public:
    explicit WatchedLanes(std::uint64_t seed) : lanes_(Position(size)), seed_(seed) {
        for (std::size_t lane = 0; lane < lane_count; ++lane) lanes_.restart(lane, seed_++);
    }

    /// Until this number of games has ended.
    void play(int games) {
        while (ended_ < games) {
            const Mask over = lanes_.step();
            for (std::size_t lane = 0; lane < lane_count; ++lane) {
                ASSERT_NO_FATAL_FAILURE(follow(lane));
                ASSERT_EQ(over[lane] != 0, is_over(games_[lane]));
                if (over[lane] != 0) {
                    ASSERT_NO_FATAL_FAILURE(end(lane));
                }
            }
        }
    }

    int moves() const { return moves_; }
    int captures() const { return captures_; }
    int kos() const { return kos_; }

private:
    static constexpr Size size{Width, Height};

    struct Game {
        naive::Go go{size, naive::playout_rules};
        std::uint32_t moves = 0;
        int passes = 0;
        int idle_steps = 0;
    };

    static bool is_over(const Game& game) {
        return game.passes == 2 || game.moves == std::uint32_t{3} * Width * Height;
    }

    void follow(std::size_t lane) {
        Game& game = games_[lane];
        const naive::Picture picture = picture_of(lanes_, lane);
        if (lanes_.moves(lane) == game.moves) {
            ASSERT_EQ(picture, game.go.picture());
            // Each point is drawn once at most, but for eyes that are needed after all.
            ASSERT_LT(++game.idle_steps, 20 * size.points() + 20) << "no move\n" << drawn(game);
            return;
        }
        game.idle_steps = 0;
        ASSERT_EQ(lanes_.moves(lane), ++game.moves);
        const Color color = game.go.turn();
        const naive::Points choices = naive::candidates(game.go);
        if (picture == game.go.picture()) {
            ASSERT_TRUE(choices.empty()) << "passed\n" << drawn(game);
            game.go.pass(color);
            ++game.passes;
        } else {
            const auto played = std::ranges::find_if(choices, [&](Point point) {
                return picture[static_cast<std::size_t>(index(size, point))] != '.';
            });
            ASSERT_NE(played, choices.end()) << "no candidate\n" << drawn(game);
            captures_ += game.go.play({color, *played}).empty() ? 0 : 1;
            kos_ += game.go.ko() ? 1 : 0;
            game.passes = 0;
        }
        ++moves_;
        ASSERT_EQ(picture, game.go.picture());
        ASSERT_EQ(lanes_.turn(lane), game.go.turn());
    }

    void end(std::size_t lane) {
        const auto ending = lanes_.ending(lane);
        const naive::Picture owners = games_[lane].go.owners();
        for (int i = 0; i < size.points(); ++i) {
            const Cell owner = ending.owner(point_at(size, i));
            const char mark = owner == Cell::empty ? '.' : owner == Cell::black ? 'X' : 'O';
            ASSERT_EQ(mark, owners[static_cast<std::size_t>(i)]) << drawn(games_[lane]);
        }
        ASSERT_EQ(ending.margin(), naive::area_margin(games_[lane].go)) << drawn(games_[lane]);
        ++ended_;
        lanes_.restart(lane, seed_++);
        games_[lane] = Game{};
    }

    static std::string drawn(const Game& game) { return naive::drawn(size, game.go.picture()); }

    PlayoutLanes<Width, Height> lanes_;
    std::uint64_t seed_;
    std::array<Game, lane_count> games_;
    int ended_ = 0;
    int moves_ = 0;
    int captures_ = 0;
    int kos_ = 0;
};

template <int Width, int Height>
void watch_playouts(int games) {
    SCOPED_TRACE(to_string(Size{Width, Height}));
    WatchedLanes<Width, Height> lanes(Width * 100 + Height);
    lanes.play(games);
    if (Width * Height < 25) return;
    EXPECT_GT(lanes.captures(), games);
    EXPECT_GT(lanes.kos(), games / 4);
}

}  // namespace arbiter::go
