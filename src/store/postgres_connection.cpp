#include "store/postgres_connection.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

#include <libpq-fe.h>
#include <poll.h>

#include "core/base/text.hpp"
#include "platform/library.hpp"

namespace arbiter::store {

namespace {

using std::chrono::steady_clock;

constexpr auto default_timeout = std::chrono::seconds(15);

/// The functions of libpq, which is loaded for the first connection.
struct Libpq {
    platform::Library library{platform::libpq};
    decltype(&PQconnectdbParams) connect = library["PQconnectdbParams"];
    decltype(&PQresultStatus) result_status = library["PQresultStatus"];
    decltype(&PQresultErrorField) error_field = library["PQresultErrorField"];
    decltype(&PQfinish) finish = library["PQfinish"];
    decltype(&PQclear) clear = library["PQclear"];
    decltype(&PQstatus) status = library["PQstatus"];
    decltype(&PQerrorMessage) error_message = library["PQerrorMessage"];
    decltype(&PQsetnonblocking) set_nonblocking = library["PQsetnonblocking"];
    decltype(&PQsetNoticeReceiver) set_notice_receiver = library["PQsetNoticeReceiver"];
    decltype(&PQgetvalue) value = library["PQgetvalue"];
    decltype(&PQgetlength) length = library["PQgetlength"];
    decltype(&PQgetisnull) is_null = library["PQgetisnull"];
    decltype(&PQntuples) row_count = library["PQntuples"];
    decltype(&PQcmdTuples) changed_rows = library["PQcmdTuples"];
    decltype(&PQsendQuery) send_query = library["PQsendQuery"];
    decltype(&PQsendQueryPrepared) send_prepared = library["PQsendQueryPrepared"];
    decltype(&PQsendPrepare) send_prepare = library["PQsendPrepare"];
    decltype(&PQenterPipelineMode) enter_pipeline = library["PQenterPipelineMode"];
    decltype(&PQexitPipelineMode) exit_pipeline = library["PQexitPipelineMode"];
    decltype(&PQtransactionStatus) transaction_status = library["PQtransactionStatus"];
    decltype(&PQpipelineSync) pipeline_sync = library["PQpipelineSync"];
    decltype(&PQconsumeInput) consume_input = library["PQconsumeInput"];
    decltype(&PQnotifies) next_notification = library["PQnotifies"];
    decltype(&PQfreemem) free = library["PQfreemem"];
    decltype(&PQsocket) socket = library["PQsocket"];
    decltype(&PQbackendPID) process = library["PQbackendPID"];
    decltype(&PQflush) flush = library["PQflush"];
    decltype(&PQisBusy) is_busy = library["PQisBusy"];
    decltype(&PQgetResult) next_result = library["PQgetResult"];
    decltype(&PQresultErrorMessage) result_message = library["PQresultErrorMessage"];
};

const Libpq& pq() {
    try {
        static const Libpq functions;
        return functions;
    } catch (const platform::LibraryError& error) {
        throw StoreException(error.what());
    }
}

/// Sent once for each connection. A synchronous_commit stronger than `on` is left alone.
constexpr const char* session_sql = R"(
SET search_path = arbiter;
SET statement_timeout = '10s';
SET idle_in_transaction_session_timeout = '15s';
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;
SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') = 'off';
)";

/// One line, without the "ERROR:" and the hints that libpq adds.
std::string first_line(const char* message) {
    std::string_view text(message);
    text = trimmed(text.substr(0, text.find('\n')));
    return text.empty() ? "the connection was lost" : std::string(text);
}

PGconn* connect(const std::string& address) {
    // The address comes last: what it says overrides these.
    const std::array names{"connect_timeout", "target_session_attrs",      "tcp_user_timeout",
                           "client_encoding", "fallback_application_name", "dbname"};
    const std::array values{"5", "read-write", "15000", "UTF8", "arbiter", address.c_str()};
    static_assert(names.size() == values.size());
    std::array<const char*, names.size() + 1> keywords{};
    std::array<const char*, values.size() + 1> settings{};
    std::ranges::copy(names, keywords.begin());
    std::ranges::copy(values, settings.begin());
    return pq().connect(keywords.data(), settings.data(), 1);
}

/// Parameters as libpq takes them: texts that end with NUL.
class Arguments {
public:
    explicit Arguments(std::span<const Parameter> parameters) {
        texts_.reserve(parameters.size());
        for (const Parameter& parameter : parameters) add(parameter);
    }
    int size() const { return static_cast<int>(pointers_.size()); }
    const char* const* data() const { return pointers_.data(); }

private:
    void add(const Parameter& parameter) {
        if (const auto* number = std::get_if<std::int64_t>(&parameter)) {
            texts_.push_back(std::to_string(*number));
        } else if (const auto* text = std::get_if<std::string_view>(&parameter)) {
            texts_.emplace_back(*text);
        } else {
            pointers_.push_back(nullptr);
            return;
        }
        pointers_.push_back(texts_.back().c_str());
    }

