#pragma once

#include <atomic>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

#include "store/postgres_connection.hpp"
#include "store/store.hpp"

namespace arbiter::store {

/// Where changes are announced: "ID VERSION", or "ID 0" when a game was deleted or rewritten.
inline constexpr std::string_view news_channel = "arbiter_news";

/// A thread that listens for the changes of other processes. After its connection was lost it reports
/// every game that changed meanwhile, so that nothing is missed.
class PostgresListener {
public:
    struct Plan {
        std::string since;         ///< the `moment` before the first change of interest
        std::function<int()> own;  ///< the server process of the writer, whose changes are not news
        Store::News news;
    };
    PostgresListener(PostgresConnector& connector, Plan plan);
    PostgresListener(const PostgresListener&) = delete;
    PostgresListener& operator=(const PostgresListener&) = delete;
    PostgresListener(PostgresListener&&) = delete;
    PostgresListener& operator=(PostgresListener&&) = delete;
    ~PostgresListener();

    bool is_listening() const { return is_listening_; }

    /// The oldest transaction that may not be visible yet.
    static std::string moment(PostgresConnection& connection);

private:
    void run();
    void listen();
    void catch_up(PostgresConnection& connection);
    void hear(PostgresConnection& connection);
    void tell(std::string_view line);
    /// Until the socket is readable or the store closes.
    bool wait(int socket, std::chrono::milliseconds most) const;

    PostgresConnector& connector_;
    Plan plan_;
    int wake_;
    std::atomic<bool> closing_ = false;
    std::atomic<bool> is_listening_ = false;
    std::thread thread_;
};

}  // namespace arbiter::store
