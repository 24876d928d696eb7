#include "server/telemetry/log.hpp"

#include <array>
#include <cerrno>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/json.hpp"

namespace arbiter::server {

namespace {

constexpr std::array<std::string_view, 4> level_names = {"debug", "info", "warning", "error"};

void write_to_standard_error(std::string_view line) {
    while (!line.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;  // there is nowhere to report it
        line.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace

std::string_view to_string(LogLevel level) { return level_names[static_cast<std::size_t>(level)]; }

std::optional<LogLevel> log_level_named(std::string_view name) {
    for (std::size_t i = 0; i < level_names.size(); ++i) {
        if (level_names[i] == name) return static_cast<LogLevel>(i);
    }
    return std::nullopt;
}

std::string iso_time(platform::Moment moment) {
    using namespace std::chrono;
    const auto day = floor<days>(moment);
    const year_month_day date(day);
    const hh_mm_ss time(moment - day);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       time.hours().count(), time.minutes().count(), time.seconds().count(),
                       time.subseconds().count());
}

Log::Log(LogLevel least, Sink sink, const platform::Clock& clock)
    : least_(least), sink_(std::move(sink)), clock_(clock) {
    if (!sink_) sink_ = write_to_standard_error;
}

void Log::write(LogLevel level, std::string_view message, std::initializer_list<LogField> fields) {
    if (!writes(level)) return;
    JsonWriter out;
    out.object([&] {
        out.member("time", iso_time(clock_.now()));
        out.member("level", to_string(level));
        out.member("message", message);
        for (const auto& [name, value] : fields) {
            std::visit([&, key = name](const auto& content) { out.member(key, content); }, value);
        }
    });
    const std::string line = out.take() + '\n';
    const std::lock_guard lock(mutex_);
    sink_(line);
}

}  // namespace arbiter::server
