#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/go/formats/sgf_game.hpp"

/// SGF's game information: players, place, date ...
namespace arbiter::go {

bool is_game_info(std::string_view property);

/// The tag for a property and the property for a tag: PB is "Black", EV is "Event", most have the
/// same name. Nothing for what is part of the game itself, such as KM, and for a tag without a
/// property.
std::optional<std::string_view> tag_of(std::string_view property);
std::optional<std::string_view> property_of(std::string_view tag);

/// The text of a property; several values are joined.
std::string info_text(const SgfProperty& property);

}  // namespace arbiter::go
