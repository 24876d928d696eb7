#include "store/postgres_store.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <thread>

#include "store/change.hpp"
#include "store/postgres_schema.hpp"
#include "store/queries.hpp"

namespace arbiter::store {

namespace {

constexpr std::size_t connections_max = 8;
constexpr int tries_max = 4;
/// How long a commit whose reply was lost is looked up.
constexpr std::chrono::seconds settle_timeout{5};
constexpr std::chrono::milliseconds settle_pause{50};

/// The end of both statements below. It does nothing if `moved` is empty.
constexpr std::string_view journal_sql =
    "RETURNING id, version), "
    "journal AS (INSERT INTO entry (game, version, at_ms, body, hash) "
    "SELECT moved.id, $15::bigint + line.number, line.at_ms, line.body, line.hash "
    "FROM moved, unnest($16::bigint[], $17::text[], $18::text[]) "
    "WITH ORDINALITY AS line (at_ms, body, hash, number)), "
    "told AS (INSERT INTO answer (key, request, status, body, at_ms) "
    "SELECT $19::text, $20::text, $21::integer, $22::text, $23::bigint "
    "FROM moved WHERE $19::text IS NOT NULL) "
    "SELECT pg_notify('arbiter_news', id || ' ' || version) FROM moved";

const std::string& insert_sql() {
    static const std::string sql =
        "WITH moved AS (INSERT INTO game (id, game, white, black, is_public, created_ms, "
        "updated_ms, version, ply, turn, result, winner, reason, deadline_ms) "
        "SELECT $1::text, $2::text, $3::text, $4::text, $5::smallint, $6::bigint, $7::bigint, "
        "$8::bigint, $9::bigint, $10::text, $11::text, $12::text, $13::text, $14::bigint "
        "WHERE NOT EXISTS (SELECT FROM answer WHERE key = $19::text) ON CONFLICT DO NOTHING " +
        std::string(journal_sql);
    return sql;
}

const std::string& update_sql() {
    static const std::string sql =
        "WITH moved AS (UPDATE game SET game = $2::text, "
        "is_public = $5::smallint, created_ms = $6::bigint, updated_ms = $7::bigint, "
        "version = $8::bigint, ply = $9::bigint, turn = $10::text, result = $11::text, "
        "winner = $12::text, reason = $13::text, deadline_ms = $14::bigint, "
        "changed_in = pg_current_xact_id() "
        // A game that lost its names was chained anew.
        "WHERE id = $1::text AND version = $15::bigint AND white = $3::text AND black = $4::text "
        "AND NOT EXISTS (SELECT FROM answer WHERE key = $19::text) " +
        std::string(journal_sql);
    return sql;
}

/// {"a","b"}
template <class Text>
std::string array_of(const std::vector<Entry>& entries, Text&& text_of) {
    std::string array = "{";
    for (const Entry& entry : entries) {
        if (array.size() > 1) array += ',';
        array += '"';
        for (const char c : text_of(entry)) {
            if (c == '"' || c == '\\') array += '\\';
            array += c;
        }
        array += '"';
    }
    return array + "}";
}

/// Texts that commands point to until they are sent.
using Texts = std::deque<std::string>;

PostgresConnection::Command command_for(const Change& change, Texts& texts) {
    const auto& [game, version, entries, answer] = change;
    const auto kept = [&](std::string text) -> std::string_view {
        return texts.emplace_back(std::move(text));
    };
    const auto columns = columns_of(game);
    std::vector<Parameter> parameters(columns.begin(), columns.end());
    parameters.insert(
        parameters.end(),
        {stored_number(version),
         kept(array_of(entries, [](const Entry& entry) { return std::to_string(entry.at_ms); })),
         kept(array_of(entries, [](const Entry& entry) { return std::string_view(entry.body); })),
         kept(array_of(entries, [](const Entry& entry) { return std::string_view(entry.hash); }))});
    if (answer) {
        parameters.insert(parameters.end(),
                          {answer->key, answer->request, std::int64_t{answer->status}, answer->body,
                           answer->at_ms});
    }
    parameters.resize(23);
    return {version == 0 ? insert_sql() : update_sql(), std::move(parameters)};
}

/// Whether a process of the database server is gone; if it is not, it is told to go.
bool end_process(PostgresConnection& connection, const std::string& identity) {
    constexpr std::string_view sql =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid || ' ' || backend_start = $1::text";
    bool is_gone = true;
    connection.each(sql, std::array<Parameter, 1>{identity}, [&](const auto&) { is_gone = false; });
    return is_gone;
}

bool is_stored(PostgresConnection& connection, const Change& change) {
    constexpr std::string_view sql =
        "SELECT FROM entry WHERE game = $1::text AND version = $2::bigint AND hash = $3::text";
    const Entry& last = change.entries.back();
    bool is_there = false;
    connection.each(
        sql, std::array<Parameter, 3>{change.summary.id, stored_number(last.version), last.hash},
        [&](const auto&) { is_there = true; });
    return is_there;
}

/// Two servers collided: a deadlock, or the same answer at the same moment. Nothing was committed.
bool may_try_again(const PostgresException& exception) {
    constexpr std::array states{"40001", "40P01", "23505"};
    return std::ranges::find(states, exception.state) != states.end();
}

}  // namespace

PostgresStore::PostgresStore(const std::string& address)
    : connector_(address),
      pool_(connections_max, [this] { return connector_.connect(); }),
      commits_({.commit = [this](auto changes) { return commit(changes); }, .afterwards = [] {}}) {
    const auto connection = connector_.connect();
    prepare_postgres(*connection);
    opened_at_ = PostgresListener::moment(*connection);
}

void PostgresStore::write(Change change, Done done) {
    commits_.add(std::move(change), std::move(done));
}

std::vector<CommitResult> PostgresStore::commit(std::span<const Change> changes) {
    CommitResult failed{CommitStatus::unavailable, {}};
    try {
        return commit_all(changes);
    } catch (const PostgresException& exception) {
        if (exception.may_have_committed) failed.status = CommitStatus::unknown;
        failed.sentence = exception.what();
    } catch (const StoreException& exception) {
        failed.sentence = exception.what();
    }
    // Whatever its state: the next change begins with a connection that works. What the old one still
    // does is news.
    writer_.reset();
    writer_process_ = 0;
    if (failed.status == CommitStatus::unknown) return settled(changes, failed.sentence);
    return std::vector<CommitResult>(changes.size(), failed);
}

/// The reply was lost. Once the process that was to commit is gone, the journal says what it did.
std::vector<CommitResult> PostgresStore::settled(std::span<const Change> changes,
                                                 const std::string& sentence) {
    const auto deadline = std::chrono::steady_clock::now() + settle_timeout;
    while (std::chrono::steady_clock::now() < deadline) {
        const auto known = attempt([&] {
            std::vector<CommitResult> results;
            const auto connection = connector_.connect();
            if (!end_process(*connection, writer_identity_)) return results;
            for (const Change& change : changes) {
                const bool is_there = is_stored(*connection, change);
                results.push_back(
                    {is_there ? CommitStatus::stored : CommitStatus::unavailable, sentence});
            }
            return results;
        });
        if (known && !known->empty()) return *known;
        std::this_thread::sleep_for(settle_pause);
    }
    return std::vector<CommitResult>(changes.size(), {CommitStatus::unknown, sentence});
}

std::vector<CommitResult> PostgresStore::commit_all(std::span<const Change> changes) {
    // All servers lock games in the same order, which avoids deadlocks.
    std::vector<const Change*> ordered;
    for (const Change& change : changes) ordered.push_back(&change);
    std::ranges::sort(ordered, {}, [](const Change* change) {
        return std::pair(std::string_view(change->summary.id), change);
    });

    const auto rows = apply(ordered);
    std::vector<CommitResult> results(changes.size());
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        const bool moved = PostgresConnection::row_count(rows[i]) == 1;
        results[static_cast<std::size_t>(ordered[i] - changes.data())].status =
            moved ? CommitStatus::stored : CommitStatus::conflict;
    }
    return results;
}

