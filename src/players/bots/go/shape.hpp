#pragma once

#include <optional>
#include <vector>

#include "core/go/board/board.hpp"

namespace arbiter::players {

/// The groups of a board, and what a glance at them says about moves before any is tried.
class GoShape {
public:
    /// Row by row from the bottom.
    GoShape(go::Size size, std::vector<go::Cell> cells);

    /// How promising a stone on an empty point looks; 0 is like any other move. It sees what is
    /// taken, saved or given away by it, and where it stands.
    int promise(go::Point point, Color color, std::optional<go::Point> last) const;

private:
    struct Group {
        go::Cell stone = go::Cell::empty;
        int stones = 0;
        std::vector<int> liberties;  // the first three, each once
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
