#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

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

/// The players mark a group as dead or take that back, agree with what is marked, or play on.
struct MarkDead {
    Color by;
    Point point;
    bool operator==(const MarkDead&) const = default;
};
struct MarkAlive {
    Color by;
    Point point;
    bool operator==(const MarkAlive&) const = default;
};
struct Agree {
    Color by;
    bool operator==(const Agree&) const = default;
};
struct Resume {
    Color by;
    bool operator==(const Resume&) const = default;
};

}  // namespace arbiter::go
