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
    return move_meant(text, {.game = game,
                             .seat = game.turn(),
                             .actions = actions,
                             .now = {},
                             .budget = {},
                             .refusals = {}});
}

std::string answer_in(std::string_view text) {
    const auto answers = candidates_in(text).answers;
    return answers.empty() ? "" : answers.front();
}

TEST(Candidates, TheLastObjectComesFirst) {
    EXPECT_EQ(answer_in(R"(First {"move": "a"}, no: {"move": "b"} and that is it)"),
              R"({"move": "b"})");
    EXPECT_EQ(answer_in(R"({"a": {"b": "}"}, "c": 1})"), R"({"a": {"b": "}"}, "c": 1})");
    EXPECT_EQ(answer_in(R"(```json
{"move": "e4"}
```)"),
              R"({"move": "e4"})");
    EXPECT_EQ(answer_in("an { that is not closed\nFinal Answer: e4"), "e4");
}

TEST(Candidates, WhatWasSetApart) {
    EXPECT_EQ(answer_in("I thought long.\nFinal Answer: **Nf3**"), "Nf3");
    EXPECT_EQ(answer_in("**Final answer:**\n\n`Nf3`"), "Nf3");
    EXPECT_EQ(answer_in("The best move is Nf3."), "Nf3");
    EXPECT_EQ(answer_in("So:\n```\nNf3\n```\nGood luck!"), "Nf3");
    EXPECT_EQ(answer_in("Let me see.\n1. Nf3"), "Nf3");
    EXPECT_EQ(answer_in("<think>Final Answer: e4</think>Nf3"), "Nf3");
    EXPECT_EQ(answer_in(" \n "), "");
}

TEST(Candidates, WordsFromTheEnd) {
    const auto words = candidates_in("play Nf3 or e4, now.").words;
    EXPECT_EQ(words, (std::vector<std::string>{"now", "e4", "or", "Nf3", "play"}));
}

TEST(SoftMatch, IsSoftButNotBlind) {
    const std::vector<std::string> legal{"Nf3+", "exd8=Q", "O-O", "O-O-O", "bxc3", "Bxc3", "e2e4"};
    EXPECT_EQ(softly_matched("nf3", legal), "Nf3+");
    EXPECT_EQ(softly_matched("ed8q", legal), "exd8=Q");
    EXPECT_EQ(softly_matched("0-0", legal), "O-O");
    EXPECT_EQ(softly_matched("o-o-o", legal), "O-O-O");
    EXPECT_EQ(softly_matched("e2-e4", legal), "e2e4");
    EXPECT_EQ(softly_matched("12... Nf3!", legal), "Nf3+");
    EXPECT_EQ(softly_matched("bxc3", legal), "bxc3") << "exact";
    EXPECT_EQ(softly_matched("BXC3", legal), std::nullopt) << "pawn or bishop";
    EXPECT_EQ(softly_matched("Nf6", legal), std::nullopt);
    EXPECT_EQ(softly_matched("", legal), std::nullopt);
    EXPECT_EQ(softly_matched("!", legal), std::nullopt);
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
    EXPECT_EQ(meant("I do not know"), "I do not know");
    EXPECT_EQ(meant(""), "");
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
        const std::string move = move_meant(text, {.game = game,
                                                   .seat = Color::white,
                                                   .actions = actions,
                                                   .now = {},
                                                   .budget = {},
                                                   .refusals = {}});
        RC_ASSERT(move.size() <= text.size() + 16);
    });
}

TEST(MoveMeant, AHugeTextTakesNoTime) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "{\"a\":{";
    text += "Final Answer: e4";
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
    EXPECT_NE(money.find("The position as gitgammon"), std::string::npos);
    EXPECT_NE(money.find("White's point i + 1"), std::string::npos);
    EXPECT_NE(money.find("Match and cube: {\"match\":0"), std::string::npos);
    EXPECT_NE(money.find("8/5 6/5"), std::string::npos);

    const std::string doubled = prompt_in({{"match", "3"}}, {"opening 3-1", "8/5 6/5", "double"});
    EXPECT_NE(doubled.find("The position as xgid"), std::string::npos) << doubled;
    EXPECT_NE(doubled.find("+13-14-15-16-17-18"), std::string::npos) << doubled;
    EXPECT_NE(doubled.find("Legal moves: take, drop"), std::string::npos) << doubled;
}

TEST(ChatAnswers, AreReadInEveryShape) {
    EXPECT_EQ(read_chat_answer(R"({"choices":[{"message":{"content":"e4"}}]})")->text, "e4");
    EXPECT_EQ(
        read_chat_answer(R"({"choices":[{"message":{"content":[{"type":"text","text":"e4"}]}}]})")
            ->text,
        "e4");
    for (const char* const text : {"", "[]", "{}", R"({"choices":[]})", R"({"choices":[{}]})",
                                   R"({"choices":[{"message":{"content":null}}]})"}) {
        EXPECT_FALSE(read_chat_answer(text)) << text;
    }
}

}  // namespace
}  // namespace arbiter::players
