// MAT: matches and games for money in two columns.

#include "core/backgammon/formats/mat.hpp"

#include <algorithm>
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/backgammon/formats/sgf.hpp"
#include "tests/backgammon/id_support.hpp"

namespace arbiter::backgammon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Game read_one(std::string_view text, const Options& options = {}) {
    auto game = read_mat(text, options);
    EXPECT_THAT(faults_of(game.faults), IsEmpty()) << text;
    return game ? std::move(*game) : Game();
}

/// All documents of a text.
std::vector<Reading<Document<Game>>> documents_in(std::string_view text) {
    const auto stream = stream_mat({});
    stream->feed(text);
    stream->finish();
    std::vector<Reading<Document<Game>>> documents;
    while (auto document = stream->next()) documents.push_back(*std::move(document));
    return documents;
}

/// The words of a document that stand for no event, each with its verdict.
std::vector<std::string> words_in(const Document<Game>& document) {
    std::vector<std::string> words;
    for (const NodeId id : document.path(document.last())) {
        const Verdict* verdict = document.verdict(id);
        if (verdict == nullptr) continue;
        words.push_back(std::string(to_string(verdict->kind)) + ": " + verdict->text);
    }
    return words;
}

void expect_kept(const Reading<Document<Game>>& reading) {
    ASSERT_TRUE(reading);
    const std::string written = *write_mat(*reading);
    const auto again = documents_in(written);
    ASSERT_EQ(again.size(), 1U) << written;
    EXPECT_EQ(*again[0], *reading) << written;
    EXPECT_EQ(*write_mat(*again[0]), written);
}

std::vector<std::string> faults_in(std::string_view text, const Options& options = {}) {
    return faults_of(read_mat(text, options).faults);
}

Dice dice(int one, int other) { return {*Die::showing(one), *Die::showing(other)}; }

Turn turn(std::initializer_list<std::pair<int, int>> moves) {
    Turn result;
    for (const auto& [from, to] : moves) result.push({*Spot::at(from), *Spot::at(to)});
    return result;
}

/// A first game after its heading, with the names; moves begin in line 5.
std::string match(std::string_view length, std::string_view moves) {
    return ' ' + std::string(length) +
           " point match\n\n Game 1\n Ann : 0                        Bob : 0\n" +
           std::string(moves);
}

/// As GNU Backgammon exports it.
const std::string two_games = R"(; [Event "Friday"]

 2 point match

 Game 1
 Ann : 0                        Bob : 0
  1)                             31: 8/5 6/5
  2) 66: 24/18 24/18 13/7 13/7    Doubles => 2
  3)  Drops                       Wins 1 point

 Game 2
 Ann : 0                        Bob : 1
  1) 42: 8/4 6/4                 64: 24/18 18/14
      Wins 2 points and the match
)";

TEST(Mat, AMatchOfTwoGames) {
    const Game game = read_one(two_games);
    EXPECT_EQ(game.rules().match_length, 2);
    EXPECT_THAT(game.tags, ElementsAre(std::pair("White", "Ann"), std::pair("Black", "Bob"),
                                       std::pair("Event", "Friday")));
    const std::vector<Event> expected{
        OpeningRoll{*Die::showing(1), *Die::showing(3)},
        Move{Color::black, turn({{8, 5}, {6, 5}})},
        Roll{Color::white, dice(6, 6)},
        Move{Color::white, turn({{24, 18}, {24, 18}, {13, 7}, {13, 7}})},
        Double{Color::black},
        Drop{Color::white},
        OpeningRoll{*Die::showing(4), *Die::showing(2)},
        Move{Color::white, turn({{8, 4}, {6, 4}})},
        Roll{Color::black, dice(6, 4)},
        Move{Color::black, turn({{24, 18}, {18, 14}})},
        OfferResignation{Color::black, Level::gammon},
        AcceptResignation{Color::white},
    };
    EXPECT_EQ(std::vector(game.events().begin(), game.events().end()), expected);
    EXPECT_EQ(game.outcome(), Outcome::win(Color::white, reasons::match_points));
    EXPECT_EQ(write_mat(game), two_games);
}

TEST(Mat, TheCrawfordGame) {
    const Game game = read_one(two_games);
    EXPECT_TRUE(game.positions()[7].crawford_game());
    std::string doubled = two_games;
    doubled.replace(doubled.find("64: 24/18"), 14, " Doubles => 2");
    EXPECT_THAT(faults_in(doubled), ElementsAre("double_not_allowed 13:35"));
}

