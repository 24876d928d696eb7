// PGN: the same documents whether the text comes whole or in pieces, and again from what is written.
// What has no verdict can be played; whatever is not as it was written is told.

#include <algorithm>
#include <vector>

#include "core/chess/formats/pgn.hpp"
#include "core/chess/formats/pgn_reader.hpp"
#include "core/chess/formats/pgn_tags.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::chess::pgn_fuzz {
namespace {

using arbiter::fuzz::piece_size_for;
using arbiter::fuzz::require;
using arbiter::fuzz::require_one;
using arbiter::fuzz::require_placed;

constexpr std::size_t size_max = 160;

using Readings = std::vector<Reading<Document<Game>>>;

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

bool same(const Reading<Document<Game>>& a, const Reading<Document<Game>>& b) {
    return a.value == b.value && a.faults == b.faults;
}

/// No comment can hold a closing brace.
Document<Game> as_written(Document<Game> document) {
    document.tags() = export_tags(document);
    for (NodeId id = 0; id < document.size(); ++id) {
        for (Annotation& annotation : document.node(id).annotations) {
            if (auto* comment = std::get_if<Comment>(&annotation)) {
                std::ranges::replace(comment->text, '}', ')');
            }
        }
    }
    return document;
}

void require_round_trip(const Document<Game>& document) {
    const auto written = write_pgn(document);
    require(written.has_value(), "what was read can be written");
    const Readings again = read_whole(*written);
    require(again.size() == 1, "a written game is one game");
    require(again[0].value.has_value(), "a written game can be read");
    require(*again[0] == as_written(document), "PGN holds the whole document");
    require(*write_pgn(*again[0]) == *written, "a document that was written is written again");
}

/// Every node without a verdict is legal where it stands.
void require_judged(const Document<Game>& document) {
    Cursor<Game> cursor(document);
    for (NodeId id = document.next(0); id != 0; id = document.next(id)) {
        while (cursor.at() != document.parent(id)) cursor.leave();
        const bool accepted = cursor.enter(id).has_value();
        require(accepted || document.verdict(id) != nullptr, "what was kept is legal, or told");
    }
}

/// The main line is a game that can be played on.
void require_game(const Reading<Document<Game>>& reading) {
    const Game game = reading->game();
    const auto again = read_main_line<Game, stream_pgn>(*write_pgn(Document<Game>::of(game)), {});
    if (!game.start().automatic_draws) return;  // PGN has no word for it
    require(again && *again == game, "a game reads back from its own PGN");
    require(again->outcome() == game.outcome(), "a PGN holds the outcome");
}

void look_at(std::string_view text) {
    const Readings games = read_whole(text);
    for (const auto& game : games) {
        require_placed(game.faults, text);
        require(game || game.faults.fatal(), "there is a document, or a reason why not");
    }
    const auto each = [&](auto look) {
        for (const auto& game : games) {
            if (game) look(game);
        }
    };
    require_one<4>(
        text,
        [&] {
            const Readings pieced = read_in_pieces(text, piece_size_for(text));
            require(std::ranges::equal(games, pieced, same), "pieces make no difference");
        },
        [&] { each([](const auto& game) { require_round_trip(*game); }); },
        [&] { each([](const auto& game) { require_judged(*game); }); },
        [&] { each(require_game); });
}

const arbiter::fuzz::Target target({.name = "pgn", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::chess::pgn_fuzz
