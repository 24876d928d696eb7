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

constexpr std::string_view requests_name = "arbiter_requests_total";
constexpr std::string_view requests_help = "Requests answered.";
constexpr std::string_view seconds_name = "arbiter_request_seconds";
constexpr std::string_view seconds_help = "From the whole request to the written response.";

Gauge& open_connections(Metrics& metrics, Channel channel) {
    return metrics.gauge("arbiter_connections", "Open connections.",
                         {{"channel", label_of(channel)}});
}

Counter& all_connections(Metrics& metrics, Channel channel) {
    return metrics.counter("arbiter_connections_total", "Connections ever opened.",
                           {{"channel", label_of(channel)}});
}

Counter& slow_readers(Metrics& metrics, Channel channel) {
    return metrics.counter("arbiter_slow_readers_total",
                           "Connections dropped because they read too slowly.",
                           {{"channel", label_of(channel)}});
}

Counter& refused_connections(Metrics& metrics) {
    return metrics.counter("arbiter_connections_refused_total", "Connections over a limit.");
}

Counter& failures(Metrics& metrics) {
    return metrics.counter("arbiter_failures_total",
                           "What should not happen, in the server itself.");
}

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
      sent_(metrics.counter("arbiter_sent_bytes_total", "Bytes written to clients.")),
      waiting_(metrics.gauge("arbiter_waiting_requests", "Requests that wait for a worker.")) {
    for (const Channel channel : {Channel::http, Channel::websocket, Channel::event_stream}) {
        open_connections(metrics, channel);
        all_connections(metrics, channel);
        slow_readers(metrics, channel);
    }
    refused_connections(metrics);
    failures(metrics);
}

void prepare_metrics(Metrics& metrics, std::string_view method, std::string_view route) {
    metrics.counter(requests_name, requests_help,
                    {{"method", method}, {"route", route}, {"status", "200"}});
    metrics.histogram(seconds_name, seconds_help, latency_bounds_s, {{"route", route}});
}

void Bookkeeper::opened(Channel channel) {
    open_connections(metrics_, channel).add(1);
    all_connections(metrics_, channel).add();
}

void Bookkeeper::closed(Channel channel) { open_connections(metrics_, channel).add(-1); }

void Bookkeeper::answered(const Exchange& exchange) {
    const auto known = std::ranges::find(methods, exchange.method);
    const auto method = known == methods.end() ? "other" : *known;
    const auto route = label_or_other(exchange.route);
    const std::string status = std::to_string(exchange.status);
    metrics_
        .counter(requests_name, requests_help,
                 {{"method", method}, {"route", route}, {"status", status}})
        .add();
    metrics_.histogram(seconds_name, seconds_help, latency_bounds_s, {{"route", route}})
        .observe(std::chrono::duration<double>(exchange.took).count());
    if (access_ == AccessLog::off) return;
    log_.info("request", {{"method", exchange.method},
                          {"path", exchange.path},
                          {"status", exchange.status},
                          {"ms", milliseconds(exchange.took)},
                          {"bytes", exchange.bytes},
                          {"address", exchange.address},
                          {"request", exchange.id}});
}

void Bookkeeper::turned_away(std::string_view address) {
    refused_connections(metrics_).add();
    log_.debug("too many connections", {{"address", address}});
}

void Bookkeeper::dropped_slow_reader(Channel channel, std::string_view address) {
    slow_readers(metrics_, channel).add();
    log_.info("dropped a slow reader", {{"channel", label_of(channel)}, {"address", address}});
}

void Bookkeeper::failed(std::string_view what, std::string_view why) {
    failures(metrics_).add();
    log_.error(what, {{"why", why}});
}

}  // namespace arbiter::server
