#include "core/go/formats.hpp"

#include <array>

#include "core/contract/record.hpp"

namespace arbiter::go {

namespace {

const std::array format_table{
    Format<Game>{
        {"go-grid", "JSON for prompting a model: point by point, top row first", Extent::position,
         "the rules but komi, the moves, ko and earlier positions, prisoners, handicap, marks, "
         "whether play has ended, the tags"},
        grid_likeness,
        read_grid,
        [](const Game& game) { return write_grid(game); }},
    Format<Game>{
        {"go-rows", "the compact dictionary: rows of \"B\", \"W\" and null", Extent::position,
         "the rules and komi, the moves, ko and earlier positions, prisoners, handicap, marks, the "
         "tags",
         "rows"},
        rows_likeness,
        read_rows,
        write_rows},
    Format<Game>{
        {"sgn", "Simple Go Notation: 19x19 A9b B12w C2b", Extent::game, sgn_cannot_carry, "sgn"},
        likeness_by<looks_like_sgn>,
        read_sgn,
        [](const Game& game) { return write_sgn(game); }},
    Format<Game>{{"sgn-url", "SGN with commas, as in a URL", Extent::game, sgn_cannot_carry, "sgn"},
                 left_to_another,
                 read_sgn,
                 [](const Game& game) {
                     return write_sgn(game, {.separators = SgnStyle::Separators::commas});
                 }},
    Format<Game>{{"sgn-captures", "SGN with the captures written out", Extent::game,
                  sgn_cannot_carry, "sgn"},
                 left_to_another,
                 read_sgn,
                 [](const Game& game) {
                     return write_sgn(game, {.captures = SgnStyle::Captures::written});
                 }},
    Format<Game>{
        {"sgf", "Smart Game Format, FF[4]", Extent::game, sgf_cannot_carry, "", Keeps::tree},
        sgf_likeness,
        read_main_line<Game, stream_sgf>,
        write_game<Game, write_sgf>,
        stream_sgf,
        write_sgf},
    record_format<Game>(),
};

}  // namespace

std::span<const Format<Game>> Game::formats() { return format_table; }

}  // namespace arbiter::go
