#include "server/http/rate_limit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <arpa/inet.h>

namespace arbiter::server {

RateLimiter::RateLimiter(RateLimit limit, std::size_t keys_max)
    : limit_(limit), keys_max_(std::max<std::size_t>(keys_max, 1)) {}

RateLimiter::Bucket& RateLimiter::bucket(std::string_view key, platform::Moment at) {
    if (const auto place = places_.find(key); place != places_.end()) {
        buckets_.splice(buckets_.begin(), buckets_, place->second);
        return buckets_.front();
    }
    if (buckets_.size() == keys_max_) {
        places_.erase(buckets_.back().key);
        buckets_.pop_back();
    }
    buckets_.push_front({std::string(key), limit_.burst, at});
    places_.emplace(buckets_.front().key, buckets_.begin());
    return buckets_.front();
}

/// If the system clock is set back, the bucket stays as it is.
void RateLimiter::fill(Bucket& bucket, platform::Moment at) const {
    const std::chrono::duration<double> passed = at - bucket.filled;
    const double gained = std::max(passed.count(), 0.0) * limit_.per_second;
    bucket.tokens = std::min(bucket.tokens + gained, limit_.burst);
    bucket.filled = at;
}

std::optional<std::chrono::milliseconds> RateLimiter::refuses(std::string_view key,
                                                              platform::Moment at, double tokens) {
    const std::lock_guard lock(mutex_);
    Bucket& one = bucket(key.substr(0, key_size_max), at);
    fill(one, at);
    if (one.tokens >= tokens) {
        one.tokens -= tokens;
        return std::nullopt;
    }
    const double wait_ms = (tokens - one.tokens) / limit_.per_second * 1000;
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(wait_ms)));
}

void RateLimiter::charge(std::string_view key, platform::Moment at, double tokens) {
    const std::lock_guard lock(mutex_);
    Bucket& one = bucket(key.substr(0, key_size_max), at);
    fill(one, at);
    one.tokens = std::max(one.tokens - tokens, -limit_.burst);
}

std::size_t RateLimiter::size() const {
    const std::lock_guard lock(mutex_);
    return buckets_.size();
}

std::string network_of(std::string_view address) {
    std::string text(address);
    in6_addr bytes{};
    if (inet_pton(AF_INET6, text.c_str(), &bytes) != 1) return text;
    if (IN6_IS_ADDR_V4MAPPED(&bytes)) {
        std::array<char, INET_ADDRSTRLEN> shown{};
        return inet_ntop(AF_INET, &bytes.s6_addr[12], shown.data(), shown.size());
    }
    std::fill(std::begin(bytes.s6_addr) + 8, std::end(bytes.s6_addr), std::uint8_t{0});
    std::array<char, INET6_ADDRSTRLEN> shown{};
    return std::string(inet_ntop(AF_INET6, &bytes, shown.data(), shown.size())) + "/64";
}

}  // namespace arbiter::server
