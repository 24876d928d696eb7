#include "server/api/api.hpp"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/clock.hpp"
#include "tests/server/api_fixture.hpp"

namespace arbiter::server {
namespace {

platform::Moment now() { return platform::system_clock().now(); }

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr auto white = Color::white;
constexpr auto black = Color::black;

std::string move_body(std::string_view move, std::int64_t ply) {
    JsonWriter out;
    out.object([&] {
        out.member("move", move);
        out.member("ply", ply);
    });
    return out.take();
}

TEST(Api, AChessGameFromItsCreationToMate) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess","seats":{"white":{"name":"Ada"}}})");
    EXPECT_EQ(server.move(game, white, "f3"), "200");
    EXPECT_EQ(server.move(game, black, "e7e5"), "200");
    EXPECT_EQ(server.move(game, white, "g4"), "200");
    EXPECT_EQ(server.move(game, black, "Qh4#"), "200");
    const Json view = json_of(server.get(game.path()));
    EXPECT_EQ(text(view, "/outcome/reason"), "checkmate");
    EXPECT_EQ(text(view, "/seats/white/name"), "Ada");
    EXPECT_EQ(number(view, "/ply"), 4);
    EXPECT_EQ(text(view, "/state/format"), "chess-squares");
    EXPECT_EQ(server.move(game, white, "e4"), "422 game_over");
}

TEST(Api, OnlyASeatsKeyMovesIt) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const auto other = server.create(R"({"game":"chess"})");
    const std::string path = game.path() + "/moves";
    const std::string e4 = move_body("e4", 0);
    EXPECT_EQ(server.post(path, e4).status, 401);
    EXPECT_EQ(server.post(path, e4, {.key = "nonsense"}).status, 401);
    EXPECT_EQ(server.post(path, e4, {.key = other.white}).status, 401);
    const Response black_moves = server.post(path, e4, {.key = game.black});
    EXPECT_EQ(black_moves.status, 422);
    EXPECT_EQ(text(json_of(black_moves), "/kind"), "out_of_turn");
    EXPECT_EQ(server.post(path, e4, {.key = game.white}).status, 200);
}

TEST(Api, KeysAreStoredHashed) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess","private":true})");
    const auto entries = server.store().read(game.id, 0);
    ASSERT_TRUE(entries.has_value());
    for (const store::Entry& entry : *entries) {
        for (const std::string& key : {game.white, game.black, game.watch}) {
            EXPECT_EQ(entry.body.find(key), std::string::npos);
        }
    }
}

TEST(Api, ARefusalSaysWhatAndWhy) {
    TestServer server;
    const auto game = server.create(R"({"game":"go","options":{"size":"9x9"}})");
    EXPECT_EQ(server.move(game, black, "C3"), "200");
    const Response refused =
        server.post(game.path() + "/moves", move_body("C3", 1), {.key = game.white});
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(header(refused, "Content-Type"), "application/problem+json");
    const Json problem = json_of(refused);
    EXPECT_EQ(text(problem, "/code"), "point_occupied");
    EXPECT_EQ(text(problem, "/type"), "/problems/point_occupied");
    EXPECT_EQ(text(problem, "/kind"), "illegal");
    EXPECT_THAT(text(problem, "/detail"), HasSubstr("C3"));
    EXPECT_EQ(count(problem, "/legal"), 81U);
    EXPECT_EQ(number(json_of(server.get(game.path())), "/ply"), 1);
}

TEST(Api, AColourOutOfTurnNamesTheOptionThatAllowsIt) {
    TestServer server;
    const auto game = server.create(R"({"game":"go","options":{"rules":"simple"}})");
    EXPECT_EQ(server.get(game.path() + "?format=sgn").body, "5x5");
    EXPECT_EQ(server.move(game, black, "C2b"), "200");
    const Response refused =
        server.post(game.path() + "/moves", move_body("B3b", 1), {.key = game.black});
    EXPECT_EQ(text(json_of(refused), "/code"), "not_your_turn");
    EXPECT_THAT(text(json_of(refused), "/detail"), HasSubstr("turns=free"));
    const auto free = server.create(R"({"game":"go","options":{"turns":"free"}})");
    EXPECT_EQ(server.move(free, black, "C2b F9b"), "200");
    EXPECT_EQ(server.move(free, black, "C3b"), "200");
    EXPECT_EQ(server.move(free, white, "C9w"), "200");
    EXPECT_EQ(number(json_of(server.get(free.path())), "/ply"), 4);
}

TEST(Api, EachChangeNamesWhatItWasMadeFor) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const std::string path = game.path() + "/moves";
    EXPECT_EQ(server.post(path, R"({"move":"e4"})", {.key = game.white}).status, 428);
    EXPECT_EQ(server.post(path, move_body("e4", 0), {.key = game.white}).status, 200);
    const Response late = server.post(path, move_body("d4", 0), {.key = game.white});
    EXPECT_EQ(late.status, 409);
    EXPECT_EQ(text(json_of(late), "/code"), "version_conflict");
    EXPECT_EQ(number(json_of(late), "/version"), 2);
    EXPECT_EQ(header(late, "ETag"), "\"2\"");
    const Asking matched{.key = game.black, .headers = {{"If-Match", "\"2\""}}};
    const Response answered = server.post(path, R"({"move":"e5"})", matched);
    EXPECT_EQ(answered.status, 200) << answered.body;
    EXPECT_EQ(header(answered, "ETag"), "\"3\"");
    EXPECT_EQ(server.post(path, R"({"move":"e5"})", matched).status, 409);
    EXPECT_EQ(
        server.post(path, R"({"move":"d4"})", {.key = game.white, .headers = {{"If-Match", "*"}}})
            .status,
        400);
}

