#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/random.hpp"
#include "core/go/board/board.hpp"
#include "core/go/playouts/lanes.hpp"
#include "core/go/position.hpp"

namespace arbiter::go {

/// The stones at the end of a playout.
template <int Width, int Height>
class PlayoutEnd {
public:
    using Grid = BitGrid<Width, Height>;
    using Area = typename Grid::Area;

    PlayoutEnd(Area black, Area white)
        : black_(with_surroundings(black, white)), white_(with_surroundings(white, black)) {
        const Area both = black_ & white_;
        black_ = black_ & ~both;
        white_ = white_ & ~both;
    }

    /// The colour of the stone, or of the only side that the empty point reaches.
    Cell owner(Point point) const {
        const Area bit = Grid::bit(point);
        if ((black_ & bit).folded() != 0) return Cell::black;
        return (white_ & bit).folded() != 0 ? Cell::white : Cell::empty;
    }
    /// Black's points minus White's.
    int margin() const { return size(black_) - size(white_); }

private:
    static int size(const Area& area) {
        int size = 0;
        for (const std::uint32_t word : area.words) size += std::popcount(word);
        return size;
    }
    static Area with_surroundings(Area own, const Area& their) {
        const Area reachable = Grid::board() & ~their;
        for (Area before{}; (before ^ own).folded() != 0;) {
            before = std::exchange(own, Grid::spread(own, reachable));
        }
        return own;
    }

    Area black_;
    Area white_;
};

/// Playouts like those of a `PlayoutBoard`, of many games at once. Groups are not stored: they are
/// computed from the bits of the stones in every step. Only the end of a game is a branch.
///
/// In each game a step draws a random point and decides whether it can be played. To find out whether
/// a group has a liberty, the step extends two areas along the stones twice: from the group, and from
/// all liberties. A game in which that does not decide continues with the same areas in the next step,
/// while the other games draw a new point.
///
/// The next point is drawn at the end of a step: that takes long but is only waited for in the game's
/// next step, and the processor executes those of other games meanwhile.
///
/// As in a `PlayoutBoard`, an eye is settled when it is drawn. Here it is unsettled whenever a group
/// next to it may need it, or a stone beside a corner of it may make it false: an unnecessary one
/// costs only another draw.
template <int Width, int Height>
class PlayoutLanes {
public:
    explicit PlayoutLanes(const Position& start);

    /// Returns the lanes in which the game has ended: by two passes, or after three moves per point.
    Mask step();
    /// The same seed plays the same game, in whichever lane.
    void restart(std::size_t lane, std::uint64_t seed);

    Color turn(std::size_t lane) const { return black_[lane] != 0 ? Color::black : Color::white; }
    /// The number of moves, passes included.
    std::uint32_t moves(std::size_t lane) const { return moves_[lane]; }
    typename BitGrid<Width, Height>::Area stones(std::size_t lane, Color color) const {
        const Area& area = color == turn(lane) ? own_ : their_;
        return Grid::Area::each([&](std::size_t i) { return area.words[i][lane]; });
    }
    PlayoutEnd<Width, Height> ending(std::size_t lane) const {
        return {stones(lane, Color::black), stones(lane, Color::white)};
    }

private:
    using Grid = BitGrid<Width, Height>;
    using Area = BitArea<Words, Grid::count>;

    static constexpr std::uint32_t move_limit = std::uint32_t{3} * Width * Height;

    static Area in_all(const typename Grid::Area& area) {
        return Area::each([&](std::size_t i) { return Words{} + area.words[i]; });
    }
    static Mask any(const Area& area) { return holds(area.folded() != 0); }
    static Mask none(const Area& area) { return holds(area.folded() == 0); }
    /// Of points around one point, of which at most two have the same place in their words.
    static Mask at_most_one(const Area& area) {
        const Words bits = area.folded();
        return holds(((bits & (bits - 1)) | (bits ^ area.parity())) == 0);
    }
    static Area where(Mask mask, const Area& area) {
        return Area::each([&](std::size_t i) { return mask & area.words[i]; });
    }
    static Area choose(Mask mask, const Area& yes, const Area& no) {
        return Area::each(
            [&](std::size_t i) { return go::choose(mask, yes.words[i], no.words[i]); });
    }
    static void swap_where(Mask mask, Area& a, Area& b) {
        const Area difference = where(mask, a ^ b);
        a = a ^ difference;
        b = b ^ difference;
    }