    std::vector<std::string> texts_;
    std::vector<const char*> pointers_;
};

bool is_success(const PGresult* result) {
    const auto status = pq().result_status(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

std::string state_of(const PGresult* result) {
    const char* state = pq().error_field(result, PG_DIAG_SQLSTATE);
    return state == nullptr ? "" : state;
}

/// Whether a transaction whose COMMIT was sent may have been committed, by the results that came
/// back. The server certainly did not commit after it had refused a statement. When it is shut down
/// during COMMIT (57P..), it may have.
bool may_have_committed(std::span<const PostgresConnection::Result> results, std::size_t count) {
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (is_success(results[i].get())) continue;
        const std::string state = state_of(results[i].get());
        const bool is_commit = i + 1 == count;
        return state.empty() ||
               (is_commit && (state.starts_with("57P") || state.starts_with("08")));
    }
    return results.size() < count;
}

}  // namespace

void PostgresConnection::Finish::operator()(pg_conn* connection) const { pq().finish(connection); }
void PostgresConnection::Clear::operator()(pg_result* result) const { pq().clear(result); }

PostgresConnection::PostgresConnection(const std::string& address)
    : connection_(connect(address)), timeout_(default_timeout) {
    if (pq().status(connection_.get()) != CONNECTION_OK) {
        throw PostgresException(first_line(pq().error_message(connection_.get())), {});
    }
    pq().set_nonblocking(connection_.get(), 1);
    // Notices would go to the standard error output.
    pq().set_notice_receiver(connection_.get(), [](void*, const PGresult*) {}, nullptr);
    execute(session_sql);
}

std::string_view PostgresConnection::Row::text(int column) const {
    return {pq().value(result_, row_, column),
            static_cast<std::size_t>(pq().length(result_, row_, column))};
}

std::int64_t PostgresConnection::Row::number(int column) const {
    const std::string_view digits = text(column);
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

bool PostgresConnection::Row::is_null(int column) const {
    return pq().is_null(result_, row_, column) == 1;
}

int PostgresConnection::row_count(const Result& result) { return pq().row_count(result.get()); }

std::int64_t PostgresConnection::run(std::string_view sql, std::span<const Parameter> parameters) {
    const Result result = query(sql, parameters);
    const std::string_view digits = pq().changed_rows(result.get());
    std::int64_t count = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), count);
    return count;
}

void PostgresConnection::execute(const std::string& sql) {
    check(pq().send_query(connection_.get(), sql.c_str()) == 1);
    std::vector<Result> results;
    while (Result result = next()) results.push_back(std::move(result));
    for (const Result& result : results) check(result);
}

std::string PostgresConnection::text(std::string_view sql) {
    std::string text;
    each(sql, {}, [&](const Row& row) { text = row.text(0); });
    return text;
}

PostgresConnection::Result PostgresConnection::query(std::string_view sql,
                                                     std::span<const Parameter> parameters) {
    prepared(sql);
    send(sql, parameters);
    return only();
}

void PostgresConnection::send(std::string_view sql, std::span<const Parameter> parameters) {
    const Arguments arguments(parameters);
    check(pq().send_prepared(connection_.get(), prepared(sql).c_str(), arguments.size(),
                             arguments.data(), nullptr, nullptr, 0) == 1);
}

const std::string& PostgresConnection::prepared(std::string_view sql) {
    const auto [statement, is_new] = statements_.try_emplace(std::string(sql));
    if (is_new) {
        const std::string name = "s" + std::to_string(statements_.size());
        try {
            check(pq().send_prepare(connection_.get(), name.c_str(), statement->first.c_str(), 0,
                                    nullptr) == 1);
            only();
        } catch (...) {
            statements_.erase(statement);
            throw;
        }
        statement->second = name;
    }
    return statement->second;
}

