#include "server/telemetry/metrics.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <mutex>
#include <stdexcept>

namespace arbiter::server {

namespace {

void append_escaped(std::string& out, std::string_view text) {
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
            continue;
        }
        if (c == '\\' || c == '"') out += '\\';
        out += c;
    }
}

/// method="GET",status="200"
std::string written(Metrics::Labels labels) {
    std::string text;
    for (const auto& [name, value] : labels) {
        if (!text.empty()) text += ',';
        text += name;
        text += "=\"";
        append_escaped(text, value);
        text += '"';
    }
    return text;
}

template <class Number>
std::string digits(Number number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

struct Line {
    std::string_view name;
    std::string_view suffix;  // of the name
    std::string_view labels;
    std::string_view last_label;
};

template <class Number>
void append(std::string& out, const Line& line, Number value) {
    out += line.name;
    out += line.suffix;
    if (!line.labels.empty() || !line.last_label.empty()) {
        out += '{';
        out += line.labels;
        if (!line.labels.empty() && !line.last_label.empty()) out += ',';
        out += line.last_label;
        out += '}';
    }
    out += ' ' + digits(value) + '\n';
}

template <class Metric>
    requires requires(const Metric& metric) { metric.value(); }
void append(std::string& out, std::string_view name, std::string_view labels,
            const Metric& metric) {
    append(out, {name, {}, labels, {}}, metric.value());
}

void append(std::string& out, std::string_view name, std::string_view labels,
            const Histogram& histogram) {
    const auto counts = histogram.counts();
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        total += counts[i];
        const bool bounded = i < histogram.bounds().size();
        const std::string bound = bounded ? digits(histogram.bounds()[i]) : "+Inf";
        append(out, {name, "_bucket", labels, "le=\"" + bound + '"'}, total);
    }
    append(out, {name, "_sum", labels, {}}, histogram.sum());
    append(out, {name, "_count", labels, {}}, total);
}

std::string_view type_of(const Counter&) { return "counter"; }
std::string_view type_of(const Gauge&) { return "gauge"; }
std::string_view type_of(const Histogram&) { return "histogram"; }

}  // namespace

Histogram::Histogram(std::span<const double> bounds)
    : bounds_(bounds.begin(), bounds.end()),
      counts_(std::make_unique<std::atomic<std::uint64_t>[]>(bounds.size() + 1)) {}

void Histogram::observe(double value) {
    const auto bound = std::ranges::lower_bound(bounds_, value);
    const auto index = static_cast<std::size_t>(bound - bounds_.begin());
    counts_[index].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(value, std::memory_order_relaxed);
}

std::vector<std::uint64_t> Histogram::counts() const {
    std::vector<std::uint64_t> counts(bounds_.size() + 1);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        counts[i] = counts_[i].load(std::memory_order_relaxed);
    }
    return counts;
}

template <class Kind, class... Arguments>
Kind& Metrics::metric(std::string_view name, std::string_view help, Labels labels,
                      const Arguments&... arguments) {
    const auto as_kind = [](Metric& metric) -> Kind& {
        if (auto* kind = std::get_if<Kind>(&metric)) return *kind;
        throw std::logic_error("one metric is counted in two ways");
    };
    const std::string key = written(labels);
    {
        const std::shared_lock lock(mutex_);
        if (const auto family = families_.find(name); family != families_.end()) {
            const auto member = family->second.members.find(key);
            if (member != family->second.members.end()) return as_kind(member->second);
        }
    }
    const std::unique_lock lock(mutex_);
    Family& family = families_[std::string(name)];
    family.help = help;
    auto& member =
        family.members.try_emplace(key, std::in_place_type<Kind>, arguments...).first->second;
    return as_kind(member);
}

Counter& Metrics::counter(std::string_view name, std::string_view help, Labels labels) {
    return metric<Counter>(name, help, labels);
}

Gauge& Metrics::gauge(std::string_view name, std::string_view help, Labels labels) {
    return metric<Gauge>(name, help, labels);
}

Histogram& Metrics::histogram(std::string_view name, std::string_view help,
                              std::span<const double> bounds, Labels labels) {
    return metric<Histogram>(name, help, labels, bounds);
}

std::string Metrics::text() const {
    const std::shared_lock lock(mutex_);
    std::string out;
    for (const auto& [name, family] : families_) {
        const auto type = std::visit([](const auto& metric) { return type_of(metric); },
                                     family.members.begin()->second);
        out.append("# HELP ").append(name).append(" ").append(family.help);
        out.append("\n# TYPE ").append(name).append(" ").append(type).append("\n");
        for (const auto& [labels, member] : family.members) {
            std::visit([&](const auto& metric) { append(out, name, labels, metric); }, member);
        }
    }
    return out;
}

}  // namespace arbiter::server
