#include <future>

#include <gtest/gtest.h>

#include "server/http/transport.hpp"
#include "tests/server/raw_client.hpp"
#include "tests/server/transport_fixture.hpp"

namespace arbiter::server {
namespace {

using namespace std::chrono_literals;

/// One chunk of the body; "" is the last.
std::optional<std::string> chunk(RawClient& client) {
    const auto size = client.line();
    if (!size) return std::nullopt;
    const auto content = client.bytes(std::stoul(*size, nullptr, 16));
    if (!content || client.line() != "") return std::nullopt;
    return content;
}

struct Watching {
    explicit Watching(Server& server, std::optional<int> receive_bytes = {})
        : client(server.transport.port(), receive_bytes) {
        client.send(get("/events"));
        head = client.response();
        feed = server.service.feed(0);
    }

    RawClient client;
    std::optional<RawResponse> head;
    std::shared_ptr<Feed> feed;
};

TEST(EventStream, CarriesWhatTheServiceSends) {
    Server server;
    Watching watching(server);
    ASSERT_TRUE(watching.head && watching.feed);
    EXPECT_EQ(watching.head->headers.at("content-type"), "text/event-stream");
    EXPECT_EQ(watching.head->headers.at("transfer-encoding"), "chunked");
    EXPECT_TRUE(watching.feed->send(message("id: 1\ndata: one\n\n")));
    EXPECT_EQ(chunk(watching.client), "id: 1\ndata: one\n\n");
    EXPECT_TRUE(watching.feed->send(message("data: two\n\n")));
    EXPECT_TRUE(watching.feed->send(message("")));
    EXPECT_TRUE(watching.feed->send(message("data: three\n\n")));
    EXPECT_EQ(chunk(watching.client), "data: two\n\n");
    EXPECT_EQ(chunk(watching.client), "data: three\n\n");
}

TEST(EventStream, GivesSignsOfLife) {
    Server server({.heartbeat = 50ms});
    Watching watching(server);
    EXPECT_EQ(chunk(watching.client), ":\n\n");
    EXPECT_EQ(chunk(watching.client), ":\n\n");
}

TEST(EventStream, EndsWhenTheServiceCloses) {
    Server server;
    Watching watching(server);
    ASSERT_TRUE(watching.feed);
    watching.feed->send(message("data: last\n\n"));
    watching.feed->close("the game is over");
    EXPECT_EQ(chunk(watching.client), "data: last\n\n");
    EXPECT_EQ(chunk(watching.client), ": the game is over\n\n");
    EXPECT_EQ(chunk(watching.client), "");
    EXPECT_TRUE(watching.client.closed());
    EXPECT_TRUE(server.service.becomes_alive(0));
}

TEST(EventStream, EndsWhenTheClientGoes) {
    Server server;
    {
        const Watching watching(server);
        EXPECT_TRUE(server.service.becomes_alive(1));
    }
    EXPECT_TRUE(server.service.becomes_alive(0));
    EXPECT_FALSE(server.service.feed(0)->send(message("too late")));
}

TEST(EventStream, Http10GetsItWithoutChunks) {
    Server server;
    RawClient client(server.transport.port());
    client.send("GET /events HTTP/1.0\r\n\r\n");
    const auto head = client.response();
    ASSERT_TRUE(head);
    EXPECT_FALSE(head->headers.contains("transfer-encoding"));
    const auto feed = server.service.feed(0);
    ASSERT_TRUE(feed);
    feed->send(message("data: plain\n\n"));
    feed->close("done");
    EXPECT_EQ(client.bytes(13), "data: plain\n\n");
    EXPECT_EQ(client.bytes(8), ": done\n\n");
    EXPECT_TRUE(client.closed());
}

TEST(EventStream, ASlowReaderIsDropped) {
    Server server({.feed_bytes_max = 200'000});
    const Watching watching(server, 4'096);
    ASSERT_TRUE(watching.feed);
    const auto news = message("data: " + std::string(20'000, 'x') + "\n\n");
    bool takes = true;
    for (int i = 0; i < 10'000 && takes; ++i) {
        takes = watching.feed->send(news);
        std::this_thread::sleep_for(100us);
    }
    EXPECT_FALSE(takes);
    EXPECT_TRUE(server.observer.drops_slow_reader());
    EXPECT_TRUE(server.service.becomes_alive(0));
}

TEST(EventStream, AStopEndsIt) {
    Server server;
    Watching watching(server);
    ASSERT_TRUE(watching.feed);
    auto stopping = std::async(std::launch::async, [&] { server.transport.stop(5s); });
    EXPECT_EQ(chunk(watching.client), ": the server is stopping\n\n");
    EXPECT_EQ(chunk(watching.client), "");
    EXPECT_TRUE(watching.client.closed());
    EXPECT_EQ(stopping.wait_for(2s), std::future_status::ready);
}

}  // namespace
}  // namespace arbiter::server
