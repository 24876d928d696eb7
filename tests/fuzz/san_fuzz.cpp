// Moves in SAN and all that people write for it, in positions that the input walks to.

#include "core/chess/notations/san.hpp"
#include "core/chess/rules.hpp"
#include "tests/fuzz/moves.hpp"
#include "tests/fuzz/walk.hpp"

namespace arbiter::chess {
namespace {

using arbiter::chess::fuzz::require_judged;
using arbiter::chess::fuzz::require_notation;
using arbiter::chess::fuzz::walk;
using arbiter::fuzz::require;
using arbiter::fuzz::require_explained;

constexpr std::size_t size_max = 512;

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
    require_notation(game, "san");
}

}  // namespace
}  // namespace arbiter::chess

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > arbiter::chess::size_max) return arbiter::fuzz::turned_away;
    arbiter::chess::look_at(arbiter::fuzz::text_of(data, size));
    return arbiter::fuzz::looked_at;
}
