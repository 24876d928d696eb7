// Moves in SAN and all that people write for it, in positions that the input walks to.

#include "core/chess/notations/san.hpp"
#include "core/chess/rules.hpp"
#include "tests/fuzz/moves.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/walk.hpp"

namespace arbiter::chess::san_fuzz {
namespace {

using arbiter::chess::fuzz::require_judged;
using arbiter::chess::fuzz::require_notation;
using arbiter::chess::fuzz::walk;
using arbiter::fuzz::require;
using arbiter::fuzz::require_explained;

constexpr std::size_t size_max = 128;

void look_at(std::string_view input) {
    const auto [game, text] = walk(input);
    const auto move = read_san(game.board(), text);
    if (move) {
        require(is_legal(game.board(), *move), "what SAN is read as is legal");
        const std::string written = write_san(game.board(), *move);
        const auto again = read_san(game.board(), written);
        require(again.has_value() && *again == *move, "written SAN is read as itself");
    } else {
        require_explained(move.error());
    }
    require_judged(game, text);
    require_notation(game, "san", input);
}

const arbiter::fuzz::Target target(
    {.name = "san", .size_max = size_max, .look = look_at, .keeps_state = true});

}  // namespace
}  // namespace arbiter::chess::san_fuzz
