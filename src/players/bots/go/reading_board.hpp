#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/go/position.hpp"
#include "players/bots/go/spot_set.hpp"

namespace arbiter::players {

/// A board for playouts that read: it knows every group's liberties exactly, and for every spot what
/// stands on the eight spots around it. Boards up to `Side` by `Side` lie in its lower left corner, so
/// that all distances are known to the compiler.
template <int Side>
class ReadingBoard {
public:
    using Cell = go::Cell;
    using Spot = go::Spot;
    static constexpr int stride = Side + 1;
    static constexpr std::size_t cell_count = (Side + 2) * stride + 1;
    using Set = SpotSet<cell_count>;
    template <class T>
    using Array = std::array<T, cell_count>;

    explicit ReadingBoard(const go::Position& position) : size_(position.size()) {
        cells_.fill(Cell::edge);
        around_.fill(0xffff);
        for (int i = 0; i < size_.points(); ++i) {
            const Spot s = spot(go::point_at(size_, i));
            set_cell(s, Cell::empty);
            enlist(s);
        }
        for (int i = 0; i < size_.points(); ++i) {
            const go::Point point = go::point_at(size_, i);
            if (const auto color = position.at(point)) play(spot(point), go::stone_of(*color));
        }
        ko_ = position.ko() ? spot(*position.ko()) : Spot{0};
    }

    go::Size size() const { return size_; }
    static constexpr Spot spot(go::Point point) {
        return static_cast<Spot>((point.row + 1) * stride + point.column + 1);
    }
    static constexpr go::Point point(Spot spot) {
        return {static_cast<std::uint8_t>(spot % stride - 1),
                static_cast<std::uint8_t>(spot / stride - 1)};
    }
    static constexpr std::array<Spot, 4> beside(Spot s) {
        return {static_cast<Spot>(s + stride), static_cast<Spot>(s + 1), static_cast<Spot>(s - 1),
                static_cast<Spot>(s - stride)};
    }
    /// All eight, beginning in the north-west, as `around` has them.
    static constexpr std::array<Spot, 8> ring(Spot s) {
        std::array<Spot, 8> spots{};
        for (std::size_t i = 0; i < 8; ++i) spots[i] = static_cast<Spot>(s + ring_steps[i]);
        return spots;
    }

    Cell at(Spot spot) const { return cells_[spot]; }
    bool is_stone(Spot spot) const { return at(spot) == Cell::black || at(spot) == Cell::white; }
    /// The cells of the ring, two bits for each.
    std::uint16_t around(Spot spot) const { return around_[spot]; }
    std::span<const Spot> empties() const { return std::span(empties_).first(empty_count_); }
    Spot ko() const { return ko_; }
    void lift_ko() { ko_ = 0; }
    /// The number of stones that the last move took.
    int taken() const { return taken_; }
    /// Black's stones less White's.
    int stone_margin() const { return stone_margin_; }

    Spot head(Spot stone) const { return head_[stone]; }
    int stones(Spot stone) const { return stones_[head_[stone]]; }
    int liberties(Spot stone) const { return liberty_count_[head_[stone]]; }
    const Set& liberties_of(Spot stone) const { return liberties_[head_[stone]]; }
    Spot last_liberty(Spot stone) const { return liberties_of(stone).first(); }
    template <class Visit>
    void for_each_stone(Spot stone, Visit visit) const {
        Spot s = stone;
        do {
            visit(s);
            s = next_[s];
        } while (s != stone);
    }

    /// Whether an empty spot is neither a suicide nor forbidden by ko.
    bool is_legal(Spot spot, Cell stone) const {
        if (spot == ko_) return false;
        for (const Spot n : beside(spot)) {
            const Cell cell = at(n);
            if (cell == Cell::empty) return true;
            if (cell != Cell::edge && (liberties(n) == 1) != (cell == stone)) return true;
        }
        return false;
    }

    /// What a stone on an empty spot would come to.
    struct Preview {
        int liberties = 0;
        int stones = 1;
        int taken = 0;
    };
    Preview preview(Spot spot, Cell stone) const {
        Preview preview;
        Set set;
        std::array<Spot, 4> seen{};
        std::size_t seen_count = 0;
        for (const Spot n : beside(spot)) {
            const Cell cell = at(n);
            if (cell == Cell::empty) set.insert(n);
            if (cell == Cell::empty || cell == Cell::edge) continue;
            const Spot group = head_[n];
            if (cell != stone && liberty_count_[group] > 1) continue;
            if (std::ranges::find(seen, group) != seen.end()) continue;
            seen[seen_count++] = group;
            if (cell == stone) {
                preview.stones += stones_[group];
                set |= liberties_[group];
            } else {
                preview.taken += stones_[group];
                add_room_left_by(group, spot, stone, set);
            }
        }
        set.erase(spot);
        preview.liberties = set.count();
        return preview;
    }

