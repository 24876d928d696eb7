#include "server/http/transport.hpp"

#include <future>
#include <set>
#include <system_error>

#include <gtest/gtest.h>

#include "tests/server/raw_client.hpp"
#include "tests/server/transport_fixture.hpp"

namespace arbiter::server {
namespace {

using namespace std::chrono_literals;

/// What one connection gets for these bytes.
std::optional<RawResponse> answer(const Server& server, std::string_view bytes) {
    RawClient client(server.transport.port());
    client.send(bytes);
    return client.response();
}

int status_for(const Server& server, std::string_view bytes) {
    const auto response = answer(server, bytes);
    return response ? response->status : 0;
}

TEST(Transport, AnswersWithTheServicesResponse) {
    const Server server;
    const auto response = answer(server, get("/hello"));
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->body, "hello");
    EXPECT_EQ(response->headers.at("content-type"), "text/plain");
    EXPECT_EQ(response->headers.at("connection"), "keep-alive");
    EXPECT_EQ(response->headers.count("date"), 1U);
}

TEST(Transport, HandsTheRequestOver) {
    const Server server;
    const auto response = answer(server, get("/request?a=%20b", "X-Test: kept\r\n"));
    ASSERT_TRUE(response);
    EXPECT_EQ(response->body, "GET /request?a=%20b 127.0.0.1 kept");
}

TEST(Transport, KeepsTheConnection) {
    const Server server;
    RawClient client(server.transport.port());
    for (int i = 0; i < 20; ++i) {
        client.send(post("/echo", "body " + std::to_string(i)));
        const auto response = client.response();
        ASSERT_TRUE(response);
        EXPECT_EQ(response->body, "body " + std::to_string(i));
    }
}

TEST(Transport, WorkEndsWhenItsClientHasGone) {
    Server server;
    {
        RawClient client(server.transport.port());
        client.send(get("/work"));
        ASSERT_TRUE(server.service.entered.wait());
    }
    EXPECT_TRUE(server.service.door.wait());
}

TEST(Transport, WorkEndsWhenTheTimeForAnAnswerIsUp) {
    Server server({.answer_timeout = 200ms});
    EXPECT_EQ(status_for(server, get("/work")), 503);
    EXPECT_TRUE(server.service.door.wait());
}

TEST(Transport, WorkEndsWithTheGraceOfAStop) {
    Server server;
    RawClient client(server.transport.port());
    client.send(get("/work"));
    ASSERT_TRUE(server.service.entered.wait());
    server.transport.stop(100ms);
    EXPECT_TRUE(server.service.door.wait());
}

TEST(Transport, AClientThatWaitsWithMoreToAskGetsItsAnswers) {
    Server server;
    RawClient client(server.transport.port());
    client.send(get("/door") + get("/hello"));
    ASSERT_TRUE(server.service.entered.wait());
    std::this_thread::sleep_for(100ms);  // longer than an answer at once
    server.service.door.open();
    const auto first = client.response();
    const auto second = client.response();
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->body, "opened");
    EXPECT_EQ(second->body, "hello");
}

TEST(Transport, AnswersPipelinedRequestsInOrder) {
    const Server server;
    RawClient client(server.transport.port());
    std::string requests;
    for (int i = 0; i < 100; ++i) requests += post("/echo", std::to_string(i)) + get("/later");
    client.send(requests);
    for (int i = 0; i < 100; ++i) {
        const auto echoed = client.response();
        ASSERT_TRUE(echoed);
        EXPECT_EQ(echoed->body, std::to_string(i));
        const auto later = client.response();
        ASSERT_TRUE(later);
        EXPECT_EQ(later->body, "later");
    }
}

TEST(Transport, TakesARequestByteByByte) {
    const Server server;
    RawClient client(server.transport.port());
    for (const char c : "\r\n" + post("/echo", "slowly") + get("/hello")) {
        client.send({&c, 1});
        std::this_thread::sleep_for(200us);
    }
    const auto first = client.response();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->body, "slowly");
    EXPECT_EQ(client.response().value_or(RawResponse{}).body, "hello");
}

