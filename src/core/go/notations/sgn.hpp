#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/fault.hpp"
#include "core/go/board/move.hpp"

/// The moves of Simple Go Notation: D4b passw D5c.
namespace arbiter::go {

/// A stone that is taken off: `A6c`.
struct Capture {
    Point point;
    bool operator==(const Capture&) const = default;
};
using SgnMove = std::variant<Play, Pass, Capture>;

/// "D4b", "passw", "D4c", in upper or lower case.
std::optional<SgnMove> read_sgn_move(std::string_view word);
std::string write_sgn_move(const SgnMove& move);

/// Takes a word from the front of a text with blanks or commas between words; empty at its end.
std::string_view take_sgn_word(std::string_view& text);
/// Moves between blanks or commas; no board decides whether they are possible. Faults:
/// `unreadable_move` for every word that is not a move, `too_many_moves`. The first word is token
/// number `first_token`.
Reading<std::vector<SgnMove>> read_sgn_moves(std::string_view text, std::size_t first_token = 1);

}  // namespace arbiter::go