/// What other programs write: other columns, other words, other numbers or none.
TEST(Mat, ReadsWhatOthersWrite) {
    const Game game = read_one(
        "7 point match\r\n\r\nGame 1\r\nAnn : 0 Bob : 0\r\n"
        " 1) 31: 8/5 6/5 52:13/8 24/22\r\n"
        "Doubles => 2 Takes\r\n"
        "17) 66: 24/18(2), 13-7(2)\r\n"
        "  Double => 4\r\n");
    EXPECT_EQ(game.events().size(), 9U);
    const Game other = read_one(match("7",
                                      "1) 31: 8/5 6/5 52:13/8 24/22\n"
                                      "2) doubles\ttakes\n"
                                      "3) 66: 13/7 13/7 24/18 24/18 \n"));
    EXPECT_EQ(other.events().size(), 8U);
}

/// It would be written as a blank.
TEST(Mat, ACarriageReturnBetweenMovesIsABlank) {
    const Game game = read_one(match("7", "1) 31: 8/5\r6/5\n"));
    const Game usual = read_one(match("7", "1) 31: 8/5 6/5\n"));
    EXPECT_TRUE(std::ranges::equal(game.events(), usual.events()));
}

TEST(Mat, TheColumnTellsWhoBegins) {
    const Game left = read_one(match("1", "  1) 31: 8/5 6/5\n"));
    EXPECT_EQ(left.events()[0], Event(OpeningRoll{*Die::showing(3), *Die::showing(1)}));
    const Game right = read_one(match("1", "  1)                             31: 8/5 6/5\n"));
    EXPECT_EQ(right.events()[0], Event(OpeningRoll{*Die::showing(1), *Die::showing(3)}));
}

/// White is on the bar, and Black holds its own 6-point.
TEST(Mat, ARollThatNobodyCanPlay) {
    for (const char* words : {"", "Cannot Move", "can't move"}) {
        const Game game = read_one(match("1",
                                         "  1) 21: 24/23 13/11             55: 8/3 8/3 6/1* 6/1\n"
                                         "  2) 66: " +
                                             std::string(words) + "                 21: 13/10\n"));
        ASSERT_EQ(game.events().size(), 8U) << words;
        EXPECT_EQ(game.events()[5], Event(Move{Color::white, {}}));
    }
}

TEST(Mat, TheGameMayStopAfterARoll) {
    const std::string text =
        " 1 point match\n\n Game 1\n White : 0                      Black : 0\n"
        "  1) 21:\n";
    const Game game = read_one(text);
    EXPECT_EQ(game.position().stage(), Stage::move);
    EXPECT_EQ(write_mat(game), text);
}

TEST(Mat, Money) {
    const std::string session =
        "0 point match\n\n Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5   Doubles => 2\n"
        " 2) Drops   Wins 1 point\n\n"
        " Game 2\n A : 0  B : 1\n 1) 42: 8/4 6/4\n";
    const auto first = read_mat(session, {});
    ASSERT_TRUE(first);
    EXPECT_THAT(faults_of(first.faults), ElementsAre("several_games 8:1"));
    EXPECT_EQ(first->outcome(), Outcome::win(Color::black, reasons::dropped_double));

    const auto stream = stream_mat({});
    for (const char c : session) stream->feed({&c, 1});
    EXPECT_EQ((*stream->next())->game(), *first);  // the second game has begun
    EXPECT_FALSE(stream->next());
    stream->finish();
    const auto second = stream->next();
    ASSERT_TRUE(second && *second);
    EXPECT_EQ((*second)->game().start().position.score(), (PerColor<int>{.white = 0, .black = 1}));
    EXPECT_FALSE(stream->next());
}

TEST(Mat, AStreamMayBeLargerThanAnyMatch) {
    const std::string blanks = std::string(mat_size_max / 4, ' ') + "\n";
    const auto stream = stream_mat({});
    for (int i = 0; i < 6; ++i) {
        stream->feed(blanks);
        stream->feed(two_games);
        // It takes the next heading to see that a match is over.
        EXPECT_EQ(stream->next().has_value(), i > 0);
        EXPECT_FALSE(stream->next());
    }
    stream->finish();
    const auto last = stream->next();
    ASSERT_TRUE(last && *last);
    EXPECT_EQ((*last)->game(), read_one(two_games));
    EXPECT_FALSE(stream->next());
}

