#pragma once

#include <string>
#include <vector>

#include "core/contract/game.hpp"

namespace arbiter {

/// What the conformance suite needs of a game, specialised once for each:
///
///     static std::vector<G> starts();                       // games to play at random from
///     static std::vector<typename G::Event> everything(const G&);  // every move one can write down
///     static Options reading_options(const G&);             // what to tell a reader beside the text
///     static bool carries_events(std::string_view format);  // formats that give an equal game back
///
/// There is no general definition: a game without samples does not build.
template <Game G>
struct Samples;

}  // namespace arbiter