TEST(Api, ARepeatedMoveIsMadeOnceAlsoAcrossARestart) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const Asking retry{.key = game.white,
                       .headers = {{"Idempotency-Key", "4f9a6e2c-3b1d-4c55-9a77-000000000001"}}};
    const std::string path = game.path() + "/moves";
    const Response first = server.post(path, move_body("e4", 0), retry);
    EXPECT_EQ(first.status, 200);
    server.restart();
    const Response again = server.post(path, move_body("e4", 0), retry);
    EXPECT_EQ(again.status, 200);
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(header(again, "Idempotency-Replayed"), "true");
    EXPECT_EQ(header(again, "ETag"), header(first, "ETag"));
    EXPECT_EQ(number(json_of(server.get(game.path())), "/ply"), 1);
    const Response other = server.post(path, move_body("d4", 0), retry);
    EXPECT_EQ(text(json_of(other), "/code"), "idempotency_key_reused");
    const Response later = server.post(path, move_body("e4", 2), retry);
    EXPECT_EQ(text(json_of(later), "/code"), "idempotency_key_reused");
    Asking matched = retry;
    matched.headers.emplace_back("If-Match", "\"1\"");
    const Response conditional = server.post(path, R"({"move":"e4"})", matched);
    EXPECT_EQ(text(json_of(conditional), "/code"), "idempotency_key_reused");

    // The other seat has keys of its own.
    Asking opponents = retry;
    opponents.key = game.black;
    const Response answer = server.post(path, R"({"move":"e5","version":2})", opponents);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(header(answer, "Idempotency-Replayed"), "");
    const Response older = server.post(path, R"({"move":"e5","version":1})", opponents);
    EXPECT_EQ(text(json_of(older), "/code"), "idempotency_key_reused");

    const auto second = server.create(R"({"game":"chess"})");
    Asking elsewhere = retry;
    elsewhere.key = second.white;
    const Response own = server.post(second.path() + "/moves", move_body("e4", 0), elsewhere);
    EXPECT_EQ(own.status, 200);
    EXPECT_EQ(header(own, "Idempotency-Replayed"), "");
    EXPECT_EQ(number(json_of(server.get(second.path())), "/ply"), 1);
}

TEST(Api, ARepeatedCreationGivesTheSameGameAndKeys) {
    TestServer server;
    const Asking retry{.headers = {{"Idempotency-Key", "4f9a6e2c-3b1d-4c55-9a77-000000000002"}}};
    constexpr std::string_view body = R"({"game":"backgammon","private":true})";
    const Json first = json_of(server.post("/api/games", body, retry));
    server.restart();
    const Response again = server.post("/api/games", body, retry);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(json_of(again), first);
    EXPECT_NE(text(first, "/keys/white"), text(first, "/keys/black"));
    const auto answers = server.post("/api/games", R"({"game":"chess"})", retry);
    EXPECT_EQ(text(json_of(answers), "/code"), "idempotency_key_reused");
    EXPECT_EQ(server.post("/api/games", body, {.headers = {{"Idempotency-Key", "short"}}}).status,
              422);
}

TEST(Api, APrivateGameIsNotThereForStrangers) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess","private":true})");
    for (const std::string_view route :
         {"", "/pass", "/legal", "/turn", "/history", "/events", "/export", "/board.svg",
          "/board.png", "/board.txt", "/ask?question=over"}) {
        const std::string path = game.path() + std::string(route);
        EXPECT_EQ(text(json_of(server.get(path)), "/code"), "no_such_game") << route;
        EXPECT_NE(server.get(path, {.key = game.watch}).status, 404) << route;
    }
    for (const std::string_view route : {"/moves", "/check"}) {
        const Response told = server.post(game.path() + std::string(route), move_body("e4", 0));
        EXPECT_NE(told.status, 200) << route;
        EXPECT_EQ(told.body.find("\"state\""), std::string::npos) << route;
    }
    EXPECT_EQ(text(json_of(server.get(game.path() + "?key=" + game.white)), "/code"),
              "key_in_address");
    EXPECT_EQ(server.post(game.path() + "/moves", move_body("e4", 0), {.key = game.watch}).status,
              403);
    EXPECT_EQ(count(json_of(server.get("/api/games")), "/games"), 0U);
}

TEST(Api, APassShowsOnePrivateGameForAWhile) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess","private":true})");
    const auto other = server.create(R"({"game":"go","private":true})");
    EXPECT_EQ(server.get(game.path() + "/pass").status, 404);
    const Json given = json_of(server.get(game.path() + "/pass", {.key = game.watch}));
    const std::string pass = text(given, "/pass");
    EXPECT_FALSE(pass.contains(game.watch));
    EXPECT_EQ(server.get(game.path() + "/board.svg?pass=" + pass).status, 200);
    EXPECT_EQ(server.get(other.path() + "/board.svg?pass=" + pass).status, 404);
    EXPECT_EQ(server.get(game.path() + "/board.svg?pass=9" + pass).status, 404) << "another end";
    EXPECT_EQ(server.get(game.path() + "/board.svg?pass=1" + pass.substr(pass.find('.'))).status,
              404);
    EXPECT_EQ(text(json_of(server.post(game.path() + "/moves?pass=" + pass, move_body("e4", 0))),
                   "/code"),
              "key_unknown");
}

TEST(Api, AGameThatHasNotChangedIsNotSentAgain) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const Response seen = server.get(game.path());
    for (const std::string place : {"", "/board.svg", "/board.txt"}) {
        const Asking again{.headers = {{"If-None-Match", header(seen, "ETag")}}};
        EXPECT_EQ(server.get(game.path() + place, again).status, 304) << place;
        EXPECT_TRUE(server.get(game.path() + place, again).body.empty());
    }
    server.move(game, Color::white, "e4");
    EXPECT_EQ(
        server.get(game.path(), {.headers = {{"If-None-Match", header(seen, "ETag")}}}).status,
        200);
}

TEST(Api, AnyStartInAnyFormat) {
    TestServer server;
    const auto fen = server.create(R"({"start":"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"})");
    EXPECT_THAT(server.get(fen.path() + "?format=fen").body, StartsWith("8/8/8/4k3"));
    const auto sgn = server.create(R"({"start":{"text":"9x9 C3b","format":"sgn"},"game":"go"})");
    EXPECT_EQ(server.move(sgn, white, "D4"), "200");
    EXPECT_THAT(server.get(sgn.path() + "?format=sgn").body, HasSubstr("C3b D4w"));
    const auto rows = server.create(
        R"({"game":"go","start":{"board":[[null,"B"],[null,null]],"current_player":"W"}})");
    EXPECT_EQ(server.move(rows, white, "A1"), "200");
    const Response broken = server.post("/api/games", R"({"start":"8/8/8/8/8/8/8/8 w - - 0 1"})");
    EXPECT_EQ(broken.status, 422);
    EXPECT_GE(count(json_of(broken), "/faults"), 1U);
}

