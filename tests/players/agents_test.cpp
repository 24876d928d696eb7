#include <chrono>
#include <cstdlib>
#include <optional>

#include <gtest/gtest.h>

#include "core/games/to_json.hpp"
#include "platform/process.hpp"
#include "platform/url.hpp"
#include "players/agents/message.hpp"
#include "players/catalogue.hpp"
#include "players/turn.hpp"
#include "tests/players/scripted_server.hpp"
#include "tests/support/temporary_folder.hpp"

namespace arbiter::players {
namespace {

using namespace std::chrono_literals;
using referee::Referee;
using test::http_response;
using test::ScriptedServer;

const std::string examples = ARBITER_SOURCE_DIR "/examples/";

Referee table(std::string_view game, const Options& options = {}) {
    referee::Created terms{};
    terms.id = "g";
    terms.record = record_of(*AnyGame::create(game, options));
    if (game == "backgammon") terms.seed = referee::Seed::of_hex(std::string(64, 'b'));
    return Referee::begin({wall_clock(), terms})->due(wall_clock()).after;
}

/// Lets a player play against itself for a number of turns, each accepted at once.
void play(Player& player, Referee referee, int turns) {
    for (int i = 0; i < turns && !referee.game().outcome(); ++i) {
        const TurnTaken taken = take_turn(player, {referee, referee.game().turn()}, {});
        ASSERT_FALSE(taken.report.error) << taken.report.error->sentence;
        ASSERT_TRUE(taken.report.refusals.empty()) << taken.report.refusals[0].answer << ": "
                                                   << sentence(taken.report.refusals[0].rejection);
        ASSERT_TRUE(taken.decision);
        referee = taken.decision->after;
    }
}

void play_every_game(const std::string& specification) {
    const auto player = seat(specification, {});
    ASSERT_TRUE(player) << player.error().sentence;
    play(**player, table("chess"), 40);
    play(**player, table("go", {{"size", "5"}}), 40);
    play(**player, table("backgammon"), 60);
}

TEST(ExampleAgents, Python) { play_every_game("stdio:python3 " + examples + "agent.py"); }

TEST(ExampleAgents, JavaScript) { play_every_game("stdio:node " + examples + "agent.mjs"); }

TEST(ExampleAgents, Cpp) { play_every_game("stdio:" ARBITER_EXAMPLE_AGENT); }

TEST(ExampleAgents, JavaScriptOverHttp) {
    auto server = platform::Dialogue::start({{"node", examples + "agent.mjs", "0"}, {}, {}});
    ASSERT_TRUE(server);
    const auto address = server->read_line(std::chrono::steady_clock::now() + 30s);
    ASSERT_TRUE(address) << address.error().sentence;
    play_every_game(*address);
}

Turn turn_of(const AnyGame& game, std::span<const std::string> actions) {
    return {.game = game,
            .seat = game.turn(),
            .actions = actions,
            .now = {},
            .budget = {.time = 3s, .nodes = {}},
            .refusals = {}};
}

/// What the schema says of these lines; empty if it accepts them all.
std::string refused_by(const std::string& schema, const std::string& lines) {
    const auto run = platform::run(
        {{"node", ARBITER_SOURCE_DIR "/tests/players/accepts.mjs", schema}, {}, {}}, lines);
    if (!run) return run.error().sentence;
    return run->exit_code == 0 ? "" : run->errors;
}

TEST(AgentRequest, CarriesWhatIsAskedFor) {
    AnyGame game = *AnyGame::create("chess").value;
    ASSERT_TRUE(game.play("e4"));
    const std::vector<std::string> actions{"resign"};
    const auto full = agent_request(turn_of(game, actions), {});
    ASSERT_TRUE(full);
    EXPECT_EQ(full->find('\n'), full->npos);
    const auto json = read_json(*full);
    ASSERT_TRUE(json) << *full;
    EXPECT_EQ(*json->find("game")->as<std::string>(), "chess");
    EXPECT_EQ(*json->find("seat")->as<std::string>(), "black");
    EXPECT_EQ(*json->find("format")->as<std::string>(), "chess-squares");
    EXPECT_NE(json->find("state")->find("board"), nullptr);
    EXPECT_EQ(json->find("legal")->as<Json::Array>()->size(), 20U);
    EXPECT_EQ(json->find("history")->as<Json::Array>()->size(), 1U);
    EXPECT_EQ(*json->find("time_ms")->as<std::int64_t>(), 3000);
    EXPECT_TRUE(json->find("clock")->is_null());

    const auto bare = agent_request(turn_of(game, actions),
                                    {.format = "fen", .legal_moves = false, .history = false});
    ASSERT_TRUE(bare);
    const auto small = read_json(*bare);
    EXPECT_TRUE(small->find("state")->as<std::string>()->starts_with("rnbqkbnr/pppppppp/8/8/4P3"));
    EXPECT_EQ(small->find("legal"), nullptr);
    EXPECT_EQ(small->find("history"), nullptr);
    EXPECT_EQ(agent_request(turn_of(game, actions), {.format = "sgf"}).error().kind,
              PlayerError::Kind::cannot_play);
}

TEST(AgentRequest, MovesAreWrittenAsTheFormatDoes) {
    AnyGame chess = *AnyGame::create("chess").value;
    ASSERT_TRUE(chess.play("e4"));
    const std::vector<RejectedAnswer> refusals{{"e7e4", chess.check("e7e4").error()}};
    Turn turn = turn_of(chess, {});
    turn.refusals = refusals;
    const auto told = [&](const AgentTerms& terms) { return agent_request(turn, terms).value(); };
    const std::string squares = told({});
    EXPECT_NE(squares.find(R"("notation":"json")"), squares.npos) << squares;
    EXPECT_NE(squares.find(R"("history":[{"from":"e2","to":"e4","promotion":null}])"),
              squares.npos);
    EXPECT_NE(squares.find(R"("legal":[{"from":"a7","to":"a6","promotion":null})"), squares.npos)
        << squares;
    const std::string uci = told({.notation = "uci"});
    EXPECT_NE(uci.find(R"("history":["e2e4"])"), uci.npos) << uci;
    const std::string fen = told({.format = "fen"});
    EXPECT_NE(fen.find(R"("history":["e4"])"), fen.npos) << fen;
    EXPECT_EQ(agent_request(turn, {.notation = "vertex"}).error().kind,
              PlayerError::Kind::cannot_play);
}

TEST(AgentRequest, RowsAreAnsweredInRows) {
    AnyGame go = *AnyGame::create("go", {{"size", "3"}}).value;
    ASSERT_TRUE(go.play("A3"));
    const std::vector<RejectedAnswer> refusals{{"A3", go.check("A3").error()}};
    Turn turn = turn_of(go, {});
    turn.refusals = refusals;
    const std::string rows = agent_request(turn, {.format = "go-rows"}).value();
    EXPECT_NE(rows.find(R"("history":[[0,0]])"), rows.npos) << rows;
    EXPECT_NE(rows.find(R"([0,1],[0,2],"pass"])"), rows.npos) << rows;
    EXPECT_NE(rows.find("there is already a black stone on [0,0]"), rows.npos) << rows;
    EXPECT_EQ(refused_by("agent-request", rows), "");
}

TEST(AgentRequest, DiceAreNotTheAgents) {
    const AnyGame game = *AnyGame::create("backgammon").value;
    EXPECT_TRUE(playable(game).empty());
    EXPECT_FALSE(game.legal().empty());
}

TEST(AgentSchemas, AcceptWhatIsSent) {
    std::string lines;
    for (const std::string_view name : {"chess", "go", "backgammon"}) {
        Referee referee = table(name);
        const auto random = seat("random", {});
        for (int i = 0; i < 12; ++i) {
            const Color seat = referee.game().turn();
            const auto actions = referee.actions(seat);
            const referee::Clock clock(referee::ByoYomi{60s, 10s, 3});
            Turn turn = turn_of(referee.game(), actions);
            if (i % 2 == 1) turn.clock = &clock;
            const auto refused = referee.decide({seat, "nonsense", {}});
            const std::vector<RejectedAnswer> refusals{{"nonsense", refused.error()}};
            if (i % 3 == 1) turn.refusals = refusals;
            lines += agent_request(turn, {.format = i % 4 == 3 ? "record" : ""}).value() + "\n";
            referee = take_turn(**random, {referee, seat}, {}).decision->after;
        }
    }
    EXPECT_EQ(refused_by("agent-request", lines), "");
    EXPECT_NE(refused_by("agent-request", R"({"game": "chess"})"), "");
    EXPECT_EQ(refused_by("agent-answer", "{\"move\": \"e4\"}\n\"e4\"\n"), "");
    EXPECT_NE(refused_by("agent-answer", "{}"), "");
    EXPECT_NE(refused_by("agent-answer", "{\"move\": 4}"), "");
}

TEST(AgentAnswer, IsAMoveInAnyForm) {
    EXPECT_EQ(move_in_answer("e4\n"), "e4");
    EXPECT_EQ(move_in_answer("\"e4\""), "e4");
    EXPECT_EQ(move_in_answer(R"({"move": "e4", "comment": "!"})"), "e4");
    EXPECT_EQ(move_in_answer(R"({"move": {"from": "e2", "to": "e4"}})"),
              R"({"from":"e2","to":"e4"})");
    EXPECT_EQ(move_in_answer(R"({"from": "e2", "to": "e4"})"), R"({"from":"e2","to":"e4"})");
    EXPECT_EQ(move_in_answer(R"({"action": "resign"})"), R"({"action":"resign"})");
    EXPECT_EQ(move_in_answer(R"({"action": "claim_draw", "move": "e4"})"),
              R"({"action":"claim_draw","move":"e4"})");
    EXPECT_EQ(move_in_answer("[3, 4]"), "[3,4]");
    EXPECT_EQ(move_in_answer("{"), "{");
}

TEST(AgentAnswer, MayTellAScore) {
    EXPECT_EQ(score_in_answer(R"({"move": "e4", "score": -35})"), -35);
    EXPECT_EQ(score_in_answer(R"({"move": "e4", "score": 12.6})"), 13);
    EXPECT_EQ(score_in_answer(R"({"move": "e4", "score": 1e300})"), 1'000'000);
    EXPECT_EQ(score_in_answer(R"({"move": "e4", "score": "good"})"), std::nullopt);
    EXPECT_EQ(score_in_answer(R"({"move": "e4"})"), std::nullopt);
    EXPECT_EQ(score_in_answer("e4"), std::nullopt);
}

TEST(HttpAgents, GetTheReasonOfARefusal) {
    int asked = 0;
    const ScriptedServer server([&](const auto&) {
        return http_response(200, ++asked == 1 ? R"({"move": "Ke2"})" : R"({"move": "e4"})");
    });
    const auto player = seat(server.address() + "/agent?x=1", {});
    ASSERT_TRUE(player);
    const TurnTaken taken = take_turn(**player, {table("chess"), Color::white}, {});
    EXPECT_EQ(taken.report.end, TurnReport::End::answered);
    ASSERT_EQ(server.requests().size(), 2U);
    EXPECT_TRUE(server.requests()[0].head.starts_with("POST /agent?x=1 HTTP/1.1"));
    const auto json = read_json(server.requests()[1].body);
    const Json& refusal = json->find("refusals")->as<Json::Array>()->at(0);
    EXPECT_EQ(*refusal.find("answer")->as<std::string>(), "Ke2");
    EXPECT_EQ(*refusal.find("rejection")->find("sentence")->as<std::string>(),
              sentence(taken.report.refusals[0].rejection));
}

TEST(HttpAgents, FailInTheirOwnWays) {
    const auto failure = [](const std::string& answer, std::string_view silence_ms = "20000") {
        const ScriptedServer server([&](const auto&) { return answer; });
        const auto player = seat(
            "http[silence_ms=" + std::string(silence_ms) + "]" + server.address().substr(4), {});
        return take_turn(**player, {table("chess"), Color::white}, {}).report.error;
    };
    EXPECT_EQ(failure(http_response(404, "nobody"))->kind, PlayerError::Kind::protocol);
    EXPECT_EQ(failure("", "300")->kind, PlayerError::Kind::silent);
    EXPECT_EQ(failure("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n")->kind,
              PlayerError::Kind::protocol);
    EXPECT_EQ(failure("garbage")->kind, PlayerError::Kind::protocol);
}

/// A server with a certificate that it has made for itself, for the name localhost.
class TlsAgents : public ::testing::Test {
protected:
    void SetUp() override {
        const auto made = platform::run(
            {{"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
              "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
              "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem", "-out", "cert.pem"},
             folder_.path(),
             {}});
        ASSERT_TRUE(made && made->exit_code == 0) << "this test needs openssl";
        constexpr const char* script = R"(
            const { readFileSync } = require("fs");
            const files = { key: readFileSync("key.pem"), cert: readFileSync("cert.pem") };
            require("https").createServer(files, (request, response) => {
                response.end('{"move": "e4"}');
            }).listen(0, function () { console.log(this.address().port); });)";
        auto server = platform::Dialogue::start({{"node", "-e", script}, folder_.path(), {}});
        ASSERT_TRUE(server) << server.error().sentence;
        server_.emplace(*std::move(server));
        const auto port = server_->read_line(std::chrono::steady_clock::now() + 30s);
        ASSERT_TRUE(port) << port.error().sentence;
        port_ = *port;
    }
    TurnReport turn_at(const std::string& host) const {
        const auto player = seat("https://" + host + ":" + port_ + "/", {});
        return take_turn(**player, {table("chess"), Color::white}, {}).report;
    }

