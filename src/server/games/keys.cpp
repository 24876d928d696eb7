#include "server/games/keys.hpp"

#include <span>

#include <openssl/crypto.h>

#include "core/base/base64.hpp"
#include "core/base/sha256.hpp"

namespace arbiter::server {

namespace {

std::string_view view(std::span<const unsigned char> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::string new_id(platform::Entropy& entropy) {
    constexpr std::string_view letters = "23456789abcdefghjkmnpqrstuvwxyz0";  // no 1, i, l, o
    static_assert(letters.size() == 32);
    std::string id;
    for (const unsigned char byte : entropy.bytes<12>()) id += letters[byte % letters.size()];
    return id;
}

std::string new_key(platform::Entropy& entropy) { return base64url(view(entropy.bytes<32>())); }

std::string derived_key(std::string_view secret, std::string_view purpose) {
    return base64url(view(sha256(std::string(purpose) + "\n" + std::string(secret))));
}

std::string hash_of(std::string_view secret) { return to_hex(sha256(secret)); }

bool matches(std::string_view secret, std::string_view hash) {
    const std::string own = hash_of(secret);
    return own.size() == hash.size() && CRYPTO_memcmp(own.data(), hash.data(), own.size()) == 0;
}

}  // namespace arbiter::server
