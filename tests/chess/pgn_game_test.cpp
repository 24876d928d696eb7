#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/chess/formats/pgn_writer.hpp"
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

Reading<Game> game_in(std::string_view text) { return game_of(read_one_pgn(text)); }

Game with_moves(std::string_view text) { return *game_in(std::string(text) + " *"); }

Game through_text(const Game& game) { return *game_in(write_pgn(pgn_of(game))); }

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

TEST(PgnGameConversion, MovesAfterTheEndAreCutOff) {
    std::string text;
    for (int i = 0; i < 3; ++i) text += repetition;
    const PgnGame pgn = read_one_pgn(text + "1-0");
    EXPECT_EQ(pgn.moves.size(), 24U);
    const auto game = game_of(pgn);
    EXPECT_EQ(game->outcome(), Outcome::draw(reasons::fivefold_repetition));
    EXPECT_EQ(game->events().size(), 16U);
    EXPECT_THAT(codes_of(game.faults),
                ::testing::ElementsAre("moves_after_the_end", "result_contradicts_board"));
    EXPECT_EQ(game.faults.begin()->place, Place(TokenPlace{17}));
}

TEST(PgnGameConversion, AnIllegalMoveIsAFault) {
    PgnGame pgn = read_one_pgn("1. e4 e5 *");
    pgn.moves[1] = pgn.moves[0];
    const auto game = game_of(pgn);
    EXPECT_FALSE(game);
    EXPECT_EQ(game.faults.begin()->place, Place(TokenPlace{2}));
}

TEST(PgnGameConversion, TagsAreCompletedAndKept) {
    Game game = with_moves("1. e4");
    game.tags = {{"ECO", "B00"}, {"White", "W"}, {"FEN", "stale"}, {"Termination", "abandoned"}};
    const PgnGame pgn = pgn_of(game);
    EXPECT_THAT(pgn.tags, ::testing::ElementsAre(Pair("Event", "?"), Pair("Site", "?"),
                                                 Pair("Date", "????.??.??"), Pair("Round", "?"),
                                                 Pair("White", "W"), Pair("Black", "?"),
                                                 Pair("Result", "*"), Pair("ECO", "B00")));
}

TEST(PgnGameConversion, ATrueTerminationTagIsLeftAlone) {
    Game game = with_moves("1. e4");
    ASSERT_TRUE(game.play(LoseOnTime{Color::white}));
    game.tags = {{"Termination", "Time forfeit"}};
    EXPECT_THAT(pgn_of(game).tags, Contains(Pair("Termination", "Time forfeit")));
    game.tags = {{"Termination", "Normal"}};
    EXPECT_THAT(pgn_of(game).tags, Contains(Pair("Termination", "time forfeit")));
    Game mate = with_moves("1. f3 e5 2. g4 Qh4#");
    mate.tags = {{"Termination", "Normal"}};
    EXPECT_THAT(pgn_of(mate).tags, Contains(Pair("Termination", "Normal")));
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
        EXPECT_EQ(through_text(game), game) << write_pgn(pgn_of(game));
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
    EXPECT_EQ(pgn_of(game).moves.size(), 7U);
}

TEST(PgnGameConversion, PositionsBeforeTheStartAreLostButNotWhatFollowedFromThem) {
    Start start;
    start.history.assign(4, Position::start().board());
    const Game game(start);
    ASSERT_EQ(game.outcome(), Outcome::draw(reasons::fivefold_repetition));
    EXPECT_EQ(through_text(game).outcome(), game.outcome());
    EXPECT_THAT(pgn_of(game).start.history, IsEmpty());
}

TEST(PgnGameConversion, RandomGamesComeBack) {
    EXPECT_TRUE(rc::check("game_of(pgn_of(x)) == x", [] {
        const Game game = *game_of(random_pgn(*rc::gen::arbitrary<std::uint64_t>()));
        RC_LOG() << write_pgn(pgn_of(game));
        RC_ASSERT(through_text(game) == game);
        RC_ASSERT(*game_of(pgn_of(game)) == game);
    }));
}

}  // namespace
}  // namespace arbiter::chess::testing
