#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "players/agents/message.hpp"
#include "players/player.hpp"

namespace arbiter::players {

/// How a model is shown the game.
enum class StateForm : std::uint8_t {
    json,      ///< the game's JSON for agents
    notation,  ///< the game's compact format: FEN, SGF, XGID
    text,      ///< a board in letters
    picture,   ///< a board as a PNG
};
/// "json", "notation", "text", "picture": in the order of the enumeration.
const std::vector<std::string_view>& state_form_names();

struct PromptTerms {
    StateForm state = StateForm::json;
    std::string notation{};  ///< of moves; empty: the game's first, which `move_help` explains
    bool legal_moves = true;
    bool history = true;
    bool position_history = false;  ///< whether a state that holds earlier positions keeps them
    bool doubles = false;           ///< whether it is asked, before a roll, if it doubles
    std::string instructions{};     ///< further instructions to the model
};

/// Changes whenever the words of a prompt do: results with different versions are not compared.
inline constexpr std::string_view prompt_version = "2";

/// What a model is told for one turn.
struct Prompt {
    std::string system;
    std::string user;
    std::optional<std::string> picture;  ///< a PNG
};

/// Nobody is named in it. The error is `cannot_play`: a state that the form cannot express.
std::expected<Prompt, PlayerError> prompt_for(const Turn& turn, const PromptTerms& terms);

/// What a model is told when its answer was refused: the reason, word for word, in the game's
/// notation.
std::string second_prompt(const RejectedAnswer& refusal, const Turn& turn,
                          const PromptTerms& terms);

}  // namespace arbiter::players
