#include "core/chess/formats/pgn_result.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/text.hpp"
#include "core/chess/dead.hpp"
#include "core/chess/formats/pgn_tags.hpp"

namespace arbiter::chess {

namespace {

struct ResultForm {
    std::string_view written;
    std::string_view result;
};

constexpr std::string_view draw = "1/2-1/2";

constexpr std::array result_forms{
    ResultForm{"1-0", "1-0"},
    ResultForm{"0-1", "0-1"},
    ResultForm{"1/2-1/2", draw},
    ResultForm{"*", "*"},
    ResultForm{"1/2", draw},
    ResultForm{"½-½", draw},
    ResultForm{"½", draw},
    ResultForm{"\xBD-\xBD", draw},  // Latin-1
    ResultForm{"\xBD", draw},
    ResultForm{"1:0", "1-0"},
    ResultForm{"0:1", "0-1"},
    ResultForm{"½:½", draw},
    ResultForm{"1/2:1/2", draw},
    ResultForm{"1–0", "1-0"},
    ResultForm{"0–1", "0-1"},
    ResultForm{"½–½", draw},
    ResultForm{"1/2–1/2", draw},
    ResultForm{"\x31\x96\x30", "1-0"},  // windows-1252's en dash
    ResultForm{"\x30\x96\x31", "0-1"},
    ResultForm{"\xBD\x96\xBD", draw},
};

/// The reasons that a Termination tag can give. Mate and stalemate follow from the board.
constexpr std::array stated_reasons{
    reasons::dead_position,
    reasons::fivefold_repetition,
    reasons::seventy_five_move_rule,
    reasons::threefold_repetition,
    reasons::fifty_move_rule,
    reasons::agreement,
    reasons::resignation,
    reasons::time_forfeit,
    reasons::adjudication,
    reasons::abandoned,
    reasons::rules_infraction,
};

struct Phrase {
    std::string_view words;  ///< folded
    std::string_view reason;
};

/// How chess.com and others end their sentences: "Ada won by resignation".
constexpr std::array phrases{
    Phrase{"wonontime", reasons::time_forfeit},
    Phrase{"byresignation", reasons::resignation},
    Phrase{"byagreement", reasons::agreement},
    Phrase{"byrepetition", reasons::threefold_repetition},
    Phrase{"by50moverule", reasons::fifty_move_rule},
    Phrase{"gameabandoned", reasons::abandoned},
    Phrase{"bytimeoutvsinsufficientmaterial", reasons::time_forfeit},
};

std::string_view stated_reason(std::string_view termination) {
    const std::string word = folded(termination);
    for (const std::string_view reason : stated_reasons) {
        if (folded(reason) == word) return reason;
    }
    for (const auto& [words, reason] : phrases) {
        if (word.ends_with(words)) return reason;
    }
    return word == "unterminated" ? reasons::abandoned : reasons::recorded_result;
}

bool needs_no_history(const Outcome& outcome) {
    return outcome.reason == reasons::checkmate || outcome.reason == reasons::stalemate;
}

std::optional<ClaimDraw::Reason> claim_of(std::string_view reason) {
    if (reason == reasons::threefold_repetition) return ClaimDraw::Reason::threefold_repetition;
    if (reason == reasons::fifty_move_rule) return ClaimDraw::Reason::fifty_move_rule;
    return std::nullopt;
}

std::string termination_for(const Outcome& outcome) {
    const bool on_time = outcome.reason == reasons::time_forfeit_without_mating_material;
    std::string words(on_time ? reasons::time_forfeit : outcome.reason);
    std::ranges::replace(words, '_', ' ');
    return words;
}

}  // namespace

std::optional<std::string_view> result_named(std::string_view text) {
    if (!text.empty() && is_letter(text[0])) return std::nullopt;  // nearly every word is a move
    const auto found = std::ranges::find(result_forms, text, &ResultForm::written);
    if (found == result_forms.end()) return std::nullopt;
    return found->result;
}

std::string_view win_of(Color winner) { return winner == Color::white ? "1-0" : "0-1"; }

std::string_view result_of(const std::optional<Outcome>& outcome) {
    if (!outcome || outcome->result == GameResult::no_result) return "*";
    return outcome->winner ? win_of(*outcome->winner) : draw;
}

std::optional<Outcome> stated_outcome(std::string_view result, std::string_view termination) {
    const std::string_view reason =
        termination.empty() ? reasons::recorded_result : stated_reason(termination);
    if (result == "1-0") return Outcome::win(Color::white, reason);
    if (result == "0-1") return Outcome::win(Color::black, reason);
    if (result == draw) {
        const bool on_time = reason == reasons::time_forfeit;
        return Outcome::draw(on_time ? reasons::time_forfeit_without_mating_material : reason);
    }
    const bool unfinished =
        reason == reasons::recorded_result || folded(termination) == "unterminated";
    if (unfinished) return std::nullopt;
    return Outcome{GameResult::no_result, std::nullopt, reason};
}

std::optional<Event> ending_on(const Board& board, const Outcome& outcome) {
    const std::string_view reason = outcome.reason;
    if (claim_of(reason)) return std::nullopt;
    if (outcome.winner && reason == reasons::resignation) return Resign{opponent(*outcome.winner)};
    if (outcome.winner && reason == reasons::time_forfeit) {
        if (!cannot_checkmate(board, *outcome.winner)) return LoseOnTime{opponent(*outcome.winner)};
    }
    if (reason == reasons::time_forfeit_without_mating_material) {
        for (const Color loser : {board.turn, opponent(board.turn)}) {
            if (cannot_checkmate(board, opponent(loser))) return LoseOnTime{loser};
        }
    }
    return Conclude{outcome};
}

Event ending_of(const Game& game, const Outcome& outcome) {
    if (const auto reason = claim_of(outcome.reason)) {
        const ClaimDraw claim{game.turn(), *reason, {}};
        if (game.check(claim)) return claim;
        return Conclude{outcome};
    }
    return *ending_on(game.board(), outcome);
}

void state_outcome(Tags& tags, const std::optional<Outcome>& outcome) {
    if (outcome && needs_no_history(*outcome)) return;
    const std::string* termination = find_tag(tags, "Termination");
    const std::string_view stated = termination == nullptr ? std::string_view() : *termination;
    if (stated_outcome(result_of(outcome), stated) == outcome) return;
    remove_tag(tags, "Termination");
    if (!outcome || outcome->reason == reasons::recorded_result) return;
    set_tag(tags, "Termination", termination_for(*outcome));
}

}  // namespace arbiter::chess
