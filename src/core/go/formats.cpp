#include "core/go/formats.hpp"

#include <array>

#include "core/contract/record.hpp"

namespace arbiter::go {

namespace {

bool looks_like_json_with(std::string_view text, std::string_view key, std::string_view other) {
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{' && text.find(key) != text.npos &&
           text.find(other) != text.npos;
}

const std::array format_table{
    Format<Game>{
        {"go-grid", "JSON for prompting a model: point by point, top row first", Extent::position,
         "the rules but komi, the moves, ko and earlier positions, prisoners, handicap, marks, "
         "whether play has ended, the tags"},
        [](std::string_view text) {
            return looks_like_json_with(text, "\"board_grid\"", "\"board_size\"");
        },
        read_grid,
        [](const Game& game) { return write_grid(game); }},
    Format<Game>{
        {"go-rows", "the compact dictionary: rows of \"B\", \"W\" and null", Extent::position,
         "the rules and komi, the moves, ko and earlier positions, prisoners, handicap, marks, the "
         "tags"},
        [](std::string_view text) {
            return looks_like_json_with(text, "\"board\"", "\"current_player\"");
        },
        read_rows,
        write_rows},
    Format<Game>{{"sgn", "Simple Go Notation: 19x19 A9b B12w C2b", Extent::game, sgn_cannot_carry},
                 looks_like_sgn,
                 read_sgn,
                 [](const Game& game) { return write_sgn(game); }},
    Format<Game>{{"sgn-url", "SGN with commas, as in a URL", Extent::game, sgn_cannot_carry},
                 [](std::string_view) { return false; },
                 read_sgn,
                 [](const Game& game) {
                     return write_sgn(game, {.separators = SgnStyle::Separators::commas});
                 }},
    Format<Game>{
        {"sgn-captures", "SGN with the captures written out", Extent::game, sgn_cannot_carry},
        [](std::string_view) { return false; },
        read_sgn,
        [](const Game& game) {
            return write_sgn(game, {.captures = SgnStyle::Captures::written});
        }},
    Format<Game>{{"sgf", "Smart Game Format, FF[4]", Extent::game, sgf_cannot_carry},
                 looks_like_sgf,
                 read_sgf_game,
                 write_sgf_game,
                 stream_sgf},
    Format<Game>{
        {"record", "the neutral record: game, setup, events", Extent::game, ""},
        [](std::string_view text) { return looks_like_record(text, Game::traits.name); },
        read_record<Game>,
        [](const Game& game) -> std::expected<std::string, Fault> { return write_record(game); }},
};

}  // namespace

std::span<const Format<Game>> Game::formats() { return format_table; }

}  // namespace arbiter::go
