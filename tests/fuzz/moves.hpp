#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/chess/game.hpp"
#include "tests/fuzz/oracles.hpp"

/// What holds for every text that is handed in as a move.
namespace arbiter::chess::fuzz {

using arbiter::fuzz::require;
using arbiter::fuzz::require_explained;

/// What becomes of a text: the event is unreadable, refused, or played.
inline Result<Effects> play_text(Game& game, std::string_view text, std::optional<Color> by) {
    const auto event = game.read_event(text, by);
    if (!event) return std::unexpected(event.error());
    const auto legal = game.legal();
    const bool is_legal = std::ranges::find(legal, *event) != legal.end();
    const auto checked = game.check(*event);
    const auto played = game.play(*event);
    require(checked.has_value() == played.has_value(), "check and play agree");
    if (std::holds_alternative<Move>(*event)) {
        require(played.has_value() == is_legal, "a move is accepted exactly if it is legal");
    }
    if (!played) {
        require(checked.error().code == played.error().code &&
                    checked.error().data == played.error().data,
                "check and play refuse for the same reason");
        return played;
    }
    require(*checked == *played, "check foretells what play does");
    require(game.events().back() == *event, "what was played is the last event");
    return played;
}

/// Tries a text on a game, whoever says it, and takes it back.
inline void require_judged(const Game& game, std::string_view text, std::optional<Color> by) {
    Game touched = game;
    const auto played = play_text(touched, text, by);
    if (played) {
        require(touched.hash() == touched.recomputed_hash(), "the hash is the recomputed hash");
        require(touched.undo(), "what was played can be taken back");
    } else {
        require_explained(played.error());
    }
    require(touched == game && touched.hash() == game.hash() &&
                touched.outcome() == game.outcome() && touched.draw_offer() == game.draw_offer(),
            "a refusal, like taking back, leaves the game as it was");
}

inline void require_judged(const Game& game, std::string_view text) {
    constexpr std::array<std::optional<Color>, 3> who{std::nullopt, Color::white, Color::black};
    arbiter::fuzz::for_one(text, who, [&](auto by) { require_judged(game, text, by); });
}

/// A legal move is understood as itself when it is written in that notation.
inline void require_notation(const Game& game, std::string_view notation, std::string_view text) {
    arbiter::fuzz::for_one(text, game.legal(), [&](const Event& event) {
        const auto again = game.read_event(game.write_event(event, notation), game.turn());
        require(again.has_value() && *again == event, "a written move is read as itself");
    });
}

}  // namespace arbiter::chess::fuzz
