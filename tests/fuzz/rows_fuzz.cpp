// go-rows: the compact dictionary.

#include "core/go/formats/rows.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::go::rows_fuzz {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 2048;

void look_at(std::string_view text) {
    const auto game = read_rows(text, {});
    require_sound(game, text);
    if (!game) return;
    require(game->hash() == game->recomputed_hash(), "a position knows its hash");
    const auto written = write_rows(*game);
    require(written.has_value(), "what was read can be written");
    const auto again = read_rows(*written, {});
    require(again && again.faults.empty(), "a written state is read without a word");
    require(again->position() == game->position(), "a state holds the stones and the turn");
    require(again->passes() == game->passes(), "a state holds the passes");
    require(again->outcome() == game->outcome(), "a state decides whether the game is over");
    require(*write_rows(*again) == *written, "a written state is written again");
}

const arbiter::fuzz::Target target({.name = "rows", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::go::rows_fuzz
