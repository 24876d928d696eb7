#include <algorithm>
#include <array>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "server/api/stateless.hpp"
#include "tests/server/api_fixture.hpp"
#include "tests/support/long_sgf.hpp"

/// What one client may cost the others.
namespace arbiter::server {
namespace {

using namespace std::chrono_literals;

ApiOptions without_limits() {
    return {.requests = {.per_second = 1e6, .burst = 1e6},
            .work = {.per_second = 1e6, .burst = 1e6}};
}

std::string body_with(std::string_view start) {
    JsonWriter out;
    out.object([&] { out.member("start", start); });
    return out.take();
}

TEST(Load, ComputingIsPaidForByItsClient) {
    ApiOptions options = without_limits();
    options.work = {.per_second = 1, .burst = 20};
    TestServer server(options);
    const auto game = server.create(R"({"game": "go"})");
    int drawn = 0;
    Response last;
    while (drawn < 100) {
        last = server.get(game.path() + "/board.png?size=1000");
        if (last.status != 200) break;
        ++drawn;
    }
    EXPECT_GT(drawn, 0);
    EXPECT_EQ(last.status, 429);
    EXPECT_EQ(text(json_of(last), "/code"), "too_much_work");
    EXPECT_FALSE(header(last, "Retry-After").empty());
    // The game goes on, and the server answers for itself.
    const Response played =
        server.post(game.path() + "/moves?ply=0", R"({"move": "D4"})", {.key = game.black});
    EXPECT_EQ(played.status, 200) << played.body;
    EXPECT_EQ(server.get("/healthz").status, 200);
}

TEST(Load, APictureStopsWhenNobodyWaitsForIt) {
    TestServer server;
    const auto game = server.create(R"({"game": "go"})");
    std::stop_source gone;
    gone.request_stop();
    std::promise<Response> promise;
    server.api().handle({.method = "GET",
                         .target = game.path() + "/board.png?size=2048",
                         .address = "192.0.2.1",
                         .at = platform::system_clock().now(),
                         .given_up = gone.get_token()},
                        [&](Response response) { promise.set_value(std::move(response)); });
    const Response response = promise.get_future().get();
    EXPECT_EQ(response.status, 503);
    EXPECT_EQ(text(json_of(response), "/code"), "given_up");
}

/// That readers and proofs end then: tests/contract/interruption_test.cpp.
TEST(Load, WhatNobodyWaitsForIsDropped) {
    std::stop_source gone;
    const auto work = [&]() -> Answer {
        EXPECT_FALSE(Interruption::is_due());
        gone.request_stop();
        EXPECT_TRUE(Interruption::is_due());
        return json_response("{}");
    };
    const Answer answer = while_wanted(gone.get_token(), work);
    EXPECT_FALSE(Interruption::is_due());
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().status, 503);
    EXPECT_EQ(answer.error().code, "given_up");
    EXPECT_TRUE(while_wanted({}, []() -> Answer { return json_response("{}"); }));
}

TEST(Load, PicturesHaveALargestSize) {
    TestServer server;
    const auto game = server.create(R"({"game": "go"})");
    const Response response = server.get(game.path() + "/board.png?size=4096");
    EXPECT_EQ(response.status, 422);
    EXPECT_NE(response.body.find("from 64 to 2048"), std::string::npos);
}

TEST(Load, AGameHasOnlySoManyEvents) {
    ApiOptions options = without_limits();
    options.events_max = 3;
    TestServer server(options);
    const Response refused = server.post("/api/games", body_with("1. e4 e5 2. Nf3 Nc6 *"));
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(text(json_of(refused), "/code"), "too_many_events");

    const auto game = server.create(body_with("1. e4 e5 2. Nf3 *"));
    EXPECT_EQ(server.move(game, Color::black, "Nc6"), "422 too_many_events");
    EXPECT_EQ(server.move(game, Color::black, "resign"), "200");
}

/// That nothing is replayed for it: tests/contract/game_base_test.cpp.
TEST(Load, AnyPlyOfALongGameIsFound) {
    TestServer server;
    const auto game = server.create(body_with(long_sgf()));
    for (const int ply : {0, 1, 884, 1'768}) {
        const Json past = json_of(server.get(game.path() + "?ply=" + std::to_string(ply)));
        EXPECT_EQ(number(past, "/ply"), ply);
        EXPECT_EQ(text(past, "/turn"), ply % 2 == 0 ? "black" : "white");
    }
}

bool is_quick(TestServer& server, const TestServer::NewGame& game) {
    return server.api().is_quick({.method = "POST",
                                  .target = game.path() + "/moves",
                                  .body = R"({"move": "a1", "ply": 0})",
                                  .address = "192.0.2.1"});
}

/// The thread of a socket serves many others: it makes moves only where that takes no time.
TEST(Load, MovesInLongGamesAreMadeElsewhere) {
    TestServer server;
    const auto small = server.create(R"({"game": "go"})");
    const auto large = server.create(body_with(long_sgf()));
    EXPECT_TRUE(is_quick(server, small));
    EXPECT_FALSE(is_quick(server, large));
    EXPECT_EQ(server.move(large, Color::black, "C1"), "200");
}

TEST(Load, MessagesAboutLongGamesArePaidFor) {
    TestServer server;
    const auto game = server.create(body_with(long_sgf()));
    server.restart_with(
        [](ApiOptions& options) { options.work = {.per_second = 0.001, .burst = 1}; });
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    const std::string request = R"({"type": "subscribe", "game": ")" + game.id + "\"}";
    socket->receive(request, platform::system_clock().now());
    EXPECT_EQ(number(feed->next("subscribed"), "/version"), 1);
    socket->receive(request, platform::system_clock().now());
    EXPECT_EQ(text(feed->next("problem"), "/body/code"), "too_much_work");
    socket->receive(R"({"type": "play", "move": "C1", "ply": 1768, "game": ")" + game.id +
                        R"(", "key": ")" + game.black + "\"}",
                    platform::system_clock().now());
    EXPECT_EQ(text(feed->next("problem"), "/body/code"), "too_much_work");
    socket->receive(R"({"type": "ping"})", platform::system_clock().now());
    feed->next("pong");
}

