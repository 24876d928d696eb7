#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/contract/color.hpp"
#include "core/go/board/point.hpp"

namespace arbiter::go {

enum class Cell : std::uint8_t { empty, black, white, edge };

constexpr Cell stone_of(Color color) { return color == Color::black ? Cell::black : Cell::white; }
constexpr Cell enemy_of(Cell stone) { return stone == Cell::black ? Cell::white : Cell::black; }
constexpr Color color_of(Cell stone) { return stone == Cell::black ? Color::black : Color::white; }

/// An index of the board's arrays. Rows are `stride` apart, with one column of edge between them and
/// a row of edge above and below, so that every spot on the board has four neighbours.
using Spot = std::uint16_t;

/// The differences to the spots north, east, west and south, and 0.
using Steps = std::array<std::size_t, 5>;
constexpr Steps steps_for(int stride) {
    const auto row = static_cast<std::size_t>(stride);
    return {row, 1, 0 - std::size_t{1}, 0 - row, 0};
}

/// A square board whose size is known at compile time: for playouts and search.
template <int Side>
struct FixedGeometry {
    static constexpr int width = Side;
    static constexpr int height = Side;
    static constexpr int stride = Side + 1;
    static constexpr int cells = (Side + 2) * stride + 1;
    static constexpr Steps steps = steps_for(stride);
    template <class T>
    using Array = std::array<T, static_cast<std::size_t>(cells)>;
    template <class T>
    Array<T> make(T value) const {
        Array<T> array;
        array.fill(value);
        return array;
    }
};

/// A board of any size.
struct AnyGeometry {
    int width = 19;
    int height = 19;
    int stride = 20;
    int cells = 21 * 20 + 1;
    Steps steps = steps_for(stride);
    AnyGeometry() = default;
    explicit AnyGeometry(Size size)
        : width(size.width),
          height(size.height),
          stride(size.width + 1),
          cells((size.height + 2) * stride + 1) {}
    template <class T>
    using Array = std::vector<T>;
    template <class T>
    Array<T> make(T value) const {
        return Array<T>(static_cast<std::size_t>(cells), value);
    }
};

/// Stones, groups and liberties, updated with every move.
///
/// A group is a ring of spots (`next`) that all name the same head (`head`); the head's
/// `liberties` counts pseudo-liberties: an empty spot counts once for every stone of the group
/// that touches it. The count is zero exactly when the group has no liberty, and two groups that
/// become one simply add theirs.
template <class Geometry>
class BasicBoard : private Geometry {
public:
    explicit BasicBoard(Geometry geometry = {});

    int width() const { return Geometry::width; }
    int height() const { return Geometry::height; }
    Spot spot(Point point) const {
        return static_cast<Spot>((point.row + 1) * Geometry::stride + point.column + 1);
    }
    Point point(Spot spot) const {
        return {static_cast<std::uint8_t>(spot % Geometry::stride - 1),
                static_cast<std::uint8_t>(spot / Geometry::stride - 1)};
    }

    Cell at(Spot spot) const { return sites_[spot].cell; }
    int empty_count() const { return empty_count_; }

    /// The spot that simple ko forbids to the side to move; 0, which is edge, if there is none.
    Spot ko() const { return ko_; }

    bool has_empty_neighbour(Spot spot) const {
        return at(north(spot)) == Cell::empty || at(south(spot)) == Cell::empty ||
               at(east(spot)) == Cell::empty || at(west(spot)) == Cell::empty;
    }

    /// Whether a stone there would have no liberties after captures. The spot must be empty.
    bool is_suicide(Spot spot, Cell stone) const;

    /// Puts a stone on an empty spot and takes off what it captures, or itself if it is suicide.
    /// `on_taken` is called with the spot of each stone taken off. Returns the number of enemy
    /// stones among them.
    template <class OnTaken>
    int place(Spot spot, Cell stone, OnTaken on_taken);
    int place(Spot spot, Cell stone) {
        return place(spot, stone, [](Spot) {});
    }
    /// Puts a stone on an empty spot and takes nothing off, also where a group has no liberty then.
    void set_up(Spot spot, Cell stone);
    void pass() { ko_ = 0; }

    /// The stones of the group that the stone there belongs to.
    template <class Visit>
    void for_each_stone(Spot spot, Visit visit) const;
    /// Its liberties; one that several stones touch is visited several times.
    template <class Visit>
    void for_each_liberty(Spot spot, Visit visit) const;
    /// A stone that represents the group: the same for all stones of the group.
    Spot head(Spot spot) const { return sites_[spot].head; }
    /// Whether the group of the stone there has a liberty.
    bool breathes(Spot spot) const { return sites_[sites_[spot].head].liberties != 0; }
    /// Whether an empty spot is the only liberty of the group of that stone.
    bool only_breathes_at(Spot stone, Spot spot) const {
        const Spot head = sites_[stone].head;
        if (sites_[head].liberties > 4) return false;  // a spot touches four stones at most
        int touching = 0;
        for (const Spot n : around(spot)) touching += sites_[n].head == head ? 1 : 0;
        return sites_[head].liberties == touching;
    }
    std::array<Spot, 4> around(Spot s) const { return {north(s), south(s), east(s), west(s)}; }

private:
    Spot north(Spot s) const { return static_cast<Spot>(s + Geometry::stride); }
    Spot south(Spot s) const { return static_cast<Spot>(s - Geometry::stride); }
    static Spot east(Spot s) { return static_cast<Spot>(s + 1); }
    static Spot west(Spot s) { return static_cast<Spot>(s - 1); }

