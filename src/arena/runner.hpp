#pragma once

#include <functional>
#include <map>
#include <stop_token>

#include "arena/ledger.hpp"
#include "arena/tournament.hpp"

namespace arbiter::arena {

struct RunOptions {
    std::size_t concurrency = 1;
    std::filesystem::path transcripts;     ///< a folder for what was said in each game; empty: none
    std::filesystem::path players_folder;  ///< where engines and agents run
    bool preflight = true;                 ///< whether `try_players` asks each of them something
};

/// The games that are being played, by their numbers; each as it was half a second ago or less.
using LiveGames = std::map<std::size_t, AnyGame>;

/// Called now and then, and at the end, with what is known; by the thread that called `run`.
using Progress = std::function<void(const Tournament& tournament, const LiveGames& live)>;

/// Plays a tournament, or takes part in one that others play as well, until it is over or stopped.
/// The tournament begins without reports: they come from the ledger.
std::expected<void, store::StoreError> run(Tournament& tournament, Ledger& ledger,
                                           const RunOptions& options, const std::stop_token& stop,
                                           const Progress& progress);

/// Seats every player once, and asks models for a word, so that one that is not there is found out
/// before the first game. Warns of a law that a player may not know.
Faults try_players(const Terms& terms, const RunOptions& options);

}  // namespace arbiter::arena
