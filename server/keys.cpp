#include "server/keys.hpp"

#include <array>
#include <span>
#include <stdexcept>

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include "core/contract/sha256.hpp"

namespace arbiter::server {

namespace {

template <std::size_t Size>
std::array<unsigned char, Size> random_bytes() {
    std::array<unsigned char, Size> bytes;
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
        throw std::runtime_error("the operating system gives no random numbers");
    }
    return bytes;
}

std::string base64url(std::span<const unsigned char> bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string text;
    unsigned bits = 0;
    int count = 0;
    for (const unsigned char byte : bytes) {
        bits = (bits << 8U) | byte;
        count += 8;
        while (count >= 6) {
            count -= 6;
            text += digits[(bits >> static_cast<unsigned>(count)) & 63U];
        }
    }
    if (count > 0) text += digits[(bits << static_cast<unsigned>(6 - count)) & 63U];
    return text;
}

}  // namespace

std::string new_id() {
    constexpr std::string_view letters = "23456789abcdefghjkmnpqrstuvwxyz0";  // no 1, i, l, o
    static_assert(letters.size() == 32);
    std::string id;
    for (const unsigned char byte : random_bytes<12>()) id += letters[byte % letters.size()];
    return id;
}

std::string new_key() { return base64url(random_bytes<32>()); }

std::string derived_key(std::string_view secret, std::string_view purpose) {
    return base64url(sha256(std::string(purpose) + "\n" + std::string(secret)));
}

std::string hash_of(std::string_view secret) { return to_hex(sha256(secret)); }

bool matches(std::string_view secret, std::string_view hash) {
    const std::string own = hash_of(secret);
    return own.size() == hash.size() && CRYPTO_memcmp(own.data(), hash.data(), own.size()) == 0;
}

}  // namespace arbiter::server
