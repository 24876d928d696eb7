#include "core/go/game.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "core/contract/record.hpp"
#include "core/go/notations/sgn.hpp"
#include "tests/support/drawn.hpp"
#include "tests/support/faults.hpp"

namespace arbiter::go {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Names = std::vector<std::string>;

Game created(const Options& options) {
    auto game = Game::create(options);
    EXPECT_TRUE(game) << (game.faults.empty() ? "" : game.faults.begin()->sentence);
    return game ? std::move(*game.value) : Game();
}

Names stone_names(const Game& game) {
    Names names;
    for (const Stone stone : game.stones()) {
        names.push_back(write_sgn_move(Play{stone.color, stone.point}));
    }
    return names;
}

std::string answer(const Game& game, std::string_view question, std::string_view argument = "") {
    const auto text = game.ask(question, argument);
    return text ? *text : "! " + std::string(text.error().code);
}

// ---------------------------------------------------------------------------------------------
// A new game

TEST(Create, ChineseOn19x19UnlessSaid) {
    const Game game = created({});
    EXPECT_EQ(game.size(), (Size{19, 19}));
    EXPECT_EQ(game.rules(), preset_named("chinese")->rules);
    EXPECT_EQ(game.turn(), Color::black);
    EXPECT_EQ(game, Game());
}

TEST(Create, RulesFirstThenTheirFieldsWhateverTheOrder) {
    const Game game =
        created({{"komi", "0.5"}, {"ko", "simple"}, {"rules", "tromp-taylor"}, {"size", "9x13"}});
    EXPECT_EQ(game.size(), (Size{9, 13}));
    EXPECT_EQ(game.rules(), rules_of("tromp-taylor ko=simple komi=0.5"));
}

TEST(Create, StonesAndTurn) {
    const Game game = created({{"size", "5x4"}, {"stones", "A1b B2w C3b"}, {"turn", "white"}});
    EXPECT_EQ(drawing_of(game), tidy(R"(
        . . . . .
        . . X . .
        . O . . .
        X . . . .)"));
    EXPECT_EQ(game.turn(), Color::white);
    EXPECT_THAT(stone_names(game), ElementsAre("A1b", "B2w", "C3b"));
    EXPECT_FALSE(game.last_move());
}

TEST(Create, EveryOptionIsDescribed) {
    Names names;
    for (const OptionInfo& info : Game::options()) {
        names.emplace_back(info.name);
        EXPECT_FALSE(info.values.empty()) << info.name;
        EXPECT_FALSE(info.meaning.empty()) << info.name;
        EXPECT_THAT(codes_of(Game::create({{std::string(info.name), "\x01"}}).faults),
                    ElementsAre("option_out_of_range"))
            << info.name;
    }
    EXPECT_THAT(names, ElementsAre("size", "rules", "handicap", "placement", "stones", "turn", "ko",
                                   "long_cycle", "suicide", "scoring", "false_eyes", "ending",
                                   "dead_stones", "pass_stones", "compensation", "turns", "komi"));
}

TEST(Create, SimpleRulesHaveASmallBoard) {
    EXPECT_EQ(created({}).size(), (Size{19, 19}));
    EXPECT_EQ(created({{"rules", "simple"}}).size(), (Size{5, 5}));
    EXPECT_EQ(created({{"rules", "simple ko=simple"}}).size(), (Size{5, 5}));
    EXPECT_EQ(created({{"size", "9"}, {"rules", "simple"}}).size(), (Size{9, 9}));
    EXPECT_EQ(created({{"rules", "japanese"}}).size(), (Size{19, 19}));
    const auto record = [](std::string_view setup) {
        return *read_record<Game>(
            R"({"game": "go", "setup": )" + std::string(setup) + R"(, "events": []})", {});
    };
    EXPECT_EQ(record(R"({"rules": "simple"})").size(), (Size{5, 5}));
    EXPECT_EQ(record(R"({"size": "7x6", "rules": "simple"})").size(), (Size{7, 6}));
}

TEST(Create, SaysWhatIsWrong) {
    const std::vector<std::pair<Options, Names>> broken{
        {{{"board", "9"}}, {"unknown_option"}},
        {{{"size", "53"}}, {"option_out_of_range"}},
        {{{"size", "9x0"}}, {"option_out_of_range"}},
        {{{"rules", "mine"}}, {"option_out_of_range"}},
        {{{"komi", "7.3"}}, {"option_out_of_range"}},
        {{{"komi", "1000.5"}}, {"option_out_of_range"}},
        {{{"turn", "Black"}}, {"option_out_of_range"}},
        {{{"placement", "any"}}, {"option_out_of_range"}},
        {{{"handicap", "1"}}, {"option_out_of_range"}},
        {{{"handicap", "-2"}}, {"option_out_of_range"}},
        {{{"handicap", "10"}}, {"option_out_of_range"}},
        {{{"handicap", "2"}, {"size", "5"}}, {"option_out_of_range"}},
        {{{"handicap", "5"}, {"size", "8"}}, {"option_out_of_range"}},
        {{{"handicap", "4"}, {"placement", "free"}, {"size", "2"}}, {"option_out_of_range"}},
        {{{"stones", "D4"}}, {"option_out_of_range"}},
        {{{"stones", "D4b passw"}}, {"option_out_of_range"}},
        {{{"stones", "D4b D4w"}}, {"point_occupied"}},
        {{{"stones", "D4b"}, {"size", "3"}}, {"point_off_board"}},
        {{{"stones", "A1b A2w B1w"}}, {"no_liberties"}},
        {{{"size", "0"}, {"x", ""}, {"ko", "?"}}, {"unknown_option", "option_out_of_range"}},
    };
    for (const auto& [options, codes] : broken) {
        const auto game = Game::create(options);
        EXPECT_FALSE(game) << options[0].name << '=' << options[0].value;
        EXPECT_EQ(codes_of(game.faults), codes) << options[0].name << '=' << options[0].value;
    }
}

TEST(Handicap, FixedStonesStandThereAndWhiteMoves) {
    const Game game = created({{"size", "9"}, {"handicap", "3"}, {"rules", "aga"}});
    EXPECT_THAT(stone_names(game), ElementsAre("C3b", "G7b", "C7b"));
    EXPECT_EQ(game.turn(), Color::white);
    EXPECT_EQ(game.score().white.compensation, 2) << "each stone but one";
    EXPECT_EQ(created({{"handicap", "0"}}), Game());
    for (const Preset& preset : presets()) {
        const std::string name(preset.name);
        // OpenSpiel keeps the komi.
        EXPECT_EQ(created({{"size", "19"}, {"handicap", "4"}, {"rules", name}}).rules().komi,
                  HalfPoints{name == "openspiel" ? 15 : 1})
            << name;
    }
    EXPECT_EQ(created({{"handicap", "4"}, {"komi", "6.5"}}).rules().komi, HalfPoints{13});
}

TEST(Handicap, FreeStonesAreBlacksFirstMoves) {
    Game game = created({{"size", "5"}, {"handicap", "3"}, {"placement", "free"}});
    EXPECT_EQ(refusal_of(game, "pass"), "pass_in_handicap");
    EXPECT_EQ(refusal_of(game, "C3w"), "not_your_turn");
    EXPECT_THAT(game.legal(), SizeIs(25)) << "no pass";
    play_all(game, "A1 B1");
    EXPECT_EQ(game.turn(), Color::black);
    EXPECT_EQ(refusal_of(game, "B1"), "point_occupied");
    play_all(game, "C1");
    EXPECT_EQ(game.turn(), Color::white);
    EXPECT_EQ(refusal_of(game, "pass"), "");
    EXPECT_EQ(game.score().white.compensation, 3);
    game.undo();
    EXPECT_EQ(game.turn(), Color::black);
    EXPECT_EQ(refusal_of(game, "pass"), "pass_in_handicap");
}

TEST(Handicap, FreeStonesComeFirstEvenWhereTurnsAreFree) {
    Game game =
        created({{"size", "5"}, {"handicap", "2"}, {"placement", "free"}, {"turns", "free"}});
    EXPECT_EQ(refusal_of(game, "C3w"), "not_your_turn");
    play_all(game, "A1 B1");
    EXPECT_EQ(refusal_of(game, "C3w"), "");
    EXPECT_EQ(refusal_of(game, "C3b"), "");
}

// ---------------------------------------------------------------------------------------------
// Playing and taking back

TEST(Stones, InTheOrderTheyWerePlaced) {
    Game game = created({{"size", "3"}, {"stones", "A1w"}});
    play_all(game, "A2 C3 B1 C2");
    EXPECT_EQ(game.prisoners(Color::black), 1);
    EXPECT_THAT(stone_names(game), ElementsAre("A2b", "C3w", "B1b", "C2w"));
    play_all(game, "A1");
    EXPECT_THAT(stone_names(game), ElementsAre("A2b", "C3w", "B1b", "C2w", "A1b"));
}

TEST(Turns, MayBeFree) {
    Game game = created({{"size", "5"}, {"turns", "free"}});
    play_all(game, "A1b A2b passw B2b A3w");
    EXPECT_THAT(game.history("sgn"), ElementsAre("A1b", "A2b", "passw", "B2b", "A3w"));
    Game bound = created({{"size", "5"}});
    play_all(bound, "A1");
    EXPECT_EQ(refusal_of(bound, "A2b"), "not_your_turn");
    EXPECT_EQ(refusal_of(bound, "passb"), "not_your_turn");
    const auto refused = bound.check(Play{Color::black, {0, 1}});
    EXPECT_EQ(sentence(refused.error()),
              "it is white's turn; with the option turns=free a side may move twice in a row");
}

/// Taking back restores every earlier state of the game.
TEST(Undo, GoesBackOverMarkingAndResuming) {
    Game game = created({{"size", "5"}, {"rules", "japanese"}});
    std::vector<Game> moments{game};
    for (const std::string_view word :
         {"B2", "C3", "pass", "pass", "mark_dead C3", "agree", "mark_alive C3", "resume", "D4",
          "pass", "pass", "mark_dead B2", "agree", "agree"}) {
        const auto event = game.read_event(word);
        ASSERT_TRUE(event) << word;
        ASSERT_TRUE(game.play(*event)) << word;
        moments.push_back(game);
    }
    EXPECT_TRUE(game.outcome());
    while (!moments.empty()) {
        const Game& moment = moments.back();
        EXPECT_EQ(game, moment);
        EXPECT_EQ(game.position(), moment.position());
        EXPECT_EQ(game.turn(), moment.turn());
        EXPECT_EQ(game.phase(), moment.phase());
        EXPECT_EQ(game.outcome(), moment.outcome());
        EXPECT_TRUE(std::ranges::equal(game.dead(), moment.dead()));
        EXPECT_EQ(game.account(), moment.account());
        EXPECT_EQ(game.hash(), moment.hash());
        EXPECT_EQ(game.legal(), moment.legal());
        moments.pop_back();
        EXPECT_EQ(game.undo(), !moments.empty());
    }
}

RC_GTEST_PROP(Undo, LeavesNoTrace, ()) {
    static const std::vector<Options> kinds{
        {{"size", "3"}, {"rules", "tromp-taylor"}},
        {{"size", "3x2"}, {"rules", "aga"}},
        {{"size", "4"}, {"rules", "japanese"}},
        {{"size", "2"}, {"ko", "none"}, {"suicide", "allowed"}, {"long_cycle", "void"}},
    };
    Game game = *Game::create(*rc::gen::elementOf(kinds)).value;
    for (int i = *rc::gen::inRange(0, 40); i > 0 && !game.outcome(); --i) {
        const Game before = game;
        const auto legal = game.legal();
        RC_ASSERT(game.play(legal[*rc::gen::inRange<std::size_t>(0, legal.size())]).has_value());
        Game back = game;
        RC_ASSERT(back.undo());
        RC_ASSERT((back == before));
        RC_ASSERT((back.position() == before.position()));
        RC_ASSERT((back.legal() == before.legal()));
        RC_ASSERT(back.hash() == before.hash());
    }
}

// ---------------------------------------------------------------------------------------------
// Events in text

TEST(Notations, EachIsWrittenAndReadBack) {
    const Game game = created({{"size", "19"}});
    const std::vector<std::tuple<std::string, std::string, std::string>> table{
        {"vertex", "D4", "pass"},
        {"sgn", "D4b", "passb"},
        {"gtp", "B D4", "B pass"},
        {"sgf", "B[dp]", "B[]"},
        {"rows", "[15,3]", "\"pass\""},
        {"json", R"({"point":"D4","by":"black"})", R"({"action":"pass","by":"black"})"},
    };
    ASSERT_EQ(Game::notations().size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto& [name, play, pass] = table[i];
        EXPECT_EQ(Game::notations()[i].name, name);
        EXPECT_EQ(Game::notations()[i].example, play);
        EXPECT_EQ(game.write_event(Play{Color::black, {3, 3}}, name), play);
        EXPECT_EQ(game.write_event(Pass{Color::black}, name), pass);
        EXPECT_EQ(game.read_event(play).value(), Event(Play{Color::black, {3, 3}}));
        EXPECT_EQ(game.read_event(pass).value(), Event(Pass{Color::black}));
    }
}

TEST(Notations, AreReadInAnyCaseAndWithBlanks) {
    const Game game = created({{"size", "19"}});
    for (const std::string_view text :
         {"d4", " D4\n", "d4B", "black d4", "B  D4", "b[dp]", ";B[dp]", "\"D4\"", "[15, 3]",
          "(15, 3)", "15,3", " 15 , 3 ", R"({"point": [15, 3]})", R"({"point": "d4"})",
          R"({"by": "black", "point": "D4b"})"}) {
        const auto event = game.read_event(text);
        ASSERT_TRUE(event) << text;
        EXPECT_EQ(*event, Event(Play{Color::black, {3, 3}})) << text;
    }
    EXPECT_EQ(game.read_event("B[tt]").value(), Event(Pass{Color::black}));
    EXPECT_EQ(game.read_event("PASS", Color::white).value(), Event(Pass{Color::white}));
}

TEST(Notations, EveryActionReadsBack) {
    Game game = created({{"size", "5"}});
    play_all(game, "C3 pass pass");
    for (const Event& event : std::vector<Event>{
             MarkDead{Color::white, {2, 2}}, MarkAlive{Color::black, {2, 2}}, Agree{Color::white},
             Resume{Color::black}, Resign{Color::white}, LoseOnTime{Color::black},
             Conclude{Outcome::draw(reasons::adjudication)},
             Conclude{Outcome::win(Color::white, reasons::forfeit)},
             Conclude{{GameResult::no_result, std::nullopt, reasons::abandoned}}}) {
        for (const char* notation : {"vertex", "sgn", "json"}) {
            const std::string text = game.write_event(event, notation);
            EXPECT_EQ(game.read_event(text).value(), event) << text;
        }
    }
    EXPECT_EQ(game.read_event("deadC3", Color::white).value(),
              Event(MarkDead{Color::white, {2, 2}}));
    EXPECT_EQ(game.read_event("alivec3").value(), Event(MarkAlive{Color::white, {2, 2}}));
    EXPECT_EQ(game.read_event("deadC3b").value(), Event(MarkDead{Color::black, {2, 2}}));
    EXPECT_EQ(game.read_event("agreew").value(), Event(Agree{Color::white}));
    EXPECT_EQ(game.read_event("resumeb", Color::black).value(), Event(Resume{Color::black}));
    EXPECT_EQ(game.read_event("resignW").value(), Event(Resign{Color::white}));
    EXPECT_EQ(game.read_event("agreeb", Color::white).error().code, &codes::not_your_stone);
    EXPECT_EQ(game.read_event("mark_dead C3", Color::white).value(),
              Event(MarkDead{Color::white, {2, 2}}));
    EXPECT_EQ(game.read_event("resign", Color::black).value(), Event(Resign{Color::black}));
}

TEST(Notations, RefuseWhatIsNoMove) {
    const Game game = created({{"size", "9"}});
    for (const auto& [text, code] : std::vector<std::pair<std::string, std::string>>{
             {"", "unreadable_move"},
             {"I5", "unreadable_move"},
             {"D4 D5", "unreadable_move"},
             {"x D4", "unreadable_move"},
             {"B[d]", "unreadable_move"},
             {"[1]", "unreadable_move"},
             {"(1)", "unreadable_move"},
             {"(1, 2", "unreadable_move"},
             {"(1, two)", "unreadable_move"},
             {"1,2,3", "unreadable_move"},
             {R"({"point": [1]})", "unreadable_move"},
             {"[1,2,3]", "unreadable_move"},
             {"[\"a\",1]", "unreadable_move"},
             {"{", "unreadable_move"},
             {"{}", "unreadable_move"},
             {R"({"point": 5})", "unreadable_move"},
             {R"({"point": "I5"})", "unreadable_move"},
             {R"({"action": "dance"})", "unknown_action"},
             {R"({"action": "mark_dead"})", "unknown_action"},
             {"K1", "point_off_board"},
             {"[9,0]", "point_off_board"},
             {"(0, 9)", "point_off_board"},
             {"-1,0", "point_off_board"},
             {"agree", "not_in_marking_phase"},
             {"resume", "not_in_marking_phase"},
             {"mark_dead A1", "not_in_marking_phase"},
         }) {
        EXPECT_EQ(refusal_of(game, text), code) << text;
    }
    EXPECT_EQ(game.read_event("D4w", Color::black).error().code, &codes::not_your_stone);
    EXPECT_FALSE(game.read_event(R"({"point": "D4", "by": "white"})", Color::black));
    EXPECT_FALSE(game.read_event(R"({"point": "D4w"})", Color::black));
    EXPECT_FALSE(game.read_event(R"({"action": "conclude", "result": "win", "winner": "black"})",
                                 Color::black))
        << "a player cannot conclude";
}

// ---------------------------------------------------------------------------------------------
// What was before the start

TEST(Before, CountsMovesAndPasses) {
    Start start{.setup = drawn("X."), .rules = rules_of("tromp-taylor")};
    start.setup.turn = Color::white;
    start.before = {.moves = 41, .passes = 1, .last = {}};
    Game game = *Game::from(start, [](std::size_t, Point) { return Place{}; }).value;
    EXPECT_EQ(game.move_count(), 41U);
    EXPECT_EQ(game.passes(), 1);
    play_all(game, "pass");
    EXPECT_EQ(game.outcome(), Outcome::win(Color::white, reasons::score));
    EXPECT_EQ(game.move_count(), 42U);
    game.undo();
    EXPECT_FALSE(game.outcome());
    EXPECT_EQ(game.passes(), 1);
}

TEST(Before, TwoPassesMeanThatDeadStonesAreBeingSettled) {
    Start start{.setup = drawn("X..\n..."), .rules = rules_of("chinese")};
    start.before.passes = 2;
    Game game = *Game::from(start, [](std::size_t, Point) { return Place{}; }).value;
    EXPECT_EQ(game.phase(), Phase::marking);
    EXPECT_EQ(refusal_of(game, "B1"), "marking_phase");
    play_all(game, "resume B1");
    EXPECT_EQ(game.passes(), 0);
}

TEST(Before, IsPartOfTheRecord) {
    Start start{.setup = drawn("X."), .rules = rules_of("aga ko=none")};
    start.setup.turn = Color::white;
    start.handicap = 2;
    start.before = {.moves = 41, .passes = 0, .last = Point{0, 0}};
    Game game = *Game::from(start, [](std::size_t, Point) { return Place{}; }).value;
    play_all(game, "pass");
    const auto read = read_record<Game>(write_record(game), {});
    ASSERT_TRUE(read) << read.faults.begin()->sentence;
    EXPECT_THAT(read.faults, IsEmpty());
    EXPECT_EQ(*read, game);
    EXPECT_EQ(read->start(), start);
}

TEST(Record, SetupFaultsNameTheirPlace) {
    const std::vector<std::pair<std::string, std::string>> broken{
        {R"("size": "9y9")", "bad_size at /setup/size"},
        {R"("size": 9)", "wrong_type at /setup/size"},
        {R"("rules": "mine")", "unknown_rules at /setup/rules"},
        {R"("komi": 7.3)", "bad_komi at /setup/komi"},
        {R"("komi": "7")", "wrong_type at /setup/komi"},
        {R"("stones": "D4b")", "wrong_type at /setup/stones"},
        {R"("stones": ["D4b", "D5"])", "unreadable_stone at /setup/stones/1"},
        {R"("stones": ["D4b", "passw"])", "unreadable_stone at /setup/stones/1"},
        {R"("stones": ["D4b", "D4w"])", "point_occupied at /setup/stones/1"},
        {R"("size": "2x2", "stones": ["A1b", "A2w", "B1w"])", "no_liberties at /setup/stones/0"},
        {R"("size": "2x2", "stones": ["C1b"])", "point_off_board at /setup/stones/0"},
        {R"("turn": "B")", "unknown_player at /setup/turn"},
        {R"("handicap": -1)", "counter_out_of_range at /setup/handicap"},
        {R"("handicap": 2, "free_handicap": 3)", "handicap_out_of_range at "},
        {R"("handicap": 2, "free_handicap": 2, "turn": "white")", "handicap_out_of_range at "},
        {R"("before": 3)", "wrong_type at /setup/before"},
        {R"("before": {"moves": 1000001})", "counter_out_of_range at /setup/before/moves"},
        {R"("before": {"passes": 3})", "counter_out_of_range at /setup/before/passes"},
        {R"("before": {"last": "I1"})", "point_off_board at /setup/before/last"},
        {R"("size": "9x9", "before": {"last": "K1"})", "point_off_board at /setup/before/last"},
    };
    for (const auto& [setup, fault] : broken) {
        const auto game =
            read_record<Game>(R"({"game": "go", "setup": {)" + setup + R"(}, "events": []})", {});
        EXPECT_FALSE(game) << setup;
        ASSERT_THAT(game.faults, SizeIs(1)) << setup;
        const Fault& first = *game.faults.begin();
        EXPECT_EQ(std::string(first.code) + " at " + to_string(first.place), fault) << setup;
    }
}

// ---------------------------------------------------------------------------------------------
// Questions

TEST(Questions, LibertiesOfOneStone) {
    const Game game = game_of_drawing(R"(
        . O .
        X X .
        . . O)",
                                      rules_of("chinese"));
    EXPECT_EQ(answer(game, "liberties", "B2"),
              R"({"color":"black","stones":["A2","B2"],"liberties":["A1","B1","C2","A3"]})");
    EXPECT_EQ(answer(game, "liberties", "c1"),
              R"({"color":"white","stones":["C1"],"liberties":["B1","C2"]})");
    EXPECT_EQ(answer(game, "liberties", "A1"), "! no_stone_there");
    EXPECT_EQ(answer(game, "liberties", "D4"), "! point_off_board");
    EXPECT_EQ(answer(game, "liberties", "I1"), "! point_off_board");
}

TEST(Questions, LibertiesOfAll) {
    const Game game = game_of_drawing("XX.O", rules_of("chinese"));
    EXPECT_EQ(answer(game, "liberties"),
              R"({"groups":[{"color":"black","stones":["A1","B1"],"liberties":["C1"]},)"
              R"({"color":"white","stones":["D1"],"liberties":["C1"]}]})");
    EXPECT_EQ(answer(created({{"size", "3"}}), "liberties"), R"({"groups":[]})");
}

TEST(Questions, StonesInTheirOrder) {
    Game game = created({{"size", "3"}});
    play_all(game, "B2 A1");
    EXPECT_EQ(answer(game, "stones"),
              R"({"stones":[{"point":"B2","color":"black"},{"point":"A1","color":"white"}],)"
              R"("moves":["B2","A1"]})");
}

TEST(Questions, ScoreAndWhatItIsMadeOf) {
    const Game game = game_of_drawing(R"(
        . X . O
        X X . O
        . X . O)",
                                      rules_of("chinese"));
    EXPECT_EQ(answer(game, "score"),
              R"({"result":"W+4.5",)"
              R"("black":{"stones":4,"territory":2,"prisoners":0,"dead_stones":0,"pass_stones":0,)"
              R"("compensation":0,"komi":0.0,"total":6.0},)"
              R"("white":{"stones":3,"territory":0,"prisoners":0,"dead_stones":0,"pass_stones":0,)"
              R"("compensation":0,"komi":7.5,"total":10.5},)"
              R"("owners":["BB.W","BB.W","BB.W"]})");
}

