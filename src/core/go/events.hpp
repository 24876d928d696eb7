#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "core/contract/event.hpp"
#include "core/go/board/move.hpp"
#include "core/go/notations/sgn.hpp"

namespace arbiter::go {

// After both sides have passed, the players mark groups as dead or alive, agree with the marks, or
// resume play.

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

/// A change of the position without a move: SGF's AB, AW, AE and PL.
struct Edit {
    std::vector<Point> black{};
    std::vector<Point> white{};
    std::vector<Point> cleared{};
    std::optional<Color> turn{};

    bool empty() const { return black.empty() && white.empty() && cleared.empty() && !turn; }
    bool operator==(const Edit&) const = default;
};

using Event =
    std::variant<Play, Pass, MarkDead, MarkAlive, Agree, Resume, Resign, LoseOnTime, Conclude>;

/// `turn` is the side whose agreement is awaited: it makes the marks for which no side is named.
Event event_of(const SgnAction& action, Color turn);
/// A word of SGN; nothing for a fallen flag and a result from outside, which SGN does not have.
std::optional<SgnMove> sgn_move_of(const Event& event, Color turn);

/// The reasons for outcomes in Go.
namespace reasons {
using namespace arbiter::reasons;
inline constexpr std::string_view score = "score";
inline constexpr std::string_view forfeit = "forfeit";
inline constexpr std::string_view long_cycle = "long_cycle";
}  // namespace reasons

}  // namespace arbiter::go