    void play(Spot spot, Cell stone) {
        delist(spot);
        set_cell(spot, stone);
        stone_margin_ += stone == Cell::black ? 1 : -1;
        ko_ = 0;
        taken_ = 0;
        begin_group(spot);
        Spot group = spot;
        Spot last_taken = 0;
        for (const Spot n : beside(spot)) {
            if (at(n) == stone) {
                if (head_[n] != group) group = joined(group, head_[n]);
            } else if (at(n) == go::enemy_of(stone)) {
                const Spot enemy = head_[n];
                if (liberties_[enemy].erase(spot) && --liberty_count_[enemy] == 0) {
                    take_off(enemy);
                    last_taken = n;
                }
            }
        }
        liberties_[group].erase(spot);
        liberty_count_[group] = static_cast<std::uint16_t>(liberties_[group].count());
        if (taken_ == 1 && stones_[group] == 1 && liberty_count_[group] == 1) ko_ = last_taken;
    }

private:
    static constexpr std::array<int, 8> ring_steps{stride - 1,  stride,  stride + 1,  1,
                                                   -stride + 1, -stride, -stride - 1, -1};

    void set_cell(Spot spot, Cell cell) {
        const auto change = static_cast<unsigned>(cells_[spot]) ^ static_cast<unsigned>(cell);
        cells_[spot] = cell;
        for (std::size_t i = 0; i < 8; ++i) {
            // Seen from there, this spot is opposite.
            const int there = spot + ring_steps[i];
            auto& around = around_[static_cast<std::size_t>(there)];
            around = static_cast<std::uint16_t>(around ^ change << 2 * ((i + 4) % 8));
        }
    }

    void enlist(Spot spot) {
        place_[spot] = static_cast<Spot>(empty_count_);
        empties_[empty_count_++] = spot;
    }
    void delist(Spot spot) {
        const Spot last = empties_[--empty_count_];
        empties_[place_[spot]] = last;
        place_[last] = place_[spot];
    }

    void begin_group(Spot spot) {
        head_[spot] = next_[spot] = spot;
        stones_[spot] = 1;
        liberties_[spot].clear();
        for (const Spot n : beside(spot)) {
            if (at(n) == Cell::empty) liberties_[spot].insert(n);
        }
    }

    Spot joined(Spot one, Spot other) {
        if (stones_[one] < stones_[other]) std::swap(one, other);
        for_each_stone(other, [&](Spot s) { head_[s] = one; });
        std::swap(next_[one], next_[other]);
        stones_[one] = static_cast<std::uint16_t>(stones_[one] + stones_[other]);
        liberties_[one] |= liberties_[other];
        return one;
    }

    void take_off(Spot group) {
        const Cell taker = go::enemy_of(at(group));
        for_each_stone(group, [&](Spot s) {
            set_cell(s, Cell::empty);
            enlist(s);
            for (const Spot n : beside(s)) {
                if (at(n) == taker && liberties_[head_[n]].insert(s)) ++liberty_count_[head_[n]];
            }
        });
        taken_ += stones_[group];
        stone_margin_ += (taker == Cell::black ? 1 : -1) * stones_[group];
    }

    /// The liberties that a stone and its neighbours of the same side gain where a group is taken.
    void add_room_left_by(Spot group, Spot spot, Cell stone, Set& set) const {
        const std::array<Spot, 4> near = beside(spot);
        const auto joins = [&](Spot n) {
            if (n == spot) return true;
            return at(n) == stone && std::ranges::any_of(near, [&](Spot f) {
                       return at(f) == stone && head_[f] == head_[n];
                   });
        };
        for_each_stone(group, [&](Spot s) {
            if (std::ranges::any_of(beside(s), joins)) set.insert(s);
        });
    }

    go::Size size_;
    Array<Cell> cells_;
    Array<std::uint16_t> around_;
    Array<Spot> head_{};
    Array<Spot> next_{};
    Array<std::uint16_t> stones_{};         // of a group, at its head; so are the next two
    Array<std::uint16_t> liberty_count_{};  // the size of the set
    Array<Set> liberties_{};
    Array<Spot> empties_{};
    Array<Spot> place_{};  // of an empty spot in the list
    std::size_t empty_count_ = 0;
    Spot ko_ = 0;
    int taken_ = 0;
    int stone_margin_ = 0;
};

}  // namespace arbiter::players
