// The laws of Go, each with a board. core/go/RULES.md names these tests.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/go/playouts/life.hpp"
#include "tests/support/drawn.hpp"

namespace arbiter::go {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using Names = std::vector<std::string>;

template <class T>
T detail(const Rejection& rejection, std::string_view key) {
    const DetailValue* value = find(rejection.data, key);
    EXPECT_NE(value, nullptr) << key;
    return value == nullptr ? T{} : std::get<T>(*value);
}

Rejection rejection_of(const Game& game, std::string_view move) {
    const auto event = game.read_event(move);
    EXPECT_TRUE(event.has_value()) << move;
    const auto checked = game.check(*event);
    EXPECT_FALSE(checked.has_value()) << move;
    return checked.error();
}

TEST(Capture, AGroupWithoutLibertiesIsTakenAndTold) {
    Game game = game_of_drawing(R"(
        . X X .
        X O O .
        . X X .)",
                                rules_of("chinese"));
    const auto effects = game.play(Play{Color::black, {3, 1}});
    ASSERT_TRUE(effects.has_value());
    EXPECT_THAT(*effects, ElementsAre(Effect{"placed", {{"point", "D2"}, {"color", "black"}}},
                                      Effect{"captured",
                                             {{"points", Names{"B2", "C2"}}, {"color", "white"}}}));
    EXPECT_EQ(game.prisoners(Color::black), 2);
    EXPECT_EQ(drawing_of(game), tidy(R"(
        . X X .
        X . . X
        . X X .)"));
}

TEST(Capture, TakingComesBeforeSuicide) {
    Game game = game_of_drawing(R"(
        . X O
        X . O
        X O .)",
                                rules_of("chinese"), Color::white);
    play_all(game, "B2");
    EXPECT_EQ(drawing_of(game), tidy(R"(
        . X O
        X O O
        X O .)"));
    Game corner = game_of_drawing(R"(
        X O .
        . X O
        X O .)",
                                  rules_of("chinese"), Color::white);
    play_all(corner, "A2");
    EXPECT_EQ(drawing_of(corner), tidy(R"(
        . O .
        O . O
        . O .)"));
}

TEST(Capture, TheOneEyedBoardIsTakenWhole) {
    Game game = game_of_drawing(R"(
        X X X
        X . X
        X X X)",
                                rules_of("tromp-taylor"), Color::white);
    play_all(game, "B2");
    EXPECT_EQ(game.prisoners(Color::white), 8);
    EXPECT_EQ(drawing_of(game), tidy(R"(
        . . .
        . O .
        . . .)"));
}

TEST(Capture, Snapback) {
    Game game = game_of_drawing(R"(
        . X X X . .
        X O O O X .
        X O . . X .)",
                                rules_of("japanese"));
    play_all(game, "C1 D1");
    EXPECT_EQ(game.prisoners(Color::white), 1);
    EXPECT_EQ(refusal_of(game, "C1"), "");  // one stone was taken, but not by one stone: no ko
    play_all(game, "C1");
    EXPECT_EQ(game.prisoners(Color::black), 5);
    EXPECT_EQ(drawing_of(game), tidy(R"(
        . X X X . .
        X . . . X .
        X . X . X .)"));
}

constexpr std::string_view ko_shape = R"(
        . X O .
        X O . O
        . X O .)";

TEST(Ko, IsNotRetakenAtOnce) {
    for (const auto& [rules, code] : std::vector<std::pair<std::string, std::string>>{
             {"chinese", "ko"},
             {"japanese", "ko"},
             {"tromp-taylor", "repeats_position"},
             {"aga", "repeats_position"},
             {"new-zealand", "repeats_position"},
             {"simple", ""},
         }) {
        Game game = game_of_drawing(ko_shape, rules_of(rules));
        play_all(game, "C2");
        EXPECT_EQ(refusal_of(game, "B2"), code) << rules;
    }
}

TEST(Ko, TellsWhenItMayBeRetaken) {
    Game game = game_of_drawing(ko_shape, rules_of("japanese"));
    play_all(game, "C2");
    const Rejection refused = rejection_of(game, "B2");
    EXPECT_EQ(detail<std::string>(refused, "point"), "B2");
    EXPECT_EQ(detail<std::int64_t>(refused, "retake_after"), 3);
    EXPECT_EQ(sentence(refused), "ko: white may not retake on B2 before move 3 has been made");
    play_all(game, "D1 A1");
    EXPECT_EQ(game.move_count(), 3U);
    EXPECT_EQ(refusal_of(game, "B2"), "");
}