// Beast's parser asserts that it is never shown a part of a last chunk that comes first.
TEST(Transport, TakesAnEmptyChunkedBodyByteByByte) {
    const Server server;
    RawClient client(server.transport.port());
    client.send("POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (const char c : std::string_view("0\r\n\r\n")) {
        client.send({&c, 1});
        std::this_thread::sleep_for(2ms);
    }
    const auto response = client.response();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->body, "");
}

TEST(Transport, ReadsChunkedBodies) {
    const Server server;
    const auto response = answer(server,
                                 "POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: "
                                 "chunked\r\n\r\n5\r\nhello\r\n6;note=x\r\n world\r\n0\r\n"
                                 "X-Trailer: ignored\r\n\r\n");
    ASSERT_TRUE(response);
    EXPECT_EQ(response->body, "hello world");
}

TEST(Transport, TrailersAreNoHeaders) {
    const Server server;
    const auto response = answer(server,
                                 "POST /request HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: "
                                 "chunked\r\n\r\n0\r\nX-Test: smuggled\r\n\r\n");
    ASSERT_TRUE(response);
    EXPECT_EQ(response->body, "POST /request 127.0.0.1 ");
}

TEST(Transport, HeadHasNoBody) {
    const Server server;
    RawClient client(server.transport.port());
    client.send("HEAD /hello HTTP/1.1\r\nHost: test\r\n\r\n" + get("/hello"));
    const auto head = client.response(true);
    ASSERT_TRUE(head);
    EXPECT_EQ(head->headers.at("content-length"), "5");
    EXPECT_EQ(client.response().value_or(RawResponse{}).body, "hello");
}

TEST(Transport, NoContentHasNoLength) {
    const Server server;
    const auto response = answer(server, get("/nothing"));
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 204);
    EXPECT_FALSE(response->headers.contains("content-length"));
}

TEST(Transport, ClosesWhenAsked) {
    const Server server;
    RawClient client(server.transport.port());
    client.send(get("/hello", "Connection: close\r\n"));
    const auto response = client.response();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->headers.at("connection"), "close");
    EXPECT_TRUE(client.closed());
}

TEST(Transport, ClosesAfterHttp10) {
    const Server server;
    RawClient client(server.transport.port());
    client.send("GET /hello HTTP/1.0\r\n\r\n");
    EXPECT_EQ(client.response().value_or(RawResponse{}).body, "hello");
    EXPECT_TRUE(client.closed());
}

TEST(Transport, TellsAClientThatAsksToGoOn) {
    const Server server;
    RawClient client(server.transport.port());
    client.send(
        "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
    const auto interim = client.response();
    ASSERT_TRUE(interim);
    EXPECT_EQ(interim->status, 100);
    client.send("body");
    EXPECT_EQ(client.response().value_or(RawResponse{}).body, "body");
}

TEST(Transport, AnswersAClientThatHasClosedItsHalf) {
    const Server server;
    RawClient client(server.transport.port());
    client.send(get("/later"));
    client.half_close();
    EXPECT_EQ(client.response().value_or(RawResponse{}).body, "later");
    EXPECT_TRUE(client.closed());
}

TEST(Transport, SendsLargeBodies) {
    const Server server;
    const auto response = answer(server, get("/big"));
    ASSERT_TRUE(response);
    EXPECT_EQ(response->body, std::string(2'000'000, 'x'));
}

TEST(Transport, AnExceptionOfTheServiceIsA500) {
    const Server server;
    RawClient client(server.transport.port());
    client.send(get("/throw") + get("/hello"));
    const auto response = client.response();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 500);
    EXPECT_EQ(response->headers.at("content-type"), "application/problem+json");
    EXPECT_EQ(client.response().value_or(RawResponse{}).body, "hello");
    ASSERT_EQ(server.observer.failures().size(), 1U);
    EXPECT_EQ(server.observer.failures()[0], "the service threw an exception: thrown on purpose");
}

