#include "platform/entropy.hpp"

#include <stdexcept>

#include <openssl/rand.h>

namespace arbiter::platform {

namespace {

class SystemEntropy final : public Entropy {
public:
    void fill(std::span<std::uint8_t> bytes) override {
        if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
            throw std::runtime_error("the operating system provides no random numbers");
        }
    }
};

}  // namespace

Entropy& system_entropy() {
    static SystemEntropy entropy;
    return entropy;
}

}  // namespace arbiter::platform
