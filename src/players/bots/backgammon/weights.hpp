#pragma once

#include <string_view>

namespace arbiter::players {

/// What the nets have learnt, as `BackgammonNet::text` writes it; tests/matches/training_test.cpp
/// makes it.
extern const std::string_view backgammon_contact_weights;
extern const std::string_view backgammon_race_weights;

}  // namespace arbiter::players