TEST(Api, AnImportedDocumentIsKept) {
    TestServer server;
    const auto game = server.create(R"({"start":"1. e4 {best} (1. d4 d5) 1... e5 *","clock":)"
                                    R"({"kind":"fischer","base_ms":60000,"increment_ms":0}})");
    EXPECT_EQ(server.move(game, white, "Nf3"), "200");
    server.restart();
    const std::string pgn = server.get(game.path() + "/export?format=pgn").body;
    EXPECT_THAT(pgn, HasSubstr("1. e4 {best} (1. d4 d5) 1... e5 2. Nf3 {[%clk 0:01:00]} *"));
    EXPECT_EQ(server.get(game.path() + "?format=pgn").body, pgn);
    EXPECT_THAT(server.get(game.path()).body, Not(HasSubstr("best"))) << "a view stays small";
}

/// Backgammon has two formats of documents.
TEST(Api, AnImportedMatchIsKeptInItsOwnFormat) {
    TestServer server;
    const auto exported = [&](const std::string& start, std::string_view format) {
        const auto game = server.create(R"({"start":")" + start + R"("})");
        return server.get(game.path() + "/export?format=" + std::string(format)).body;
    };
    const std::string sgf = "(;FF[4]GM[6]MI[length:3](;W[31hefe]C[standard])(;W[31mjxw]C[modern]))";
    EXPECT_THAT(exported(sgf, "sgf"), HasSubstr("(;W[31mjxw]C[modern])"));
    EXPECT_THAT(exported(sgf, "mat"), HasSubstr("; standard"));
    const std::string mat =
        R"( 3 point match\n\n Game 1\n A : 0  B : 0\n 1) 31: 8/5 6/5\n; good\n)";
    EXPECT_THAT(exported(mat, "mat"), HasSubstr("; good"));
    EXPECT_THAT(exported(mat, "sgf"), HasSubstr("W[31hefe]C[good]"));
}

TEST(Api, ConversionKeepsTheDocument) {
    TestServer server;
    const auto convert = [&](std::string_view to) {
        return json_of(server.post(
            "/api/convert",
            R"({"state":"1. e4 {a} (1. d4) 1... Ke5 *","to":")" + std::string(to) + R"("})"));
    };
    EXPECT_THAT(text(convert("pgn"), "/text"), HasSubstr("1. e4 {a} (1. d4) 1... Ke5 *"));
    EXPECT_EQ(text(convert("pgn"), "/warnings/0/code"), "piece_cannot_go_there");
    EXPECT_EQ(text(convert("uci"), "/warnings/1/code"), "left_out");
}

TEST(Api, BadCreationsAreRefusedWithTheirPlace) {
    TestServer server;
    const auto code = [&](std::string_view body) {
        const Response response = server.post("/api/games", body);
        return std::to_string(response.status) + " " + text(json_of(response), "/code");
    };
    EXPECT_EQ(code(""), "400 json_syntax");
    EXPECT_EQ(code("[]"), "422 wrong_type");
    EXPECT_EQ(code("{}"), "422 missing_key");
    EXPECT_EQ(code(R"({"game":"tiddlywinks"})"), "422 unknown_game");
    EXPECT_EQ(code(R"({"game":"chess","colour":"red"})"), "422 unknown_key");
    EXPECT_EQ(code(R"({"game":"go","options":{"komi":[1]}})"), "422 wrong_type");
    EXPECT_EQ(code(R"({"game":"chess","clock":{"kind":"sundial"}})"), "422 unknown_clock");
    EXPECT_EQ(code(R"({"game":"chess","seats":{"white":{"name":7}}})"), "422 wrong_type");
    EXPECT_EQ(code(R"({"game":"chess","private":"yes"})"), "422 wrong_type");
    EXPECT_EQ(code(R"({"game":"chess","seats":5})"), "422 wrong_type");
    EXPECT_EQ(code(R"({"game":"chess","seats":{"withe":"Ada"}})"), "422 unknown_key");
    EXPECT_EQ(code(R"({"game":"chess","seats":{"white":{"nmae":"Ada"}}})"), "422 unknown_key");
    EXPECT_EQ(code(R"({"game":"chess","seats":{"white":"A\nB"}})"), "422 bad_name");
    EXPECT_EQ(code(R"({"start":{"text":"9x9","fromat":"sgn"}})"), "422 unknown_key");
}

TEST(Api, CreatingMayNeedAKey) {
    TestServer server({.create_keys = {"letmein"}});
    EXPECT_EQ(server.post("/api/games", R"({"game":"chess"})").status, 401);
    EXPECT_EQ(server.post("/api/games", R"({"game":"chess"})", {.key = "letmein"}).status, 201);
}

TEST(Api, ListsByGameStatusAndPage) {
    TestServer server;
    for (int i = 0; i < 5; ++i) server.create(R"({"game":"chess","seats":{"black":"Bob"}})");
    const auto go = server.create(R"({"game":"go"})");
    EXPECT_EQ(server.move(go, black, "resign"), "200");
    const auto found = [&](std::string_view query) {
        return count(json_of(server.get("/api/games" + std::string(query))), "/games");
    };
    EXPECT_EQ(found(""), 6U);
    EXPECT_EQ(found("?game=go"), 1U);
    EXPECT_EQ(found("?status=running"), 5U);
    EXPECT_EQ(found("?status=finished&game=go"), 1U);
    EXPECT_EQ(found("?player=Bob"), 5U);
    EXPECT_EQ(found("?result=white"), 1U);
    EXPECT_EQ(found("?result=black"), 0U);
    EXPECT_EQ(found("?result=draw"), 0U);
    const Json page = json_of(server.get("/api/games?limit=4"));
    EXPECT_EQ(count(page, "/games"), 4U);
    EXPECT_EQ(found("?limit=4&before=" + text(page, "/next")), 2U);
    EXPECT_EQ(server.get("/api/games?limit=0").status, 422);
    EXPECT_EQ(server.get("/api/games?status=odd").status, 422);
    EXPECT_EQ(server.get("/api/games?result=win").status, 422);
    EXPECT_EQ(server.get("/api/games?before=rubbish").status, 422);
}

