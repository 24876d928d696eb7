// One entry point: a text of unknown format is read as what it looks like, and whatever was read says
// the same in every format that can carry it.

#include <algorithm>
#include <string>

#include "core/games/any_game.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::any_fuzz {
namespace {

using arbiter::fuzz::for_one;
using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;
using arbiter::fuzz::speak_of_the_position;

constexpr std::size_t size_max = 320;

void require_carried(const AnyGame& game, const FormatInfo& format) {
    const auto written = game.write(format.name);
    if (!written) {
        require(written.error().code == "cannot_express", "what is not written has no expression");
        return;
    }
    const auto again = AnyGame::read(*written, {game.name(), format.name, {}});
    if (format.cannot_carry.empty()) {
        require(again && speak_of_the_position(again.faults),
                "what is written is read without a word");
        require(again->hash() == game.hash(), "such a format carries the position");
        require(again->turn() == game.turn(), "such a format carries the turn");
    }
    // A format that leaves out the rules may be refused under others.
    if (again && format.extent == Extent::position) {
        require(again->write(format.name) == written, "what is read is written as it was");
    }
}

void look_at(std::string_view text) {
    const auto game = AnyGame::read(text);
    const auto detected = detect(text);
    std::string words(text);
    if (detected && detected->format == "sgn") std::ranges::replace(words, ',', ' ');
    require_sound(game, words);
    require(!game || detected, "what is read looked like something");
    if (!game) return;
    for (const GameInfo& info : games()) {
        if (info.name != game->name()) continue;
        for_one(text, info.formats,
                [&](const FormatInfo& format) { require_carried(*game, format); });
    }
}

const arbiter::fuzz::Target target({.name = "any", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::any_fuzz
