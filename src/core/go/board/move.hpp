#pragma once

#include "core/contract/color.hpp"
#include "core/go/board/point.hpp"

namespace arbiter::go {

struct Stone {
    Color color;
    Point point;
    bool operator==(const Stone&) const = default;
};

struct Play {
    Color by;
    Point point;
    bool operator==(const Play&) const = default;
};
struct Pass {
    Color by;
    bool operator==(const Pass&) const = default;
};

}  // namespace arbiter::go
