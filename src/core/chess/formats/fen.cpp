#include "core/chess/formats/fen.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/chess/options.hpp"

namespace arbiter::chess {

bool resembles_fen(std::string_view text) {
    const auto word = first_word(text);
    return std::ranges::count(word, '/') >= 4 && !word.contains("://");
}

bool begins_with_placement(std::string_view text) {
    constexpr std::string_view strange = "{}[]()<>\":.,=\\";
    return resembles_fen(text) && first_word(text).find_first_of(strange) == text.npos;
}

bool looks_like_fen(std::string_view text) {
    return begins_with_placement(text) && !text.contains(';');
}

Reading<Game> read_fen_game(std::string_view text, const Options& options) {
    return game_at(read_fen(text), options);
}

}  // namespace arbiter::chess
