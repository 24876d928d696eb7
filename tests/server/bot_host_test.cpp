#include "server/games/bot_host.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/api_fixture.hpp"

// Seats that the server fills itself.

namespace arbiter::server {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// Looks at a game until it is as it should be.
template <class Condition>
Json once(TestServer& server, const TestServer::NewGame& game, Condition condition) {
    for (int i = 0; i < 3'000; ++i) {
        Json view = json_of(server.get(game.path()));
        if (condition(view)) return view;
        std::this_thread::sleep_for(10ms);
    }
    ADD_FAILURE() << "the bot did not move: " << server.get(game.path()).body;
    return Json{};
}

auto reaches_ply(std::int64_t ply) {
    return [=](const Json& view) { return number(view, "/ply") == ply; };
}

bool is_over(const Json& view) { return !at(view, "/outcome").is_null(); }

TEST(BotHost, ListsWhoCanBeSeated) {
    TestServer server({.players = {{"Deep Thought", "bot:8"}}});
    const Json list = json_of(server.get("/api/players"));
    EXPECT_EQ(text(list, "/players/0/name"), "random");
    EXPECT_TRUE(at(list, "/players/0/levels").is_null());
    EXPECT_EQ(text(list, "/players/1/name"), "bot");
    EXPECT_EQ(number(list, "/players/1/levels/1"), 8);
    EXPECT_EQ(text(list, "/players/2/name"), "Deep Thought");
    EXPECT_EQ(server.get("/api/players").body.find("bot:8"), std::string::npos)
        << "the specification of a name is not published";
}

TEST(BotHost, AnswersEachMove) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess","seats":{"black":{"player":"random"}}})");
    EXPECT_EQ(server.move(game, Color::white, "e4"), "200");
    const Json view = once(server, game, reaches_ply(2));
    EXPECT_EQ(text(view, "/turn"), "white");
    EXPECT_EQ(text(view, "/seats/black/player"), "random");
    EXPECT_EQ(text(view, "/seats/black/name"), "Random");
}

TEST(BotHost, BeginsWhereItIsToMove) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess","seats":{"white":{"player":"bot:1"}}})");
    once(server, game, reaches_ply(1));
}

TEST(BotHost, NobodyHasTheKeyOfItsSeat) {
    TestServer server;
    const Response made =
        server.post("/api/games", R"({"game":"chess","seats":{"black":{"player":"random"}}})");
    ASSERT_EQ(made.status, 201);
    const Json created = json_of(made);
    EXPECT_FALSE(text(created, "/keys/white").empty());
    EXPECT_TRUE(at(created, "/keys/black").is_null());
    EXPECT_TRUE(at(created, "/links/black").is_null());
}

TEST(BotHost, TheSameKeysAreToldAgain) {
    TestServer server;
    const std::string body = R"({"game":"chess","seats":{"black":{"player":"random"}}})";
    const Asking asking{.headers = {{"Idempotency-Key", "0123456789abcdef-bots"}}};
    const Response first = server.post("/api/games", body, asking);
    const Response second = server.post("/api/games", body, asking);
    EXPECT_EQ(second.body, first.body);
    EXPECT_EQ(header(second, "Idempotency-Replayed"), "true");
}

TEST(BotHost, OnlyThoseOfTheListCanBeSeated) {
    TestServer server;
    for (const std::string_view player :
         {"stdio:cat", "uci:stockfish", "bot:0", "bot:9", "bot:x", "nobody", "bot:3:4"}) {
        JsonWriter body;
        body.object([&] {
            body.member("game", "chess");
            body.key("seats");
            body.object([&] {
                body.key("white");
                body.object([&] { body.member("player", player); });
            });
        });
        const Response refused = server.post("/api/games", body.text());
        EXPECT_EQ(refused.status, 422) << player;
        EXPECT_THAT(refused.body, HasSubstr("unknown_player"));
        EXPECT_THAT(refused.body, HasSubstr("/seats/white/player"));
    }
}

TEST(BotHost, TwoOfThemPlayAWholeGameOfEachKind) {
    TestServer server;
    for (const std::string_view game :
         {R"("chess")", R"("go","options":{"size":5,"rules":"chinese"})", R"("backgammon")"}) {
        const auto made =
            server.create(R"({"game":)" + std::string(game) +
                          R"(,"seats":{"white":{"player":"random"},"black":{"player":"random"}}})");
        const Json over = once(server, made, is_over);
        EXPECT_NE(text(over, "/outcome/reason"), "resignation");
    }
}

TEST(BotHost, LetsAMoveBeTakenBack) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess","seats":{"black":{"player":"random"}}})");
    EXPECT_EQ(server.move(game, Color::white, "e4"), "200");
    once(server, game, reaches_ply(2));
    EXPECT_EQ(server.move(game, Color::white, "request_undo"), "200");
    once(server, game, reaches_ply(0));
}

TEST(BotHost, GoesOnAfterARestart) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess","seats":{"black":{"player":"random"}}})");
    EXPECT_EQ(server.move(game, Color::white, "e4"), "200");
    server.restart();
    const Json view = once(server, game, reaches_ply(2));
    EXPECT_EQ(text(view, "/turn"), "white");
}

