#include "players/models/prompt.hpp"

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "platform/png.hpp"

namespace arbiter::players {

namespace {

std::string_view moves_are_written(std::string_view game) {
    if (game == "chess") {
        return "Write a move in standard algebraic notation, such as Nf3, exd5, O-O or e8=Q.";
    }
    if (game == "go") {
        return "Write a move as a point, such as D4, or pass. Columns are lettered from the left "
               "without the letter I, rows numbered from the bottom.";
    }
    return "Write a turn as the checkers you move, each from point to point in your own numbering "
           "from 24 down to 1, such as 8/5 6/5* or bar/20 or 6/off(2).";
}

/// What the state leaves out and a player must know: in backgammon the cube and the score, in Go
/// what is marked as dead while both sides settle it.
std::string beside_state(const AnyGame& game) {
    std::string text;
    const auto add = [&](std::string_view label, std::string_view question) {
        if (const auto answer = game.ask(question)) text += std::string(label) + *answer + "\n";
    };
    if (game.name() == "backgammon") {
        add("Match and cube: ", "score");
        add("Pips: ", "pips");
    }
    if (game.awaits() == Awaits::agreement) add("Dead stones: ", "dead");
    return text;
}

/// How the JSON's points are numbered.
std::string_view numbering(std::string_view format) {
    if (format != "gitgammon") return "";
    return "In \"board\" White's checkers are positive and Black's negative; index i is White's "
           "point i + 1 and Black's point 24 - i.\n";
}

std::string_view notation_format(std::string_view game) {
    if (game == "chess") return "fen";
    return game == "go" ? "sgf" : "xgid";
}

std::string capitalised(std::string_view word) {
    std::string text(word);
    if (!text.empty() && lower(text[0]) == text[0])
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string joined(const auto& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string fenced(std::string_view kind, std::string_view text) {
    return "```" + std::string(kind) + "\n" + std::string(trimmed(text)) + "\n```\n";
}

std::string board_text(const AnyGame& game) {
    return fenced("", game.text({.text_style = TextStyle::ascii}));
}

std::string system_text(const Turn& turn, const PromptTerms& terms) {
    std::string text = "You are playing " + std::string(turn.game.title()) + " as " +
                       capitalised(to_string(turn.seat)) + ". A referee checks every answer. " +
                       std::string(moves_are_written(turn.game.name())) +
                       "\nThink as long as you need, then end with one line of JSON and nothing "
                       "behind it: {\"move\": \"...\"}. Instead of a move you may take one of the "
                       "actions you are offered: {\"action\": \"...\"}.";
    if (!terms.instructions.empty()) text += "\n" + terms.instructions;
    return text;
}

Heard<std::string> state_text(const Turn& turn, StateForm form) {
    switch (form) {
        case StateForm::text: return fenced("", turn.game.text({.text_style = TextStyle::ascii}));
        case StateForm::picture: return std::string("The picture shows the board.\n");
        case StateForm::json:
        case StateForm::notation: break;
    }
    const bool is_notation = form == StateForm::notation;
    const auto state = shown(turn.game, is_notation ? notation_format(turn.game.name()) : "");
    if (!state) return std::unexpected(state.error());
    const bool is_json = state->text.starts_with('{');
    std::string text = "The position as " + state->format + ":\n" +
                       fenced(is_json ? "json" : "", state->text) +
                       std::string(numbering(state->format));
    // Where the JSON for agents cannot express the game, the board is shown beside what can.
    const bool is_second_best =
        !is_notation && state->format != agent_formats(turn.game.name()).front();
    if (is_second_best) text += board_text(turn.game);
    return text;
}

}  // namespace

const std::vector<std::string_view>& state_form_names() {
    static const std::vector<std::string_view> names{"json", "notation", "text", "picture"};
    return names;
}

Heard<Prompt> prompt_for(const Turn& turn, const PromptTerms& terms) {
    auto state = state_text(turn, terms.state);
    if (!state) return std::unexpected(std::move(state.error()));
    Prompt prompt{system_text(turn, terms), *std::move(state), std::nullopt};
    if (terms.state == StateForm::picture) {
        prompt.picture = platform::png_of(turn.game.svg({.bottom = turn.seat}));
    }
    prompt.user += beside_state(turn.game);
    const auto history = turn.game.history();
    if (terms.history && !history.empty()) prompt.user += "So far: " + joined(history) + "\n";
    const auto legal = playable(turn.game);
    if (terms.legal_moves && !legal.empty()) {
        prompt.user += "Legal moves: " + joined(legal) + "\n";
    }
    if (!turn.actions.empty()) prompt.user += "Actions: " + joined(turn.actions) + "\n";
    prompt.user += legal.empty() ? "It is your turn. Which action do you take?"
                                 : "It is your turn. What do you play?";
    return prompt;
}

std::string second_prompt(const Refusal& refusal) {
    return "The referee refuses " + in_quotes(refusal.answer) + ": " + sentence(refusal.rejection) +
           ".\nThe position has not changed. Answer again, and end with one line of JSON: "
           "{\"move\": \"...\"}.";
}

}  // namespace arbiter::players