TEST(Mat, SeveralMatchesInAStream) {
    const auto stream = stream_mat({});
    stream->feed(two_games);
    stream->feed("; [Event \"Saturday\"]\n" + match("3", "1) 21: 13/11 6/5\n"));
    stream->finish();
    EXPECT_EQ((*stream->next())->game(), read_one(two_games));
    const auto second = stream->next();
    ASSERT_TRUE(second && *second);
    EXPECT_EQ((*second)->game().rules().match_length, 3);
    EXPECT_THAT((*second)->tags(), ::testing::Contains(std::pair("Event", "Saturday")));
    EXPECT_FALSE(stream->next());
}

TEST(Mat, BeaversAndRaccoons) {
    const std::string text =
        "; [Beavers \"Raccoons\"]\n\n 0 point match\n\n Game 1\n"
        " White : 0                      Black : 0\n"
        "  1) 31: 8/5 6/5                  Doubles => 2\n"
        "  2)  Doubles => 4                Takes\n"
        "  3)                              Doubles => 8\n"
        "  4)  Takes                      21: 13/11 6/5\n";
    const Game game = read_one(text);
    EXPECT_EQ(game.position().cube(), (Cube{.value = 8, .owner = Color::white, .turned = true}));
    EXPECT_EQ(write_mat(game), text);
    const std::string none = match("0",
                                   "1) 31: 8/5 6/5   Doubles => 2\n"
                                   "2) Doubles => 4\n");
    EXPECT_THAT(faults_in(none), ElementsAre("beaver_not_allowed 6:4"));
    EXPECT_TRUE(read_mat(none, {{"beavers", "beaver"}}));
}

TEST(Mat, TheCubeGoesNoHigherThan4096) {
    Game game = new_game({.match_length = 0});
    Generator random(1);
    ASSERT_TRUE(game.play(OpeningRoll{*Die::showing(3), *Die::showing(1)}));
    int doubles = 0;
    while (!game.outcome()) {
        const Color by = game.turn();
        if (game.play(Double{by})) {
            ASSERT_TRUE(game.play(Take{opponent(by)}));
            ++doubles;
        }
        play_on(game, random, 1);
    }
    EXPECT_EQ(doubles, 12);
    EXPECT_EQ(read_one(*write_mat(game)), game);
}

TEST(Mat, RulesInTheHeader) {
    const Rules rules{.match_length = 3,
                      .cube = false,
                      .crawford = false,
                      .jacoby = false,
                      .beavers = Beavers::beaver,
                      .automatic_doubles = 2,
                      .start = StartName::nackgammon};
    Game game = new_game(rules);
    ASSERT_TRUE(game.play(OpeningRoll{*Die::showing(3), *Die::showing(1)}));
    const std::string text = *write_mat(game);
    EXPECT_THAT(text, HasSubstr("; [Variation \"NackGammon\"]\n; [Crawford \"Off\"]"));
    EXPECT_EQ(read_one(text), game);
    EXPECT_TRUE(read_one(text, {{"crawford", "on"}}).rules().crawford);
}

TEST(Mat, TheLastTagThatTellsARuleCounts) {
    for (const char* first : {"[BEavers \"\"]", "[Beavers \"On\"]", "[beavers \"Raccoons\"]"}) {
        const std::string text =
            "; " + std::string(first) + "\n; [Beavers \"Raccoons\"]\n" + match("0", "");
        const auto document = read_mat(text, {});
        ASSERT_TRUE(document) << first;
        EXPECT_EQ(document->rules().beavers, Beavers::raccoon);
        EXPECT_EQ(read_mat(*write_mat(*document), {}).value, document.value) << first;
    }
}

TEST(Mat, TagsAndNamesThatMatCannotHold) {
    Game game = new_game({.match_length = 3});
    ASSERT_TRUE(game.play(OpeningRoll{*Die::showing(3), *Die::showing(1)}));
    game.tags = {{"White", " A: 5 \n"}, {"Site", "a \"b\"\n"}, {"two words", "x"}, {"Cube", "off"}};
    const Game again = read_one(*write_mat(game));
    EXPECT_THAT(again.tags,
                ElementsAre(std::pair("White", "A. 5"), std::pair("Black", "Black"),
                            std::pair("Site", "a \"b\" "), std::pair("two words", "x")));
    EXPECT_EQ(again, game);
}

