#include "core/go/playouts/tactics.hpp"

#include <algorithm>
#include <string_view>

namespace arbiter::go {

namespace {

/// Percent of the answers that are made.
constexpr std::uint32_t likely = 90;

// --- shapes of three by three points ------------------------------------------------------------

/// The cells around a spot: two bits for each of the eight neighbours, seen by the side to move.
constexpr std::size_t neighbourhoods = 1U << 16;
enum : std::uint32_t { empty = 0, own = 1, enemy = 2, edge = 3 };

/// Rows from the top; the middle is the move. X and O are the two sides in either way, x and o
/// anything else than X or O, ? anything, # the edge.
constexpr std::array<std::string_view, 13> shapes{
    "XOX...???",  // hane around both sides
    "XO....?.?",  // hane
    "XO?X..x.?",  // turn
    ".O.X.....",  // diagonal attachment
    "XO?O.o?o?",  // cut
    "XO?O.X???",  // cut that was peeped at
    "?X?O.Oooo",  // push between
    "OX?o.O???",  // cut of a keima
    "X.?O.?###",  // chase along the edge
    "OX?X.O###",  // block a cut at the edge
    "?X?x.O###",  // block a connection at the edge
    "?XOx.x###",  // descent
    "?OXX.O###",  // cut at the edge
};

/// Whether a cell can be what a shape has there.
constexpr bool fits(char wanted, std::uint32_t cell, bool swapped) {
    const std::uint32_t x = swapped ? enemy : own;
    const std::uint32_t o = swapped ? own : enemy;
    switch (wanted) {
        case 'X': return cell == x;
        case 'O': return cell == o;
        case 'x': return cell != x;
        case 'o': return cell != o;
        case '.': return cell == empty;
        case '#': return cell == edge;
        default: return true;
    }
}

/// The eight neighbours in the order in which `code_around` reads them, as places of a shape.
constexpr std::array<int, 8> ring{0, 1, 2, 5, 8, 7, 6, 3};

void add_shape(std::vector<bool>& table, std::string_view shape, bool swapped, bool mirrored,
               int turned) {
    std::array<char, 8> wanted{};
    for (int i = 0; i < 8; ++i) {
        const int from = ((mirrored ? 8 - i : i) + 2 * turned) % 8;
        wanted[static_cast<std::size_t>(i)] =
            shape[static_cast<std::size_t>(ring[static_cast<std::size_t>(from)])];
    }
    std::vector<std::uint32_t> codes{0};
    for (int i = 0; i < 8; ++i) {
        std::vector<std::uint32_t> longer;
        for (std::uint32_t cell = 0; cell < 4; ++cell) {
            if (!fits(wanted[static_cast<std::size_t>(i)], cell, swapped)) continue;
            for (const std::uint32_t code : codes) longer.push_back(code | cell << 2 * i);
        }
        codes = std::move(longer);
    }
    for (const std::uint32_t code : codes) table[code] = true;
}

std::vector<bool> shape_table() {
    std::vector<bool> table(neighbourhoods);
    for (const std::string_view shape : shapes) {
        for (int turned = 0; turned < 4; ++turned) {
            for (const bool mirrored : {false, true}) {
                for (const bool swapped : {false, true})
                    add_shape(table, shape, swapped, mirrored, turned);
            }
        }
    }
    return table;
}

std::uint32_t code_around(const TacticalBoard& board, Spot s, Cell stone) {
    const auto [north, east, west, south] = board.around(s);
    const auto [ne, nw, se, sw] = board.diagonals(s);
    const std::array<Spot, 8> spots{nw, north, ne, east, se, south, sw, west};
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < spots.size(); ++i) {
        const Cell cell = board.at(spots[i]);
        const std::uint32_t value = cell == Cell::empty  ? empty
                                    : cell == Cell::edge ? edge
                                    : cell == stone      ? own
                                                         : enemy;
        code |= value << 2 * i;
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

/// Three points in a row or bent; a square or a pyramid of four (the square needs no move, it is dead
/// as it stands); five as a cross or bulky; the rabbity six. In each the point with the most
/// neighbours is vital, if all the others touch it or its sum of degrees tells the shape.
std::optional<Spot> vital_point(const TacticalBoard& board, const Space& space) {
    if (space.count < 3) return std::nullopt;
    Spot best = 0;
    int degree_max = 0;
    int degrees = 0;
    for (std::size_t i = 0; i < space.count; ++i) {
        int degree = 0;
        for (const Spot n : board.around(space.spots[i])) degree += space.contains(n) ? 1 : 0;
        degrees += degree;
        if (degree <= degree_max) continue;
        degree_max = degree;
        best = space.spots[i];
    }
    const int links = degrees / 2;
    bool vital = true;
    if (space.count == 4) vital = degree_max == 3;
    if (space.count == 5) vital = degree_max == 4 || (degree_max == 3 && links == 5);
    if (space.count == 6) vital = degree_max == 4 && links == 7;
    return vital ? std::optional(best) : std::nullopt;
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
    return vital_point(board, shape).has_value();
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
            const auto vital = space ? vital_point(board, *space) : std::nullopt;
            if (vital && board.is_legal(*vital, stone)) return vital;
        }
    }
    return std::nullopt;
}

std::optional<Spot> Tactics::shape(const TacticalBoard& board, Cell stone) {
    candidates_.clear();
    const auto consider = [&](Spot s) {
        if (board.at(s) == Cell::empty && patterns_[code_around(board, s, stone)] &&
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
