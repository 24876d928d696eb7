#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json.hpp"
#include "simulation/database.hpp"
#include "store/journal.hpp"

namespace arbiter::simulation {

/// A promise that was broken.
struct Finding {
    std::string promise;  ///< "acknowledged", "not_made" ...
    std::string sentence;
    Span at;
};

/// A request to change a game, as often as it is sent.
struct Attempt {
    std::string client;
    std::uint64_t request = 0;  ///< repetitions have the same number
    std::string game;
    Color by = Color::white;
    std::uint64_t version = 0;  ///< it was made for
    std::string move;
    std::optional<std::int64_t> at_ms{};  ///< when the server says it arrived
};

/// Compares what clients are told with what the database holds, as soon as it happens.
class Checker {
public:
    /// Without a key, receipts may be missing.
    Checker(const Loop& loop, Trace& trace, std::string public_key)
        : loop_(loop), trace_(trace), public_key_(std::move(public_key)) {}

    const std::optional<Finding>& finding() const { return finding_; }

    /// Every change that was made, and the right time then, in milliseconds since 1970, if it is known.
    void committed(const store::Change& change, std::optional<std::int64_t> now_ms);
    /// A new game was acknowledged, by this body.
    void created(std::string_view id, const Json& body);
    /// A move was acknowledged.
    void acknowledged(const Attempt& attempt, const Json& body, std::string_view text);
    /// The client was told that it was certainly not made.
    void not_made(const Attempt& attempt);
    /// A request arrived at a server. Two that arrived in the same millisecond cannot be told apart.
    void arrived(const std::string& game, std::int64_t at_ms);
    /// What one process has shown of a game never goes back.
    struct Source {
        std::uint32_t machine;
        std::uint64_t life;
    };
    std::uint64_t shown_by(const Source& source, const std::string& game) const;
    void shown(const Source& source, const std::string& game, std::uint64_t version,
               std::uint64_t least);
    /// A watcher was told of an event.
    struct Seat {
        std::string client;
        std::string game;
    };
    void told(const Seat& watcher, std::uint64_t last, std::uint64_t version,
              std::string_view text);
    /// Somebody with a clock that is right heard of this version, which is not dated later.
    void heard(const std::string& game, std::uint64_t version, std::int64_t at_ms);
    /// Some queue has become this long.
    void queue(std::string_view name, std::size_t size, std::size_t most);
    void require(bool holds, std::string_view promise, const std::string& sentence);

    /// The version that a game had at this moment; 0 if it was not there.
    std::uint64_t version_at(const std::string& game, Span moment) const;
    std::optional<Span> last_change(const std::string& game) const;
    bool is_over(const std::string& game) const;
    /// A server's own player moves soon where nothing has been broken since `calm_from`.
    void expect_bots(Span calm_from);
    /// Whether this version is a move of this side.
    bool has_played(const std::string& game, std::uint64_t version, Color by) const;
    /// What is in the store replays to what is shown, and nothing acknowledged is missing.
    void at_end(Database& database);

    std::uint64_t changes() const { return changes_; }
    std::uint64_t acknowledgements() const { return acknowledgements_; }

private:
    struct Entry {
        std::string hash;
        std::int64_t at_ms;
        referee::Event event;
        Span made;
    };
    struct Game {
        std::optional<store::Journal> journal;
        std::vector<Entry> entries;
    };
    void check_flag(const Game& game, const store::Entry& entry, std::int64_t now_ms);
    const Entry* entry(const std::string& game, std::uint64_t version) const;
    void check_receipt(const Json& body);
    bool is_made(const Attempt& attempt) const;

    const Loop& loop_;
    Trace& trace_;
    std::string public_key_;
    std::optional<Finding> finding_;
    std::map<std::string, Game> games_;
    std::map<std::pair<std::string, std::uint64_t>, std::pair<std::string, std::uint64_t>> winners_;
    std::vector<Attempt> not_made_;
    std::set<std::pair<std::string, std::int64_t>> arrivals_;
    std::set<std::pair<std::string, std::int64_t>> ambiguous_;
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::map<std::string, std::uint64_t>> shown_;
    std::uint64_t changes_ = 0;
    std::uint64_t acknowledgements_ = 0;
};

}  // namespace arbiter::simulation
