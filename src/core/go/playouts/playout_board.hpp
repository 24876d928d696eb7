#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "core/go/board/board.hpp"

namespace arbiter::go {

/// The spot of the next attempt. It is drawn during the previous move, as soon as that move has left
/// the list of empty spots: then it is known early, even after a branch misprediction.
struct Draw {
    explicit Draw(Random numbers) : random(numbers) {}

    Random random;
    std::size_t spot = 0;
    std::uint32_t choice = 0;  ///< where the spot is in the list
    std::uint32_t count = 0;   ///< the length of the list; 0 if nothing is drawn
    std::size_t played = 0;    ///< the spot of the last move that was made
};

/// A board for fast, uniformly random moves. A candidate is a legal move (no suicide, no simple ko)
/// that does not fill an eye of its own side: an empty point whose neighbours are all of that side,
/// with at most one enemy on its diagonals, or none at the edge.
///
/// Half of the time would be lost to mispredicted branches. Therefore:
///
/// - `around_` stores for each spot which of its four neighbours are black and which are white, so
///   that most conditions are computed from one number, without a branch.
/// - Moves are drawn from a list of empty spots, and drawn again if the spot is not a candidate. Most
///   such spots are eyes that neither side can play on: the owner would fill it, and it is suicide for
///   the other side. Such an eye is *settled* when it is drawn: it leaves the list, and the groups
///   around it count it among their eyes instead of their liberties. It returns to the list when an
///   enemy stone on a diagonal makes it false, or when a group has no other liberty left.
/// - Rare cases are in functions of their own, which are not inlined.
template <class Geometry>
class PlayoutBoard : private Geometry {
public:
    explicit PlayoutBoard(Geometry geometry = {});

    int points() const { return Geometry::width * Geometry::height; }

    /// Adds a stone before the first move. In the final position every group must have a liberty.
    void put(Point point, Color color);
    /// Forbids a point for the first move.
    void forbid(Point ko) { ko_ = index(ko); }

    /// Plays a random candidate. If there is none, passes and returns false.
    template <Cell stone>
    bool move(Draw& draw);
    template <Cell stone>
    bool move(Random& random) {
        Draw draw(random);
        const bool played = move<stone>(draw);
        random = draw.random;
        return played;
    }

    /// Plays there if it is a candidate: for a search that chooses the first moves of a playout.
    template <Cell stone>
    bool play(Point point);
    void pass() { ko_ = 0; }

    Point point(std::size_t spot) const {
        return {static_cast<std::uint8_t>(spot % stride() - 1),
                static_cast<std::uint8_t>(spot / stride() - 1)};
    }
    Cell at(Point point) const {
        const Cell cell = cells_[index(point)];
        return cell == settled ? Cell::empty : cell;
    }
    std::optional<Point> ko() const;

    /// Gives each empty region to the only side that it reaches. After two passes there is nothing to
    /// fill: no two empty points are neighbours.
    void fill_open_regions();
    /// At the end: the colour of the stone, or of the stones around the empty point.
    Cell owner(Point point) const;
    /// Black's points minus White's.
    int margin() const;

private:
    /// A set of neighbours: a bit for each of north, east, west and south.
    using Sides = std::uint32_t;
    static constexpr Sides all = 0b1111;

    /// The low four bits are the sides with a black stone, the high four those with a white one. The
    /// edge is both. An enumeration, because a character type could alias every other object.
    enum class Around : std::uint8_t {};

    enum class Verdict : std::uint8_t { played, refused, settled };

    static constexpr Cell settled = Cell{4};
    static constexpr std::int16_t plenty = -(1 << 14);

    template <class T>
    using Array = typename Geometry::template Array<T>;

