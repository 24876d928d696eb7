// The course of a game and a match: rolls, the cube, resignations, results.

#include "core/backgammon/game.hpp"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/drawn_backgammon.hpp"

namespace arbiter::backgammon {
namespace {

using ::testing::HasSubstr;

Game created(const Options& options) {
    auto game = Game::create(options);
    EXPECT_TRUE(game) << game.faults.begin()->sentence;
    return std::move(*game.value);
}

/// Plays events in text, one after another, separated by semicolons.
void play_all(Game& game, std::string_view events) {
    while (!events.empty()) {
        const auto text = events.substr(0, events.find(';'));
        events.remove_prefix(std::min(text.size() + 1, events.size()));
        const auto event = game.read_event(text);
        ASSERT_TRUE(event.has_value()) << text << ": " << sentence(event.error());
        const auto played = game.play(*event);
        ASSERT_TRUE(played.has_value()) << text << ": " << sentence(played.error());
    }
}

std::string refusal_of(const Game& game, std::string_view text,
                       std::optional<Color> by = std::nullopt) {
    const auto event = game.read_event(text, by);
    if (!event) return std::string(event.error().code->name);
    const auto checked = game.check(*event);
    return checked ? "" : std::string(checked.error().code->name);
}

/// White is about to bear off its last checker.
Game before_the_end(const Rules& rules, Board board, Cube cube = {}, PerColor<int> score = {}) {
    return game_at({.board = board,
                    .stage = Stage::move,
                    .turn = Color::white,
                    .dice = Dice(*Die::showing(6), *Die::showing(5)),
                    .cube = cube,
                    .score = score},
                   rules);
}

const Board black_has_one_off = drawn(R"(
     .  .  .  .  .  . |  . |  .  .  .  .  . 14O
     .  .  .  .  .  . |  . |  .  .  .  .  .  X)");
const Board black_has_none_off = drawn(R"(
     .  .  .  .  .  . |  . | 15O .  .  .  .  .
     .  .  .  .  .  . |  . |  .  .  .  .  .  X)");
const Board black_is_on_the_bar = drawn(R"(
     .  .  .  .  .  . |  O | 14O .  .  .  .  .
     .  .  .  .  .  . |  . |  .  .  .  .  .  X)");
const Board black_is_in_whites_home = drawn(R"(
     .  .  .  .  .  . |  . | 14O .  .  .  .  .
     .  .  .  .  .  . |  . |  O  .  .  .  .  X)");

TEST(OpeningRoll, TheHigherDieBeginsAndPlaysBoth) {
    Game game = created({});
    EXPECT_EQ(refusal_of(game, "roll 31"), "opening_roll_first");
    EXPECT_EQ(refusal_of(game, "8/5 6/5"), "opening_roll_first");
    play_all(game, "opening 2-5");
    EXPECT_EQ(game.turn(), Color::black);
    EXPECT_EQ(game.position().dice(), Dice(*Die::showing(5), *Die::showing(2)));
    EXPECT_EQ(refusal_of(game, "opening 2-5"), "opening_roll_over");
    EXPECT_EQ(refusal_of(game, "roll 31"), "already_rolled");
    EXPECT_EQ(refusal_of(game, "13/8 13/11", Color::white), "not_your_turn");
    play_all(game, "13/8 13/11");
    EXPECT_EQ(game.turn(), Color::white);
    EXPECT_EQ(refusal_of(game, "13/8"), "roll_first");
}

TEST(OpeningRoll, TiesAreRecordedAndRolledAgain) {
    Game game = created({{"automatic_doubles", "1"}});
    play_all(game, "opening 4-4");
    EXPECT_EQ(game.position().stage(), Stage::opening_roll);
    EXPECT_EQ(game.position().cube().value, 2);
    EXPECT_FALSE(game.position().cube().turned) << "by Jacoby's rule gammons do not count yet";
    play_all(game, "opening 1-1");
    EXPECT_EQ(game.position().cube().value, 2) << "only one automatic double was agreed on";
    EXPECT_EQ(game.events().size(), 2U);
    Game without = created({});
    play_all(without, "opening 4-4");
    EXPECT_EQ(without.position().cube().value, 1);
}

TEST(Cube, DoubleTakeAndOwner) {
    Game game = created({});
    play_all(game, "opening 3-1;8/5 6/5");
    EXPECT_EQ(refusal_of(game, "take"), "no_double_offered");
    EXPECT_EQ(refusal_of(game, "double", Color::white), "double_not_allowed");
    play_all(game, "double");
    EXPECT_EQ(game.turn(), Color::white);
    EXPECT_EQ(refusal_of(game, "roll 31"), "waiting_for_response");
    EXPECT_EQ(refusal_of(game, "double"), "waiting_for_response");
    EXPECT_EQ(refusal_of(game, "take", Color::black), "not_your_turn");
    EXPECT_EQ(refusal_of(game, "beaver"), "beaver_not_allowed");
    play_all(game, "take");
    EXPECT_EQ(game.position().cube().value, 2);
    EXPECT_EQ(game.position().cube().owner, Color::white);
    EXPECT_EQ(game.turn(), Color::black);
    EXPECT_EQ(refusal_of(game, "double"), "double_not_allowed") << "White owns the cube";
    play_all(game, "roll 61;13/7 8/7;double;drop");
    ASSERT_TRUE(game.outcome());
    EXPECT_EQ(*game.outcome(), Outcome::win(Color::white, "dropped_double"));
    EXPECT_EQ(game.last_end()->points, 2) << "the cube as it was before the double";
}

TEST(Cube, BeaverAndRaccoon) {
    Game game = created({{"beavers", "raccoon"}});
    play_all(game, "opening 3-1;8/5 6/5;double;beaver");
    EXPECT_EQ(game.position().cube().value, 4);
    EXPECT_EQ(game.position().cube().owner, Color::white);
    EXPECT_EQ(game.turn(), Color::black);
    play_all(game, "raccoon");
    EXPECT_EQ(game.turn(), Color::white) << "who beavered answers";
    EXPECT_EQ(refusal_of(game, "roll 31"), "waiting_for_response");
    EXPECT_EQ(refusal_of(game, "beaver"), "beaver_not_allowed") << "a raccoon is the last";
    play_all(game, "take");
    EXPECT_EQ(game.turn(), Color::black);
    EXPECT_EQ(game.position().cube().value, 8);
    EXPECT_EQ(game.position().cube().owner, Color::white);
    EXPECT_EQ(refusal_of(game, "raccoon"), "beaver_not_allowed");
    Game beavers = created({{"beavers", "beaver"}});
    play_all(beavers, "opening 3-1;8/5 6/5;double;beaver");
    EXPECT_EQ(refusal_of(beavers, "raccoon"), "beaver_not_allowed");
    Game match = created({{"beavers", "beaver"}, {"match", "7"}});
    play_all(match, "opening 3-1;8/5 6/5;double");
    EXPECT_EQ(refusal_of(match, "beaver"), "beaver_not_allowed") << "not in matches";
}

TEST(Cube, ABeaverCanBeRefused) {
    Game game = created({{"beavers", "beaver"}});
    play_all(game, "opening 3-1;8/5 6/5;double;beaver;drop");
    ASSERT_TRUE(game.outcome());
    EXPECT_EQ(game.outcome()->winner, Color::white);
    EXPECT_EQ(game.last_end()->points, 2) << "what was doubled to";
}

TEST(Cube, ARaccoonCanBeRefused) {
    Game game = created({{"beavers", "raccoon"}});
    play_all(game, "opening 3-1;8/5 6/5;double;beaver;raccoon");
    EXPECT_EQ(game.legal(), (std::vector<Event>{Take{Color::white}, Drop{Color::white}}));
    play_all(game, "drop");
    EXPECT_EQ(game.outcome(), Outcome::win(Color::black, "dropped_double"));
    EXPECT_EQ(game.last_end()->points, 4) << "what was beavered to";
}

TEST(Match, OfOnePointHasNoCube) {
    Game game = created({{"match", "1"}});
    EXPECT_FALSE(game.rules().cube);
    play_all(game, "opening 3-1;8/5 6/5");
    EXPECT_EQ(refusal_of(game, "double"), "double_not_allowed");
}

TEST(Resignation, IsAnsweredWithAcceptAndDecline) {
    Game game = created({{"match", "1"}});
    play_all(game, "opening 3-1;resign;decline;resign");
    EXPECT_EQ(game.write_event(game.legal()[0]), "accept_resignation") << "as it can be typed";
    play_all(game, "accept");
    ASSERT_TRUE(game.outcome());
    EXPECT_EQ(sentence(*game.outcome()), "Black wins the match");
}

TEST(Results, SingleGammonAndBackgammonTimesTheCube) {
    const Rules rules{.jacoby = false};
    const Cube cube{.value = 4, .owner = Color::black, .turned = true};
    for (const auto& [board, points, reason] :
         std::vector<std::tuple<Board, int, std::string_view>>{
             {black_has_one_off, 4, "single"},
             {black_has_none_off, 8, "gammon"},
             {black_is_on_the_bar, 12, "backgammon"},
             {black_is_in_whites_home, 12, "backgammon"},
         }) {
        Game game = before_the_end(rules, board, cube);
        play_all(game, "1/off");
        ASSERT_TRUE(game.outcome());
        EXPECT_EQ(game.last_end()->points, points);
        EXPECT_EQ(game.outcome()->reason, reason);
    }
}

TEST(Results, JacobyCountsGammonsOnlyWithATurnedCube) {
    Game middle = before_the_end({}, black_has_none_off);
    play_all(middle, "1/off");
    EXPECT_EQ(middle.last_end()->points, 1);
    EXPECT_EQ(middle.outcome()->reason, "gammon");
    Game turned =
        before_the_end({}, black_has_none_off, {.value = 2, .owner = Color::black, .turned = true});
    play_all(turned, "1/off");
    EXPECT_EQ(turned.last_end()->points, 4);
    Game by_itself = before_the_end({}, black_has_none_off, {.value = 2});
    play_all(by_itself, "1/off");
    EXPECT_EQ(by_itself.last_end()->points, 2) << "an automatic double is nobody's";
    Game match = before_the_end({.match_length = 5}, black_has_none_off);
    play_all(match, "1/off");
    EXPECT_EQ(match.last_end()->points, 2) << "Jacoby's rule is for money";
}

TEST(Match, CrawfordOnceAndThenNoMore) {
    Game game = before_the_end({.match_length = 3}, black_has_none_off);
    play_all(game, "1/off");
    EXPECT_FALSE(game.outcome());
    EXPECT_EQ(game.position().score().white, 2);
    EXPECT_TRUE(game.position().crawford_game());
    play_all(game, "opening 1-3;8/5 6/5");
    EXPECT_EQ(refusal_of(game, "double"), "double_not_allowed");
    play_all(game, "roll 31;8/5 6/5");
    EXPECT_EQ(refusal_of(game, "double"), "double_not_allowed") << "nor may Black, who needs three";
    play_all(game, "roll 65;24/13");
    play_all(game, "resign single;accept_resignation");
    EXPECT_EQ(game.position().score().black, 1) << "White resigned on its turn";
    EXPECT_FALSE(game.position().crawford_game());
    EXPECT_TRUE(game.position().setup().after_crawford);
    play_all(game, "opening 3-1;8/5 6/5");
    EXPECT_EQ(refusal_of(game, "double"), "") << "after Crawford, Black may double";
    play_all(game, "roll 31;8/5 6/5");
    EXPECT_EQ(refusal_of(game, "double"), "double_not_allowed") << "a dead cube: White needs one";
}

TEST(Match, IsWonByPoints) {
    Game game =
        before_the_end({.match_length = 3}, black_has_none_off, {}, {.white = 1, .black = 2});
    play_all(game, "1/off");
    ASSERT_TRUE(game.outcome());
    EXPECT_EQ(*game.outcome(), Outcome::win(Color::white, "match_points"));
    EXPECT_EQ(game.position().score(), (PerColor<int>{3, 2}));
    EXPECT_EQ(refusal_of(game, "opening 3-1"), "game_over");
    ASSERT_TRUE(game.undo());
    EXPECT_FALSE(game.outcome());
    EXPECT_TRUE(game.ends().empty());
}

TEST(Resignation, IsOfferedAcceptedOrDeclined) {
    Game game = created({{"match", "5"}});
    play_all(game, "opening 3-1");
    EXPECT_EQ(refusal_of(game, "accept_resignation"), "no_resignation");
    play_all(game, "resign gammon");
    EXPECT_EQ(game.turn(), Color::black) << "who has to answer";
    EXPECT_EQ(refusal_of(game, "8/5 6/5", Color::white), "resignation_pending");
    EXPECT_EQ(refusal_of(game, "accept_resignation", Color::white), "not_your_turn");
    play_all(game, "decline_resignation");
    EXPECT_EQ(game.turn(), Color::white);
    play_all(game, "8/5 6/5");
    ASSERT_TRUE(game.play(OfferResignation{Color::white, Level::backgammon}).has_value());
    play_all(game, "accept_resignation");
    EXPECT_EQ(game.position().score().black, 3);
    EXPECT_EQ(game.ends().size(), 1U);
}

TEST(Turns, MeanTheSameInAnyOrder) {
    Game game = created({});
    play_all(game, "opening 3-1");
    const auto one = game.read_event("8/5 6/5");
    const auto other = game.read_event("6/5, 8/5");
    ASSERT_TRUE(one.has_value());
    ASSERT_TRUE(other.has_value());
    EXPECT_EQ(*one, *other);
    EXPECT_EQ(game.write_event(*one), "8/5 6/5");
    const auto run = game.read_event("24/20");
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(game.write_event(*run), "24/20");
    const auto stepwise = game.read_event("24/23/20");
    ASSERT_TRUE(stepwise.has_value());
    EXPECT_EQ(*run, *stepwise);
}

TEST(Turns, CannotMoveIsATurnToo) {
    Game game = game_at({.board = drawn(R"(
                              .  .  .  .  .  . |  . | 3O 3O 3O 2O 2O 2O
                              .  .  .  .  .  . |  X | 14X .  .  .  .  .)"),
                         .stage = Stage::move,
                         .dice = Dice(*Die::showing(6), *Die::showing(6))});
    ASSERT_EQ(game.legal().size(), 1U);
    EXPECT_EQ(game.write_event(game.legal()[0]), "can't move");
    EXPECT_EQ(refusal_of(game, "bar/19"), "point_held");
    EXPECT_EQ(refusal_of(game, "6/off"), "must_enter_from_bar");
    play_all(game, "cannot move");
    EXPECT_EQ(game.turn(), Color::black);
}

/// Each of these words is listed where it would be accepted, and nowhere else.
void expect_actions_that_fit(const Game& game, Color by) {
    std::vector<std::string_view> listed;
    for (const Action& action : game.actions(by)) listed.push_back(action.text);
    std::vector<std::string_view> accepted;
    for (const std::string_view text :
         {"resign", "double", "take", "drop", "beaver", "raccoon", "resign gammon",
          "resign backgammon", "accept_resignation", "decline_resignation"}) {
        const auto event = game.read_event(text, by);
        if (event && game.check(*event)) accepted.push_back(text);
    }
    EXPECT_EQ(listed, accepted);
}

TEST(Actions, AreThoseThatWouldBeAccepted) {
    std::mt19937 random(1);
    const auto one_of = [&](const auto& list) { return list[random() % list.size()]; };
    for (const Options& options : {Options{{"beavers", "raccoon"}}, Options{{"beavers", "beaver"}},
                                   Options{{"match", "3"}}}) {
        for (int number = 0; number < 30; ++number) {
            Game game = created(options);
            for (int events = 0; events < 60 && !game.outcome(); ++events) {
                for (const Color by : both_colors) expect_actions_that_fit(game, by);
                const auto actions = game.actions(game.turn());
                const auto moves = game.legal();
                const auto event = random() % 4 == 0
                                       ? *game.read_event(one_of(actions).text, game.turn())
                                       : one_of(moves);
                ASSERT_TRUE(game.play(event));
                EXPECT_EQ(game.forced().has_value(),
                          game.awaits() == Awaits::move && game.check(Move{game.turn(), Turn{}}));
            }
            for (const Color by : both_colors) expect_actions_that_fit(game, by);
        }
    }
}

TEST(Questions, PipsStepsAndScore) {
    Game game = created({{"match", "5"}});
    EXPECT_EQ(game.ask("pips", "").value(), R"({"white":167,"black":167})");
    EXPECT_EQ(created({{"start", "gitgammon"}}).ask("pips", "").value(),
              R"({"white":208,"black":208})");
    EXPECT_EQ(game.ask("steps", "").error().code, "no_dice");
    play_all(game, "opening 3-1");
    EXPECT_THAT(game.ask("steps", "8/5").value(), HasSubstr(R"({"from":"6","to":"5","die":1})"));
    EXPECT_EQ(game.ask("steps", "8/5 6/5").value(), R"({"steps":[]})");
    EXPECT_EQ(game.ask("steps", "8-5").error().code, "unreadable_move");
    EXPECT_THAT(game.ask("score", "").value(), HasSubstr(R"("waiting_for":"move")"));
    EXPECT_EQ(game.ask("weather", "").error().code, "unknown_question");
    play_all(game, "resign single;accept_resignation");
    EXPECT_THAT(game.ask("score", "").value(),
                HasSubstr(R"("games":[{"winner":"black","points":1,"reason":"resignation"}])"));
}

}  // namespace
}  // namespace arbiter::backgammon