std::vector<PostgresConnection::Result> PostgresConnection::transaction(
    std::span<const Command> commands) {
    for (const Command& command : commands) prepared(command.sql);
    for (const std::string_view sql : {"BEGIN", "COMMIT"}) prepared(sql);

    check(pq().enter_pipeline(connection_.get()) == 1);
    send("BEGIN", {});
    for (const Command& command : commands) send(command.sql, command.parameters);
    const std::size_t count = commands.size() + 2;
    std::vector<Result> results;
    try {
        send("COMMIT", {});
        receive(results, count);
        const bool is_left = pq().exit_pipeline(connection_.get()) == 1;
        const bool is_open = pq().transaction_status(connection_.get()) == PQTRANS_INERROR;
        if (is_left && is_open) execute("ROLLBACK");
        for (const Result& result : results) check(result);
    } catch (PostgresException& exception) {
        exception.may_have_committed = may_have_committed(results, count);
        throw;
    }
    results.erase(results.begin());
    results.pop_back();
    return results;
}

/// The results of the statements in a pipeline. After one that failed the server skips the rest.
void PostgresConnection::receive(std::vector<Result>& results, std::size_t count) {
    check(pq().pipeline_sync(connection_.get()) == 1);
    for (std::size_t i = 0; i < count; ++i) {
        results.push_back(next());
        next();
    }
    next();  // the sync
}

bool PostgresConnection::alive() {
    return pq().status(connection_.get()) == CONNECTION_OK &&
           pq().consume_input(connection_.get()) == 1 &&
           pq().transaction_status(connection_.get()) == PQTRANS_IDLE;
}

std::optional<PostgresConnection::Notification> PostgresConnection::notification() {
    const std::unique_ptr<PGnotify, void (*)(void*)> notify(
        pq().next_notification(connection_.get()), pq().free);
    if (!notify) return std::nullopt;
    return Notification{notify->extra, notify->be_pid};
}

int PostgresConnection::socket() const { return pq().socket(connection_.get()); }
int PostgresConnection::process() const { return pq().process(connection_.get()); }

PostgresConnection::Result PostgresConnection::next() {
    const auto deadline = steady_clock::now() + timeout_;
    while (pq().flush(connection_.get()) == 1 || pq().is_busy(connection_.get()) == 1) {
        wait_until(deadline);
        check(pq().consume_input(connection_.get()) == 1);
    }
    return Result(pq().next_result(connection_.get()));
}

PostgresConnection::Result PostgresConnection::only() {
    Result result = next();
    while (next()) {
    }
    check(result);
    return result;
}

/// Until the socket is readable, or writable if there is more to send.
void PostgresConnection::wait_until(steady_clock::time_point deadline) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now()).count();
    pollfd poll{.fd = socket(), .events = POLLIN, .revents = 0};
    if (pq().flush(connection_.get()) == 1) poll.events |= POLLOUT;
    const int ready = left <= 0 ? 0 : ::poll(&poll, 1, static_cast<int>(left));
    if (ready < 0 && errno != EINTR) throw PostgresException(std::strerror(errno), {});
    if (ready == 0) {
        connection_.reset();
        throw PostgresException("the database does not answer", {});
    }
}

void PostgresConnection::check(bool done) const {
    if (!done) throw PostgresException(first_line(pq().error_message(connection_.get())), {});
}

void PostgresConnection::check(const Result& result) {
    if (!result) throw PostgresException("the connection was lost", {});
    if (is_success(result.get())) return;
    throw PostgresException(first_line(pq().result_message(result.get())), state_of(result.get()));
}

std::unique_ptr<PostgresConnection> PostgresConnector::connect() {
    refuse_early();
    try {
        auto connection = std::make_unique<PostgresConnection>(address_);
        const std::scoped_lock lock(mutex_);
        pause_ = {};
        closed_until_ = {};
        return connection;
    } catch (const StoreException& exception) {
        back_off(exception.what());
        throw;
    }
}

void PostgresConnector::refuse_early() {
    const std::scoped_lock lock(mutex_);
    if (steady_clock::now() < closed_until_) throw StoreException(sentence_);
}

void PostgresConnector::back_off(const std::string& sentence) {
    constexpr std::chrono::milliseconds pause_min{50};
    constexpr std::chrono::milliseconds pause_max{2000};
    const std::scoped_lock lock(mutex_);
    pause_ = std::clamp(pause_ * 2, pause_min, pause_max);
    closed_until_ = steady_clock::now() + pause_;
    sentence_ = sentence;
}

}  // namespace arbiter::store