    template <class T>
    using Array = typename Geometry::template Array<T>;

    template <class OnTaken>
    int take_off(Spot head, OnTaken& on_taken);
    /// A group of one stone, not yet joined with its neighbours.
    void put(Spot spot, Cell stone);
    Spot joined(Spot one, Spot other);

    /// In one array and without default values, so that a copy of the board is one copy of memory.
    struct Site {
        Cell cell;
        Spot head;
        Spot next;
        std::uint16_t liberties;
        std::uint16_t stones;
    };

    Array<Site> sites_;
    int empty_count_ = 0;
    Spot ko_ = 0;
};

template <class Geometry>
BasicBoard<Geometry>::BasicBoard(Geometry geometry)
    : Geometry(geometry), sites_(this->make(Site{Cell::edge, 0, 0, 0, 0})) {
    for (int row = 0; row < Geometry::height; ++row) {
        for (int column = 0; column < Geometry::width; ++column) {
            const auto s = static_cast<Spot>((row + 1) * Geometry::stride + column + 1);
            sites_[s].cell = Cell::empty;
            ++empty_count_;
        }
    }
}

template <class Geometry>
bool BasicBoard<Geometry>::is_suicide(Spot spot, Cell stone) const {
    if (has_empty_neighbour(spot)) return false;
    for (const Spot n : around(spot)) {
        if (sites_[n].cell == Cell::edge) continue;
        const bool last = only_breathes_at(n, spot);
        if ((sites_[n].cell == stone) != last)
            return false;  // a friend that lives on, or a capture
    }
    return true;
}

template <class Geometry>
template <class Visit>
void BasicBoard<Geometry>::for_each_stone(Spot spot, Visit visit) const {
    Spot s = spot;
    do {
        visit(s);
        s = sites_[s].next;
    } while (s != spot);
}

template <class Geometry>
template <class Visit>
void BasicBoard<Geometry>::for_each_liberty(Spot spot, Visit visit) const {
    for_each_stone(spot, [&](Spot s) {
        for (const Spot n : around(s)) {
            if (sites_[n].cell == Cell::empty) visit(n);
        }
    });
}

template <class Geometry>
template <class OnTaken>
int BasicBoard<Geometry>::take_off(Spot head, OnTaken& on_taken) {
    int taken = 0;
    Spot s = head;
    do {
        on_taken(s);
        sites_[s].cell = Cell::empty;
        sites_[s].head = 0;
        ++empty_count_;
        for (const Spot n : around(s)) ++sites_[sites_[n].head].liberties;
        ++taken;
        s = sites_[s].next;
    } while (s != head);
    return taken;
}

template <class Geometry>
Spot BasicBoard<Geometry>::joined(Spot one, Spot other) {
    if (sites_[one].stones < sites_[other].stones) std::swap(one, other);
    Spot s = other;
    do {
        sites_[s].head = one;
        s = sites_[s].next;
    } while (s != other);
    std::swap(sites_[one].next, sites_[other].next);
    sites_[one].stones = static_cast<std::uint16_t>(sites_[one].stones + sites_[other].stones);
    sites_[one].liberties =
        static_cast<std::uint16_t>(sites_[one].liberties + sites_[other].liberties);
    return one;
}

template <class Geometry>
void BasicBoard<Geometry>::put(Spot spot, Cell stone) {
    --empty_count_;
    sites_[spot].cell = stone;
    sites_[spot].head = spot;
    sites_[spot].next = spot;
    sites_[spot].stones = 1;
    sites_[spot].liberties = 0;
    for (const Spot n : around(spot)) {
        --sites_[sites_[n].head].liberties;
        sites_[spot].liberties = static_cast<std::uint16_t>(
            sites_[spot].liberties + (sites_[n].cell == Cell::empty ? 1 : 0));
    }
    ko_ = 0;
}

template <class Geometry>
void BasicBoard<Geometry>::set_up(Spot spot, Cell stone) {
    put(spot, stone);
    for (const Spot n : around(spot)) {
        if (sites_[n].cell == stone && sites_[n].head != sites_[spot].head)
            joined(sites_[spot].head, sites_[n].head);
    }
}

template <class Geometry>
template <class OnTaken>
int BasicBoard<Geometry>::place(Spot spot, Cell stone, OnTaken on_taken) {
    const Cell enemy = enemy_of(stone);
    put(spot, stone);
    int taken = 0;
    Spot last_taken = 0;
    Spot head = spot;
    for (const Spot n : around(spot)) {
        if (sites_[n].cell == stone) {
            if (sites_[n].head != head) head = joined(head, sites_[n].head);
        } else if (sites_[n].cell == enemy && sites_[sites_[n].head].liberties == 0) {
            taken += take_off(sites_[n].head, on_taken);
            last_taken = n;
        }
    }
    if (taken == 1 && sites_[head].stones == 1 && sites_[head].liberties == 1) ko_ = last_taken;
    if (sites_[head].liberties == 0) take_off(head, on_taken);
    return taken;
}

}  // namespace arbiter::go
