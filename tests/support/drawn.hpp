#pragma once

#include <string_view>
#include <vector>

#include "core/go/game.hpp"

namespace arbiter::go {

/// A position from a drawing, the top row first: X is black, O is white, . is empty. Blanks and
/// line breaks are for the eye; each line that is not blank is a row.
Setup drawn(std::string_view drawing, Color turn = Color::black);

/// A game that begins at a drawing.
Game game_of_drawing(std::string_view drawing, const Rules& rules, Color turn = Color::black);

/// The rules of a preset with some fields changed: "japanese", "tromp-taylor ko=none".
Rules rules_of(std::string_view text);

/// Plays moves such as "D4 pass C3", each by whose turn it is or, as "D4b", by the side it names.
/// Every one of them must be legal.
void play_all(Game& game, std::string_view moves);

/// The board as a drawing.
std::string drawing_of(const Game& game);

/// Without blanks at the ends of lines and around, so that drawings can be compared.
std::string tidy(std::string_view drawing);

/// The code of the refusal, or "" if the move would be legal.
std::string refusal_of(const Game& game, std::string_view move);

}  // namespace arbiter::go
