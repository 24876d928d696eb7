#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/backgammon/board/move.hpp"
#include "core/contract/annotation.hpp"

/// How GM[6] writes moves: the dice and the checkers' ways as letters, "53qvsv".
namespace arbiter::backgammon {

/// White's 1-point is a and Black's is x; y is the bar, and z is off.
std::optional<Spot> sgf_spot(char letter, Color by);
char sgf_letter(Spot spot, Color by);

/// The property B or W of a node; null if there is none.
const Property* sgf_move_of(std::span<const Annotation> properties);

/// The ways in numbers, as `read_turn` reads them: "8/3 6/3". Nothing if they are not letters from a
/// to z in pairs.
std::optional<std::string> read_sgf_ways(std::string_view letters, Color by);
std::string write_sgf_ways(const Turn& turn, Color by);

}  // namespace arbiter::backgammon
