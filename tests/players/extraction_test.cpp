#include "players/models/extraction.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "players/agents/message.hpp"
#include "players/models/chat.hpp"
#include "players/models/prompt.hpp"
#include "players/models/reading.hpp"

namespace arbiter::players {
namespace {

/// The move that a text means to the side whose turn it is after these moves.
std::string meant(std::string_view text, std::vector<std::string> before = {},
                  std::string_view name = "chess", std::vector<std::string> actions = {"resign"}) {
    AnyGame game = *AnyGame::create(name).value;
    for (const std::string& move : before) EXPECT_TRUE(game.play(move)) << move;
    const auto read = move_meant(text, {.game = game,
                                        .seat = game.turn(),
                                        .actions = actions,
                                        .now = {},
                                        .budget = {},
                                        .refusals = {}});
    return read ? *read : "refused: " + std::string(read.error().code->name);
}

std::vector<std::string> answers_in(std::string_view text) {
    std::vector<std::string> answers;
    for (const MarkedAnswer& answer : extracted(text, Color::white).answers) {
        answers.push_back(answer.text);
    }
    return answers;
}
using Texts = std::vector<std::string>;

TEST(Thoughts, AreNoAnswer) {
    EXPECT_EQ(spoken("<think>Final Answer: e4</think>Nf3"), "Nf3");
    EXPECT_EQ(spoken("the tag was in the prompt</think>Nf3"), "Nf3");
    EXPECT_EQ(spoken("<Thinking>e4</Thinking>\nNf3"), "\nNf3");
    EXPECT_EQ(spoken("<think>e4 it is"), std::nullopt);
    EXPECT_EQ(spoken("<|channel|>analysis<|message|>e4<|end|>"), std::nullopt);
    EXPECT_EQ(spoken("<|channel|>analysis<|message|>e4<|end|><|start|>assistant<|channel|>final"
                     "<|message|>Nf3<|return|>"),
              "Nf3");
}

TEST(MarkedAnswers, OfObjects) {
    EXPECT_EQ(answers_in(R"(First {"move": "a"}, no: {"move": "b"})"), (Texts{"a", "b"}));
    EXPECT_EQ(answers_in(R"({"move": "a", "alternatives": [{"move": "b"}]})"), Texts{"a"});
    EXPECT_EQ(answers_in(R"({"name": "play", "arguments": {"move": "a"}})"), Texts{"a"});
    EXPECT_EQ(answers_in("{'move': 'a'}"), Texts{"a"});
    EXPECT_EQ(answers_in("{move: 'a'}"), Texts{"'a'"});
    EXPECT_EQ(answers_in(R"({"move": "a")"), Texts{"a"}) << "only the bracket is missing";
    EXPECT_EQ(answers_in(R"({"thought": "x", "move": "a)"), Texts{}) << "the move may go on";
    EXPECT_EQ(answers_in(R"({"move": [[8, 5], ["bar", 20]]})"), Texts{"8>5, bar>20"});
    EXPECT_EQ(answers_in(R"({"action": "resign"})"), Texts{R"({"action":"resign"})"});
    EXPECT_EQ(answers_in(R"({"board": "x"})"), Texts{});
    EXPECT_EQ(answers_in("an { that is not closed\nFinal Answer: e4"), Texts{"e4"});
}

TEST(MarkedAnswers, OfLabelsBoxesAndTags) {
    EXPECT_EQ(answers_in("I thought long.\nFinal Answer: **Nf3**"), Texts{"Nf3"});
    EXPECT_EQ(answers_in("**Final answer:**\n\n`Nf3`"), Texts{"Nf3"});
    EXPECT_EQ(answers_in("My move: Nf3. I considered e4."), Texts{"Nf3"});
    EXPECT_EQ(answers_in("The opponent's last move: e5"), Texts{});
    EXPECT_EQ(answers_in("## Move\n\nNf3"), Texts{"Nf3"});
    EXPECT_EQ(answers_in("$\\boxed{\\text{Nf3}}$"), Texts{"Nf3"});
    EXPECT_EQ(answers_in("<move>Nf3</move>"), Texts{"Nf3"});
    EXPECT_EQ(answers_in(" \n "), Texts{});
}

TEST(PlainCharacters, OfOtherWidthsAndArrows) {
    EXPECT_EQ(in_plain_characters("Ｂａ４"), "Ba4");
    EXPECT_EQ(in_plain_characters("8 → 5"), "8>5");
    EXPECT_EQ(in_plain_characters("O—O"), "O-O");
}

TEST(MoveMeant, SeveralAreNamedInTheRefusal) {
    const AnyGame game = *AnyGame::create("chess").value;
    const auto read = move_meant("I hesitate: e4 or d4.", {.game = game,
                                                           .seat = Color::white,
                                                           .actions = {},
                                                           .now = {},
                                                           .budget = {},
                                                           .refusals = {}});
    ASSERT_FALSE(read);
    EXPECT_EQ(sentence(read.error()), "you named e4 and d4; end with one");
}

TEST(MoveMeant, InChess) {
    for (const char* const text :
         {"e4", "{\"move\": \"e4\"}", "1. e4", "{\"move\": {\"from\": \"e2\", \"to\": \"e4\"}}",
          "I push the pawn.\n\n**Final Answer: e4**", "My move is E2-E4.", "`e2e4`",
          "{\"best_move\": \"e4\", \"why\": \"centre\"}",
          "After much thought I would go for e4!"}) {
        const std::string move = meant(text);
        AnyGame game = *AnyGame::create("chess").value;
        ASSERT_TRUE(game.play(move)) << text << " -> " << move;
        EXPECT_EQ(game.history("uci"), std::vector<std::string>{"e2e4"}) << text;
    }
    EXPECT_EQ(meant("{\"action\": \"resign\"}"), "{\"action\":\"resign\"}");
    EXPECT_EQ(meant("Final Answer: resign"), "resign");
}

TEST(MoveMeant, AnIllegalAnswerIsNotReplacedByAnotherMove) {
    EXPECT_EQ(meant("Instead of e4 I play {\"move\": \"Ke2\"}"), "Ke2");
    EXPECT_EQ(meant("e4 is good, but:\nFinal Answer: Nf6"), "Nf6");
    EXPECT_EQ(meant("I do not know"), "refused: no_answer");
    EXPECT_EQ(meant(""), "refused: no_answer");
    EXPECT_EQ(meant("<think>e4"), "refused: unfinished_thoughts");
    EXPECT_EQ(meant("Final Answer: castle"), "refused: unreadable_answer");
}

TEST(MoveMeant, InGoAndBackgammon) {
    EXPECT_EQ(meant("{\"move\": \"d4\"}", {}, "go"), "d4");
    EXPECT_EQ(meant("I play at Q16.", {}, "go"), "Q16");
    EXPECT_EQ(meant("Final Answer: PASS", {}, "go"), "PASS");
    EXPECT_EQ(meant("{\"move\": \"8/5 6/5\"}", {"opening 3-1"}, "backgammon"), "8/5 6/5");
    EXPECT_EQ(meant("Final Answer: 8/5, 6/5", {"opening 3-1"}, "backgammon"), "8/5, 6/5");
    EXPECT_EQ(meant("{\"action\": \"roll\"}", {}, "backgammon", {"roll"}), "{\"action\":\"roll\"}");
    EXPECT_EQ(meant("Roll.", {}, "backgammon", {"roll"}), "roll");
}

TEST(MoveMeant, AnyTextIsReadWithoutHarm) {
    const AnyGame game = *AnyGame::create("chess").value;
    const std::vector<std::string> actions{"resign"};
    rc::check("any text gives some answer", [&](const std::vector<std::uint8_t>& picks) {
        constexpr std::array<std::string_view, 16> pieces{
            "{",  "}", "\"move\"", ":",  "\"e4\"", "```", "Final Answer:", "\n",
            "e4", " ", "</think>", "\\", "\"",     "1.",  "Nf3",           "\xff"};
        std::string text;
        for (const std::uint8_t pick : picks) text += pieces[pick % pieces.size()];
        const auto move = move_meant(text, {.game = game,
                                            .seat = Color::white,
                                            .actions = actions,
                                            .now = {},
                                            .budget = {},
                                            .refusals = {}});
        if (move) RC_ASSERT(move->size() <= text.size() + 16);
    });
}

TEST(MoveMeant, AHugeTextTakesNoTime) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "{\"a\":{";
    text += "\nFinal Answer: e4";
    EXPECT_EQ(meant(text), "e4");
}

TEST(Prompts, ShowWhatTheyAreToldTo) {
    AnyGame game = *AnyGame::create("chess").value;
    ASSERT_TRUE(game.play("e4"));
    const std::vector<std::string> actions{"resign", "offer_draw"};
    const auto prompt = [&](const PromptTerms& terms) {
        return *prompt_for({.game = game,
                            .seat = Color::black,
                            .actions = actions,
                            .now = {},
                            .budget = {},
                            .refusals = {}},
                           terms);
    };
    const Prompt full = prompt({});
    EXPECT_NE(full.system.find("Chess as Black"), std::string::npos) << full.system;
    EXPECT_NE(full.user.find("\"board\""), std::string::npos);
    EXPECT_NE(full.user.find("So far: e4\n"), std::string::npos);
    EXPECT_NE(full.user.find("Nf6"), std::string::npos);
    EXPECT_NE(full.user.find("Actions: resign, offer_draw\n"), std::string::npos);
    const Prompt bare = prompt({.state = StateForm::notation,
                                .legal_moves = false,
                                .history = false,
                                .instructions = "Play like Tal."});
    EXPECT_NE(bare.user.find("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"),
              std::string::npos);
    EXPECT_EQ(bare.user.find("Nf6"), std::string::npos);
    EXPECT_EQ(bare.user.find("So far"), std::string::npos);
    EXPECT_NE(bare.system.find("Play like Tal."), std::string::npos);
    const Prompt uci = prompt({.notation = "uci"});
    EXPECT_NE(uci.system.find("Write a move as in g1f3: from and to"), std::string::npos)
        << uci.system;
    EXPECT_NE(uci.user.find("So far: e2e4\n"), std::string::npos);
    EXPECT_NE(uci.user.find("g8f6"), std::string::npos);
    EXPECT_TRUE(prompt({.state = StateForm::picture}).picture->starts_with("\x89PNG"));
    EXPECT_NE(prompt({.state = StateForm::text}).user.find("r n b q k b n r"), std::string::npos);
}

TEST(Prompts, TellWhatTheStateLeavesOut) {
    const auto prompt_in = [](const Options& options, const std::vector<std::string>& events) {
        AnyGame game = *AnyGame::create("backgammon", options).value;
        for (const std::string& event : events) EXPECT_TRUE(game.play(event)) << event;
        return prompt_for({.game = game,
                           .seat = game.turn(),
                           .actions = {},
                           .now = {},
                           .budget = {},
                           .refusals = {}},
                          {})
            ->user;
    };
    const std::string money = prompt_in({}, {"opening 3-1"});
    EXPECT_NE(money.find("The position as xgid"), std::string::npos);
    EXPECT_NE(money.find("Match and cube: {\"match\":0"), std::string::npos);
    EXPECT_NE(money.find("8/5 6/5"), std::string::npos);

    const std::string doubled = prompt_in({{"match", "3"}}, {"opening 3-1", "8/5 6/5", "double"});
    EXPECT_NE(doubled.find("The position as xgid"), std::string::npos) << doubled;
    EXPECT_NE(doubled.find("+13-14-15-16-17-18"), std::string::npos) << doubled;
    EXPECT_NE(doubled.find("Legal moves: take, drop"), std::string::npos) << doubled;
}

TEST(Prompts, NameNobodyAndTellTheRules) {
    const auto prompt_of = [](std::string_view name, const std::vector<std::string>& events) {
        AnyGame game = *AnyGame::create(name).value;
        game.set_tag("White", "llm:gpt@http://secret");
        game.set_tag("Black", "llm:other@http://secret");
        for (const std::string& event : events) EXPECT_TRUE(game.play(event)) << event;
        const Turn turn{.game = game,
                        .seat = game.turn(),
                        .actions = {},
                        .now = {},
                        .budget = {},
                        .refusals = {}};
        std::string all;
        for (const StateForm form : {StateForm::json, StateForm::notation, StateForm::text}) {
            all += prompt_for(turn, {.state = form})->user;
        }
        return all;
    };
    for (const auto& [name, events] :
         {std::pair<std::string_view, std::vector<std::string>>{"chess", {"e4"}},
          {"go", {"D4"}},
          {"backgammon", {"opening 3-1"}}}) {
        EXPECT_EQ(prompt_of(name, events).find("secret"), std::string::npos) << name;
    }
    const std::string go = prompt_of("go", {"D4"});
    EXPECT_NE(go.find("Rules: chinese. Ko: "), std::string::npos) << go;
    EXPECT_NE(go.find("Scoring: area counts"), std::string::npos);
    EXPECT_NE(go.find("7.5 points of komi"), std::string::npos);
}

TEST(Prompts, KeepEarlierPositionsAndTheBoardsFirstLineAsTold) {
    AnyGame game = *AnyGame::create("chess").value;
    for (const char* const move : {"Nf3", "Nf6", "Ng1", "Ng8"}) ASSERT_TRUE(game.play(move));
    const Turn turn{
        .game = game, .seat = Color::white, .actions = {}, .now = {}, .budget = {}, .refusals = {}};
    EXPECT_EQ(prompt_for(turn, {})->user.find("position_history"), std::string::npos);
    EXPECT_NE(prompt_for(turn, {.position_history = true})->user.find("position_history"),
              std::string::npos);
    const std::string board = game.text({.text_style = TextStyle::ascii});
    const std::string first = board.substr(0, board.find('\n'));
    const std::string shown = prompt_for(turn, {.state = StateForm::text})->user;
    EXPECT_NE(shown.find("```\n" + first + "\n"), std::string::npos) << shown;
}

TEST(ChatAnswers, AreReadInEveryShape) {
    EXPECT_EQ(read_chat_answer(R"({"choices":[{"message":{"content":"e4"}}]})")->text, "e4");
    EXPECT_EQ(
        read_chat_answer(R"({"choices":[{"message":{"content":[{"type":"text","text":"e4"}]}}]})")
            ->text,
        "e4");
    for (const char* const text : {"", "[]", "{}", R"({"choices":[]})", R"({"choices":[{}]})",
                                   "data: {", "data: [DONE]", R"({"error":{"message":"no"}})"}) {
        EXPECT_FALSE(read_chat_answer(text)) << text;
    }
}

}  // namespace
}  // namespace arbiter::players
