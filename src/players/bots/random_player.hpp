#pragma once

#include <cstdint>

#include "players/player.hpp"

namespace arbiter::players {

/// Plays any legal move, each equally likely, and stalls no game: it rolls and never doubles, takes
/// every cube, accepts every resignation, answers a pass in Go with a pass and agrees with whatever
/// is marked as dead.
class RandomPlayer final : public Player {
public:
    explicit RandomPlayer(std::uint64_t seed) : seed_(seed) {}

    std::string_view name() const override { return "random"; }
    std::expected<Choice, PlayerError> choose(const Turn& turn) override;

private:
    std::uint64_t seed_;
};

}  // namespace arbiter::players
