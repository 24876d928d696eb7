#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "platform/clock.hpp"
#include "platform/entropy.hpp"
#include "platform/scheduler.hpp"
#include "platform/signature.hpp"
#include "server/api/door.hpp"
#include "server/http/message.hpp"
#include "server/http/rate_limit.hpp"
#include "server/telemetry/log.hpp"
#include "server/telemetry/metrics.hpp"
#include "store/store.hpp"

namespace arbiter::server {

struct ApiOptions {
    /// Keys that may create games; empty: anyone may.
    std::vector<std::string> create_keys;
    /// Keys that may delete any game.
    std::vector<std::string> operator_keys;
    /// Requests and messages for each address and for each key.
    RateLimit requests{.per_second = 200, .burst = 400};
    RateLimit creations{.per_second = 5, .burst = 100};
    /// New games with one of the server's own players.
    RateLimit bot_games{.per_second = 0.1, .burst = 50};
    /// Whether anybody may let two of them play each other; who has one of `create_keys` always may.
    bool games_between_bots = false;
    /// Bytes that the games and moves of each address take in the store, or of each of `create_keys`.
    RateLimit stored_bytes{.per_second = 20'000, .burst = 64 << 20};
    /// What all games in memory may take; above that, those that nobody uses leave it at once.
    std::size_t rooms_bytes_max = std::size_t{1} << 30U;
    /// How long games are kept after their last change; 0: for ever.
    std::chrono::days finished_kept{0};
    std::chrono::days running_kept{0};
    /// Milliseconds of computing for each address. Moves are not counted.
    RateLimit work{.per_second = 250, .burst = 5'000};
    /// Threads for pictures, exports, questions and whatever else computes for long; 0: half of the
    /// cores.
    std::size_t costly_threads = 0;
    std::size_t costly_waiting_max = 64;         ///< requests that wait for one; more get 503
    std::size_t costly_waiting_of_one_max = 16;  ///< of one address; more get 429
    /// Events that a game may have.
    std::size_t events_max = 20'000;
    /// Signs a receipt for each new game and each move; null: there are none.
    std::shared_ptr<const platform::SigningKey> receipt_key{};
    /// Whether the metrics are only for `Api::admin`.
    bool has_admin = false;
    /// Further players that may be seated: a name each, and its specification.
    std::vector<std::pair<std::string, std::string>> players;
    /// Threads that choose moves for the server's own players; 0: half of the cores, at least two.
    std::size_t player_threads = 0;
    /// What web pages may do.
    DoorPolicy door{};
    /// The folder where `arbiter arena` writes the tournament that the page shows; empty: none.
    std::filesystem::path arena{};
    /// The folder of the documentation that is shown at /docs; empty: only the API's page.
    std::filesystem::path docs{};
    /// How long a room stays open without a request.
    std::chrono::milliseconds room_idle{std::chrono::seconds(20)};
    /// How long a request can be repeated safely.
    std::chrono::milliseconds answers_kept{std::chrono::hours(24)};
    /// How far this machine's clock may be from the database's; beyond that the server is not ready.
    std::chrono::milliseconds clock_skew_max{std::chrono::seconds(10)};
    /// Where the time and random numbers come from.
    const platform::Clock* clock = &platform::system_clock();
    platform::Entropy* entropy = &platform::system_entropy();
    /// Does all the work that is not done at once, so that no threads are started; null: threads do it.
    platform::Scheduler* scheduler = nullptr;
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

    /// The time that all servers of a store have in common: the database's, where there is one.
    const platform::Clock& clock() const;

    /// Serves probes and metrics alone, without limits.
    Service& admin() { return admin_; }

    /// Closes the connections of all watchers, and reports from now on that it is not ready.
    void stop(std::string_view reason);

    class Implementation;

private:
    /// For an address of its own.
    class Admin final : public Service {
    public:
        explicit Admin(Implementation& api) : api_(api) {}
        void handle(Request request, Reply reply) override;
        bool is_quick(const Request&) const override { return true; }
        std::expected<std::unique_ptr<Conversation>, Response> converse(
            const Request& request, std::shared_ptr<Feed> feed) override;

    private:
        Implementation& api_;
    };

    std::unique_ptr<Implementation> implementation_;
    Admin admin_;
};

}  // namespace arbiter::server
