#include <array>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include "arena/ledger.hpp"
#include "core/base/sha256.hpp"
#include "platform/entropy.hpp"
#include "store/postgres_connection.hpp"
#include "store/store_exception.hpp"

namespace arbiter::arena {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using store::Parameter;
using store::PostgresConnection;

/// An arbitrary number that all arenas share.
constexpr const char* schema_sql = R"(
BEGIN;
SELECT pg_advisory_xact_lock(4709885244);
CREATE SCHEMA IF NOT EXISTS arbiter_arena;
CREATE TABLE IF NOT EXISTS arbiter_arena.tournament (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    terms text NOT NULL,
    settled bigint NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS arbiter_arena.game (
    tournament bigint NOT NULL REFERENCES arbiter_arena.tournament ON DELETE CASCADE,
    number bigint NOT NULL,
    attempts bigint NOT NULL DEFAULT 0,
    worker text,
    leased_until timestamptz,
    settled_as bigint,
    report text,
    PRIMARY KEY (tournament, number)
);
CREATE UNIQUE INDEX IF NOT EXISTS game_settled
    ON arbiter_arena.game (tournament, settled_as) WHERE settled_as IS NOT NULL;
CREATE INDEX IF NOT EXISTS game_open
    ON arbiter_arena.game (tournament, number) WHERE report IS NULL;
COMMIT;
)";

constexpr std::string_view make_sql =
    "INSERT INTO arbiter_arena.tournament (name, terms) VALUES ($1, $2) "
    "ON CONFLICT (name) DO NOTHING";
constexpr std::string_view find_sql =
    "SELECT id, terms FROM arbiter_arena.tournament WHERE name = $1";
constexpr std::string_view newest_sql =
    "SELECT name, terms FROM arbiter_arena.tournament WHERE $1 IN ('', name) "
    "ORDER BY id DESC LIMIT 1";
constexpr std::string_view announce_sql =
    "INSERT INTO arbiter_arena.game (tournament, number) "
    "SELECT $1::bigint, generate_series($2::bigint, $3::bigint) ON CONFLICT DO NOTHING";

/// Skips rows that others have locked: nobody waits, and no two get the same row.
constexpr std::string_view claim_sql =
    "UPDATE arbiter_arena.game SET attempts = attempts + 1, worker = $2, "
    "leased_until = now() + $3::bigint * interval '1 ms' "
    "WHERE tournament = $1::bigint AND number = ("
    "SELECT number FROM arbiter_arena.game WHERE tournament = $1::bigint AND report IS NULL "
    "AND (leased_until IS NULL OR leased_until < now()) "
    "ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING number";
constexpr std::string_view renew_sql =
    "UPDATE arbiter_arena.game SET leased_until = now() + $4::bigint * interval '1 ms' "
    "WHERE tournament = $1::bigint AND number = $2::bigint AND worker = $3 AND report IS NULL";
constexpr std::string_view release_sql =
    "UPDATE arbiter_arena.game SET leased_until = NULL, worker = NULL "
    "WHERE tournament = $1::bigint AND number = $2::bigint AND worker = $3 AND report IS NULL";

/// The tournament's row is locked until the end of the transaction. So reports get their place in the
/// order in which they become visible, and a reader that has read up to one has missed none before it.
constexpr std::string_view settle_sql =
    "WITH counted AS (UPDATE arbiter_arena.tournament SET settled = settled + 1 "
    "WHERE id = $1::bigint RETURNING settled) "
    "UPDATE arbiter_arena.game SET report = $3, settled_as = (SELECT settled FROM counted), "
    "leased_until = NULL "
    "WHERE tournament = $1::bigint AND number = $2::bigint AND report IS NULL";
constexpr std::string_view news_sql =
    "SELECT settled_as, report FROM arbiter_arena.game "
    "WHERE tournament = $1::bigint AND settled_as > $2::bigint ORDER BY settled_as LIMIT 500";
constexpr std::string_view each_sql =
    "SELECT number, report FROM arbiter_arena.game "
    "WHERE tournament = $1::bigint AND report IS NOT NULL AND number > $2::bigint "
    "ORDER BY number LIMIT 200";

std::int64_t stored(std::size_t number) { return static_cast<std::int64_t>(number); }

/// One connection, which is reopened when it breaks. Every statement may be executed twice.
class Line {
public:
    explicit Line(const std::string& address) : connector_(address) {}

