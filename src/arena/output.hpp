#pragma once

#include <expected>
#include <filesystem>

#include "arena/ledger.hpp"
#include "arena/results.hpp"
#include "arena/runner.hpp"
#include "platform/files.hpp"

namespace arbiter::arena {

/// Writes results.json, so that others can watch: there is always a whole one.
std::expected<void, platform::FileError> write_state(const std::filesystem::path& folder,
                                                     const Results& results);

/// Writes live.json: {"games": [{"number": 1, "white": ..., "black": ..., "record": {...}}]}
std::expected<void, platform::FileError> write_live(const std::filesystem::path& folder,
                                                    const Tournament& tournament,
                                                    const LiveGames& live);

/// Where the results of a tournament go, and where the rest of it is.
struct OutputPlace {
    std::filesystem::path folder;
    std::filesystem::path journal;      ///< empty: the tournament is in a database
    std::filesystem::path transcripts;  ///< a folder; empty: nothing was written down
};
/// That of a tournament in a folder.
OutputPlace place_in(const std::filesystem::path& folder);

/// Writes results.json, results.csv, report.html, manifest.json and the games: games.pgn, games.sgf,
/// or for backgammon one file each in games/. Nothing is live any more. The same journal and
/// transcripts give the same files.
std::expected<void, store::StoreError> write_all(const OutputPlace& place, const Results& results,
                                                 Ledger& ledger);

}  // namespace arbiter::arena