TEST(Api, ShowsAnyPlyInAnyFormatAndPicture) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    EXPECT_EQ(server.move(game, white, "e4"), "200");
    EXPECT_EQ(server.move(game, black, "c5"), "200");
    EXPECT_THAT(server.get(game.path() + "?ply=1&format=fen").body, HasSubstr("4P3"));
    EXPECT_EQ(number(json_of(server.get(game.path() + "?ply=1")), "/ply"), 1);
    EXPECT_EQ(server.get(game.path() + "?ply=3").status, 422);
    const Response pgn = server.get(game.path() + "/export?format=pgn");
    EXPECT_EQ(header(pgn, "Content-Type"), "application/x-chess-pgn");
    EXPECT_THAT(pgn.body, HasSubstr("1. e4 c5"));
    EXPECT_THAT(server.get(game.path() + "/board.svg?theme=dark&ply=1").body, StartsWith("<svg"));
    EXPECT_THAT(server.get(game.path() + "/board.png").body, StartsWith("\x89PNG"));
    EXPECT_THAT(server.get(game.path(), {.headers = {{"Accept", "image/svg+xml"}}}).body,
                StartsWith("<svg"));
    // Who plays sees the board from the own side.
    const auto seen = [&](const std::string& key, const std::string& query) {
        return server.get(game.path() + "/board.svg" + query, {.key = key}).body;
    };
    EXPECT_NE(seen(game.black, ""), seen(game.white, ""));
    EXPECT_EQ(seen(game.white, ""), seen("", ""));
    EXPECT_EQ(seen(game.black, ""), seen("", "?bottom=black"));
    EXPECT_EQ(seen(game.black, "?bottom=white"), seen("", ""));
    EXPECT_EQ(server.get(game.path() + "/board.svg?size=99999").status, 422);
    EXPECT_EQ(server.get(game.path() + "/board.svg?coordinates=maybe").status, 422);
    EXPECT_EQ(server.get(game.path() + "/export?format=sgf").status, 422);
    EXPECT_EQ(server.get(game.path() + "?format=board.foo").status, 422);
    EXPECT_EQ(server.get(game.path() + "?notation=morse").status, 422);
    EXPECT_EQ(server.get(game.path() + "/history?notation=morse").status, 422);
    EXPECT_EQ(server.get(game.path() + "/legal?notation=morse").status, 422);
    EXPECT_EQ(server.get(game.path() + "/events?after=abc").status, 422);
    const Asking browser{.headers = {{"Accept", "text/html,image/svg+xml,*/*;q=0.8"}}};
    EXPECT_THAT(server.get(game.path(), browser).body, StartsWith("{"));
    EXPECT_THAT(server.get(game.path() + "/ask?question=mobility").body, StartsWith("{"));
    EXPECT_EQ(server.get(game.path() + "/ask?question=why").status, 422);
    const Json history = json_of(server.get(game.path() + "/history?notation=uci"));
    EXPECT_EQ(text(history, "/moves/1/move"), "c7c5");
    EXPECT_EQ(text(history, "/moves/1/by"), "black");
}

/// A white stone in the upper left corner with one liberty, and Black to move.
constexpr std::string_view rows_start =
    R"({"board":[["W","B",null],[null,null,null],[null,null,null]],"current_player":"B","passes":0})";

std::string compact(const Json& json) {
    JsonWriter out;
    out.value(json);
    return out.take();
}

TEST(Api, WhatTheClientHasIsNotSentAgain) {
    TestServer server;
    const auto game = server.create(R"({"game": "chess"})");
    for (const std::string& target : {game.path(), game.path() + "/board.svg"}) {
        const std::string tag = header(server.get(target), "ETag");
        const Asking holding{.key = {}, .headers = {{"If-None-Match", tag}}};
        const Response same = server.get(target, holding);
        EXPECT_EQ(same.status, 304) << target;
        EXPECT_EQ(same.body, "");
        EXPECT_EQ(header(same, "ETag"), tag);
    }
    const Asking holding{.key = {}, .headers = {{"If-None-Match", "\"1\""}}};
    EXPECT_EQ(server.move(game, Color::white, "e4"), "200");
    EXPECT_EQ(server.get(game.path(), holding).status, 200);
    EXPECT_EQ(server.get(game.path() + "/board.svg", holding).status, 200);
}

TEST(Api, StatesAreAnsweredInTheirOwnNotation) {
    TestServer server;
    const auto post = [&](std::string_view path, std::string_view rest) {
        return json_of(server.post(
            path, R"({"state":)" + std::string(rows_start) + "," + std::string(rest) + "}"));
    };
    EXPECT_THAT(compact(at(post("/api/legal", R"("format":"go-rows")"), "/legal")),
                HasSubstr(R"([1,0],[1,1],[1,2],[0,2],"pass"])"));
    EXPECT_THAT(compact(at(post("/api/legal", R"("notation":"vertex")"), "/legal")),
                HasSubstr(R"("A2","B2","C2","C3","pass"])"));
    EXPECT_EQ(compact(at(post("/api/check", R"("move":[1,0])"), "/effects/1/data/points")),
              "[[0,0]]");
    EXPECT_EQ(compact(at(post("/api/check", R"("move":[1,0],"notation":"vertex")"),
                         "/effects/1/data/points")),
              R"(["A3"])");
    const Json refused = post("/api/check", R"x("move":"(0, 1)")x");
    EXPECT_EQ(text(refused, "/detail"), "there is already a black stone on [0,1]");
    EXPECT_THAT(compact(at(refused, "/legal")), StartsWith("[[2,0],[2,1]"));
    EXPECT_EQ(text(post("/api/play", R"("move":"1,1","notation":"morse")"), "/code"),
              "unknown_notation");
    EXPECT_EQ(text(post("/api/play", R"("move":"1,1")"), "/state/board/1/1"), "B");
}

TEST(Api, AnswersToAMoveCarryTheStateInAFormat) {
    TestServer server;
    const auto game = server.create(R"({"start":)" + std::string(rows_start) + "}");
    const std::string path = game.path() + "/moves?format=go-rows";
    const Response refused = server.post(path + "&ply=0", "[0,1]", {.key = game.black});
    EXPECT_EQ(refused.status, 422) << refused.body;
    EXPECT_EQ(text(json_of(refused), "/detail"), "there is already a black stone on [0,1]");
    EXPECT_EQ(text(json_of(refused), "/state/board/0/0"), "W");
    EXPECT_EQ(server.post(path + "&ply=7", "[1,0]", {.key = game.black}).status, 409);
    const Json conflict = json_of(server.post(path + "&ply=7", "[1,0]", {.key = game.black}));
    EXPECT_EQ(text(conflict, "/state/current_player"), "B");
    const Json made = json_of(server.post(path + "&ply=0", "[1,0]", {.key = game.black}));
    EXPECT_EQ(text(made, "/format"), "go-rows");
    EXPECT_TRUE(at(made, "/state/board/0/0").is_null());
    EXPECT_EQ(text(made, "/state/current_player"), "W");
    EXPECT_EQ(compact(at(made, "/effects/0/data/point")), "[1,0]");
    const Json legal = json_of(server.get(game.path() + "/legal?format=go-rows"));
    EXPECT_EQ(compact(at(legal, "/legal/0")), "[2,0]");
    EXPECT_EQ(text(legal, "/state/current_player"), "W");
    EXPECT_EQ(
        compact(at(json_of(server.get(game.path() + "/history?notation=rows")), "/moves/0/move")),
        "[1,0]");
    const auto code = [&](std::string_view query) {
        return text(json_of(server.post(game.path() + "/moves?ply=1&" + std::string(query), "[2,2]",
                                        {.key = game.white})),
                    "/code");
    };
    EXPECT_EQ(code("format=pgn"), "unknown_format");
    EXPECT_EQ(code("notation=san"), "unknown_notation");
    EXPECT_EQ(number(json_of(server.get(game.path())), "/ply"), 1);
}