TEST(Ko, BindsOnlyTheSideThatLostTheStone) {
    Game game = game_of_drawing(ko_shape, rules_of("japanese turns=free"));
    play_all(game, "C2");
    EXPECT_EQ(refusal_of(game, "B2w"), "ko");
    EXPECT_EQ(refusal_of(game, "B2b"), "");
}

TEST(Ko, IsRetakenAfterAThreatUnderEveryRule) {
    for (const Preset& preset : presets()) {
        Game game = game_of_drawing(ko_shape, preset.rules);
        play_all(game, "C2 D1 A1 B2");
        EXPECT_EQ(drawing_of(game), tidy(R"(
            . X O .
            X O . O
            X X O O)"))
            << preset.name;
    }
}

TEST(Ko, TwoPassesLiftASimpleKoButNotASuperko) {
    const auto after_passes = [](std::string_view rules) {
        Game game = game_of_drawing(ko_shape, rules_of(rules));
        play_all(game, "C2 pass pass resume");
        return game;
    };
    // Japanese: the opponent of the side that resumes moves first. White resumed.
    const Game japanese = after_passes("japanese");
    EXPECT_EQ(japanese.turn(), Color::black);
    Game simple = game_of_drawing(ko_shape, rules_of("tromp-taylor ko=simple dead_stones=agreed"));
    play_all(simple, "C2 pass pass resume");
    EXPECT_EQ(simple.turn(), Color::white);
    EXPECT_EQ(refusal_of(simple, "B2"), "");
    EXPECT_EQ(refusal_of(after_passes("chinese"), "B2"), "repeats_position");
}

/// White sends two stones into the corner, Black takes them, White takes one back: the board is as
/// before, and it is Black's turn instead of White's.
constexpr std::string_view two_for_one = R"(
        . . . . .
        X X O . .
        . O . O .)";

TEST(SendingTwoReturningOne, IsForbiddenByPositionalSuperko) {
    for (const std::string_view rules : {"tromp-taylor", "chinese"}) {
        Game game = game_of_drawing(two_for_one, rules_of(rules), Color::white);
        play_all(game, "A1 C1");
        EXPECT_EQ(game.prisoners(Color::black), 2);
        const Rejection refused = rejection_of(game, "B1");
        EXPECT_EQ(refused.code->name, "repeats_position");
        EXPECT_EQ(detail<std::int64_t>(refused, "move_number"), 0);
    }
}

TEST(SendingTwoReturningOne, WorksOnceUnderSituationalSuperko) {
    for (const std::string_view rules : {"aga", "new-zealand"}) {
        Game game = game_of_drawing(two_for_one, rules_of(rules), Color::white);
        play_all(game, "A1 C1 B1 pass");
        const Rejection refused = rejection_of(game, "A1");
        EXPECT_EQ(refused.code->name, "repeats_position") << rules;
        EXPECT_EQ(detail<std::int64_t>(refused, "move_number"), 1);
    }
}

TEST(SendingTwoReturningOne, GoesOnWhereNothingForbidsIt) {
    Game game = game_of_drawing(two_for_one, rules_of("simple"), Color::white);
    play_all(game, "A1 C1 B1 pass A1 C1 B1 pass A1 C1 B1");
    EXPECT_FALSE(game.outcome());
    EXPECT_EQ(game.prisoners(Color::black), 6);
    EXPECT_EQ(game.prisoners(Color::white), 3);
}

TEST(SendingTwoReturningOne, EndsUnderJapaneseRulesWithTheSecondPassInTheSamePosition) {
    Game game = game_of_drawing(two_for_one, rules_of("japanese"), Color::white);
    play_all(game, "A1 C1 B1 pass A1 C1 B1");
    EXPECT_EQ(game.phase(), Phase::play);
    play_all(game, "pass");
    EXPECT_EQ(game.phase(), Phase::marking);
}