TEST(Questions, DeadStones) {
    Game game = game_of_drawing(R"(
        . X . X .
        X X X X X
        . . . . O)",
                                rules_of("chinese"));
    play_all(game, "pass pass");
    EXPECT_EQ(answer(game, "dead"), R"({"marked":[],"proposal":["E1"]})");
    play_all(game, "{\"action\":\"mark_dead\",\"point\":\"E1\"}");
    EXPECT_EQ(answer(game, "dead"), R"({"marked":["E1"],"proposal":["E1"]})");
}

TEST(Marking, AnUnreadableMoveIsToldWhatCanBeSaid) {
    Game game = created({{"size", "5"}});
    play_all(game, "pass pass");
    const auto event = game.read_event("dead?");
    ASSERT_FALSE(event.has_value());
    EXPECT_EQ(
        sentence(event.error()),
        "\"dead?\" is not a move: play has ended; write mark_dead D4, mark_alive D4, agree or "
        "resume");
}

TEST(Questions, LifeOfEachGroup) {
    const Game game = game_of_drawing(R"(
        . X . X .
        X X X X X
        . . . . O)",
                                      rules_of("chinese"));
    EXPECT_EQ(answer(game, "life"),
              R"({"groups":[{"color":"white","stones":["E1"],"status":"dead",)"
              R"("reason":"inside_an_eye","survival":0.0,"line":null},)"
              R"({"color":"black","stones":["A2","B2","C2","D2","E2","B3","D3"],)"
              R"("status":"alive","reason":"two_eyes","survival":1.0,"line":null}]})");
}

TEST(Questions, RulesFieldByField) {
    EXPECT_EQ(
        answer(created({{"rules", "japanese"}}), "rules"),
        R"({"rules":"japanese","komi":6.5,"ko":"simple","long_cycle":"void",)"
        R"("suicide":"forbidden","scoring":"territory","false_eyes":"counted","ending":"two_passes",)"
        R"("dead_stones":"agreed","pass_stones":"none","compensation":"none",)"
        R"("turns":"alternate","katago":"koSIMPLEscoreTERRITORYtaxSEKIsui0whb0komi6.5"})");
}

TEST(Questions, AreAllDescribedAndNoOthersAnswered) {
    const Game game = created({{"size", "5"}});
    for (const QuestionInfo& info : Game::questions()) {
        EXPECT_TRUE(read_json(answer(game, info.name))) << info.name;
    }
    EXPECT_EQ(answer(game, "weather"), "! unknown_question");
}

}  // namespace
}  // namespace arbiter::go
