#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "server/http/message.hpp"
#include "server/http/rate_limit.hpp"
#include "server/telemetry/log.hpp"
#include "server/telemetry/metrics.hpp"
#include "store/store.hpp"

namespace arbiter::server {

struct ApiOptions {
    /// Who may create games shows one of these; empty: anyone may.
    std::vector<std::string> create_keys;
    /// Requests and messages by address, and by key.
    RateLimit requests{.per_second = 200, .burst = 400};
    RateLimit creations{.per_second = 5, .burst = 100};
    /// Players beside the built-in ones that may be seated: a name each, and its specification.
    std::vector<std::pair<std::string, std::string>> players;
    /// Threads that think for the server's own players; 0 is half of the cores.
    std::size_t player_threads = 0;
    /// Pages that may use /mcp, beside those of this machine: "https://example.org".
    std::vector<std::string> mcp_origins{};
    /// Where `arbiter arena` writes what the page shows of a tournament; empty: nowhere.
    std::filesystem::path arena{};
    /// A room that nobody has asked for so long is closed.
    std::chrono::milliseconds room_idle{std::chrono::seconds(20)};
    /// For how long a request can be repeated safely.
    std::chrono::milliseconds answers_kept{std::chrono::hours(24)};
};

/// What Arbiter offers over HTTP and WebSocket, without the sockets.
class Api final : public Service {
public:
    Api(ApiOptions options, std::unique_ptr<store::Store> store, Metrics& metrics, Log& log);
    ~Api() override;

    void handle(Request request, Reply reply) override;
    bool is_quick(const Request& request) const override;
    std::expected<std::unique_ptr<Conversation>, Response> converse(
        const Request& request, std::shared_ptr<Feed> feed) override;

    /// Says goodbye to whoever watches and reports from now on that it is not ready.
    void stop(std::string_view reason);

    class Implementation;

private:
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace arbiter::server
