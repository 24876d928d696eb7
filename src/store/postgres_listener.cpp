#include "store/postgres_listener.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace arbiter::store {

namespace {

/// How often the server is asked for a sign of life.
constexpr std::chrono::milliseconds heartbeat{5000};
constexpr std::chrono::milliseconds reconnect_pause{50};

}  // namespace

PostgresListener::PostgresListener(PostgresConnector& connector, Plan plan)
    : connector_(connector), plan_(std::move(plan)), wake_(::eventfd(0, EFD_CLOEXEC)) {
    if (wake_ < 0) throw StoreException("no event descriptor is left");
    thread_ = std::thread([this] { run(); });
}

PostgresListener::~PostgresListener() {
    closing_ = true;
    ::eventfd_write(wake_, 1);
    thread_.join();
    ::close(wake_);
}

std::string PostgresListener::moment(PostgresConnection& connection) {
    return connection.text("SELECT pg_snapshot_xmin(pg_current_snapshot())::text");
}

void PostgresListener::run() {
    while (!closing_) {
        // Writers and readers report the error.
        const bool is_over = attempt([&] { return listen(), true; }).has_value();
        is_listening_ = false;
        if (!is_over) wait(-1, reconnect_pause);
    }
}

void PostgresListener::listen() {
    const auto connection = connector_.connect();
    connection->execute("LISTEN " + std::string(news_channel));
    catch_up(*connection);
    is_listening_ = true;
    while (!closing_) {
        hear(*connection);
        if (wait(connection->socket(), heartbeat)) {
            if (!connection->alive()) throw StoreException("the connection was lost");
        } else {
            plan_.since = moment(*connection);
        }
    }
}

void PostgresListener::catch_up(PostgresConnection& connection) {
    const std::string now = moment(connection);
    constexpr std::string_view sql =
        "SELECT id, version FROM game WHERE changed_in >= $1::text::xid8 ORDER BY changed_in";
    connection.each(sql, std::array<Parameter, 1>{plan_.since},
                    [&](const auto& row) { plan_.news(row.text(0), queries::count_in(row, 1)); });
    plan_.since = now;
}

void PostgresListener::hear(PostgresConnection& connection) {
    while (const auto notification = connection.notification()) {
        if (notification->sender == plan_.own()) continue;
        std::string_view lines = notification->payload;
        while (!lines.empty()) {
            const auto end = std::min(lines.find('\n'), lines.size());
            tell(lines.substr(0, end));
            lines.remove_prefix(std::min(end + 1, lines.size()));
        }
    }
}

/// The id of a game and its version.
void PostgresListener::tell(std::string_view line) {
    const auto blank = line.rfind(' ');
    if (blank == std::string_view::npos) return;
    std::uint64_t version = 0;
    std::from_chars(line.data() + blank + 1, line.data() + line.size(), version);
    plan_.news(line.substr(0, blank), version);
}

bool PostgresListener::wait(int socket, std::chrono::milliseconds most) const {
    // poll ignores a negative descriptor.
    std::array<pollfd, 2> polls{{{.fd = socket, .events = POLLIN, .revents = 0},
                                 {.fd = wake_, .events = POLLIN, .revents = 0}}};
    ::poll(polls.data(), polls.size(), static_cast<int>(most.count()));
    return polls[0].revents != 0;
}

}  // namespace arbiter::store