std::vector<PostgresConnection::Result> PostgresStore::apply(
    std::span<const Change* const> changes) {
    Texts texts;
    std::vector<PostgresConnection::Command> commands;
    for (const Change* change : changes) commands.push_back(command_for(*change, texts));
    for (int tries = 1;; ++tries) {
        try {
            return writer().transaction(commands);
        } catch (const PostgresException& exception) {
            if (tries == tries_max || !may_try_again(exception)) throw;
        }
    }
}

PostgresConnection& PostgresStore::writer() {
    if (!writer_ || !writer_->alive()) {
        writer_ = connector_.connect();
        writer_process_ = writer_->process();
        writer_identity_ = writer_->text(
            "SELECT pid || ' ' || backend_start FROM pg_stat_activity WHERE pid = "
            "pg_backend_pid()");
    }
    return *writer_;
}

std::expected<std::size_t, StoreError> PostgresStore::forget_answers(std::int64_t before_ms) {
    return attempt([&] {
        std::size_t forgotten = 0;
        for (std::int64_t some = 1; some > 0; forgotten += static_cast<std::size_t>(some)) {
            some = pool_.with([&](auto& connection) {
                return connection.run(queries::forget_sql, std::array<Parameter, 1>{before_ms});
            });
        }
        return forgotten;
    });
}

