#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/api/problem.hpp"
#include "server/mcp/machine.hpp"
#include "tests/server/api_fixture.hpp"

// The protocol without a transport, in front of an API that remembers what it was asked.

namespace arbiter::server::mcp {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view modern_meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

class McpTest : public testing::Test {
protected:
    Answer say(std::string_view message, Caller caller = {}) {
        std::optional<Answer> heard;
        machine_.receive(message, caller, [&](Answer answer) {
            EXPECT_FALSE(heard) << "answered twice";
            heard = std::move(answer);
        });
        EXPECT_TRUE(heard) << "not answered";
        return std::move(heard).value_or(Answer{});
    }
    /// The answer as JSON.
    Json ask(std::string_view method, std::string_view params = "{}", Caller caller = {}) {
        const std::string message = R"({"jsonrpc":"2.0","id":7,"method":")" + std::string(method) +
                                    R"(","params":)" + std::string(params) + "}";
        const Answer answer = say(message, std::move(caller));
        EXPECT_FALSE(answer.message.contains('\n'));
        auto json = read_json(answer.message);
        EXPECT_TRUE(json) << answer.message;
        return json ? *json : Json{};
    }
    Json call(std::string_view tool, std::string_view arguments, Caller caller = {}) {
        return ask(
            "tools/call",
            R"({"name":")" + std::string(tool) + R"(","arguments":)" + std::string(arguments) + "}",
            std::move(caller));
    }
    /// "GET /api/games/x": what the API was asked last.
    std::string asked() const { return asked_.method + " " + asked_.target; }

    Request asked_;
    std::function<Response()> reply_ = [] { return json_response(R"({"ply":3})"); };
    Machine machine_{[this](Request request, Reply reply) {
        asked_ = std::move(request);
        reply(reply_());
    }};
};

std::int64_t code(const Json& answer) { return number(answer, "/error/code"); }

// --- Revisions -----------------------------------------------------------------------------------

TEST_F(McpTest, AgreesOnTheRevisionThatTheClientWantsIfItCan) {
    const std::pair<std::string_view, Version> requests[] = {
        {"2024-11-05", Version::v2024_11_05}, {"2025-03-26", Version::v2025_03_26},
        {"2025-06-18", Version::v2025_06_18}, {"2025-11-25", Version::v2025_11_25},
        {"2026-07-28", Version::v2025_11_25}, {"1900-01-01", Version::v2025_11_25}};
    for (const auto& [wanted, agreed] : requests) {
        const Answer answer = say(R"({"jsonrpc":"2.0","id":"a","method":"initialize","params":)"
                                  R"({"protocolVersion":")" +
                                  std::string(wanted) + R"(","capabilities":{}}})");
        EXPECT_EQ(answer.agreed, agreed) << wanted;
        const auto json = read_json(answer.message);
        ASSERT_TRUE(json);
        EXPECT_EQ(text(*json, "/id"), "a");
        EXPECT_EQ(text(*json, "/result/protocolVersion"), to_string(agreed));
        EXPECT_EQ(text(*json, "/result/serverInfo/name"), "arbiter");
        EXPECT_THAT(text(*json, "/result/instructions"), StartsWith("Arbiter"));
    }
    EXPECT_EQ(code(ask("initialize", "{}")), -32602);
}

TEST_F(McpTest, ServesRequestsThatNameTheirRevisionThemselves) {
    const std::string params = "{" + std::string(modern_meta) + "}";
    const Json found = ask("server/discover", params);
    EXPECT_EQ(text(found, "/result/resultType"), "complete");
    EXPECT_EQ(text(found, "/result/supportedVersions/0"), "2026-07-28");
    EXPECT_EQ(text(found, "/result/cacheScope"), "public");
    const Json tools = ask("tools/list", params);
    EXPECT_GT(number(tools, "/result/ttlMs"), 0);
    EXPECT_EQ(number(ask("resources/list", params), "/result/ttlMs"), 0);
    EXPECT_EQ(at(ask("tools/list"), "/result/resultType"), Json{}) << "not before that revision";

    const Json meta = at(tools, "/result/_meta");
    EXPECT_NE(meta.find("io.modelcontextprotocol/serverInfo"), nullptr);
    EXPECT_EQ(code(ask("ping", params)), -32601) << "there is no connection to be kept alive";
    EXPECT_EQ(code(ask("server/discover", "{}")), -32601);
}

