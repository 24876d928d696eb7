#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace arbiter::cli {

/// Standard input, line by line as it arrives. What a line has beyond `size_max` is dropped.
class Lines {
public:
    explicit Lines(std::size_t size_max = std::size_t{64} << 10) : size_max_(size_max) {}

    /// Without its end; nothing once there is no more.
    std::optional<std::string> next();
    /// Whether there is something to read, or the end, within that time.
    bool is_waiting(std::chrono::milliseconds patience = {}) const;

private:
    bool fill();

    std::size_t size_max_;
    std::string buffer_;
};

}  // namespace arbiter::cli
