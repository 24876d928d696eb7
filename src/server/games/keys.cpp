#include "server/games/keys.hpp"

#include <charconv>
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

bool are_equal(std::string_view hash, std::string_view other) {
    return hash.size() == other.size() &&
           CRYPTO_memcmp(hash.data(), other.data(), hash.size()) == 0;
}

std::string pass_for(std::string_view game, std::string_view hash, platform::Moment until) {
    const std::string end = std::to_string(until.time_since_epoch().count());
    const std::string signed_text = "pass\n" + std::string(game) + "\n" + end;
    return end + "." + base64url(view(hmac_sha256(hash, signed_text)));
}

bool is_pass(std::string_view text, std::string_view game, std::string_view hash,
             platform::Moment now) {
    std::int64_t end = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), end);
    if (error != std::errc() || end < now.time_since_epoch().count()) return false;
    const std::string genuine =
        pass_for(game, hash, platform::Moment(platform::Moment::duration(end)));
    return are_equal(text, genuine);
}

bool matches(std::string_view secret, std::string_view hash) {
    return are_equal(hash_of(secret), hash);
}

}  // namespace arbiter::server
