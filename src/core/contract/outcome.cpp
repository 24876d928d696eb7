#include "core/contract/outcome.hpp"

#include <algorithm>

namespace arbiter {

std::string sentence(const Outcome& outcome) {
    std::string words;
    switch (outcome.result) {
        case GameResult::win:
            words = outcome.winner == Color::white ? "White wins" : "Black wins";
            break;
        case GameResult::draw: words = "Draw"; break;
        case GameResult::no_result: words = "No result"; break;
    }
    if (outcome.reason == reasons::match_points) return words + " the match";
    words += " by ";
    words += outcome.reason;
    for (const std::string_view compound : {"seventy_five", "five_move", "fifty_move"}) {
        const std::size_t at = words.find(compound);
        if (at != std::string::npos) words[words.find('_', at)] = '-';
    }
    std::ranges::replace(words, '_', ' ');
    return words;
}

Effect game_over_effect(const Outcome& outcome) {
    Effect effect{"game_over", {{"result", std::string(to_string(outcome.result))}}};
    if (outcome.winner) effect.data.push_back({"winner", std::string(to_string(*outcome.winner))});
    effect.data.push_back({"reason", std::string(outcome.reason)});
    return effect;
}

}  // namespace arbiter
