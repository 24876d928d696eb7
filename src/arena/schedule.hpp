#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/contract/color.hpp"

/// Who plays whom. Players are numbers from 0. Every meeting is a pair of games in which the sides are
/// swapped, so that neither the first move nor an opening nor the dice favour anyone.
namespace arbiter::arena {

enum class Format : std::uint8_t {
    round_robin,  ///< everyone against everyone
    gauntlet,     ///< the first player against everyone else
    swiss,        ///< players with equal scores meet next
    sprt,         ///< two players until it is clear whether the first is better
};
std::string_view to_string(Format format);
std::optional<Format> format_named(std::string_view name);

/// Two games: in the first of them `first` has White, in the second Black.
struct Meeting {
    std::size_t round;  ///< from 0; meetings of one round have the same opening
    std::size_t first;
    std::size_t second;
    bool operator==(const Meeting&) const = default;
};

/// One game. Games 2n and 2n + 1 are those of meeting n.
struct Fixture {
    std::size_t number;
    std::size_t round;
    PerColor<std::size_t> players;

    std::size_t meeting() const { return number / 2; }
    bool operator==(const Fixture&) const = default;
};
Fixture fixture(std::span<const Meeting> meetings, std::size_t number);

struct ScheduleTerms {
    Format format = Format::round_robin;
    std::size_t players = 2;
    std::size_t rounds = 1;  ///< how often everyone meets everyone; of Swiss, the rounds

    bool operator==(const ScheduleTerms&) const = default;
};

/// How many games there will be at most.
std::size_t games_max(const ScheduleTerms& terms);

/// The meetings so far. All of them are known from the start, except in a Swiss tournament, where a
/// round follows from those before. The same terms and results give the same meetings.
class Schedule {
public:
    explicit Schedule(const ScheduleTerms& terms);

    std::span<const Meeting> meetings() const { return meetings_; }
    std::size_t games() const { return 2 * meetings_.size(); }
    Fixture game(std::size_t number) const { return fixture(meetings_, number); }
    /// Whether no more will come.
    bool complete() const { return rounds_drawn_ >= terms_.rounds; }

    /// Draws the next round of a Swiss tournament. `points` are those of the first player of each
    /// meeting, of 2.
    void draw_round(std::span<const double> points);

private:
    ScheduleTerms terms_;
    std::vector<Meeting> meetings_;
    std::size_t rounds_drawn_ = 0;
};

/// One round of a Swiss tournament: from the top, each player meets the next with an equal score whom
/// it has not met. If that is impossible, two players meet again. With an odd number of players, the
/// last who has not had a bye gets one, with both points.
std::vector<Meeting> swiss_round(std::size_t players, std::span<const Meeting> before,
                                 std::span<const double> points);

}  // namespace arbiter::arena
