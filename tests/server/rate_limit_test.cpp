#include "server/http/rate_limit.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace arbiter::server {
namespace {

using namespace std::chrono_literals;

platform::Moment moment(std::int64_t ms) { return platform::Moment(std::chrono::milliseconds(ms)); }

TEST(RateLimiter, AllowsABurstAndThenTheRate) {
    RateLimiter limiter({.per_second = 2, .burst = 3}, 10);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(limiter.refuses("ada", moment(0)), std::nullopt);
    EXPECT_EQ(limiter.refuses("ada", moment(0)), 500ms);
    EXPECT_EQ(limiter.refuses("ada", moment(200)), 300ms);
    EXPECT_EQ(limiter.refuses("ada", moment(500)), std::nullopt);
    EXPECT_EQ(limiter.refuses("ada", moment(500)), 500ms);
    // Who was silent for long has no more than a burst.
    for (int i = 0; i < 3; ++i) EXPECT_EQ(limiter.refuses("ada", moment(60'000)), std::nullopt);
    EXPECT_EQ(limiter.refuses("ada", moment(60'000)), 500ms);
}

TEST(RateLimiter, AClientThatWaitsAsToldIsServed) {
    RateLimiter limiter({.per_second = 0.3, .burst = 1}, 10);
    EXPECT_EQ(limiter.refuses("ada", moment(0)), std::nullopt);
    const auto wait = limiter.refuses("ada", moment(0));
    ASSERT_TRUE(wait);
    EXPECT_EQ(limiter.refuses("ada", moment(0) + *wait), std::nullopt);
}

TEST(RateLimiter, OneDoesNotUseUpAnothersTokens) {
    RateLimiter limiter({.per_second = 1, .burst = 1}, 10);
    EXPECT_EQ(limiter.refuses("ada", moment(0)), std::nullopt);
    EXPECT_NE(limiter.refuses("ada", moment(0)), std::nullopt);
    EXPECT_EQ(limiter.refuses("bob", moment(0)), std::nullopt);
}

TEST(RateLimiter, ARequestMayCostMore) {
    RateLimiter limiter({.per_second = 10, .burst = 5}, 10);
    EXPECT_EQ(limiter.refuses("ada", moment(0), 4), std::nullopt);
    EXPECT_EQ(limiter.refuses("ada", moment(0), 4), 300ms);
    EXPECT_NE(limiter.refuses("bob", moment(0), 6), std::nullopt);
}

TEST(RateLimiter, AClockSetBackGivesNothing) {
    RateLimiter limiter({.per_second = 1, .burst = 1}, 10);
    EXPECT_EQ(limiter.refuses("ada", moment(1'000'000)), std::nullopt);
    EXPECT_EQ(limiter.refuses("ada", moment(0)), 1000ms);
    EXPECT_EQ(limiter.refuses("ada", moment(1'000)), std::nullopt);
}

TEST(RateLimiter, ForgetsWhoWasSilentForLongest) {
    RateLimiter limiter({.per_second = 0.001, .burst = 1}, 2);
    EXPECT_EQ(limiter.refuses("ada", moment(0)), std::nullopt);
    EXPECT_EQ(limiter.refuses("bob", moment(0)), std::nullopt);
    EXPECT_NE(limiter.refuses("ada", moment(0)), std::nullopt);  // now bob is the silent one
    EXPECT_EQ(limiter.refuses("cy", moment(0)), std::nullopt);
    EXPECT_EQ(limiter.size(), 2U);
    EXPECT_NE(limiter.refuses("ada", moment(0)), std::nullopt);
    EXPECT_EQ(limiter.refuses("bob", moment(0)), std::nullopt);
}

TEST(RateLimiter, WhatWasUsedAlreadyIsOwed) {
    RateLimiter limiter({.per_second = 100, .burst = 500}, 10);
    EXPECT_EQ(limiter.refuses("ada", moment(0), 0), std::nullopt);
    limiter.charge("ada", moment(0), 700);
    EXPECT_EQ(limiter.refuses("ada", moment(0), 0), 2000ms);
    EXPECT_EQ(limiter.refuses("bob", moment(0), 0), std::nullopt);
    EXPECT_EQ(limiter.refuses("ada", moment(2000), 0), std::nullopt);
    limiter.charge("ada", moment(2000), 1e9);  // never more than one bucket
    EXPECT_EQ(limiter.refuses("ada", moment(2000), 0), 5000ms);
}

TEST(RateLimiter, LongKeysCountByTheirBeginning) {
    RateLimiter limiter({.per_second = 1, .burst = 1}, 10);
    EXPECT_EQ(limiter.refuses(std::string(128, 'x') + "a", moment(0)), std::nullopt);
    EXPECT_NE(limiter.refuses(std::string(128, 'x') + "b", moment(0)), std::nullopt);
}

TEST(RateLimiter, NeverGivesMoreThanBurstAndRate) {
    rc::check([] {
        const double per_second = *rc::gen::inRange(1, 50);
        const double burst = *rc::gen::inRange(1, 20);
        const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 200));
        RateLimiter limiter({.per_second = per_second, .burst = burst}, 4);
        std::int64_t now_ms = 0;
        int served = 0;
        for (const int step : steps) {
            now_ms += step;
            if (!limiter.refuses("ada", moment(now_ms))) ++served;
        }
        const double most = burst + per_second * static_cast<double>(now_ms) / 1000;
        RC_ASSERT(served <= most + 1e-6);
        RC_ASSERT(limiter.size() <= std::size_t{1});
    });
}

TEST(Network, IsTheAddressOrItsFirstHalf) {
    EXPECT_EQ(network_of("192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(network_of("::ffff:192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    EXPECT_EQ(network_of("2001:db8:1:2:ffff::"), network_of("2001:db8:1:2::1"));
    EXPECT_NE(network_of("2001:db8:1:3::1"), network_of("2001:db8:1:2::1"));
    EXPECT_EQ(network_of("nonsense"), "nonsense");
    EXPECT_EQ(network_of(""), "");
}

}  // namespace
}  // namespace arbiter::server
