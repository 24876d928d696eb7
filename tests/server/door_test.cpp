#include <gtest/gtest.h>

#include "tests/server/api_fixture.hpp"

// What web pages may do with a server on the machine of their reader.

namespace arbiter::server {
namespace {

constexpr std::string_view new_game = R"({"game": "chess"})";

std::string code_of(const Response& response) {
    const std::string code = response.status < 300 ? "" : " " + text(json_of(response), "/code");
    return std::to_string(response.status) + code;
}

ApiOptions with(DoorPolicy door) {
    return {.requests = {.per_second = 1e6, .burst = 1e6}, .door = std::move(door)};
}

TEST(Door, OnlyItsOwnNamesLeadToAServerOfThisMachine) {
    TestServer server(with({.hosts = {"games.example.org"}, .checks_host = true}));
    const auto asked = [&](std::string host) {
        return code_of(server.get("/api/games", {.headers = {{"Host", std::move(host)}}}));
    };
    for (const std::string host : {"localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080",
                                   "games.example.org", "games.example.org:443"}) {
        EXPECT_EQ(asked(host), "200") << host;
    }
    for (const std::string host :
         {"evil.example", "localhost.evil.example:8080", "[::1", "127.0.0.2"}) {
        EXPECT_EQ(asked(host), "403 host_refused") << host;
    }
    const Request socket{.method = "GET", .target = "/ws", .headers = {{"Host", "evil.example"}}};
    EXPECT_FALSE(server.api().converse(socket, std::make_shared<CollectingFeed>()));
    TestServer anywhere(with({}));
    EXPECT_EQ(code_of(anywhere.get("/api/games", {.headers = {{"Host", "evil.example"}}})), "200");
}

TEST(Door, PagesElsewhereChangeNothing) {
    TestServer server(with({.origins = {"https://example.org"}}));
    const auto from = [&](std::string origin) {
        const Headers headers{{"Host", "games.example.com"}, {"Origin", std::move(origin)}};
        return code_of(server.post("/api/games", new_game, {.headers = headers}));
    };
    for (const std::string origin : {"https://example.org", "https://games.example.com",
                                     "http://localhost:3000", "http://[::1]:3000"}) {
        EXPECT_EQ(from(origin), "201") << origin;
    }
    for (const std::string origin : {"https://evil.example", "null",
                                     "https://example.org.evil.example", "games.example.com"}) {
        EXPECT_EQ(from(origin), "403 origin_refused") << origin;
    }
    const Request socket{
        .method = "GET", .target = "/ws", .headers = {{"Origin", "https://evil.example"}}};
    EXPECT_FALSE(server.api().converse(socket, std::make_shared<CollectingFeed>()));
    const Response read =
        server.get("/api/games", {.headers = {{"Origin", "https://evil.example"}}});
    EXPECT_EQ(header(read, "Access-Control-Allow-Origin"), "*");
}

TEST(Door, JsonSaysThatItIsJson) {
    TestServer server(with({}));
    const auto sent_as = [&](std::string type) {
        return code_of(
            server.post("/api/games", new_game, {.headers = {{"Content-Type", std::move(type)}}}));
    };
    EXPECT_EQ(sent_as("application/json; charset=utf-8"), "201");
    EXPECT_EQ(sent_as("application/problem+json"), "201");
    for (const std::string type :
         {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"}) {
        EXPECT_EQ(sent_as(type), "415 unsupported_media_type") << type;
    }
    const auto game = server.create(new_game);
    const Response move =
        server.post(game.path() + "/moves?ply=0", R"("e4")",
                    {.key = game.white, .headers = {{"Content-Type", "text/plain"}}});
    EXPECT_EQ(move.status, 415);
    const Response model = server.post("/mcp", R"({"jsonrpc":"2.0","id":1,"method":"ping"})",
                                       {.headers = {{"Content-Type", "text/plain"}}});
    EXPECT_EQ(model.status, 415);
}

TEST(Door, OnlyKnownOriginsAreToldThatTheyMayChange) {
    TestServer server(with({.origins = {"https://example.org"}}));
    const auto allowed = [&](std::string method, std::string origin) {
        const Headers headers{{"Origin", std::move(origin)},
                              {"Access-Control-Request-Method", std::move(method)}};
        return header(server.ask("OPTIONS", "/api/games", {}, {.headers = headers}),
                      "Access-Control-Allow-Origin");
    };
    EXPECT_EQ(allowed("GET", "https://evil.example"), "*");
    EXPECT_EQ(allowed("POST", "https://evil.example"), "");
    EXPECT_EQ(allowed("POST", "https://example.org"), "https://example.org");
}

}  // namespace
}  // namespace arbiter::server