std::expected<bool, StoreError> PostgresStore::remove(std::string_view id) {
    if (!is_storable(id)) return false;
    return attempt([&] {
        const std::vector<Parameter> game{id};
        // The lock keeps a move from adding an entry in between.
        const std::vector<PostgresConnection::Command> commands{
            {"SELECT FROM game WHERE id = $1::text FOR UPDATE", game},
            {"DELETE FROM entry WHERE game = $1::text", game},
            {"WITH gone AS (DELETE FROM game WHERE id = $1::text RETURNING id) "
             "SELECT pg_notify('arbiter_news', id || ' 0') FROM gone",
             game}};
        return pool_.with([&](auto& connection) {
            return PostgresConnection::row_count(connection.transaction(commands).back()) == 1;
        });
    });
}

std::expected<bool, StoreError> PostgresStore::rewrite(const Change& whole) {
    constexpr std::string_view sql =
        "WITH renamed AS (UPDATE game SET white = $3::text, black = $4::text, "
        "changed_in = pg_current_xact_id() WHERE id = $1::text AND version = $2::bigint "
        "RETURNING id), "
        "rewritten AS (UPDATE entry SET body = line.body, hash = line.hash "
        "FROM renamed, unnest($5::text[], $6::text[]) WITH ORDINALITY AS line (body, hash, number) "
        "WHERE entry.game = renamed.id AND entry.version = line.number) "
        "SELECT pg_notify('arbiter_news', id || ' 0') FROM renamed";
    if (auto problem = misfit(whole)) return std::unexpected(StoreError{*std::move(problem)});
    return attempt([&] {
        const auto& [game, version, entries, answer] = whole;
        const std::string bodies =
            array_of(entries, [](const Entry& entry) { return std::string_view(entry.body); });
        const std::string hashes =
            array_of(entries, [](const Entry& entry) { return std::string_view(entry.hash); });
        const std::array<Parameter, 6> parameters{
            game.id, stored_number(game.version), game.white, game.black, bodies, hashes};
        return pool_.with([&](auto& connection) {
            bool is_rewritten = false;
            connection.each(sql, parameters, [&](const auto&) { is_rewritten = true; });
            return is_rewritten;
        });
    });
}

Gauges PostgresStore::gauges() {
    const auto [in_use, waited_for] = pool_.use();
    return {.readers_in_use = in_use,
            .readers_waited_for = waited_for,
            .is_listening = !listener_ || listener_->is_listening()};
}

void PostgresStore::on_news(News news) {
    listener_ = std::make_unique<PostgresListener>(
        connector_, PostgresListener::Plan{.since = opened_at_,
                                           .own = [this] { return writer_process_.load(); },
                                           .news = std::move(news)});
}

std::expected<std::optional<std::int64_t>, StoreError> PostgresStore::clock_ms() {
    constexpr std::string_view sql =
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    return attempt([&] {
        return pool_.with([&](auto& connection) {
            std::optional<std::int64_t> now;
            connection.each(sql, {}, [&](const auto& row) { now = row.number(0); });
            return now;
        });
    });
}

std::expected<bool, StoreError> PostgresStore::ready() {
    return attempt([&] {
        return pool_.with([](auto& connection) {
            return connection.text("SHOW transaction_read_only") == "off";
        });
    });
}

}  // namespace arbiter::store
