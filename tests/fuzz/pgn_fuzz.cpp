// PGN: the same games whether the text comes whole or in pieces, and again from what is written.

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/chess/formats/pgn.hpp"
#include "core/chess/formats/pgn_reader.hpp"
#include "core/chess/formats/pgn_tags.hpp"
#include "core/chess/formats/pgn_writer.hpp"
#include "tests/fuzz/oracles.hpp"

namespace arbiter::chess {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 8192;

using Readings = std::vector<Reading<PgnGame>>;

void take_games(PgnReader& reader, Readings& games) {
    while (auto game = reader.next()) games.push_back(std::move(*game));
}

Readings read_in_pieces(std::string_view text, std::size_t piece_size) {
    PgnReader reader;
    Readings games;
    for (; !text.empty(); text.remove_prefix(std::min(piece_size, text.size()))) {
        reader.feed(text.substr(0, piece_size));
        take_games(reader, games);
    }
    reader.finish();
    take_games(reader, games);
    return games;
}

Readings read_whole(std::string_view text) { return read_in_pieces(text, text.size() + 1); }

bool same(const Reading<PgnGame>& a, const Reading<PgnGame>& b) {
    return a.value == b.value && a.faults == b.faults;
}

/// Every change of the text changes it, so that the fuzzer also looks for pieces that matter.
std::size_t piece_size_for(std::string_view text) {
    constexpr unsigned sizes = 61;
    return 1 + std::accumulate(text.begin(), text.end(), 0U) % sizes;
}

/// No comment can hold a closing brace.
void make_writable(std::vector<std::string>& comments) {
    for (std::string& comment : comments) std::ranges::replace(comment, '}', ')');
}
void make_writable(std::vector<PgnMove>& moves) {
    for (PgnMove& move : moves) {
        make_writable(move.comments_before);
        make_writable(move.comments);
        for (auto& variation : move.variations) make_writable(variation);
    }
}

PgnGame as_written(PgnGame game) {
    game.tags = export_tags(game);
    make_writable(game.comments);
    make_writable(game.moves);
    return game;
}

void require_round_trip(const PgnGame& game) {
    const std::string written = write_pgn(game);
    const Readings again = read_whole(written);
    require(again.size() == 1, "a written game is one game");
    require(again[0].value.has_value(), "a written game can be read");
    require(*again[0] == as_written(game), "PGN holds tags, moves, comments and variations");
    require(write_pgn(*again[0]) == written, "a game that was written is written again");
}

/// Without its comments and variations it is a game that can be played on.
void require_game(const PgnGame& pgn) {
    const auto game = game_of(pgn);
    require(game.value.has_value(), "the moves of a PGN are a game");
    const PgnGame neutral = pgn_of(*game);
    const auto again = game_of(neutral);
    require(again && *again == *game, "a game reads back from its own PGN");
    require(again->outcome() == game->outcome(), "a PGN holds the outcome");
    require_round_trip(neutral);
}

void look_at(std::string_view text) {
    const Readings games = read_whole(text);
    const Readings pieced = read_in_pieces(text, piece_size_for(text));
    require(std::ranges::equal(games, pieced, same), "pieces make no difference");
    for (const auto& game : games) {
        require_sound(game, text);
        if (!game) continue;
        require_round_trip(*game);
        require_game(*game);
    }
}

}  // namespace
}  // namespace arbiter::chess

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > arbiter::chess::size_max) return arbiter::fuzz::turned_away;
    arbiter::chess::look_at(arbiter::fuzz::text_of(data, size));
    return arbiter::fuzz::looked_at;
}