TEST(Load, WhatAClientStoresIsLimited) {
    ApiOptions options = without_limits();
    options.stored_bytes = {.per_second = 1, .burst = 3'000};
    TestServer server(options);
    const auto game = server.create(R"({"game": "chess"})");
    const Response much =
        server.post("/api/games", body_with("1. e4 {" + std::string(4'000, 'a') + "} *"));
    EXPECT_EQ(much.status, 429);
    EXPECT_EQ(text(json_of(much), "/code"), "too_much_stored");
    EXPECT_FALSE(header(much, "Retry-After").empty());
    // Nothing of it was counted: there is room for some moves.
    std::string last = "200";
    int moves = 0;
    for (; last == "200" && moves < 30; ++moves) {
        constexpr std::array<std::string_view, 4> shuffling{"Nf3", "Nf6", "Ng1", "Ng8"};
        last = server.move(game, moves % 2 == 0 ? Color::white : Color::black,
                           shuffling[static_cast<std::size_t>(moves) % 4]);
    }
    EXPECT_EQ(last, "429 too_much_stored");
    EXPECT_GT(moves, 2);
    EXPECT_EQ(server.post("/api/games", R"({"game": "chess"})").status, 429);
    EXPECT_EQ(server.get(game.path()).status, 200);
}

/// What is used stays; what nobody uses goes, before its time.
TEST(Load, GamesInMemoryHaveABudget) {
    ApiOptions options = without_limits();
    options.rooms_bytes_max = 1;
    options.room_idle = std::chrono::hours(1);
    TestServer server(options);
    const auto watched = server.create(R"({"game": "chess"})");
    const auto feed = std::make_shared<CollectingFeed>();
    auto socket = server.converse(feed);
    socket->receive(R"({"type": "subscribe", "game": ")" + watched.id + "\"}",
                    platform::system_clock().now());
    feed->next("subscribed");
    const auto other = server.create(R"({"game": "go"})");
    const auto status_becomes = [&](int wanted) {
        for (int i = 0; i < 2'000 && server.get(other.path()).status != wanted; ++i) {
            std::this_thread::sleep_for(10ms);
        }
        return server.get(other.path());
    };
    EXPECT_EQ(text(json_of(status_becomes(503)), "/code"), "overloaded");
    EXPECT_EQ(server.get(watched.path()).status, 200);
    EXPECT_EQ(server.move(watched, Color::white, "e4"), "200");
    socket.reset();
    EXPECT_EQ(status_becomes(200).status, 200);
}

TEST(Load, OperatorsHaveADoorOfTheirOwn) {
    ApiOptions options = without_limits();
    options.has_admin = true;
    TestServer server(options);
    const auto from_admin = [&](std::string target) {
        std::promise<Response> promise;
        server.api().admin().handle(
            {.method = "GET", .target = std::move(target), .address = "192.0.2.1"},
            [&](Response response) { promise.set_value(std::move(response)); });
        return promise.get_future().get().status;
    };
    EXPECT_EQ(from_admin("/healthz"), 200);
    EXPECT_EQ(from_admin("/readyz"), 200);
    EXPECT_EQ(from_admin("/metrics"), 200);
    EXPECT_EQ(from_admin("/api/games"), 404);
    EXPECT_EQ(from_admin("/"), 404);
    EXPECT_EQ(server.get("/metrics").status, 404);
    EXPECT_EQ(server.get("/healthz").status, 200);
    EXPECT_EQ(server.get("/readyz").status, 200);
}

TEST(Load, MessagesThatAreNotJsonCountAsWell) {
    TestServer server({.requests = {.per_second = 1, .burst = 5}});
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    int bad = 0;
    int refused = 0;
    for (int i = 0; i < 20; ++i) {
        socket->receive("junk", platform::system_clock().now());
        const auto status = number(feed->next("problem"), "/status");
        bad += status == 400 ? 1 : 0;
        refused += status == 429 ? 1 : 0;
    }
    EXPECT_LE(bad, 5);
    EXPECT_GE(refused, 15);
}

}  // namespace
}  // namespace arbiter::server
