#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "tests/server/api_fixture.hpp"

// Games, and the names in them, that are deleted: by their creators, by operators, and by age.

namespace arbiter::server {
namespace {

using namespace std::chrono_literals;

std::string code_of(const Response& response) { return text(json_of(response), "/code"); }

/// Within a time that only a failure needs.
template <class Condition>
void wait_until(Condition condition) {
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (!condition() && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(5ms);
    }
}

TEST(Deletion, IsForTheCreator) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess","seats":{"white":"Ada"}})");
    const auto hidden = server.create(R"({"game":"chess","private":true})");
    EXPECT_EQ(code_of(server.ask("DELETE", game.path())), "key_missing");
    EXPECT_EQ(code_of(server.ask("DELETE", game.path(), {}, {.key = game.white})),
              "key_not_owners");
    EXPECT_EQ(server.ask("DELETE", hidden.path(), {}, {.key = game.owner}).status, 404);
    EXPECT_EQ(code_of(server.ask("DELETE", hidden.path(), {}, {.key = hidden.watch})),
              "key_not_owners");
    EXPECT_EQ(server.ask("DELETE", game.path(), {}, {.key = game.owner}).status, 204);
    EXPECT_EQ(server.ask("DELETE", game.path(), {}, {.key = game.owner}).status, 404);
    EXPECT_EQ(server.get(game.path()).status, 404);
    EXPECT_EQ(code_of(server.post(game.path() + "/moves", R"({"move":"e4","ply":0})",
                                  {.key = game.white})),
              "no_such_game");
    EXPECT_TRUE(server.store().read(game.id, 0).value().empty());
    EXPECT_EQ(server.get(hidden.path(), {.key = hidden.owner}).status, 200);
}

TEST(Deletion, SendsWatchersAway) {
    TestServer server;
    const auto game = server.create(R"({"game":"go"})");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    socket->receive(R"({"type":"subscribe","game":")" + game.id + "\"}",
                    platform::system_clock().now());
    feed->next("subscribed");
    ASSERT_EQ(server.ask("DELETE", game.path(), {}, {.key = game.owner}).status, 204);
    wait_until([&] { return !feed->closed().empty(); });
    EXPECT_EQ(feed->closed(), "the game was deleted");
}

TEST(Deletion, IsForOperators) {
    TestServer server({.operator_keys = {"the operator"}});
    const auto game = server.create(R"({"game":"chess"})");
    EXPECT_EQ(server.ask("DELETE", game.path(), {}, {.key = "somebody"}).status, 403);
    EXPECT_EQ(server.ask("DELETE", game.path(), {}, {.key = "the operator"}).status, 204);
}

TEST(Deletion, OfNamesLeavesTheGame) {
    TestServer server;
    const auto game = server.create(
        R"-({"start":"(;GM[1]SZ[9]PB[Bea]C[hello];B[cc])","seats":{"white":"Ada"}})-");
    ASSERT_EQ(server.move(game, Color::white, "E5"), "200");
    EXPECT_EQ(server.ask("DELETE", game.path() + "/names", {}, {.key = game.black}).status, 403);
    ASSERT_EQ(server.ask("DELETE", game.path() + "/names", {}, {.key = game.owner}).status, 204);
    const Json view = json_of(server.get(game.path()));
    EXPECT_EQ(text(view, "/seats/white/name"), "(name removed)");
    EXPECT_EQ(number(view, "/version"), 2);
    const std::string sgf = server.get(game.path() + "/export?format=sgf").body;
    EXPECT_FALSE(sgf.contains("Bea") || sgf.contains("hello") || sgf.contains("Ada")) << sgf;
    EXPECT_EQ(server.move(game, Color::black, "D4"), "200") << "its keys are the same";
    server.restart();
    EXPECT_EQ(number(json_of(server.get(game.path())), "/version"), 3);
}

/// A moment that passes only when the test says so.
class LaterClock final : public platform::Clock {
public:
    platform::Moment now() const override {
        return platform::system_clock().now() + std::chrono::days(later);
    }
    std::atomic<int> later = 0;
};

TEST(Deletion, ByAge) {
    LaterClock clock;
    ApiOptions options{.requests = {.per_second = 1e6, .burst = 1e6}, .clock = &clock};
    TestServer server(options);
    const auto running = server.create(R"({"game":"chess"})");
    const auto finished = server.create(R"({"game":"chess"})");
    ASSERT_EQ(server.move(finished, Color::white, "resign"), "200");
    clock.later = 3;
    server.restart();
    EXPECT_EQ(server.get(finished.path()).status, 200) << "by default games are kept for ever";

    server.restart_with([](ApiOptions& changed) { changed.finished_kept = std::chrono::days(2); });
    wait_until([&] { return !server.store().summary(finished.id).value(); });
    EXPECT_EQ(server.get(finished.path()).status, 404);
    EXPECT_EQ(server.get(running.path()).status, 200);
}

}  // namespace
}  // namespace arbiter::server