    template <class Work>
    auto ask(Work work) {
        const auto give_up = steady_clock::now() + patience;
        for (;;) {
            try {
                if (!connection_ || !connection_->alive()) connection_ = connector_.connect();
                return work(*connection_);
            } catch (const store::PostgresException& exception) {
                // An answer with a state is about the statement; without one the line is broken.
                connection_.reset();
                if (!exception.state.empty() && !is_passing(exception.state)) throw;
                if (steady_clock::now() > give_up) throw;
            } catch (const store::StoreException&) {
                if (steady_clock::now() > give_up) throw;
            }
            std::this_thread::sleep_for(milliseconds(200));
        }
    }

    static constexpr auto patience = std::chrono::seconds(60);

private:
    /// Serialisation and deadlock, shutting down, too many connections.
    static bool is_passing(std::string_view state) {
        return state.starts_with("40") || state.starts_with("57P") || state.starts_with("53");
    }

    store::PostgresConnector connector_;
    std::unique_ptr<PostgresConnection> connection_;
};

class SharedLedger final : public Ledger {
public:
    SharedLedger(const SharedTerms& shared, const Terms& terms)
        : lease_(shared.lease),
          worker_(to_hex(platform::system_entropy().bytes<8>())),
          line_(shared.address),
          renewals_(shared.address) {
        PostgresConnection first(shared.address);  // a wrong address is told at once
        first.execute(schema_sql);
        const std::string json = to_json(terms);
        const std::array<Parameter, 2> parameters{shared.tournament, json};
        first.run(make_sql, parameters);
        bool is_same = false;
        first.each(find_sql, std::array<Parameter, 1>{shared.tournament}, [&](const auto& row) {
            id_ = row.number(0);
            is_same = row.text(1) == json;
        });
        if (!is_same) {
            throw store::StoreException("the tournament \"" + shared.tournament +
                                        "\" is there with other terms; give it another name");
        }
        if (!shared.copy.empty()) {
            copy_.open(shared.copy, std::ios::binary | std::ios::trunc);
            copy_ << json << '\n' << std::flush;
        }
        keeper_ = std::jthread([this](const std::stop_token& stop) { keep_leases(stop); });
    }

    std::expected<std::vector<GameReport>, store::StoreError> news() override {
        return store::attempt([&] {
            const std::scoped_lock lock(mutex_);
            std::vector<GameReport> reports;
            for (;;) {
                const std::array<Parameter, 2> parameters{id_, seen_};
                std::vector<GameReport> page;
                std::int64_t newest = seen_;
                line_.ask([&](PostgresConnection& connection) {
                    page.clear();
                    connection.each(news_sql, parameters, [&](const auto& row) {
                        newest = row.number(0);
                        page.push_back(report_in(row));
                    });
                });
                seen_ = newest;
                if (page.empty()) return reports;
                for (GameReport& report : page) {
                    if (copy_.is_open()) copy_ << to_json(report) << '\n';
                    report.record.clear();
                    reports.push_back(std::move(report));
                }
                copy_.flush();
            }
        });
    }

    std::expected<std::optional<std::size_t>, store::StoreError> claim(std::size_t games) override {
        return store::attempt([&] {
            const std::scoped_lock lock(mutex_);
            announce(games);
            std::optional<std::size_t> number;
            const std::array<Parameter, 3> parameters{id_, worker_, lease_.count()};
            line_.ask([&](PostgresConnection& connection) {
                connection.each(claim_sql, parameters, [&](const auto& row) {
                    number = static_cast<std::size_t>(row.number(0));
                });
            });
            const std::scoped_lock leases(lease_mutex_);
            if (number) leased_.insert(*number);
            return number;
        });
    }

