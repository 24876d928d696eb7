#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// What the server counts, in the text format that Prometheus reads.
namespace arbiter::server {

/// Only grows.
class Counter {
public:
    void add(std::uint64_t count = 1) { count_.fetch_add(count, std::memory_order_relaxed); }
    std::uint64_t value() const { return count_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> count_ = 0;
};

/// Goes up and down.
class Gauge {
public:
    void add(std::int64_t change) { level_.fetch_add(change, std::memory_order_relaxed); }
    void set(std::int64_t level) { level_.store(level, std::memory_order_relaxed); }
    std::int64_t value() const { return level_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> level_ = 0;
};

/// Counts values by the smallest bound that they do not exceed. Bounds ascend.
class Histogram {
public:
    explicit Histogram(std::span<const double> bounds);

    void observe(double value);

    std::span<const double> bounds() const { return bounds_; }
    /// One count per bound, not cumulative, and one for values above all bounds.
    std::vector<std::uint64_t> counts() const;
    double sum() const { return sum_.load(std::memory_order_relaxed); }

private:
    std::vector<double> bounds_;
    std::unique_ptr<std::atomic<std::uint64_t>[]> counts_;
    std::atomic<double> sum_ = 0;
};

/// From a tenth of a millisecond to ten seconds.
inline constexpr double latency_bounds_s[] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                              0.01,   0.025,   0.05,   0.1,   0.25,   0.5,
                                              1,      2.5,     5,      10};

/// Creates metrics on first use. The references it returns live as long as it does and count without a
/// lock: callers that count often keep them. Labels must come from a small set of values, never from
/// what a client can choose freely.
class Metrics {
public:
    using Label = std::pair<std::string_view, std::string_view>;
    using Labels = std::initializer_list<Label>;

    Counter& counter(std::string_view name, std::string_view help, Labels labels = {});
    Gauge& gauge(std::string_view name, std::string_view help, Labels labels = {});
    Histogram& histogram(std::string_view name, std::string_view help,
                         std::span<const double> bounds, Labels labels = {});

    /// Every metric, in the order of the names.
    std::string text() const;

private:
    using Metric = std::variant<Counter, Gauge, Histogram>;
    struct Family {
        std::string help;
        std::map<std::string, Metric, std::less<>> members;  // by their labels
    };

    template <class Kind, class... Arguments>
    Kind& metric(std::string_view name, std::string_view help, Labels labels,
                 const Arguments&... arguments);

    mutable std::shared_mutex mutex_;
    std::map<std::string, Family, std::less<>> families_;
};

}  // namespace arbiter::server
