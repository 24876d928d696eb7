// The neutral record: a start and events, actions included.

#include "core/chess/game.hpp"
#include "core/contract/record.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::chess::record_fuzz {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;
using arbiter::fuzz::speak_of_the_position;

constexpr std::size_t size_max = 2048;

void look_at(std::string_view text) {
    const auto game = read_record<Game>(text, {});
    require_sound(game, text);
    if (!game) return;
    const std::string written = write_record(*game);
    require(record_likeness(Glance(written), Game::traits.name) == Likeness::certain,
            "a written record looks like one");
    const auto again = read_record<Game>(written, {});
    require(again && speak_of_the_position(again.faults),
            "a written record is read without a word");
    require(*again == *game, "a record holds the start and the events");
    require(again->tags == game->tags, "a record holds the tags");
    require(again->outcome() == game->outcome(), "a record holds the outcome");
    require(write_record(*again) == written, "a record that was written is written again");
}

const arbiter::fuzz::Target target({.name = "record", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::chess::record_fuzz
