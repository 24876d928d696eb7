#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <variant>

#include "core/base/fault.hpp"
#include "core/base/json.hpp"
#include "core/contract/color.hpp"

/// Clocks that never look at the time themselves: each call brings the moment along, so that a game
/// can be refereed, replayed and tested at any speed.
namespace arbiter::referee {

using Duration = std::chrono::milliseconds;
using Moment = std::chrono::sys_time<Duration>;

/// No clock at all.
struct Unlimited {
    bool operator==(const Unlimited&) const = default;
};
/// Each turn adds the increment, used or not (FIDE's "additional time from move 1").
struct Fischer {
    Duration base;
    Duration increment;
    bool operator==(const Fischer&) const = default;
};
/// Each turn gives back what it took, at most the delay: the clock never grows. The flag falls when
/// the base is used up, also within the delay.
struct Bronstein {
    Duration base;
    Duration delay;
    bool operator==(const Bronstein&) const = default;
};
/// After the base come periods; a turn within a period leaves it whole, each that runs out is lost.
struct ByoYomi {
    Duration base;
    Duration period;
    std::int32_t periods;
    bool operator==(const ByoYomi&) const = default;
};
/// After the base come periods, in each of which a number of turns must be made.
struct Canadian {
    Duration base;
    Duration period;
    std::int32_t moves;
    bool operator==(const Canadian&) const = default;
};
/// A fixed time for each turn, usually in days.
struct Correspondence {
    Duration per_move;
    bool operator==(const Correspondence&) const = default;
};

using TimeControl = std::variant<Unlimited, Fischer, Bronstein, ByoYomi, Canadian, Correspondence>;

/// {"kind": "fischer", "base_ms": 300000, "increment_ms": 3000}; see CLOCKS.md for every kind and its
/// limits. The places of faults are JSON Pointers: `unknown_clock`, `out_of_range`, `conflicting_keys`.
Reading<TimeControl> read_time_control(JsonView json);
void write(JsonWriter& out, const TimeControl& control);

/// The two clocks of a game. At most one runs. A moment before the run began counts as its beginning.
class Clock {
public:
    explicit Clock(const TimeControl& control);

    const TimeControl& control() const { return control_; }

    /// Whose clock runs.
    std::optional<Color> running() const;
    /// When the running clock has run out: at this millisecond, not one before. A turn counts if it
    /// was made before this moment. Nothing if no clock runs, or if it never runs out.
    std::optional<Moment> deadline() const;

    /// Lets a side's clock run from now on; the other's stops. Nothing changes if it is running already.
    void start(Color side, Moment now);
    /// The running side has made its turn: its clock stops and gets what the control grants. At the
    /// deadline and after it nothing is granted: the flag stays fallen.
    void complete_turn(Moment now);
    /// Stops without a turn made; the time used is not given back.
    void stop(Moment now);

    /// What a side's clock shows.
    struct Face {
        Duration main{};    ///< left of the base, or of the turn in correspondence
        Duration period{};  ///< left of the present period; whole until the base is used up
        std::int32_t periods_left = 0;  ///< of byo-yomi, the present one included
        std::int32_t moves_left = 0;    ///< of a Canadian period

        /// Until the flag falls; nothing if it never does.
        std::optional<Duration> left(const TimeControl& control) const;
        bool operator==(const Face&) const = default;
    };
    Face face(Color side, Moment now) const;

    bool operator==(const Clock&) const = default;

private:
    struct Run {
        Color side;
        Moment since;
        bool operator==(const Run&) const = default;
    };

    Duration used(Moment now) const;  // by the present run

    TimeControl control_;
    PerColor<Face> faces_;      // without what the present run has used
    PerColor<Duration> spent_;  // on the present turn, in runs that were stopped
    std::optional<Run> run_;
};

}  // namespace arbiter::referee
