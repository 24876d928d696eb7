#include "players/bots/thinking_time.hpp"

#include <algorithm>

namespace arbiter::players {

namespace {

using referee::Clock;
using std::chrono::milliseconds;

constexpr int moves_to_come = 30;        // of a game whose end nobody knows
constexpr milliseconds for_the_way{25};  // an answer takes its time to arrive
constexpr milliseconds correspondence_max{10'000};

/// What each kind of clock leaves; nothing for no clock.
struct Remaining {
    Clock::Face face;

    std::optional<TimeLeft> operator()(const referee::Unlimited&) const { return std::nullopt; }
    std::optional<TimeLeft> operator()(const referee::Fischer& clock) const {
        return TimeLeft{face.main, clock.increment};
    }
    std::optional<TimeLeft> operator()(const referee::Bronstein& clock) const {
        return TimeLeft{face.main, clock.delay};
    }
    /// A period is there again for every move, as long as it is not used up.
    std::optional<TimeLeft> operator()(const referee::ByoYomi&) const {
        if (face.main > milliseconds(0)) return TimeLeft{face.main, face.period};
        return TimeLeft{face.period, {}, 1};
    }
    std::optional<TimeLeft> operator()(const referee::Canadian&) const {
        if (face.main > milliseconds(0)) return TimeLeft{face.main, {}};
        return TimeLeft{face.period, {}, std::max(face.moves_left, 1)};
    }
    std::optional<TimeLeft> operator()(const referee::Correspondence&) const {
        return TimeLeft{std::min<milliseconds>(face.main, correspondence_max), {}, 1};
    }
};

}  // namespace

milliseconds share_of(const TimeLeft& left) {
    const int moves = left.moves > 0 ? std::min(left.moves, moves_to_come) : moves_to_come;
    const milliseconds usable = std::max(left.main - for_the_way, milliseconds(0));
    const milliseconds share = usable / moves + left.gained * 3 / 4;
    // Half of what there is, unless more is certain to come after this move.
    const milliseconds most = left.moves == 1 ? usable * 4 / 5 : usable / 2;
    return std::max(std::min(share, most), milliseconds(1));
}

std::optional<milliseconds> thinking_time(const Turn& turn) {
    std::optional<milliseconds> time = turn.budget.time;
    if (turn.clock == nullptr) return time;
    const Remaining remaining{turn.clock->face(turn.seat, turn.now)};
    const auto left = std::visit(remaining, turn.clock->control());
    if (!left) return time;
    const milliseconds share = share_of(*left);
    return time ? std::min(*time, share) : share;
}

}  // namespace arbiter::players
