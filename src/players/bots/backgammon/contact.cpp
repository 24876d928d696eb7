#include "players/bots/backgammon/contact.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace arbiter::players {

namespace {

using backgammon::Board;
using backgammon::Spot;
using backgammon::Spots;

constexpr Spots bit(int spot) { return Spots{1} << spot; }
constexpr int bar_index = 25;

/// How far a checker sees before it: more than one roll other than a high double brings it.
constexpr int view = 12;

/// How far a checker can go with these two dice; bit i of `barred` is the point i + 1 pips ahead.
int longest_way(int die, int other, Spots barred) {
    const auto open = [&](int pips) { return pips > view || (barred >> (pips - 1) & 1) == 0; };
    if (die != other) {
        const bool first = open(die);
        const bool second = open(other);
        if ((first || second) && open(die + other)) return die + other;
        return std::max(first ? die : 0, second ? other : 0);
    }
    int way = 0;
    for (int step = 1; step <= 4 && open(step * die); ++step) way = step * die;
    return way;
}

/// Points farther away than this are not what holds a checker back.
constexpr int blockade = 7;

BackgammonContact::Mobility mobility_before(Spots barred) {
    const int last = static_cast<int>(std::bit_width(barred & (bit(blockade) - 1)));
    int sum = 0;
    int passes = 0;
    for (int die = 1; die <= 6; ++die) {
        for (int other = 1; other <= 6; ++other) {
            const int way = longest_way(die, other, barred);
            sum += way;
            passes += way > last ? 1 : 0;
        }
    }
    return {static_cast<float>(sum) / 36, passes};
}

const std::vector<BackgammonContact::Mobility>& mobilities() {
    static const auto table = [] {
        std::vector<BackgammonContact::Mobility> all(bit(view));
        for (Spots barred = 0; barred < all.size(); ++barred) all[barred] = mobility_before(barred);
        return all;
    }();
    return table;
}

}  // namespace

BackgammonContact::BackgammonContact(const Board& board, Color color) {
    const Color rival = opponent(color);
    own_[bar_index] = board.count(color, Spot::bar());
    other_[0] = board.count(rival, Spot::bar());
    int run = 0;
    for (int i = 1; i <= 24; ++i) {
        const auto at = static_cast<std::size_t>(i);
        own_[at] = board.count(color, *Spot::at(i));
        other_[at] = board.count(rival, *Spot::at(25 - i));
        if (own_[at] == 1) blots_ |= bit(i);
        if (own_[at] >= 2) held_ |= bit(i);
        if (other_[at] >= 1) raiders_ |= bit(i);
        if (other_[at] >= 2) barred_ |= bit(i);
        run = own_[at] >= 2 ? run + 1 : 0;
        if (run <= prime_length_) continue;
        prime_length_ = run;
        prime_start_ = i - run + 1;
    }
    if (other_[0] > 0) raiders_ = 1;
}

Spots BackgammonContact::hit_by(int die, int other) const {
    if (die == other) return hit_by_double(die);
    const Spots first = raiders_ << die;
    const Spots second = raiders_ << other;
    if (other_[0] > 1) return (first | second) & blots_;
    const Spots on = (first & ~held_) << other | (second & ~held_) << die;
    return (first | second | on) & blots_;
}

Spots BackgammonContact::hit_by_double(int die) const {
    const int steps = std::max(1, 5 - std::max(other_[0], 1));
    Spots reached = raiders_;
    Spots hit = 0;
    for (int step = 0; step < steps; ++step) {
        reached <<= die;
        hit |= reached & blots_;
        reached &= ~held_;
    }
    return hit;
}

BackgammonContact::Danger BackgammonContact::danger() const {
    Danger danger;
    if (blots_ == 0) return danger;
    for (int die = 1; die <= 6; ++die) {
        for (int other = 1; other <= die; ++other) {
            const Spots hit = hit_by(die, other);
            if (hit == 0) continue;
            const int rolls = die == other ? 1 : 2;
            danger.rolls += rolls;
            danger.pips += rolls * (25 - std::countr_zero(hit));
        }
    }
    return danger;
}

BackgammonContact::Mobility BackgammonContact::mobility(int spot) const {
    // The points before the spot, the nearest one first; what is borne off to is open.
    Spots before = 0;
    for (int i = 1; i <= view && i < spot; ++i) before |= (barred_ >> (spot - i) & 1) << (i - 1);
    return mobilities()[before];
}

int BackgammonContact::entering() const {
    const int closed = std::popcount(barred_ >> 19 & 0b11'1111U);
    return 36 - closed * closed;
}

int BackgammonContact::trapped() const {
    int checkers = 0;
    for (int i = 0; i < prime_start_; ++i) checkers += opposing(i);
    return checkers;
}

int BackgammonContact::free_pips() const {
    const int last = raiders_ == 0 ? 25 : std::countr_zero(raiders_);
    int pips = 0;
    for (int i = 1; i < last; ++i) pips += i * count(i);
    return pips;
}

}  // namespace arbiter::players
