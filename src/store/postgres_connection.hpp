#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/queries.hpp"
#include "store/store_exception.hpp"

struct pg_conn;
struct pg_result;

namespace arbiter::store {

/// What the database server refused, or that it could not be reached.
struct PostgresException : StoreException {
    PostgresException(const std::string& sentence, std::string sql_state)
        : StoreException(sentence), state(std::move(sql_state)) {}
    std::string state;                ///< SQLSTATE; empty where the connection was lost
    bool may_have_committed = false;  ///< the reply to COMMIT was lost
};

/// A connection to PostgreSQL, for one thread at a time. Errors are PostgresExceptions; no call
/// waits longer than the timeout.
class PostgresConnection {
public:
    explicit PostgresConnection(const std::string& address);

    class Row {
    public:
        Row(const pg_result* result, int number) : result_(result), row_(number) {}
        std::string_view text(int column) const;
        std::int64_t number(int column) const;
        bool is_null(int column) const;

    private:
        const pg_result* result_;
        int row_;
    };

    struct Clear {
        void operator()(pg_result* result) const;
    };
    using Result = std::unique_ptr<pg_result, Clear>;
    static int row_count(const Result& result);

    template <class Function>
    void each(std::string_view sql, std::span<const Parameter> parameters, Function&& function) {
        each(query(sql, parameters), function);
    }
    template <class Function>
    static void each(const Result& result, Function&& function) {
        for (int row = 0; row < row_count(result); ++row) function(Row(result.get(), row));
    }
    /// Runs a statement; returns how many rows it changed.
    std::int64_t run(std::string_view sql, std::span<const Parameter> parameters = {});
    /// Runs statements without preparing them.
    void execute(const std::string& sql);
    std::string text(std::string_view sql);

    /// Statements that are sent at once and answered at once, in one transaction.
    struct Command {
        std::string_view sql;
        std::vector<Parameter> parameters;
    };
    std::vector<Result> transaction(std::span<const Command> commands);

    /// Whether it can be used, as far as the client library knows.
    bool alive();

    struct Notification {
        std::string payload;
        int sender;  ///< the server process of the connection that notified
    };
    std::optional<Notification> notification();
    int socket() const;
    int process() const;

    void set_timeout(std::chrono::milliseconds timeout) { timeout_ = timeout; }

private:
    struct Finish {
        void operator()(pg_conn* connection) const;
    };

    Result query(std::string_view sql, std::span<const Parameter> parameters);
    void send(std::string_view sql, std::span<const Parameter> parameters);
    const std::string& prepared(std::string_view sql);
    void receive(std::vector<Result>& results, std::size_t count);

    /// The next result; nothing at the end of a statement.
    Result next();
    /// The only result of a statement.
    Result only();
    void wait_until(std::chrono::steady_clock::time_point deadline);
    void check(bool done) const;
    static void check(const Result& result);

    std::unique_ptr<pg_conn, Finish> connection_;
    std::unordered_map<std::string, std::string> statements_;  // names by SQL
    std::chrono::milliseconds timeout_;
};

/// Makes connections. After one could not be made, further ones are refused for a while
/// instead of waiting for the timeout each time; the while grows with each failed attempt.
class PostgresConnector {
public:
    explicit PostgresConnector(std::string address) : address_(std::move(address)) {}
    std::unique_ptr<PostgresConnection> connect();

private:
    using Time = std::chrono::steady_clock::time_point;

    void refuse_early();
    void back_off(const std::string& sentence);

    std::string address_;
    std::mutex mutex_;
    std::chrono::milliseconds pause_{0};
    Time closed_until_{};
    std::string sentence_;
};

}  // namespace arbiter::store
