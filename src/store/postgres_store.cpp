#include "store/postgres_store.hpp"

#include <algorithm>
#include <array>
#include <deque>

#include "store/postgres_schema.hpp"
#include "store/queries.hpp"

namespace arbiter::store {

namespace {

constexpr std::size_t connections_max = 8;
constexpr int tries_max = 4;

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
        "WITH moved AS (UPDATE game SET game = $2::text, white = $3::text, black = $4::text, "
        "is_public = $5::smallint, created_ms = $6::bigint, updated_ms = $7::bigint, "
        "version = $8::bigint, ply = $9::bigint, turn = $10::text, result = $11::text, "
        "winner = $12::text, reason = $13::text, deadline_ms = $14::bigint, "
        "changed_in = pg_current_xact_id() "
        "WHERE id = $1::text AND version = $15::bigint "
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
    // Whatever its state: the next change begins with a connection that works.
    writer_.reset();
    return std::vector<CommitResult>(changes.size(), failed);
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

void PostgresStore::on_news(News news) {
    listener_ = std::make_unique<PostgresListener>(
        connector_, PostgresListener::Plan{.since = opened_at_,
                                           .own = [this] { return writer_process_.load(); },
                                           .news = std::move(news)});
}

std::expected<bool, StoreError> PostgresStore::ready() {
    return attempt([&] {
        return pool_.with([](auto& connection) {
            return connection.text("SHOW transaction_read_only") == "off";
        });
    });
}

}  // namespace arbiter::store
