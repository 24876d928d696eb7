#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <sqlite3.h>

#include "store/queries.hpp"
#include "store/store_exception.hpp"

namespace arbiter::store {

struct SqliteException : StoreException {
    SqliteException(const std::string& sentence, int extended_code)
        : StoreException(sentence), code(extended_code) {}
    int code;  ///< SQLITE_IOERR_FSYNC
};

/// A connection to a SQLite file, for one thread at a time. Errors are SqliteExceptions.
class SqliteConnection {
public:
    explicit SqliteConnection(const std::string& file);

    /// One row of a result; its texts are valid until the next one.
    class Row {
    public:
        explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
        std::string_view text(int column) const;
        std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
        bool is_null(int column) const {
            return sqlite3_column_type(statement_, column) == SQLITE_NULL;
        }

    private:
        sqlite3_stmt* statement_;
    };

    template <class Function>
    void each(std::string_view sql, std::span<const Parameter> parameters, Function&& function) {
        const Running running(*this, statement(sql), parameters);
        while (running.step()) function(Row(running.statement));
    }
    /// Runs a statement without a result; returns how many rows it changed.
    std::int64_t run(std::string_view sql, std::span<const Parameter> parameters = {});
    /// Runs statements without preparing them.
    void execute(const std::string& sql);
    /// The number that a statement returns.
    std::int64_t number(std::string_view sql);

    /// Commits everything that `work` does, or nothing.
    template <class Work>
    void transaction(Work&& work) {
        run("BEGIN IMMEDIATE");
        try {
            std::forward<Work>(work)();
            run("COMMIT");
        } catch (...) {
            roll_back();
            throw;
        }
    }

    bool alive() const { return true; }
    sqlite3* handle() const { return database_.get(); }

private:
    struct Close {
        void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    struct Prepared {
        explicit Prepared(sqlite3_stmt* statement);

        std::unique_ptr<sqlite3_stmt, Close> handle;
        std::vector<std::size_t> parameters;  // which of those given is its first, second, ...
    };
    /// A statement between its first step and its reset.
    struct Running {
        Running(SqliteConnection& owner, const Prepared& prepared,
                std::span<const Parameter> parameters);
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;
        Running(Running&&) = delete;
        Running& operator=(Running&&) = delete;
        ~Running();
        /// Whether there is a row.
        bool step() const;

        SqliteConnection& connection;
        sqlite3_stmt* statement;
    };

    const Prepared& statement(std::string_view sql);
    void check(int code) const;
    void roll_back() noexcept;

    std::string file_;
    std::unique_ptr<sqlite3, Close> database_;
    std::unordered_map<std::string_view, Prepared> statements_;
};

}  // namespace arbiter::store
