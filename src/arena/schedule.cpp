#include "arena/schedule.hpp"

#include <algorithm>
#include <array>

namespace arbiter::arena {

namespace {

constexpr std::array<std::string_view, 4> format_names{"round-robin", "gauntlet", "swiss", "sprt"};

/// The circle: the first stays, the others go round it. An odd one out rests.
void add_round_robin(std::vector<Meeting>& meetings, std::size_t players, std::size_t round) {
    const std::size_t seats = players + players % 2;
    const std::size_t circle = seats - 1;
    for (std::size_t turn = 0; turn < circle; ++turn) {
        const auto player_at = [&](std::size_t seat) {
            return seat == 0 ? 0 : 1 + (seat - 1 + turn) % circle;
        };
        for (std::size_t seat = 0; seat < seats / 2; ++seat) {
            const std::size_t first = player_at(seat);
            const std::size_t second = player_at(seats - 1 - seat);
            if (first >= players || second >= players) continue;
            meetings.push_back({round, std::min(first, second), std::max(first, second)});
        }
    }
}

}  // namespace

std::string_view to_string(Format format) { return format_names[static_cast<std::size_t>(format)]; }

std::optional<Format> format_named(std::string_view name) {
    const auto found = std::ranges::find(format_names, name);
    if (found == format_names.end()) return std::nullopt;
    return static_cast<Format>(found - format_names.begin());
}

Fixture fixture(std::span<const Meeting> meetings, std::size_t number) {
    const auto& [round, first, second] = meetings[number / 2];
    if (number % 2 == 0) return {number, round, {.white = first, .black = second}};
    return {number, round, {.white = second, .black = first}};
}

std::size_t games_max(const ScheduleTerms& terms) {
    const std::size_t players = terms.players;
    switch (terms.format) {
        case Format::round_robin: return terms.rounds * players * (players - 1);
        case Format::gauntlet: return terms.rounds * 2 * (players - 1);
        case Format::swiss: return terms.rounds * 2 * (players / 2);
        case Format::sprt: return terms.rounds * 2;
    }
    return 0;
}

Schedule::Schedule(const ScheduleTerms& terms) : terms_(terms) {
    if (terms.format == Format::swiss) {
        draw_round({});
        return;
    }
    meetings_.reserve(games_max(terms) / 2);
    for (; rounds_drawn_ < terms.rounds; ++rounds_drawn_) {
        if (terms.format == Format::round_robin) {
            add_round_robin(meetings_, terms.players, rounds_drawn_);
            continue;
        }
        for (std::size_t other = 1; other < terms.players; ++other) {
            meetings_.push_back({rounds_drawn_, 0, other});
        }
    }
}

void Schedule::draw_round(std::span<const double> points) {
    std::ranges::move(swiss_round(terms_.players, meetings_, points),
                      std::back_inserter(meetings_));
    ++rounds_drawn_;
}

}  // namespace arbiter::arena
