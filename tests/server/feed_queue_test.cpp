#include "server/http/feed_queue.hpp"

#include <gtest/gtest.h>

namespace arbiter::server {
namespace {

FeedQueue::Message message(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

std::string taken(FeedQueue& queue) {
    const auto item = queue.take();
    if (const auto* text = std::get_if<FeedQueue::Message>(&item)) return **text;
    if (const auto* ending = std::get_if<Ending>(&item)) return "end: " + ending->reason;
    return "nothing";
}

TEST(FeedQueue, KeepsTheOrder) {
    FeedQueue queue(1'000);
    EXPECT_TRUE(queue.send(message("a")));
    EXPECT_TRUE(queue.send(message("b")));
    EXPECT_EQ(taken(queue), "a");
    EXPECT_TRUE(queue.send(message("c")));
    EXPECT_EQ(taken(queue), "b");
    EXPECT_EQ(taken(queue), "c");
    EXPECT_EQ(taken(queue), "nothing");
}

TEST(FeedQueue, HandsOutTheVeryMessage) {
    FeedQueue queue(1'000);
    const auto text = message("a");
    queue.send(text);
    EXPECT_EQ(std::get<FeedQueue::Message>(queue.take()), text);
}

TEST(FeedQueue, WakesOnceForWhatComesWhileNobodyTakes) {
    FeedQueue queue(1'000);
    int woken = 0;
    queue.attend([&] { ++woken; });
    queue.send(message("before the first take"));
    EXPECT_EQ(woken, 0);
    taken(queue);
    EXPECT_EQ(taken(queue), "nothing");
    queue.send(message("a"));
    queue.send(message("b"));
    EXPECT_EQ(woken, 1);
}

TEST(FeedQueue, TheEndComesAfterWhatWasSent) {
    FeedQueue queue(1'000);
    int woken = 0;
    queue.attend([&] { ++woken; });
    queue.send(message("a"));
    queue.close("enough");
    queue.close("once more");
    EXPECT_EQ(woken, 1);
    EXPECT_FALSE(queue.send(message("b")));
    EXPECT_EQ(taken(queue), "a");
    EXPECT_EQ(taken(queue), "end: enough");
}

TEST(FeedQueue, TooMuchIsTheEnd) {
    FeedQueue queue(1'000);
    EXPECT_TRUE(queue.send(message(std::string(500, 'x'))));
    EXPECT_FALSE(queue.overflowed());
    EXPECT_FALSE(queue.send(message(std::string(500, 'x'))));
    EXPECT_TRUE(queue.overflowed());
    EXPECT_FALSE(queue.send(message("x")));
    const auto item = queue.take();
    ASSERT_TRUE(std::holds_alternative<Ending>(item));
    EXPECT_EQ(std::get<Ending>(item).code, CloseCode::try_again_later);
}

TEST(FeedQueue, WhatIsTakenMakesRoom) {
    FeedQueue queue(1'000);
    // One always waits: into an empty queue anything fits.
    EXPECT_TRUE(queue.send(message(std::string(400, 'x'))));
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(queue.send(message(std::string(400, 'x'))));
        EXPECT_EQ(taken(queue).size(), 400U);
    }
}

TEST(FeedQueue, EmptyMessagesCountToo) {
    FeedQueue queue(1'000);
    int count = 0;
    while (count < 1'000 && queue.send(message(""))) ++count;
    EXPECT_LT(count, 20);
}

TEST(FeedQueue, OneMessageOfAnySizeFits) {
    FeedQueue queue(10);
    EXPECT_TRUE(queue.send(message(std::string(5'000, 'x'))));
    EXPECT_FALSE(queue.send(message("x")));
}

TEST(FeedQueue, NobodyIsWokenOnceItIsAbandoned) {
    FeedQueue queue(1'000);
    queue.attend([] { FAIL(); });
    EXPECT_EQ(taken(queue), "nothing");
    queue.abandon();
    EXPECT_FALSE(queue.send(message("a")));
    queue.close("enough");
}

}  // namespace
}  // namespace arbiter::server
