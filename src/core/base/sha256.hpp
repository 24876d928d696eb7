#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace arbiter {

using Sha256Digest = std::array<std::uint8_t, 32>;

/// FIPS 180-4.
Sha256Digest sha256(std::string_view message);

/// RFC 2104, with SHA-256.
Sha256Digest hmac_sha256(std::string_view key, std::string_view message);

/// Two lower-case digits a byte.
std::string to_hex(std::span<const std::uint8_t> bytes);

}  // namespace arbiter
