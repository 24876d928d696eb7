#pragma once

#include <vector>

#include "core/go/board/regions.hpp"
#include "core/go/formats/sgf_game.hpp"
#include "core/go/position.hpp"

namespace arbiter::go {

/// A board that executes SGF: FF[4] executes every move, legal or not, and setup adds and removes
/// stones without capturing.
class SgfBoard {
public:
    explicit SgfBoard(Size size) : grid_(size) {}

    void set_up(const SgfSetup& setup);
    void play(const SgfMove& move);

    /// Black's stones, then White's, each in the order they were put down.
    std::vector<Stone> stones() const;

private:
    void put(Stone stone);
    void take_off_without_liberties(Point point);

    Grid grid_;
    std::vector<Stone> put_down_;  // removed ones included
};

}  // namespace arbiter::go
