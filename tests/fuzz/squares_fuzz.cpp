// chess-squares: the JSON state that an agent is prompted with.

#include "core/chess/formats/squares.hpp"
#include "tests/fuzz/oracles.hpp"

namespace arbiter::chess {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;
using arbiter::fuzz::speak_of_the_position;

constexpr std::size_t size_max = 8192;

void look_at(std::string_view text) {
    const auto game = read_squares(text);
    require_sound(game, text);
    if (!game) return;
    using Style = JsonWriter::Style;
    for (const auto style : {Style::compact, Style::lines}) {
        const auto written = write_squares(*game, style);
        require(written.has_value(), "what was read can be written");
        const auto again = read_squares(*written);
        require(again && speak_of_the_position(again.faults),
                "a written state is read without a word");
        require(*again == *game, "a state holds the position and the earlier ones");
        require(again->outcome() == game->outcome(), "a state decides whether the game is over");
        require(write_squares(*again, style) == written, "a written state is written again");
    }
}

}  // namespace
}  // namespace arbiter::chess

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > arbiter::chess::size_max) return arbiter::fuzz::turned_away;
    arbiter::chess::look_at(arbiter::fuzz::text_of(data, size));
    return arbiter::fuzz::looked_at;
}
