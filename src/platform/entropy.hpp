#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace arbiter::platform {

/// Random bytes that nobody can guess. They come from outside so that a test can choose them.
class Entropy {
public:
    virtual ~Entropy() = default;
    /// Called from any thread.
    virtual void fill(std::span<std::uint8_t> bytes) = 0;

    template <std::size_t Size>
    std::array<std::uint8_t, Size> bytes() {
        std::array<std::uint8_t, Size> filled;
        fill(filled);
        return filled;
    }
};

/// The operating system's; throws a std::runtime_error where that has none.
Entropy& system_entropy();

}  // namespace arbiter::platform
