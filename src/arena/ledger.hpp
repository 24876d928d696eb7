#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/report.hpp"
#include "arena/terms.hpp"
#include "store/store.hpp"

namespace arbiter::arena {

/// Hands out a tournament's games and keeps their reports: each is counted exactly once, even if the
/// process that plays it is killed. Thread-safe.
class Ledger {
public:
    virtual ~Ledger() = default;

    /// The reports, without their records, that were written down since this was asked last, in the
    /// order they were written down.
    virtual std::expected<std::vector<GameReport>, store::StoreError> news() = 0;

    /// A game with a number below `games` for the caller alone; nothing if there is none now.
    virtual std::expected<std::optional<std::size_t>, store::StoreError> claim(
        std::size_t games) = 0;
    /// The game was not played: somebody else may.
    virtual void release(std::size_t number) = 0;
    /// Once this returns, the report outlives the program. A second one of the same game is dropped.
    virtual std::expected<void, store::StoreError> settle(const GameReport& report) = 0;

    /// Every report with its record, in the order of the games' numbers.
    using Visitor = std::function<void(const GameReport& report)>;
    virtual std::expected<void, store::StoreError> each(const Visitor& visit) = 0;
};

/// Which games of a journal are open.
enum class Open : std::uint8_t {
    unplayed,
    unplayed_and_void,  ///< also those that a failure made void: the newer report counts
};

/// A file with a line of JSON for the terms and one for each game. For one process at a time. If the
/// file is there, the tournament goes on; it is refused if its terms are others.
std::expected<std::unique_ptr<Ledger>, store::StoreError> open_journal(
    const std::filesystem::path& file, const Terms& terms, Open open = Open::unplayed);

/// The first line of a journal: its terms, as JSON.
std::expected<std::string, store::StoreError> terms_in_journal(const std::filesystem::path& file);

/// A PostgreSQL database, for any number of processes on any number of machines. A game is leased;
/// the lease is renewed as long as its process lives, and whose lease has run out is played again.
struct SharedTerms {
    std::string address;
    std::string tournament;  ///< its name there
    std::chrono::milliseconds lease{30'000};
    /// A file that gets the terms and every report, like a journal; empty: none. It is for readers
    /// alone: the database is what counts.
    std::filesystem::path copy;
};
/// Makes the tournament if it is not there; refuses it if its terms are others.
std::expected<std::unique_ptr<Ledger>, store::StoreError> open_shared(const SharedTerms& shared,
                                                                      const Terms& terms);

/// The terms of a tournament that somebody made, as JSON. Without a name: of the newest that was made.
struct KnownTournament {
    std::string name;
    std::string terms;
};
std::expected<std::optional<KnownTournament>, store::StoreError> find_shared(
    const std::string& address, const std::string& name);

}  // namespace arbiter::arena