TEST_F(McpTest, TellsWhichRevisionsItSpeaks) {
    const Answer answer = say(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":)"
                              R"({"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}})");
    EXPECT_EQ(answer.status, 400);
    const auto json = read_json(answer.message);
    ASSERT_TRUE(json);
    EXPECT_EQ(code(*json), -32022);
    EXPECT_EQ(text(*json, "/error/data/requested"), "2031-01-01");
    EXPECT_EQ(count(*json, "/error/data/supported"), 5U);
}

TEST_F(McpTest, WantsTheClientsCapabilities) {
    const Json refused = ask("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":)"
                                           R"("2026-07-28"}})");
    EXPECT_EQ(code(refused), -32602);
    EXPECT_EQ(code(ask("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":5}})")),
              -32602);
}

TEST_F(McpTest, HoldsHeadersAgainstTheMessage) {
    const std::string list = "{" + std::string(modern_meta) + "}";
    const std::string read = R"({"uri":"arbiter://games/é",)" + std::string(modern_meta) + "}";
    const auto from = [](std::string version, std::string method, std::string name) {
        return Caller{
            .address = {},
            .authorization = {},
            .at = {},
            .agreed = {},
            .mirror = Caller::Mirror{std::move(version), std::move(method), std::move(name)}};
    };
    const auto is_fine = [](const Json& answer) { return answer.find("result") != nullptr; };
    EXPECT_TRUE(is_fine(ask("tools/list", list, from("2026-07-28", "tools/list", ""))));
    EXPECT_EQ(code(ask("tools/list", list, from("2025-11-25", "tools/list", ""))), -32020);
    EXPECT_EQ(code(ask("tools/list", list, from("", "tools/list", ""))), -32020);
    EXPECT_EQ(code(ask("tools/list", list, from("2026-07-28", "tools/call", ""))), -32020);
    const std::string method = "resources/read";
    const std::string encoded = "=?base64?YXJiaXRlcjovL2dhbWVzL8Op?=";
    EXPECT_TRUE(is_fine(ask(method, read, from("2026-07-28", method, encoded))));
    EXPECT_EQ(code(ask(method, read, from("2026-07-28", method, "arbiter://games"))), -32020);
    // Without anything in the message the header alone names the revision.
    EXPECT_EQ(code(ask("tools/list", "{}", from("2026-07-28", "tools/list", ""))), -32602);
    EXPECT_EQ(code(ask("tools/list", "{}", from("1900-01-01", "", ""))), -32022);
    EXPECT_TRUE(is_fine(ask("tools/list", "{}", from("2025-06-18", "", ""))));
}

// --- Messages ------------------------------------------------------------------------------------

TEST_F(McpTest, AnswersWhatIsNoMessage) {
    const std::pair<std::string_view, std::int64_t> nonsense[] = {
        {"", -32700},
        {"{", -32700},
        {R"({"jsonrpc":"2.0","jsonrpc":"2.0"})", -32700},
        {"null", -32600},
        {"{}", -32600},
        {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", -32600},
        {R"({"jsonrpc":"2.0","id":1})", -32600},
        {R"({"jsonrpc":"2.0","id":1,"method":5})", -32600},
        {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", -32600},
        {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", -32600},
        {R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[]})", -32600},
        {"[]", -32600},
    };
    for (const auto& [message, expected] : nonsense) {
        const Answer answer = say(message);
        const auto json = read_json(answer.message);
        ASSERT_TRUE(json) << message;
        EXPECT_EQ(code(*json), expected) << message;
        EXPECT_EQ(answer.status, 400) << message;
    }
    EXPECT_EQ(code(ask("dance")), -32601);
    EXPECT_EQ(number(ask("ping"), "/id"), 7);
}

TEST_F(McpTest, SaysNothingToWhatExpectsNoAnswer) {
    for (const std::string_view message :
         {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
          R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"create_game"}})",
          R"({"jsonrpc":"2.0","id":1,"result":{}})", R"({"jsonrpc":"2.0","error":{}})"}) {
        const Answer answer = say(message);
        EXPECT_EQ(answer.message, "") << message;
        EXPECT_EQ(answer.status, 202) << message;
    }
    EXPECT_EQ(asked_.target, "") << "nothing was done";
}

