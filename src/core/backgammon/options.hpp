#pragma once

#include <initializer_list>
#include <string_view>

#include "core/backgammon/rules.hpp"
#include "core/contract/game.hpp"

namespace arbiter::backgammon {

/// Changes the rules as the options say. An option that is neither in `Game::options` nor in `others`
/// is an `unknown_option`; a value out of its range is `option_out_of_range`.
void read_rules(const Options& options, std::initializer_list<std::string_view> others,
                Rules& rules, Faults& faults);

}  // namespace arbiter::backgammon