TEST(Mat, AMatchThatBeginsWithAScore) {
    const std::string text =
        " 5 point match\n\n Game 4\n Ann : 4                        Bob : 2\n  1) 21: 13/11 6/5\n";
    const Game game = read_one(text);
    EXPECT_EQ(game.position().score(), (PerColor<int>{.white = 4, .black = 2}));
    EXPECT_TRUE(game.position().crawford_game());
    EXPECT_EQ(read_one(*write_mat(game)), game);
}

TEST(Mat, FaultsOfTheHeader) {
    EXPECT_THAT(faults_in(""), ElementsAre("missing_match_length 1:1"));
    EXPECT_THAT(faults_in("hello\n Game 1\n"), ElementsAre("missing_match_length 2:1"));
    EXPECT_THAT(faults_in("7 point match\n"), ElementsAre("missing_names 1:1"));
    EXPECT_THAT(faults_in("7 point match\nGame 1\n 1) 31: 8/5 6/5\n"),
                ElementsAre("missing_names 3:1"));
    EXPECT_THAT(faults_in("1001 point match\n"), ElementsAre("bad_match_length 1:1"));
    EXPECT_THAT(faults_in("99999999999 point match\n"), ElementsAre("bad_match_length 1:1"));
    EXPECT_THAT(faults_in("7 point match\n 1) 31: 8/5 6/5\n"), ElementsAre("unexpected_text 2:2"));
    EXPECT_THAT(faults_in("3 point match\nGame 1\nA : 3  B : 0\n"),
                ElementsAre("match_is_over 3:1"));
    EXPECT_THAT(faults_in(two_games, {{"start", "?"}}), ElementsAre("option_out_of_range"));
    EXPECT_THAT(faults_in(std::string(mat_size_max + 1, ' ')), ElementsAre("mat_too_large"));
}

TEST(Mat, FaultsOfTheMoves) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"  1) 31: 8/5 6/6", "wrong_direction 5:10"},
        {"  1) 31: 8/5 7/6", "no_checker_there 5:10"},
        {"  1) 31: 8/5", "turn_not_finished 5:10"},
        {"  1) 31: 8/5 Illegal", "unreadable_move 5:10"},
        {"  1) 37: 8/5", "bad_dice 5:6"},
        {"  1) 33: 8/5", "bad_dice 5:6"},
        {"  1)  Doubles => 2", "double_not_allowed 5:7"},
        {"  1) 31: 8/5 6/5     31: 8/5 6/5\n  2)  Takes", "no_double_offered 6:7"},
        {"  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5    21: 6/5", "not_your_turn 6:6"},
        {"  1) 31:            42: 8/4 6/4", "already_rolled 5:21"},
        {"  1) Illegal play (31)", "unexpected_text 5:6"},
        {"  1) 31: 8/5 6/5\n      Wins", "unexpected_text 6:7"},
        {"  1) 31: 8/5 6/5\n Game 2\n A : 0  B : 0", "unfinished_game 7:1"},
    };
    for (const auto& [moves, fault] : cases) {
        EXPECT_THAT(faults_in(match("7", moves)), ElementsAre(fault)) << moves;
    }
}

TEST(Mat, Warnings) {
    const std::string end = "  1) 31: 8/5 6/5     Doubles => 2\n  2) Drops\n";
    EXPECT_THAT(faults_in(match("7", end + "      Wins 2 points\n")),
                ElementsAre("result_disagrees 7:7"));
    EXPECT_THAT(faults_in(match("7", end + "  3) 31: 8/5 6/5\n")),
                ElementsAre("moves_after_the_end 7:6"));
    EXPECT_THAT(faults_in(match("1", end.substr(0, 17) + "\n      Wins 1 point\n Game 2\n")),
                ElementsAre("moves_after_the_end 7:1"));
    EXPECT_THAT(faults_in(match("7", "  1) 31: 8/5 6/5\n      Wins 4 points")),
                ElementsAre("result_impossible 6:7"));
    EXPECT_THAT(faults_in(match("7", end + "      Wins 1 point\n Game 2\n A : 0  B : 0")),
                ElementsAre("result_disagrees 7:7", "score_disagrees 9:1"));
}

