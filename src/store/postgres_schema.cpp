#include "store/postgres_schema.hpp"

namespace arbiter::store {

namespace {

/// Any number that all servers agree on.
constexpr std::string_view lock_sql = "SELECT pg_advisory_xact_lock(4709885243)";
constexpr auto newest_step = static_cast<std::int64_t>(postgres_steps.size());
constexpr auto migration_patience = std::chrono::hours(1);

bool says_yes(PostgresConnection& connection, std::string_view sql) {
    return connection.text(sql) == "t";
}

/// Asks for no privileges that only the first start needs.
void make_schema(PostgresConnection& connection) {
    if (says_yes(connection, "SELECT to_regnamespace('arbiter') IS NULL")) {
        connection.execute("CREATE SCHEMA arbiter");
    }
    if (says_yes(connection, "SELECT to_regclass('arbiter.schema_version') IS NULL")) {
        connection.execute(
            "CREATE TABLE schema_version (version integer NOT NULL);"
            "INSERT INTO schema_version VALUES (0)");
    }
}

std::int64_t stored_version(PostgresConnection& connection) {
    std::int64_t version = -1;
    connection.each("SELECT version FROM schema_version", {},
                    [&](const auto& row) { version = row.number(0); });
    return version;
}

void migrate(PostgresConnection& connection) {
    make_schema(connection);
    const std::int64_t version = stored_version(connection);
    if (version < 0 || version > newest_step) {
        throw StoreException("the database has schema version " + std::to_string(version) +
                             "; this program knows versions up to " + std::to_string(newest_step));
    }
    for (std::int64_t next = version; next < newest_step; ++next) {
        connection.execute(std::string(postgres_steps[static_cast<std::size_t>(next)]));
    }
    if (version == newest_step) return;
    connection.execute("UPDATE schema_version SET version = " + std::to_string(newest_step));
}

}  // namespace

void prepare_postgres(PostgresConnection& connection) {
    connection.set_timeout(migration_patience);
    connection.execute("BEGIN; SET LOCAL statement_timeout = 0");
    connection.text(lock_sql);
    migrate(connection);
    connection.execute("COMMIT");
}

}  // namespace arbiter::store
