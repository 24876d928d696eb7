#include <future>

#include <gtest/gtest.h>

#include "server/http/transport.hpp"
#include "tests/server/raw_client.hpp"
#include "tests/server/transport_fixture.hpp"

namespace arbiter::server {
namespace {

using namespace std::chrono_literals;

constexpr std::uint8_t text = 1;
constexpr std::uint8_t binary = 2;
constexpr std::uint8_t closing = 8;
constexpr std::uint8_t ping = 9;
constexpr std::uint8_t pong = 10;

std::string next_text(RawClient& client) {
    const auto frame = client.message();
    return frame && frame->opcode == text ? frame->payload : "(no text)";
}

/// 0 if it is not closed next.
std::uint16_t next_close_code(RawClient& client) {
    const auto frame = client.message();
    return frame && frame->opcode == closing ? frame->close_code() : 0;
}

TEST(WebSocket, MessagesAreDealtWithInOrder) {
    const Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    for (int i = 0; i < 200; ++i) client.send_text("message " + std::to_string(i));
    for (int i = 0; i < 200; ++i) EXPECT_EQ(next_text(client), "message " + std::to_string(i));
}

TEST(WebSocket, TheServiceSendsWhenItLikes) {
    Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    const auto feed = server.service.feed(0);
    ASSERT_TRUE(feed);
    EXPECT_TRUE(feed->send(message("first")));
    EXPECT_EQ(next_text(client), "first");
    EXPECT_TRUE(feed->send(message(std::string(100'000, 'x'))));
    EXPECT_EQ(next_text(client), std::string(100'000, 'x'));
}

TEST(WebSocket, TheServiceRefusesAnUpgrade) {
    const Server server;
    RawClient client(server.transport.port());
    EXPECT_FALSE(client.upgrade("/elsewhere"));
    client.send(get("/hello"));
    EXPECT_EQ(client.response().value_or(RawResponse{}).body, "hello");
}

TEST(WebSocket, AWrongVersionIsNotAccepted) {
    Server server;
    RawClient client(server.transport.port());
    client.send(get("/ws",
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 7\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
    const auto response = client.response();
    ASSERT_TRUE(response);
    EXPECT_NE(response->status, 101);
    EXPECT_TRUE(server.service.becomes_alive(0));
}

TEST(WebSocket, AFrameBeforeTheHandshakeIsRefused) {
    const Server server;
    RawClient client(server.transport.port());
    client.send(get("/ws",
                    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n") +
                "\x81");
    EXPECT_EQ(client.response().value_or(RawResponse{}).status, 400);
}

TEST(WebSocket, PingsAreAnswered) {
    const Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    client.send_frame(ping, "are you there");
    const auto frame = client.frame();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->opcode, pong);
    EXPECT_EQ(frame->payload, "are you there");
}

TEST(WebSocket, TheConversationEndsWithTheConnection) {
    Server server;
    {
        RawClient client(server.transport.port());
        ASSERT_TRUE(client.upgrade("/ws"));
        EXPECT_TRUE(server.service.becomes_alive(1));
    }
    EXPECT_TRUE(server.service.becomes_alive(0));
    EXPECT_FALSE(server.service.feed(0)->send(message("too late")));
}

TEST(WebSocket, AFarewellIsAnswered) {
    Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    client.send_frame(closing, "\x03\xe8");
    EXPECT_EQ(next_close_code(client), 1000);
    EXPECT_TRUE(client.closed());
    EXPECT_TRUE(server.service.becomes_alive(0));
}

TEST(WebSocket, TheServiceClosesAfterWhatItHasSent) {
    Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    const auto feed = server.service.feed(0);
    ASSERT_TRUE(feed);
    feed->send(message("last words"));
    feed->close("enough");
    EXPECT_FALSE(feed->send(message("no more")));
    EXPECT_EQ(next_text(client), "last words");
    const auto frame = client.message();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->close_code(), 1000);
    EXPECT_EQ(frame->close_reason(), "enough");
}

TEST(WebSocket, OnlyTextIsTaken) {
    const Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    client.send_frame(binary, "bytes");
    EXPECT_EQ(next_close_code(client), 1003);
}

TEST(WebSocket, TextIsUtf8) {
    const Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    client.send_text("\xff\xfe");
    EXPECT_EQ(next_close_code(client), 1007);
}

TEST(WebSocket, AMessageThatIsTooLarge) {
    const Server server({.message_size_max = 1'000});
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    client.send_text(std::string(1'000, 'x'));
    EXPECT_EQ(next_text(client), std::string(1'000, 'x'));
    client.send_text(std::string(1'001, 'x'));
    EXPECT_EQ(next_close_code(client), 1009);
}

TEST(WebSocket, AFrameThatIsNone) {
    const Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    client.send_frame(15, "there is no such kind");
    EXPECT_EQ(next_close_code(client), 1002);
}

TEST(WebSocket, AnExceptionOfTheConversationClosesIt) {
    Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    client.send_text("boom");
    EXPECT_EQ(next_close_code(client), 1011);
    ASSERT_EQ(server.observer.failures().size(), 1U);
    EXPECT_EQ(server.observer.failures()[0], "the service threw an exception: boom");
}

TEST(WebSocket, ASilentConnectionIsPingedAndThenGivenUp) {
    Server server({.heartbeat = 200ms});
    RawClient dead(server.transport.port());
    ASSERT_TRUE(dead.upgrade("/ws"));
    const auto frame = dead.frame();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->opcode, ping);
    EXPECT_TRUE(server.service.becomes_alive(0));
}

TEST(WebSocket, WhoAnswersPingsStays) {
    Server server({.heartbeat = 100ms});
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    for (int i = 0; i < 6; ++i) {
        const auto frame = client.frame();
        ASSERT_TRUE(frame);
        ASSERT_EQ(frame->opcode, ping);
        client.send_frame(pong, frame->payload);
    }
    client.send_text("still here");
    EXPECT_EQ(next_text(client), "still here");
}

/// Until the feed takes no more; how many messages it took.
int flood(Feed& feed, const std::shared_ptr<const std::string>& text_sent) {
    for (int i = 0; i < 10'000; ++i) {
        if (!feed.send(text_sent)) return i;
        std::this_thread::sleep_for(100us);
    }
    return 10'000;
}

TEST(WebSocket, ASlowReaderIsDroppedWhileOthersGoOn) {
    Server server({.feed_bytes_max = 200'000});
    RawClient slow(server.transport.port(), 4'096);
    ASSERT_TRUE(slow.upgrade("/ws"));
    const auto slow_feed = server.service.feed(0);
    RawClient quick(server.transport.port());
    ASSERT_TRUE(quick.upgrade("/ws"));
    const auto quick_feed = server.service.feed(1);
    ASSERT_TRUE(slow_feed && quick_feed);

    const auto news = message(std::string(20'000, 'x'));
    int sent = 0;
    bool slow_takes = true;
    for (; sent < 5'000 && slow_takes; ++sent) {
        slow_takes = slow_feed->send(news);
        ASSERT_TRUE(quick_feed->send(news));
        ASSERT_EQ(next_text(quick), *news);
    }
    EXPECT_FALSE(slow_takes);
    EXPECT_TRUE(server.observer.drops_slow_reader());
    ASSERT_TRUE(quick_feed->send(message("still here")));
    EXPECT_EQ(next_text(quick), "still here");
    EXPECT_TRUE(server.service.becomes_alive(1));
}

TEST(WebSocket, ASlowReaderThatReadsAfterAllIsToldWhy) {
    Server server({.feed_bytes_max = 200'000});
    RawClient slow(server.transport.port(), 4'096);
    ASSERT_TRUE(slow.upgrade("/ws"));
    const auto feed = server.service.feed(0);
    ASSERT_TRUE(feed);
    EXPECT_LT(flood(*feed, message(std::string(20'000, 'x'))), 10'000);
    auto frame = slow.message();
    while (frame && frame->opcode == text) frame = slow.message();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->close_code(), 1013);
    EXPECT_EQ(frame->close_reason(), "messages were read too slowly");
}

TEST(WebSocket, AReaderThatReadsNothingIsCutOff) {
    Server server({.feed_bytes_max = 50'000'000, .write_timeout = 200ms});
    RawClient slow(server.transport.port(), 4'096);
    ASSERT_TRUE(slow.upgrade("/ws"));
    const auto feed = server.service.feed(0);
    ASSERT_TRUE(feed);
    feed->send(message(std::string(20'000'000, 'x')));
    EXPECT_TRUE(server.service.becomes_alive(0));
}

TEST(WebSocket, AStopSaysGoodbye) {
    Server server;
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    const auto feed = server.service.feed(0);
    ASSERT_TRUE(feed);
    feed->send(message("before"));
    auto stopping = std::async(std::launch::async, [&] { server.transport.stop(5s); });
    EXPECT_EQ(next_text(client), "before");
    const auto frame = client.message();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->close_code(), 1001);
    EXPECT_EQ(frame->close_reason(), "the server is stopping");
    client.send_frame(closing, "\x03\xe9");
    EXPECT_EQ(stopping.wait_for(2s), std::future_status::ready);
    EXPECT_TRUE(server.service.becomes_alive(0));
    EXPECT_FALSE(feed->send(message("too late")));
}

TEST(WebSocket, AStopDoesNotWaitForTheDeaf) {
    Server server;
    RawClient deaf(server.transport.port());
    ASSERT_TRUE(deaf.upgrade("/ws"));
    const auto before = std::chrono::steady_clock::now();
    server.transport.stop(5s);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 2s);
    EXPECT_TRUE(server.service.becomes_alive(0));
}

TEST(WebSocket, ManyThreadsMaySend) {
    Server server({.feed_bytes_max = 100'000'000});
    RawClient client(server.transport.port());
    ASSERT_TRUE(client.upgrade("/ws"));
    const auto feed = server.service.feed(0);
    ASSERT_TRUE(feed);
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&feed] {
                for (int j = 0; j < 500; ++j) feed->send(message("x"));
            });
        }
    }
    for (int i = 0; i < 2'000; ++i) ASSERT_EQ(next_text(client), "x");
}

}  // namespace
}  // namespace arbiter::server
