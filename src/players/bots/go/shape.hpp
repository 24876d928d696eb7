#pragma once

#include <optional>
#include <vector>

#include "core/go/board/board.hpp"

namespace arbiter::players {

/// The groups of a board, and a first estimate of moves before any playout.
class GoShape {
public:
    /// Row by row from the bottom.
    GoShape(go::Size size, std::vector<go::Cell> cells);

    /// The prior value of a stone on an empty point; 0 is an average move. It considers captures,
    /// rescued stones, stones given away, and the place on the board.
    int promise(go::Point point, Color color, std::optional<go::Point> last) const;

private:
    struct Group {
        go::Cell stone = go::Cell::empty;
        int stones = 0;
        std::vector<int> liberties;  // at most three, each once
    };

    static constexpr std::size_t liberties_max = 3;

    void gather(int start);
    go::Cell at(int index) const { return cells_[static_cast<std::size_t>(index)]; }
    const Group& group(int index) const {
        return groups_[group_of_[static_cast<std::size_t>(index)]];
    }
    int tactics(int index, go::Cell stone) const;
    int place(go::Point point) const;

    go::Size size_;
    std::vector<go::Cell> cells_;
    std::vector<std::size_t> group_of_;
    std::vector<Group> groups_;
};

}  // namespace arbiter::players
