#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/contract/color.hpp"
#include "core/contract/outcome.hpp"
#include "store/cursor.hpp"

/// Keeps the journals of games, so that nothing acknowledged is ever lost. What the entries of a
/// journal mean, and that each may follow the others, is the business of journal.hpp.
namespace arbiter::store {

/// One event of a game. `hash` chains it to those before; see chain.hpp.
struct Entry {
    std::uint64_t version;  ///< counted from 1 within the game
    std::int64_t at_ms;     ///< since 1970
    std::string body;       ///< as referee::to_json writes it
    std::string hash;       ///< 64 hexadecimal digits
    bool operator==(const Entry&) const = default;
};

/// An Outcome that owns its text.
struct StoredOutcome {
    GameResult result;
    std::optional<Color> winner;  ///< set exactly for a win
    std::string reason;           ///< "checkmate"
    bool operator==(const StoredOutcome&) const = default;
};

/// What lists and searches show of a game: derived from its events and kept beside them.
struct Summary {
    std::string id;
    std::string game;
    std::string white;
    std::string black;
    bool is_public = true;
    std::int64_t created_ms = 0;
    std::int64_t updated_ms = 0;
    std::uint64_t version = 0;
    std::uint64_t ply = 0;
    Color turn = Color::white;
    std::optional<StoredOutcome> outcome;     ///< nothing while the game runs
    std::optional<std::int64_t> deadline_ms;  ///< when a server must look at the game: a flag falls
    bool operator==(const Summary&) const = default;
};

/// The answer to a request that may be repeated. It is stored with the change that it reports, so
/// that a retry gets the same answer, also after a crash.
struct Answer {
    std::string key;      ///< who asked, and the Idempotency-Key
    std::string request;  ///< a digest, which reveals another request with the same key
    std::int32_t status = 0;
    std::string body;
    std::int64_t at_ms = 0;
    bool operator==(const Answer&) const = default;
};

/// A change of one game: all of it is stored or nothing.
struct Change {
    Summary summary;             ///< as it is afterwards
    std::uint64_t version = 0;   ///< before it: 0 for a new game
    std::vector<Entry> entries;  ///< version + 1, version + 2 ...
    std::optional<Answer> answer;
};

enum class CommitStatus : std::uint8_t {
    stored,       ///< and synced
    conflict,     ///< the game is not at that version, or the answer's key is taken
    unavailable,  ///< certainly not made: disk full, database gone
    unknown,      ///< the reply was lost, or a sync failed: it may have been made, or be made yet
};
struct CommitResult {
    CommitStatus status;
    std::string sentence;  ///< the reason, where it is unavailable or unknown
};

/// Why something could not be read or opened.
struct StoreError {
    std::string sentence;
};

enum class GameStatus : std::uint8_t { running, finished };

/// Which public games a list shows. What is not set does not restrict it.
struct Filter {
    std::optional<std::string> game;
    std::optional<GameStatus> status;
    std::optional<std::string> player;  ///< a seat's name, exactly
    /// Who won, or else how it ended.
    std::optional<std::variant<Color, GameResult>> result;
    std::size_t limit = 50;
    std::optional<Cursor> before;  ///< the `next` of the page before
};
/// Public games, the last changed first.
struct Page {
    std::vector<Summary> games;
    std::optional<Cursor> next;  ///< nothing at the end
};

/// A transaction, for the metrics.
struct Committed {
    std::size_t changes;
    std::chrono::nanoseconds took;
};

/// How a store is doing, for the metrics.
struct Gauges {
    std::uint64_t log_bytes = 0;         ///< of SQLite's log that are not in the file yet
    std::size_t readers_in_use = 0;      ///< connections that read
    std::size_t readers_waited_for = 0;  ///< by how many threads
    bool is_listening = true;            ///< for the changes of other processes
};

class Store {
public:
    using Done = std::move_only_function<void(CommitResult)>;
    using OnCommit = std::function<void(Committed)>;
    using News = std::move_only_function<void(std::string_view id, std::uint64_t version)>;

    virtual ~Store() = default;  ///< finishes what was handed in

    /// Returns at once. A thread of the store calls `done` after the sync. Changes that wait at the
    /// same time share one sync.
    virtual void write(Change change, Done done) = 0;

    /// The entries after a version; none of a game that does not exist.
    virtual std::expected<std::vector<Entry>, StoreError> read(std::string_view id,
                                                               std::uint64_t after) = 0;
    virtual std::expected<std::optional<Summary>, StoreError> summary(std::string_view id) = 0;
    virtual std::expected<Page, StoreError> list(const Filter& filter) = 0;
    virtual std::expected<std::optional<Answer>, StoreError> answer(std::string_view key) = 0;
    /// Games whose deadline is not after this moment, the earliest first.
    virtual std::expected<std::vector<std::string>, StoreError> overdue(std::int64_t now_ms,
                                                                        std::size_t limit) = 0;
    /// Every game, private ones included, in the order of their ids, after `id`.
    virtual std::expected<std::vector<std::string>, StoreError> ids(std::string_view after,
                                                                    std::size_t limit) = 0;
    /// Deletes answers older than this; returns how many there were.
    virtual std::expected<std::size_t, StoreError> forget_answers(std::int64_t before_ms) = 0;

    /// Deletes a game with its entries; false if it is not there.
    virtual std::expected<bool, StoreError> remove(std::string_view id) = 0;
    /// Puts other entries and names in the place of those of a game. False if it does not have as many
    /// entries: it is not there, or has moved on.
    virtual std::expected<bool, StoreError> rewrite(const Change& whole) = 0;
    /// Games of this status that were last changed before this moment.
    virtual std::expected<std::vector<std::string>, StoreError> unchanged_since(
        GameStatus status, std::int64_t before_ms, std::size_t limit) = 0;

    /// `news` is called from a thread of the store when another process has changed a game; the version
    /// is 0 where the game was deleted or rewritten. Set once, before the first write.
    virtual void on_news(News news) = 0;
    /// Called after every transaction, from the thread that commits. Set once, before the first write.
    virtual void on_commit(OnCommit) {}
    virtual Gauges gauges() { return {}; }
    /// Whether the next write is likely to succeed.
    virtual std::expected<bool, StoreError> ready() = 0;
    /// The time of the database, in milliseconds since 1970, where several processes share it.
    virtual std::expected<std::optional<std::int64_t>, StoreError> clock_ms() {
        return std::nullopt;
    }
    /// "sqlite", "postgresql" or "memory".
    virtual std::string_view kind() const = 0;
    /// Whether other processes may write to the same games.
    virtual bool is_shared() const = 0;
};

/// A file name (SQLite), `sqlite:FILE`, `postgresql://...`, or `memory:`, which is lost when the
/// process ends. Creates and migrates what is needed; refuses a schema that is newer than this
/// program.
std::expected<std::unique_ptr<Store>, StoreError> open(const std::string& address);

}  // namespace arbiter::store
