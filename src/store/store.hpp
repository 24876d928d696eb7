#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The journal: what referees wrote down, kept so that nothing acknowledged is ever lost.
namespace arbiter::store {

/// One event of a game. `hash` chains it to those before; see chain.hpp.
struct Entry {
    std::uint64_t version;  ///< counted from 1 within the game
    std::int64_t at_ms;     ///< since 1970
    std::string body;       ///< as referee::to_json writes it
    std::string hash;       ///< 64 hexadecimal digits
    bool operator==(const Entry&) const = default;
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
    std::string turn;                         ///< "white" or "black"
    std::string result;                       ///< "win", "draw", "no_result"; empty while it runs
    std::string winner;                       ///< "white" or "black"; empty if nobody
    std::string reason;                       ///< "checkmate"; empty while it runs
    std::optional<std::int64_t> deadline_ms;  ///< when somebody must look: a flag falls
    bool operator==(const Summary&) const = default;
};

/// The answer to a request that may be repeated: kept with the change it tells of, so that a retry
/// gets the same one, also after a crash.
struct Answer {
    std::string key;      ///< who asked, and the Idempotency-Key
    std::string request;  ///< a digest, so that another request with the same key is found out
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

enum class Fate : std::uint8_t {
    stored,      ///< and synced
    conflict,    ///< the game is not at that version, or the answer's key is taken
    unavailable  ///< nothing was acknowledged: disk full, sync failed, database gone
};
struct Verdict {
    Fate fate;
    std::string problem;  ///< in words, where it is unavailable
};

/// Why something could not be read.
struct Trouble {
    std::string problem;
};
template <class T>
using Found = std::expected<T, Trouble>;

struct Filter {
    std::string game;    ///< empty: any
    std::string status;  ///< "running", "finished"; empty: any
    std::string player;  ///< a seat's name, exactly; empty: any
    std::string result;  ///< who won, "white" or "black", or else "draw", "no_result"; empty: any
    std::size_t limit = 50;
    std::string before;  ///< the `next` of the page before; empty: from the newest on
};
/// Public games, the last changed first.
struct Page {
    std::vector<Summary> games;
    std::string next;  ///< empty at the end
};

class Store {
public:
    using Done = std::move_only_function<void(Verdict)>;
    using News = std::move_only_function<void(std::string_view id, std::uint64_t version)>;

    virtual ~Store() = default;  ///< finishes what was handed in

    /// Returns at once. `done` is called from a thread of the store, after the sync.
    /// Changes that wait at the same time share one sync.
    virtual void write(Change change, Done done) = 0;

    /// The entries after a version; none of a game that does not exist.
    virtual Found<std::vector<Entry>> read(std::string_view id, std::uint64_t after) = 0;
    virtual Found<std::optional<Summary>> summary(std::string_view id) = 0;
    virtual Found<Page> list(const Filter& filter) = 0;
    virtual Found<std::optional<Answer>> answer(std::string_view key) = 0;
    /// Games whose deadline is not after this moment, the earliest first.
    virtual Found<std::vector<std::string>> overdue(std::int64_t now_ms, std::size_t limit) = 0;
    /// Every game, private ones included, in the order of their ids, after `id`.
    virtual Found<std::vector<std::string>> ids(std::string_view after, std::size_t limit) = 0;
    /// Forgets answers older than this.
    virtual Found<std::size_t> forget_answers(std::int64_t before_ms) = 0;

    /// Hears of changes that other processes made to the same games. Called from a thread of the
    /// store; set once, before the first write. Never called where no other process can write.
    virtual void on_news(News news) = 0;
    /// Whether the next write is likely to succeed.
    virtual Found<bool> ready() = 0;
    /// "sqlite", "postgresql" or "memory".
    virtual std::string_view kind() const = 0;
    /// Whether other processes may write to the same games.
    virtual bool is_shared() const = 0;
};

/// A file name (SQLite), `sqlite:FILE`, `postgresql://...`, or `memory:`, which keeps nothing longer
/// than the process lives. Creates and migrates what is needed; refuses a schema that is newer than
/// this program.
Found<std::unique_ptr<Store>> open(const std::string& address);

}  // namespace arbiter::store