TEST(BotHost, PeopleGoBeforeMachines) {
    TestServer server({.requests = {.per_second = 1e6, .burst = 1e6},
                       .bot_games = {.per_second = 1e6, .burst = 1e6},
                       .games_between_bots = true,
                       .work = {.per_second = 1e6, .burst = 1e6},
                       .player_threads = 1});
    constexpr std::string_view machines =
        R"({"game":"go","seats":{"white":{"player":"bot:8"},"black":{"player":"bot:8"}}})";
    for (int i = 0; i < 10; ++i) server.create(machines);
    std::this_thread::sleep_for(300ms);  // one of them thinks by now
    const auto game = server.create(R"({"game":"chess","seats":{"black":{"player":"bot:1"}}})");
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(server.move(game, Color::white, "e4"), "200");
    once(server, game, reaches_ply(2));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 4s);
}

TEST(BotHost, QuickPlayersGoBeforeThoseWhoThinkLong) {
    TestServer server({.requests = {.per_second = 1e6, .burst = 1e6},
                       .bot_games = {.per_second = 1e6, .burst = 1e6},
                       .work = {.per_second = 1e6, .burst = 1e6},
                       .player_threads = 1});
    std::vector<TestServer::NewGame> slow;
    for (int i = 0; i < 20; ++i) {
        slow.push_back(server.create(
            R"({"game":"go","options":{"size":9},"seats":{"black":{"player":"bot:6"}}})"));
    }
    const auto game = server.create(R"({"game":"chess","seats":{"black":{"player":"bot:1"}}})");
    EXPECT_EQ(server.move(game, Color::white, "e4"), "200");
    once(server, game, reaches_ply(2));
    EXPECT_EQ(number(json_of(server.get(slow.back().path())), "/ply"), 0);
}

/// Of two threads one waits for quick players.
TEST(BotHost, QuickPlayersDoNotWaitForALongThought) {
    const std::string sleeper =
        R"(stdio:sh -c 'while read -r asked; do sleep 2; printf "{\042move\042:\042pass\042}\n"; done')";
    TestServer server({.requests = {.per_second = 1e6, .burst = 1e6},
                       .bot_games = {.per_second = 1e6, .burst = 1e6},
                       .work = {.per_second = 1e6, .burst = 1e6},
                       .players = {{"Sleeper", sleeper}},
                       .player_threads = 2});
    std::vector<TestServer::NewGame> slow;
    for (int i = 0; i < 8; ++i) {
        slow.push_back(server.create(R"({"game":"go","seats":{"black":{"player":"Sleeper"}}})"));
    }
    const auto moved = [&] {
        return std::ranges::count_if(slow, [&](const auto& game) {
            return number(json_of(server.get(game.path())), "/ply") > 0;
        });
    };
    while (moved() < 3) std::this_thread::sleep_for(20ms);
    const auto game = server.create(R"({"game":"chess","seats":{"black":{"player":"random"}}})");
    EXPECT_EQ(server.move(game, Color::white, "e4"), "200");
    once(server, game, reaches_ply(2));
    EXPECT_LE(moved(), 4);
}

TEST(BotHost, StopsThinkingAboutAGameThatIsOver) {
    TestServer server({.requests = {.per_second = 1e6, .burst = 1e6},
                       .work = {.per_second = 1e6, .burst = 1e6},
                       .player_threads = 1});
    const auto hard = server.create(R"({"game":"go","seats":{"white":{"player":"bot:8"}}})");
    EXPECT_EQ(server.move(hard, Color::black, "D4"), "200");
    std::this_thread::sleep_for(300ms);
    EXPECT_EQ(server.move(hard, Color::black, "resign"), "200");
    const auto easy = server.create(R"({"game":"chess","seats":{"black":{"player":"bot:1"}}})");
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(server.move(easy, Color::white, "e4"), "200");
    once(server, easy, reaches_ply(2));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 4s);
}

TEST(BotHost, StrangersDoNotLetItPlayItself) {
    constexpr std::string_view machines =
        R"({"game":"chess","seats":{"white":{"player":"random"},"black":{"player":"random"}}})";
    TestServer open({.create_keys = {}});
    const Response refused = open.post("/api/games", machines);
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(text(json_of(refused), "/code"), "bots_only");
    TestServer closed({.create_keys = {"an operator's key"}});
    EXPECT_EQ(closed.post("/api/games", machines, {.key = "an operator's key"}).status, 201);
    TestServer allowed({.games_between_bots = true});
    EXPECT_EQ(allowed.post("/api/games", machines).status, 201);
}

TEST(BotHost, ACreatorHasOnlySoManyGamesWithIt) {
    TestServer server({.bot_games = {.per_second = 0.001, .burst = 2}});
    constexpr std::string_view with_bot =
        R"({"game":"chess","seats":{"black":{"player":"random"}}})";
    EXPECT_EQ(server.post("/api/games", with_bot).status, 201);
    EXPECT_EQ(server.post("/api/games", with_bot).status, 201);
    const Response refused = server.post("/api/games", with_bot);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(text(json_of(refused), "/code"), "too_many_games");
    EXPECT_EQ(server.post("/api/games", R"({"game":"chess"})").status, 201);
}

TEST(BotHost, WhoCannotPlayResigns) {
    TestServer server({.players = {{"Broken", "stdio:/nonexistent/agent"}}});
    const auto game = server.create(R"({"game":"chess","seats":{"black":{"player":"Broken"}}})");
    EXPECT_EQ(server.move(game, Color::white, "e4"), "200");
    const Json over = once(server, game, is_over);
    EXPECT_EQ(text(over, "/outcome/winner"), "white");
}

}  // namespace
}  // namespace arbiter::server
