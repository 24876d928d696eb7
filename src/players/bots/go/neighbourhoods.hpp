#pragma once

#include <cstdint>
#include <vector>

#include "core/go/board/board.hpp"

namespace arbiter::players {

/// What the eight cells around a spot, as `ReadingBoard::around` has them, say about a move there.
class Neighbourhoods {
public:
    Neighbourhoods();

    /// A shape in which playouts like to play.
    bool is_shape(std::uint16_t around) const { return (table_[around] & shape) != 0; }
    /// All neighbours are of one side, and too few diagonals of the other for the spot to have to be
    /// filled in the end.
    bool is_eye(std::uint16_t around, go::Cell stone) const {
        return (table_[around] & (stone == go::Cell::black ? black_eye : white_eye)) != 0;
    }
    /// Two neighbours are empty: a stone there is not in atari.
    bool is_airy(std::uint16_t around) const { return (table_[around] & airy) != 0; }
    /// Who owns an empty spot at the end of a playout: the only side beside it.
    int margin(std::uint16_t around) const {
        return (table_[around] & only_black) != 0 ? 1 : (table_[around] & only_white) != 0 ? -1 : 0;
    }

private:
    enum : std::uint8_t {
        shape = 1,
        black_eye = 2,
        white_eye = 4,
        airy = 8,
        only_black = 16,
        only_white = 32,
    };
    static std::uint8_t flags_of(std::uint32_t around);

    std::vector<std::uint8_t> table_;
};

/// Made when it is first needed.
const Neighbourhoods& neighbourhoods();

}  // namespace arbiter::players
