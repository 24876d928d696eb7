#include "store/sqlite_store.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <ranges>

#include <fcntl.h>
#include <unistd.h>

#include "store/change.hpp"
#include "store/queries.hpp"
#include "store/sqlite_schema.hpp"

namespace arbiter::store {

namespace {

constexpr std::size_t readers_max = 4;
/// 64 MiB: a longer log is copied into the file. While the writer copies, others wait for two syncs,
/// which should be rare.
constexpr int wal_pages_max = 16'384;
/// Enough for every page that a group of moves changes: a page that does not fit is written to the log
/// early, read again, and written once more.
constexpr int cache_kib = 16 << 10;
constexpr auto ready_timeout = std::chrono::seconds(2);

/// Games contain the hashes of keys and the seeds of dice: only the owner may read the file. SQLite
/// gives its other files the same permissions.
void create(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0) ::close(descriptor);
}

std::uintmax_t size_of(const std::string& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    return error ? 0 : size;
}

/// SQLite treats a file that is too short as an empty database, and deletes the log of a file that has
/// lost its contents.
void refuse_remains(const std::string& file) {
    constexpr std::uintmax_t smallest_page = 512;
    const std::uintmax_t size = size_of(file);
    if (size == 0 && size_of(file + "-wal") > 0) {
        throw StoreException(file + " is damaged: it is empty, but its log is not");
    }
    if (size > 0 && size < smallest_page) throw StoreException(file + " is not a store of games");
}

SqliteConnection prepared_writer(const std::string& file) {
    refuse_remains(file);
    create(file);
    SqliteConnection connection(file);
    prepare_sqlite(connection, file);
    connection.execute(
        "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -" +
        std::to_string(cache_kib));
    return connection;
}

std::unique_ptr<SqliteConnection> reader(const std::string& file) {
    auto connection = std::make_unique<SqliteConnection>(file);
    connection->execute("PRAGMA query_only = ON");
    return connection;
}

constexpr std::string_view insert_game =
    "INSERT INTO game (id, game, white, black, is_public, created_ms, updated_ms, version, ply, "
    "turn, result, winner, reason, deadline_ms) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING";
/// Only what a move changes: an index on another column would be written needlessly. The names are
/// compared as well: a game that lost them was chained anew.
constexpr std::string_view update_game =
    "UPDATE game SET updated_ms = $3, version = $4, ply = $5, turn = $6, result = $7, "
    "winner = $8, reason = $9, deadline_ms = $10 "
    "WHERE id = $1 AND version = $2 AND white = $11 AND black = $12";
constexpr std::string_view insert_entry =
    "INSERT INTO entry (game, version, at_ms, body, hash) VALUES ($1, $2, $3, $4, $5)";
constexpr std::string_view insert_answer =
    "INSERT INTO answer (key, request, status, body, at_ms) VALUES ($1, $2, $3, $4, $5)";

/// Whether a commit that failed may be whole in the log, where the next process would find it. A write
/// that failed did not write the end of the commit; after a sync that failed everything may be there,
/// until another commit takes its place in the log.
bool may_be_in_log(int code) {
    constexpr int primary = 0xFF;
    return (code & primary) == SQLITE_IOERR && code != SQLITE_IOERR_WRITE;
}

/// Compare-and-swap: whether the game was at the version that the change is for.
bool swap_summary(SqliteConnection& connection, const Change& change) {
    const Summary& game = change.summary;
    const auto columns = columns_of(game);
    if (change.version == 0) return connection.run(insert_game, columns) == 1;
    // The columns from updated_ms on, in order.
    std::array<Parameter, 12> parameters{game.id, stored_number(change.version)};
    std::ranges::copy(columns | std::views::drop(6), parameters.begin() + 2);
    parameters[10] = game.white;
    parameters[11] = game.black;
    return connection.run(update_game, parameters) == 1;
}

}  // namespace

SqliteStore::SqliteStore(const std::string& file)
    : lock_(file),
      file_(file),
      writer_(prepared_writer(file)),
      checkpointer_(file),
      readers_(readers_max, [this] { return reader(file_); }),
      commits_({.commit = [this](auto changes) { return commit(changes); },
                .afterwards = [this] { checkpoint(); }}) {
    // Replaces SQLite's own checkpoint, which would delay the commit that crosses the limit.
    const auto note_pages = [](void* pages, sqlite3*, const char*, int count) {
        *static_cast<int*>(pages) = count;
        return SQLITE_OK;
    };
    const std::scoped_lock lock(writing_);
    sqlite3_wal_hook(writer_.handle(), note_pages, &wal_pages_);
}

