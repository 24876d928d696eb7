#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "server/telemetry/log.hpp"
#include "server/telemetry/metrics.hpp"

namespace arbiter::server {

/// A request and how it was answered.
struct Exchange {
    std::string_view method;
    std::string_view path;   ///< without the query, which may hold a key
    std::string_view route;  ///< of the service; empty: none
    int status;
    std::chrono::nanoseconds took;  ///< from the whole request to the written response
    std::size_t bytes;              ///< of the body that was sent
    std::string_view address;
    std::string_view id;  ///< of the request
};

/// What a connection is used for.
enum class Channel : std::uint8_t { http, websocket, event_stream };

/// Observes the transport. Called from any of its threads; must not block.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void opened(Channel channel) = 0;
    virtual void closed(Channel channel) = 0;
    virtual void answered(const Exchange& exchange) = 0;
    virtual void received(std::size_t bytes) = 0;
    virtual void sent(std::size_t bytes) = 0;
    /// How many more, or fewer, requests wait for a worker.
    virtual void waiting(int change) = 0;
    /// There were too many connections, in all or from that address.
    virtual void turned_away(std::string_view address) = 0;
    virtual void dropped_slow_reader(Channel channel, std::string_view address) = 0;
    /// An internal error: the service threw, or connections cannot be accepted.
    virtual void failed(std::string_view what, std::string_view why) = 0;
};

enum class AccessLog : std::uint8_t { off, on };

/// Counts and logs.
class Bookkeeper final : public Observer {
public:
    Bookkeeper(Metrics& metrics, Log& log, AccessLog access);

    void opened(Channel channel) override;
    void closed(Channel channel) override;
    void answered(const Exchange& exchange) override;
    void received(std::size_t bytes) override { received_.add(bytes); }
    void sent(std::size_t bytes) override { sent_.add(bytes); }
    void waiting(int change) override { waiting_.add(change); }
    void turned_away(std::string_view address) override;
    void dropped_slow_reader(Channel channel, std::string_view address) override;
    void failed(std::string_view what, std::string_view why) override;

private:
    Metrics& metrics_;
    Log& log_;
    AccessLog access_;
    Counter& received_;
    Counter& sent_;
    Gauge& waiting_;
};

/// So that the metrics of a route are there before its first request.
void prepare_metrics(Metrics& metrics, std::string_view method, std::string_view route);

}  // namespace arbiter::server