TEST(Transport, TellsTheObserverOfARequestWithoutItsQuery) {
    const Server server;
    RawClient client(server.transport.port());
    client.send(get("/request?key=secret") + get("/hello"));
    ASSERT_TRUE(client.response());
    ASSERT_TRUE(client.response());
    const auto told = server.observer.exchanges();
    ASSERT_GE(told.size(), 1U);
    EXPECT_EQ(told[0].method, "GET");
    EXPECT_EQ(told[0].path, "/request");
    EXPECT_EQ(told[0].status, 200);
    EXPECT_EQ(told[0].address, "127.0.0.1");
}

TEST(Transport, NamesEveryRequestInTheAnswerAndToTheObserver) {
    const Server server;
    RawClient client(server.transport.port());
    constexpr std::string_view trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const auto traced = [](std::string_view parent) {
        return "GET /hello HTTP/1.1\r\nHost: t\r\ntraceparent: " + std::string(parent) + "\r\n\r\n";
    };
    client.send(get("/hello") + get("/hello") +
                traced("00-" + std::string(trace) + "-00f067aa0ba902b7-01") +
                traced("00-" + std::string(32, '0') + "-00f067aa0ba902b7-01") + traced("junk"));
    std::vector<std::string> ids;
    for (int i = 0; i < 5; ++i) {
        const auto response = client.response();
        ASSERT_TRUE(response);
        ids.push_back(response->headers.at("x-request-id"));
        EXPECT_EQ(ids.back().size(), 32U);
        EXPECT_TRUE(response->headers.at("traceparent").starts_with("00-" + ids.back() + "-"));
    }
    EXPECT_EQ(ids[2], trace);
    EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), ids.size()) << "each has its own";
    const auto told = server.observer.exchanges();
    ASSERT_GE(told.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(told[i].id, ids[i]);
}

// --- Limits

TEST(TransportLimits, Body) {
    const Server server({.body_size_max = 100});
    EXPECT_EQ(status_for(server, post("/echo", std::string(100, 'x'))), 200);
    EXPECT_EQ(status_for(server, post("/echo", std::string(101, 'x'))), 413);
    EXPECT_EQ(status_for(server,
                         "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: "
                         "chunked\r\n\r\n3c\r\n" +
                             std::string(60, 'x') + "\r\n3c\r\n" + std::string(60, 'x') +
                             "\r\n0\r\n\r\n"),
              413);
}

TEST(TransportLimits, ABodyThatIsTooLargeIsRefusedBeforeItIsSent) {
    const Server server({.body_size_max = 100});
    EXPECT_EQ(status_for(server,
                         "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 999999999\r\n"
                         "Expect: 100-continue\r\n\r\n"),
              413);
}

TEST(TransportLimits, TheRefusalArrivesWhileTheClientIsStillSending) {
    const Server server({.body_size_max = 100});
    EXPECT_EQ(status_for(server, post("/echo", std::string(1 << 20, 'x'))), 413);
}