    std::size_t stride() const { return static_cast<std::size_t>(Geometry::stride); }
    std::size_t index(Point point) const {
        return (point.row + std::size_t{1}) * stride() + point.column + 1;
    }
    /// The neighbour on the first of these sides; the spot itself if the set is empty.
    std::size_t neighbour(std::size_t s, Sides sides) const {
        return s + Geometry::steps[static_cast<std::size_t>(std::countr_zero(sides | (all + 1)))];
    }
    template <class Visit>
    void for_each_neighbour(std::size_t s, Visit visit) const {
        visit(s + stride());
        visit(s + 1);
        visit(s - 1);
        visit(s - stride());
    }
    template <class Visit>
    void for_each_diagonal(std::size_t s, Visit visit) const {
        visit(s + stride() + 1);
        visit(s + stride() - 1);
        visit(s - stride() + 1);
        visit(s - stride() - 1);
    }

    template <Cell stone>
    static Sides of(Around around) {
        const auto sides = static_cast<Sides>(around);
        return stone == Cell::black ? sides & all : sides >> 4;
    }

    /// The heads of the groups to the north, east, west and south.
    using Heads = std::array<std::size_t, 4>;
    Heads heads_around(std::size_t s) const {
        return {heads_[s + stride()], heads_[s + 1], heads_[s - 1], heads_[s - stride()]};
    }
    static Sides sides(Sides north, Sides east, Sides west, Sides south) {
        return north + 2 * (east + 2 * (west + 2 * south));
    }
    Sides sides_with_liberties(const Heads& heads) const {
        const auto has = [&](std::size_t head) {
            return static_cast<Sides>(std::int32_t{liberties_[head]}) >> 31;
        };
        return sides(has(heads[0]), has(heads[1]), has(heads[2]), has(heads[3]));
    }
    Sides sides_with_eyes(const Heads& heads) const {
        const auto has = [&](std::size_t head) { return Sides{eyes_[head] != 0}; };
        return sides(has(heads[0]), has(heads[1]), has(heads[2]), has(heads[3]));
    }
    void take_liberty(const Heads& heads) {
        for (const std::size_t head : heads) ++liberties_[head];
    }
    void give_liberty(const Heads& heads) {
        for (const std::size_t head : heads) --liberties_[head];
    }

    template <Cell stone>
    bool is_owner(std::size_t s) const {
        return cells_[s] == stone || of<stone>(around_[s]) == all;
    }

    template <Cell stone>
    void toggle_around(std::size_t s);
    template <Cell stone>
    bool diagonals_hold(std::size_t s) const;

    void draw_from(std::uint32_t count, Draw& draw) const {
        draw.count = count;
        draw.choice = draw.random.below(count);
        draw.spot = empties_[draw.choice];
    }
    template <Cell stone>
    Verdict attempt(Draw& draw);
    template <Cell stone>
    Verdict consider(std::size_t s, Sides alive);
    Verdict refuse(std::size_t s);
    Verdict settle(std::size_t s, Sides alive);
    void unsettle(std::size_t s);
    void unsettle_eyes(std::size_t member);
    template <Cell stone>
    void unsettle_false_eyes(std::size_t s);

    template <Cell stone>
    std::size_t add(std::size_t s);
    std::size_t joined(std::size_t s, Sides friends);
    template <Cell stone>
    void attack(std::size_t s, Sides attacked);
    template <Cell stone>
    int take_off(std::size_t member);

    Array<Cell> cells_;
    Array<Around> around_;
    Array<std::uint8_t> settled_diagonals_;
    Array<Spot> heads_;  // the head of the group; of a spot without a stone, the spot itself
    Array<Spot> next_;   // likewise
    // Of a group, at its head. An empty spot is a liberty for each stone that touches it. Liberties are
    // counted down from zero, so that the sign shows whether there are any. Settled eyes are counted
    // likewise, but up.
    Array<std::int16_t> liberties_;
    Array<std::uint16_t> eyes_;
    Array<std::uint16_t> stones_;
    Array<Spot> empties_;  // the empty spots that are not settled
    std::uint32_t empty_count_ = 0;
    std::size_t ko_ = 0;
};

template <class Geometry>
PlayoutBoard<Geometry>::PlayoutBoard(Geometry geometry)
    : Geometry(geometry),
      cells_(this->make(Cell::edge)),
      around_(this->make(Around{0})),
      settled_diagonals_(this->make(std::uint8_t{0})),
      heads_(this->make(Spot{0})),
      next_(this->make(Spot{0})),
      liberties_(this->make(plenty)),
      eyes_(this->make(std::uint16_t{0})),
      stones_(this->make(std::uint16_t{0})),
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
            around_[s] = static_cast<Around>(edges | edges << 4);
        }
    }
}

