#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "platform/clock.hpp"

/// How much anyone may ask for. The time comes in with each request.
namespace arbiter::server {

struct RateLimit {
    double per_second;  ///< how fast a bucket fills; above 0
    double burst;       ///< how much it holds, and what it starts with; at least 1
};

/// A bucket of tokens for everyone who asks, told apart by a key: an address, an API key's digest.
/// May be used from several threads.
class RateLimiter {
public:
    /// Keys count by their first bytes, so that nobody fills the memory with long ones.
    static constexpr std::size_t key_size_max = 128;

    /// When more than `keys_max` ask, the one that has been silent for longest is forgotten and
    /// starts afresh.
    RateLimiter(RateLimit limit, std::size_t keys_max);

    /// Nothing if the request is within the limit; otherwise how long to wait before the next try,
    /// and no token is taken. More than the burst at once is never within it.
    std::optional<std::chrono::milliseconds> refuses(std::string_view key, platform::Moment at,
                                                     double tokens = 1);

    /// How many are remembered.
    std::size_t size() const;

private:
    struct Bucket {
        std::string key;
        double tokens;
        platform::Moment filled;
    };
    using Buckets = std::list<Bucket>;  // the last one used first

    Bucket& bucket(std::string_view key, platform::Moment at);
    void fill(Bucket& bucket, platform::Moment at) const;

    RateLimit limit_;
    std::size_t keys_max_;
    mutable std::mutex mutex_;
    Buckets buckets_;
    std::unordered_map<std::string_view, Buckets::iterator> places_;  // keys live in the buckets
};

/// Who counts as one: an IPv4 address, or the first 64 bits of an IPv6 address, since a household
/// has 2^64 of those. What is no address stands for itself.
std::string network_of(std::string_view address);

}  // namespace arbiter::server
