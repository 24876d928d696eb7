#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/adjudication.hpp"
#include "arena/schedule.hpp"
#include "arena/sprt.hpp"
#include "core/base/json.hpp"
#include "players/catalogue.hpp"
#include "players/turn.hpp"
#include "referee/clock.hpp"

namespace arbiter::arena {

/// Who claims a draw that the rules grant on a claim, as in chess after a threefold repetition.
enum class Draws : std::uint8_t {
    claimed,  ///< the arena does, as soon as it can be
    asked,    ///< the players, or nobody
};
std::string_view to_string(Draws draws);

/// What becomes of a game in which the service behind a player does not serve: an endpoint that
/// cannot be reached, or answers with errors, says nothing about who plays better.
enum class OnFailure : std::uint8_t {
    void_game,  ///< it counts for nobody, and can be played again
    pause,      ///< it waits until the service is back
    forfeit,    ///< the player loses
};
std::string_view to_string(OnFailure on_failure);  ///< "void", "pause", "forfeit"

/// A tournament. With deterministic players the same terms give the same games.
struct Terms {
    std::string name;
    std::string game;
    std::vector<players::PlayerTerms> players;  ///< each with a name of its own
    ScheduleTerms schedule;
    std::optional<SprtTerms> sprt;      ///< set exactly for that format
    std::vector<std::string> openings;  ///< records; at least one. Round n begins from number n
    referee::TimeControl clock;
    players::TurnTerms turn;    ///< the seed of a turn follows from `seed`
    std::size_t moves_max = 0;  ///< events of a game until it is called a draw
    std::optional<ResignTerms> resign;
    std::optional<DrawTerms> draw;
    Draws draws = Draws::claimed;
    OnFailure on_failure = OnFailure::void_game;
    std::string analyst;  ///< a player that judges every move afterwards; empty: nobody does
    std::vector<std::optional<double>> anchors;  ///< ratings that are given, by player; or empty
    std::uint64_t seed = 1;
};

/// How it is run: this may change from one start to the next.
struct RunTerms {
    std::string output;  ///< a folder; empty: not given
    std::string store;   ///< postgresql://...; empty: a journal in the folder
    std::size_t concurrency = 1;
    /// Whether every exchange with a player is written down; default: if one is a language model.
    std::optional<bool> transcripts;
    bool preflight = true;  ///< whether each player is asked something before the first game
};

struct Setup {
    Terms terms;
    RunTerms run;
};

/// Reads what a TOML file, the command line or a journal says; docs/arena.md lists the keys. Files are
/// looked for in `folder`. The places of faults are JSON Pointers.
Reading<Setup> read_setup(const Json& document, const std::filesystem::path& folder);

/// The whole tournament in one line, as `read_setup` reads it.
std::string to_json(const Terms& terms);

}  // namespace arbiter::arena