template <class Geometry>
void PlayoutBoard<Geometry>::put(Point point, Color color) {
    const std::size_t s = index(point);
    std::size_t choice = 0;
    while (empties_[choice] != s) ++choice;
    take_liberty(heads_around(s));
    empties_[choice] = empties_[--empty_count_];
    color == Color::black ? add<Cell::black>(s) : add<Cell::white>(s);
}

template <class Geometry>
std::optional<Point> PlayoutBoard<Geometry>::ko() const {
    if (ko_ == 0) return std::nullopt;
    return point(ko_);
}

/// Updates the neighbours after a stone was added or removed: it is south of its northern neighbour.
template <class Geometry>
template <Cell stone>
void PlayoutBoard<Geometry>::toggle_around(std::size_t s) {
    constexpr int shift = stone == Cell::black ? 0 : 4;
    const auto toggle = [&](std::size_t n, int side) {
        around_[n] = static_cast<Around>(static_cast<int>(around_[n]) ^ 1 << (side + shift));
    };
    toggle(s + stride(), 3);
    toggle(s + 1, 2);
    toggle(s - 1, 1);
    toggle(s - stride(), 0);
}

/// Whether a spot whose neighbours are all of that colour is an eye.
template <class Geometry>
template <Cell stone>
bool PlayoutBoard<Geometry>::diagonals_hold(std::size_t s) const {
    int enemies = 0;
    int edges = 0;
    for_each_diagonal(s, [&](std::size_t d) {
        enemies += static_cast<int>(cells_[d] == enemy_of(stone));
        edges |= static_cast<int>(cells_[d] == Cell::edge);
    });
    return enemies + edges < 2;
}

template <class Geometry>
template <Cell stone>
[[gnu::always_inline]] inline bool PlayoutBoard<Geometry>::move(Draw& draw) {
    std::uint32_t untried = empty_count_;
    if (draw.count != untried) draw_from(untried, draw);
    while (untried > 0) {
        const Verdict verdict = attempt<stone>(draw);
        if (verdict == Verdict::played) return true;
        std::swap(empties_[draw.choice], empties_[--untried]);
        if (verdict == Verdict::settled) empties_[untried] = empties_[--empty_count_];
        draw_from(untried, draw);
    }
    draw.count = 0;
    ko_ = 0;
    return false;
}

template <class Geometry>
template <Cell stone>
bool PlayoutBoard<Geometry>::play(Point point) {
    const std::size_t s = index(point);
    if (cells_[s] != Cell::empty) return false;
    Draw draw(Random(0));
    while (empties_[draw.choice] != s) ++draw.choice;
    draw.spot = s;
    const std::size_t choice = draw.choice;
    const Verdict verdict = attempt<stone>(draw);
    if (verdict == Verdict::settled) empties_[choice] = empties_[--empty_count_];
    return verdict == Verdict::played;
}

template <class Geometry>
template <Cell stone>
[[gnu::always_inline]] inline auto PlayoutBoard<Geometry>::attempt(Draw& draw) -> Verdict {
    const std::size_t s = draw.spot;
    const Sides own = of<stone>(around_[s]);
    const Sides their = of<enemy_of(stone)>(around_[s]);
    const Heads heads = heads_around(s);
    take_liberty(heads);
    const Sides alive = sides_with_liberties(heads);
    if (own == all) [[unlikely]] {
        if (diagonals_hold<stone>(s)) return settle(s, alive);
    }
    // Both branches do the same, but the first condition is known earlier: it does not need `alive`.
    if (their == all) [[unlikely]] {
        const Verdict verdict = consider<stone>(s, alive);
        if (verdict != Verdict::played) return verdict;
    } else if ((their | (own & ~alive)) == all) [[unlikely]] {
        const Verdict verdict = consider<stone>(s, alive);
        if (verdict != Verdict::played) return verdict;
    }
    empties_[draw.choice] = empties_[--empty_count_];
    draw.played = s;
    draw_from(empty_count_, draw);

    const std::size_t head = add<stone>(s);
    ko_ = 0;
    if (const Sides attacked = their & ~alive; attacked != 0) attack<stone>(s, attacked);
    if (liberties_[head] == 0) unsettle_eyes(head);
    if (settled_diagonals_[s] != 0) unsettle_false_eyes<stone>(s);
    return Verdict::played;
}

