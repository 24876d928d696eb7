#pragma once

#include <string_view>

namespace arbiter::players {

/// What the net has learnt, as `BackgammonNet::text` writes it; tests/matches/training_test.cpp
/// makes it.
extern const std::string_view backgammon_weights;

}  // namespace arbiter::players
