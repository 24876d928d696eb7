#include <algorithm>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <gtest/gtest.h>

#include "server/http/hub.hpp"

namespace arbiter::server {
namespace {

TEST(Turnstile, LetsOthersInBetween) {
    boost::asio::io_context loop;
    Turnstile turnstile(loop);
    std::vector<int> done;
    for (int i = 0; i < 1'000; ++i) turnstile.add([&done, i] { done.push_back(i); });
    std::size_t before_the_answer = 0;
    boost::asio::post(loop, [&] { before_the_answer = done.size(); });
    loop.run();
    EXPECT_LE(before_the_answer, 100U);
    ASSERT_EQ(done.size(), 1'000U);
    EXPECT_TRUE(std::ranges::is_sorted(done));
}

}  // namespace
}  // namespace arbiter::server
