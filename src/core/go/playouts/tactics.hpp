#pragma once

#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "core/go/playouts/tactical_board.hpp"

/// Playouts in which both sides look at what was just played: they save and take stones in atari,
/// play the vital points of eyes, answer with common shapes, and do not put themselves in atari. So
/// dead stones die, and a seki stays.
namespace arbiter::go {

class Tactics {
public:
    explicit Tactics(std::uint64_t seed);

    /// Plays to the end: until both sides have passed, or for three moves per point.
    /// `last` is the move before; 0 if there is none.
    void play_out(TacticalBoard& board, Cell turn, Spot last);

private:
    std::optional<Spot> choose(const TacticalBoard& board, Cell stone);
    std::optional<Spot> answer_atari(const TacticalBoard& board, Cell stone);
    std::optional<Spot> nakade(const TacticalBoard& board, Cell stone);
    std::optional<Spot> shape(const TacticalBoard& board, Cell stone);
    std::optional<Spot> anywhere(const TacticalBoard& board, Cell stone);
    bool is_sensible(const TacticalBoard& board, Spot spot, Cell stone) const;
    bool chance(std::uint32_t percent) { return random_.below(100) < percent; }

    Random random_;
    Spot last_ = 0;
    std::vector<bool> patterns_;
    std::vector<Spot> candidates_;
};

/// Whether all neighbours of an empty spot are of one side, and too few diagonals of the other for the
/// spot to have to be filled in the end.
bool is_eye(const TacticalBoard& board, Spot spot, Cell stone);

/// The side that a point belongs to at the end of a playout; `empty` if to neither.
Cell owner_at_end(const TacticalBoard& board, Spot spot);

}  // namespace arbiter::go
