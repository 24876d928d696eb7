#include <chrono>
#include <deque>
#include <thread>

#include <gtest/gtest.h>

#include "core/games/to_json.hpp"
#include "players/catalogue.hpp"
#include "players/turn.hpp"
#include "tests/players/scripted_server.hpp"

/// Language models that are scripts: what each answer leads to, and what is written down of it.
namespace arbiter::players {
namespace {

using namespace std::chrono_literals;
using referee::Referee;
using test::completion;
using test::http_response;
using test::ScriptedServer;
using End = TurnReport::End;

/// Says one thing after the other, the last again and again.
ScriptedServer::Script in_order(std::deque<std::string> answers) {
    return [answers = std::move(answers)](const ScriptedServer::Request&) mutable {
        std::string answer = answers.front();
        if (answers.size() > 1) answers.pop_front();
        return answer;
    };
}

class Models : public ::testing::Test {
protected:
    TurnTaken turn(const ScriptedServer& server, std::string_view options = "",
                   const TurnTerms& terms = {}) {
        const std::string bracketed = options.empty() ? "" : "[" + std::string(options) + "]";
        auto player = seat("llm" + bracketed + ":test-model@" + server.address() + "/v1", {});
        EXPECT_TRUE(player) << player.error().sentence;
        referee::Created created{};
        created.id = "g";
        created.record = record_of(*AnyGame::create("chess"));
        const Referee referee = *Referee::begin({wall_clock(), created}).value;
        return take_turn(**player, {referee, Color::white}, terms);
    }
};

std::expected<Choice, PlayerError> first_move(Player& player) {
    const AnyGame game = *AnyGame::create("chess").value;
    return player.choose({.game = game,
                          .seat = Color::white,
                          .actions = {},
                          .now = {},
                          .budget = {},
                          .refusals = {}});
}

Json request_in(const ScriptedServer& server, std::size_t index) {
    return *read_json(server.requests().at(index).body).value;
}

const Json::Array& messages_in(const Json& request) {
    return *request.find("messages")->as<Json::Array>();
}

std::string content(const Json& message) { return *message.find("content")->as<std::string>(); }

TEST_F(Models, AGoodAnswerIsPlayedAndCounted) {
    const ScriptedServer server(in_order({completion("I take the centre.\n{\"move\": \"e4\"}")}));
    const TurnTaken taken =
        turn(server, "temperature=0.5, max_tokens=99, price_in=1, price_out=10");
    EXPECT_EQ(taken.report.end, End::answered);
    EXPECT_EQ(taken.report.answer, "e4");
    ASSERT_EQ(taken.report.exchanges.size(), 1U);
    const Exchange& exchange = taken.report.exchanges[0];
    EXPECT_EQ(exchange.tokens_in, 100U);
    EXPECT_EQ(exchange.tokens_out, 10U);
    EXPECT_DOUBLE_EQ(exchange.cost.value(), 0.0002);
    EXPECT_EQ(exchange.sent, server.requests()[0].body);

    EXPECT_TRUE(server.requests()[0].head.starts_with("POST /v1/chat/completions HTTP/1.1"));
    const Json request = request_in(server, 0);
    EXPECT_EQ(*request.find("model")->as<std::string>(), "test-model");
    EXPECT_EQ(*request.find("temperature")->as<double>(), 0.5);
    EXPECT_EQ(*request.find("max_tokens")->as<std::int64_t>(), 99);
    const std::string prompt = content(messages_in(request).at(1));
    EXPECT_NE(prompt.find("chess-squares"), std::string::npos);
    EXPECT_NE(prompt.find("Legal moves: "), std::string::npos);
}

TEST_F(Models, TheKeyComesFromTheEnvironmentAndIsNotWrittenDown) {
    ::setenv("ARBITER_TEST_KEY", "secret-123", 1);
    const ScriptedServer server(in_order({completion("{\"move\": \"e4\"}")}));
    const TurnTaken taken = turn(server, "key=ARBITER_TEST_KEY");
    EXPECT_NE(server.requests()[0].head.find("Authorization: Bearer secret-123"),
              std::string::npos);
    EXPECT_EQ(taken.report.exchanges[0].sent.find("secret-123"), std::string::npos);
}

TEST_F(Models, TheSecondChanceCarriesTheReason) {
    const ScriptedServer server(
        in_order({completion("{\"move\": \"Ke2\"}"), completion("Sorry. {\"move\": \"e4\"}")}));
    const TurnTaken taken = turn(server);
    ASSERT_EQ(taken.report.end, End::answered);
    ASSERT_EQ(taken.report.refusals.size(), 1U);
    const Json request = request_in(server, 1);
    const auto& messages = messages_in(request);
    ASSERT_EQ(messages.size(), 4U);
    EXPECT_EQ(content(messages[2]), "{\"move\": \"Ke2\"}");
    const std::string reason = sentence(taken.report.refusals[0].rejection);
    EXPECT_NE(content(messages[3]).find(reason), std::string::npos) << content(messages[3]);
}

TEST_F(Models, SeveralMovesAreNotPlayedButNamed) {
    const ScriptedServer server(
        in_order({completion("Both e4 and d4 are fine."), completion("{\"move\": \"e4\"}")}));
    const TurnTaken taken = turn(server);
    ASSERT_EQ(taken.report.end, End::answered);
    ASSERT_EQ(taken.report.refusals.size(), 1U);
    EXPECT_EQ(taken.report.refusals[0].answer, "Both e4 and d4 are fine.");
    const Json request = request_in(server, 1);
    EXPECT_NE(content(messages_in(request)[3]).find("you named e4 and d4; end with one"),
              std::string::npos);
}

TEST_F(Models, BadlyFormattedAnswersAreUnderstoodOrRefused) {
    const ScriptedServer kind(in_order({completion("My final answer: **E2-E4!**")}));
    EXPECT_EQ(turn(kind).report.end, End::answered);

    const ScriptedServer hopeless(in_order({completion("I would rather not say.")}));
    const TurnTaken taken = turn(hopeless, "", {.chances = 2});
    EXPECT_EQ(taken.report.end, End::forfeited);
    ASSERT_EQ(taken.report.refusals.size(), 2U);
    EXPECT_EQ(taken.report.refusals[0].rejection.code->kind, RejectionKind::unreadable);
    EXPECT_EQ(hopeless.requests().size(), 2U);
}

TEST_F(Models, IllegalAnswersEndInARandomMoveIfToldSo) {
    const ScriptedServer server(in_order({completion("{\"move\": \"Ke2\"}")}));
    const TurnTaken taken =
        turn(server, "", {.chances = 3, .last_resort = LastResort::random_move});
    EXPECT_EQ(taken.report.end, End::random_move);
    EXPECT_EQ(taken.report.refusals.size(), 3U);
    EXPECT_EQ(taken.report.exchanges.size(), 3U);
}

TEST_F(Models, ErrorsThatPassAreTriedAgain) {
    const ScriptedServer server(in_order({http_response(503, "busy"), http_response(429, "slow"),
                                          completion("{\"move\": \"e4\"}")}));
    const TurnTaken taken = turn(server);
    EXPECT_EQ(taken.report.end, End::answered);
    ASSERT_EQ(taken.report.exchanges.size(), 3U);
    EXPECT_EQ(taken.report.exchanges[0].received, "busy");
}

TEST_F(Models, ErrorsThatStayMakeThePlayerUnavailable) {
    const ScriptedServer busy(in_order({http_response(500, "on fire")}));
    const TurnTaken crashed = turn(busy, "retries=1");
    EXPECT_EQ(crashed.report.end, End::forfeited);
    ASSERT_TRUE(crashed.report.error);
    EXPECT_EQ(crashed.report.error->kind, PlayerError::Kind::unavailable);
    EXPECT_NE(crashed.report.error->sentence.find("on fire"), std::string::npos);
    EXPECT_EQ(crashed.report.exchanges.size(), 2U);

    for (const std::string& answer :
         {http_response(400, "bad"), http_response(401, "no key"), http_response(200, "<html>"),
          http_response(200, "{}"), http_response(200, R"({"error":{"message":"no credit"}})")}) {
        const ScriptedServer server(in_order({answer}));
        const TurnTaken taken = turn(server, "", {.on_failure = OnFailure::leave});
        EXPECT_EQ(taken.report.end, End::unavailable) << answer;
        EXPECT_FALSE(taken.decision) << answer;
        EXPECT_EQ(taken.report.error->kind, PlayerError::Kind::unavailable) << answer;
        EXPECT_EQ(server.requests().size(), 1U) << answer;
    }
}

TEST_F(Models, PausesAreAsLongAsRetryAfterAndWithinABudget) {
    const std::string late =
        "HTTP/1.1 429 Word\r\nRetry-After: 1\r\nContent-Length: 4\r\nConnection: close\r\n\r\nslow";
    const ScriptedServer server(in_order({late, completion("{\"move\": \"e4\"}")}));
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(turn(server).report.end, End::answered);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, 1s);

