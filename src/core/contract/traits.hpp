/// What there is to know about a game without having one, so that nobody asks for its name.
///
/// ```cpp
/// #include "core/backgammon/game.hpp"
/// #include "core/chess/game.hpp"
/// #include "core/contract/traits.hpp"
///
/// assert(chess::Game::traits.first_mover == Color::white);
/// assert(!chess::Game::traits.chance);
/// assert(backgammon::Game::traits.chance->faces == 6);
/// ```
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/contract/color.hpp"

namespace arbiter {

/// What chance decides with: two dice of six faces.
struct Chance {
    int dice;
    int faces;
    bool operator==(const Chance&) const = default;
};

/// A format in which agents are shown a position.
struct AgentFormat {
    std::string_view name;
    std::string_view help{};  ///< how to read it, in words; empty if it explains itself
};

/// What agents and language models are told about a game.
struct AgentGuide {
    /// In order of preference. The first that can express a position is used; the last one can
    /// express every position.
    std::span<const AgentFormat> states;
    std::string_view compact_format;  ///< "fen"
    std::string_view move_help;       ///< how a move is written, in words
};

/// What can be said in a phase of a game, beside resigning.
struct PhaseInfo {
    std::string_view name;
    std::string_view actions;
};

/// What there is to know about a game without having one.
struct Traits {
    std::string_view name;             ///< "chess"
    std::string_view title;            ///< "Chess"
    std::string_view record_notation;  ///< of the events in the neutral record
    std::string_view archive_format;   ///< in which people keep such games: "pgn"
    std::optional<Color> first_mover;  ///< nothing: chance decides
    std::optional<Chance> chance;      ///< nothing: there is none
    bool can_be_drawn;
    AgentGuide agents;
    std::span<const PhaseInfo> phases{};
};

/// What a player can do beside moving.
struct Action {
    enum class Kind : std::uint8_t {
        resign,
        offer,           ///< of a draw, of a double
        answer,          ///< to an offer, after which the game goes on
        closing_answer,  ///< one that ends the game: a draw accepted, a double dropped
        claim,           ///< of a draw that the rules grant
        settle,          ///< what is dead at the end of a game of Go
    };

    std::string_view text;  ///< as `read_event` takes it: "resign"
    Kind kind;
};

}  // namespace arbiter