/// A stone without liberties of its own is played if it captures or joins a group with an eye.
template <class Geometry>
template <Cell stone>
[[gnu::noinline]] auto PlayoutBoard<Geometry>::consider(std::size_t s, Sides alive) -> Verdict {
    constexpr Cell enemy = enemy_of(stone);
    const Sides own = of<stone>(around_[s]);
    const Sides their = of<enemy>(around_[s]);
    const Sides dead = ~alive & ~sides_with_eyes(heads_around(s));
    if (((own & ~their & ~dead) | (their & dead)) != 0) {
        return s == ko_ ? refuse(s) : Verdict::played;
    }
    return their == all && diagonals_hold<enemy>(s) ? settle(s, alive) : refuse(s);
}

template <class Geometry>
auto PlayoutBoard<Geometry>::refuse(std::size_t s) -> Verdict {
    give_liberty(heads_around(s));
    return Verdict::refused;
}

/// The liberty has been removed from the groups around. If it was the last one of a group, the
/// opponent can capture there, so the eye is not settled.
template <class Geometry>
[[gnu::noinline]] auto PlayoutBoard<Geometry>::settle(std::size_t s, Sides alive) -> Verdict {
    if ((alive | sides_with_eyes(heads_around(s))) != all) return refuse(s);
    for_each_neighbour(s, [&](std::size_t n) { ++eyes_[heads_[n]]; });
    for_each_diagonal(s, [&](std::size_t d) { ++settled_diagonals_[d]; });
    cells_[s] = settled;
    return Verdict::settled;
}

template <class Geometry>
void PlayoutBoard<Geometry>::unsettle(std::size_t s) {
    cells_[s] = Cell::empty;
    empties_[empty_count_++] = static_cast<Spot>(s);
    give_liberty(heads_around(s));
    for_each_neighbour(s, [&](std::size_t n) { --eyes_[heads_[n]]; });
    for_each_diagonal(s, [&](std::size_t d) { --settled_diagonals_[d]; });
}

template <class Geometry>
[[gnu::noinline]] void PlayoutBoard<Geometry>::unsettle_eyes(std::size_t member) {
    // One eye touches at most four stones: this group has two eyes and lives.
    if (eyes_[heads_[member]] > 4) return;
    std::size_t s = member;
    do {
        for_each_neighbour(s, [&](std::size_t n) {
            if (cells_[n] == settled) unsettle(n);
        });
        s = next_[s];
    } while (s != member);
}

/// A stone can have made the enemy's eyes on its diagonals false.
template <class Geometry>
template <Cell stone>
[[gnu::noinline]] void PlayoutBoard<Geometry>::unsettle_false_eyes(std::size_t s) {
    constexpr Cell enemy = enemy_of(stone);
    for_each_diagonal(s, [&](std::size_t d) {
        if (cells_[d] != settled || of<enemy>(around_[d]) != all) return;
        if (!diagonals_hold<enemy>(d)) unsettle(d);
    });
}

/// Adds a stone whose spot no longer counts as a liberty. Returns the head of its group.
template <class Geometry>
template <Cell stone>
[[gnu::always_inline]] inline std::size_t PlayoutBoard<Geometry>::add(std::size_t s) {
    const Sides own = of<stone>(around_[s]);
    const Sides their = of<enemy_of(stone)>(around_[s]);
    const Sides friends = own & ~their;
    cells_[s] = stone;
    toggle_around<stone>(s);

    liberties_[s] = 0;
    const std::size_t head = heads_[neighbour(s, friends)];
    liberties_[head] = static_cast<std::int16_t>(liberties_[head] + std::popcount(own | their) - 4);
    ++stones_[head];
    heads_[s] = static_cast<Spot>(head);
    next_[s] = std::exchange(next_[head], static_cast<Spot>(s));
    const Sides more_friends = friends & (friends - 1);
    if (more_friends == 0) return head;
    return joined(s, more_friends);
}

