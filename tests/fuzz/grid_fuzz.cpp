// go-grid: the JSON state that an agent is prompted with, point by point.

#include "core/go/formats/grid.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/mutated.hpp"

namespace arbiter::go::grid_fuzz {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_one;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 2048;

void require_same(const Game& again, const Game& game) {
    require(again.position().stones() == game.position().stones(), "a state holds the stones");
    require(again.turn() == game.turn(), "a state holds the turn");
    require(again.rules().komi == game.rules().komi, "a state holds komi");
    require(again.move_count() == game.move_count(), "a state holds the move number");
}

using Style = JsonWriter::Style;

void require_round_trip(const Game& game, Style style) {
    const auto written = write_grid(game, style);
    require(written.has_value(), "what was read can be written");
    const auto again = read_grid(*written, {});
    require(again && again.faults.empty(), "a written state is read without a word");
    require_same(*again, game);
    require(*write_grid(*again, style) == *written, "a written state is written again");
}

void look_at(std::string_view text) {
    const auto game = read_grid(text, {});
    require_sound(game, text);
    const auto require_reader = [&] {
        const std::string escaped = with_escape(std::string(text), "komi");
        require(escaped.empty() || read_grid(escaped, {}).value == game.value,
                "both readers read the same");
    };
    if (!game) return require_reader();
    require_one(
        text, require_reader,
        [&] {
            require(game->hash() == game->recomputed_hash(), "a position knows its hash");
            const auto elsewhere = read_grid(text, {{"rules", "japanese"}});
            require(elsewhere && elsewhere->rules().komi == game->rules().komi,
                    "under other rules komi is the document's");
        },
        [&] { require_round_trip(*game, Style::compact); },
        [&] { require_round_trip(*game, Style::lines); });
}

const arbiter::fuzz::Target target({.name = "grid", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::go::grid_fuzz