TEST(SendingTwoReturningOne, DrawsUnderOpenSpiel) {
    Game game = game_of_drawing(two_for_one, rules_of("openspiel"), Color::white);
    play_all(game, "A1 C1 B1");
    EXPECT_EQ(game.outcome(), Outcome::draw("long_cycle"));
}

/// Three kos: White holds the upper two, Black the lowest.
constexpr std::string_view three_kos = R"(
        . X O .
        X O . O
        . X O .
        . X O .
        X O . O
        . X O .
        . X O .
        X . X O
        . X O .)";
constexpr std::string_view five_captures = "C8 B2 C5 B8 C2";

TEST(TripleKo, IsForbiddenBySuperko) {
    for (const std::string_view rules : {"tromp-taylor", "chinese", "aga", "new-zealand"}) {
        Game game = game_of_drawing(three_kos, rules_of(rules));
        play_all(game, five_captures);
        const Rejection refused = rejection_of(game, "B5");
        EXPECT_EQ(refused.code->name, "repeats_position") << rules;
        EXPECT_EQ(detail<std::int64_t>(refused, "move_number"), 0) << rules;
    }
}

TEST(TripleKo, VoidsAJapaneseGame) {
    Game game = game_of_drawing(three_kos, rules_of("japanese"));
    play_all(game, five_captures);
    play_all(game, "B5");
    EXPECT_FALSE(game.outcome()) << "the first return is not a cycle yet";
    play_all(game, five_captures);
    EXPECT_FALSE(game.outcome());
    play_all(game, "B5");
    ASSERT_TRUE(game.outcome());
    EXPECT_EQ(game.outcome()->result, GameResult::no_result);
    EXPECT_EQ(game.outcome()->reason, "long_cycle");
}

TEST(TripleKo, GoesOnWhereNothingForbidsIt) {
    for (const std::string_view rules : {"simple", "tromp-taylor ko=simple"}) {
        Game game = game_of_drawing(three_kos, rules_of(rules));
        play_all(game, five_captures);
        play_all(game, "B5");
        play_all(game, five_captures);
        EXPECT_FALSE(game.outcome()) << rules;
    }
}

TEST(Suicide, OfSeveralStonesOnlyWhereItIsAllowed) {
    constexpr std::string_view corner = R"(
        X X X .
        O . X .)";
    const Game chinese = game_of_drawing(corner, rules_of("chinese"), Color::white);
    const Rejection refused = rejection_of(chinese, "B1");
    EXPECT_EQ(refused.code->name, "no_liberties");
    EXPECT_EQ(detail<Names>(refused, "group"), (Names{"A1", "B1"}));

    for (const std::string_view rules : {"tromp-taylor", "new-zealand"}) {
        Game game = game_of_drawing(corner, rules_of(rules), Color::white);
        const auto effects = game.play(Play{Color::white, {1, 0}});
        ASSERT_TRUE(effects.has_value()) << rules;
        EXPECT_THAT(*effects,
                    ElementsAre(Effect{"placed", {{"point", "B1"}, {"color", "white"}}},
                                Effect{"self_captured",
                                       {{"points", Names{"A1", "B1"}}, {"color", "white"}}}));
        EXPECT_EQ(drawing_of(game), tidy(R"(
            X X X .
            . . X .)"));
        EXPECT_EQ(game.prisoners(Color::black), 2);
        EXPECT_EQ(game.turn(), Color::black);
    }
}

TEST(Suicide, OfOneStoneChangesNothingAndSoRepeatsThePosition) {
    constexpr std::string_view corner = R"(
        X X .
        . X .)";
    EXPECT_EQ(refusal_of(game_of_drawing(corner, rules_of("tromp-taylor"), Color::white), "A1"),
              "repeats_position");
    // With the other side to move it is another situation: New Zealand's rules allow it once.
    Game game = game_of_drawing(corner, rules_of("new-zealand"), Color::white);
    play_all(game, "A1 pass");
    EXPECT_EQ(refusal_of(game, "A1"), "repeats_position");
}

