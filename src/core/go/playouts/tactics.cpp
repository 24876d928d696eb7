#include "core/go/playouts/tactics.hpp"

#include <algorithm>

#include "core/go/playouts/shapes.hpp"

namespace arbiter::go {

namespace {

/// Percent of the answers that are made.
constexpr std::uint32_t likely = 90;

std::uint32_t code_around(const TacticalBoard& board, Spot s) {
    const auto [north, east, west, south] = board.around(s);
    const auto [ne, nw, se, sw] = board.diagonals(s);
    const std::array<Spot, 8> spots{nw, north, ne, east, se, south, sw, west};
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < spots.size(); ++i) {
        code |= static_cast<std::uint32_t>(board.at(spots[i])) << 2 * i;
    }
    return code;
}

// --- eyes -----------------------------------------------------------------------------------------

/// The connected empty points around a spot; nothing if there are more than a vital space has, or if
/// they touch stones of another colour than `stone`.
std::optional<Space> small_space(const TacticalBoard& board, Spot start, Cell stone) {
    Space space;
    space.add(start);
    for (std::size_t i = 0; i < space.count; ++i) {
        for (const Spot n : board.around(space.spots[i])) {
            const Cell cell = board.at(n);
            if (cell == Cell::edge || cell == stone || space.contains(n)) continue;
            if (cell != Cell::empty || space.count == Space::most) return std::nullopt;
            space.add(n);
        }
    }
    return space;
}

}  // namespace

bool is_eye(const TacticalBoard& board, Spot spot, Cell stone) {
    for (const Spot n : board.around(spot)) {
        if (board.at(n) != stone && board.at(n) != Cell::edge) return false;
    }
    int enemies = 0;
    int edges = 0;
    for (const Spot d : board.diagonals(spot)) {
        enemies += board.at(d) == enemy_of(stone) ? 1 : 0;
        edges |= board.at(d) == Cell::edge ? 1 : 0;
    }
    return enemies + edges < 2;
}

Cell owner_at_end(const TacticalBoard& board, Spot spot) {
    if (board.at(spot) != Cell::empty) return board.at(spot);
    Cell owner = Cell::empty;
    for (const Spot n : board.around(spot)) {
        const Cell cell = board.at(n);
        if (cell != Cell::black && cell != Cell::white) continue;
        if (owner != Cell::empty && owner != cell) return Cell::empty;
        owner = cell;
    }
    return owner;
}

Tactics::Tactics(std::uint64_t seed) : random_(seed), patterns_(shape_table()) {}

/// Not into an own eye, and not into atari except to take, to make a shape that kills, or a stone or
/// two that the opponent may take.
bool Tactics::is_sensible(const TacticalBoard& board, Spot spot, Cell stone) const {
    if (!board.is_legal(spot, stone) || is_eye(board, spot, stone)) return false;
    const auto preview = board.preview(spot, stone);
    if (preview.liberties >= 2 || preview.taken > 0 || preview.stones <= 2) return true;
    if (preview.stones > static_cast<int>(Space::most)) return false;
    Space shape;
    shape.add(spot);
    for (const Spot n : board.around(spot)) {
        if (board.at(n) != stone || shape.contains(n)) continue;
        board.for_each_stone(n, [&](Spot s) { shape.add(s); });
    }
    return vital_point(shape, board.stride()).has_value();
}

std::optional<Spot> Tactics::answer_atari(const TacticalBoard& board, Cell stone) {
    candidates_.clear();
    const auto consider = [&](Spot spot) {
        if (board.is_legal(spot, stone)) candidates_.push_back(spot);
    };
    if (board.at(last_) == enemy_of(stone) && board.in_atari(last_)) {
        const Spot s = board.last_liberty(last_);
        if (board.is_legal(s, stone)) return s;
    }
    for (const Spot n : board.around(last_)) {
        if (board.at(n) != stone || !board.in_atari(n)) continue;
        const Spot escape = board.last_liberty(n);
        if (board.is_legal(escape, stone) && board.preview(escape, stone).liberties >= 2)
            consider(escape);
        board.for_each_stone(n, [&](Spot s) {
            for (const Spot e : board.around(s)) {
                if (board.at(e) == enemy_of(stone) && board.in_atari(e))
                    consider(board.last_liberty(e));
            }
        });
    }
    if (candidates_.empty()) return std::nullopt;
    return candidates_[random_.below(static_cast<std::uint32_t>(candidates_.size()))];
}

std::optional<Spot> Tactics::nakade(const TacticalBoard& board, Cell stone) {
    for (const Spot n : board.around(last_)) {
        if (board.at(n) != Cell::empty) continue;
        for (const Cell owner : {enemy_of(stone), stone}) {
            const auto space = small_space(board, n, owner);
            const auto vital = space ? vital_point(*space, board.stride()) : std::nullopt;
            if (vital && board.is_legal(*vital, stone)) return vital;
        }
    }
    return std::nullopt;
}

std::optional<Spot> Tactics::shape(const TacticalBoard& board, Cell stone) {
    candidates_.clear();
    const auto consider = [&](Spot s) {
        if (board.at(s) == Cell::empty && patterns_[code_around(board, s)] &&
            is_sensible(board, s, stone)) {
            candidates_.push_back(s);
        }
    };
    for (const Spot n : board.around(last_)) consider(n);
    for (const Spot n : board.diagonals(last_)) consider(n);
    if (candidates_.empty()) return std::nullopt;
    return candidates_[random_.below(static_cast<std::uint32_t>(candidates_.size()))];
}

std::optional<Spot> Tactics::anywhere(const TacticalBoard& board, Cell stone) {
    const std::vector<Spot>& empties = board.empties();
    const std::size_t count = empties.size();
    const std::size_t first = random_.below(static_cast<std::uint32_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
        const Spot s = empties[first + i < count ? first + i : first + i - count];
        if (is_sensible(board, s, stone)) return s;
    }
    return std::nullopt;
}

std::optional<Spot> Tactics::choose(const TacticalBoard& board, Cell stone) {
    if (last_ != 0) {
        if (const auto move = answer_atari(board, stone); move && chance(likely)) return move;
        if (const auto move = nakade(board, stone); move && chance(likely)) return move;
        if (const auto move = shape(board, stone); move && chance(likely)) return move;
    }
    return anywhere(board, stone);
}

void Tactics::play_out(TacticalBoard& board, Cell turn, Spot last) {
    last_ = last;
    int passes = 0;
    const auto moves_max = 3 * board.cells();
    for (std::size_t move = 0; move < moves_max && passes < 2; ++move) {
        const auto chosen = choose(board, turn);
        last_ = chosen.value_or(0);
        if (chosen)
            board.play(*chosen, turn);
        else
            board.lift_ko();
        passes = chosen ? 0 : passes + 1;
        turn = enemy_of(turn);
    }
}

}  // namespace arbiter::go
