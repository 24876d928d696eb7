#include "tables/secret.hpp"

#include <array>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "core/base/sha256.hpp"
#include "core/base/text.hpp"
#include "platform/entropy.hpp"

namespace arbiter::tables {

namespace {

/// HMAC-SHA-256 in hexadecimal. What it is for comes first, so that no seal is ever a seed.
std::string keyed(std::string_view key, std::string_view purpose, std::string_view text) {
    std::string message(purpose);
    message += '\0';
    message += text;
    std::array<unsigned char, 32> digest{};
    unsigned int size = digest.size();
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(message.data()), message.size(), digest.data(),
         &size);
    return to_hex(digest);
}

}  // namespace

std::expected<Secret, std::string> Secret::of(std::string_view text) {
    const std::string_view secret = trimmed(text);
    if (secret.size() < length_min) {
        return std::unexpected("a secret has at least " + std::to_string(length_min) +
                               " characters, this one " + std::to_string(secret.size()));
    }
    return Secret(std::string(secret));
}

referee::Seed Secret::seed(std::string_view table_id, std::string_view nonce) const {
    std::string text(table_id);
    text += '\0';
    text += nonce;
    return *referee::Seed::of_hex(keyed(text_, "arbiter table dice", text));
}

std::string Secret::seal(std::string_view text) const {
    return keyed(text_, "arbiter table seal", text);
}

std::string new_nonce() { return to_hex(platform::system_entropy().bytes<16>()); }

}  // namespace arbiter::tables