TEST(Refusals, NameThePointAndWhatStandsThere) {
    Game game = game_of_drawing(R"(
        . .
        X .)",
                                rules_of("chinese"), Color::white);
    EXPECT_EQ(sentence(rejection_of(game, "A1")), "there is already a black stone on A1");
    EXPECT_EQ(sentence(rejection_of(game, "C3")), "C3 is not on a board of 2x2");
    EXPECT_EQ(sentence(rejection_of(game, "B2b")),
              "it is white's turn; with the option turns=free a side may move twice in a row");
    EXPECT_EQ(refusal_of(game, "agree"), "not_in_marking_phase");
    EXPECT_EQ(refusal_of(game, "I5"), "unreadable_move");
    EXPECT_EQ(refusal_of(game, "A53"), "unreadable_move");
    play_all(game, "resign");
    EXPECT_EQ(refusal_of(game, "A2"), "game_over");
}

TEST(NarrowBoards, OneByOneHasNoMoveButPassing) {
    for (const Preset& preset : presets()) {
        Rules rules = preset.rules;
        Game game =
            *Game::from({.setup = {.size = {1, 1}, .stones = {}}, .rules = rules}, [](std::size_t,
                                                                                      Point) {
                 return Place{};
             }).value;
        const bool suicide_once = preset.name == "new-zealand";
        EXPECT_EQ(game.legal().size(), suicide_once ? 2U : 1U) << preset.name;
    }
}

TEST(NarrowBoards, OneRow) {
    Game game = game_of_drawing(". . . . .", rules_of("chinese"));
    play_all(game, "B1");
    EXPECT_EQ(refusal_of(game, "A1"), "no_liberties");
    play_all(game, "C1 D1");  // White's stone on C1 is taken at once
    EXPECT_EQ(drawing_of(game), tidy(". X . X ."));
    EXPECT_EQ(refusal_of(game, "C1"), "no_liberties");
    // White can only pass.
    EXPECT_EQ(game.legal().size(), 1U);
}

TEST(NarrowBoards, NoBoardAtAllIsOver) {
    for (const Preset& preset : presets()) {
        const Game game =
            *Game::from({.setup = {.size = {0, 0}, .stones = {}}, .rules = preset.rules},
                        [](std::size_t, Point) { return Place{}; })
                 .value;
        ASSERT_TRUE(game.outcome()) << preset.name;
        EXPECT_TRUE(game.legal().empty());
        EXPECT_EQ(game.outcome()->reason, "score");
    }
}

// Ends and scores.

TEST(End, TwoPassesAndTheScoreUnderTrompTaylor) {
    Game game = game_of_drawing(R"(
        . X O .
        . X O .
        . X O .)",
                                rules_of("tromp-taylor"));
    play_all(game, "pass pass");
    ASSERT_TRUE(game.outcome());
    EXPECT_EQ(*game.outcome(), Outcome::win(Color::white, "score"));
    EXPECT_EQ(to_string(game.score()), "W+7.5");
    EXPECT_EQ(game.score().black.total().points(), 6);
}

/// No move fills the board, because its stone would have no liberty: a full board is given as such.
TEST(End, OpenSpielEndsAfterTwiceAsManyMovesAsPoints) {
    Game game = game_of_drawing(R"(
        . .
        . .)",
                                rules_of("openspiel"));
    play_all(game, "A1 pass B2 pass A2 B1 A2");  // B1 takes three
    EXPECT_FALSE(game.outcome());
    play_all(game, "pass");
    EXPECT_EQ(game.outcome(), Outcome::win(Color::white, reasons::score)) << "by komi";
    const auto handicap = Game::create({{"rules", "openspiel"}, {"size", "9"}, {"handicap", "3"}});
    EXPECT_EQ(handicap->rules().komi, HalfPoints{15});
    EXPECT_EQ(handicap->score().white.compensation, 3);
}

TEST(End, AFullBoardEndsTheSimpleGame) {
    const std::string_view full = R"(
        X X O
        X O O)";
    EXPECT_EQ(game_of_drawing(full, rules_of("simple")).outcome(), Outcome::draw(reasons::score));
    const std::string_view more_black = R"(
        X X O
        X X O)";
    const Game won = game_of_drawing(more_black, rules_of("simple"));
    EXPECT_EQ(won.outcome(), Outcome::win(Color::black, reasons::score));
    EXPECT_EQ(to_string(won.score()), "B+2");
    EXPECT_TRUE(won.legal().empty());
    EXPECT_TRUE(won.position().liberties({0, 0}).empty());
    EXPECT_EQ(*won.ask("dead", {}), R"({"marked":[],"proposal":[]})");

    const std::string_view open = R"(
        X . O
        X X O)";
    Game on = game_of_drawing(open, rules_of("simple"), Color::white);
    EXPECT_FALSE(on.outcome());
    play_all(on, "B2");  // takes three, so the board is not full
    EXPECT_FALSE(on.outcome());
    EXPECT_EQ(on.prisoners(Color::white), 3);
}

