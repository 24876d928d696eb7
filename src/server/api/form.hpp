#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "core/games/any_game.hpp"
#include "server/http/problem.hpp"

namespace arbiter::server {

/// How an answer about a game is written.
struct Form {
    std::string notation{};  ///< of moves and places; empty: that of the move or of the format
    std::string format{};    ///< of the member `state`; empty: there is none

    bool shows_state() const { return !format.empty(); }
};

/// Why the game cannot be shown in this form: an unknown notation or format, or one that cannot
/// express the game.
std::optional<Problem> problem_with(const Form& form, const AnyGame& game);

/// Of the answers to a move, which may be empty. The form must be one of the game's.
const NotationInfo& notation_in(const Form& form, const AnyGame& game, std::string_view move = {});

/// The members format and state: the document itself if it is JSON, otherwise a text; null where the
/// format cannot express the game. Nothing if the form does not show the state.
void write_state_in(JsonWriter& out, const Form& form, const AnyGame& game);

/// A document as JSON, or as a text if it is not.
void write_document(JsonWriter& out, std::string_view text);

}  // namespace arbiter::server
