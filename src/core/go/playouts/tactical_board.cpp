#include "core/go/playouts/tactical_board.hpp"

#include <algorithm>

#include "core/go/board/regions.hpp"

namespace arbiter::go {

TacticalBoard::TacticalBoard(const Position& position) : stride_(position.size().width + 1) {
    const auto cells = static_cast<std::size_t>((position.size().height + 2) * stride_ + 1);
    cells_.assign(cells, Cell::edge);
    head_.assign(cells, 0);
    next_.assign(cells, 0);
    liberties_.assign(cells, {});
    stones_.assign(cells, 0);
    place_.assign(cells, 0);
    settled_.assign(cells, 0);
    for_each_point(position.size(), [&](Point point) {
        const Spot s = spot(point);
        cells_[s] = Cell::empty;
        place_[s] = static_cast<Spot>(empties_.size());
        empties_.push_back(s);
    });
    for_each_point(position.size(), [&](Point point) {
        const auto color = position.at(point);
        if (!color) return;
        const Spot s = spot(point);
        put(s, stone_of(*color));
        for (const Spot n : around(s)) {
            if (cells_[n] == cells_[s] && head_[n] != head_[s]) joined(head_[s], head_[n]);
        }
    });
    if (position.ko()) ko_ = spot(*position.ko());
}

void TacticalBoard::leave_list(Spot spot) {
    const Spot last = empties_.back();
    empties_[place_[spot]] = last;
    place_[last] = place_[spot];
    empties_.pop_back();
}

void TacticalBoard::settle(Spot spot) {
    leave_list(spot);
    settled_[spot] = 1;
}

void TacticalBoard::put(Spot spot, Cell stone) {
    leave_list(spot);
    cells_[spot] = stone;
    head_[spot] = next_[spot] = spot;
    stones_[spot] = 1;
    liberties_[spot] = {};
    for (const Spot n : around(spot)) {
        if (cells_[n] == Cell::empty)
            liberties_[spot].add(n);
        else if (cells_[n] != Cell::edge && n != spot)
            liberties_[head_[n]].remove(spot);
    }
}

Spot TacticalBoard::joined(Spot one, Spot other) {
    if (stones_[one] < stones_[other]) std::swap(one, other);
    for_each_stone(other, [&](Spot s) { head_[s] = one; });
    std::swap(next_[one], next_[other]);
    stones_[one] = static_cast<std::uint16_t>(stones_[one] + stones_[other]);
    liberties_[one].add(liberties_[other]);
    return one;
}

int TacticalBoard::take_off(Spot head) {
    int count = 0;
    Spot s = head;
    do {
        cells_[s] = Cell::empty;
        place_[s] = static_cast<Spot>(empties_.size());
        empties_.push_back(s);
        ++count;
        s = next_[s];
    } while (s != head);
    do {
        for (const Spot n : around(s)) {
            if (cells_[n] == Cell::black || cells_[n] == Cell::white) liberties_[head_[n]].add(s);
        }
        s = next_[s];
    } while (s != head);
    return count;
}

void TacticalBoard::play(Spot spot, Cell stone) {
    put(spot, stone);
    ko_ = 0;
    taken_ = 0;
    Spot last_taken = 0;
    Spot head = spot;
    for (const Spot n : around(spot)) {
        if (cells_[n] == stone) {
            if (head_[n] != head) head = joined(head, head_[n]);
        } else if (cells_[n] == enemy_of(stone) && liberties_[head_[n]].count == 0) {
            taken_ += take_off(head_[n]);
            last_taken = n;
        }
    }
    if (taken_ == 1 && stones_[head] == 1 && liberties_[head].count == 1) ko_ = last_taken;
}

bool TacticalBoard::is_legal(Spot spot, Cell stone) const {
    if (spot == ko_ || settled_[spot] != 0) return false;
    for (const Spot n : around(spot)) {
        if (cells_[n] == Cell::empty) return true;
        if (cells_[n] == Cell::edge) continue;
        if (in_atari(n) != (cells_[n] == stone)) return true;
    }
    return false;
}

int TacticalBoard::liberties(Spot stone, int most) const {
    return std::min(most, static_cast<int>(liberties_of(stone).size()));
}

std::vector<Spot> TacticalBoard::liberties_of(Spot stone) const {
    std::vector<Spot> found;
    for_each_stone(stone, [&](Spot s) {
        for (const Spot n : around(s)) {
            if (cells_[n] == Cell::empty && std::ranges::find(found, n) == found.end())
                found.push_back(n);
        }
    });
    return found;
}

auto TacticalBoard::preview(Spot spot, Cell stone) const -> Preview {
    Preview result{0, 1, 0};
    Spot first = 0;
    const auto add = [&](Spot liberty) {
        if (liberty == spot || liberty == first || result.liberties >= 2) return;
        first = liberty;
        ++result.liberties;
    };
    std::array<Spot, 4> seen{};
    std::size_t count = 0;
    for (const Spot n : around(spot)) {
        if (cells_[n] == Cell::empty) add(n);
        if (cells_[n] == Cell::empty || cells_[n] == Cell::edge) continue;
        const Spot head = head_[n];
        if (std::ranges::find(seen, head) != seen.end()) continue;
        seen[count++] = head;
        if (cells_[n] != stone) {
            if (!in_atari(head)) continue;
            result.taken += stones_[head];
            add(n);
        } else {
            result.stones += stones_[head];
            if (in_atari(head)) continue;
            Spot s = head;
            do {
                for (const Spot l : around(s)) {
                    if (cells_[l] == Cell::empty) add(l);
                }
                s = next_[s];
            } while (s != head && result.liberties < 2);
        }
    }
    if (result.taken > 1 && result.liberties < 2) {
        // The stones that are taken leave more room than the one neighbour that was counted.
        result.liberties = 2;
    }
    return result;
}

}  // namespace arbiter::go
