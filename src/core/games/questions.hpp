/// What every game can be asked, beside the questions of its own.
///
/// ```cpp
/// #include "core/games/questions.hpp"
///
/// const AnyGame game = *AnyGame::read("3x3 A1b A2w C3b");
/// assert(read_json(*game.ask("check", "B1w"))->find("events") != nullptr);
/// ```
#pragma once

#include <array>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/games/any_game.hpp"

namespace arbiter {

inline constexpr std::array common_questions{
    QuestionInfo{"over", "", "whether the game is over, and how it ended or what it waits for"},
    QuestionInfo{"check", "a move",
                 "whether the move is legal, and what it would do as effects and as events, or why "
                 "it is refused"},
};

/// The answer to a common question; nothing if it is not one.
std::optional<std::expected<std::string, Fault>> answer_common(const AnyGame& game,
                                                               std::string_view question,
                                                               std::string_view argument);

}  // namespace arbiter