TEST_F(McpTest, AnswersBatchesWhereTheyAreAllowed) {
    const Caller old{.address = {}, .authorization = {}, .at = {}, .agreed = Version::v2025_03_26};
    const std::string ping = R"({"jsonrpc":"2.0","id":"a","method":"ping"})";
    const std::string note = R"({"jsonrpc":"2.0","method":"notifications/x"})";
    const std::string hello = R"({"jsonrpc":"2.0","id":"b","method":"initialize","params":{}})";
    const auto json = read_json(say("[" + ping + "," + note + ",3," + hello + "]", old).message);
    ASSERT_TRUE(json);
    EXPECT_EQ(count(*json, ""), 3U);
    EXPECT_EQ(text(*json, "/0/id"), "a");
    EXPECT_EQ(number(*json, "/1/error/code"), -32600);
    EXPECT_EQ(text(*json, "/2/error/message"), "initialize comes alone");
    EXPECT_EQ(say("[" + note + "]", old).status, 202);
    EXPECT_EQ(say("[]", old).status, 400);

    std::string many = ping;
    for (int i = 0; i < 50; ++i) many += "," + ping;
    EXPECT_EQ(say("[" + many + "]", old).status, 400);
    Caller newer = old;
    newer.agreed = Version::v2025_06_18;
    EXPECT_EQ(say("[" + ping + "]", newer).status, 400);
}

// --- Tools ---------------------------------------------------------------------------------------

TEST_F(McpTest, EveryToolThatIsListedCanBeCalled) {
    const Json listed = ask("tools/list");
    std::set<std::string> paths;
    for (std::size_t i = 0; i < count(listed, "/result/tools"); ++i) {
        const std::string place = "/result/tools/" + std::to_string(i);
        const std::string name = text(listed, place + "/name");
        EXPECT_EQ(text(listed, place + "/inputSchema/type"), "object") << name;
        const Json called = call(name, R"({"id":"g","game":"go","move":"e4","state":"x"})");
        EXPECT_EQ(at(called, "/result/isError"), Json{}) << name;
        paths.insert(asked_.method + " " + asked_.target.substr(0, asked_.target.find('?')));
    }
    EXPECT_EQ(count(listed, "/result/tools"), 23U);
    // resign and claim_draw play.
    EXPECT_EQ(paths.size(), 20U);
}

TEST_F(McpTest, AToolIsARequest) {
    struct Example {
        std::string_view tool;
        std::string_view arguments;
        std::string_view request;
        std::string_view body;
    };
    const Example examples[] = {
        {"get_game", R"({"id":"a/b","notation":"uci"})", "GET /api/games/a%2Fb/turn?notation=uci",
         ""},
        {"list_games", R"({"limit":5,"player":"A & B"})",
         "GET /api/games?limit=5&player=A%20%26%20B", ""},
        {"show_board", R"({"id":"g"})", "GET /api/games/g/board.png", ""},
        {"show_board", R"({"id":"g","kind":"txt","ply":3})", "GET /api/games/g/board.txt?ply=3",
         ""},
        {"play", R"({"id":"g","move":"e4","ply":0})", "POST /api/games/g/moves",
         R"({"move":"e4","ply":0})"},
        {"resign", R"({"id":"g","ply":9})", "POST /api/games/g/moves",
         R"({"ply":9,"move":{"action":"resign"}})"},
        {"claim_draw", R"({"id":"g","reason":"fifty_move_rule","ply":9})",
         "POST /api/games/g/moves",
         R"({"ply":9,"move":{"action":"claim_draw","reason":"fifty_move_rule"}})"},
        {"create_game", R"({"game":"go","options":{"size":9},"clock":null})", "POST /api/games",
         R"({"game":"go","options":{"size":9}})"},
        {"show_state", R"({"state":"x"})", "POST /api/render", R"({"state":"x","kind":"png"})"},
    };
    for (const Example& example : examples) {
        call(example.tool, example.arguments);
        EXPECT_EQ(asked(), example.request);
        EXPECT_EQ(asked_.body, example.body);
    }
}