TEST(Api, TheBareMoveIsABody) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const std::string path = game.path() + "/moves";
    const auto post = [&](std::string_view target, std::string_view body, const Headers& headers) {
        const Color turn =
            text(json_of(server.get(game.path())), "/turn") == "white" ? white : black;
        return server.post(target, body, {.key = game.key(turn), .headers = headers});
    };
    const Response missing = post(path, R"({"from":"e2","to":"e4"})", {});
    EXPECT_EQ(missing.status, 428);
    EXPECT_THAT(text(json_of(missing), "/detail"), HasSubstr("If-Match"));
    EXPECT_THAT(text(json_of(missing), "/detail"), HasSubstr("?ply="));
    EXPECT_EQ(post(path, R"({"from":"e2","to":"e4"})", {{"If-Match", "\"1\""}}).status, 200);
    EXPECT_EQ(post(path + "?ply=1", R"("e5")", {}).status, 200);
    EXPECT_EQ(post(path + "?ply=1", R"("Nf3")", {}).status, 409);
    EXPECT_EQ(post(path + "?ply=1", R"({"move":"Nf3","ply":2})", {}).status, 422);
    EXPECT_EQ(post(path + "?ply=x", R"("Nf3")", {}).status, 422);
    const Response claim = post(path + "?ply=2",
                                R"({"action":"claim_draw","reason":"threefold_repetition",
                                    "move":{"from":"g1","to":"f3"}})",
                                {});
    EXPECT_EQ(text(json_of(claim), "/code"), "claim_not_justified");
    EXPECT_EQ(post(path + "?ply=2", R"({"action":"offer_draw"})", {}).status, 200);
    EXPECT_EQ(
        text(json_of(server.post(game.path() + "/check", R"({"from":"g1","to":"g3"})")), "/code"),
        "piece_cannot_go_there");
}

TEST(Api, RefusalsAreWrittenAsTheMoveIs) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const auto refused = [&](std::string_view query, std::string_view move) {
        return json_of(server.post(game.path() + "/check" + std::string(query), move));
    };
    EXPECT_EQ(text(refused("", R"({"from":"e2","to":"e5"})"), "/legal/0/from"), "a2");
    EXPECT_EQ(text(refused("", R"("e2e5")"), "/legal/0"), "a2a3");
    EXPECT_EQ(text(refused("", R"("e5")"), "/legal/0"), "a3");
    EXPECT_EQ(text(refused("?format=chess-squares", R"("e5")"), "/legal/0/from"), "a2");
    EXPECT_EQ(text(refused("?notation=san", R"("e2e5")"), "/legal/0"), "a3");
}

TEST(Api, ADryRunChangesNothing) {
    TestServer server;
    const auto game = server.create(R"({"game":"go","options":{"size":"5x5"}})");
    const Response checked = server.post(game.path() + "/check", R"({"move":"C3"})");
    EXPECT_EQ(checked.status, 200);
    EXPECT_EQ(text(json_of(checked), "/effects/0/kind"), "placed");
    EXPECT_EQ(server.post(game.path() + "/check", R"({"move":"Z9"})").status, 422);
    EXPECT_EQ(number(json_of(server.get(game.path())), "/version"), 1);
}

TEST(Api, EventsAreShownWithoutSecrets) {
    TestServer server;
    const auto game = server.create(R"({"game":"backgammon","private":true})");
    const Response events = server.get(game.path() + "/events", {.key = game.watch});
    EXPECT_EQ(events.status, 200);
    EXPECT_EQ(text(json_of(events), "/events/0/type"), "created");
    const auto entries = server.store().read(game.id, 0);
    const auto created = read_json(entries->front().body);
    EXPECT_EQ(events.body.find(text(*created, "/seed")), std::string::npos);
    EXPECT_EQ(events.body.find(text(*created, "/seats/white/key_hash")), std::string::npos);
    EXPECT_NE(text(*created, "/seed"), "");
}

TEST(Api, TheSeedOfTheDiceIsRevealedAtTheEnd) {
    TestServer server;
    const auto game = server.create(R"({"game":"backgammon"})");
    const Json before = json_of(server.get(game.path()));
    EXPECT_TRUE(at(before, "/dice/seed").is_null());
    EXPECT_NE(text(before, "/dice/commitment"), "");
    const Color turn = text(before, "/turn") == "white" ? white : black;
    EXPECT_EQ(server.move(game, turn, "resign"), "200");
    EXPECT_EQ(server.move(game, opponent(turn), "accept_resignation"), "200");
    const Json after = json_of(server.get(game.path()));
    EXPECT_EQ(text(after, "/dice/seed").size(), 64U);
    EXPECT_THAT(server.get(game.path() + "/export?format=record").body, HasSubstr("DiceSeed"));
}

TEST(Api, AGameSurvivesARestart) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    EXPECT_EQ(server.move(game, white, "e4"), "200");
    const std::string before = server.get(game.path() + "?format=record").body;
    server.restart();
    EXPECT_EQ(server.get(game.path() + "?format=record").body, before);
    EXPECT_EQ(server.move(game, black, "e5"), "200");
}