/// Resignations stand in the loser's column, too, and a roll that was not played has question marks.
TEST(Mat, ResignationsAsBackgammonGalaxyWritesThem) {
    const Game game =
        read_one("\xEF\xBB\xBF" + match("3",
                                        "  1) 31: 8/5 6/5                 Losses 2 point\n"
                                        "      Wins 2 point\n\n"
                                        " Game 2\n Ann : 2                        Bob : 0\n"
                                        "  1) 31: 8/5 6/5                 33: ????\n"
                                        "  2)  Wins 1 point and the match\n"));
    ASSERT_EQ(game.ends().size(), 2U);
    EXPECT_EQ(game.ends()[0].second.points, 2);
    EXPECT_EQ(game.outcome()->winner, Color::white);
}

/// Some programs write the points that were won, others those that were needed.
TEST(Mat, PointsThatTheMatchNoLongerNeeded) {
    for (const char* points : {"1", "2"}) {
        const Game game = read_one(
            match("1", "  1) 31: 8/5 6/5\n      Wins " + std::string(points) + " points\n"));
        EXPECT_TRUE(game.outcome()) << points;
    }
}

/// What the file says comes back; what the cube says is counted, and told.
TEST(Mat, PointsComeBackAsTheyWereWritten) {
    const std::string doubled =
        "  1) 31: 8/5 6/5                  Doubles => 2\n"
        "  2)  Takes                      42: 8/4 6/4\n"
        "  3)  Doubles => 4                Takes\n";
    for (const std::string end :
         {"      Wins 3 point and the match", "      Wins 4016 point and the match",
          "                                  Wins 16 points"}) {
        const std::string text = match("3", doubled + end + "\n");
        const auto documents = documents_in(text);
        ASSERT_EQ(documents.size(), 1U);
        EXPECT_THAT(faults_of(documents[0].faults),
                    ElementsAre("result_impossible 8:" + std::to_string(end.find('W') + 1)));
        EXPECT_TRUE(documents[0]->game().outcome());
        EXPECT_EQ(*write_mat(*documents[0]), text);
        expect_kept(documents[0]);
    }
    const auto dropped = documents_in(match("3",
                                            "  1) 31: 8/5 6/5                  Doubles => 2\n"
                                            "  2)  Drops\n"
                                            "                                  Wins 4016 point\n"));
    EXPECT_THAT(faults_of(dropped[0].faults), ElementsAre("result_disagrees 7:35"));
    EXPECT_THAT(words_in(*dropped[0]), ElementsAre("after_the_end: Wins 4016 point"));
    expect_kept(dropped[0]);
}

TEST(Mat, TheNextScoreEndsAGameWithoutAResult) {
    const auto match_of_two =
        read_mat(match("7", "  1) 31: 8/5 6/5\n Game 2\n A : 0  B : 2\n"), {});
    EXPECT_THAT(faults_of(match_of_two.faults), ElementsAre("unfinished_game 7:1"));
    ASSERT_TRUE(match_of_two);
    EXPECT_EQ(match_of_two->position().score(), (PerColor<int>{.white = 0, .black = 2}));
}

/// White has closed its home board, and Black has two checkers on the bar.
TEST(Mat, ASideThatIsShutOutNeedNotRoll) {
    const auto game =
        read_mat(match("1",
                       "  1) 31: 8/5 6/5                 11: 24/23 24/23 23/22 22/21\n"
                       "  2) 55: 8/3 8/3 6/1 6/1         11: 8/7 8/7 6/5 6/5\n"
                       "  3) 66: 13/7 13/7 13/7 13/7     11: 7/6 7/6 6/5 6/5\n"
                       "  4) 33: 13/10 10/7 7/4* 7/4     55:\n"
                       "  5) 51: 7/2* 7/6                66:\n"
                       "  6) 54: 7/2 6/2\n"
                       "  7) 21: 24/22 22/21\n"),
                 {});
    EXPECT_THAT(faults_of(game.faults), ElementsAre("roll_left_out 11:6"));
    ASSERT_TRUE(game);
    EXPECT_EQ(game->turn(), Color::black);
    EXPECT_EQ(game->position().board().count(Color::black, Spot::bar()), 2);
}

/// Galaxy's header has names of several words and rules that are the usual ones.
TEST(Mat, TheHeaderComesBack) {
    const std::string header =
        "; [Site \"BackgammonGalaxy\"]\n; [Match ID \"1161689\"]\n; [Player 1 Elo \"2,00/0\"]\n"
        "; [Variation \"Backgammon\"]\n; [Unrated \"Off\"]\n; [Crawford \"On\"]\n"
        "; [CubeLimit \"1024\"]\n\n; transcribed by hand\n;\n; twice\n";
    const std::string text = header + match("3", "  1) 31: 8/5 6/5\n");
    const auto documents = documents_in(text);
    ASSERT_EQ(documents.size(), 1U);
    EXPECT_THAT(faults_of(documents[0].faults), IsEmpty());
    EXPECT_EQ(*write_mat(*documents[0]), text);
    expect_kept(documents[0]);
}