TEST_F(McpTest, AKeyIsAnArgumentOrTheConnections) {
    const Caller caller{.address = "192.0.2.7", .authorization = "Bearer mine", .at = {}};
    call("play", R"({"id":"g","key":"yours","move":"e4","ply":0})", caller);
    EXPECT_EQ(asked_.header("Authorization"), "Bearer yours");
    EXPECT_EQ(asked_.address, "192.0.2.7");
    EXPECT_EQ(asked_.body, R"({"move":"e4","ply":0})") << "it stands nowhere else";
    call("play", R"({"id":"g","move":"e4","ply":0})", caller);
    EXPECT_EQ(asked_.header("Authorization"), "Bearer mine");
    call("get_game", R"({"id":"g"})");
    EXPECT_EQ(asked_.header("Authorization"), "");
}

TEST_F(McpTest, SaysWhatIsWrongWithACall) {
    EXPECT_EQ(code(ask("tools/call", R"({"name":5})")), -32602);
    EXPECT_EQ(code(call("cheat", "{}")), -32602);
    EXPECT_EQ(code(call("play", "[]")), -32602);
    const std::pair<std::string_view, std::string_view> wrong[] = {
        {"{}", "missing_key"},
        {R"({"id":null})", "missing_key"},
        {R"({"id":5})", "wrong_type"},
        {R"({"id":"g","key":5})", "wrong_type"},
        {R"({"id":"g","notation":["uci"]})", "wrong_type"}};
    for (const auto& [arguments, expected] : wrong) {
        const Json answer = call("get_game", arguments);
        EXPECT_EQ(at(answer, "/result/isError"), Json{true}) << arguments;
        EXPECT_EQ(text(answer, "/result/structuredContent/code"), expected) << arguments;
    }
    EXPECT_EQ(asked_.target, "") << "nothing was asked";
}

TEST_F(McpTest, ARefusalIsToldInWordsAndAsData) {
    reply_ = [] {
        return response(problem(422, "path_blocked", "the pawn is in the way",
                                [](JsonWriter& out) { out.member("kind", "illegal"); }));
    };
    const Json refused = call("play", R"({"id":"g","move":"Rh8","ply":0})");
    EXPECT_EQ(at(refused, "/result/isError"), Json{true});
    EXPECT_EQ(text(refused, "/result/content/0/text"), "the pawn is in the way");
    EXPECT_EQ(text(refused, "/result/structuredContent/code"), "path_blocked");

    const Json explained = call("explain_move", R"({"id":"g","move":"Rh8"})");
    EXPECT_EQ(at(explained, "/result/isError"), Json{}) << "that is what was asked for";
    EXPECT_EQ(at(explained, "/result/structuredContent/legal"), Json{false});
    EXPECT_EQ(text(explained, "/result/structuredContent/refusal/code"), "path_blocked");

    reply_ = [] { return complaint(404, "no_such_game", "there is none"); };
    EXPECT_EQ(at(call("explain_move", R"({"id":"g","move":"a"})"), "/result/isError"), Json{true});
}

TEST_F(McpTest, APictureIsAnImage) {
    reply_ = [] { return Response{200, {{"Content-Type", "image/png"}}, "PNG", {}}; };
    const Json shown = call("show_board", R"({"id":"g"})");
    EXPECT_EQ(text(shown, "/result/content/0/type"), "image");
    EXPECT_EQ(text(shown, "/result/content/0/data"), "UE5H");
    EXPECT_EQ(text(shown, "/result/content/0/mimeType"), "image/png");
    reply_ = [] { return Response{200, {{"Content-Type", "text/plain"}}, "a\nb", {}}; };
    EXPECT_EQ(text(call("show_board", R"({"id":"g","kind":"txt"})"), "/result/content/0/text"),
              "a\nb");
}

// --- Resources -----------------------------------------------------------------------------------

