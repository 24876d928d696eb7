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

#include "store/failure.hpp"
#include "store/queries.hpp"

struct pg_conn;
struct pg_result;

namespace arbiter::store {

/// What the server objected to, with its SQLSTATE; that is empty where it said nothing.
struct PostgresFailure : Failure {
    PostgresFailure(const std::string& problem, std::string sql_state)
        : Failure(problem), state(std::move(sql_state)) {}
    std::string state;
};

/// A connection to PostgreSQL, for one thread at a time. What goes wrong is a Failure; nothing waits
/// longer than the connection's patience.
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
        const Result result = query(sql, parameters);
        for (int row = 0; row < row_count(result); ++row) function(Row(result.get(), row));
    }
    /// Runs a statement; gives how many rows it changed.
    std::int64_t run(std::string_view sql, std::span<const Parameter> parameters = {});
    /// Runs any number of statements that are not worth keeping.
    void execute(const std::string& sql);
    std::string text(std::string_view sql);

    /// Statements sent at once and answered at once, in one transaction. A Failure that has no
    /// SQLSTATE leaves open whether it was committed.
    struct Command {
        std::string_view sql;
        std::vector<Parameter> parameters;
    };
    std::vector<Result> transaction(std::span<const Command> commands);

    /// Whether it can be used, as far as one can know without asking the server.
    bool alive();

    struct Notification {
        std::string payload;
        int sender;  ///< the process on the server that serves whoever notified
    };
    std::optional<Notification> notification();
    int socket() const;
    int process() const;

    void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }

private:
    struct Finish {
        void operator()(pg_conn* connection) const;
    };

    Result query(std::string_view sql, std::span<const Parameter> parameters);
    void send(std::string_view sql, std::span<const Parameter> parameters);
    const std::string& prepared(std::string_view sql);
    std::vector<Result> pipeline(std::span<const Command> commands);

    /// The next result; nothing at the end of a statement.
    Result next();
    /// The only result of a statement.
    Result only();
    void wait_until(std::chrono::steady_clock::time_point deadline);
    void check(bool done) const;
    static void check(const Result& result);

    std::unique_ptr<pg_conn, Finish> connection_;
    std::unordered_map<std::string, std::string> statements_;  // names by SQL
    std::chrono::milliseconds patience_;
};

/// Where connections come from. After one could not be made, further ones are refused for a while,
/// so that nobody waits in vain; that while grows with each failure.
class PostgresDoor {
public:
    explicit PostgresDoor(std::string address) : address_(std::move(address)) {}
    std::unique_ptr<PostgresConnection> connect();

private:
    using Time = std::chrono::steady_clock::time_point;

    void refuse_early();
    void note_failure(const std::string& problem);

    std::string address_;
    std::mutex mutex_;
    std::chrono::milliseconds pause_{0};
    Time closed_until_{};
    std::string problem_;
};

}  // namespace arbiter::store
