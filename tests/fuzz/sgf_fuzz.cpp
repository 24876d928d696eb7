// SGF: the same games whether the text comes whole or in pieces, and again from what is written.

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/go/formats/sgf.hpp"
#include "core/go/formats/sgf_import.hpp"
#include "core/go/formats/sgf_reader.hpp"
#include "core/go/formats/sgf_writer.hpp"
#include "tests/fuzz/oracles.hpp"

namespace arbiter::go {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 8192;

using Readings = std::vector<Reading<SgfGame>>;

void take_games(SgfReader& reader, Readings& games) {
    while (auto game = reader.next()) games.push_back(std::move(*game));
}

Readings read_in_pieces(std::string_view text, std::size_t piece_size) {
    SgfReader reader;
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

bool same(const Reading<SgfGame>& a, const Reading<SgfGame>& b) {
    return a.value == b.value && a.faults == b.faults;
}

/// Every change of the text changes it, so that the fuzzer also looks for pieces that matter.
std::size_t piece_size_for(std::string_view text) {
    constexpr unsigned sizes = 61;
    return 1 + std::accumulate(text.begin(), text.end(), 0U) % sizes;
}

void require_tree(const SgfGame& game) {
    for (SgfGame::Number number = 1; number < game.nodes().size(); ++number) {
        require(*game.parent(number) < number, "a node comes after its parent");
    }
    const auto line = game.main_line();
    for (std::size_t i = 1; i < line.size(); ++i) {
        require(game.parent(line[i]) == line[i - 1], "the main line goes from parent to child");
    }
}

void require_round_trip(const SgfGame& game) {
    const std::string written = write_sgf(game);
    require(looks_like_sgf(written), "a written game looks like one");
    const Readings again = read_whole(written);
    require(again.size() == 1, "a written game is one game");
    require(again[0].value.has_value(), "a written game can be read");
    require(*again[0] == game, "SGF holds everything");
    require(write_sgf(*again[0]) == written, "a game that was written is written again");
}

/// A result that nobody understands is kept and written again.
bool is_unknown_result(const Fault& fault) { return fault.code == "unknown_result"; }

bool starts_at_the_beginning(const Game& game) { return game.start().before == Before{}; }

/// The main line is a game or not; if so, SGF holds it.
void require_game(const SgfGame& sgf, std::string_view text) {
    const auto game = game_of(sgf);
    require_sound(game, text);
    if (!game || !starts_at_the_beginning(*game)) return;
    const auto written = write_sgf_game(*game);
    require(written.has_value(), "a game from SGF can be written");
    const auto again = read_sgf_game(*written, {});
    require(again && std::ranges::all_of(again.faults, is_unknown_result),
            "a written game is read without a word");
    require(again->start() == game->start(), "SGF holds the start");
    require(*again == *game, "SGF holds the events that it has words for");
    require(again->tags == game->tags, "SGF holds the tags");
    require(again->outcome() == game->outcome(), "SGF holds the outcome");
}

void look_at(std::string_view text) {
    const Readings games = read_whole(text);
    const Readings pieced = read_in_pieces(text, piece_size_for(text));
    require(std::ranges::equal(games, pieced, same), "pieces make no difference");
    for (const auto& game : games) {
        require_sound(game, text);
        if (!game) continue;
        require_tree(*game);
        require_round_trip(*game);
        require_game(*game, text);
    }
}

}  // namespace
}  // namespace arbiter::go

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > arbiter::go::size_max) return arbiter::fuzz::turned_away;
    arbiter::go::look_at(arbiter::fuzz::text_of(data, size));
    return arbiter::fuzz::looked_at;
}
