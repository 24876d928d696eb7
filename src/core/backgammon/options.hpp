#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "core/backgammon/position.hpp"
#include "core/contract/game.hpp"

namespace arbiter::backgammon {

/// What can be set: `start`, `match`, `cube`, `crawford`, `jacoby`, `beavers`, `automatic_doubles`.
std::span<const OptionInfo> rules_options();

/// Changes the rules as the options say. An option that is neither one of those nor one of `others`
/// is an `unknown_option`; a value that makes no sense is `option_out_of_range`.
void read_rules(const Options& options, std::initializer_list<std::string_view> others,
                Rules& rules, Faults& faults);

}  // namespace arbiter::backgammon
