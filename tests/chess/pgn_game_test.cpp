#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/chess/formats/pgn.hpp"
#include "core/chess/notations/san.hpp"
#include "tests/chess/pgn_support.hpp"
#include "tests/chess/random_pgn.hpp"
#include "tests/support/faults.hpp"

/// From PGN to games and back.
namespace arbiter::chess::testing {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;

constexpr std::string_view repetition = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 ";

Reading<Game> game_in(std::string_view text) { return read_main_line<Game, stream_pgn>(text, {}); }

Game with_moves(std::string_view text) { return *game_in(std::string(text) + " *"); }

std::string pgn_of(const Game& game) { return *write_pgn(Document<Game>::of(game)); }

Game through_text(const Game& game) { return *game_in(pgn_of(game)); }

Tags tags_written(const Game& game) { return read_one_pgn(pgn_of(game)).tags(); }

TEST(PgnGameConversion, WithoutAResultTheGameIsOpen) {
    const auto game = game_in("[Termination \"unterminated\"] 1. e4 e5 *");
    EXPECT_EQ(game->outcome(), std::nullopt);
    EXPECT_EQ(game->events().size(), 2U);
    EXPECT_THAT(game->tags, Contains(Key("Termination")));
    EXPECT_TRUE(game.faults.empty());
}

TEST(PgnGameConversion, WhatTheBoardDecidesNeedsNoEvent) {
    const auto game = game_in("[Termination \"time forfeit\"] 1. f3 e5 2. g4 Qh4# 0-1");
    EXPECT_EQ(game->outcome(), Outcome::win(Color::black, reasons::checkmate));
    EXPECT_EQ(game->events().size(), 4U);
}

TEST(PgnGameConversion, TheTerminationTagSaysWhy) {
    const auto last_event = [](std::string_view termination, std::string_view result) {
        const auto game = game_in("[Termination \"" + std::string(termination) + "\"] 1. e4 e5 " +
                                  std::string(result));
        return game->events().back();
    };
    using enum Color;
    EXPECT_EQ(last_event("", "1-0"),
              Event(Conclude{Outcome::win(white, reasons::recorded_result)}));
    EXPECT_EQ(last_event("Normal", "0-1"),
              Event(Conclude{Outcome::win(black, reasons::recorded_result)}));
    EXPECT_EQ(last_event("Time forfeit", "0-1"), Event(LoseOnTime{white}));
    EXPECT_EQ(last_event("time forfeit", "1/2-1/2"),
              Event(Conclude{Outcome::draw(reasons::time_forfeit_without_mating_material)}));
    EXPECT_EQ(last_event("adjudication", "1-0"),
              Event(Conclude{Outcome::win(white, reasons::adjudication)}));
    EXPECT_EQ(last_event("abandoned", "1-0"),
              Event(Conclude{Outcome::win(white, reasons::abandoned)}));
    EXPECT_EQ(last_event("unterminated", "1-0"),
              Event(Conclude{Outcome::win(white, reasons::abandoned)}));
    EXPECT_EQ(last_event("abandoned", "*"),
              Event(Conclude{{GameResult::no_result, std::nullopt, reasons::abandoned}}));
    EXPECT_EQ(last_event("Rules infraction", "0-1"),
              Event(Conclude{Outcome::win(black, reasons::rules_infraction)}));
    EXPECT_EQ(last_event("resignation", "0-1"), Event(Resign{white}));
    EXPECT_EQ(last_event("agreement", "1/2-1/2"),
              Event(Conclude{Outcome::draw(reasons::agreement)}));
    EXPECT_EQ(last_event("checkmate", "1-0"),
              Event(Conclude{Outcome::win(white, reasons::recorded_result)}));
}

TEST(PgnGameConversion, AClaimIsBelievedEvenIfTheBoardDoesNotShowIt) {
    const std::string tag = "[Termination \"threefold repetition\"] ";
    EXPECT_EQ(game_in(tag + std::string(repetition) + "1/2-1/2")->events().back(),
              Event(ClaimDraw{Color::white, ClaimDraw::Reason::threefold_repetition, {}}));
    EXPECT_EQ(game_in(tag + "1. e4 1/2-1/2")->events().back(),
              Event(Conclude{Outcome::draw(reasons::threefold_repetition)}));
}

TEST(PgnGameConversion, MovesAfterAnAutomaticDrawAreKept) {
    std::string text;
    for (int i = 0; i < 3; ++i) text += repetition;
    const auto games = read_pgn(text + "1-0");
    const Document<Game>& document = *games[0];
    EXPECT_EQ(count_moves(document), 24U);
    EXPECT_THAT(faults_of(games[0]), ::testing::ElementsAre("moves_after_the_end 1:97"));
    EXPECT_THAT(games[0].faults.begin()->sentence, ::testing::HasSubstr("FIDE 9.6.1"));
    EXPECT_EQ(document.verdict(16), nullptr);
    EXPECT_EQ(document.verdict(17)->kind, Verdict::Kind::after_the_end);
    const Game game = document.game();
    EXPECT_EQ(game.outcome(), Outcome::win(Color::white, reasons::recorded_result));
    EXPECT_EQ(game.events().size(), 25U);
    EXPECT_FALSE(game.start().automatic_draws);
    EXPECT_EQ(document.game(16).outcome(), Outcome::draw(reasons::fivefold_repetition));
}

TEST(PgnGameConversion, AResultAgainstAnAutomaticDrawIsKept) {
    const std::string moves = std::string(repetition) + std::string(repetition);
    const auto won = read_pgn(moves + "1-0");
    EXPECT_THAT(faults_of(won[0]), ::testing::ElementsAre("result_contradicts_board 1:65"));
    EXPECT_EQ(won[0]->game().outcome(), Outcome::win(Color::white, reasons::recorded_result));
    EXPECT_EQ(read_pgn(moves + "1/2-1/2")[0]->game().outcome(),
              Outcome::draw(reasons::fivefold_repetition));
}

TEST(PgnGameConversion, SentencesInTheTerminationTag) {
    const auto outcome = [](std::string_view termination, std::string_view result) {
        return *game_in("[Termination \"" + std::string(termination) + "\"] 1. e4 e5 " +
                        std::string(result))
                    ->outcome();
    };
    EXPECT_EQ(outcome("Ada won on time", "1-0").reason, reasons::time_forfeit);
    EXPECT_EQ(outcome("Ada won by resignation", "1-0").reason, reasons::resignation);
    EXPECT_EQ(outcome("Game drawn by agreement", "1/2-1/2").reason, reasons::agreement);
    EXPECT_EQ(outcome("Ada won - game abandoned", "1-0").reason, reasons::abandoned);
}

TEST(PgnGameConversion, TagsAreCompletedAndKept) {
    Game game = with_moves("1. e4");
    game.tags = {{"ECO", "B00"}, {"White", "W"}, {"FEN", "stale"}, {"Termination", "abandoned"}};
    EXPECT_THAT(
        tags_written(game),
        ::testing::ElementsAre(Pair("Event", "?"), Pair("Site", "?"), Pair("Date", "????.??.??"),
                               Pair("Round", "?"), Pair("White", "W"), Pair("Black", "?"),
                               Pair("Result", "*"), Pair("ECO", "B00")));
}

TEST(PgnGameConversion, ATrueTerminationTagIsLeftAlone) {
    Game game = with_moves("1. e4");
    ASSERT_TRUE(game.play(LoseOnTime{Color::white}));
    game.tags = {{"Termination", "Time forfeit"}};
    EXPECT_THAT(tags_written(game), Contains(Pair("Termination", "Time forfeit")));
    game.tags = {{"Termination", "Normal"}};
    EXPECT_THAT(tags_written(game), Contains(Pair("Termination", "time forfeit")));
    Game mate = with_moves("1. f3 e5 2. g4 Qh4#");
    mate.tags = {{"Termination", "Normal"}};
    EXPECT_THAT(tags_written(mate), Contains(Pair("Termination", "Normal")));
}

TEST(PgnGameConversion, EveryEndComesBackAsItWas) {
    using enum Color;
    const std::vector<std::pair<std::string_view, Event>> ends{
        {"1. e4", Resign{white}},
        {"1. e4", Resign{black}},
        {"1. e4", LoseOnTime{white}},
        {"1. e4", LoseOnTime{black}},
        {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] 1. e4", LoseOnTime{white}},
        {repetition, ClaimDraw{white, ClaimDraw::Reason::threefold_repetition, {}}},
        {"[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 99 80\"] 80. Ra2",
         ClaimDraw{black, ClaimDraw::Reason::fifty_move_rule, {}}},
        {"1. e4", Conclude{Outcome::win(white, reasons::recorded_result)}},
        {"1. e4", Conclude{Outcome::win(black, reasons::adjudication)}},
        {"1. e4", Conclude{Outcome::draw(reasons::rules_infraction)}},
        {"1. e4", Conclude{Outcome::draw(reasons::agreement)}},
        {"1. e4", Conclude{{GameResult::no_result, std::nullopt, reasons::abandoned}}},
    };
    for (const auto& [moves, end] : ends) {
        Game game = with_moves(moves);
        ASSERT_TRUE(game.play(end)) << moves;
        EXPECT_EQ(through_text(game), game) << pgn_of(game);
    }
}

TEST(PgnGameConversion, AnAgreedDrawKeepsItsOutcome) {
    Game game = with_moves("1. e4");
    ASSERT_TRUE(game.play(OfferDraw{Color::white}));
    ASSERT_TRUE(game.play(AcceptDraw{Color::black}));
    EXPECT_EQ(through_text(game).outcome(), game.outcome());
}

TEST(PgnGameConversion, AClaimWithAMoveKeepsItsOutcome) {
    Game game = with_moves("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    const auto last = read_san(game.board(), "Ng8");
    ASSERT_TRUE(game.play(ClaimDraw{Color::black, ClaimDraw::Reason::threefold_repetition, *last}));
    EXPECT_EQ(through_text(game).outcome(), game.outcome());
    EXPECT_EQ(count_moves(read_one_pgn(pgn_of(game))), 7U);
}

TEST(PgnGameConversion, PositionsBeforeTheStartAreLostButNotWhatFollowedFromThem) {
    Start start;
    start.history.assign(4, Position::start().board());
    const Game game(start);
    ASSERT_EQ(game.outcome(), Outcome::draw(reasons::fivefold_repetition));
    EXPECT_EQ(through_text(game).outcome(), game.outcome());
    EXPECT_THAT(through_text(game).start().history, IsEmpty());
}

TEST(PgnGameConversion, RandomGamesComeBack) {
    EXPECT_TRUE(rc::check("a game comes back from its PGN", [] {
        const auto document = random_pgn(*rc::gen::arbitrary<std::uint64_t>());
        const Game game = read_one_pgn(*write_pgn(document)).game();
        RC_LOG() << pgn_of(game);
        RC_ASSERT(through_text(game) == game);
    }));
}

}  // namespace
}  // namespace arbiter::chess::testing
