#include "players/bots/go/neighbourhoods.hpp"

#include <array>

#include "core/go/playouts/shapes.hpp"

namespace arbiter::players {

Neighbourhoods::Neighbourhoods() : table_(std::size_t{1} << 16) {
    const std::vector<bool> shapes = go::shape_table();
    for (std::uint32_t around = 0; around < table_.size(); ++around) {
        table_[around] = static_cast<std::uint8_t>(flags_of(around) | (shapes[around] ? shape : 0));
    }
}

std::uint8_t Neighbourhoods::flags_of(std::uint32_t around) {
    std::array<int, 4> beside{};  // by cell: the neighbours, then the diagonals
    std::array<int, 4> diagonal{};
    for (std::uint32_t i = 0; i < 8; ++i) {
        ++(i % 2 == 0 ? diagonal : beside)[around >> 2 * i & 3];
    }
    const auto [empty, black, white, edge] = beside;
    const int at_edge = diagonal[3] > 0 ? 1 : 0;
    unsigned flags = empty >= 2 ? airy : 0;
    if (empty + white == 0 && diagonal[2] + at_edge < 2) flags |= black_eye;
    if (empty + black == 0 && diagonal[1] + at_edge < 2) flags |= white_eye;
    if (black > 0 && white == 0) flags |= only_black;
    if (white > 0 && black == 0) flags |= only_white;
    return static_cast<std::uint8_t>(flags);
}

const Neighbourhoods& neighbourhoods() {
    static const Neighbourhoods table;
    return table;
}

}  // namespace arbiter::players
