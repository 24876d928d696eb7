#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "server/api/games.hpp"

namespace arbiter::server {

/// One WebSocket, over which any number of games are watched and played. Each message is a JSON object
/// with a `type`; docs/server.md lists them.
class Socket final : public Conversation {
public:
    /// What all sockets have in common, which outlives them.
    struct Shared {
        Games& games;
        const platform::Clock& clock;
        /// Whether one more message of a client is within its limits.
        std::function<bool(std::string_view address, std::string_view key, referee::Moment at)>
            may_send;
        /// Whether a client may do something in a game that may take time there.
        std::function<bool(std::string_view address, std::string_view game)> may_compute;
        std::function<void(std::string_view address, std::chrono::nanoseconds computed)> charge;
    };
    Socket(const Shared& shared, std::shared_ptr<Feed> feed, std::string address)
        : shared_(shared),
          games_(shared.games),
          feed_(std::move(feed)),
          address_(std::move(address)) {}
    ~Socket() override;
    Socket(const Socket&) = delete;
    Socket(Socket&&) = delete;
    Socket& operator=(const Socket&) = delete;
    Socket& operator=(Socket&&) = delete;

    void receive(std::string_view text, referee::Moment at) override;

private:
    static constexpr std::size_t games_max = 100;

    struct Watching {
        std::shared_ptr<Room> room;
        std::shared_ptr<Watcher> watcher;
    };

    /// One type of message, with the keys that it may have.
    struct Kind {
        std::string_view type;
        std::span<const std::string_view> keys;
        void (Socket::*receive)(const Json& request, referee::Moment at);
        bool computes;
    };
    static std::span<const Kind> kinds();

    void answer(std::string_view text, referee::Moment at);
    void subscribe(const Json& request, referee::Moment at);
    void unsubscribe(const Json& request, referee::Moment at);
    void play(const Json& request, referee::Moment at);
    void ping(const Json& request, referee::Moment at);
    void stop_watching(std::string_view id);
    void send_problem(const Json& about, const Problem& problem);

    const Shared& shared_;
    Games& games_;
    std::shared_ptr<Feed> feed_;
    std::string address_;
    std::map<std::string, Watching, std::less<>> watching_;
};

}  // namespace arbiter::server