TEST_F(McpTest, ResourcesAreWhatTheApiHas) {
    const auto read = [&](std::string_view uri) {
        return ask("resources/read", R"({"uri":")" + std::string(uri) + R"("})");
    };
    const Json found = read("arbiter://games/g/legal?key=k");
    EXPECT_EQ(asked(), "GET /api/games/g/legal?key=k");
    EXPECT_EQ(text(found, "/result/contents/0/uri"), "arbiter://games/g/legal?key=k");
    EXPECT_EQ(text(found, "/result/contents/0/text"), R"({"ply":3})");
    asked_ = {};
    for (const std::string_view uri :
         {"", "arbiter://", "arbiter://metrics", "arbiter://gamesx", "http://games", "games"}) {
        EXPECT_EQ(code(read(uri)), -32002) << uri;
    }
    EXPECT_EQ(asked_.target, "");
    reply_ = [] { return complaint(404, "no_such_game", "there is none"); };
    const Json none = read("arbiter://games/g");
    EXPECT_EQ(code(none), -32002);
    EXPECT_EQ(text(none, "/error/message"), "there is none");
    EXPECT_EQ(text(none, "/error/data/uri"), "arbiter://games/g");
    EXPECT_EQ(text(none, "/error/data/problem/code"), "no_such_game");
    EXPECT_EQ(code(ask("resources/read",
                       R"({"uri":"arbiter://games/g",)" + std::string(modern_meta) + "}")),
              -32602);
    reply_ = [] { return complaint(422, "unknown_format", "there is no such format"); };
    EXPECT_EQ(code(read("arbiter://games/g/export?format=x")), -32602);
    reply_ = [] { return complaint(503, "store_unavailable", "the disk is full"); };
    EXPECT_EQ(code(read("arbiter://games/g")), -32603);
}

TEST_F(McpTest, GamesAreListedAPageAtATime) {
    reply_ = [] {
        return json_response(
            R"({"games":[{"id":"g","game":"go","white":"Ada","black":"","status":"running"}],)"
            R"("next":"n+1"})");
    };
    const Json first = ask("resources/list");
    EXPECT_EQ(asked(), "GET /api/games");
    EXPECT_EQ(text(first, "/result/nextCursor"), "n+1");
    const Json second = ask("resources/list", R"({"cursor":"n+1"})");
    EXPECT_EQ(asked(), "GET /api/games?before=n%2B1");
    EXPECT_EQ(count(second, "/result/resources"), 1U);
    EXPECT_GT(count(first, "/result/resources"), 1U) << "what is always there comes first";
    EXPECT_EQ(text(second, "/result/resources/0/uri"), "arbiter://games/g");
    EXPECT_EQ(text(second, "/result/resources/0/title"), "go: Ada against black, running");
    reply_ = [] { return complaint(422, "bad_parameter", "no cursor"); };
    EXPECT_EQ(code(ask("resources/list", R"({"cursor":"x"})")), -32602);
    EXPECT_EQ(code(ask("resources/list", R"({"cursor":5})")), -32602);
}

// --- Over HTTP -----------------------------------------------------------------------------------

TEST(McpOverHttp, ReachesTheSameGames) {
    TestServer server;
    const auto game = server.create(R"({"game":"chess"})");
    const Response played = server.post(
        "/mcp", R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"play",)"
                R"("arguments":{"id":")" +
                    game.id + R"(","key":")" + game.white + R"(","move":"e4","ply":0}}})");
    EXPECT_EQ(played.status, 200);
    EXPECT_EQ(number(json_of(played), "/result/structuredContent/ply"), 1);
    EXPECT_THAT(server.get(game.path()).body, HasSubstr(R"("moves":["e4"])"));
    EXPECT_EQ(server.get("/mcp").status, 405);
}

TEST(McpOverHttp, PagesElsewhereMayNotAsk) {
    TestServer server({.requests = {.per_second = 1e6, .burst = 1e6},
                       .door = {.origins = {"https://example.org"}}});
    const auto status = [&](std::string_view origin) {
        return server
            .post("/mcp", R"({"jsonrpc":"2.0","id":1,"method":"ping"})",
                  {.headers = {{"Origin", std::string(origin)}}})
            .status;
    };
    EXPECT_EQ(status("http://localhost:6274"), 200);
    EXPECT_EQ(status("http://[::1]:6274"), 200);
    EXPECT_EQ(status("https://example.org"), 200);
    for (const std::string_view origin :
         {"null", "localhost", "https://example.org.evil.com", "http://localhost.evil.com",
          "http://127.0.0.1.evil.com:8080", "file://", "http://[::1"}) {
        EXPECT_EQ(status(origin), 403) << origin;
    }
}

}  // namespace
}  // namespace arbiter::server::mcp
