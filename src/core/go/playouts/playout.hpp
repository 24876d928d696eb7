#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/go/playouts/playout_board.hpp"
#include "core/go/playouts/playout_lanes.hpp"
#include "core/go/position.hpp"

/// Random playouts: both sides play random moves to the end of the game.
namespace arbiter::go {

/// Plays until both sides have passed in a row, or for three moves per point if the game does not
/// end; after that the board can be scored.
template <class Geometry>
void play_out(PlayoutBoard<Geometry>& board, Color turn, Random& random) {
    Draw draw(random);
    bool white_passed = turn == Color::white && !board.template move<Cell::white>(draw);
    bool ended = false;
    for (int rounds = 3 * board.points() / 2; rounds > 0 && !ended; --rounds) {
        const bool black_passed = !board.template move<Cell::black>(draw);
        if (black_passed && white_passed) {
            ended = true;
        } else {
            white_passed = !board.template move<Cell::white>(draw);
            ended = black_passed && white_passed;
        }
    }
    if (!ended) board.fill_open_regions();
    random = draw.random;
}

struct Playouts {
    int count;
    std::uint64_t seed;
};

/// The board of a position.
template <class Geometry>
PlayoutBoard<Geometry> playout_board(const Position& position, Geometry geometry) {
    PlayoutBoard<Geometry> board(geometry);
    for (int i = 0; i < position.size().points(); ++i) {
        const Point point = point_at(position.size(), i);
        if (const auto color = position.at(point)) board.put(point, *color);
    }
    if (position.ko()) board.forbid(*position.ko());
    return board;
}

template <class Geometry, class Visit>
void for_each_playout(const Position& position, Geometry geometry, Playouts playouts,
                      Visit& visit) {
    const PlayoutBoard<Geometry> start = playout_board(position, geometry);
    PlayoutBoard<Geometry> board = start;
    Random random(playouts.seed);
    for (int i = 0; i < playouts.count; ++i) {
        board = start;
        play_out(board, position.turn(), random);
        visit(std::as_const(board));
    }
}

/// Calls `visit` with the board at the end of each playout. 9x9, 13x13 and 19x19 are the fastest.
template <class Visit>
void for_each_playout(const Position& position, Playouts playouts, Visit visit) {
    const Size size = position.size();
    if (size == Size{9, 9}) {
        for_each_playout(position, FixedGeometry<9>(), playouts, visit);
    } else if (size == Size{13, 13}) {
        for_each_playout(position, FixedGeometry<13>(), playouts, visit);
    } else if (size == Size{19, 19}) {
        for_each_playout(position, FixedGeometry<19>(), playouts, visit);
    } else {
        for_each_playout(position, AnyGeometry(size), playouts, visit);
    }
}

/// The same with many games in the lanes of registers, and two such groups by turns: while one waits
/// for its random points, the processor executes the other. Each game has a seed of its own, so the
/// number of lanes changes only the order in which games end.
template <int Width, int Height, class Visit>
void for_each_playout_in_lanes(const Position& position, Playouts playouts, Visit visit) {
    struct Group {
        PlayoutLanes<Width, Height> lanes;
        std::array<bool, lane_count> busy{};
    };
    const Group group{PlayoutLanes<Width, Height>(position)};
    std::array<Group, 2> groups{group, group};
    int started = 0;
    int ended = 0;
    const auto begin = [&](Group& some, std::size_t lane) {
        some.busy[lane] = started < playouts.count;
        some.lanes.restart(lane, playouts.seed + static_cast<std::uint64_t>(started++));
    };
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        for (Group& each : groups) begin(each, lane);
    }
    while (ended < playouts.count) {
        for (Group& each : groups) {
            const Mask over = each.lanes.step();
            if (!holds_somewhere(over)) [[likely]]
                continue;
            for (std::size_t lane = 0; lane < lane_count; ++lane) {
                if (over[lane] == 0) continue;
                if (each.busy[lane]) {
                    visit(each.lanes.ending(lane));
                    ++ended;
                }
                begin(each, lane);
            }
        }
    }
}

/// The sum over playouts of Black's points minus White's. The same seed gives the same sum on every
/// machine.
std::int64_t total_margin(const Position& position, Playouts playouts);

/// How often each point belongs to Black at the end of random playouts.
struct Estimate {
    std::vector<float> black_share;  ///< 0 to 1, row by row from the bottom
};
/// The same seed gives the same result on every machine.
Estimate estimate(const Position& position, Playouts playouts);

}  // namespace arbiter::go
