#pragma once

#include <cstdint>

#include "core/go/playout_board.hpp"
#include "core/go/position.hpp"

/// Games that both sides finish at random.
namespace arbiter::go {

/// Plays on until both sides have passed one after the other, or for three moves a point where the
/// game does not end by itself; then the board is ready to be counted.
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

/// A position set up for playouts.
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

/// Shows the board at the end of each playout. The common sizes are the fastest.
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

/// The sum over playouts of Black's points less White's.
std::int64_t total_margin(const Position& position, Playouts playouts);

}  // namespace arbiter::go
