#include <future>

#include <gtest/gtest.h>

#include "tests/server/api_fixture.hpp"

namespace arbiter::server {
namespace {

constexpr std::string_view fools_mate[] = {"f3", "e5", "g4", "Qh4#"};

TestServer::NewGame mated(TestServer& server) {
    const auto game = server.create(R"({"game": "chess"})");
    Color side = Color::white;
    for (const std::string_view move : fools_mate) {
        EXPECT_EQ(server.move(game, side, move), "200");
        side = opponent(side);
    }
    return game;
}

Response stream(TestServer& server, const TestServer::NewGame& game, Headers more = {}) {
    more.emplace_back("Accept", "text/event-stream");
    return server.get(game.path() + "/analysis", {.key = {}, .headers = std::move(more)});
}

std::string line(const std::string& event, std::string_view field) {
    const auto begin = event.find(std::string(field) + ": ") + field.size() + 2;
    return event.substr(begin, event.find('\n', begin) - begin);
}

TEST(GameAnalysis, JudgesEveryMoveOfAFinishedGame) {
    TestServer server;
    const auto game = mated(server);
    const Response response = server.get(game.path() + "/analysis");
    ASSERT_EQ(response.status, 200) << response.body;
    const Json review = json_of(response);
    EXPECT_EQ(at(review, "/complete"), Json{true});
    EXPECT_EQ(number(review, "/events"), 4);
    EXPECT_EQ(text(review, "/unit"), "centipawns");
    ASSERT_EQ(count(review, "/moves"), 4U);
    EXPECT_EQ(text(review, "/moves/2/move"), "g4");
    EXPECT_EQ(text(review, "/moves/2/grade"), "blunder");
    EXPECT_EQ(number(review, "/moves/3/mate_in"), 1);
    EXPECT_EQ(number(review, "/worst/0"), 2);
    EXPECT_EQ(number(review, "/black/blunders"), 0);
}

TEST(GameAnalysis, IsRefusedWhileTheGameIsPlayed) {
    TestServer server;
    const auto game = server.create(R"({"game": "chess"})");
    EXPECT_EQ(server.move(game, Color::white, "e4"), "200");
    for (const std::string& key : {std::string(), game.white, game.owner}) {
        const Response response = server.get(game.path() + "/analysis", {.key = key});
        EXPECT_EQ(response.status, 409);
        EXPECT_EQ(text(json_of(response), "/code"), "being_played");
    }
    EXPECT_EQ(server.get("/api/games/none/analysis").status, 404);
    EXPECT_EQ(server.move(game, Color::black, "resign"), "200");
    EXPECT_EQ(server.get(game.path() + "/analysis").status, 200);
}

TEST(GameAnalysis, IsStreamedWhileItGrows) {
    TestServer server;
    const auto game = mated(server);
    Response response = stream(server, game);
    ASSERT_EQ(response.status, 200);
    ASSERT_TRUE(response.stream);
    const auto feed = std::make_shared<CollectingFeed>();
    const auto held = response.stream(feed);
    for (std::size_t ply = 0; ply < std::size(fools_mate); ++ply) {
        const std::string event = feed->next();
        EXPECT_EQ(line(event, "event"), "move");
        EXPECT_EQ(line(event, "id"), std::to_string(ply + 1));
        EXPECT_EQ(text(*read_json(line(event, "data")), "/move"), fools_mate[ply]);
    }
    const std::string last = feed->next();
    EXPECT_EQ(line(last, "event"), "review");
    EXPECT_EQ(line(last, "id"), "5");
    EXPECT_EQ(number(*read_json(line(last, "data")), "/white/blunders"), 1);
}

TEST(GameAnalysis, GoesOnWhereAReaderWas) {
    TestServer server;
    const auto game = mated(server);
    Response response = stream(server, game, {{"Last-Event-ID", "3"}});
    const auto feed = std::make_shared<CollectingFeed>();
    const auto held = response.stream(feed);
    EXPECT_EQ(line(feed->next(), "id"), "4");
    EXPECT_EQ(line(feed->next(), "event"), "review");
    EXPECT_EQ(stream(server, game, {{"Last-Event-ID", "5"}}).status, 204);
    EXPECT_EQ(server.get(game.path() + "/analysis?after=x").status, 422);
}

TEST(GameAnalysis, WaitsForTheShareOfItsReadersAndIsKept) {
    TestServer server;
    const auto game = mated(server);
    const auto allow = [&](double milliseconds) {
        server.restart_with([&](ApiOptions& options) {
            options.work = {.per_second = 1e-3, .burst = milliseconds};
        });
    };
    allow(1);  // less than a move takes
    const Json some = json_of(server.get(game.path() + "/analysis?wait_ms=200"));
    EXPECT_EQ(at(some, "/complete"), Json{false});
    EXPECT_LT(count(some, "/moves"), 4U);
    allow(1e9);
    const Response whole = server.get(game.path() + "/analysis");
    EXPECT_EQ(at(json_of(whole), "/complete"), Json{true});
    EXPECT_EQ(server.get(game.path() + "/analysis?wait_ms=0").body, whole.body);
}

TEST(GameAnalysis, StopsWhenNobodyReadsItAndGoesOnLater) {
    TestServer server;
    const auto game = server.create(R"({"game": "go", "options": {"size": 9}})");
    Color side = Color::black;
    for (const std::string_view move : {"e5", "c3", "g7", "c7", "g3", "e3", "e7", "c5"}) {
        EXPECT_EQ(server.move(game, side, move), "200");
        side = opponent(side);
    }
    EXPECT_EQ(server.move(game, Color::black, "resign"), "200");
    {
        Response response = stream(server, game);
        const auto feed = std::make_shared<CollectingFeed>();
        const auto held = response.stream(feed);
        EXPECT_EQ(line(feed->next(), "id"), "1");
    }
    const Json some = json_of(server.get(game.path() + "/analysis?wait_ms=0"));
    EXPECT_EQ(at(some, "/complete"), Json{false});
    EXPECT_GE(count(some, "/moves"), 1U);
    Response response = stream(server, game);
    const auto feed = std::make_shared<CollectingFeed>();
    const auto held = response.stream(feed);
    EXPECT_EQ(line(feed->next(), "id"), "1");
    server.api().stop("the server is stopping");
    EXPECT_EQ(feed->closed(), "the server is stopping");
    EXPECT_EQ(server.get(game.path() + "/analysis").status, 503);
}

TEST(GameAnalysis, IsGoneWithTheGame) {
    TestServer server;
    const auto game = mated(server);
    EXPECT_EQ(server.get(game.path() + "/analysis").status, 200);
    EXPECT_EQ(server.ask("DELETE", game.path(), {}, {.key = game.owner}).status, 204);
    EXPECT_EQ(server.get(game.path() + "/analysis").status, 404);
}

TEST(GameAnalysis, OfAPrivateGameIsForWhoMaySeeIt) {
    TestServer server;
    const auto game = server.create(R"({"game": "chess", "private": true})");
    EXPECT_EQ(server.move(game, Color::white, "resign"), "200");
    EXPECT_EQ(server.get(game.path() + "/analysis").status, 404);
    EXPECT_EQ(server.get(game.path() + "/analysis", {.key = game.watch}).status, 200);
}

TEST(Analyse, FindsTheBestMoves) {
    TestServer server;
    const Response response = server.post(
        "/api/analyse", R"({"state": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "lines": 2})");
    ASSERT_EQ(response.status, 200) << response.body;
    const Json found = json_of(response);
    EXPECT_EQ(text(found, "/by"), "bot:6");
    ASSERT_EQ(count(found, "/moves"), 2U);
    EXPECT_EQ(text(found, "/moves/0/move"), "Rd8#");
    EXPECT_EQ(number(found, "/moves/0/mate_in"), 1);
    EXPECT_EQ(at(found, "/played"), Json{});
}

TEST(Analyse, JudgesAMove) {
    TestServer server;
    const Json found = json_of(server.post(
        "/api/analyse",
        R"({"state": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "move": "Kf1", "level": 5})"));
    EXPECT_EQ(text(found, "/played/move"), "Kf1");
    EXPECT_EQ(text(found, "/played/best/move"), "Rd8#");
    EXPECT_NE(text(found, "/played/grade"), "good");
}

TEST(Analyse, RefusesWhatItCannotDo) {
    TestServer server;
    const auto code = [&](std::string_view body) {
        const Response response = server.post("/api/analyse", body);
        return std::to_string(response.status) + " " + text(json_of(response), "/code");
    };
    EXPECT_EQ(code(R"({"state": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"})"), "422 cannot_analyse");
    EXPECT_EQ(code(R"({"state": "startpos", "game": "chess", "lines": 0})"), "422 bad_parameter");
    EXPECT_EQ(code(R"({"state": "startpos", "game": "chess", "level": 8})"), "422 bad_parameter");
    EXPECT_EQ(code(R"({"state": "startpos", "game": "chess", "depth": 8})"), "422 unknown_key");
    EXPECT_EQ(code(R"({"state": "startpos", "game": "chess", "move": "e5"})"),
              "422 piece_cannot_go_there");
    EXPECT_EQ(code("{}"), "422 missing_key");
}

TEST(Analyse, DoesNotHelpInARunningGame) {
    TestServer server;
    const auto game = server.create(R"({"game": "chess"})");
    const auto code = [&] {
        const std::string fen = server.get(game.path() + "/export?format=fen").body;
        JsonWriter body;
        body.object([&] {
            body.member("state", fen);
            body.member("level", 1);
        });
        return server.post("/api/analyse", body.text()).status;
    };
    EXPECT_EQ(code(), 200) << "everybody knows how games begin";
    Color side = Color::white;
    for (const std::string_view move :
         {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5"}) {
        EXPECT_EQ(server.move(game, side, move), "200");
        side = opponent(side);
    }
    EXPECT_EQ(code(), 409);
    EXPECT_EQ(server.move(game, Color::white, "resign"), "200");
    EXPECT_EQ(code(), 200);
}

TEST(Analyse, IsGivenUpWithItsClient) {
    TestServer server;
    std::stop_source gone;
    Request request{.method = "POST",
                    .target = "/api/analyse",
                    .headers = {{"Content-Type", "application/json"}},
                    .body = R"json({"game": "go", "state": "(;SZ[19]AB[dd])", "level": 7})json",
                    .address = "192.0.2.1",
                    .at = platform::system_clock().now(),
                    .given_up = gone.get_token()};
    std::promise<Response> answered;
    server.api().handle(std::move(request),
                        [&](Response response) { answered.set_value(std::move(response)); });
    gone.request_stop();
    EXPECT_EQ(text(json_of(answered.get_future().get()), "/code"), "given_up");
}

}  // namespace
}  // namespace arbiter::server
