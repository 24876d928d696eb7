#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/go/board.hpp"

namespace arbiter::go {

/// A small generator of random numbers: a 64-bit linear congruence whose upper half is used.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_((seed ^ 0x9e3779b97f4a7c15) * multiplier) {}

    /// From 0 to count - 1, each equally likely up to one part in four thousand million.
    std::uint32_t below(std::uint32_t count) {
        const std::uint64_t upper = state_ >> 32;
        state_ = state_ * multiplier + 0x14057b7ef767814f;
        return static_cast<std::uint32_t>(upper * count >> 32);
    }

private:
    static constexpr std::uint64_t multiplier = 0x5851f42d4c957f2d;
    std::uint64_t state_;
};

/// A board that does nothing but uniformly random moves, and those fast. A candidate is a legal move
/// (no suicide, no simple ko) that does not fill an eye of one's own: an empty point whose
/// neighbours are all one's own, with at most one enemy on its diagonals, or none at the edge.
///
/// What a processor pays for here is branches it cannot foresee, hence the two ideas:
///
/// - `around_` knows of each spot which of its four neighbours are black and which are white, so
///   that most questions are asked of one number, without a branch.
/// - A move is drawn from a list of empty spots and drawn again if it is no candidate. Most of
///   those are eyes that neither side can play on: one's own, and suicide for the other side. Such an
///   eye is *settled* when it is drawn: it leaves the list, and the groups around it count it no
///   longer among their `liberties` but among their `eyes`. It comes back when an enemy stone on
///   a diagonal may have made it false, or when a group has no other liberties left.
template <class Geometry>
class PlayoutBoard : private Geometry {
public:
    explicit PlayoutBoard(Geometry geometry = {});

    int points() const { return Geometry::width * Geometry::height; }

    /// A stone of a position in which every group has a liberty, put down before the first move.
    void put(Point point, Color color) {
        const std::size_t s = index(point);
        std::size_t choice = 0;
        while (empties_[choice] != s) ++choice;
        take_liberty(s);
        color == Color::black ? add<Cell::black>(s, choice) : add<Cell::white>(s, choice);
    }
    /// Where the side that moves first may not play, for that one move.
    void forbid(Point ko) { ko_ = index(ko); }

    /// Plays one of the candidates; if there is none, passes and says so with a false.
    template <Cell stone>
    bool move(Random& random);

    Cell at(Point point) const {
        const Cell cell = cells_[index(point)];
        return cell == settled ? Cell::empty : cell;
    }
    /// Gives each empty region to the side that alone can be reached from it. Where nobody has a
    /// candidate left no two empty points touch and there is nothing to fill.
    void fill_open_regions();
    /// Whose the point is when the game has ended: a stone's, or that of the stones all around it.
    Cell owner(Point point) const { return owner(index(point)); }
    /// Black's points less White's.
    int margin() const;
    std::optional<Point> ko() const {
        if (ko_ == 0) return std::nullopt;
        return Point{static_cast<std::uint8_t>(ko_ % stride() - 1),
                     static_cast<std::uint8_t>(ko_ / stride() - 1)};
    }

private:
    /// A set of neighbours: one bit for each of north, east, west and south.
    using Sides = std::uint32_t;
    static constexpr Sides all = 0b1111;

    struct Group {
        std::uint16_t liberties;  // an empty spot counts for each stone that touches it
        std::uint16_t eyes;       // settled ones, counted in the same manner
        std::uint16_t stones;

        bool breathes() const { return (liberties | eyes) != 0; }
    };
    enum class Verdict : std::uint8_t { played, refused, settled };

    static constexpr Cell settled = Cell{4};
    static constexpr std::uint16_t plenty = 1 << 15;

    template <class T>
    using Array = typename Geometry::template Array<T>;

    std::size_t stride() const { return static_cast<std::size_t>(Geometry::stride); }
    std::size_t index(Point point) const {
        return (point.row + std::size_t{1}) * stride() + point.column + 1;
    }
    /// The neighbour on the first of these sides; the spot itself if there is none.
    std::size_t neighbour(std::size_t s, Sides sides) const {
        return s + Geometry::steps[static_cast<std::size_t>(std::countr_zero(sides | (all + 1)))];
    }
    Cell owner(std::size_t s) const {
        const bool black = cells_[s] == Cell::black || of<Cell::black>(around_[s]) == all;
        const bool white = cells_[s] == Cell::white || of<Cell::white>(around_[s]) == all;
        return black == white ? Cell::empty : black ? Cell::black : Cell::white;
    }
    template <class Visit>
    void for_each_neighbour(std::size_t s, Sides sides, Visit visit) const {
        for (; sides != 0; sides &= sides - 1) visit(neighbour(s, sides));
    }
    Group& group(std::size_t s) { return groups_[heads_[s]]; }