TEST(Mat, CommentsStandWithWhatWasReadBefore) {
    const auto documents = documents_in(match("3",
                                              "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
                                              "; a good start\n; for both\n"
                                              "  2) 21: 13/11 6/5\n\n"
                                              "; after an empty line\n"
                                              "      Wins 1 point\n\n; the end\n"));
    ASSERT_EQ(documents.size(), 1U);
    const Document<Game>& document = *documents[0];
    const auto path = document.path(document.last());
    const auto said = [&](std::size_t event) { return document.node(path[event]).annotations; };
    EXPECT_THAT(said(3), ElementsAre(Annotation(Comment{"a good start\nfor both"})));
    EXPECT_THAT(said(5), ElementsAre(Annotation(Comment{"after an empty line"})));
    EXPECT_THAT(said(7), ElementsAre(Annotation(Comment{"the end"})));
    expect_kept(documents[0]);
}

TEST(Mat, ARuleBehindTheMatchIsAComment) {
    const auto documents =
        documents_in(match("3", "  1) 31: 8/5 6/5\n\n; [Crawford \"Off\"]\n; [Site \"x\"]\n"));
    ASSERT_EQ(documents.size(), 1U);
    EXPECT_TRUE(documents[0]->game().rules().crawford);
    EXPECT_EQ(*find_tag(documents[0]->tags(), "Site"), "x");
    EXPECT_EQ(documents[0]->left_out_by(Keeps::nothing).remarks, 1U);
    expect_kept(documents[0]);
}

TEST(Mat, CommentsBeforeTheNextMatchAreItsOwn) {
    const auto documents = documents_in(match("1", "  1) 31: 8/5 6/5\n; mine\n\n; yours\n") +
                                        match("1", "  1) 42: 8/4 6/4\n"));
    ASSERT_EQ(documents.size(), 2U);
    EXPECT_EQ(documents[0]->left_out_by(Keeps::nothing).remarks, 1U);
    EXPECT_THAT(documents[1]->node(0).annotations, ElementsAre(Annotation(Comment{"yours"})));
}

/// The rest of that game is kept as it is written, and the next one is read.
TEST(Mat, AGameWithAFaultDoesNotEndTheMatch) {
    const auto documents = documents_in(match("7",
                                              "  1) 31: 8/5 6/5                 42: 8/3 6/4\n"
                                              "  2) 21: 13/11 6/5                Doubles => 2\n"
                                              "  3)  Takes                      65: 24/13\n"
                                              "      Wins 2 points\n\n"
                                              " Game 2\n Ann : 2                        Bob : 0\n"
                                              "  1) 31: 8/5 6/5\n"));
    ASSERT_EQ(documents.size(), 1U);
    EXPECT_THAT(faults_of(documents[0].faults), ElementsAre("no_such_die 5:38"));
    EXPECT_THAT(words_in(*documents[0]),
                ElementsAre("illegal: 42: 8/3 6/4", "below_a_fault: 21: 13/11 6/5",
                            "below_a_fault: Doubles => 2", "below_a_fault: Takes",
                            "below_a_fault: 65: 24/13"));
    const Game game = documents[0]->game();
    EXPECT_EQ(game.position().score(), (PerColor<int>{.white = 2, .black = 0}));
    EXPECT_EQ(game.history("text").back(), "8/5 6/5");
    expect_kept(documents[0]);
}

/// A double was not answered, as far as one can read: the result says that it was dropped.
TEST(Mat, AFaultAfterADouble) {
    const auto documents = documents_in(match("7",
                                              "  1) 31: 8/5 6/5                  Doubles => 2\n"
                                              "  2)  Taks                       42: 8/4 6/4\n"
                                              "                                  Wins 1 point\n"
                                              "      Wins 2 points\n"));
    ASSERT_EQ(documents.size(), 1U);
    expect_kept(documents[0]);
    const Game game = documents[0]->game();
    EXPECT_EQ(game.events().back(), Event(Drop{Color::white}));
    EXPECT_EQ(read_one(*write_mat(game)), game);
}

