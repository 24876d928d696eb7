#pragma once

#include <cstddef>
#include <optional>

#include "core/contract/color.hpp"

namespace arbiter::arena {

/// When a game is given up for a player that calls it lost itself.
struct ResignTerms {
    int score = 0;          ///< so much worse than even, in the units of `players::Choice`
    std::size_t moves = 3;  ///< in a row, with such a score
    bool both = false;      ///< and only if the other side has called it won as often
    bool operator==(const ResignTerms&) const = default;
};

/// When a game is called a draw because both sides call it even.
struct DrawTerms {
    int score = 0;           ///< no farther from even than this
    std::size_t moves = 8;   ///< in a row of both sides, with such scores
    std::size_t after = 40;  ///< moves of each side, those of the opening included
    bool operator==(const DrawTerms&) const = default;
};

/// Collects the scores that players report. A move without a score changes nothing.
class Adjudicator {
public:
    Adjudicator(const std::optional<ResignTerms>& resign, const std::optional<DrawTerms>& draw)
        : resign_(resign), draw_(draw) {}

    void hear(Color side, int score);

    std::optional<Color> loser() const;
    bool is_draw(std::size_t plies) const;
    /// The last score of a side that has told one.
    int score(Color side) const { return opinions_[side].score; }

private:
    /// The last score of a side, and for how many moves in a row it was of a kind.
    struct Opinion {
        int score = 0;
        std::size_t lost = 0;
        std::size_t won = 0;
        std::size_t even = 0;
    };

    std::optional<ResignTerms> resign_;
    std::optional<DrawTerms> draw_;
    PerColor<Opinion> opinions_;
};

}  // namespace arbiter::arena