TEST(End, AFullBoardIsNoPositionUnderOtherRules) {
    const Start start{.setup = drawn("X O", Color::black), .rules = rules_of("chinese")};
    const auto game = Game::from(start, [](std::size_t, Point) { return Place{}; });
    EXPECT_FALSE(game);
    EXPECT_EQ(game.faults.begin()->code, "no_liberties");
}

TEST(End, SimpleCountsStonesAndEqualIsADraw) {
    Game game = game_of_drawing(R"(
        X . O
        X . O)",
                                rules_of("simple"));
    play_all(game, "pass pass");
    EXPECT_EQ(game.outcome(), Outcome::draw("score"));
    EXPECT_EQ(to_string(game.score()), "0");
}

TEST(End, AgaEndsWithWhitesPassAndHandsOverStones) {
    Game black_first = game_of_drawing(". . .", rules_of("aga"));
    play_all(black_first, "pass pass");
    EXPECT_EQ(black_first.phase(), Phase::marking);

    Game white_first = game_of_drawing(". . .", rules_of("aga"), Color::white);
    play_all(white_first, "pass pass");
    EXPECT_EQ(white_first.phase(), Phase::play);
    EXPECT_EQ(white_first.turn(), Color::white);
    play_all(white_first, "pass");
    EXPECT_EQ(white_first.phase(), Phase::marking);
    EXPECT_EQ(white_first.account().pass_stones.black, 2);
    EXPECT_EQ(white_first.account().pass_stones.white, 1);
}

TEST(End, UnderAgaAreaAndTerritoryWithPassStonesComeToTheSame) {
    Game game = game_of_drawing(R"(
        . . . . .
        . . . . .
        . . . . .)",
                                rules_of("aga"));
    // A stone inside each territory, and Black passes once while White reinforces.
    play_all(game, "B2 D2 B1 D1 B3 D3 C2 A2 A1 E2 pass E1 C1 C3 pass pass");
    ASSERT_EQ(game.phase(), Phase::marking);
    Rules territory = game.rules();
    territory.scoring = Scoring::territory;
    const std::vector<Point> dead{{0, 1}};
    EXPECT_EQ(score(game.position(), game.rules(), game.account(), dead).margin(),
              score(game.position(), territory, game.account(), dead).margin());
}

TEST(Marking, UnderJapaneseRulesTheOpponentOfWhoResumesMoves) {
    for (const Color by : both_colors) {
        Game japanese = game_of_drawing(". . .", rules_of("japanese"));
        play_all(japanese, "pass pass");
        ASSERT_TRUE(japanese.play(Resume{by}).has_value());
        EXPECT_EQ(japanese.turn(), opponent(by));
        Game chinese = game_of_drawing(". . .", rules_of("chinese"));
        play_all(chinese, "pass pass");
        ASSERT_TRUE(chinese.play(Resume{by}).has_value());
        EXPECT_EQ(chinese.turn(), Color::black) << "the turn stays as it was";
    }
}