    const std::string later =
        "HTTP/1.1 429 Word\r\nRetry-After: 9\r\nContent-Length: 4\r\nConnection: close\r\n\r\nslow";
    const ScriptedServer patient(in_order({later}));
    const TurnTaken taken = turn(patient, "patience_ms=8000", {.on_failure = OnFailure::leave});
    EXPECT_EQ(taken.report.end, End::unavailable);
    EXPECT_EQ(patient.requests().size(), 1U);

    const auto asked = std::chrono::steady_clock::now();
    EXPECT_EQ(turn(patient, "silence_ms=500", {.on_failure = OnFailure::leave}).report.end,
              End::unavailable);
    EXPECT_LT(std::chrono::steady_clock::now() - asked, 8s) << "it waits past its deadline";
}

TEST_F(Models, EmptyAnswersUseChances) {
    const ScriptedServer server(in_order(
        {completion(""), http_response(200, R"({"choices":[{"message":{"content":null}}]})"),
         completion("{\"move\": \"e4\"}")}));
    const TurnTaken taken = turn(server);
    EXPECT_EQ(taken.report.end, End::answered);
    ASSERT_EQ(taken.report.refusals.size(), 2U);
    EXPECT_EQ(taken.report.refusals[0].rejection.code->name, "empty_answer");
}

TEST_F(Models, NothingButEmptyAnswersIsAFailureOfTheService) {
    const ScriptedServer empty(in_order({completion("")}));
    const TurnTaken left = turn(empty, "", {.on_failure = OnFailure::leave});
    EXPECT_EQ(left.report.end, End::unavailable);
    EXPECT_EQ(left.report.error->kind, PlayerError::Kind::unavailable);
    EXPECT_EQ(left.report.refusals.size(), 3U);
    EXPECT_EQ(turn(empty).report.end, End::forfeited);

    const ScriptedServer wrong(in_order({completion("{\"move\": \"Ke2\"}"), completion("")}));
    EXPECT_EQ(turn(wrong, "", {.on_failure = OnFailure::leave}).report.end, End::forfeited);
}

TEST_F(Models, AnswersThatWereCutOffAreAskedForWithMoreRoom) {
    const std::string cut = http_response(
        200,
        R"({"choices":[{"message":{"content":"Let me think about"},"finish_reason":"length"}]})");
    const ScriptedServer server(in_order({cut, cut, completion("{\"move\": \"e4\"}")}));
    const TurnTaken taken = turn(server, "max_tokens=100");
    EXPECT_EQ(taken.report.end, End::answered);
    EXPECT_TRUE(taken.report.refusals.empty());
    for (const auto& [request, room] : {std::pair(0, 100), std::pair(1, 200), std::pair(2, 400)}) {
        const Json body = request_in(server, static_cast<std::size_t>(request));
        EXPECT_EQ(*body.find("max_tokens")->as<std::int64_t>(), room);
    }
    const ScriptedServer endless(in_order({cut}));
    const TurnTaken refused = turn(endless, "max_completion_tokens=50", {.chances = 1});
    ASSERT_EQ(refused.report.refusals.size(), 1U);
    EXPECT_EQ(refused.report.refusals[0].rejection.code->name, "cut_off_answer");
    EXPECT_EQ(*request_in(endless, 3).find("max_completion_tokens")->as<std::int64_t>(), 400);
}

TEST_F(Models, ToolCallsAndStreamsAreAnswers) {
    const auto call = [](const std::string& function) {
        return http_response(200, R"({"choices":[{"message":{"content":null,"tool_calls":[)"
                                  R"({"id":"1","type":"function","function":)" +
                                      function + "}]}}]}");
    };
    const ScriptedServer tool(
        in_order({call(R"({"name":"play","arguments":"{\"move\":\"e4\"}"})")}));
    EXPECT_EQ(turn(tool).report.answer, "e4");
    const ScriptedServer action(in_order({call(R"({"name":"resign","arguments":"{}"})")}));
    const TurnTaken resigned = turn(action);
    EXPECT_EQ(resigned.report.end, End::forfeited);
    EXPECT_TRUE(resigned.report.refusals.empty());

    const std::string stream =
        "data: {\"model\":\"m-1\",\"choices\":[{\"delta\":{\"content\":\"{\\\"mo\"}}]}\n\n"
        "data: {\"choices\":[{\"delta\":{\"content\":\"ve\\\": \\\"e4\\\"}\"}}]}\n\n"
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],"
        "\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3}}\n\n"
        "data: [DONE]\n\n";
    const ScriptedServer streaming(in_order({http_response(200, stream)}));
    const TurnTaken taken = turn(streaming);
    EXPECT_EQ(taken.report.answer, "e4");
    EXPECT_EQ(taken.report.exchanges.at(0).tokens_in, 7U);

    const ScriptedServer broken(
        in_order({http_response(200, stream.substr(0, stream.find("data: [DONE]") - 120)),
                  http_response(200, stream)}));
    EXPECT_EQ(turn(broken).report.answer, "e4");
    EXPECT_EQ(broken.requests().size(), 2U);
}

TEST_F(Models, FurtherMembersAndHeadersAreSent) {
    ::setenv("ARBITER_TEST_HEADER", "secret-456", 1);
    const ScriptedServer server(in_order({completion("{\"move\": \"e4\"}")}));
    auto player = seat({"llm:m@" + server.address(),
                        "",
                        {{"body", R"({"top_p": 0.5, "model": "other"})"},
                         {"headers", R"({"x-api-key": "$ARBITER_TEST_HEADER"})"},
                         {"reasoning_effort", "low"},
                         {"max_completion_tokens", "77"}}},
                       {});
    ASSERT_TRUE(player) << player.error().sentence;
    EXPECT_TRUE(first_move(**player));
    const Json body = request_in(server, 0);
    EXPECT_EQ(*body.find("top_p")->as<double>(), 0.5);
    EXPECT_EQ(*body.find("model")->as<std::string>(), "other");
    EXPECT_EQ(*body.find("reasoning_effort")->as<std::string>(), "low");
    EXPECT_EQ(*body.find("max_completion_tokens")->as<std::int64_t>(), 77);
    EXPECT_NE(server.requests()[0].head.find("x-api-key: secret-456"), std::string::npos);
}

TEST_F(Models, PreflightAsksForAWordAndTellsTheModel) {
    const ScriptedServer server(in_order({http_response(
        200, R"({"model":"test-model-2026","choices":[{"message":{"content":"ready"}}]})")}));
    auto player = seat("llm:m@" + server.address(), {});
    ASSERT_TRUE((*player)->preflight());
    EXPECT_EQ((*player)->identity(), "test-model-2026");
    const ScriptedServer refusing(in_order({http_response(401, "no key")}));
    auto other = seat("llm:m@" + refusing.address(), {});
    EXPECT_FALSE((*other)->preflight());
}

TEST_F(Models, AreNotAskedJustToRoll) {
    const ScriptedServer server(in_order({completion("{\"action\": \"double\"}")}));
    const AnyGame game = [] {
        AnyGame begun = *AnyGame::create("backgammon").value;
        EXPECT_TRUE(begun.play("opening 3-1") && begun.play("8/5 6/5"));
        return begun;
    }();
    const std::vector<std::string> actions{"roll", "double", "resign"};
    const auto choice = [&](const std::string& options) {
        auto player = seat("llm" + options + ":m@" + server.address(), {});
        return (*player)
            ->choose({.game = game,
                      .seat = game.turn(),
                      .actions = actions,
                      .now = {},
                      .budget = {},
                      .refusals = {}})
            ->move;
    };
    EXPECT_EQ(choice(""), "roll");
    EXPECT_TRUE(server.requests().empty());
    EXPECT_NE(choice("[doubles=on]").find("double"), std::string::npos);
    EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(Models, SilenceHasALimit) {
    const ScriptedServer server(in_order({""}));
    const auto begin = std::chrono::steady_clock::now();
    const TurnTaken taken = turn(server, "silence_ms=200");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
    ASSERT_TRUE(taken.report.error);
    EXPECT_EQ(taken.report.error->kind, PlayerError::Kind::unavailable);
    EXPECT_EQ(taken.report.exchanges.size(), 1U);
}

TEST_F(Models, ASlowAnswerWithinTheLimitIsAnAnswer) {
    const ScriptedServer server([](const auto&) {
        std::this_thread::sleep_for(100ms);
        return completion("{\"move\": \"e4\"}");
    });
    const TurnTaken taken = turn(server, "silence_ms=20000");
    EXPECT_EQ(taken.report.end, End::answered);
    EXPECT_GE(taken.report.exchanges.at(0).latency, 100ms);
}

TEST_F(Models, NobodyThere) {
    std::string address;
    {
        const ScriptedServer gone(in_order({""}));
        address = gone.address();
    }
    auto player = seat("llm[retries=0]:m@" + address, {});
    ASSERT_TRUE(player);
    const auto choice = first_move(**player);
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.error().kind, PlayerError::Kind::unavailable);
}

TEST_F(Models, TheMajorityOfSamplesCounts) {
    const ScriptedServer server(
        in_order({completion("{\"move\": \"d4\"}"), completion("{\"move\": \"e2e4\"}"),
                  completion("{\"move\": \"Ke2\"}"), completion("{\"move\": \"Ke2\"}"),
                  completion("{\"move\": \"e4\"}")}));
    const TurnTaken taken = turn(server, "samples=5");
    EXPECT_EQ(taken.report.end, End::answered);
    EXPECT_EQ(taken.report.answer, "e2e4");
    EXPECT_EQ(taken.report.exchanges.size(), 5U);
}

TEST_F(Models, APictureIsSentAsOne) {
    const ScriptedServer server(in_order({completion("{\"move\": \"e4\"}")}));
    EXPECT_EQ(turn(server, "state=picture, legal=off").report.end, End::answered);
    const Json request = request_in(server, 0);
    const auto& parts = *messages_in(request).at(1).find("content")->as<Json::Array>();
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_TRUE(parts[1]
                    .find("image_url")
                    ->find("url")
                    ->as<std::string>()
                    ->starts_with("data:image/png;base64,iVBOR"));
    EXPECT_EQ(parts[0].find("text")->as<std::string>()->find("Legal"), std::string::npos);
}

TEST_F(Models, AreStoppedFromAnotherThread) {
    const ScriptedServer server(in_order({""}));
    auto player = seat("llm:m@" + server.address(), {});
    ASSERT_TRUE(player);
    // It is stopped again and again: whether it has begun to choose is not known here.
    std::jthread other([&](const std::stop_token& done) {
        while (!done.stop_requested()) {
            std::this_thread::sleep_for(50ms);
            (*player)->stop();
        }
    });
    const auto choice = first_move(**player);
    ASSERT_FALSE(choice);
    EXPECT_EQ(choice.error().kind, PlayerError::Kind::stopped);
}

TEST(ModelSpecifications, AreChecked) {
    const auto code = [](const char* specification) -> std::string_view {
        const auto fault = check_specification({specification, {}, {}});
        return fault ? fault->code : "";
    };
    EXPECT_EQ(code("llm:a@b@https://example.org/v1"), "");
    EXPECT_EQ(code("llm:model"), "bad_specification");
    EXPECT_EQ(code("llm:@http://x"), "bad_specification");
    EXPECT_EQ(code("llm:m@ftp://x"), "bad_specification");
    EXPECT_EQ(code("llm[samples=0]:m@http://x"), "bad_option");
    EXPECT_EQ(code("llm[state=smell]:m@http://x"), "bad_option");
    EXPECT_EQ(code("llm[colour=red]:m@http://x"), "unknown_option");
    EXPECT_EQ(code("llm[body=5]:m@http://x"), "bad_option");
    EXPECT_EQ(code("llm[headers=none]:m@http://x"), "bad_option");
    EXPECT_EQ(code("http://"), "bad_specification");
    EXPECT_EQ(code("https://example.org/agent"), "");
}

}  // namespace
}  // namespace arbiter::players
