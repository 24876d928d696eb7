// SGF: the same documents whether the text comes whole or in pieces, and again from what is written;
// what is kept without a verdict can be played.

#include <algorithm>
#include <vector>

#include "core/go/formats/sgf.hpp"
#include "core/go/formats/sgf_reader.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::go::sgf_fuzz {
namespace {

using arbiter::fuzz::piece_size_for;
using arbiter::fuzz::require;
using arbiter::fuzz::require_one;
using arbiter::fuzz::require_placed;

constexpr std::size_t size_max = 144;

using Readings = std::vector<Reading<Document<Game>>>;

void take_documents(SgfReader& reader, Readings& documents) {
    while (auto document = reader.next()) documents.push_back(std::move(*document));
}

Readings read_in_pieces(std::string_view text, std::size_t piece_size) {
    SgfReader reader;
    Readings documents;
    for (; !text.empty(); text.remove_prefix(std::min(piece_size, text.size()))) {
        reader.feed(text.substr(0, piece_size));
        take_documents(reader, documents);
    }
    reader.finish();
    take_documents(reader, documents);
    return documents;
}

Readings read_whole(std::string_view text) { return read_in_pieces(text, text.size() + 1); }

bool same(const Reading<Document<Game>>& a, const Reading<Document<Game>>& b) {
    return a.value == b.value && a.faults == b.faults;
}

void require_verdicts(const Reading<Document<Game>>& reading) {
    const Document<Game>& document = *reading;
    Cursor<Game> cursor(document);
    for (NodeId id = document.next(0); id != 0; id = document.next(id)) {
        while (cursor.at() != document.parent(id)) cursor.leave();
        const bool played = cursor.enter(id).has_value();
        require(played || document.verdict(id) != nullptr, "what is refused is told");
    }
    for (NodeId id = 0; id < document.size(); ++id) {
        require(document.verdict(id) == nullptr || !reading.faults.empty(),
                "a verdict has its fault");
    }
}

void require_round_trip(const Document<Game>& document) {
    const auto written = write_sgf(document);
    require(written.has_value(), "a document from SGF can be written");
    const Readings again = read_whole(*written);
    require(again.size() == 1, "a written document is one document");
    require(again[0].value.has_value(), "a written document can be read");
    require(*again[0] == document, "SGF holds everything");
    require(write_sgf(*again[0]) == *written, "a document that was written is written again");
}

/// A result that nobody understands is kept and written again.
bool is_unknown_result(const Fault& fault) { return fault.code == "unknown_result"; }

bool starts_at_the_beginning(const Game& game) { return game.start().before == Before{}; }

/// SGF does not say whether the players agreed on a result after the last pass or it was given.
bool ends_in_doubt(Game game) {
    if (game.events().empty() || !std::holds_alternative<Conclude>(game.events().back()))
        return false;
    game.undo();
    return game.phase() == Phase::marking;
}

/// The main line is a game or not; if so, SGF holds it.
void require_game(Reading<Document<Game>> document) {
    const auto game = main_line(std::move(document));
    if (!game || !starts_at_the_beginning(*game) || ends_in_doubt(*game)) return;
    const auto written = write_game<Game, write_sgf>(*game);
    if (!written) return;
    const auto again = read_main_line<Game, stream_sgf>(*written, {});
    require(again && std::ranges::all_of(again.faults, is_unknown_result),
            "a written game is read without a word");
    require(again->start() == game->start(), "SGF holds the start");
    require(*again == *game, "SGF holds the events that it has words for");
    require(again->tags == game->tags, "SGF holds the tags");
    require(again->outcome() == game->outcome(), "SGF holds the outcome");
}

void look_at(std::string_view text) {
    const Readings documents = read_whole(text);
    for (const auto& document : documents) {
        require(document || document.faults.fatal(), "a document, or why there is none");
        require_placed(document.faults, text);
    }
    const auto each = [&](auto look) {
        for (const auto& document : documents) {
            if (document) look(document);
        }
    };
    require_one<4>(
        text,
        [&] {
            const Readings pieced = read_in_pieces(text, piece_size_for(text));
            require(std::ranges::equal(documents, pieced, same), "pieces make no difference");
        },
        [&] { each(require_verdicts); },
        [&] { each([](const auto& document) { require_round_trip(*document); }); },
        [&] { each(require_game); });
}

const arbiter::fuzz::Target target({.name = "sgf", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::go::sgf_fuzz
