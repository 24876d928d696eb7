#include "core/go/formats/sgf_result.hpp"

#include <algorithm>
#include <array>

#include "core/base/sgf_text.hpp"
#include "core/base/text.hpp"

namespace arbiter::go {

namespace {

/// In lower case, without white space, and with a point for a decimal comma.
std::string result_word(std::string_view text) {
    std::string word;
    for (const char c : text) {
        if (!is_sgf_blank(c)) word += c == ',' ? '.' : lower(c);
    }
    return word;
}

struct WinWord {
    std::string_view word;
    std::string_view reason;
};
constexpr std::array win_words{
    WinWord{"", reasons::recorded_result},   WinWord{"r", reasons::resignation},
    WinWord{"resign", reasons::resignation}, WinWord{"t", reasons::time_forfeit},
    WinWord{"time", reasons::time_forfeit},  WinWord{"f", reasons::forfeit},
    WinWord{"forfeit", reasons::forfeit},
};

std::optional<Color> winner_named(std::string_view word) {
    if (word == "b" || word == "black") return Color::black;
    if (word == "w" || word == "white") return Color::white;
    return std::nullopt;
}

std::optional<ToldResult> win_told(Color winner, std::string_view how) {
    const auto known = std::ranges::find(win_words, how, &WinWord::word);
    if (known != win_words.end()) return ToldResult{Outcome::win(winner, known->reason), {}};
    if (how.find_first_not_of("0123456789.") != how.npos) return std::nullopt;
    return ToldResult{Outcome::win(winner, reasons::recorded_result), half_points_named(how)};
}

std::string win_text(Color winner, std::string_view reason) {
    std::string text = winner == Color::black ? "B+" : "W+";
    if (reason == reasons::resignation) text += 'R';
    if (reason == reasons::time_forfeit) text += 'T';
    if (reason == reasons::forfeit) text += 'F';
    return text;
}

}  // namespace

std::optional<ToldResult> result_told(std::string_view text) {
    const std::string word = result_word(text);
    if (word == "0" || word == "draw" || word == "jigo") {
        return ToldResult{Outcome::draw(reasons::recorded_result), {}};
    }
    if (word == "void") {
        return ToldResult{{GameResult::no_result, std::nullopt, reasons::recorded_result}, {}};
    }
    const auto plus = word.find('+');
    if (plus == word.npos) return std::nullopt;
    const auto winner = winner_named(word.substr(0, plus));
    if (!winner) return std::nullopt;
    return win_told(*winner, std::string_view(word).substr(plus + 1));
}

bool is_open_result(std::string_view text) {
    const std::string word = result_word(text);
    return word.empty() || word == "?";
}

std::string result_text(const Game& game) {
    const auto& outcome = game.outcome();
    if (!outcome) return {};
    if (outcome->reason == reasons::score) return to_string(game.score());
    if (outcome->winner) return win_text(*outcome->winner, outcome->reason);
    return outcome->result == GameResult::draw ? "Draw" : "Void";
}

bool agrees(const ToldResult& told, const Score& score) {
    if (told.outcome.result == GameResult::no_result) return false;
    if (told.outcome.winner != score.leader()) return false;
    const std::int32_t margin = score.margin().count;
    return !told.margin || told.margin->count == (margin < 0 ? -margin : margin);
}

bool agrees(const ToldResult& told, const Game& game) {
    const auto& outcome = game.outcome();
    if (!outcome) return false;
    const bool reason_given = told.outcome.reason != reasons::recorded_result;
    if (reason_given) return told.outcome == *outcome;
    if (outcome->reason == reasons::score) return agrees(told, game.score());
    return told.outcome.result == outcome->result && told.outcome.winner == outcome->winner;
}

bool says_more(std::string_view text, const Game& game) {
    const auto told = result_told(text);
    if (!game.outcome()) return !told && !result_word(text).empty();
    const std::string known = result_text(game);
    const bool vague = known == "B+" || known == "W+" || known == "Draw" || known == "Void";
    return vague && told && text != known && agrees(*told, game);
}

}  // namespace arbiter::go
