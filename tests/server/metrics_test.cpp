#include "server/telemetry/metrics.hpp"

#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "server/http/observer.hpp"

namespace arbiter::server {
namespace {

TEST(Metrics, AreWrittenAsPrometheusReadsThem) {
    Metrics metrics;
    metrics.counter("requests_total", "Requests.", {{"method", "GET"}, {"status", "200"}}).add(3);
    metrics.counter("requests_total", "Requests.", {{"method", "POST"}, {"status", "201"}}).add();
    metrics.gauge("games", "Open games.").set(-7);
    constexpr double bounds[] = {0.5, 1};
    Histogram& latency = metrics.histogram("latency_seconds", "Latency.", bounds);
    latency.observe(0.25);
    latency.observe(0.5);
    latency.observe(0.75);
    latency.observe(64);
    EXPECT_EQ(metrics.text(),
              "# HELP games Open games.\n"
              "# TYPE games gauge\n"
              "games -7\n"
              "# HELP latency_seconds Latency.\n"
              "# TYPE latency_seconds histogram\n"
              "latency_seconds_bucket{le=\"0.5\"} 2\n"
              "latency_seconds_bucket{le=\"1\"} 3\n"
              "latency_seconds_bucket{le=\"+Inf\"} 4\n"
              "latency_seconds_sum 65.5\n"
              "latency_seconds_count 4\n"
              "# HELP requests_total Requests.\n"
              "# TYPE requests_total counter\n"
              "requests_total{method=\"GET\",status=\"200\"} 3\n"
              "requests_total{method=\"POST\",status=\"201\"} 1\n");
}

TEST(Metrics, LabelsAreEscaped) {
    Metrics metrics;
    metrics.counter("odd", "Odd.", {{"what", "a\"b\\c\nd"}}).add();
    EXPECT_NE(metrics.text().find(R"(odd{what="a\"b\\c\nd"} 1)"), std::string::npos);
}

TEST(Metrics, TheSameNameAndLabelsAreTheSameMetric) {
    Metrics metrics;
    Counter& first = metrics.counter("total", "Total.", {{"a", "1"}});
    EXPECT_EQ(&first, &metrics.counter("total", "Total.", {{"a", "1"}}));
    EXPECT_NE(&first, &metrics.counter("total", "Total.", {{"a", "2"}}));
}

TEST(Metrics, OneNameIsCountedInOneWay) {
    Metrics metrics;
    metrics.counter("total", "Total.");
    EXPECT_THROW(metrics.gauge("total", "Total."), std::logic_error);
}

TEST(Metrics, CountFromManyThreads) {
    Metrics metrics;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int j = 0; j < 10'000; ++j) {
                    metrics.counter("total", "Total.", {{"kind", j % 2 == 0 ? "a" : "b"}}).add();
                    metrics.histogram("values", "Values.", latency_bounds_s).observe(1);
                }
            });
        }
    }
    EXPECT_EQ(metrics.counter("total", "Total.", {{"kind", "a"}}).value(), 20'000U);
    EXPECT_EQ(metrics.histogram("values", "Values.", latency_bounds_s).sum(), 40'000);
}

TEST(Bookkeeper, CountsRequestsByBoundedLabels) {
    Metrics metrics;
    std::string lines;
    Log log(LogLevel::info, [&](std::string_view line) { lines += line; });
    Bookkeeper bookkeeper(metrics, log, AccessLog::on);
    bookkeeper.answered({.method = "BREW",
                         .path = "/coffee",
                         .route = {},
                         .status = 404,
                         .took = std::chrono::microseconds(1'500),
                         .bytes = 12,
                         .address = "127.0.0.1",
                         .id = "0123"});
    bookkeeper.opened(Channel::websocket);
    const std::string text = metrics.text();
    EXPECT_NE(
        text.find("arbiter_requests_total{method=\"other\",route=\"other\",status=\"404\"} 1"),
        std::string::npos);
    EXPECT_NE(text.find("arbiter_connections{channel=\"websocket\"} 1"), std::string::npos);
    EXPECT_EQ(text.find("coffee"), std::string::npos);
    EXPECT_NE(lines.find(R"("method":"BREW","path":"/coffee","status":404,"ms":1.5,"bytes":12,)"
                         R"("address":"127.0.0.1","request":"0123"})"),
              std::string::npos)
        << lines;
}

TEST(Bookkeeper, LogsNoRequestsIfNotAskedTo) {
    Metrics metrics;
    std::string lines;
    Log log(LogLevel::debug, [&](std::string_view line) { lines += line; });
    Bookkeeper bookkeeper(metrics, log, AccessLog::off);
    bookkeeper.answered({.method = "GET", .path = "/", .status = 200, .took = {}, .bytes = 0});
    EXPECT_EQ(lines, "");
}

}  // namespace
}  // namespace arbiter::server