/// With the Jacoby rule a gammon costs no more than a single game, and no more than a drop.
TEST(Mat, MorePointsThanTheCubeGives) {
    for (const char* moves : {"  1) 31: 8/5 6/5\n      Wins 8 points\n",
                              "  1) 31: 8/5 6/5                  Doubles => 2\n"
                              "                                  Wins 8 points\n",
                              "  1) 31: 8/5 6/5                  Doubles => 2\n"
                              "  2)  Taks                        Wins 8 points\n"}) {
        const auto documents = documents_in(match("0", moves));
        ASSERT_EQ(documents.size(), 1U);
        expect_kept(documents[0]);
        const Game game = documents[0]->game();
        EXPECT_EQ(read_one(*write_mat(game)), game) << moves;
    }
}

/// Where nothing tells how a game ended, the match begins again with the next score.
TEST(Mat, AGameWithoutAnEndBeginsAnotherDocument) {
    const auto documents = documents_in(match("7",
                                              "  1) 31: 8/5 6/5\n\n"
                                              " Game 2\n Ann : 0                        Bob : 0\n"
                                              "  1) 42: 8/4 6/4\n"));
    ASSERT_EQ(documents.size(), 2U);
    EXPECT_THAT(faults_of(documents[0].faults), ElementsAre("unfinished_game 8:1"));
    EXPECT_THAT(faults_of(documents[1].faults), IsEmpty());
    for (const auto& document : documents) expect_kept(document);
}

TEST(Mat, ResultsAndScoresThatTheGamesDoNotGiveAreKept) {
    const std::string dropped = "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops\n";
    for (const std::string& moves :
         {dropped + "                                  Wins 2 points\n",
          dropped + "      Wins 1 point\n\n Game 2\n Ann : 1   Bob : 0\n  1) 42: 8/4 6/4\n",
          std::string("  1) 31: 8/5 6/5\n      Wins 4016 point\n"),
          std::string("  1) 31: 8/5 6/5\n      Wins 1 point\n  2) 42: 8/4 6/4\n")}) {
        const auto documents = documents_in(match("7", moves));
        ASSERT_EQ(documents.size(), 1U) << moves;
        EXPECT_THAT(words_in(*documents[0]), ::testing::Not(IsEmpty())) << moves;
        EXPECT_FALSE(documents[0].faults.fatal()) << moves;
        expect_kept(documents[0]);
    }
    const std::string impossible =
        *write_mat(*documents_in(match("7", "  1) 31: 8/5 6/5\n      Wins 4016 point\n"))[0]);
    EXPECT_THAT(impossible, HasSubstr("\n      Wins 4016 point\n"));
}

TEST(Mat, GamesAfterTheMatchAreKept) {
    const auto documents =
        documents_in(match("1",
                           "  1) 31: 8/5 6/5\n      Wins 1 point\n\n"
                           " Game 2\n Ann : 1   Bob : 0\n  1) 42: 8/4 6/4\n      Wins 1 point\n"));
    ASSERT_EQ(documents.size(), 1U);
    EXPECT_THAT(words_in(*documents[0]),
                ElementsAre("after_the_end: Ann : 1  Bob : 0", "after_the_end: 42: 8/4 6/4",
                            "after_the_end: Wins 1 point"));
    expect_kept(documents[0]);
}

/// A line that begins like the length of a match for money.
TEST(Mat, PlayersMayBeCalledAnything) {
    const Game game = read_one(
        " 3 point match\n\n Game 1\n moneymaker : 0                 Game 7 : 0\n"
        "  1) 31: 8/5 6/5\n");
    EXPECT_EQ(*find_tag(game.tags, "White"), "moneymaker");
    EXPECT_EQ(game.rules().match_length, 3);
}

TEST(Mat, CommentsAreCarriedIntoSgfAndBack) {
    const auto documents =
        documents_in(match("3", "; hello\n  1) 31: 8/5 6/5\n; good\n  2)  42: 9/5\n"));
    const std::string sgf = *write_sgf(*documents[0]);
    EXPECT_THAT(sgf, HasSubstr("C[hello]"));
    EXPECT_THAT(sgf, HasSubstr("W[31hefe]C[good]"));
    EXPECT_THAT(sgf, HasSubstr("C[42: 9/5]"));
    const auto stream = stream_sgf({});
    stream->feed(sgf);
    stream->finish();
    const auto again = stream->next();
    EXPECT_EQ(again->value->left_out_by(Keeps::line).remarks, 0U);
    EXPECT_THAT(*write_mat(**again), HasSubstr("8/5 6/5\n; good\n"));
}

