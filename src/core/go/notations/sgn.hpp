#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/fault.hpp"
#include "core/go/board/move.hpp"

/// The words of Simple Go Notation: D4b passw D5c, and after both sides have passed deadD4 agreeb.
namespace arbiter::go {

/// A stone that is taken off: `A6c`.
struct Capture {
    Point point;
    bool operator==(const Capture&) const = default;
};
/// What a side does beside its moves: `deadC3` and `aliveC3` mark a group, `agreeb`, `resumew` and
/// `resignb` name the side. A mark has the same effect whoever makes it; a side may follow, `deadC3b`.
struct SgnAction {
    enum class Kind : std::uint8_t { dead, alive, agree, resume, resign };

    Kind kind;
    std::optional<Point> point;  ///< of a mark
    std::optional<Color> by;     ///< nothing: the side whose agreement is awaited

    bool operator==(const SgnAction&) const = default;
};
using SgnMove = std::variant<Play, Pass, Capture, SgnAction>;

/// "D4b", "passw", "D4c", "deadD4", "agreeb", in upper or lower case.
std::optional<SgnMove> read_sgn_move(std::string_view word);
std::string write_sgn_move(const SgnMove& move);

/// Takes a word from the front of a text with blanks or commas between words; empty at its end.
std::string_view take_sgn_word(std::string_view& text);
/// Moves between blanks or commas; no board decides whether they are possible. Faults:
/// `unreadable_move` for every word that is not a move, `too_many_moves`. The first word is token
/// number `first_token`.
Reading<std::vector<SgnMove>> read_sgn_moves(std::string_view text, std::size_t first_token = 1);

}  // namespace arbiter::go
