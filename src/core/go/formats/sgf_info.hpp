#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/go/formats/sgf_game.hpp"

/// What SGF calls game information: who played, where and when.
namespace arbiter::go {

bool is_game_info(std::string_view property);

/// The tag that holds a property and the property that holds a tag: PB is "Black", EV is "Event",
/// most have the same name. Nothing for what is told by the game itself, such as KM, and for a tag
/// that has no place in SGF.
std::optional<std::string_view> tag_of(std::string_view property);
std::optional<std::string_view> property_of(std::string_view tag);

/// All the values of a property that should have one.
std::string info_text(const SgfProperty& property);

}  // namespace arbiter::go
