#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulation/loop.hpp"
#include "store/memory_store.hpp"

namespace arbiter::simulation {

class SimulatedStore;

/// The one place where games are kept, which every server reaches through a store of its own. What it
/// holds is the truth of the simulation.
class Database {
public:
    struct Parts {
        Loop& loop;
        Trace& trace;
        bool is_shared;  ///< like PostgreSQL; otherwise like a file of SQLite
        /// Called after every change that was made.
        std::function<void(const store::Change&)> committed;
    };
    Database(Parts parts, Draws draws) : parts_(std::move(parts)), draws_(draws) {}

    /// How many faults of each kind there are at present.
    struct Trouble {
        int away = 0;
        int commits = 0;
        int slow = 0;
        int full = 0;
    };
    Trouble trouble;

    store::MemoryStore& kept() { return kept_; }
    bool is_shared() const { return parts_.is_shared; }
    /// In milliseconds since 1970. This clock is right.
    std::int64_t now_ms() const;
    static constexpr std::int64_t begin_ms = 1'800'000'000'000;

    std::uint64_t connect(SimulatedStore& store);
    /// The process is gone. What it had handed in may be made or not.
    void disconnect(std::uint64_t connection);

    /// Which write of which connection.
    struct Ticket {
        std::uint64_t connection;
        std::uint64_t write;
    };
    void receive(store::Change change, Ticket ticket);

    /// All changes that were made: the game and its version then.
    using Log = std::vector<std::pair<std::string, std::uint64_t>>;
    const Log& log() const { return log_; }

private:
    /// What becomes of a change.
    enum class Fate : std::uint8_t { made, reply_lost, made_later, lost, refused };
    Fate fate();
    Span time_for(Span slow_max);
    void meet(Fate met, store::Change change, Ticket ticket);
    store::CommitResult commit(store::Change change, std::optional<std::uint64_t> by);
    void announce(std::size_t change, std::optional<std::uint64_t> by);
    void answer(Ticket ticket, store::CommitResult result, Span delay);

    Parts parts_;
    Draws draws_;
    store::MemoryStore kept_;
    Log log_;
    std::uint64_t connections_ = 0;
    std::map<std::uint64_t, SimulatedStore*> stores_;
    /// In the log of a file, without a sync: found there after a crash, unless another change took its
    /// place.
    std::optional<store::Change> limbo_;
};

/// The store of one server, as long as its process lives.
class SimulatedStore final : public store::Store {
public:
    /// `deliver` runs a task in the process of the server.
    using Deliver = std::function<void(Loop::Task)>;
    SimulatedStore(Database& database, Deliver deliver);
    ~SimulatedStore() override;
    SimulatedStore(const SimulatedStore&) = delete;
    SimulatedStore& operator=(const SimulatedStore&) = delete;

    /// The connection that hears of changes is lost, and comes back.
    void deafen();
    void listen_again();

    // For the database.
    void finish(std::uint64_t write, store::CommitResult result);
    void announce(std::size_t change);
    void hear(std::size_t change, std::uint64_t listening);
    /// Changes while this number of the listening connection.
    std::optional<std::uint64_t> listening() const;

    void write(store::Change change, Done done) override;
    std::expected<std::vector<store::Entry>, store::StoreError> read(std::string_view id,
                                                                     std::uint64_t after) override;
    std::expected<std::optional<store::Summary>, store::StoreError> summary(
        std::string_view id) override;
    std::expected<store::Page, store::StoreError> list(const store::Filter& filter) override;
    std::expected<std::optional<store::Answer>, store::StoreError> answer(
        std::string_view key) override;
    std::expected<std::vector<std::string>, store::StoreError> overdue(std::int64_t now_ms,
                                                                       std::size_t limit) override;
    std::expected<std::vector<std::string>, store::StoreError> ids(std::string_view after,
                                                                   std::size_t limit) override;
    std::expected<std::size_t, store::StoreError> forget_answers(std::int64_t before_ms) override;
    std::expected<bool, store::StoreError> remove(std::string_view id) override;
    std::expected<bool, store::StoreError> rewrite(const store::Change& whole) override;
    std::expected<std::vector<std::string>, store::StoreError> unchanged_since(
        store::GameStatus status, std::int64_t before_ms, std::size_t limit) override;
    void on_news(News news) override { news_ = std::move(news); }
    std::expected<bool, store::StoreError> ready() override;
    std::expected<std::optional<std::int64_t>, store::StoreError> clock_ms() override;
    std::string_view kind() const override { return "simulated"; }
    bool is_shared() const override { return database_.is_shared(); }

private:
    template <class Ask>
    auto asked(Ask ask) -> decltype(ask());

    Database& database_;
    Deliver deliver_;
    std::uint64_t connection_;
    std::uint64_t writes_ = 0;
    std::map<std::uint64_t, Done> waiting_;
    News news_;
    std::uint64_t listening_ = 0;
    bool is_deaf_ = false;
    std::set<std::size_t> unheard_;  // changes that were announced, on their way
    std::size_t since_ = 0;          // what to ask for when the connection is back
};

}  // namespace arbiter::simulation
