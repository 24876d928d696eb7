// SGN: a size and moves, with blanks or commas, with and without captures.

#include <algorithm>
#include <array>

#include "core/go/formats/sgn.hpp"
#include "core/go/notations/sgn.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::go::sgn_fuzz {
namespace {

using arbiter::fuzz::for_one;
using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 512;

void require_round_trip(const Game& game, SgnStyle style) {
    const auto written = write_sgn(game, style);
    require(written.has_value(), "a game from SGN can be written");
    require(looks_like_sgn(*written), "a written game looks like one");
    const auto again = read_sgn(*written, {});
    require(again && again.faults.empty(), "a written game is read without a word");
    require(*again == game, "SGN holds the moves");
    require(write_sgn(*again, style) == *written, "a game that was written is written again");
}

/// Moves as such, whether or not a board allows them.
void require_moves(std::string_view text) {
    const auto moves = read_sgn_moves(text);
    if (!moves) return;
    std::string written;
    for (const SgnMove& move : *moves) written += write_sgn_move(move) + ' ';
    const auto again = read_sgn_moves(written);
    require(again && *again == *moves, "moves read back");
}

void look_at(std::string_view text) {
    require_moves(text);
    const auto game = read_sgn(text, {});
    std::string words(text);
    std::ranges::replace(words, ',', ' ');
    require_sound(game, words);
    if (!game) return;
    using enum SgnStyle::Separators;
    using enum SgnStyle::Captures;
    constexpr std::array<SgnStyle, 4> styles{
        {{spaces, left_out}, {spaces, written}, {commas, left_out}, {commas, written}}};
    for_one(text, styles, [&](const SgnStyle& style) { require_round_trip(*game, style); });
}

const arbiter::fuzz::Target target({.name = "sgn", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::go::sgn_fuzz
