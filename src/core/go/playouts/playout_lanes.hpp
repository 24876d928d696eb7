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
    using Area = BitArea<std::uint64_t>;

    PlayoutEnd(Area black, Area white)
        : black_(with_surroundings(black, white)), white_(with_surroundings(white, black)) {
        const Area both = black_ & white_;
        black_ = black_ & ~both;
        white_ = white_ & ~both;
    }

    /// The colour of the stone, or of the only side that the empty point reaches.
    Cell owner(Point point) const {
        const Area bit = Grid::bit(point);
        if (size(black_ & bit) != 0) return Cell::black;
        return size(white_ & bit) != 0 ? Cell::white : Cell::empty;
    }
    /// Black's points minus White's.
    int margin() const { return size(black_) - size(white_); }

private:
    static int size(Area area) { return std::popcount(area.low) + std::popcount(area.high); }
    static Area with_surroundings(Area own, Area their) {
        const Area reachable = Grid::board() & ~their;
        for (Area before{}; size(before ^ own) != 0;) {
            before = std::exchange(own, Grid::spread(own, reachable));
        }
        return own;
    }

    Area black_;
    Area white_;
};

/// Playouts like those of a `PlayoutBoard`, of eight games at once. Groups are not stored: they are
/// computed from the bits of the stones in every step. Only the end of a game is a branch.
///
/// In each game a step draws a random point and decides whether it can be played. To find out whether
/// a group has a liberty, the step extends two areas along the stones a few times: from the group,
/// and from all liberties. A game in which that does not decide continues with the same areas in the
/// next step, while the other games draw a new point.
///
/// As in a `PlayoutBoard`, an eye is settled when it is drawn. Here it is unsettled whenever a group
/// next to it may need it: an unnecessary one costs only another draw.
template <int Width, int Height>
class PlayoutLanes {
public:
    PlayoutLanes(const Position& start, std::uint64_t seed);

    /// Returns the lanes in which the game has ended: by two passes, or after three moves per point.
    Mask step();
    void restart(std::size_t lane);

    Color turn(std::size_t lane) const { return black_[lane] != 0 ? Color::black : Color::white; }
    /// The number of moves, passes included.
    std::uint64_t moves(std::size_t lane) const { return moves_[lane]; }
    BitArea<std::uint64_t> stones(std::size_t lane, Color color) const {
        const Area& area = color == turn(lane) ? own_ : their_;
        return {area.low[lane], area.high[lane]};
    }
    PlayoutEnd<Width, Height> ending(std::size_t lane) const {
        return {stones(lane, Color::black), stones(lane, Color::white)};
    }

private:
    using Grid = BitGrid<Width, Height>;
    using Area = BitArea<Words>;

    static constexpr std::uint64_t move_limit = std::uint64_t{3} * Width * Height;
    /// How often a step extends the areas. More rounds decide more points per step but take longer.
    static constexpr int rounds = 2;

    static Area in_all(BitArea<std::uint64_t> area) {
        return {Words{} + area.low, Words{} + area.high};
    }
    static Mask any(Area area) { return holds((area.low | area.high) != 0); }
    static Mask none(Area area) { return holds((area.low | area.high) == 0); }
    static Mask at_most_one(Area area) {
        return none({area.low & (area.low - 1), area.high & (area.high - 1)}) &
               ~(holds(area.low != 0) & holds(area.high != 0));
    }
    template <class Comparison>
    static Mask holds(Comparison comparison) {
        return std::bit_cast<Mask>(comparison);
    }
    static Area where(Mask mask, Area area) { return {mask & area.low, mask & area.high}; }
    static Area choose(Mask mask, Area yes, Area no) { return where(mask, yes) | where(~mask, no); }
    static void swap_where(Mask mask, Area& a, Area& b) {
        const Area difference = where(mask, a ^ b);
        a = a ^ difference;
        b = b ^ difference;
    }

    Area drawn();

    // The stones and settled eyes of the side to move and of the other side, in each lane.
    Area own_{};
    Area their_{};
    Area own_eyes_{};
    Area their_eyes_{};
    Area open_;     // empty and not settled
    Area tried_{};  // not drawn in this turn: rejected before, or ko
    Mask black_{};  // where it is Black's turn
    Mask passed_{};
    Words moves_{};

    // The state of the decision, in lanes where the last step did not decide.
    Mask undecided_{};
    Area spot_{};
    Area attacked_{};
    Area safe_{};
    Area joined_{};

    BasicRandom<Words, Words> random_;

    BitArea<std::uint64_t> first_own_{};
    BitArea<std::uint64_t> first_their_{};
    BitArea<std::uint64_t> first_ko_{};
    bool black_first_;
};

template <int Width, int Height>
PlayoutLanes<Width, Height>::PlayoutLanes(const Position& start, std::uint64_t seed)
    : open_(in_all(Grid::board())),
      random_(seed + Words{0, 1, 2, 3, 4, 5, 6, 7}),
      black_first_(start.turn() == Color::black) {
    for (int i = 0; i < start.size().points(); ++i) {
        const Point point = point_at(start.size(), i);
        const auto color = start.at(point);
        if (!color) continue;
        auto& stones = *color == start.turn() ? first_own_ : first_their_;
        stones = stones | Grid::bit(point);
    }
    if (start.ko()) first_ko_ = Grid::bit(*start.ko());
    for (std::size_t lane = 0; lane < lane_count; ++lane) restart(lane);
}