    /// Which neighbours are of that colour; the edge is of both.
    template <Cell stone>
    static Sides of(std::uint32_t around) {
        return stone == Cell::black ? around & all : around >> 4;
    }

    template <Cell stone>
    void toggle_around(std::size_t s);
    template <Cell stone>
    bool diagonals_hold(std::size_t s) const;
    void take_liberty(std::size_t s);
    void give_liberty(std::size_t s);

    template <Cell stone>
    Verdict attempt(std::size_t s, std::size_t choice);
    template <Cell stone>
    bool lives(std::size_t s, Sides friends, Sides enemies);
    Verdict refuse(std::size_t s);
    Verdict settle(std::size_t s, Sides owners);
    void unsettle(std::size_t s);
    void unsettle_eyes(std::size_t member);

    template <Cell stone>
    std::size_t add(std::size_t s, std::size_t choice);
    std::size_t joined(std::size_t one, std::size_t other);
    template <Cell stone>
    int take_off(std::size_t member);

    Array<Cell> cells_;
    Array<std::uint16_t> around_;
    Array<Spot> heads_;  // of a spot without a stone: itself
    Array<Spot> next_;   // likewise
    Array<Group> groups_;
    Array<Spot> empties_;  // those that are not settled
    std::uint32_t empty_count_ = 0;
    std::size_t ko_ = 0;
};