TEST(Api, AFlagFallsByItself) {
    TestServer server;
    const auto game = server.create(
        R"({"game":"chess","clock":{"kind":"fischer","base_ms":300,"increment_ms":0}})");
    EXPECT_EQ(server.move(game, white, "e4"), "200");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    socket->receive(R"({"type":"subscribe","game":")" + game.id + R"("})", now());
    const Json fallen = feed->next("event");
    EXPECT_EQ(text(fallen, "/event/type"), "flagged");
    EXPECT_EQ(text(fallen, "/now/outcome/reason"), "time_forfeit");
    EXPECT_EQ(server.move(game, black, "e5"), "422 game_over");
}

TEST(Api, AFlagFallsWhileTheServerIsDown) {
    TestServer server;
    const auto game = server.create(
        R"({"game":"chess","clock":{"kind":"fischer","base_ms":100,"increment_ms":0}})");
    EXPECT_EQ(server.move(game, white, "e4"), "200");
    server.restart();
    std::string reason;
    for (int i = 0; i < 100 && reason.empty(); ++i) {
        std::this_thread::sleep_for(50ms);
        const auto summary = server.store().summary(game.id);
        if ((*summary)->outcome) reason = (*summary)->outcome->reason;
    }
    EXPECT_EQ(reason, "time_forfeit");
}

TEST(Api, ASocketGetsEveryEventInOrder) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    EXPECT_EQ(server.move(game, white, "e4"), "200");
    EXPECT_EQ(server.move(game, black, "e5"), "200");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    socket->receive(R"({"type":"subscribe","game":")" + game.id + R"(","after":1,"id":7})", now());
    const Json subscribed = feed->next("subscribed");
    EXPECT_EQ(number(subscribed, "/id"), 7);
    EXPECT_EQ(number(subscribed, "/view/ply"), 2);
    EXPECT_EQ(number(feed->next("event"), "/version"), 2);
    EXPECT_EQ(number(feed->next("event"), "/version"), 3);
    EXPECT_EQ(server.move(game, white, "Nf3"), "200");
    const Json live = feed->next("event");
    EXPECT_EQ(number(live, "/version"), 4);
    EXPECT_EQ(text(live, "/event/event"), "g1f3");
    EXPECT_EQ(text(live, "/now/turn"), "black");
}

TEST(Api, PlaysOverTheSocket) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    const auto play = [&](std::string_view move, int ply, const std::string& key) {
        JsonWriter out;
        out.object([&] {
            out.member("type", "play");
            out.member("game", game.id);
            out.member("move", move);
            out.member("ply", ply);
            out.member("key", key);
            out.member("id", "m" + std::to_string(ply));
        });
        socket->receive(out.text(), now());
    };
    play("e4", 0, game.white);
    EXPECT_EQ(text(feed->next("played"), "/id"), "m0");
    play("e5", 0, game.black);
    EXPECT_EQ(number(feed->next("problem"), "/status"), 409);
    play("Ke2", 1, game.black);
    EXPECT_EQ(text(feed->next("problem"), "/body/kind"), "illegal");
    play("e5", 1, "wrong");
    EXPECT_EQ(number(feed->next("problem"), "/status"), 401);
    socket->receive(R"({"type":"ping","id":1})", now());
    EXPECT_EQ(number(feed->next("pong"), "/id"), 1);
}

TEST(Api, BadMessagesAreAnswered) {
    TestServer server;
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    for (const auto* message :
         {"", "{", "[]", "7", "{}", R"({"type":"dance"})", R"({"type":"subscribe"})",
          R"({"type":"subscribe","game":"nothing"})", R"({"type":"play"})",
          R"({"type":"play","game":"nothing","move":"e4"})",
          R"({"type":"play","game":"nothing","move":"e4","ply":-1})"}) {
        socket->receive(message, now());
        EXPECT_GE(number(feed->next("problem"), "/status"), 400) << message;
    }
}

TEST(Api, ASubscriptionFromNowhereIsRefused) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    for (const auto* wrong : {R"("after":"12")", R"("after":-1)", R"("notation":"morse")"}) {
        socket->receive(
            R"({"type":"subscribe","game":")" + game.id + R"(",)" + std::string(wrong) + "}",
            now());
        EXPECT_EQ(number(feed->next("problem"), "/status"), 422) << wrong;
    }
}

TEST(Api, ASubscriberIsShownTheStateInAFormat) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    EXPECT_EQ(server.move(game, white, "e4"), "200");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    const std::string head = R"({"type":"subscribe","game":")" + game.id + R"(",)";
    socket->receive(head + R"("after":0,"format":"chess-squares"})", now());
    const Json greeting = feed->next("subscribed");
    EXPECT_EQ(text(greeting, "/state/board/e4"), "P");
    EXPECT_EQ(text(greeting, "/view/moves/0/from"), "e2");
    EXPECT_EQ(text(feed->next("event"), "/state/board/e2"), "P");
    EXPECT_EQ(text(feed->next("event"), "/state/board/e4"), "P");
    EXPECT_EQ(server.move(game, black, "e5"), "200");
    const Json event = feed->next("event");
    EXPECT_EQ(text(event, "/format"), "chess-squares");
    EXPECT_EQ(text(event, "/state/board/e5"), "p");
    EXPECT_EQ(text(event, "/state/turn"), "white");
    for (const auto* wrong : {R"("format":"sgf")", R"("format":"morse")", R"("formats":"fen")"}) {
        socket->receive(head + std::string(wrong) + "}", now());
        EXPECT_EQ(number(feed->next("problem"), "/status"), 422) << wrong;
    }
}

/// An undone move is a state of its own, and so is each event of a change of several.
TEST(Api, TheStateIsThatAfterEachEvent) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    EXPECT_EQ(server.move(game, white, "e4"), "200");
    EXPECT_EQ(server.move(game, black, "e5"), "200");
    EXPECT_EQ(server.move(game, white, "request_undo"), "200");
    EXPECT_EQ(server.move(game, black, "accept_undo"), "200");
    Response opened = server.get(game.path() + "/events?after=0&format=fen",
                                 {.headers = {{"Accept", "text/event-stream"}}});
    ASSERT_TRUE(opened.stream);
    const auto feed = std::make_shared<CollectingFeed>();
    const auto held = opened.stream(feed);
    const std::string start = "RNBQKBNR w KQkq - 0 1";
    for (const std::string& expected :
         {start, std::string("b KQkq e3 0 1"), std::string("w KQkq e6 0 2"),
          std::string("w KQkq e6 0 2"), start}) {
        EXPECT_THAT(feed->next(), HasSubstr(expected));
    }

    const auto dice = server.create(R"({"game":"backgammon","options":{"cube":"off"}})");
    const auto watching = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(watching);
    socket->receive(R"({"type":"subscribe","format":"xgid","game":")" + dice.id + R"("})", now());
    const Json first = watching->next("subscribed");
    const Color turn = text(first, "/view/turn") == "white" ? white : black;
    EXPECT_EQ(server.move(dice, turn, text(first, "/view/legal/0")), "200");
    const Json moved = watching->next("event");
    const Json rolled = watching->next("event");
    EXPECT_EQ(number(moved, "/version") + 1, number(rolled, "/version"));
    EXPECT_THAT(text(moved, "/state"), HasSubstr(":00:"));
    EXPECT_THAT(text(rolled, "/state"), Not(HasSubstr(":00:")));
}

