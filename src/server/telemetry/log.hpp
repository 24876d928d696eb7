#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <string_view>
#include <variant>

#include "platform/clock.hpp"

/// The server's log: one JSON object per line.
namespace arbiter::server {

enum class LogLevel : std::uint8_t { debug, info, warning, error };

/// "debug", "info", "warning", "error"
std::string_view to_string(LogLevel level);
std::optional<LogLevel> log_level_named(std::string_view name);

/// A detail of what happened: {"games", 12}.
struct LogField {
    using Value = std::variant<std::string_view, std::int64_t, double, bool>;

    std::string_view name;
    Value value;

    LogField(std::string_view field, std::string_view text) : name(field), value(text) {}
    LogField(std::string_view field, const char* text)
        : name(field), value(std::string_view(text)) {}
    LogField(std::string_view field, bool truth) : name(field), value(truth) {}
    LogField(std::string_view field, double number) : name(field), value(number) {}
    template <std::integral Number>
    LogField(std::string_view field, Number number)
        : name(field), value(static_cast<std::int64_t>(number)) {}
};

/// Callers must not log secrets: keys, or the query of a request.
class Log {
public:
    using Sink = std::function<void(std::string_view line)>;

    /// Default sink: standard error, each line in one piece.
    explicit Log(LogLevel least, Sink sink = {},
                 const platform::Clock& clock = platform::system_clock());

    bool writes(LogLevel level) const { return level >= least_; }
    void write(LogLevel level, std::string_view message,
               std::initializer_list<LogField> fields = {});

    void debug(std::string_view message, std::initializer_list<LogField> fields = {}) {
        write(LogLevel::debug, message, fields);
    }
    void info(std::string_view message, std::initializer_list<LogField> fields = {}) {
        write(LogLevel::info, message, fields);
    }
    void warning(std::string_view message, std::initializer_list<LogField> fields = {}) {
        write(LogLevel::warning, message, fields);
    }
    void error(std::string_view message, std::initializer_list<LogField> fields = {}) {
        write(LogLevel::error, message, fields);
    }

private:
    LogLevel least_;
    Sink sink_;
    const platform::Clock& clock_;
    std::mutex mutex_;
};

/// 2026-11-16T09:30:00.125Z
std::string iso_time(platform::Moment moment);

}  // namespace arbiter::server
