#include "players/models/prompt.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "platform/library.hpp"
#include "platform/png.hpp"

namespace arbiter::players {

namespace {

std::string capitalised(std::string_view word) {
    std::string text(word);
    if (!text.empty() && lower(text[0]) == text[0])
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string comma_separated(const auto& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string fenced(std::string_view kind, std::string_view text) {
    // Blanks before the first line of a board are part of it.
    while (text.starts_with('\n')) text.remove_prefix(1);
    while (text.ends_with('\n') || text.ends_with(' ')) text.remove_suffix(1);
    return "```" + std::string(kind) + "\n" + std::string(text) + "\n```\n";
}

std::string board_text(const AnyGame& game) {
    return fenced("", blind(game).text({.text_style = TextStyle::ascii}));
}

/// How moves are written, in words.
std::string move_help(const AnyGame& game, const PromptTerms& terms, const NotationInfo& notation) {
    if (terms.notation.empty()) return std::string(game.traits().agents.move_help);
    return "Write a move as in " + std::string(notation.example) + ": " +
           std::string(notation.meaning) + ".";
}

std::string system_text(const Turn& turn, const PromptTerms& terms, const NotationInfo& notation) {
    std::string text = "You are playing " + std::string(turn.game.title()) + " as " +
                       capitalised(to_string(turn.seat)) + ". A referee checks every answer. " +
                       move_help(turn.game, terms, notation) +
                       "\nThink as long as you need, then end with one line of JSON and nothing "
                       "behind it: {\"move\": \"...\"}. Instead of a move you may take one of the "
                       "actions you are offered: {\"action\": \"...\"}.";
    if (!terms.instructions.empty()) text += "\n" + terms.instructions;
    return text;
}

/// Earlier positions are most of a long game's state, and the moves tell the same.
std::string without_earlier_positions(const std::string& state) {
    auto json = state.starts_with('{') ? read_json(state) : Reading<Json>{};
    auto* members = json ? std::get_if<Json::Object>(&json->value) : nullptr;
    constexpr std::string_view key = "position_history";
    if (members == nullptr || json->find(key) == nullptr) return state;
    std::erase_if(*members, [&](const Json::Member& member) { return member.key == key; });
    JsonWriter out(JsonWriter::Style::spaced);
    out.value(*json);
    return out.take();
}

/// Those that can express the start of the game as well: so the format stays the same throughout.
std::span<const AgentFormat> lasting_formats(const AnyGame& game) {
    AnyGame start = game;
    start.rewind(0);
    const auto formats = game.traits().agents.states;
    const auto first = std::ranges::find_if(
        formats, [&](const AgentFormat& format) { return start.write(format.name).has_value(); });
    return formats.subspan(static_cast<std::size_t>(first - formats.begin()));
}

std::expected<std::string, PlayerError> state_text(const Turn& turn, const PromptTerms& terms) {
    const StateForm form = terms.state;
    switch (form) {
        case StateForm::text: return board_text(turn.game);
        case StateForm::picture: return std::string("The picture shows the board.\n");
        case StateForm::json:
        case StateForm::notation: break;
    }
    const bool is_notation = form == StateForm::notation;
    const AgentGuide& guide = turn.game.traits().agents;
    const AgentFormat compact{guide.compact_format};
    auto state =
        shown(turn.game, is_notation ? std::span(&compact, 1) : lasting_formats(turn.game));
    if (!state) return std::unexpected(state.error());
    if (!terms.position_history) state->text = without_earlier_positions(state->text);
    const bool is_json = state->text.starts_with('{');
    std::string text =
        "The position as " + state->format + ":\n" + fenced(is_json ? "json" : "", state->text);
    const auto known = std::ranges::find(guide.states, state->format, &AgentFormat::name);
    if (known != guide.states.end() && !known->help.empty()) {
        text += std::string(known->help) + "\n";
    }
    // Where JSON cannot express the game, the board is shown beside what can.
    if (!is_notation && !is_json) text += board_text(turn.game);
    return text;
}

}  // namespace

const std::vector<std::string_view>& state_form_names() {
    static const std::vector<std::string_view> names{"json", "notation", "text", "picture"};
    return names;
}

std::expected<Prompt, PlayerError> prompt_for(const Turn& turn, const PromptTerms& terms) {
    auto state = state_text(turn, terms);
    if (!state) return std::unexpected(std::move(state.error()));
    const auto named = notation_of(turn.game, terms.notation, {});
    if (!named) return std::unexpected(named.error());
    const NotationInfo& notation = **named;
    Prompt prompt{system_text(turn, terms, notation), *std::move(state), std::nullopt};
    if (terms.state == StateForm::picture) {
        try {
            prompt.picture = platform::png_of(blind(turn.game).svg({.bottom = turn.seat}));
        } catch (const platform::LibraryError& error) {
            return failed(PlayerError::Kind::unavailable, error.what());
        }
    }
    prompt.user += turn.game.beside_state();
    const auto history = *turn.game.history(notation.name);
    if (terms.history && !history.empty())
        prompt.user += "So far: " + comma_separated(history) + "\n";
    const auto legal = playable(turn.game, notation.name);
    if (terms.legal_moves && !legal.empty()) {
        prompt.user += "Legal moves: " + comma_separated(legal) + "\n";
    }
    if (!turn.actions.empty()) prompt.user += "Actions: " + comma_separated(turn.actions) + "\n";
    prompt.user += legal.empty() ? "It is your turn. Which action do you take?"
                                 : "It is your turn. What do you play?";
    return prompt;
}

std::string second_prompt(const RejectedAnswer& refusal, const Turn& turn,
                          const PromptTerms& terms) {
    const auto notation = notation_of(turn.game, terms.notation, {});
    const Rejection rejection =
        notation ? turn.game.spelled(refusal.rejection, **notation) : refusal.rejection;
    return "The referee refuses " + in_quotes(refusal.answer) + ": " + sentence(rejection) +
           ".\nThe position has not changed. Answer again, and end with one line of JSON: "
           "{\"move\": \"...\"}.";
}

}  // namespace arbiter::players
