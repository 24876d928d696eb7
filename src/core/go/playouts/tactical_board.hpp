#pragma once

#include <vector>

#include "core/go/position.hpp"

namespace arbiter::go {

/// A board that knows at once which groups are in atari: for each group it keeps the sum of its
/// pseudo-liberties and of their squares. All of them are the same spot exactly if the square of the
/// sum is the sum of squares times their number.
class TacticalBoard {
public:
    explicit TacticalBoard(const Position& position);

    Cell at(Spot spot) const { return cells_[spot]; }
    Spot spot(Point point) const {
        return static_cast<Spot>((point.row + 1) * stride_ + point.column + 1);
    }
    Point point(Spot spot) const {
        return {static_cast<std::uint8_t>(spot % stride_ - 1),
                static_cast<std::uint8_t>(spot / stride_ - 1)};
    }
    int stride() const { return stride_; }
    std::size_t cells() const { return cells_.size(); }
    /// Those on which the playouts may play.
    const std::vector<Spot>& empties() const { return empties_; }
    /// Nobody plays on an empty spot any more.
    void settle(Spot spot);
    Spot ko() const { return ko_; }
    void lift_ko() { ko_ = 0; }
    /// The stones that the last move took.
    int taken() const { return taken_; }

    Spot head(Spot stone) const { return head_[stone]; }
    int stones(Spot stone) const { return stones_[head_[stone]]; }
    bool in_atari(Spot stone) const {
        const Liberties& l = liberties_[head_[stone]];
        return l.count * l.squares == std::uint64_t{l.sum} * l.sum;
    }
    /// Of a group in atari.
    Spot last_liberty(Spot stone) const {
        const Liberties& l = liberties_[head_[stone]];
        return static_cast<Spot>(l.sum / l.count);
    }
    /// The liberties of a group, at most `most` of them.
    int liberties(Spot stone, int most) const;
    std::vector<Spot> liberties_of(Spot stone) const;

    std::array<Spot, 4> around(Spot s) const {
        return {static_cast<Spot>(s + stride_), static_cast<Spot>(s + 1), static_cast<Spot>(s - 1),
                static_cast<Spot>(s - stride_)};
    }
    std::array<Spot, 4> diagonals(Spot s) const {
        return {static_cast<Spot>(s + stride_ + 1), static_cast<Spot>(s + stride_ - 1),
                static_cast<Spot>(s - stride_ + 1), static_cast<Spot>(s - stride_ - 1)};
    }
    template <class Visit>
    void for_each_stone(Spot stone, Visit visit) const {
        Spot s = stone;
        do {
            visit(s);
            s = next_[s];
        } while (s != stone);
    }

    /// Neither settled, nor suicide, nor retaking a ko. The spot must be empty.
    bool is_legal(Spot spot, Cell stone) const;
    /// What a move on an empty spot would come to.
    struct Preview {
        int liberties;  ///< of the group, counted up to 2
        int stones;     ///< in the group
        int taken;      ///< enemy stones
    };
    Preview preview(Spot spot, Cell stone) const;
    void play(Spot spot, Cell stone);

private:
    struct Liberties {
        std::uint32_t count = 0;
        std::uint32_t sum = 0;
        std::uint64_t squares = 0;

        void add(Spot s) { ++count, sum += s, squares += std::uint64_t{s} * s; }
        void remove(Spot s) { --count, sum -= s, squares -= std::uint64_t{s} * s; }
        void add(const Liberties& other) {
            count += other.count, sum += other.sum, squares += other.squares;
        }
    };

    void leave_list(Spot spot);
    void put(Spot spot, Cell stone);
    Spot joined(Spot one, Spot other);
    int take_off(Spot head);

    int stride_;
    std::vector<Cell> cells_;
    std::vector<Spot> head_;
    std::vector<Spot> next_;
    std::vector<Liberties> liberties_;  // of a group, at its head
    std::vector<std::uint16_t> stones_;
    std::vector<Spot> empties_;
    std::vector<Spot> place_;  // of an empty spot in the list
    std::vector<char> settled_;
    Spot ko_ = 0;
    int taken_ = 0;
};

}  // namespace arbiter::go