TEST(Mat, WhatItCannotExpress) {
    EXPECT_EQ(write_mat(game_at({.stage = Stage::roll_or_double})).error().code, "cannot_express");
    Game game = new_game({.automatic_doubles = 1});
    ASSERT_TRUE(game.play(OpeningRoll{*Die::showing(3), *Die::showing(3)}));
    EXPECT_EQ(write_mat(game).error().code, "cannot_express");
}

TEST(Mat, LooksLikeOne) {
    EXPECT_TRUE(looks_like_mat(two_games));
    EXPECT_TRUE(looks_like_mat("\n 0 point match\n"));
    std::string below_a_long_comment;
    for (int i = 0; i < 100; ++i) below_a_long_comment += "; told at length\n";
    EXPECT_TRUE(looks_like_mat(below_a_long_comment + " 5 point match\n"));
    for (const char* text :
         {"", "; [Event \"x\"]\n", "[Event \"x\"]\n1. e4", "{}", "point match"}) {
        EXPECT_FALSE(looks_like_mat(text)) << text;
    }
}

/// Resigning where it is the only thing that can be meant: not instead of dropping, not with a roll
/// that nobody can play, and at a level that counts.
void maybe_resign(Game& game, Generator& random) {
    const Stage stage = game.position().stage();
    if (random() % 200 != 0 || stage == Stage::response || stage == Stage::over) return;
    if (stage == Stage::move && game.legal().size() < 2) return;
    const Color by = random() % 2 == 0 ? Color::white : Color::black;
    auto level = static_cast<Level>(1 + random() % 3);
    if (game.rules().money() && game.rules().jacoby) level = Level::single;
    ASSERT_TRUE(game.play(OfferResignation{by, level}));
    ASSERT_TRUE(game.play(AcceptResignation{opponent(by)}));
}

RC_GTEST_PROP(Mat, HoldsRandomMatches, (std::uint64_t seed)) {
    Generator random(seed);
    Game game = new_game(random_rules(random));
    const std::size_t length = random() % 800;
    while (game.events().size() < length && !game.outcome()) {
        play_on(game, random, 1);
        if (!game.outcome()) maybe_resign(game, random);
    }
    // A roll that nobody can play does not stay on the table.
    const auto legal = game.legal();
    if (legal.size() == 1) RC_ASSERT(game.play(legal[0]).has_value());

    const auto written = write_mat(game);
    RC_ASSERT(written.has_value());
    RC_ASSERT(looks_like_mat(*written));
    const auto again = read_mat(*written, {});
    RC_ASSERT(faults_of(again.faults) == std::vector<std::string>{});
    RC_ASSERT(*again == game);
    RC_ASSERT(*write_mat(*again) == *written);
}

/// Words changed, lines lost and comments put in: whatever is read comes back.
RC_GTEST_PROP(Mat, DamagedFilesComeBackAsTheyWereRead, (std::uint64_t seed)) {
    Generator random(seed);
    Game game = new_game(random_rules(random));
    play_on(game, random, 20 + random() % 200);
    std::string text = write_mat(game).value_or(two_games);
    constexpr std::array<std::string_view, 14> words{"; well played\n",
                                                     "\n\n; [Event \"x\"]\n",
                                                     " Wins 2 points\n",
                                                     "\n Game 2\n",
                                                     " 31: 8/5 6/5 ",
                                                     " A : 1  B : 0\n",
                                                     "7",
                                                     " Drops ",
                                                     "????",
                                                     "\n",
                                                     " 0 point match\n",
                                                     " Losses 1 point",
                                                     " 3) nonsense\n",
                                                     " Doubles => 2 "};
    for (std::size_t i = 1 + random() % 6; i > 0; --i) {
        const std::size_t at = random() % text.size();
        text.replace(at, random() % 12, words[random() % words.size()]);
    }
    for (const auto& document : documents_in(text)) {
        RC_ASSERT(document || document.faults.fatal());
        if (!document) continue;
        const std::string written = *write_mat(*document);
        const auto again = documents_in(written);
        RC_ASSERT(again.size() == 1U);
        RC_ASSERT(*again[0] == *document);
        RC_ASSERT(*write_mat(*again[0]) == written);
    }
}

}  // namespace
}  // namespace arbiter::backgammon::testing
