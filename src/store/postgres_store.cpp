#include "store/postgres_store.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <thread>
#include <tuple>

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

/// Changes that one statement makes. They are of different games and have different answer keys, so
/// that none of them could hide another one from it.
constexpr std::size_t statement_changes_max = 128;
constexpr std::size_t statement_bytes_max = 1 << 20;
/// PostgreSQL takes 8,000 bytes of news.
constexpr std::size_t statement_news_max = 7'900;

/// Both statements below are made of this beginning, `moved`, and this end. A change that does not fit
/// is not in `moved`. `OFFSET 0` makes the database look up each key, however few answers it expects.
constexpr std::string_view change_sql =
    "WITH change AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], "
    "$5::smallint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], "
    "$11::text[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::text[], "
    "$17::text[], $18::integer[], $19::text[], $20::bigint[]) "
    "AS change (id, game, white, black, is_public, created_ms, updated_ms, version, ply, turn, "
    "result, winner, reason, deadline_ms, after, key, request, status, body, at_ms) "
    "WHERE NOT EXISTS (SELECT FROM answer WHERE answer.key = change.key OFFSET 0)), ";

constexpr std::string_view journal_sql =
    "journal AS (INSERT INTO entry (game, version, at_ms, body, hash) "
    "SELECT line.* FROM moved, unnest($21::text[], $22::bigint[], $23::bigint[], $24::text[], "
    "$25::text[]) AS line (game, version, at_ms, body, hash) WHERE line.game = moved.id), "
    "told AS (INSERT INTO answer (key, request, status, body, at_ms) "
    "SELECT key, request, status, body, at_ms FROM change JOIN moved USING (id) "
    "WHERE key IS NOT NULL) "
    "SELECT id, (SELECT pg_notify('arbiter_news', string_agg(id || ' ' || version, E'\\n')) "
    "FROM moved) FROM moved";

const std::string& insert_sql() {
    static const std::string sql =
        std::string(change_sql) +
        "moved AS (INSERT INTO game (id, game, white, black, is_public, created_ms, updated_ms, "
        "version, ply, turn, result, winner, reason, deadline_ms) "
        "SELECT id, game, white, black, is_public, created_ms, updated_ms, version, ply, turn, "
        "result, winner, reason, deadline_ms FROM change "
        "ON CONFLICT DO NOTHING RETURNING id, version), " +
        std::string(journal_sql);
    return sql;
}

/// `= ANY (ARRAY[...])` makes the database look up each game by its id, however few it expects: the plan
/// is kept while the table grows. No index serves `IS NOT DISTINCT FROM`.
const std::string& update_sql() {
    static const std::string sql =
        std::string(change_sql) +
        "moved AS (UPDATE game SET game = change.game, is_public = change.is_public, "
        "created_ms = change.created_ms, updated_ms = change.updated_ms, "
        "version = change.version, ply = change.ply, turn = change.turn, "
        "result = change.result, winner = change.winner, reason = change.reason, "
        "deadline_ms = change.deadline_ms, changed_in = pg_current_xact_id() FROM change "
        // A game that lost its names was chained anew.
        "WHERE game.id = ANY (ARRAY[change.id]) AND game.version = change.after "
        "AND game.white IS NOT DISTINCT FROM change.white "
        "AND game.black IS NOT DISTINCT FROM change.black "
        "RETURNING game.id, game.version), " +
        std::string(journal_sql);
    return sql;
}

/// Of the connection that commits. What its statements look up has an index, and a plan that was made
/// for an empty table would otherwise be kept for a large one.
constexpr const char* writer_sql =
    "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off";

/// Rows as PostgreSQL takes them: one array for each column, {"a","b",NULL}.
class Rows {
public:
    explicit Rows(std::size_t columns) : arrays_(columns, "{") {}

    void add(std::span<const Parameter> row) {
        for (std::size_t column = 0; column < arrays_.size(); ++column) {
            if (arrays_[column].size() > 1) arrays_[column] += ',';
            append(arrays_[column], row[column]);
        }
    }
    void close() {
        for (std::string& array : arrays_) array += '}';
    }
    std::span<const std::string> arrays() const { return arrays_; }

private:
    static void append(std::string& array, const Parameter& value) {
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            array += std::to_string(*number);
        } else if (const auto* text = std::get_if<std::string_view>(&value)) {
            quote(array, *text);
        } else {
            array += "NULL";
        }
    }
    static void quote(std::string& array, std::string_view text) {
        array += '"';
        for (std::size_t at = text.find_first_of(special); at != text.npos;
             at = text.find_first_of(special)) {
            array.append(text.substr(0, at)).append({'\\', text[at]});
            text.remove_prefix(at + 1);
        }
        array.append(text).append("\"");
    }
    static constexpr std::string_view special = "\"\\";

    std::vector<std::string> arrays_;
};

