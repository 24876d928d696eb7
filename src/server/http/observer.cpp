#include "server/http/observer.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace arbiter::server {

namespace {

constexpr std::array<std::string_view, 7> methods = {"GET",    "HEAD",    "POST", "PUT",
                                                     "DELETE", "OPTIONS", "PATCH"};

std::string_view label_of(Channel channel) {
    switch (channel) {
        case Channel::http: return "http";
        case Channel::websocket: return "websocket";
        case Channel::event_stream: return "event_stream";
    }
    return "http";
}

std::string_view label_or_other(std::string_view text) { return text.empty() ? "other" : text; }

double milliseconds(std::chrono::nanoseconds duration) {
    const auto micros = std::chrono::round<std::chrono::microseconds>(duration);
    return static_cast<double>(micros.count()) / 1000;
}

}  // namespace

Bookkeeper::Bookkeeper(Metrics& metrics, Log& log, AccessLog access)
    : metrics_(metrics),
      log_(log),
      access_(access),
      received_(metrics.counter("arbiter_received_bytes_total", "Bytes read from clients.")),
      sent_(metrics.counter("arbiter_sent_bytes_total", "Bytes written to clients.")) {}

void Bookkeeper::opened(Channel channel) {
    const auto label = label_of(channel);
    metrics_.gauge("arbiter_connections", "Open connections.", {{"channel", label}}).add(1);
    metrics_.counter("arbiter_connections_total", "Connections ever opened.", {{"channel", label}})
        .add();
}

void Bookkeeper::closed(Channel channel) {
    metrics_.gauge("arbiter_connections", "Open connections.", {{"channel", label_of(channel)}})
        .add(-1);
}

void Bookkeeper::answered(const Exchange& exchange) {
    const auto known = std::ranges::find(methods, exchange.method);
    const auto method = known == methods.end() ? "other" : *known;
    const auto route = label_or_other(exchange.route);
    const std::string status = std::to_string(exchange.status);
    metrics_
        .counter("arbiter_requests_total", "Requests answered.",
                 {{"method", method}, {"route", route}, {"status", status}})
        .add();
    metrics_
        .histogram("arbiter_request_seconds", "From the whole request to the written response.",
                   latency_bounds_s, {{"route", route}})
        .observe(std::chrono::duration<double>(exchange.took).count());
    if (access_ == AccessLog::off) return;
    log_.info("request", {{"method", exchange.method},
                          {"path", exchange.path},
                          {"status", exchange.status},
                          {"ms", milliseconds(exchange.took)},
                          {"bytes", exchange.bytes},
                          {"address", exchange.address}});
}

void Bookkeeper::turned_away(std::string_view address) {
    metrics_.counter("arbiter_connections_refused_total", "Connections over a limit.").add();
    log_.debug("too many connections", {{"address", address}});
}

void Bookkeeper::dropped_slow_reader(Channel channel, std::string_view address) {
    const auto label = label_of(channel);
    metrics_
        .counter("arbiter_slow_readers_total", "Connections dropped because they read too slowly.",
                 {{"channel", label}})
        .add();
    log_.info("dropped a slow reader", {{"channel", label}, {"address", address}});
}

void Bookkeeper::failed(std::string_view what, std::string_view why) {
    metrics_.counter("arbiter_failures_total", "What should not happen, in the server itself.")
        .add();
    log_.error(what, {{"why", why}});
}

}  // namespace arbiter::server
