// EPD: four fields and operations, read back from what is written.

#include "core/chess/formats/epd.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::chess::epd_fuzz {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;
using arbiter::fuzz::speak_of_the_position;

constexpr std::size_t size_max = 512;

void look_at(std::string_view text) {
    const auto epd = read_epd(text);
    require_sound(epd, text);
    if (!epd) return;
    const std::string written = write_epd(*epd);
    const auto again = read_epd(written);
    require_sound(again, written);
    // A record at the limit of its size may be written longer: with quotes, semicolons, counters.
    if (!again && again.faults.begin()->code == "epd_too_long") return;
    require(again && speak_of_the_position(again.faults), "a written EPD is read without a word");
    require(again->position == epd->position, "an EPD holds the position");
    require(again->operations == epd->operations, "an EPD holds the operations");
    require(write_epd(*again) == written, "an EPD that was written is written again");
}

const arbiter::fuzz::Target target({.name = "epd", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::chess::epd_fuzz
