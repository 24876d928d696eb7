#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/any_game.hpp"

namespace arbiter::cli {

/// The known name that is closest to a mistyped one, if one is close.
std::optional<std::string_view> nearest(std::string_view name,
                                        std::span<const std::string_view> known);

/// A usage error unless the name is a known one: "there is no format "fem"; did you mean "fen"?"
void require_known(std::string_view what, std::string_view name,
                   std::span<const std::string_view> known);

/// A usage error if the game does not have that notation; an empty one changes nothing.
void choose_notation(AnyGame& game, std::string_view notation);

std::vector<std::string_view> game_names();
/// Of one game, or of all if the name is empty.
std::vector<std::string_view> format_names(std::string_view game);

/// A usage error if there is no such game.
GameInfo game_named(std::string_view name);
/// That game, or all of them if the name is empty.
std::vector<GameInfo> games_named(std::string_view name);

/// The names of options, notations or formats.
template <class Infos>
std::vector<std::string_view> names_of(const Infos& infos) {
    std::vector<std::string_view> names;
    names.reserve(infos.size());
    for (const auto& info : infos) names.push_back(info.name);
    return names;
}

/// "variant=chess960" and the like; only options that the game has.
Options parsed_settings(std::span<const std::string> settings, const GameInfo& game);

}  // namespace arbiter::cli