template <class Geometry>
[[gnu::noinline]] std::size_t PlayoutBoard<Geometry>::joined(std::size_t s, Sides friends) {
    std::size_t head = heads_[s];
    for (; friends != 0; friends &= friends - 1) {
        const std::size_t other = heads_[neighbour(s, friends)];
        if (other == head) continue;
        const bool smaller = stones_[head] < stones_[other];
        const std::size_t from = smaller ? head : other;
        const std::size_t to = smaller ? other : head;
        std::size_t member = from;
        for (int left = stones_[from]; left > 0; left -= 4) {
            for (int i = 0; i < 4; ++i) {
                heads_[member] = static_cast<Spot>(to);
                member = next_[member];
            }
        }
        std::swap(next_[from], next_[to]);
        liberties_[to] = static_cast<std::int16_t>(liberties_[to] + liberties_[from]);
        eyes_[to] = static_cast<std::uint16_t>(eyes_[to] + std::exchange(eyes_[from], 0));
        stones_[to] = static_cast<std::uint16_t>(stones_[to] + std::exchange(stones_[from], 0));
        head = to;
    }
    return head;
}

/// Captures neighbouring groups without liberties; those with a settled eye get that liberty back.
template <class Geometry>
template <Cell stone>
[[gnu::noinline]] void PlayoutBoard<Geometry>::attack(std::size_t s, Sides attacked) {
    constexpr Cell enemy = enemy_of(stone);
    int taken = 0;
    std::size_t last_taken = 0;
    for (; attacked != 0; attacked &= attacked - 1) {
        const std::size_t n = neighbour(s, attacked);
        if (liberties_[heads_[n]] != 0) continue;
        if (eyes_[heads_[n]] != 0) {
            unsettle_eyes(n);
        } else {
            taken += take_off<enemy>(n);
            last_taken = n;
        }
    }
    if (taken == 1 && stones_[s] == 1 && liberties_[s] == -1 && heads_[s] == s) ko_ = last_taken;
}

template <class Geometry>
template <Cell stone>
int PlayoutBoard<Geometry>::take_off(std::size_t member) {
    stones_[heads_[member]] = 0;
    int taken = 0;
    std::size_t s = member;
    do {
        cells_[s] = Cell::empty;
        toggle_around<stone>(s);
        heads_[s] = static_cast<Spot>(s);
        liberties_[s] = plenty;
        give_liberty(heads_around(s));
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
        Sides touched = 0;
        for (std::size_t member = 0; member < region.size(); ++member) {
            for_each_neighbour(region[member], [&](std::size_t n) {
                touched |= Sides{1} << static_cast<Sides>(cells_[n]);
                if (cells_[n] != Cell::empty || seen[n]) return;
                seen[n] = true;
                region.push_back(n);
            });
        }
        const bool black = (touched & Sides{1} << static_cast<Sides>(Cell::black)) != 0;
        const bool white = (touched & Sides{1} << static_cast<Sides>(Cell::white)) != 0;
        if (black == white) continue;
        for (const std::size_t s : region) cells_[s] = black ? Cell::black : Cell::white;
    }
}

template <class Geometry>
Cell PlayoutBoard<Geometry>::owner(Point point) const {
    const bool black = is_owner<Cell::black>(index(point));
    const bool white = is_owner<Cell::white>(index(point));
    return black == white ? Cell::empty : black ? Cell::black : Cell::white;
}

template <class Geometry>
int PlayoutBoard<Geometry>::margin() const {
    int margin = 0;
    for (std::size_t s = 0; s < cells_.size(); ++s) {
        margin +=
            static_cast<int>(is_owner<Cell::black>(s)) - static_cast<int>(is_owner<Cell::white>(s));
    }
    return margin;
}

}  // namespace arbiter::go
