#pragma once

#include <string>
#include <string_view>

namespace arbiter::probe {

/// Runs commands on games and answers each with one line of JSON, so that two builds of the core can
/// be compared byte by byte. A command is a line too: a JSON array of its name and its arguments.
///
///     ["new", "chess", {"variant": "chess960", "start": "0"}]
///     ["read", FORMAT, TEXT]                  an empty format is detected
///     ["stream", FORMAT, PIECE_SIZE, TEXT]    every game of the text, fed in pieces
///     ["play", MOVE, ...]                     effects or a rejection for each
///     ["random", SEED, PLIES]                 legal moves, the same from the same seed
///     ["undo"]  ["state"]  ["legal", NOTATION]  ["history", NOTATION]
///     ["write", FORMAT]  ["svg", THEME]  ["text"]  ["perft", DEPTH]  ["ask", QUESTION, ABOUT]
///     ["games"]                               what there is to know without having a game
std::string run_script(std::string_view script);

}  // namespace arbiter::probe