TEST(Marking, PlayersMarkAgreeOrResume) {
    Game game = game_of_drawing(R"(
        . X O .
        O X O .
        . X O .)",
                                rules_of("chinese komi=0"));
    play_all(game, "pass pass");
    EXPECT_EQ(game.phase(), Phase::marking);
    EXPECT_EQ(refusal_of(game, "A1"), "marking_phase");
    EXPECT_EQ(refusal_of(game, "mark_dead A1"), "no_stone_there");
    EXPECT_EQ(to_string(game.score()), "W+4");
    play_all(game, "agree");
    EXPECT_EQ(game.turn(), Color::white);
    EXPECT_EQ(refusal_of(game, R"({"action":"agree","by":"black"})"), "already_agreed");

    ASSERT_TRUE(game.play(MarkDead{Color::white, {0, 1}}).has_value());
    EXPECT_FALSE(game.has_agreed(Color::black)) << "a new mark needs a new agreement";
    EXPECT_EQ(refusal_of(game, "mark_dead A2"), "already_marked");
    EXPECT_EQ(to_string(game.score()), "0");
    ASSERT_TRUE(game.play(MarkAlive{Color::black, {0, 1}}).has_value());
    EXPECT_EQ(refusal_of(game, "mark_alive A2"), "already_marked");

    play_all(game, "resume");
    EXPECT_EQ(game.phase(), Phase::play);
    play_all(game, "A3 pass A1 pass pass");
    EXPECT_EQ(game.phase(), Phase::marking);
    play_all(game, "agree agree");
    ASSERT_TRUE(game.outcome());
    EXPECT_EQ(game.outcome(), Outcome::draw("score"));
    ASSERT_TRUE(game.undo());
    EXPECT_EQ(game.phase(), Phase::marking);
}

TEST(Marking, ResumingForgetsTheMarks) {
    Game game = *Game::create({{"size", "5"}});
    play_all(game, "B2 C3 pass pass");
    ASSERT_TRUE(game.play(MarkDead{Color::black, {2, 2}}).has_value());
    play_all(game, "resume pass pass");
    ASSERT_EQ(game.phase(), Phase::marking);
    EXPECT_EQ(refusal_of(game, "mark_alive C3"), "already_marked");
}

TEST(Marking, TheOutcomeToAgreeOnIsTold) {
    Game game = *Game::create({{"size", "5"}});
    play_all(game, "C3 pass");
    EXPECT_FALSE(game.provisional());
    play_all(game, "pass");
    ASSERT_TRUE(game.provisional());
    EXPECT_EQ(game.provisional()->outcome, Outcome::win(Color::black, reasons::score));
    EXPECT_EQ(fill("{score}; {dead}; {agreed}", game.provisional()->data), "B+17.5; ; ");
    play_all(game, "deadC3 agreeb");
    const auto provisional = game.provisional();
    EXPECT_EQ(fill("{score}; {dead}; {agreed}", provisional->data), "W+7.5; C3; black");
    EXPECT_EQ(provisional->sentence,
              "dead stones are being marked, and white is to agree; as they stand: White wins by "
              "score, W+7.5");
    play_all(game, "agreew");
    EXPECT_EQ(game.outcome(), provisional->outcome);
    EXPECT_FALSE(game.provisional());
}

TEST(Score, TerritoryCountsPrisonersAndDeadStones) {
    Game game = game_of_drawing(R"(
        . . . X O . . .
        O . . X O . . .
        . . . X O . . .)",
                                rules_of("japanese"));
    play_all(game, "pass pass");
    ASSERT_TRUE(game.play(MarkDead{Color::black, {0, 1}}).has_value());
    const Score score = game.score();
    EXPECT_EQ(score.black.territory, 9);
    EXPECT_EQ(score.black.dead_stones, 1);
    EXPECT_EQ(score.white.territory, 9);
    EXPECT_EQ(score.white.komi, HalfPoints{13});
    EXPECT_EQ(to_string(score), "W+5.5");
}

TEST(Score, DameIsNobodys) {
    const Game game = game_of_drawing(R"(
        X . X . X . O . O . O
        X X X X X . O O O O O)",
                                      rules_of("japanese"));
    const Score territory = game.score();
    EXPECT_EQ(territory.black.territory, 2);
    EXPECT_EQ(territory.white.territory, 2);
    EXPECT_EQ(territory.owners[5], std::nullopt);
    Rules area = game.rules();
    area.scoring = Scoring::area;
    EXPECT_EQ(score(game.position(), area, {}, {}).black.total().points(), 10);
}

TEST(Score, EyesInSekiAreNoTerritory) {
    constexpr std::string_view seki = R"(
        X . X X O O . O
        X X X . . O O O)";
    const Game japanese = game_of_drawing(seki, rules_of("japanese"));
    EXPECT_EQ(japanese.score().black.territory, 0);
    EXPECT_EQ(japanese.score().white.territory, 0);
    const Game chinese = game_of_drawing(seki, rules_of("chinese"));
    EXPECT_EQ(chinese.score().black.total().points(), 7);
    EXPECT_EQ(chinese.score().white.territory, 1);
}