TEST(Api, PresenceIsToldOf) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    socket->receive(
        R"({"type":"subscribe","game":")" + game.id + R"(","key":")" + game.white + R"("})", now());
    const Json presence = feed->next("presence");
    EXPECT_EQ(number(presence, "/watchers"), 1);
    EXPECT_EQ(*at(presence, "/white").as<bool>(), true);
    EXPECT_EQ(*at(presence, "/black").as<bool>(), false);
    {
        const auto second = std::make_shared<CollectingFeed>();
        const auto other = server.converse(second);
        other->receive(R"({"type":"subscribe","game":")" + game.id + R"("})", now());
        EXPECT_EQ(number(feed->next("presence"), "/watchers"), 2);
    }
    EXPECT_EQ(number(feed->next("presence"), "/watchers"), 1);
}

TEST(Api, ServerSentEventsCarryTheirVersion) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    EXPECT_EQ(server.move(game, white, "e4"), "200");
    Response opened =
        server.get(game.path() + "/events",
                   {.headers = {{"Accept", "text/event-stream"}, {"Last-Event-ID", "1"}}});
    ASSERT_TRUE(opened.stream);
    const auto feed = std::make_shared<CollectingFeed>();
    const auto held = opened.stream(feed);
    EXPECT_THAT(feed->next(), StartsWith("id: 2\nevent: played\ndata: {"));
    EXPECT_EQ(server.move(game, black, "e5"), "200");
    EXPECT_THAT(feed->next(), StartsWith("id: 3\nevent: played\n"));
}

TEST(Api, StoppingSaysGoodbye) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    socket->receive(R"({"type":"subscribe","game":")" + game.id + R"("})", now());
    server.api().stop("the server stops");
    EXPECT_EQ(feed->closed(), "the server stops");
    EXPECT_EQ(server.get("/readyz").status, 503);
    EXPECT_EQ(server.get("/healthz").status, 200);
}

TEST(Api, OfManyMovesForOnePlyExactlyOneIsAccepted) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const auto legal = json_of(server.get(game.path() + "/legal"));
    std::atomic<int> accepted = 0;
    std::atomic<int> refused = 0;
    {
        std::vector<std::jthread> clients;
        for (int i = 0; i < 16; ++i) {
            clients.emplace_back([&, i] {
                const std::string move = text(legal, "/legal/" + std::to_string(i));
                const Response response =
                    server.post(game.path() + "/moves", move_body(move, 0), {.key = game.white});
                (response.status == 200 ? accepted : refused) += 1;
                if (response.status != 200) {
                    EXPECT_EQ(response.status, 409) << response.body;
                }
            });
        }
    }
    EXPECT_EQ(accepted, 1);
    EXPECT_EQ(refused, 15);
}

TEST(Api, StatesThatOthersKeep) {
    TestServer server;
    const Response played = server.post(
        "/api/play",
        R"({"state":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","move":"e4"})");
    EXPECT_EQ(text(json_of(played), "/state"),
              "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    const Response rows = server.post(
        "/api/play",
        R"({"state":{"board":[[null,null],[null,"B"]],"current_player":"W","passes":0},"move":[0,0]})");
    EXPECT_EQ(text(json_of(rows), "/state/board/0/0"), "W") << rows.body;
    const Response address =
        server.post("/api/play", R"({"state":"http://127.0.0.1/chess/e4,e5","move":"Nf3"})");
    EXPECT_THAT(text(json_of(address), "/state"), HasSubstr("1. e4 e5 2. Nf3")) << address.body;
    EXPECT_EQ(server.post("/api/check", R"({"state":"9x9 C3b","move":"C3"})").status, 422);
    EXPECT_EQ(count(json_of(server.post("/api/legal", R"({"state":"5x5"})")), "/legal"), 26U);
    const Json invalid =
        json_of(server.post("/api/validate", R"({"state":"8/8 w","format":"fen"})"));
    EXPECT_EQ(*at(invalid, "/valid").as<bool>(), false);
    const std::string loose = R"({"state":"{'board':[['b',None]],'current_player':'W'}")";
    const Json forgiven = json_of(server.post("/api/validate", loose + "}"));
    EXPECT_EQ(*at(forgiven, "/valid").as<bool>(), true);
    EXPECT_EQ(count(forgiven, "/warnings"), 2U);
    const Json strict = json_of(server.post("/api/validate", loose + R"(,"strict":true})"));
    EXPECT_EQ(*at(strict, "/valid").as<bool>(), false);
    const Json odd = json_of(server.post("/api/validate", loose + R"(,"strict":1})"));
    EXPECT_EQ(text(odd, "/problem/code"), "wrong_type");
    EXPECT_THAT(
        text(json_of(server.post("/api/convert", R"({"state":"9x9 C3b","to":"sgf"})")), "/text"),
        HasSubstr("B[cg]"));
    EXPECT_THAT(server.post("/api/render", R"({"state":"9x9 C3b"})").body, StartsWith("<svg"));
}

