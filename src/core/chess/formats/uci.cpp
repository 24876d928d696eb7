#include "core/chess/formats/uci.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/text.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/options.hpp"

namespace arbiter::chess {

bool looks_like_uci(std::string_view text) {
    const auto word = first_word(text);
    return word == "position" || word == "startpos";
}

bool resembles_uci(std::string_view text) {
    const std::string word = folded(first_word(text));
    return word == "position" || word == "startpos" || word == "fen";
}

namespace {

/// A FEN of these words of a text.
Reading<Position> read_fen_in(std::string_view text, std::span<const std::string_view> words) {
    const char* const begin = words.empty() ? text.data() + text.size() : words.front().data();
    const char* const end = words.empty() ? begin : words.back().data() + words.back().size();
    auto position = read_fen({begin, static_cast<std::size_t>(end - begin)});
    const TextPlace at = place_in(text, static_cast<std::size_t>(begin - text.data()));
    Faults faults;
    for (Fault fault : position.faults) {
        const auto* place = std::get_if<TextPlace>(&fault.place);
        if (place != nullptr) fault.place = within(at, *place);
        faults.add(std::move(fault));
    }
    position.faults = std::move(faults);
    return position;
}

}  // namespace

Reading<Game> read_uci_game(std::string_view text, const Options& options) {
    const std::string_view whole = text;
    std::vector<std::string_view> words;
    for (auto word = first_word(text); !word.empty(); word = first_word(text)) {
        words.push_back(word);
        text.remove_prefix(static_cast<std::size_t>(word.data() + word.size() - text.data()));
    }
    const std::size_t next = !words.empty() && words[0] == "position" ? 1 : 0;
    const auto moves = std::ranges::find(words, "moves");
    const auto moves_at = static_cast<std::size_t>(moves - words.begin());
    Reading<Position> start{Position::start(), {}};
    if (next < words.size() && words[next] == "fen") {
        start = read_fen_in(whole, std::span(words).first(moves_at).subspan(next + 1));
    } else if (next >= words.size() || words[next] != "startpos" || moves_at > next + 1) {
        return Reading<Game>::failure("unreadable_position",
                                      "expected `startpos` or `fen ...`, then `moves ...`",
                                      TokenPlace{next + 1});
    }
    Reading<Game> game = game_at(start, options);
    for (std::size_t i = moves_at + 1; game && i < words.size(); ++i) {
        const auto event = game->read_event(words[i]);
        const auto played =
            event ? game->play(*event) : Result<Effects>(std::unexpected(event.error()));
        if (played) continue;
        return Reading<Game>::failure(played.error().code->name, sentence(played.error()),
                                      TokenPlace{i + 1});
    }
    return game;
}

std::expected<std::string, Fault> write_uci_game(const Game& game) {
    const std::string text = game.start().position == Position::start()
                                 ? "position startpos"
                                 : "position fen " + write_fen(game.start().position);
    std::string moves;
    for (const Event& event : game.events()) {
        if (const auto* move = std::get_if<Move>(&event))
            moves += " " + write_uci(*move, game.start().variant);
    }
    return moves.empty() ? text : text + " moves" + moves;
}

}  // namespace arbiter::chess