/// Changes of one kind, made together.
class Statement {
public:
    /// False if the change belongs into another statement: games come in the order of their ids.
    bool add(const Change& change) {
        if (!changes_.empty() && !has_room_for(change)) return false;
        if (change.answer) keys_.push_back(change.answer->key);
        changes_.push_back(&change);
        for (const Entry& entry : change.entries) bytes_ += entry.body.size();
        news_ += news_size(change);
        add_rows(change);
        return true;
    }

    PostgresConnection::Command command() {
        std::vector<Parameter> parameters;
        for (Rows* rows : {&rows_, &lines_}) {
            rows->close();
            parameters.insert(parameters.end(), rows->arrays().begin(), rows->arrays().end());
        }
        return {is_creation(*changes_.front()) ? insert_sql() : update_sql(),
                std::move(parameters)};
    }

    /// The one of a game.
    const Change& change_of(std::string_view id) const {
        return **std::ranges::lower_bound(changes_, id, {}, id_of);
    }
    static bool is_creation(const Change& change) { return change.version == 0; }

private:
    static std::string_view id_of(const Change* change) { return change->summary.id; }
    /// At most: the id, the version and what stands between them.
    static std::size_t news_size(const Change& change) { return change.summary.id.size() + 22; }
    bool has_room_for(const Change& change) const {
        const Change& last = *changes_.back();
        return changes_.size() < statement_changes_max && bytes_ < statement_bytes_max &&
               news_ + news_size(change) <= statement_news_max &&
               is_creation(last) == is_creation(change) && last.summary.id != change.summary.id &&
               !(change.answer && is_used(change.answer->key));
    }

    bool is_used(std::string_view key) const {
        return std::ranges::find(keys_, key) != keys_.end();
    }

    void add_rows(const Change& change) {
        const auto& [game, version, entries, answer] = change;
        const auto columns = columns_of(game);
        std::vector<Parameter> row(columns.begin(), columns.end());
        row.emplace_back(stored_number(version));
        if (answer) {
            row.insert(row.end(), {answer->key, answer->request, std::int64_t{answer->status},
                                   answer->body, answer->at_ms});
        }
        row.resize(change_columns);
        rows_.add(row);
        for (const Entry& entry : entries) {
            lines_.add(std::array<Parameter, line_columns>{game.id, stored_number(entry.version),
                                                           entry.at_ms, entry.body, entry.hash});
        }
    }

    static constexpr std::size_t change_columns = 20;
    static constexpr std::size_t line_columns = 5;

    std::vector<const Change*> changes_;
    std::vector<std::string_view> keys_;
    std::size_t bytes_ = 0;
    std::size_t news_ = 0;
    Rows rows_{change_columns};
    Rows lines_{line_columns};
};

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
        return std::tuple(!Statement::is_creation(*change), std::string_view(change->summary.id),
                          change);
    });
    std::deque<Statement> statements;
    for (const Change* change : ordered) {
        if (statements.empty() || !statements.back().add(*change)) {
            statements.emplace_back().add(*change);
        }
    }

    std::vector<PostgresConnection::Command> commands;
    for (Statement& statement : statements) commands.push_back(statement.command());

    const auto rows = apply(commands);
    std::vector<CommitResult> results(changes.size(), {CommitStatus::conflict, {}});
    for (std::size_t i = 0; i < statements.size(); ++i) {
        PostgresConnection::each(rows[i], [&](const auto& row) {
            const Change& made = statements[i].change_of(row.text(0));
            results[static_cast<std::size_t>(&made - changes.data())].status = CommitStatus::stored;
        });
    }
    return results;
}

std::vector<PostgresConnection::Result> PostgresStore::apply(
    std::span<const PostgresConnection::Command> commands) {
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
        writer_->execute(writer_sql);
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
        const Summary& game = whole.summary;
        Rows lines(2);
        for (const Entry& entry : whole.entries) {
            lines.add(std::array<Parameter, 2>{entry.body, entry.hash});
        }
        lines.close();
        const std::array<Parameter, 6> parameters{game.id,           stored_number(game.version),
                                                  game.white,        game.black,
                                                  lines.arrays()[0], lines.arrays()[1]};
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
