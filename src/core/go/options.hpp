#pragma once

#include <initializer_list>
#include <string_view>

#include "core/contract/game.hpp"
#include "core/go/rules.hpp"

namespace arbiter::go {

/// Applies options to the rules: `rules` first, then single fields. Faults: `unknown_option` if an
/// option is neither of these nor one of `others`, `option_out_of_range` for an invalid value.
void read_rules(const Options& options, std::initializer_list<std::string_view> others,
                Rules& rules, Faults& faults);

/// Whoever gives a handicap gives the first move too; the half point keeps out a draw.
inline constexpr HalfPoints handicap_komi{1};
/// The komi of a handicap game, unless the options say another.
void set_handicap_komi(const Options& options, Rules& rules);

}  // namespace arbiter::go