TEST(Api, AFileIsReadInItsCharset) {
    TestServer server;
    const std::string chinese = "(;GM[1]SZ[9]PB[\xC0\xEE\xB2\xFD\xB8\xE4];B[cc])";
    const auto typed = [](std::string_view type) {
        return Asking{.key = {}, .headers = {{"Content-Type", std::string(type)}}};
    };
    for (const std::string_view type :
         {"application/x-go-sgf", "text/plain; charset=gb2312", "Text/Plain;Charset=\"GBK\"",
          "application/octet-stream", "text/plain; charset=no-such-charset"}) {
        const Response converted = server.post("/api/convert?to=sgf", chinese, typed(type));
        EXPECT_THAT(text(json_of(converted), "/text"), HasSubstr("PB[李昌镐]")) << converted.body;
    }
    const Response named =
        server.post("/api/convert?to=sgf", "(;PB[M\xFCller])", typed("text/plain; charset=cp1251"));
    EXPECT_THAT(text(json_of(named), "/text"), HasSubstr("PB[Mьller]")) << named.body;
    const Response created = server.post("/api/games", chinese, typed("application/x-go-sgf"));
    EXPECT_EQ(created.status, 201) << created.body;
    // A JSON document remains one, and may have a charset, too.
    const std::string json = "{\"to\":\"sgf\",\"state\":\"(;PB[\xC0\xEE\xB2\xFD\xB8\xE4])\"}";
    const Response gbk = server.post("/api/convert", json, typed("application/json; charset=gbk"));
    EXPECT_THAT(text(json_of(gbk), "/text"), HasSubstr("PB[李昌镐]")) << gbk.body;
    EXPECT_EQ(server.post("/api/convert", json, typed("application/json")).status, 400);
    const Response plain =
        server.post("/api/legal", R"({"state":"5x5"})", typed("text/plain;charset=UTF-8"));
    EXPECT_EQ(plain.status, 415) << plain.body;
}

TEST(Api, WhoAsksTooMuchIsToldToWait) {
    TestServer server({.requests = {.per_second = 0.01, .burst = 5},
                       .creations = {.per_second = 0.01, .burst = 2}});
    EXPECT_EQ(server.post("/api/games", R"({"game":"chess"})").status, 201);
    EXPECT_EQ(server.post("/api/games", R"({"game":"chess"})").status, 201);
    const Response third = server.post("/api/games", R"({"game":"chess"})");
    EXPECT_EQ(third.status, 429);
    EXPECT_EQ(text(json_of(third), "/code"), "too_many_games");
    EXPECT_NE(header(third, "Retry-After"), "");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    socket->receive(R"({"type":"ping"})", now());
    feed->next("pong");
    socket->receive(R"({"type":"ping"})", now());
    EXPECT_EQ(text(feed->next("problem"), "/body/code"), "too_many_requests");
    EXPECT_EQ(server.get("/api/rules").status, 429);
    EXPECT_EQ(server.get("/healthz").status, 200);
}

TEST(Api, WhatIsNotThere) {
    TestServer server;
    EXPECT_EQ(server.get("/nothing").status, 404);
    EXPECT_EQ(server.get("/api/games/nothing").status, 404);
    EXPECT_EQ(server.get("/api/games/%zz").status, 400);
    EXPECT_EQ(server.get("/api/games/%ff").status, 400);
    EXPECT_EQ(server.ask("DELETE", "/api/games").status, 405);
    EXPECT_EQ(server.ask("OPTIONS", "/api/games").status, 204);
    EXPECT_EQ(server.get("/api/rules/tiddlywinks").status, 404);
    EXPECT_EQ(server.get("/api/games/").status, 404);
    EXPECT_EQ(server.get("/ws").status, 426);
    EXPECT_EQ(header(server.get("/ws"), "Upgrade"), "websocket");
    EXPECT_EQ(header(server.ask("DELETE", "/api/games"), "Allow"), "POST, GET, HEAD, OPTIONS");
    EXPECT_EQ(text(json_of(server.get("/api/rules/go")), "/name"), "go");
    EXPECT_THAT(server.get("/metrics").body, HasSubstr("arbiter_rooms"));
}

/// Only If-Match names a version the way an ETag does.
TEST(Api, ANumberInTheQueryIsDigits) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    EXPECT_EQ(server.move(game, white, "e4"), "200");
    for (const std::string number : {"W/%225%22", "%225%22", "W/5", "+5", "-1", "5x", ""}) {
        for (const std::string& target :
             {"/api/games?limit=" + number, game.path() + "?ply=" + number,
              game.path() + "/board.svg?ply=" + number, game.path() + "/events?after=" + number}) {
            const Response refused = server.get(target);
            EXPECT_EQ(refused.status, 422) << target;
            EXPECT_EQ(text(json_of(refused), "/code"), "bad_parameter") << target;
        }
    }
    EXPECT_EQ(server.get("/api/games?limit=5").status, 200);
    EXPECT_EQ(server.get(game.path() + "?ply=0").status, 200);
    const Response moved = server.post(game.path() + "/moves", R"({"move":"e5"})",
                                       {.key = game.black, .headers = {{"If-Match", R"(W/"2")"}}});
    EXPECT_EQ(moved.status, 200) << moved.body;
}

/// A page that follows a game needs no further request.
TEST(Api, AnEventTellsWhatThePlayersCanDo) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    socket->receive(R"({"type":"subscribe","game":")" + game.id + R"("})", now());
    feed->next("subscribed");
    const auto now_after = [&](Color by, std::string_view move) {
        EXPECT_EQ(server.move(game, by, move), "200");
        return at(feed->next("event"), "/now");
    };
    const auto view = [&] { return json_of(server.get(game.path())); };
    for (const auto& [by, move] : {std::pair(white, "e4"), std::pair(white, "offer_draw"),
                                   std::pair(black, "e5"), std::pair(black, "request_undo")}) {
        const Json told = now_after(by, move);
        for (const std::string_view member :
             {"/version", "/ply", "/turn", "/awaits", "/draw_offer", "/undo_request", "/actions"}) {
            EXPECT_EQ(at(told, member), at(view(), member)) << move << " " << member;
        }
    }
}

TEST(Api, TheLastEventTellsTheSeedOfTheDice) {
    TestServer server;
    const auto game = server.create(R"({"game":"backgammon"})");
    const auto feed = std::make_shared<CollectingFeed>();
    const auto socket = server.converse(feed);
    socket->receive(R"({"type":"subscribe","game":")" + game.id + R"("})", now());
    const Json subscribed = feed->next("subscribed");
    EXPECT_TRUE(at(subscribed, "/view/dice/seed").is_null());
    EXPECT_EQ(server.move(game, white, "resign"), "200");
    const Json offered = feed->next("event");
    EXPECT_EQ(at(offered, "/now/dice"), at(subscribed, "/view/dice"));
    EXPECT_EQ(server.move(game, black, "accept_resignation"), "200");
    const Json over = feed->next("event");
    EXPECT_EQ(text(over, "/now/dice/seed").size(), 64U);
    EXPECT_EQ(text(over, "/now/dice/commitment"), text(subscribed, "/view/dice/commitment"));
}

}  // namespace
}  // namespace arbiter::server
