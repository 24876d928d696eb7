#include "server/games/keys.hpp"

#include <gtest/gtest.h>

namespace arbiter::server {
namespace {

TEST(Pass, IsForOneGameUntilItsEnd) {
    using namespace std::chrono_literals;
    const platform::Moment end(std::chrono::sys_days(std::chrono::year(2026) / 11 / 16));
    const std::string hash = hash_of("watch");
    const std::string pass = pass_for("duel", hash, end);
    EXPECT_TRUE(is_pass(pass, "duel", hash, end - 10min));
    EXPECT_TRUE(is_pass(pass, "duel", hash, end));
    EXPECT_FALSE(is_pass(pass, "duel", hash, end + 1ms));
    EXPECT_FALSE(is_pass(pass, "other", hash, end - 10min));
    EXPECT_FALSE(is_pass(pass, "duel", hash_of("other"), end - 10min));
    EXPECT_FALSE(is_pass("", "duel", hash, end - 10min));
}

}  // namespace
}  // namespace arbiter::server
