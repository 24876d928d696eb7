#include "store/sqlite_connection.hpp"

#include <charconv>

#include "store/sqlite_log_file.hpp"

namespace arbiter::store {

namespace {

constexpr int busy_timeout_ms = 5000;

std::string problem_in(const std::string& file, std::string_view what) {
    return file + ": " + std::string(what);
}

int bind(sqlite3_stmt* statement, int index, const Parameter& parameter) {
    if (const auto* number = std::get_if<std::int64_t>(&parameter)) {
        return sqlite3_bind_int64(statement, index, *number);
    }
    if (const auto* text = std::get_if<std::string_view>(&parameter)) {
        // A null pointer would be NULL instead of an empty text.
        return sqlite3_bind_text64(statement, index, text->empty() ? "" : text->data(),
                                   text->size(), SQLITE_STATIC, SQLITE_UTF8);
    }
    return sqlite3_bind_null(statement, index);
}

}  // namespace

SqliteConnection::SqliteConnection(const std::string& file) : file_(file) {
    sqlite3* database = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int code = sqlite3_open_v2(file.c_str(), &database, flags, gathering_vfs());
    database_.reset(database);
    if (code != SQLITE_OK) throw StoreException(problem_in(file_, sqlite3_errstr(code)));

    sqlite3_extended_result_codes(database, 1);
    sqlite3_busy_timeout(database, busy_timeout_ms);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    // Before the first read: the file may contain anything.
    execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
}

std::string_view SqliteConnection::Row::text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return bytes == nullptr ? std::string_view() : std::string_view(bytes, size);
}

std::int64_t SqliteConnection::run(std::string_view sql, std::span<const Parameter> parameters) {
    const Running running(*this, statement(sql), parameters);
    while (running.step()) {
    }
    return sqlite3_changes64(handle());
}

void SqliteConnection::execute(const std::string& sql) {
    check(sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr));
}

std::int64_t SqliteConnection::number(std::string_view sql) {
    std::int64_t number = 0;
    each(sql, {}, [&](const Row& row) { number = row.number(0); });
    return number;
}

/// $2 may come before $1 in a statement, and is then its first parameter.
SqliteConnection::Prepared::Prepared(sqlite3_stmt* statement) : handle(statement) {
    const int count = sqlite3_bind_parameter_count(statement);
    for (int index = 1; index <= count; ++index) {
        const std::string_view name = sqlite3_bind_parameter_name(statement, index);
        std::size_t number = 0;
        std::from_chars(name.data() + 1, name.data() + name.size(), number);
        parameters.push_back(number - 1);
    }
}

SqliteConnection::Running::Running(SqliteConnection& owner, const Prepared& prepared,
                                   std::span<const Parameter> parameters)
    : connection(owner), statement(prepared.handle.get()) {
    int index = 0;
    for (const std::size_t number : prepared.parameters) {
        connection.check(bind(statement, ++index, parameters[number]));
    }
}

SqliteConnection::Running::~Running() {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

bool SqliteConnection::Running::step() const {
    const int code = sqlite3_step(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE) connection.check(code);
    return code == SQLITE_ROW;
}

const SqliteConnection::Prepared& SqliteConnection::statement(std::string_view sql) {
    if (const auto known = statements_.find(sql); known != statements_.end()) return known->second;
    sqlite3_stmt* prepared = nullptr;
    check(sqlite3_prepare_v3(handle(), sql.data(), static_cast<int>(sql.size()),
                             SQLITE_PREPARE_PERSISTENT, &prepared, nullptr));
    // The statement keeps its own copy of the text.
    return statements_.try_emplace(sqlite3_sql(prepared), prepared).first->second;
}

void SqliteConnection::check(int code) const {
    if (code != SQLITE_OK) throw SqliteException(problem_in(file_, sqlite3_errmsg(handle())), code);
}

/// A failing COMMIT may have rolled back already, or not.
void SqliteConnection::roll_back() noexcept {
    if (sqlite3_get_autocommit(handle()) == 0) {
        sqlite3_exec(handle(), "ROLLBACK", nullptr, nullptr, nullptr);
    }
}

}  // namespace arbiter::store
