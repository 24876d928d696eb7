// MAT: what can be played is played, the rest is told, and all of it comes back from what is written.

#include <algorithm>
#include <vector>

#include "core/backgammon/formats/mat.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::backgammon::mat_fuzz {
namespace {

using arbiter::fuzz::piece_size_for;
using arbiter::fuzz::require;
using arbiter::fuzz::require_one;
using arbiter::fuzz::require_placed;
using arbiter::fuzz::require_sound;

constexpr std::size_t size_max = 512;

using Readings = std::vector<Reading<Document<Game>>>;

Readings read_all(std::string_view text, std::size_t piece_size) {
    const auto stream = stream_mat({});
    Readings documents;
    const auto take = [&] {
        while (auto document = stream->next()) documents.push_back(*std::move(document));
    };
    for (; !text.empty(); text.remove_prefix(std::min(piece_size, text.size()))) {
        stream->feed(text.substr(0, piece_size));
        take();
    }
    stream->finish();
    take();
    return documents;
}

bool same(const Reading<Document<Game>>& a, const Reading<Document<Game>>& b) {
    return a.value == b.value && a.faults == b.faults;
}

void require_checkers(const Board& board) {
    for (const Color color : {Color::white, Color::black}) {
        int checkers = 0;
        for (int i = 0; i <= 25; ++i) checkers += board.count(color, *Spot::at(i));
        require(checkers == checkers_each, "a side has 15 checkers");
    }
}

/// Every event is legal where it stands; words without one have a verdict, and that has a fault.
void require_judged(const Reading<Document<Game>>& reading) {
    const Document<Game>& document = *reading;
    Cursor<Game> cursor(document);
    for (NodeId id = document.next(0); id != 0; id = document.next(id)) {
        const bool is_event = std::holds_alternative<Event>(document.node(id).content);
        const bool accepted = cursor.enter(id).has_value();
        require(accepted, "what was kept is legal");
        require(is_event == (document.verdict(id) == nullptr), "what is not played is told");
        require(is_event || !reading.faults.empty(), "a verdict has its fault");
        require_checkers(cursor.game().position().board());
    }
}

void require_round_trip(const Document<Game>& document) {
    const auto written = write_mat(document);
    require(written.has_value(), "a document from MAT can be written");
    require(looks_like_mat(*written), "written MAT looks like some");
    const Readings again = read_all(*written, written->size());
    require(again.size() == 1 && again[0].value == document, "MAT holds the document");
    require(write_mat(*again[0]) == *written, "MAT that was written is written again");
}

/// A game without faults is written without words, and read back without any.
void require_game(const Game& game) {
    const auto written = write_mat(game);
    require(written.has_value(), "a game from MAT can be written");
    const auto again = read_mat(*written, {});
    require(again && again.faults.empty(), "written MAT is read without a word");
    require(*again == game, "MAT holds the game");
}

void look_at(std::string_view text) {
    const Readings documents = read_all(text, text.size() + 1);
    require(!documents.empty(), "there is a document, or a reason why not");
    for (const auto& document : documents) {
        require_placed(document.faults, text);
        require(document || document.faults.fatal(), "a document, or why there is none");
    }
    const auto each = [&](auto look) {
        for (const auto& document : documents) {
            if (document) look(document);
        }
    };
    require_one<4>(
        text, [&] { require_sound(read_mat(text, {}), text); },
        [&] {
            const Readings in_pieces = read_all(text, piece_size_for(text));
            require(std::ranges::equal(documents, in_pieces, same), "pieces make no difference");
        },
        [&] { each(require_judged); },
        [&] { each([](const auto& document) { require_round_trip(*document); }); },
        [&] { each([](const auto& document) { require_game(document->game()); }); });
}

const arbiter::fuzz::Target target({.name = "mat", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::backgammon::mat_fuzz