    Area drawn();

    Area own_{};      // the stones of the side to move
    Area their_{};    // those of the other side
    Area settled_{};  // settled eyes of both
    Area open_{};     // empty and not settled
    Area tried_{};    // not drawn in this turn: rejected before, or ko
    Mask black_{};    // where it is Black's turn
    Mask passed_{};
    Mask begun_{};  // where a spot has been drawn; the first step of a game only draws one
    Words moves_{};
    Area spot_{};

    // How far the areas have grown, in lanes where the last step did not decide.
    Area attacked_{};
    Area safe_{};
    Area joined_{};

    RandomLanes random_;

    typename Grid::Area first_own_{};
    typename Grid::Area first_their_{};
    typename Grid::Area first_ko_{};
    bool black_first_;
};

template <int Width, int Height>
PlayoutLanes<Width, Height>::PlayoutLanes(const Position& start)
    : black_first_(start.turn() == Color::black) {
    for (int i = 0; i < start.size().points(); ++i) {
        const Point point = point_at(start.size(), i);
        const auto color = start.at(point);
        if (!color) continue;
        auto& stones = *color == start.turn() ? first_own_ : first_their_;
        stones = stones | Grid::bit(point);
    }
    if (start.ko()) first_ko_ = Grid::bit(*start.ko());
}

template <int Width, int Height>
void PlayoutLanes<Width, Height>::restart(std::size_t lane, std::uint64_t seed) {
    const auto set = [lane](Area& area, const typename Grid::Area& value) {
        for (std::size_t i = 0; i < Grid::count; ++i) area.words[i][lane] = value.words[i];
    };
    set(own_, first_own_);
    set(their_, first_their_);
    set(settled_, {});
    set(open_, Grid::board() & ~(first_own_ | first_their_));
    set(tried_, first_ko_);
    black_[lane] = black_first_ ? ~std::uint32_t{0} : 0;
    passed_[lane] = 0;
    moves_[lane] = 0;
    set(spot_, {});
    set(attacked_, {});
    set(safe_, {});
    set(joined_, {});
    begun_[lane] = 0;
    random_.seed(lane, seed);
}

/// A random point in each lane, with equal probability; none if no point is left.
template <int Width, int Height>
[[gnu::always_inline]] inline auto PlayoutLanes<Width, Height>::drawn() -> Area {
    static_assert(Width * Height < 128, "too many points for one random number");
    const Area left = open_ & ~tried_;
    std::array<Words, Grid::count> ends;  // the number of points up to the end of that word
    for (std::size_t i = 0; i < Grid::count; ++i) {
        ends[i] = count_bits(left.words[i]) + (i > 0 ? ends[i - 1] : Words{});
    }
    const Words choice = random_.below(ends.back());

    std::array<Mask, Grid::count> beyond{};
    Words word = left.words[0];
    Words begin{};
    for (std::size_t i = 0; i + 1 < Grid::count; ++i) {
        beyond[i] = holds(choice >= ends[i]);
        word = go::choose(beyond[i], left.words[i + 1], word);
        begin = go::choose(beyond[i], ends[i], begin);
    }
    const Words bit = nth_bits(word, choice - begin);
    return Area::each([&](std::size_t i) {
        const Words reached = i > 0 ? bit & beyond[i - 1] : bit;
        return reached & ~beyond[i];
    });
}

/// One function without calls: its words stay in registers.
template <int Width, int Height>
[[gnu::flatten, gnu::noinline]] Mask PlayoutLanes<Width, Height>::step() {
    const Area spot = spot_;
    const Mask idle = none(spot);
    const Mask pass = idle & begun_;
    begun_ = Mask{} - 1;

    const Area vertical = Grid::vertical(spot);
    const Area neighbours = (vertical | Grid::beside(spot)) & in_all(Grid::board());
    const Area diagonals = Grid::beside(vertical);
    const Area friends = neighbours & own_;
    const Area enemies = neighbours & their_;

    // An eye: all neighbours are of one side, with at most one enemy on its diagonals, none at the rim.
    const Mask among_own = none(neighbours & ~own_) & ~idle;
    const Mask among_their = none(neighbours & ~their_) & ~idle;
    const Area against = diagonals & choose(among_own, their_, own_);
    const Mask shape = at_most_one(against) & (none(against) | none(spot & in_all(Grid::rim())));
    const Mask own_eye = among_own & shape;
    const Mask eye = own_eye | (among_their & shape);

    // Find the groups that have a liberty besides the spot. At an eye, settled liberties count too.
    const Area liberties = (open_ | where(eye, settled_)) & ~spot;
    const Area at_liberty = Grid::around(liberties);
    const Area own = own_ | spot;
    // Extended once more, they would decide more points per step, but steps would take longer.
    const Area joined = Grid::spread(joined_ | spot | friends, own);
    joined_ = Grid::spread(joined, own);
    const Area stones = choose(own_eye, own_, their_);
    const Area threatened = choose(own_eye, friends, enemies) & ~at_liberty;
    const Area attacked = Grid::spread(attacked_ | threatened, stones);
    const Area safe = Grid::spread(safe_ | (stones & at_liberty), stones);
    attacked_ = Grid::spread(attacked, stones);
    safe_ = Grid::spread(safe, stones);
    const Mask open_question = any(threatened & ~safe_);
    const Mask still_growing = any((attacked_ ^ attacked) | ((safe_ ^ safe) & attacked_));
    const Mask dries = open_question & ~still_growing;
    const Area dry = where(dries, attacked_ & ~safe_);
    const Mask breathes = any(joined_ & at_liberty);
    const Mask strangled = ~(dries | breathes | own_eye | idle);
    const Mask joining = any(joined_ ^ joined);

    // Groups whose only liberties are settled eyes: unsettle those, and decide in the next step.
    const Area needed = settled_ & Grid::around(dry | where(strangled & ~joining, joined_));
    const Mask undecided = (open_question & still_growing) | (strangled & joining) | any(needed);
    const Mask decided = ~undecided;

    const Mask takes = decided & dries & ~own_eye;
    const Area taken = where(takes, dry);
    const Mask played = decided & ~(own_eye | idle) & (breathes | dries);
    const Mask settles = decided & eye & ~(played | dries);
    const Mask moved = played | pass;

    // A stone can make the enemy's eyes on its diagonals false. A capture from inside an eye can change
    // the other eyes of the groups around it.
    const Area unsettled =
        needed |
        (where(played, diagonals | Area::each([&](std::size_t) { return eye; })) & settled_);
    const Area new_eye = where(settles, spot);
    const Area stone = where(played, spot);
    own_ = own_ | stone;
    their_ = their_ & ~taken;
    settled_ = (settled_ | new_eye) & ~unsettled;
    open_ = (open_ & ~(stone | new_eye)) | taken | unsettled;

    // Ko: a single stone that has captured one stone and has no other liberty.
    const Area breath = neighbours & ~their_;
    const Mask ko = takes & none(friends) & none(breath ^ taken) & at_most_one(breath);
    tried_ = where(ko, taken) | where(~moved, tried_ | spot);

    swap_where(moved, own_, their_);
    black_ ^= moved;
    moves_ -= moved;
    const Mask over = (pass & passed_) | holds(moves_ >= move_limit);
    passed_ = pass | (passed_ & ~moved);
    attacked_ = where(undecided, attacked_);
    safe_ = where(undecided, safe_);
    joined_ = where(undecided, joined_);
    spot_ = choose(undecided, spot, drawn());
    return over;
}

}  // namespace arbiter::go