template <class Geometry>
PlayoutBoard<Geometry>::PlayoutBoard(Geometry geometry)
    : Geometry(geometry),
      cells_(this->make(Cell::edge)),
      around_(this->make(std::uint16_t{0})),
      heads_(this->make(Spot{0})),
      next_(this->make(Spot{0})),
      groups_(this->make(Group{plenty, 0, 0})),
      empties_(this->make(Spot{0})) {
    for (std::size_t s = 0; s < heads_.size(); ++s) heads_[s] = next_[s] = static_cast<Spot>(s);
    for (int row = 0; row < Geometry::height; ++row) {
        for (int column = 0; column < Geometry::width; ++column) {
            const std::size_t s =
                index({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
            cells_[s] = Cell::empty;
            empties_[empty_count_++] = static_cast<Spot>(s);
            const Sides edges = Sides{row + 1 == Geometry::height} |
                                Sides{column + 1 == Geometry::width} << 1 |
                                Sides{column == 0} << 2 | Sides{row == 0} << 3;
            around_[s] = static_cast<std::uint16_t>(edges | edges << 4);
        }
    }
}

/// A stone has come or gone: it is south of its northern neighbour, and so on.
template <class Geometry>
template <Cell stone>
void PlayoutBoard<Geometry>::toggle_around(std::size_t s) {
    constexpr int shift = stone == Cell::black ? 0 : 4;
    around_[s + stride()] ^= 0b1000 << shift;
    around_[s + 1] ^= 0b0100 << shift;
    around_[s - 1] ^= 0b0010 << shift;
    around_[s - stride()] ^= 0b0001 << shift;
}

/// Whether a spot among stones of that colour is an eye.
template <class Geometry>
template <Cell stone>
bool PlayoutBoard<Geometry>::diagonals_hold(std::size_t s) const {
    int enemies = 0;
    int edges = 0;
    for (const std::size_t d :
         {s + stride() + 1, s + stride() - 1, s - stride() + 1, s - stride() - 1}) {
        enemies += cells_[d] == enemy_of(stone) ? 1 : 0;
        edges |= cells_[d] == Cell::edge ? 1 : 0;
    }
    return enemies + edges < 2;
}

template <class Geometry>
void PlayoutBoard<Geometry>::take_liberty(std::size_t s) {
    --group(s + stride()).liberties;
    --group(s + 1).liberties;
    --group(s - 1).liberties;
    --group(s - stride()).liberties;
}

template <class Geometry>
void PlayoutBoard<Geometry>::give_liberty(std::size_t s) {
    ++group(s + stride()).liberties;
    ++group(s + 1).liberties;
    ++group(s - 1).liberties;
    ++group(s - stride()).liberties;
}

template <class Geometry>
template <Cell stone>
bool PlayoutBoard<Geometry>::move(Random& random) {
    for (std::uint32_t untried = empty_count_; untried > 0;) {
        const std::uint32_t choice = random.below(untried);
        const Verdict verdict = attempt<stone>(empties_[choice], choice);
        if (verdict == Verdict::played) return true;
        std::swap(empties_[choice], empties_[--untried]);
        if (verdict == Verdict::settled) empties_[untried] = empties_[--empty_count_];
    }
    ko_ = 0;
    return false;
}

template <class Geometry>
template <Cell stone>
auto PlayoutBoard<Geometry>::attempt(std::size_t s, std::size_t choice) -> Verdict {
    constexpr Cell enemy = enemy_of(stone);
    const Sides own = of<stone>(around_[s]);
    const Sides their = of<enemy>(around_[s]);
    const Sides friends = own & ~their;
    const Sides enemies = their & ~own;
    const bool open = (own | their) != all;
    take_liberty(s);
    if (own == all && diagonals_hold<stone>(s)) [[unlikely]]
        return settle(s, friends);

    const Sides choked =
        Sides{group(s + stride()).liberties == 0} | Sides{group(s + 1).liberties == 0} << 1 |
        Sides{group(s - 1).liberties == 0} << 2 | Sides{group(s - stride()).liberties == 0} << 3;
    const Sides attacked = choked & enemies;
    if (!open && (friends & ~choked) == 0) [[unlikely]] {
        if (!lives<stone>(s, friends, attacked)) {
            return their == all && diagonals_hold<enemy>(s) ? settle(s, enemies) : refuse(s);
        }
        if (s == ko_) return refuse(s);
    }
    const std::size_t head = add<stone>(s, choice);
    ko_ = 0;
    if (attacked != 0) [[unlikely]] {
        int taken = 0;
        std::size_t last_taken = 0;
        for_each_neighbour(s, attacked, [&](std::size_t n) {
            if (cells_[n] != enemy) return;
            if (group(n).eyes != 0) return unsettle_eyes(n);
            if (group(n).liberties != 0) return;
            taken += take_off<enemy>(n);
            last_taken = n;
        });
        if (taken == 1 && !open && friends == 0) ko_ = last_taken;
    }
    if (groups_[head].liberties == 0) [[unlikely]]
        unsettle_eyes(head);
    const std::array diagonals{s + stride() + 1, s + stride() - 1, s - stride() + 1,
                               s - stride() - 1};
    int near = 0;
    for (const std::size_t d : diagonals) near |= static_cast<int>(cells_[d]);
    if ((near & static_cast<int>(settled)) != 0) [[unlikely]] {
        for (const std::size_t d : diagonals) {
            if (cells_[d] == settled) unsettle(d);
        }
    }
    return Verdict::played;
}

/// Whether a stone without an empty neighbour takes something, or joins a group with an eye.
template <class Geometry>
template <Cell stone>
bool PlayoutBoard<Geometry>::lives(std::size_t s, Sides friends, Sides attacked) {
    bool answer = false;
    for_each_neighbour(s, friends, [&](std::size_t n) { answer |= group(n).breathes(); });
    for_each_neighbour(s, attacked, [&](std::size_t n) { answer |= !group(n).breathes(); });
    return answer;
}

template <class Geometry>
auto PlayoutBoard<Geometry>::refuse(std::size_t s) -> Verdict {
    give_liberty(s);
    return Verdict::refused;
}

template <class Geometry>
auto PlayoutBoard<Geometry>::settle(std::size_t s, Sides owners) -> Verdict {
    bool last = false;
    for_each_neighbour(s, owners, [&](std::size_t n) { last |= !group(n).breathes(); });
    if (last) return refuse(s);
    for_each_neighbour(s, owners, [&](std::size_t n) { ++group(n).eyes; });
    cells_[s] = settled;
    return Verdict::settled;
}

template <class Geometry>
void PlayoutBoard<Geometry>::unsettle(std::size_t s) {
    cells_[s] = Cell::empty;
    empties_[empty_count_++] = static_cast<Spot>(s);
    give_liberty(s);
    for_each_neighbour(s, all, [&](std::size_t n) { --group(n).eyes; });
}

template <class Geometry>
void PlayoutBoard<Geometry>::unsettle_eyes(std::size_t member) {
    std::size_t s = member;
    do {
        for_each_neighbour(s, all, [&](std::size_t n) {
            if (cells_[n] == settled) unsettle(n);
        });
        s = next_[s];
    } while (s != member);
}

/// Liberties of the neighbours have been taken already.
template <class Geometry>
template <Cell stone>
std::size_t PlayoutBoard<Geometry>::add(std::size_t s, std::size_t choice) {
    const Sides own = of<stone>(around_[s]);
    const Sides their = of<enemy_of(stone)>(around_[s]);
    const Sides friends = own & ~their;
    empties_[choice] = empties_[--empty_count_];
    cells_[s] = stone;
    toggle_around<stone>(s);

    std::size_t head = heads_[neighbour(s, friends)];
    if (friends == 0) groups_[s] = {0, 0, 0};
    Group& group = groups_[head];
    group.liberties = static_cast<std::uint16_t>(group.liberties + 4 - std::popcount(own | their));
    ++group.stones;
    heads_[s] = static_cast<Spot>(head);
    const Spot next = next_[head];
    next_[head] = static_cast<Spot>(s);
    next_[s] = next;
    for_each_neighbour(s, friends & (friends - 1), [&](std::size_t n) {
        if (heads_[n] != head) head = joined(head, heads_[n]);
    });
    return head;
}

template <class Geometry>
std::size_t PlayoutBoard<Geometry>::joined(std::size_t one, std::size_t other) {
    if (groups_[one].stones < groups_[other].stones) std::swap(one, other);
    std::size_t s = other;
    do {
        heads_[s] = static_cast<Spot>(one);
        s = next_[s];
    } while (s != other);
    std::swap(next_[one], next_[other]);
    Group& group = groups_[one];
    const Group& more = groups_[other];
    group.liberties = static_cast<std::uint16_t>(group.liberties + more.liberties);
    group.eyes = static_cast<std::uint16_t>(group.eyes + more.eyes);
    group.stones = static_cast<std::uint16_t>(group.stones + more.stones);
    return one;
}

template <class Geometry>
template <Cell stone>
int PlayoutBoard<Geometry>::take_off(std::size_t member) {
    int taken = 0;
    std::size_t s = member;
    do {
        cells_[s] = Cell::empty;
        toggle_around<stone>(s);
        heads_[s] = static_cast<Spot>(s);
        groups_[s].liberties = plenty;
        give_liberty(s);
        empties_[empty_count_++] = static_cast<Spot>(s);
        ++taken;
        s = std::exchange(next_[s], static_cast<Spot>(s));
    } while (s != member);
    return taken;
}

template <class Geometry>
void PlayoutBoard<Geometry>::fill_open_regions() {
    auto seen = this->make(false);
    for (std::uint32_t i = 0; i < empty_count_; ++i) {
        if (seen[empties_[i]]) continue;
        std::vector<std::size_t> region{empties_[i]};
        seen[empties_[i]] = true;
        std::uint32_t touched = 0;
        for (std::size_t member = 0; member < region.size(); ++member) {
            for_each_neighbour(region[member], all, [&](std::size_t n) {
                touched |= 1U << static_cast<unsigned>(cells_[n]);
                if (cells_[n] != Cell::empty || seen[n]) return;
                seen[n] = true;
                region.push_back(n);
            });
        }
        const bool black = (touched & 1U << static_cast<unsigned>(Cell::black)) != 0;
        const bool white = (touched & 1U << static_cast<unsigned>(Cell::white)) != 0;
        if (black == white) continue;
        for (const std::size_t s : region) cells_[s] = black ? Cell::black : Cell::white;
    }
}

template <class Geometry>
int PlayoutBoard<Geometry>::margin() const {
    int margin = 0;
    for (std::size_t row = 1; row <= static_cast<std::size_t>(Geometry::height); ++row) {
        const std::size_t west = row * stride() + 1;
        for (std::size_t s = west; s < west + static_cast<std::size_t>(Geometry::width); ++s) {
            margin += owner(s) == Cell::black ? 1 : owner(s) == Cell::white ? -1 : 0;
        }
    }
    return margin;
}

}  // namespace arbiter::go
