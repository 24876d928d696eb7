#pragma once

#include "referee/referee.hpp"
#include "store/store.hpp"

namespace arbiter::store {

/// What lists show of a game, as its events say it.
Summary summary_of(const referee::Referee& referee);

}  // namespace arbiter::store
