// eXtreme Gammon's XGID.

#include "core/backgammon/formats/xgid.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::backgammon::xgid_fuzz {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 128;

void look_at(std::string_view text) {
    const auto game = read_xgid(text, {});
    require_sound(game, text);
    if (!game) return;
    const auto written = write_xgid(*game);
    require(written.has_value(), "a game from an XGID can be written");
    require(looks_like_xgid(*written), "a written XGID looks like one");
    // An XGID says whether there are beavers, and not whether they may be raccooned.
    const Options raccoons{{"beavers", "raccoon"}};
    const bool raccooned = game->rules().beavers == Beavers::raccoon;
    const auto again = read_xgid(*written, raccooned ? raccoons : Options{});
    require(again && again.faults.empty(), "a written XGID is read without a word");
    require(*again == *game, "an XGID holds the position");
    require(write_xgid(*again) == *written, "an XGID that was written is written again");
}

const arbiter::fuzz::Target target({.name = "xgid", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::backgammon::xgid_fuzz
