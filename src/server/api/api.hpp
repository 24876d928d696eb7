#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "platform/clock.hpp"
#include "platform/entropy.hpp"
#include "server/http/message.hpp"
#include "server/http/rate_limit.hpp"
#include "server/telemetry/log.hpp"
#include "server/telemetry/metrics.hpp"
#include "store/store.hpp"

namespace arbiter::server {

struct ApiOptions {
    /// Keys that may create games; empty: anyone may.
    std::vector<std::string> create_keys;
    /// Requests and messages for each address and for each key.
    RateLimit requests{.per_second = 200, .burst = 400};
    RateLimit creations{.per_second = 5, .burst = 100};
    /// Further players that may be seated: a name each, and its specification.
    std::vector<std::pair<std::string, std::string>> players;
    /// Threads that choose moves for the server's own players; 0: half of the cores.
    std::size_t player_threads = 0;
    /// Origins of pages that may use /mcp besides those of this machine: "https://example.org".
    std::vector<std::string> mcp_origins{};
    /// The folder where `arbiter arena` writes the tournament that the page shows; empty: none.
    std::filesystem::path arena{};
    /// How long a room stays open without a request.
    std::chrono::milliseconds room_idle{std::chrono::seconds(20)};
    /// How long a request can be repeated safely.
    std::chrono::milliseconds answers_kept{std::chrono::hours(24)};
    /// Where the time and random numbers come from.
    const platform::Clock* clock = &platform::system_clock();
    platform::Entropy* entropy = &platform::system_entropy();
};

/// Arbiter's HTTP and WebSocket interface, without the sockets.
class Api final : public Service {
public:
    Api(ApiOptions options, std::unique_ptr<store::Store> store, Metrics& metrics, Log& log);
    ~Api() override;

    void handle(Request request, Reply reply) override;
    bool is_quick(const Request& request) const override;
    std::expected<std::unique_ptr<Conversation>, Response> converse(
        const Request& request, std::shared_ptr<Feed> feed) override;

    /// Closes the connections of all watchers, and reports from now on that it is not ready.
    void stop(std::string_view reason);

    class Implementation;

private:
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace arbiter::server
