#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/backgammon/board/checkers.hpp"
#include "core/backgammon/board/move.hpp"

/// Turns, shown one by one without allocating: what `legal_turns` lists, for programs that search.
namespace arbiter::backgammon {

/// What one side can do with its checkers where the other side has its own.
class Reach {
public:
    Reach(const Board& board, Color color);

    /// Where the side has checkers, those borne off left out.
    Spots occupied() const { return occupied_; }
    /// Where a checker of the opponent can be hit.
    Spots blots() const { return blots_; }

    /// From where a checker can go on by this die, with the side's checkers on `occupied`.
    Spots sources(Spots occupied, Die die) const {
        constexpr Spots bar = spots_of(Spot::bar());
        constexpr Spots off_and_home = 0b111'1111;
        const Spots off{(occupied & ~off_and_home) == 0};
        const Spots movable = (occupied & bar) != 0 ? bar : occupied;
        const Spots exact = (open_ | off) << die.pips() & movable;
        const bool die_is_larger = occupied >> die.pips() == 0;  // than any checker needs
        return die_is_larger ? std::bit_floor(occupied) : exact;
    }

private:
    Spots occupied_ = 0;
    Spots open_ = 0;
    Spots blots_ = 0;
};

inline Reach::Reach(const Board& board, Color color) {
    Spots held = 0;
    for (int first = 0; first < 24; first += 8) {
        const EightCounts own([&](int i) { return board.count(color, *Spot::at(first + i)); });
        const EightCounts other([&](int i) { return board.opposing(color, *Spot::at(first + i)); });
        occupied_ |= own.at_least(1) << first;
        blots_ |= other.at_least(1) << first;
        held |= other.at_least(2) << first;
    }
    constexpr Spot last = *Spot::point(24);
    occupied_ |= Spots{board.count(color, last) > 0} << 24;
    occupied_ |= Spots{board.count(color, Spot::bar()) > 0} << 25;
    blots_ |= Spots{board.opposing(color, last) == 1} << 24;
    held |= Spots{board.opposing(color, last) > 1} << 24;

    constexpr Spots points = spots_of(Spot::bar()) - 2;
    occupied_ &= ~spots_of(Spot::off());
    open_ = points & ~held;
    blots_ &= open_;
}

/// A turn and what it does to the board.
class Line {
public:
    explicit Line(Checkers own) : own_(own) {}

    /// The checkers of the side that has moved.
    const Checkers& own() const { return own_; }
    /// Where it has hit, in its numbering.
    Spots hits() const { return hits_; }
    Turn turn() const {
        Turn turn;
        for (int shift = 48; shift >= 0; shift -= 16) {
            const auto move = static_cast<int>(moves_ >> shift & 0xffff);
            if (move != 0) turn.push({*Spot::at(move >> 8), *Spot::at(move & 0xff)});
        }
        return turn;
    }

    /// With one checker move more, which hits where there is a blot.
    Line with(CheckerMove move, Spots blots) const {
        Line next = *this;
        next.own_.move(move);
        next.hits_ |= spots_of(move.to) & blots;
        next.moves_ <<= 16;
        next.moves_ |= static_cast<std::uint64_t>(move.from.index() << 8 | move.to.index());
        return next;
    }

private:
    Checkers own_;
    Spots hits_ = 0;
    std::uint64_t moves_ = 0;  // up to four of from and to, one byte each
};

/// Tries only checker moves whose sources never rise. They reach every board: a checker that moves
/// never lets one behind it do what it could not do before, so the one behind can as well go first.
/// With equal dice each such sequence leads to another board, since the board tells from the highest
/// point down how many checkers have left. With different dice `same_as_high_first` knows the few
/// that meet.
template <class Visit>
class TurnGenerator {
public:
    TurnGenerator(const Board& board, Color color, Visit& visit)
        : start_(Checkers(board, color)), reach_(board, color), visit_(visit) {}

    void run(const Hand& hand) {
        if (hand.empty()) {
            visit_(start_);
        } else if (hand.size() == 2 && hand[0] != hand[1]) {
            play_both(hand[0], hand[1]);
        } else {
            play_equal(hand[0], static_cast<int>(hand.size()));
        }
    }

private:
    /// What a first die leaves to the second: for each first source those of the second move.
    struct Pairs {
        Die first;
        Die second;
        std::array<Spots, 26> sources{};
    };

