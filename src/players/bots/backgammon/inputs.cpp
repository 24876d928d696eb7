#include "players/bots/backgammon/inputs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "players/bots/backgammon/contact.hpp"

namespace arbiter::players {

namespace {

using backgammon::Board;
using backgammon::Spot;

float share(int number, float whole) { return static_cast<float>(number) / whole; }

/// Pips that a side needs to bear off, with what it will waste on the way.
float effective_pips(const Board& board, Color color) {
    // A checker on the ace point uses a whole die but needs only one pip; and so on.
    constexpr std::array<float, 6> wasted{2.2F, 1.3F, 0.7F, 0.35F, 0.15F, 0};
    constexpr float gap = 0.5F;
    auto pips = static_cast<float>(board.pips(color));
    int checkers = 0;
    for (std::size_t i = 0; i < wasted.size(); ++i) {
        const int count = board.count(color, *Spot::point(static_cast<int>(i) + 1));
        checkers += count;
        pips += wasted[i] * static_cast<float>(count);
        if (count == 0 && i >= 3 && checkers > 3) pips += gap;
    }
    return pips;
}

/// By how many rolls a side that has borne off nothing is too late to save the gammon; at most two
/// either way.
float gammon_lead(const Board& board, Color winner) {
    constexpr float pips_a_roll = 49 / 6.F;
    const Color loser = opponent(winner);
    if (board.count(loser, Spot::off()) > 0) return -2;
    int pips_home = 1;
    for (int i = 7; i <= 25; ++i) pips_home += (i - 6) * board.count(loser, *Spot::at(i));
    const float lead = static_cast<float>(pips_home) - effective_pips(board, winner);
    return std::clamp(lead / pips_a_roll, -2.F, 2.F);
}

constexpr backgammon::Spots own_home = 0b11'1111U << 1;
constexpr backgammon::Spots rival_home = 0b11'1111U << 19;

/// Of the rearmost checker and of those in the rival's half.
std::array<float, 4> mobility(const BackgammonContact& side, int rear) {
    float pips = 0;
    int checkers = 0;
    int fewest = 36;
    for (int i = 13; i <= 25; ++i) {
        if (side.count(i) == 0) continue;
        const auto here = side.mobility(i);
        pips += here.pips * static_cast<float>(side.count(i));
        checkers += side.count(i);
        fewest = std::min(fewest, here.passes);
    }
    const auto rearmost = side.mobility(rear);
    return {rearmost.pips / 8, share(rearmost.passes, 36),
            checkers > 0 ? pips / static_cast<float>(checkers) / 8 : 1, share(fewest, 36)};
}

/// How a checker comes in that is hit, or was.
std::array<float, 3> entering(const BackgammonContact& side) {
    const int rolls = side.entering();
    const int bar = side.count(25);
    return {share(rolls, 36), bar > 0 ? share(36 - rolls, 36) * share(bar + 1, 2) : 0,
            side.mobility(25).pips / 8};
}

/// Points held at home and in a row.
std::array<float, 7> structure(const BackgammonContact& side) {
    const int home = std::popcount(side.held() & own_home);
    const int prime = side.longest_prime();
    const float trapped = share(side.trapped(), 3);
    return {share(home, 6),          home >= 5 ? 1.F : 0.F,    home == 6 ? 1.F : 0.F,
            share(prime, 6),         prime >= 4 ? trapped : 0, prime >= 5 ? trapped : 0,
            prime >= 6 ? trapped : 0};
}

/// Where the checkers are, and how many stand alone or on a heap.
std::array<float, 9> standing(const BackgammonContact& side, int rear) {
    int back = 0;
    int outside = 0;
    int stacked = 0;
    int crossovers = 0;
    for (int i = 1; i <= 25; ++i) {
        const int checkers = side.count(i);
        if (i >= 19) back += checkers;
        if (i >= 7 && i <= 18) outside += checkers * (i - 6);
        stacked += std::max(checkers - 3, 0);
        crossovers += checkers * ((i - 1) / 6);
    }
    return {(side.held() & rival_home) != 0 ? 1.F : 0.F,
            share(back, 3),
            share(rear, 25),
            share(side.free_pips(), 50),
            share(outside, 50),
            share(std::popcount(side.blots()), 4),
            share(std::popcount(side.blots() & own_home), 2),
            share(stacked, 5),
            share(crossovers, 15)};
}

}  // namespace

BackgammonInputs BackgammonInputs::of_race(const Board& board, Color mover) {
    BackgammonInputs inputs;
    inputs.add(0, 1);
    inputs.add_checkers(board, mover, 1);
    inputs.add_checkers(board, opponent(mover), 1 + checkers_per_side);
    inputs.add_race(board, mover, 1 + 2 * checkers_per_side);
    return inputs;
}

BackgammonInputs BackgammonInputs::of_contact(const Board& board, Color mover) {
    BackgammonInputs inputs = of_race(board, mover);
    inputs.add_contact(board, mover, race_count);
    inputs.add_contact(board, opponent(mover), race_count + contact_per_side);
    return inputs;
}

void BackgammonInputs::add_checkers(const Board& board, Color color, std::size_t first) {
    int pips = 0;
    for (int i = 1; i <= 24; ++i) {
        const int checkers = board.count(color, *Spot::at(i));
        if (checkers == 0) continue;
        pips += i * checkers;
        const std::size_t place = first + 4 * static_cast<std::size_t>(i - 1);
        if (checkers == 1) add(place, 1);
        if (checkers >= 2) add(place + 1, 1);
        if (checkers >= 3) add(place + 2, 1);
        if (checkers > 3) add(place + 3, share(checkers - 3, 2));
    }
    const int bar = board.count(color, Spot::bar());
    const int off = board.count(color, Spot::off());
    const std::size_t rest = first + std::size_t{4} * 24;
    add(rest, share(bar, 2));
    add(rest + 1, bar > 1 ? 1 : 0);
    add(rest + 2, share(off, 8));
    add(rest + 3, off > 0 ? 1 : 0);
    add(rest + 4, share(pips + 25 * bar, 100));
}

/// Kleinman's measure of a race: the lead in units of the luck to come. The opponent rolls next,
/// which is worth four pips.
void BackgammonInputs::add_race(const Board& board, Color mover, std::size_t first) {
    const float own = effective_pips(board, mover);
    const float other = effective_pips(board, opponent(mover));
    const float luck = std::sqrt(2 * std::max(own + other - 4, 4.F));
    add(first, std::clamp(2 * (other - own - 4) / luck, -6.F, 6.F));
    add(first + 1, gammon_lead(board, mover));
    add(first + 2, gammon_lead(board, opponent(mover)));
}

void BackgammonInputs::add_contact(const Board& board, Color color, std::size_t first) {
    const BackgammonContact side(board, color);
    const auto danger = side.danger();
    add_in_order(first, std::array{share(danger.rolls, 36), share(danger.pips, 36 * 8)});
    const int rear = board.rearmost(color).index();
    add_in_order(first + 2, mobility(side, rear));
    add_in_order(first + 6, entering(side));
    add_in_order(first + 9, structure(side));
    add_in_order(first + 16, standing(side, rear));
    const int lead = board.pips(opponent(color)) - board.pips(color);
    add(first + 25, share(std::max(lead, 0), 50));
}

}  // namespace arbiter::players