TEST(TransportLimits, Headers) {
    const Server server({.header_size_max = 1'000, .target_size_max = 500});
    const auto with_header = [](std::size_t size) {
        return get("/hello", "X-Long: " + std::string(size, 'x') + "\r\n");
    };
    EXPECT_EQ(status_for(server, with_header(800)), 200);
    EXPECT_EQ(status_for(server, with_header(1'200)), 431);
    EXPECT_EQ(status_for(server, get("/request?" + std::string(400, 'x'))), 200);
    EXPECT_EQ(status_for(server, get("/request?" + std::string(500, 'x'))), 414);
    std::string many;
    for (int i = 0; i < 1'000; ++i) many += "A: b\r\n";
    EXPECT_EQ(status_for(server, get("/hello", many)), 431);
}

TEST(TransportLimits, AChunksHeaderIsNotReadForEver) {
    const Server server({.header_size_max = 1'000, .target_size_max = 500});
    EXPECT_EQ(status_for(server,
                         "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: "
                         "chunked\r\n\r\n5;" +
                             std::string(100'000, 'x')),
              431);
}

TEST(TransportLimits, Connections) {
    const Server server({.connections_max = 2});
    RawClient first(server.transport.port());
    RawClient second(server.transport.port());
    first.send(get("/hello"));
    second.send(get("/hello"));
    ASSERT_TRUE(first.response());
    ASSERT_TRUE(second.response());
    RawClient third(server.transport.port());
    third.send(get("/hello"));
    const auto refused = third.response();
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->status, 503);
    EXPECT_EQ(refused->headers.at("retry-after"), "1");
    EXPECT_TRUE(third.closed());
    EXPECT_EQ(server.observer.turned_away_count(), 1);
    first.send(get("/hello"));
    EXPECT_TRUE(first.response());
}

TEST(TransportLimits, ConnectionsOfOneAddress) {
    const Server server({.connections_per_address_max = 1});
    {
        RawClient first(server.transport.port());
        first.send(get("/hello"));
        ASSERT_TRUE(first.response());
        EXPECT_EQ(status_for(server, get("/hello")), 503);
    }
    int status = 0;
    for (int i = 0; i < 100 && status != 200; ++i) {
        std::this_thread::sleep_for(10ms);
        status = status_for(server, get("/hello"));
    }
    EXPECT_EQ(status, 200);
}

TEST(TransportLimits, ATrustedProxySpeaksForManyAddresses) {
    const Server server({.connections_per_address_max = 1, .trusted_proxies = {"127.0.0.1"}});
    RawClient first(server.transport.port());
    first.send(get("/hello"));
    ASSERT_TRUE(first.response());
    const auto response = answer(
        server,
        get("/request", "X-Forwarded-For: 6.6.6.6\r\nx-forwarded-for: 1.2.3.4, 5.6.7.8\r\n"));
    ASSERT_TRUE(response);
    EXPECT_EQ(response->body, "GET /request 5.6.7.8 ");
    const auto nonsense = answer(server, get("/request", "X-Forwarded-For: nobody\r\n"));
    ASSERT_TRUE(nonsense);
    EXPECT_EQ(nonsense->body, "GET /request 127.0.0.1 ");
}

TEST(TransportLimits, NobodyElseSpeaksForAnother) {
    const Server server;
    const auto response = answer(server, get("/request", "X-Forwarded-For: 5.6.7.8\r\n"));
    ASSERT_TRUE(response);
    EXPECT_EQ(response->body, "GET /request 127.0.0.1 ");
}

TEST(TransportLimits, WaitingRequests) {
    TransportOptions options{.waiting_requests_max = 0};
    const Server server(options);
    const auto response = answer(server, get("/hello"));
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 503);
    EXPECT_EQ(response->headers.at("retry-after"), "1");
}

// --- Time

TEST(TransportTimeouts, AHeadThatDribbles) {
    const Server server({.header_timeout = 100ms});
    RawClient client(server.transport.port());
    for (const char c : std::string_view("GET /hello HTTP/1.1\r\nHost")) {
        client.send({&c, 1});
        std::this_thread::sleep_for(10ms);
    }
    const auto response = client.response();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 408);
    EXPECT_TRUE(client.closed());
}

TEST(TransportTimeouts, ABodyThatNeverComes) {
    const Server server({.body_timeout = 100ms});
    EXPECT_EQ(status_for(server, "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\nab"),
              408);
}

TEST(TransportTimeouts, AnIdleConnection) {
    const Server server({.idle_timeout = 100ms});
    RawClient silent(server.transport.port());
    EXPECT_TRUE(silent.closed());
    RawClient once(server.transport.port());
    once.send(get("/hello"));
    EXPECT_TRUE(once.response());
    EXPECT_TRUE(once.closed());
}

TEST(TransportTimeouts, AnAnswerThatNeverComes) {
    const Server server({.answer_timeout = 100ms});
    RawClient client(server.transport.port());
    client.send(get("/never"));
    const auto response = client.response();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 503);
    EXPECT_TRUE(client.closed());
}

TEST(TransportTimeouts, AClientThatDoesNotRead) {
    Server server({.write_timeout = 100ms});
    RawClient client(server.transport.port(), 4'096);
    for (int i = 0; i < 8; ++i) client.send(get("/big"));
    for (int i = 0; i < 500 && server.observer.exchanges().empty(); ++i) {
        std::this_thread::sleep_for(10ms);
    }
    // A response that could not be written is the last one.
    std::this_thread::sleep_for(200ms);
    EXPECT_LT(server.observer.exchanges().size(), 8U);
    EXPECT_EQ(status_for(server, get("/hello")), 200);
}

// --- Malformed requests

class Malformed : public testing::TestWithParam<std::pair<std::string, int>> {};

TEST_P(Malformed, IsRefusedAndTheConnectionClosed) {
    const Server server;
    RawClient client(server.transport.port());
    client.send(GetParam().first);
    client.half_close();
    const auto response = client.response();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, GetParam().second) << response->body;
    EXPECT_EQ(response->headers.at("content-type"), "application/problem+json");
    EXPECT_TRUE(client.closed());
}

using Case = std::pair<std::string, int>;
INSTANTIATE_TEST_SUITE_P(
    Heads, Malformed,
    testing::Values(
        Case{"\x16\x03\x01\x02\x01\x01\xfc\x03\x03", 400}, Case{"hello\r\n\r\n", 400},
        Case{"GET\r\n\r\n", 400}, Case{"GET /hello\r\n\r\n", 400},
        Case{"GET /hello HTTP/2.0\r\n\r\n", 400}, Case{"GET /hello HTTP/1.1\r\n\r\n", 400},
        Case{"GET hello HTTP/1.1\r\nHost: t\r\n\r\n", 400},
        Case{"GET /hello HTTP/1.1\r\nHost: t\r\nHost: u\r\n\r\n", 400},
        Case{"GET /hello HTTP/1.1\r\nHost: t\r\nno colon\r\n\r\n", 400},
        Case{"GET /hello HTTP/1.1\r\nHost : t\r\n\r\n", 400},
        Case{"GET /hello HTTP/1.1\r\nHost: t\r\nX: a\rb\r\n\r\n", 400},
        Case{"GET /hello HTTP/1.1\r\nHost: t\r\nContent-Length: -1\r\n\r\n", 400},
        Case{"GET /hello HTTP/1.1\r\nHost: t\r\nContent-Length: 1x\r\n\r\n", 400},
        Case{"GET /hello HTTP/1.1\r\nHost: t\r\nContent-Length: 99999999999999999999\r\n\r\n", 400},
        Case{"GET /hello HTTP/1.1\r\nHost: t\r\nExpect: rain\r\n\r\n", 417},
        Case{"GET /hello HTTP/1.1\r\nHost: t", 400},
        Case{"POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\nabc", 400},
        Case{"POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400}));

INSTANTIATE_TEST_SUITE_P(
    Smuggling, Malformed,
    testing::Values(Case{"POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n"
                         "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                         400},
                    Case{"POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n"
                         "Content-Length: 3\r\n\r\n0\r\n\r\n",
                         400},
                    Case{"POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n"
                         "Content-Length: 4\r\n\r\nabcd",
                         400},
                    Case{"POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n"
                         "Content-Length: 3\r\n\r\nabc",
                         400},
                    Case{"POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 3, 3\r\n\r\nabc", 400},
                    Case{"POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: gzip\r\n\r\n", 400},
                    Case{"POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: xchunked\r\n\r\n",
                         400},
                    Case{"POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: gzip, "
                         "chunked\r\n\r\n0\r\n\r\n",
                         400},
                    Case{"POST /echo HTTP/1.0\r\nHost: t\r\nTransfer-Encoding: "
                         "chunked\r\n\r\n0\r\n\r\n",
                         400}));

TEST(Transport, AClientThatGoesLeavesNothingBehind) {
    Server server;
    for (int i = 0; i < 50; ++i) {
        RawClient client(server.transport.port());
        client.send(i % 2 == 0 ? get("/later") : "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Len");
        client.reset();
    }
    EXPECT_EQ(status_for(server, get("/hello")), 200);
    const auto before = std::chrono::steady_clock::now();
    server.transport.stop(5s);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 3s);
}

// --- Stopping

TEST(TransportStop, AnswersTheRequestsInHand) {
    Server server;
    RawClient client(server.transport.port());
    client.send(get("/door"));
    ASSERT_TRUE(server.service.entered.wait());
    RawClient idle(server.transport.port());
    idle.send(get("/hello"));
    ASSERT_TRUE(idle.response());

    auto stopping = std::async(std::launch::async, [&] { server.transport.stop(5s); });
    EXPECT_TRUE(idle.closed());
    EXPECT_EQ(stopping.wait_for(50ms), std::future_status::timeout);
    EXPECT_THROW(RawClient(server.transport.port()).send("x"), std::exception);
    server.service.door.open();
    const auto response = client.response();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->body, "opened");
    EXPECT_EQ(response->headers.at("connection"), "close");
    EXPECT_TRUE(client.closed());
    EXPECT_EQ(stopping.wait_for(2s), std::future_status::ready);
}

TEST(TransportStop, CutsOffWhatOutlastsTheGrace) {
    Server server;
    RawClient client(server.transport.port());
    client.send(get("/never"));
    RawClient other(server.transport.port());
    other.send(get("/hello"));
    ASSERT_TRUE(other.response());
    const auto before = std::chrono::steady_clock::now();
    server.transport.stop(100ms);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 1s);
    EXPECT_TRUE(client.closed());
}

TEST(TransportStop, AReplyThatComesTooLateIsIgnored) {
    FakeObserver observer;
    std::vector<std::thread> late;
    struct Late final : Service {
        Door& door;
        std::vector<std::thread>& threads;
        Late(Door& opened, std::vector<std::thread>& joined) : door(opened), threads(joined) {}
        void handle(Request, Reply reply) override {
            threads.emplace_back([this, answer = std::move(reply)]() mutable {
                door.wait();
                answer({.status = 200});
            });
        }
        std::expected<std::unique_ptr<Conversation>, Response> converse(
            const Request&, std::shared_ptr<Feed>) override {
            return std::unexpected(Response{.status = 404});
        }
    };
    Door door;
    Late slow(door, late);
    {
        Transport transport({.port = 0, .threads = 1, .workers = 1}, slow, observer);
        RawClient client(transport.port());
        client.send(get("/hello"));
        RawClient other(transport.port());
        other.upgrade("/nowhere");
        transport.stop(50ms);
    }
    door.open();
    for (std::thread& thread : late) thread.join();
}

TEST(Transport, SaysWhyItCannotListen) {
    const Server server;
    FakeService service;
    FakeObserver observer;
    const TransportOptions taken{.port = server.transport.port()};
    try {
        const Transport transport(taken, service, observer);
        FAIL() << "two listen on one port";
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::errc::address_in_use);
    }
    const TransportOptions nowhere{.address = "192.0.2.1", .port = 0};
    EXPECT_THROW(Transport(nowhere, service, observer), std::system_error);
    const TransportOptions nonsense{.address = "not an address", .port = 0};
    EXPECT_THROW(Transport(nonsense, service, observer), std::system_error);
}

}  // namespace
}  // namespace arbiter::server