    void play_both(Die high, Die low) {
        const Pairs high_first = pairs(high, low);
        Pairs low_first = pairs(low, high);
        for (Spots from = reach_.sources(reach_.occupied(), low); from != 0;) {
            const Spot spot = take_highest(from);
            at(low_first, spot) &= ~same_as_high_first(spot, low_first, high_first);
        }
        const bool with_high_first = show(high_first);
        const bool with_low_first = show(low_first);
        if (with_high_first || with_low_first) return;
        const bool high_fits = reach_.sources(reach_.occupied(), high) != 0;
        play_equal(high_fits ? high : low, 1);
    }

    Pairs pairs(Die first, Die second) const {
        Pairs pairs{first, second};
        for (Spots from = reach_.sources(reach_.occupied(), first); from != 0;) {
            const Spot spot = take_highest(from);
            const Spots occupied = occupied_after(start_, reach_.occupied(), spot, first);
            at(pairs, spot) = reach_.sources(occupied, second) & up_to(spot);
        }
        return pairs;
    }

    /// Second sources after `from` with the low die that lead where the high die first leads too.
    Spots same_as_high_first(Spot from, const Pairs& low_first, const Pairs& high_first) const {
        const int low = low_first.first.pips();
        const int high = high_first.first.pips();
        const Spots others = at(high_first, from);
        if (from.index() <= low) return others;  // both are borne off
        Spots same = others & spots_of(from);    // two checkers from one point
        if (from.index() <= high) return same;
        const Spots by_high = spots_of(from.after(high));  // one checker's two ways
        const Spots by_low = spots_of(from.after(low));
        const bool hits = (reach_.blots() & (by_high | by_low)) != 0;
        if ((others & by_high) != 0 && !hits) same |= by_low;
        return same;
    }

    bool show(const Pairs& pairs) {
        bool shown = false;
        for (Spots from = reach_.sources(reach_.occupied(), pairs.first); from != 0;) {
            const Spot spot = take_highest(from);
            Spots seconds = at(pairs, spot);
            if (seconds == 0) continue;
            shown = true;
            const Line half = played(start_, spot, pairs.first);
            while (seconds != 0) visit_(played(half, take_highest(seconds), pairs.second));
        }
        return shown;
    }

    void play_equal(Die die, int count) {
        const int longest = play_on(start_, reach_.occupied(), up_to(Spot::bar()), die, count);
        if (longest < count) play_equal(die, longest);
    }

    /// Shows every way to move `count` times from these sources; how often one can, at most.
    int play_on(const Line& so_far, Spots occupied, Spots among, Die die, int count) {
        if (count == 0) visit_(so_far);
        int longest = 0;
        for (Spots from = count == 0 ? 0 : reach_.sources(occupied, die) & among; from != 0;) {
            const Spot spot = take_highest(from);
            const Line next = played(so_far, spot, die);
            if (count == 1) {
                visit_(next);
                longest = 1;
            } else {
                const Spots left = occupied_after(so_far, occupied, spot, die);
                longest = std::max(longest, 1 + play_on(next, left, up_to(spot), die, count - 1));
            }
        }
        return longest;
    }

    Line played(const Line& so_far, Spot from, Die die) const {
        return so_far.with({from, from.after(die.pips())}, reach_.blots());
    }

    Spots occupied_after(const Line& line, Spots occupied, Spot from, Die die) const {
        if (line.own().count(from) == 1) occupied &= ~spots_of(from);
        return (occupied | spots_of(from.after(die.pips()))) & ~spots_of(Spot::off());
    }

    template <class SomePairs>
    static auto& at(SomePairs& pairs, Spot first) {
        return pairs.sources[static_cast<std::size_t>(first.index())];
    }
    static constexpr Spots up_to(Spot spot) { return 2 * spots_of(spot) - 1; }
    static constexpr Spot take_highest(Spots& spots) {
        const Spot spot = highest(spots);
        spots &= ~spots_of(spot);
        return spot;
    }

    Line start_;
    Reach reach_;
    Visit& visit_;
};

/// Calls `visit(const Line&)` for each of `legal_turns`.
template <class Visit>
void for_each_turn(const Board& board, Color color, const Hand& hand, Visit visit) {
    TurnGenerator<Visit>(board, color, visit).run(hand);
}

}  // namespace arbiter::backgammon
