#pragma once

#include <atomic>
#include <functional>
#include <stop_token>
#include <string>
#include <thread>

#include "store/postgres_connection.hpp"
#include "store/store.hpp"

namespace arbiter::store {

/// Where changes are announced: "ID VERSION".
inline constexpr std::string_view news_channel = "arbiter_news";

/// A thread that hears of the changes other processes make. When its connection was lost it tells of
/// every game that changed meanwhile, so that nothing is missed.
class PostgresListener {
public:
    struct Plan {
        std::string since;         ///< what `moment` said before the first change of interest
        std::function<int()> own;  ///< the process of the writer, whose changes are no news
        Store::News news;
    };
    PostgresListener(PostgresConnector& connector, Plan plan);
    PostgresListener(const PostgresListener&) = delete;
    PostgresListener& operator=(const PostgresListener&) = delete;
    PostgresListener(PostgresListener&&) = delete;
    PostgresListener& operator=(PostgresListener&&) = delete;
    ~PostgresListener();

    /// The oldest transaction that may not be visible yet: later ones are not either.
    static std::string moment(PostgresConnection& connection);

private:
    void run();
    void listen();
    void catch_up(PostgresConnection& connection);
    void hear(PostgresConnection& connection);
    /// Until the socket has something or the store closes.
    bool wait(int socket, std::chrono::milliseconds most) const;

    PostgresConnector& connector_;
    Plan plan_;
    int wake_;
    std::atomic<bool> closing_ = false;
    std::thread thread_;
};

}  // namespace arbiter::store