TEST(Score, AFalseEyeCountsUnderJapaneseRulesAndNotUnderOgs) {
    constexpr std::string_view board = R"(
        . . . X . X O . .
        . . . X X O O . .
        X X X X O O . . .
        O O O O O . . . .)";
    EXPECT_EQ(game_of_drawing(board, rules_of("japanese")).score().black.territory, 7);
    EXPECT_EQ(game_of_drawing(board, rules_of("ogs")).score().black.territory, 6);
}

TEST(Score, BentFourInTheCorner) {
    // Black cannot move without being taken, White can begin a ko whenever it likes.
    constexpr std::string_view bent_four = R"(
        . . . . . .
        O O O O O .
        X X X X O .
        O . X X O .
        O O . X O .)";
    const std::vector<Point> black{{0, 2}};
    for (const auto& [rules, as_it_stands, agreed_dead] :
         std::vector<std::tuple<std::string, std::string, std::string>>{
             {"chinese komi=0", "W+14", "W+30"},   // 11 + 10 against 7; then the whole board
             {"japanese komi=0", "W+10", "W+26"},  // then 10 + 9 points and 7 dead stones
         }) {
        Game game = game_of_drawing(bent_four, rules_of(rules));
        play_all(game, "pass pass");
        EXPECT_EQ(to_string(game.score()), as_it_stands) << rules;
        ASSERT_TRUE(game.play(MarkDead{Color::white, black[0]}).has_value());
        EXPECT_EQ(to_string(game.score()), agreed_dead) << rules;
    }
}

TEST(Score, HandicapIsCompensatedAsTheRulesSay) {
    const auto white_total = [](std::string_view rules) {
        const auto game = Game::create(
            {{"size", "9"}, {"rules", std::string(rules)}, {"komi", "0.5"}, {"handicap", "4"}});
        return game.value->score().white.total().points();
    };
    EXPECT_EQ(white_total("chinese"), 4.5);
    EXPECT_EQ(white_total("aga"), 3.5);
    EXPECT_EQ(white_total("japanese"), 0.5);
    EXPECT_EQ(white_total("new-zealand"), 0.5);
}

// Life.

std::string life_of(const Game& game) {
    std::string text;
    const auto kept = unconditional_life(game.position());
    const Size size = game.size();
    for (int row = size.height - 1; row >= 0; --row) {
        for (int column = 0; column < size.width; ++column) {
            const auto owner = kept.at(point_at(size, row * size.width + column));
            text += !owner ? '.' : *owner == Color::black ? 'X' : 'O';
        }
        text += '\n';
    }
    return text;
}

TEST(UnconditionalLife, TwoEyesLive) {
    const Game game = game_of_drawing(R"(
        . X . X O .
        X X X X O .
        O O O O O .)",
                                      rules_of("chinese"));
    EXPECT_EQ(life_of(game), tidy(R"(
        X X X X . .
        X X X X . .
        . . . . . .)"));
}

TEST(UnconditionalLife, AFalseEyeIsNone) {
    const Game game = game_of_drawing(R"(
        . X . X O .
        X X O X O .
        O O O O O .)",
                                      rules_of("chinese"));
    EXPECT_EQ(life_of(game), tidy(R"(
        . . . . . .
        . . . . . .
        . . . . . .)"));
}

TEST(UnconditionalLife, WhatIsInsideAnEyeIsDead) {
    const Game game = game_of_drawing(R"(
        . X O . X . .
        X X X X X . .
        . . . . . . O)",
                                      rules_of("chinese"));
    EXPECT_THAT(dead_stones_proposal(game.position()), Contains(Point{2, 2}));
}

TEST(Proposal, ALoneStoneInALivingTerritoryIsDead) {
    const Game game = game_of_drawing(R"(
        . . X . O . . . .
        . . X X O O . . .
        . . . X X O . . .
        . O . . X O . . .
        . . . . X O . . .
        . . . . X O . X .
        . . . X X O . . .
        . . . X O O . . .
        . . . X O . . . .)",
                                      rules_of("chinese"));
    EXPECT_THAT(dead_stones_proposal(game.position()), ElementsAre(Point{7, 3}, Point{1, 5}));
}

}  // namespace
}  // namespace arbiter::go
