#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "core/base/fault.hpp"
#include "core/go/board/move.hpp"

namespace arbiter::go {

/// Anything one can write down: not necessarily a legal position.
struct Setup {
    Size size;
    std::vector<Stone> stones;  ///< in the order they were put down
    Color turn = Color::black;

    bool operator==(const Setup&) const = default;
};

/// Returns the place in the source text of a stone of a setup, given by its index.
using Locate = std::function<Place(std::size_t stone, Point point)>;

}  // namespace arbiter::go
