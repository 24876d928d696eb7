#pragma once

#include <initializer_list>
#include <string_view>

#include "core/contract/game.hpp"
#include "core/go/rules.hpp"

namespace arbiter::go {

/// Changes the rules as the options say: `rules` first, then its fields one by one. An option that
/// is neither of these nor one of `others` is an `unknown_option`; a value that makes no sense is
/// `option_out_of_range`.
void read_rules(const Options& options, std::initializer_list<std::string_view> others,
                Rules& rules, Faults& faults);

}  // namespace arbiter::go
