// GNU Backgammon's Position ID, alone and with a Match ID.

#include "core/backgammon/formats/gnubg_id.hpp"
#include "core/backgammon/formats/position_id.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::backgammon::position_id_fuzz {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 128;

void require_round_trip(const Game& game) {
    const auto written = write_gnubg_id(game);
    require(written.has_value(), "a game from IDs can be written");
    require(looks_like_gnubg_id(*written), "written IDs look like some");
    const auto again = read_gnubg_id(*written, {});
    require(again && again.faults.empty(), "written IDs are read without a word");
    require(*again == game, "IDs hold the position");
    require(write_gnubg_id(*again) == *written, "IDs that were written are written again");
}

void look_at(std::string_view text) {
    const auto position = read_position_id(text, {});
    require_sound(position, text);
    if (position) {
        const auto written = write_position_id(*position);
        require(looks_like_position_id(*written), "a written ID looks like one");
        const auto again = read_position_id(*written, {});
        require(again && *again == *position, "a Position ID holds the board");
        require_round_trip(*position);
    }
    const auto game = read_gnubg_id(text, {});
    require_sound(game, text);
    require(!position || !game, "a text is one ID or two");
    if (game) require_round_trip(*game);
}

const arbiter::fuzz::Target target({.name = "position_id", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::backgammon::position_id_fuzz