    test::TemporaryFolder folder_;
    std::optional<platform::Dialogue> server_;
    std::string port_;
};

TEST_F(TlsAgents, OnlyACertificateThatIsTrustedAndHasTheNameIsAccepted) {
    const TurnReport unknown = turn_at("localhost");
    ASSERT_TRUE(unknown.error);
    EXPECT_EQ(unknown.error->kind, PlayerError::Kind::unavailable);
    EXPECT_NE(unknown.error->sentence.find("certificate verify failed"), std::string::npos)
        << unknown.error->sentence;
    ::setenv("SSL_CERT_FILE", (folder_.path() / "cert.pem").c_str(), 1);
    EXPECT_EQ(turn_at("localhost").answer, "e4");
    EXPECT_TRUE(turn_at("127.0.0.1").error) << "the certificate names localhost";
    ::unsetenv("SSL_CERT_FILE");
}

TEST(Urls, AreReadAndWritten) {
    const auto url = platform::read_url("https://example.org:8443/v1?x=1");
    ASSERT_TRUE(url);
    EXPECT_EQ(url->host, "example.org");
    EXPECT_EQ(url->port, "8443");
    EXPECT_EQ(url->target, "/v1?x=1");
    EXPECT_EQ(to_string(*url), "https://example.org:8443/v1?x=1");
    EXPECT_EQ(to_string(url->below("/chat")), "https://example.org:8443/v1/chat?x=1");
    EXPECT_EQ(to_string(platform::read_url("http://[::1]:80")->below("/a")), "http://[::1]/a");
    for (const char* const text :
         {"", "example.org", "ftp://x", "http://", "http://a b", "http://u@x", "http://x:0",
          "http://x:99999", "http://x:", "http://x#y", "http://[::1", "http://x\r\ny"}) {
        EXPECT_FALSE(platform::read_url(text)) << text;
    }
}

}  // namespace
}  // namespace arbiter::players
