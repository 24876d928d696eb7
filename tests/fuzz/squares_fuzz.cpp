// chess-squares: the JSON state that an agent is prompted with.

#include "core/chess/formats/squares.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/mutated.hpp"

namespace arbiter::chess::squares_fuzz {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_one;
using arbiter::fuzz::require_sound;
using arbiter::fuzz::speak_of_the_position;

constexpr std::size_t size_max = 2048;

using Style = JsonWriter::Style;

void require_round_trip(const Game& game, Style style) {
    const auto written = write_squares(game, style);
    require(written.has_value(), "what was read can be written");
    const auto again = read_squares(*written);
    require(again && speak_of_the_position(again.faults), "a written state is read without a word");
    require(*again == game, "a state holds the position and the earlier ones");
    require(again->outcome() == game.outcome(), "a state decides whether the game is over");
    require(write_squares(*again, style) == written, "a written state is written again");
}

void look_at(std::string_view text) {
    const auto game = read_squares(text);
    require_sound(game, text);
    const auto require_reader = [&] {
        const std::string escaped = with_escape(std::string(text), "turn");
        require(escaped.empty() || read_squares(escaped).value == game.value,
                "both readers read the same");
    };
    if (!game) return require_reader();
    require_one(
        text, require_reader, [&] { require_round_trip(*game, Style::compact); },
        [&] { require_round_trip(*game, Style::lines); });
}

const arbiter::fuzz::Target target({.name = "squares", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::chess::squares_fuzz
