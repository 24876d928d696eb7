#pragma once

#include <string>
#include <string_view>

#include "cli/command_error.hpp"
#include "cli/console.hpp"
#include "core/games/any_document.hpp"

namespace arbiter::cli {

/// The board as text, with what the screen can show.
std::string board_view(const AnyGame& game, const Screen& screen);

/// Why the game refuses the move, with a hint that helps its players.
CommandError refusal(const AnyGame& game, std::string_view move, const Rejection& rejection);

/// The game in one of its formats. A format it does not have is a usage error.
std::string written(const AnyGame& game, std::string_view format);
std::string written(const AnyDocument& document, std::string_view format);

}  // namespace arbiter::cli