void SqliteStore::write(Change change, Done done) {
    commits_.add(std::move(change), std::move(done));
}

std::vector<CommitResult> SqliteStore::commit(std::span<const Change> changes) {
    const std::scoped_lock lock(writing_);
    CommitResult failed{CommitStatus::unavailable, {}};
    try {
        auto results = commit_all(changes);
        failing_ = false;
        return results;
    } catch (const SqliteException& exception) {
        failing_ = true;
        failed.sentence = exception.what();
        if (may_be_in_log(exception.code) && !attempt([&] { touch_sqlite(writer_); })) {
            failed.status = CommitStatus::unknown;
        }
    }
    return std::vector<CommitResult>(changes.size(), failed);
}

std::vector<CommitResult> SqliteStore::commit_all(std::span<const Change> changes) {
    std::vector<CommitResult> results;
    writer_.transaction([&] {
        for (const Change& change : changes) results.push_back({apply(change), {}});
    });
    return results;
}

CommitStatus SqliteStore::apply(const Change& change) {
    if (is_answered(change) || !swap_summary(writer_, change)) return CommitStatus::conflict;
    for (const Entry& entry : change.entries) {
        writer_.run(insert_entry,
                    std::array<Parameter, 5>{change.summary.id, stored_number(entry.version),
                                             entry.at_ms, entry.body, entry.hash});
    }
    if (const auto& answer = change.answer) {
        writer_.run(insert_answer, std::array<Parameter, 5>{answer->key, answer->request,
                                                            std::int64_t{answer->status},
                                                            answer->body, answer->at_ms});
    }
    return CommitStatus::stored;
}

bool SqliteStore::is_answered(const Change& change) {
    return change.answer && queries::answer(writer_, change.answer->key);
}

void SqliteStore::checkpoint() {
    const std::scoped_lock lock(writing_);
    if (wal_pages_ >= wal_pages_max && checkpointer_.has_copied()) copy_log(writer_);
}

std::expected<std::size_t, StoreError> SqliteStore::forget_answers(std::int64_t before_ms) {
    return attempt([&] {
        std::size_t forgotten = 0;
        for (std::int64_t some = 1; some > 0; forgotten += static_cast<std::size_t>(some)) {
            const std::scoped_lock lock(writing_);
            some = writer_.run(queries::forget_sql, std::array<Parameter, 1>{before_ms});
        }
        return forgotten;
    });
}

std::expected<bool, StoreError> SqliteStore::remove(std::string_view id) {
    if (!is_storable(id)) return false;
    return attempt([&] {
        const std::array<Parameter, 1> game{id};
        const std::scoped_lock lock(writing_);
        bool is_removed = false;
        writer_.transaction([&] {
            writer_.run("DELETE FROM entry WHERE game = $1", game);
            is_removed = writer_.run("DELETE FROM game WHERE id = $1", game) == 1;
        });
        return is_removed;
    });
}

std::expected<bool, StoreError> SqliteStore::rewrite(const Change& whole) {
    if (auto problem = misfit(whole)) return std::unexpected(StoreError{*std::move(problem)});
    return attempt([&] {
        const Summary& game = whole.summary;
        const std::scoped_lock lock(writing_);
        bool is_rewritten = false;
        writer_.transaction([&] {
            is_rewritten =
                writer_.run("UPDATE game SET white = $3, black = $4 WHERE id = $1 AND version = $2",
                            std::array<Parameter, 4>{game.id, stored_number(game.version),
                                                     game.white, game.black}) == 1;
            if (!is_rewritten) return;
            for (const Entry& entry : whole.entries) {
                writer_.run(
                    "UPDATE entry SET body = $3, hash = $4 WHERE game = $1 AND version = $2",
                    std::array<Parameter, 4>{game.id, stored_number(entry.version), entry.body,
                                             entry.hash});
            }
        });
        return is_rewritten;
    });
}

Gauges SqliteStore::gauges() {
    const auto [in_use, waited_for] = readers_.use();
    return {.log_bytes = size_of(file_ + "-wal"),
            .readers_in_use = in_use,
            .readers_waited_for = waited_for};
}

std::expected<bool, StoreError> SqliteStore::ready() {
    // The thread sanitizer only understands timed locks on the system clock.
    const std::unique_lock lock(writing_, std::chrono::system_clock::now() + ready_timeout);
    if (!lock) return std::unexpected(StoreError{file_ + ": a commit takes very long"});
    return attempt([&] {
        if (failing_) touch_sqlite(writer_);
        failing_ = false;
        return true;
    });
}

}  // namespace arbiter::store