    void release(std::size_t number) override {
        forget(number);
        const std::scoped_lock lock(mutex_);
        const std::array<Parameter, 3> parameters{id_, stored(number), worker_};
        // Should it fail, the lease runs out by itself.
        static_cast<void>(store::attempt([&] {
            line_.ask(
                [&](PostgresConnection& connection) { connection.run(release_sql, parameters); });
        }));
    }

    std::expected<void, store::StoreError> settle(const GameReport& report) override {
        auto settled = store::attempt([&] {
            const std::scoped_lock lock(mutex_);
            const std::string json = to_json(report);
            const std::array<Parameter, 3> parameters{id_, stored(report.number), json};
            line_.ask(
                [&](PostgresConnection& connection) { connection.run(settle_sql, parameters); });
        });
        forget(report.number);
        return settled;
    }

    std::expected<void, store::StoreError> each(const Visitor& visit) override {
        return store::attempt([&] {
            const std::scoped_lock lock(mutex_);
            std::int64_t after = -1;
            for (bool more = true; more;) {
                more = false;
                std::vector<GameReport> page;
                const std::array<Parameter, 2> parameters{id_, after};
                line_.ask([&](PostgresConnection& connection) {
                    page.clear();
                    connection.each(each_sql, parameters,
                                    [&](const auto& row) { page.push_back(report_in(row)); });
                });
                for (const GameReport& report : page) {
                    visit(report);
                    after = stored(report.number);
                    more = true;
                }
            }
        });
    }

private:
    template <class Row>
    static GameReport report_in(const Row& row) {
        auto report = read_report(row.text(1));
        if (!report) throw store::StoreException("the database holds a report that is none");
        return std::move(*report);
    }

    /// The same results give the same games to everyone.
    void announce(std::size_t games) {
        if (games <= announced_) return;
        const std::array<Parameter, 3> parameters{id_, stored(announced_), stored(games) - 1};
        line_.ask(
            [&](PostgresConnection& connection) { connection.run(announce_sql, parameters); });
        announced_ = games;
    }

    void forget(std::size_t number) {
        const std::scoped_lock lock(lease_mutex_);
        leased_.erase(number);
    }

    void keep_leases(const std::stop_token& stop) {
        std::unique_lock lock(lease_mutex_);
        while (!wake_.wait_for(lock, stop, lease_ / 3, [&] { return stop.stop_requested(); })) {
            const std::set<std::size_t> mine = leased_;
            lock.unlock();
            for (const std::size_t number : mine) renew(number);
            lock.lock();
        }
    }

    /// If a lease is lost, a game is played twice and counted once.
    void renew(std::size_t number) {
        const std::array<Parameter, 4> parameters{id_, stored(number), worker_, lease_.count()};
        static_cast<void>(store::attempt([&] {
            renewals_.ask(
                [&](PostgresConnection& connection) { connection.run(renew_sql, parameters); });
        }));
    }

    milliseconds lease_;
    std::string worker_;
    std::int64_t id_ = 0;

    std::mutex mutex_;
    Line line_;
    std::ofstream copy_;
    std::int64_t seen_ = 0;
    std::size_t announced_ = 0;

    std::mutex lease_mutex_;
    std::condition_variable_any wake_;
    std::set<std::size_t> leased_;
    Line renewals_;  // of the keeper alone
    std::jthread keeper_;
};

}  // namespace

std::expected<std::unique_ptr<Ledger>, store::StoreError> open_shared(const SharedTerms& shared,
                                                                      const Terms& terms) {
    return store::attempt(
        [&]() -> std::unique_ptr<Ledger> { return std::make_unique<SharedLedger>(shared, terms); });
}

std::expected<std::optional<KnownTournament>, store::StoreError> find_shared(
    const std::string& address, const std::string& name) {
    return store::attempt([&] {
        PostgresConnection connection(address);
        connection.execute(schema_sql);
        std::optional<KnownTournament> found;
        connection.each(newest_sql, std::array<Parameter, 1>{name}, [&](const auto& row) {
            found = KnownTournament{std::string(row.text(0)), std::string(row.text(1))};
        });
        return found;
    });
}

}  // namespace arbiter::arena
