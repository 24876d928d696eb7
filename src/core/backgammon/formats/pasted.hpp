#pragma once

#include <string_view>

#include "core/base/text.hpp"

namespace arbiter::backgammon {

/// Whether a text can be an ID with what a program prints around it: other formats begin with a
/// bracket, and their comments may mention an ID, too.
constexpr bool can_be_pasted(std::string_view text) {
    text = trimmed(text);
    return !text.starts_with('(') && !text.starts_with('[') && !text.starts_with('{');
}

}  // namespace arbiter::backgammon
