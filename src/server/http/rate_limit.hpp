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

/// How many requests a client may send. Each request brings its time along.
namespace arbiter::server {

struct RateLimit {
    double per_second;  ///< how fast a bucket fills; above 0
    double burst;       ///< how much it holds, and what it starts with; at least 1
};

/// A token bucket per client, which a key identifies: an address, the digest of an API key. May be
/// used from several threads.
class RateLimiter {
public:
    /// Only the first bytes of a key count, so that long keys cannot fill the memory.
    static constexpr std::size_t key_size_max = 128;

    /// Above `keys_max` clients, the one that has been silent for longest is forgotten and starts
    /// afresh.
    RateLimiter(RateLimit limit, std::size_t keys_max);

    /// Nothing if the request is within the limit; otherwise how long to wait before the next attempt,
    /// and no token is taken. More than the burst at once is never allowed.
    std::optional<std::chrono::milliseconds> refuses(std::string_view key, platform::Moment at,
                                                     double tokens = 1);

    /// Takes tokens that have been used already, even if fewer are left: then the next request
    /// waits for longer, at most until an empty bucket would be full.
    void charge(std::string_view key, platform::Moment at, double tokens);

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

/// What counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, since one
/// household has 2^64 of those. A text that is not an address stands for itself.
std::string network_of(std::string_view address);

}  // namespace arbiter::server
