#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "core/go/playouts/tactical_board.hpp"

namespace arbiter::go {

/// Reads out whether a group can be taken where only a few points are left to play on: all moves and
/// passes of both sides, until both have passed.
class CaptureSearch {
public:
    enum class Result : std::uint8_t {
        stays,
        taken,
        unknown,  ///< it takes too long to read
        repeats,  ///< a move leads back to a position that is being read: superko
    };

    /// `zone` holds all points that can matter; `empties_max` of them may be empty. The positions
    /// that are read are subtracted from `budget`.
    CaptureSearch(const TacticalBoard& board, Spot target, std::vector<Spot> zone, int& budget);

    static constexpr std::size_t empties_max = 8;
    static constexpr std::size_t zone_max = 128;

    /// What becomes of the group if that side moves first.
    Result fate(Cell first);
    /// The best moves of both sides; 0 is a pass.
    std::vector<Spot> line(Cell first);

private:
    /// The cells of the zone, two bits for each, the ko, the turn and the passes.
    using Key = std::array<std::uint64_t, zone_max / 32 + 1>;
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };

    Result read(const TacticalBoard& board, Cell turn, int passes, int depth);
    Result read_moves(const TacticalBoard& board, Cell turn, int passes, int depth);
    Result after(const TacticalBoard& board, Spot move, Cell turn, int passes, int depth);
    Key key(const TacticalBoard& board, Cell turn, int passes) const;
    /// The moves of a side, the most urgent first; the last is a pass.
    std::vector<Spot> moves(const TacticalBoard& board, Cell turn) const;
    Result at_end(const TacticalBoard& board) const;
    bool has_two_eyes(const TacticalBoard& board) const;

    const TacticalBoard& board_;
    Spot target_;
    Cell defender_;
    std::vector<Spot> zone_;
    std::unordered_map<Key, Result, Hash> known_;
    int& budget_;
    int nodes_left_ = 0;
};

}  // namespace arbiter::go