template <int Width, int Height>
void PlayoutLanes<Width, Height>::restart(std::size_t lane) {
    const auto set = [lane](Area& area, BitArea<std::uint64_t> value) {
        area.low[lane] = value.low;
        area.high[lane] = value.high;
    };
    set(own_, first_own_);
    set(their_, first_their_);
    set(own_eyes_, {});
    set(their_eyes_, {});
    set(open_, Grid::board() & ~(first_own_ | first_their_));
    set(tried_, first_ko_);
    black_[lane] = black_first_ ? ~std::uint64_t{0} : 0;
    passed_[lane] = 0;
    moves_[lane] = 0;
    undecided_[lane] = 0;
}

/// A random point in each lane, with equal probability; none if no point is left.
template <int Width, int Height>
[[gnu::always_inline]] inline auto PlayoutLanes<Width, Height>::drawn() -> Area {
    const Area left = open_ & ~tried_;
    const Words low_count = count_bits(left.low);
    const Words choice = random_.below(low_count + count_bits(left.high));
    const Mask in_high = holds(choice >= low_count);
    const Words word = (left.low & ~in_high) | (left.high & in_high);
    const Words n = choice - (low_count & in_high);
    const auto bits = [&]<std::size_t... lane>(std::index_sequence<lane...>) {
        return Words{nth_bit(word[lane], n[lane])...};
    }(std::make_index_sequence<lane_count>());
    return {bits & ~in_high, bits & in_high};
}

template <int Width, int Height>
[[gnu::always_inline]] inline Mask PlayoutLanes<Width, Height>::step() {
    const Area spot = choose(undecided_, spot_, drawn());
    const Mask pass = none(spot);

    const Area vertical = Grid::vertical(spot);
    const Area neighbours = (vertical | Grid::beside(spot)) & in_all(Grid::board());
    const Area diagonals = Grid::beside(vertical);
    const Area friends = neighbours & own_;
    const Area enemies = neighbours & their_;

    // An eye: all neighbours are of one side, with at most one enemy on its diagonals, none at the rim.
    const Mask among_own = none(neighbours ^ friends) & ~pass;
    const Mask among_their = none(neighbours ^ enemies) & ~pass;
    const Area against = diagonals & choose(among_own, their_, own_);
    const Mask shape = at_most_one(against) & ~(any(against) & any(spot & in_all(Grid::rim())));
    const Mask own_eye = among_own & shape;
    const Mask eye = own_eye | (among_their & shape);

    // Find the groups that have a liberty besides the spot. At an eye, settled liberties count too.
    const Area settled = own_eyes_ | their_eyes_;
    const Area liberties = (open_ | where(eye, settled)) & ~spot;
    const Area at_liberty = Grid::around(liberties);
    const Area own = own_ | spot;
    const Area stones = choose(own_eye, own_, their_);
    const Area threatened = choose(own_eye, friends, enemies) & ~at_liberty;
    Area attacked = choose(undecided_, attacked_, threatened);
    Area safe = where(undecided_, safe_) | (stones & at_liberty);
    Area joined = choose(undecided_, joined_, spot | friends);
    for (int round = 1; round < rounds; ++round) {
        attacked = Grid::spread(attacked, stones);
        safe = Grid::spread(safe, stones);
        joined = Grid::spread(joined, own);
    }
    attacked_ = Grid::spread(attacked, stones);
    safe_ = Grid::spread(safe, stones);
    joined_ = Grid::spread(joined, own);
    const Mask open_question = any(threatened & ~safe_);
    const Mask still_growing = any((attacked_ ^ attacked) | ((safe_ ^ safe) & attacked_));
    const Area dry = where(open_question & ~still_growing, attacked_ & ~safe_);
    const Mask breathes = any(joined_ & at_liberty);
    const Mask strangled = none(dry) & ~breathes & ~own_eye & ~pass;
    const Mask joining = any(joined_ ^ joined);

    // Groups whose only liberties are settled eyes: unsettle those, and decide in the next step.
    const Area needed = settled & Grid::around(dry | where(strangled & ~joining, joined_));
    spot_ = spot;
    undecided_ = (open_question & still_growing) | (strangled & joining) | any(needed);
    const Mask decided = ~undecided_;

    const Area taken = where(decided & ~own_eye, dry);
    const Mask played = decided & ~own_eye & ~pass & (breathes | any(taken));
    const Mask settles = decided & eye & ~played & ~(own_eye & any(dry));
    const Mask refused = decided & ~pass & ~played & ~settles;
    const Mask moved = played | pass;

    // A stone can make the enemy's eyes on its diagonals false. A capture from inside an eye can change
    // the other eyes of the groups around it.
    const Area unsettled =
        needed | where(played, diagonals & their_eyes_) | where(played & eye, their_eyes_);
    const Area new_own_eye = where(settles & own_eye, spot);
    const Area new_their_eye = where(settles & ~own_eye, spot);
    const Area stone = where(played, spot);
    own_ = own_ | stone;
    their_ = their_ & ~taken;
    own_eyes_ = (own_eyes_ | new_own_eye) & ~unsettled;
    their_eyes_ = (their_eyes_ | new_their_eye) & ~unsettled;
    open_ = (open_ & ~(stone | new_own_eye | new_their_eye)) | taken | unsettled;

    // Ko: a single stone that has captured one stone and has no other liberty.
    const Area breath = neighbours & ~own_ & ~their_;
    const Mask ko = played & none(friends) & none(breath ^ taken) & at_most_one(taken) & any(taken);
    tried_ = where(ko, taken) | where(~moved, tried_ | where(refused, spot));

    swap_where(moved, own_, their_);
    swap_where(moved, own_eyes_, their_eyes_);
    black_ ^= moved;
    moves_ -= moved;
    const Mask over = (pass & passed_) | holds(moves_ >= move_limit);
    passed_ = pass | (passed_ & ~moved);
    return over;
}

}  // namespace arbiter::go
