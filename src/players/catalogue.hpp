#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/fault.hpp"
#include "core/contract/game.hpp"
#include "players/player.hpp"

/// Every player there is, by name.
namespace arbiter::players {

/// What holds for all players of one program.
struct Settings {
    std::uint64_t seed = 0;
    std::filesystem::path folder;  ///< where engines and agents run; empty: the current folder
};

/// A player as a table of a configuration has it.
struct PlayerTerms {
    std::string specification;
    std::string name;   ///< empty: what it calls itself
    Options options{};  ///< beside those within the specification
};

/// Makes a player: an engine is started and greeted, so that a missing one is reported at once. Faults: `bad_specification` with its column, `unknown_player`, `bad_option`,
/// `unknown_option`, `cannot_start`.
std::expected<std::unique_ptr<Player>, Fault> seat(const PlayerTerms& terms,
                                                   const Settings& settings);
std::expected<std::unique_ptr<Player>, Fault> seat(std::string_view specification,
                                                   const Settings& settings);

/// The same without starting anything: whether a specification makes sense.
std::optional<Fault> check_specification(const PlayerTerms& terms);

/// What a menu or a help text can show.
struct KindInfo {
    std::string_view kind;
    std::string_view form;  ///< "uci:PROGRAM [ARGUMENT...]"
    std::string_view meaning;
    bool runs_elsewhere;    ///< another program or machine is asked
    bool is_model = false;  ///< it is asked in words
};
std::span<const KindInfo> kinds();
/// Null if it is not a specification.
const KindInfo* kind_of(const PlayerTerms& terms);

/// The SHA-256 of what a model is asked at the start of a game, with `prompt_version`: models with the
/// same hash were asked the same. Nothing for other players.
std::optional<std::string> prompt_hash(const PlayerTerms& terms, const AnyGame& start);

}  // namespace arbiter::players
