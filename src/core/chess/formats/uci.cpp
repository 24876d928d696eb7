#include "core/chess/formats/uci.hpp"

#include <algorithm>
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

Reading<Game> read_uci_game(std::string_view text, const Options& options) {
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
        std::string fen;
        for (std::size_t i = next + 1; i < moves_at; ++i) fen += std::string(words[i]) + " ";
        start = read_fen(fen);
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
