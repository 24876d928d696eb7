#include "core/go/playouts/shapes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arbiter::go {

namespace {

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
constexpr bool fits(char wanted, Cell cell, bool swapped) {
    const Cell x = swapped ? Cell::white : Cell::black;
    switch (wanted) {
        case 'X': return cell == x;
        case 'O': return cell == enemy_of(x);
        case 'x': return cell != x;
        case 'o': return cell != enemy_of(x);
        case '.': return cell == Cell::empty;
        case '#': return cell == Cell::edge;
        default: return true;
    }
}

/// The eight neighbours, clockwise, as places of a shape.
constexpr std::array<int, 8> ring{0, 1, 2, 5, 8, 7, 6, 3};

void add_shape(std::vector<bool>& table, std::string_view shape, bool swapped, bool mirrored,
               int turned) {
    std::vector<std::uint32_t> codes{0};
    for (int i = 0; i < 8; ++i) {
        const int from = ((mirrored ? 8 - i : i) + 2 * turned) % 8;
        const char wanted = shape[static_cast<std::size_t>(ring[static_cast<std::size_t>(from)])];
        std::vector<std::uint32_t> longer;
        for (const Cell cell : {Cell::empty, Cell::black, Cell::white, Cell::edge}) {
            if (!fits(wanted, cell, swapped)) continue;
            for (const std::uint32_t code : codes) {
                longer.push_back(code | static_cast<std::uint32_t>(cell) << 2 * i);
            }
        }
        codes = std::move(longer);
    }
    for (const std::uint32_t code : codes) table[code] = true;
}

}  // namespace

std::vector<bool> shape_table() {
    std::vector<bool> table(std::size_t{1} << 16);
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

/// Three points in a row or bent; a square or a pyramid of four (the square needs no move, it is dead
/// as it stands); five as a cross or bulky; the rabbity six. In each the point with the most
/// neighbours is vital, if all the others touch it or its sum of degrees tells the shape.
std::optional<Spot> vital_point(const Space& space, int stride) {
    if (space.count < 3) return std::nullopt;
    Spot best = 0;
    int degree_max = 0;
    int degrees = 0;
    for (std::size_t i = 0; i < space.count; ++i) {
        int degree = 0;
        for (const int step : {stride, 1, -1, -stride}) {
            degree += space.contains(static_cast<Spot>(space.spots[i] + step)) ? 1 : 0;
        }
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

}  // namespace arbiter::go
