// MAT: every game of a file is played, and comes back from what is written.

#include <vector>

#include "core/backgammon/formats/mat.hpp"
#include "tests/fuzz/oracles.hpp"

namespace arbiter::backgammon {
namespace {

using arbiter::fuzz::require;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 8192;

std::vector<Reading<Game>> read_all(std::string_view text, std::size_t piece_size) {
    const auto stream = stream_mat({});
    for (; !text.empty(); text.remove_prefix(std::min(piece_size, text.size()))) {
        stream->feed(text.substr(0, piece_size));
    }
    stream->finish();
    std::vector<Reading<Game>> games;
    while (auto game = stream->next()) games.push_back(main_line(*std::move(game)));
    return games;
}

void require_checkers(const Board& board) {
    for (const Color color : {Color::white, Color::black}) {
        int checkers = 0;
        for (int i = 0; i <= 25; ++i) checkers += board.count(color, *Spot::at(i));
        require(checkers == checkers_each, "a side has 15 checkers");
    }
}

void require_round_trip(const Game& game) {
    const auto written = write_mat(game);
    require(written.has_value(), "a game from MAT can be written");
    require(looks_like_mat(*written), "written MAT looks like some");
    const auto again = read_mat(*written, {});
    require(again && again.faults.empty(), "written MAT is read without a word");
    require(*again == game, "MAT holds the game");
    require(write_mat(*again) == *written, "MAT that was written is written again");
}

void look_at(std::string_view text) {
    const auto first = read_mat(text, {});
    require_sound(first, text);
    const auto games = read_all(text, text.size() + 1);
    const auto in_pieces = read_all(text, 7);
    require(games.size() == in_pieces.size(), "pieces make no difference");
    require(!games.empty() && games.front().value == first.value, "the first game comes first");
    for (std::size_t i = 0; i < games.size(); ++i) {
        require_sound(games[i], text);
        require(games[i].value == in_pieces[i].value && games[i].faults == in_pieces[i].faults,
                "pieces make no difference to a game");
        if (!games[i]) continue;
        for (const Position& position : games[i]->positions()) require_checkers(position.board());
        require_round_trip(*games[i]);
    }
}

}  // namespace
}  // namespace arbiter::backgammon

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > arbiter::backgammon::size_max) return arbiter::fuzz::turned_away;
    arbiter::backgammon::look_at(arbiter::fuzz::text_of(data, size));
    return arbiter::fuzz::looked_at;
}
