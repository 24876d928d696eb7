#include "store/sqlite_schema.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace arbiter::store {

namespace {

/// Checking larger files at every start would take too long; the hash chain protects their entries as
/// well.
constexpr std::uintmax_t check_bytes_max = 64 << 20;

constexpr auto newest_version = static_cast<std::int64_t>(sqlite_steps.size());

std::int64_t version_of(SqliteConnection& connection) {
    return connection.number("PRAGMA user_version");
}

bool is_empty(SqliteConnection& connection) {
    return connection.number("PRAGMA application_id") == 0 && version_of(connection) == 0 &&
           connection.number("SELECT count(*) FROM sqlite_schema") == 0;
}

void set_version(SqliteConnection& connection, std::int64_t version) {
    connection.execute("PRAGMA application_id = " + std::to_string(sqlite_application_id) +
                       "; PRAGMA user_version = " + std::to_string(version));
}

void migrate(SqliteConnection& connection) {
    for (std::int64_t version = version_of(connection); version < newest_version; ++version) {
        connection.transaction([&] {
            connection.execute(std::string(sqlite_steps[static_cast<std::size_t>(version)]));
            set_version(connection, version + 1);
        });
    }
}

using Definitions = std::vector<std::string>;

Definitions schema_of(SqliteConnection& connection) {
    return queries::texts(connection,
                          "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql", {});
}

Definitions intended_schema() {
    SqliteConnection memory(":memory:");
    migrate(memory);
    return schema_of(memory);
}

/// What `quick_check` finds first.
std::string damage_in(SqliteConnection& connection) {
    std::string found;
    connection.each("PRAGMA quick_check(1)", {}, [&](const auto& row) { found = row.text(0); });
    if (found != "ok") return found;
    connection.each("PRAGMA foreign_key_check", {},
                    [&](const auto&) { found = "an entry belongs to no game"; });
    return found;
}

/// Copies the log into the file. False if that is not possible, which does not prevent opening the
/// store.
bool empty_log(SqliteConnection& connection) {
    return attempt([&] { return connection.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0; })
        .value_or(false);
}

void check_contents(SqliteConnection& connection, const std::string& file) {
    const auto refuse = [&](const std::string& why) {
        throw StoreException(file + " is damaged: " + why);
    };
    // There may be others: the owner of the file may have added an index.
    if (!std::ranges::includes(schema_of(connection), intended_schema())) {
        refuse("its tables are not those of version " + std::to_string(newest_version));
    }
    const auto bytes = static_cast<std::uintmax_t>(connection.number("PRAGMA page_count") *
                                                   connection.number("PRAGMA page_size"));
    // SQLite reads a missing end of the last page as zeros.
    if (empty_log(connection) && std::filesystem::file_size(file) < bytes) {
        refuse("its end is missing");
    }
    if (bytes > check_bytes_max) return;
    if (const auto damage = damage_in(connection); damage != "ok") refuse(damage);
}

}  // namespace

void prepare_sqlite(SqliteConnection& connection, const std::string& file) {
    if (!is_empty(connection)) {
        if (connection.number("PRAGMA application_id") != sqlite_application_id) {
            throw StoreException(file + " is not a store of games");
        }
        const auto version = version_of(connection);
        if (version < 1 || version > newest_version) {
            throw StoreException(file + " has schema version " + std::to_string(version) +
                                 "; this program knows versions 1 to " +
                                 std::to_string(newest_version));
        }
    }
    connection.execute("PRAGMA journal_mode = WAL");
    migrate(connection);
    check_contents(connection, file);
}

void touch_sqlite(SqliteConnection& connection) {
    connection.transaction([&] { set_version(connection, newest_version); });
}

}  // namespace arbiter::store
