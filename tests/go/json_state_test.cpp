#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "core/go/formats/grid.hpp"
#include "core/go/formats/rows.hpp"
#include "tests/support/drawn.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/mutated.hpp"

namespace arbiter::go {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Reader = Reading<Game> (*)(std::string_view, const Options&);

std::string replaced(std::string_view document, std::string_view passage,
                     std::string_view replacement) {
    std::string text(document);
    const auto at = text.find(passage);
    EXPECT_NE(at, std::string::npos) << passage;
    return at == std::string::npos ? text : text.replace(at, passage.size(), replacement);
}

struct Broken {
    std::string_view passage;
    std::string_view replacement;
    std::vector<std::string> faults;
};

template <class Cases>
void expect_faults(Reader read, std::string_view document, const Cases& cases) {
    for (const auto& [passage, replacement, faults] : cases) {
        const auto game = read(replaced(document, passage, replacement), {});
        EXPECT_FALSE(game) << replacement;
        EXPECT_EQ(faults_and_warnings_of(game.faults), faults) << replacement;
    }
}

Game new_game(Size size, std::string_view rules) {
    return *Game::from({.setup = {.size = size, .stones = {}}, .rules = rules_of(rules)},
                       [](std::size_t, Point) { return Place{}; })
                .value;
}

/// An empty board as the description of go-grid spells it, a column for each of these letters.
std::string empty_grid(std::string_view columns) {
    const std::size_t side = columns.size();
    std::string text = R"({"board_size": )" + std::to_string(side) +
                       R"(, "komi": 7.5, "current_player_to_move": "B", "move_number": 1,
                          "previous_move_a1": null, "board_grid": [)";
    for (std::size_t row = side; row >= 1; --row) {
        text += row == side ? "[" : ", [";
        for (const char column : columns) {
            text += column == columns[0] ? "" : ", ";
            text += std::string("{\"") + column + std::to_string(row) + R"(": "."})";
        }
        text += "]";
    }
    return text + "]}";
}

// ---------------------------------------------------------------------------------------------
// go-grid

constexpr std::string_view small_grid = R"({
  "board_size": 3,
  "komi": 7.5,
  "current_player_to_move": "B",
  "move_number": 3,
  "previous_move_a1": "B2",
  "board_grid": [
    [{"A3": "."}, {"B3": "."}, {"C3": "."}],
    [{"A2": "."}, {"B2": "W"}, {"C2": "."}],
    [{"A1": "B"}, {"B1": "."}, {"C1": "."}]
  ]
})";

Game small_game() {
    Game game = new_game({3, 3}, "tromp-taylor");
    play_all(game, "A1 B2");
    return game;
}

TEST(WriteGrid, GivesTheEmptyBoardAsDescribed) {
    const auto text = write_grid(new_game({9, 9}, "tromp-taylor"));
    ASSERT_TRUE(text);
    // The comparison of trees includes the order of the members.
    EXPECT_EQ(*read_json(*text), *read_json(empty_grid("ABCDEFGHJ")));
}

TEST(WriteGrid, PutsARowOnALine) { EXPECT_EQ(*write_grid(small_game()), small_grid); }

TEST(WriteGrid, WritesKomiWithAPoint) {
    for (const auto& [komi, written] : std::vector<std::pair<std::string, std::string>>{
             {"7.5", "7.5"}, {"7", "7.0"}, {"0", "0.0"}, {"-0.5", "-0.5"}}) {
        const auto game = Game::create({{"size", "1"}, {"komi", komi}});
        ASSERT_TRUE(game);
        EXPECT_THAT(*write_grid(*game), HasSubstr("\"komi\": " + written + ","));
    }
}

TEST(WriteGrid, TellsTheLastMove) {
    Game game = new_game({3, 3}, "chinese");
    const auto previous = [&] {
        const Json json = *read_json(*write_grid(game));
        const auto* name = json.find("previous_move_a1")->as<std::string>();
        return (name == nullptr ? "null" : *name) + " before " +
               std::to_string(*json.find("move_number")->as<std::int64_t>()) + " by " +
               *json.find("current_player_to_move")->as<std::string>();
    };
    EXPECT_EQ(previous(), "null before 1 by B");
    play_all(game, "C3");
    EXPECT_EQ(previous(), "C3 before 2 by W");
    play_all(game, "pass");
    EXPECT_EQ(previous(), "PASS before 3 by B");
    play_all(game, "pass agree agree");
    ASSERT_TRUE(game.outcome());
    EXPECT_EQ(previous(), "PASS before 4 by W");
}

TEST(WriteGrid, HasSquareBoardsOnly) {
    const auto text = write_grid(new_game({9, 13}, "chinese"));
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, "cannot_express");
    EXPECT_THAT(text.error().sentence, HasSubstr("9x13"));
}

TEST(WriteGrid, GoesOnWithAAAfterZ) {
    const auto last_of_first_row = [](std::uint8_t side) {
        const Json json = *read_json(*write_grid(new_game({side, side}, "chinese")));
        const auto& row = *(*json.find("board_grid")->as<Json::Array>())[0].as<Json::Array>();
        return row.back().as<Json::Object>()->front().key;
    };
    EXPECT_EQ(last_of_first_row(9), "J9");
    EXPECT_EQ(last_of_first_row(25), "Z25");
    EXPECT_EQ(last_of_first_row(26), "AA26");
    EXPECT_EQ(last_of_first_row(33), "AH33");
    EXPECT_EQ(last_of_first_row(34), "AJ34");
    EXPECT_EQ(last_of_first_row(50), "AZ50");
    EXPECT_EQ(last_of_first_row(51), "BA51");
    EXPECT_EQ(last_of_first_row(52), "BB52");
}

TEST(Grid, LargeBoardsReadBackTheSame) {
    for (const std::uint8_t side : {std::uint8_t{25}, std::uint8_t{26}, std::uint8_t{52}}) {
        Game game = new_game({side, side}, "tromp-taylor");
        const auto last = static_cast<std::uint8_t>(side - 1);
        ASSERT_TRUE(game.play(Play{Color::black, {last, last}}));
        const auto read = read_grid(*write_grid(game), {});
        ASSERT_TRUE(read) << side;
        EXPECT_EQ(read->position(), game.position());
        EXPECT_EQ(read->start().before.last, (Point{last, last}));
    }
}

TEST(Grid, BothReadersAgreeOnWhateverIsWritten) {
    Random random(1);
    int whole = 0;
    for (int i = 0; i < 6000; ++i) {
        const std::string changed =
            i == 0 ? std::string(small_grid) : mutated(std::string(small_grid), random);
        const std::string escaped = with_escape(changed, "komi");
        if (escaped.empty()) continue;
        const auto quick = read_grid(changed, {});
        const auto other = read_grid(escaped, {});
        ASSERT_EQ(codes_of(quick.faults), codes_of(other.faults)) << changed;
        ASSERT_EQ(quick.value, other.value) << changed;
        whole += quick.value.has_value() ? 1 : 0;
    }
    EXPECT_GT(whole, 400) << "some changes leave a state";
}

TEST(ReadGrid, ReadsTheDescribedBoard) {
    const auto game = read_grid(empty_grid("ABCDEFGHJ"), {});
    ASSERT_TRUE(game);
    EXPECT_THAT(faults_and_warnings_of(game.faults), IsEmpty());
    EXPECT_EQ(*game, new_game({9, 9}, "openspiel"));
}

TEST(ReadGrid, StartsAtThePositionAndKnowsWhatWasBefore) {
    auto game = read_grid(small_grid, {});
    ASSERT_TRUE(game);
    EXPECT_THAT(faults_and_warnings_of(game.faults), IsEmpty());
    EXPECT_EQ(drawing_of(*game), tidy(R"(
        . . .
        . O .
        X . .)"));
    EXPECT_EQ(game->turn(), Color::black);
    EXPECT_EQ(game->move_count(), 2U);
    EXPECT_EQ(game->start().before.last, (Point{1, 1}));
    EXPECT_THAT(game->history(), IsEmpty());
    EXPECT_EQ(*write_grid(*game), small_grid);
    play_all(*game, "pass pass");
    EXPECT_TRUE(game->outcome());
}

TEST(ReadGrid, TakesTheManyWaysToWriteTheLastMove) {
    for (const std::string_view text : {"\"b2\"", "\"B b2\"", "\"W B2\"", "\"B2w\""}) {
        const auto game = read_grid(replaced(small_grid, "\"B2\"", text), {});
        ASSERT_TRUE(game) << text;
        EXPECT_EQ(game->start().before.last, (Point{1, 1})) << text;
        EXPECT_EQ(game->passes(), 0) << text;
        EXPECT_THAT(faults_and_warnings_of(game.faults), IsEmpty());
    }
    for (const std::string_view text : {"\"PASS\"", "\"pass\"", "\"B PASS\"", "\"w pass\""}) {
        const auto game = read_grid(replaced(small_grid, "\"B2\"", text), {});
        ASSERT_TRUE(game) << text;
        EXPECT_EQ(game->passes(), 1) << text;
        EXPECT_THAT(*write_grid(*game), HasSubstr(R"("previous_move_a1": "PASS")"));
    }
    for (const std::string_view text : {"\"\"", "null"}) {
        const auto game = read_grid(replaced(small_grid, "\"B2\"", text), {});
        ASSERT_TRUE(game) << text;
        EXPECT_EQ(game->start().before.last, std::nullopt);
        EXPECT_EQ(game->passes(), 0);
    }
}

TEST(ReadGrid, APassBeforeTheStartCounts) {
    auto game = read_grid(replaced(small_grid, "\"B2\"", "\"PASS\""), {});
    ASSERT_TRUE(game);
    play_all(*game, "pass");
    EXPECT_TRUE(game->outcome());
}

TEST(ReadGrid, TakesWhatIsWrittenInTheField) {
    std::string text = replaced(small_grid, "\"A3\": \".\"", "\"a3\": \"EMPTY\"");
    text = replaced(text, "\"B2\": \"W\"", "\"b2\": \"W\"");
    text = replaced(text, "\"move_number\": 3", "\"move_number\": 3.0");
    text = replaced(text, "7.5", "7");
    const auto game = read_grid(text, {});
    ASSERT_TRUE(game);
    EXPECT_THAT(faults_and_warnings_of(game.faults), IsEmpty());
    EXPECT_EQ(game->rules().komi, whole_points(7));
    EXPECT_EQ(game->position().at({1, 1}), Color::white);
}

TEST(ReadGrid, TakesTheBottomRowFirst) {
    const auto game = read_grid(R"({"board_size": 2, "komi": 0.5, "current_player_to_move": "W",
        "move_number": 2, "previous_move_a1": "A1",
        "board_grid": [[{"A1": "B"}, {"B1": "."}], [{"A2": "."}, {"B2": "."}]]})",
                                {});
    ASSERT_TRUE(game);
    EXPECT_EQ(drawing_of(*game), "..\nX.\n");
    const auto faulty = read_grid(R"({"board_size": 2, "komi": 0.5, "current_player_to_move": "W",
        "move_number": 2, "previous_move_a1": "A1",
        "board_grid": [[{"A1": "B"}, {"b1": "W"}], [{"A2": "W"}, {"B2": "."}]]})",
                                  {});
    EXPECT_THAT(faults_and_warnings_of(faulty.faults),
                ElementsAre("no_liberties at /board_grid/0/0/A1"));
}

TEST(ReadGrid, KnowsAGameThatIsOver) {
    for (const std::string_view word : {"terminal", "TERMINAL", "Terminal"}) {
        const std::string text = replaced(small_grid, R"("B",)", "\"" + std::string(word) + "\",");
        const auto game = read_grid(text, {});
        ASSERT_TRUE(game) << word;
        EXPECT_EQ(game->outcome(), Outcome::win(Color::white, reasons::score));
        EXPECT_THAT(*write_grid(*game), HasSubstr(R"("previous_move_a1": "B2")"));
    }
}

TEST(ReadGrid, OptionsHaveTheLastWord) {
    const auto japanese = read_grid(small_grid, {{"rules", "japanese"}});
    ASSERT_TRUE(japanese);
    EXPECT_EQ(japanese->rules().scoring, Scoring::territory);
    EXPECT_EQ(japanese->rules().komi, HalfPoints{15}) << "the document's";
    const auto free = read_grid(small_grid, {{"komi", "0.5"}, {"ko", "none"}});
    ASSERT_TRUE(free);
    EXPECT_EQ(free->rules().komi, HalfPoints{1});
    EXPECT_EQ(free->rules().ko, KoRule::none);
    EXPECT_EQ(free->rules().suicide, Suicide::forbidden);
    EXPECT_THAT(
        faults_and_warnings_of(read_grid(small_grid, {{"komi", "x"}, {"size", "9"}}).faults),
        ElementsAre("option_out_of_range", "unknown_option"));
}

TEST(ReadGrid, OnlyWarnsOfUnknownKeys) {
    const auto game = read_grid(replaced(small_grid, "\"komi\"", "\"ko/mi\": 1, \"komi\""), {});
    ASSERT_TRUE(game);
    EXPECT_THAT(faults_and_warnings_of(game.faults), ElementsAre("warning unknown_key at /ko~1mi"));
}

const std::array broken_grids{
    // The document.
    Broken{small_grid, "", {"json_syntax 1:1"}},
    Broken{small_grid, "[]", {"wrong_type at the document"}},
    Broken{"\n}", "\n} x", {"json_syntax 12:3"}},
    Broken{"\"komi\": 7.5", "\"komi\": 7.5, \"komi\": 7.5", {"duplicate_key at /komi"}},
    Broken{R"({"A3": "."})", R"({"A3": ".", "A3": "."})", {"duplicate_key at /board_grid/0/0/A3"}},
    // Missing members.
    Broken{"\"board_size\": 3,", "", {"missing_key at the document"}},
    Broken{"\"komi\": 7.5,", "", {"missing_key at the document"}},
    Broken{"\"current_player_to_move\": \"B\",", "", {"missing_key at the document"}},
    Broken{"\"move_number\": 3,", "", {"missing_key at the document"}},
    Broken{"\"board_grid\"",
           "\"grid\"",
           {"warning unknown_key at /grid", "missing_key at the document"}},
    // Numbers.
    Broken{"\"board_size\": 3", "\"board_size\": -1", {"bad_size at /board_size"}},
    Broken{"\"board_size\": 3", "\"board_size\": 53", {"bad_size at /board_size"}},
    Broken{"\"board_size\": 3", "\"board_size\": 3.5", {"wrong_type at /board_size"}},
    Broken{"\"board_size\": 3", "\"board_size\": \"3\"", {"wrong_type at /board_size"}},
    Broken{"\"board_size\": 3", "\"board_size\": 4", {"wrong_length at /board_grid"}},
    Broken{"7.5", "7.25", {"bad_komi at /komi"}},
    Broken{"7.5", "1000.5", {"bad_komi at /komi"}},
    Broken{"7.5", "\"much\"", {"wrong_type at /komi"}},
    Broken{"7.5", "null", {"wrong_type at /komi"}},
    Broken{"7.5", "1e999", {"number_out_of_range at /komi"}},
    Broken{"\"move_number\": 3", "\"move_number\": 0", {"counter_out_of_range at /move_number"}},
    Broken{
        "\"move_number\": 3", "\"move_number\": 1000001", {"counter_out_of_range at /move_number"}},
    Broken{"\"move_number\": 3", "\"move_number\": true", {"wrong_type at /move_number"}},
    // Words.
    Broken{"\"B\",", "\"black\",", {"unknown_player at /current_player_to_move"}},
    Broken{"\"B\",", "\"\",", {"unknown_player at /current_player_to_move"}},
    Broken{"\"B\",", "null,", {"wrong_type at /current_player_to_move"}},
    Broken{"\"B2\"", "\"I2\"", {"unreadable_move at /previous_move_a1"}},
    Broken{"\"B2\"", "\"x B2\"", {"unreadable_move at /previous_move_a1"}},
    Broken{"\"B2\"", "\"D1\"", {"point_off_board at /previous_move_a1"}},
    Broken{"\"B2\"", "5", {"wrong_type at /previous_move_a1"}},
    // The board.
    Broken{R"([{"A3": "."}, {"B3": "."}, {"C3": "."}],)", "", {"wrong_length at /board_grid"}},
    Broken{R"([{"A3": "."}, {"B3": "."}, {"C3": "."}])", "{}", {"wrong_type at /board_grid/0"}},
    Broken{R"({"B3": "."}, )", "", {"wrong_length at /board_grid/0"}},
    Broken{R"({"B3": "."})", R"("B3")", {"wrong_type at /board_grid/0/1"}},
    Broken{R"({"B3": "."})", R"({})", {"wrong_length at /board_grid/0/1"}},
    Broken{R"({"B3": "."})", R"({"B3": ".", "C3": "."})", {"wrong_length at /board_grid/0/1"}},
    Broken{"\"B3\"", "\"C3\"", {"misplaced_point at /board_grid/0/1/C3"}},
    Broken{"\"B3\"", "\"B03\"", {"misplaced_point at /board_grid/0/1/B03"}},
    Broken{"\"B3\"", "\"/\"", {"misplaced_point at /board_grid/0/1/~1"}},
    Broken{R"("B3": ".")", R"("B3": "X")", {"unknown_stone at /board_grid/0/1/B3"}},
    Broken{R"("B3": ".")", R"("B3": null)", {"wrong_type at /board_grid/0/1/B3"}},
    Broken{R"("A2": "."}, {"B2": "W"}, {"C2": "."}],
    [{"A1": "B"}, {"B1": ".")",
           R"("A2": "W"}, {"B2": "W"}, {"C2": "."}],
    [{"a1": "B"}, {"B1": "W")",
           {"no_liberties at /board_grid/2/0/a1"}},
};

TEST(ReadGrid, NamesEachFaultAndItsPlace) { expect_faults(read_grid, small_grid, broken_grids); }

TEST(ReadGrid, CollectsTheFaultsOfAllMembers) {
    const auto game = read_grid(R"({"board_size": 1, "komi": "x", "current_player_to_move": "R",
        "move_number": -4, "previous_move_a1": "B1", "board_grid": [[{"A2": "?"}]], "more": 0})",
                                {});
    EXPECT_THAT(
        faults_and_warnings_of(game.faults),
        ElementsAre("warning unknown_key at /more", "wrong_type at /komi",
                    "unknown_player at /current_player_to_move",
                    "counter_out_of_range at /move_number", "point_off_board at /previous_move_a1",
                    "misplaced_point at /board_grid/0/0/A2",
                    "unknown_stone at /board_grid/0/0/A2"));
}

TEST(ReadGrid, TakesABoardOfNothing) {
    const auto game = read_grid(R"({"board_size": 0, "komi": 0.0, "current_player_to_move": "B",
        "move_number": 1, "previous_move_a1": null, "board_grid": []})",
                                {});
    ASSERT_TRUE(game);
    EXPECT_TRUE(game->outcome());
}

// ---------------------------------------------------------------------------------------------
// go-rows

constexpr std::string_view empty_rows = R"({
  "board": [
    [null, null, null, null, null],
    [null, null, null, null, null],
    [null, null, null, null, null],
    [null, null, null, null, null],
    [null, null, null, null, null]
  ],
  "current_player": "B",
  "passes": 0
})";

constexpr std::string_view small_rows = R"({
  "board": [
    [null, "W", null, null],
    ["B", null, null, null]
  ],
  "current_player": "B",
  "passes": 0
})";

TEST(WriteRows, GivesTheEmptyBoardAsDescribed) {
    EXPECT_EQ(*write_rows(new_game({5, 5}, "simple")), empty_rows);
}

TEST(WriteRows, HasTheTopRowFirstOnBoardsOfAnyShape) {
    Game game = new_game({4, 2}, "simple");
    play_all(game, "A1 B2");
    EXPECT_EQ(*write_rows(game), small_rows);
    play_all(game, "pass pass");
    EXPECT_THAT(*write_rows(game), HasSubstr("\"passes\": 2"));
}

TEST(ReadRows, ReadsTheDescribedBoardUnderItsRules) {
    const auto game = read_rows(empty_rows, {});
    ASSERT_TRUE(game);
    EXPECT_THAT(faults_and_warnings_of(game.faults), IsEmpty());
    EXPECT_EQ(*game, new_game({5, 5}, "simple"));
    EXPECT_EQ(game->rules(), preset_named("simple")->rules);
}

TEST(ReadRows, CountsFromTheUpperLeft) {
    const auto game = read_rows(small_rows, {});
    ASSERT_TRUE(game);
    EXPECT_EQ(drawing_of(*game), tidy(R"(
        . O . .
        X . . .)"));
    EXPECT_EQ(game->read_event("[0,3]").value(), Event(Play{Color::black, {3, 1}}));
    EXPECT_EQ(game->read_event("\"pass\"").value(), Event(Pass{Color::black}));
    EXPECT_EQ(game->write_event(Play{Color::black, {3, 1}}, "rows"), "[0,3]");
    EXPECT_EQ(game->write_event(Pass{Color::black}, "rows"), "\"pass\"");
    EXPECT_EQ(refusal_of(*game, "[2,0]"), "point_off_board");
    EXPECT_EQ(refusal_of(*game, "[0,-1]"), "point_off_board");
}

TEST(ReadRows, PassesMayBeMissingAndTwoEndTheGame) {
    const auto missing = read_rows(replaced(small_rows, ",\n  \"passes\": 0", ""), {});
    ASSERT_TRUE(missing);
    EXPECT_EQ(missing->passes(), 0);
    auto one = read_rows(replaced(small_rows, "\"passes\": 0", "\"passes\": 1"), {});
    ASSERT_TRUE(one);
    EXPECT_FALSE(one->outcome());
    play_all(*one, "pass");
    EXPECT_EQ(one->outcome(), Outcome::draw(reasons::score));
    for (const std::string_view passes : {"2", "3", "1000000"}) {
        const auto over = read_rows(replaced(small_rows, ": 0", ": " + std::string(passes)), {});
        ASSERT_TRUE(over) << passes;
        EXPECT_EQ(over->outcome(), Outcome::draw(reasons::score)) << passes;
    }
}

TEST(ReadRows, AFullBoardIsOverAndStonesCount) {
    auto game = read_rows(R"({"board": [["B", "B"], [null, "W"]], "current_player": "B"})", {});
    ASSERT_TRUE(game);
    EXPECT_FALSE(game->outcome());
    EXPECT_EQ(to_string(game->score()), "B+1");
}

TEST(ReadRows, OptionsHaveTheLastWord) {
    const auto game = read_rows(small_rows, {{"rules", "japanese"}, {"ko", "positional"}});
    ASSERT_TRUE(game);
    EXPECT_EQ(game->rules(), rules_of("japanese ko=positional"));
    EXPECT_EQ(game->rules().komi, HalfPoints{13});
}

TEST(ReadRows, OnlyWarnsOfUnknownKeys) {
    const auto game = read_rows(replaced(small_rows, "\"passes\"", "\"size\": 5, \"passes\""), {});
    ASSERT_TRUE(game);
    EXPECT_THAT(faults_and_warnings_of(game.faults), ElementsAre("warning unknown_key at /size"));
}

const std::array broken_rows{
    Broken{small_rows, "5", {"wrong_type at the document"}},
    Broken{
        "\"board\"", "\"bord\"", {"warning unknown_key at /bord", "missing_key at the document"}},
    Broken{"\"current_player\": \"B\",", "", {"missing_key at the document"}},
    Broken{"[null, \"W\", null, null]", "[null, \"W\", null]", {"wrong_length at /board/1"}},
    Broken{"[null, \"W\", null, null]", "[]", {"bad_size at /board"}},
    Broken{"[null, \"W\", null, null]",
           "null",
           {"wrong_type at /board/0", "wrong_length at /board/1"}},
    Broken{"[\"B\", null, null, null]", "\"B...\"", {"wrong_type at /board/1"}},
    Broken{"\"W\"", "\".\"", {"unknown_stone at /board/0/1"}},
    Broken{"\"W\"", "1", {"wrong_type at /board/0/1"}},
    Broken{"\"current_player\": \"B\"",
           "\"current_player\": \"black\"",
           {"unknown_player at /current_player"}},
    Broken{
        "\"current_player\": \"B\"", "\"current_player\": null", {"wrong_type at /current_player"}},
    Broken{"\"passes\": 0", "\"passes\": -1", {"counter_out_of_range at /passes"}},
    Broken{"\"passes\": 0", "\"passes\": 1000001", {"counter_out_of_range at /passes"}},
    Broken{"\"passes\": 0", "\"passes\": null", {"wrong_type at /passes"}},
    Broken{"\"passes\": 0", "\"passes\": 0.5", {"wrong_type at /passes"}},
    Broken{R"(null, "W", null, null],
    ["B", null,)",
           R"("W", "W", null, null],
    ["B", "W",)",
           {"no_liberties at /board/1/0"}},
};

TEST(ReadRows, NamesEachFaultAndItsPlace) { expect_faults(read_rows, small_rows, broken_rows); }

TEST(ReadRows, AFullBoardIsOverAndCounted) {
    for (const std::string passes : {"", R"(, "passes": 0)", R"(, "passes": 2)"}) {
        const auto draw = read_rows(
            R"({"board": [["B", "W"], ["B", "W"]], "current_player": "B")" + passes + "}", {});
        ASSERT_TRUE(draw) << draw.faults.begin()->sentence;
        EXPECT_EQ(draw->outcome(), Outcome::draw(reasons::score)) << passes;
        const auto again = read_rows(*write_rows(*draw), {});
        ASSERT_TRUE(again);
        EXPECT_EQ(*again, *draw);
    }
    const auto won = read_rows(R"({"board": [["W"]], "current_player": "B"})", {});
    ASSERT_TRUE(won);
    EXPECT_EQ(won->outcome(), Outcome::win(Color::white, reasons::score));
    const auto chinese =
        read_rows(R"({"board": [["W"]], "current_player": "B"})", {{"rules", "chinese"}});
    EXPECT_THAT(faults_and_warnings_of(chinese.faults), ElementsAre("no_liberties at /board/0/0"));
}

TEST(ReadRows, RefusesBoardsTooLarge) {
    std::string row = "[";
    for (int i = 0; i < 53; ++i) row += "null,";
    row.back() = ']';
    const auto wide = read_rows("{\"board\": [" + row + "], \"current_player\": \"B\"}", {});
    EXPECT_THAT(faults_and_warnings_of(wide.faults), ElementsAre("bad_size at /board"));
    std::string column = "[";
    for (int i = 0; i < 53; ++i) column += "[null],";
    column.back() = ']';
    const auto high = read_rows("{\"board\": " + column + ", \"current_player\": \"B\"}", {});
    EXPECT_THAT(faults_and_warnings_of(high.faults), ElementsAre("bad_size at /board"));
    const auto none = read_rows(R"({"board": [], "current_player": "B"})", {});
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->size().empty());
    EXPECT_TRUE(none->outcome());
}

// ---------------------------------------------------------------------------------------------
// Both

void expect_warnings(Reader read, std::string_view document, const std::vector<Broken>& cases) {
    const auto usual = read(document, {});
    ASSERT_TRUE(usual);
    for (const auto& [passage, replacement, warnings] : cases) {
        const auto game = read(replaced(document, passage, replacement), {});
        ASSERT_TRUE(game) << replacement;
        EXPECT_EQ(*game, *usual) << replacement;
        EXPECT_EQ(faults_and_warnings_of(game.faults), warnings) << replacement;
    }
}

TEST(ReadGrid, ForgivesWithAWarning) {
    expect_warnings(
        read_grid, small_grid,
        {{"7.5", "\"7.5\"", {"warning number_in_quotes at /komi"}},
         {"\"B\",", "\"b\",", {"warning lower_case_color at /current_player_to_move"}},
         {R"("B2": "W")", R"("B2": "w")", {"warning lower_case_color at /board_grid/1/1/B2"}},
         {"\"komi\"", "// points for White\n\"komi\"", {"warning json_comment 3:3"}},
         {R"({"A3": "."}, )", R"({"A3": "."}, /* ..., */ )", {"warning json_comment 8:19"}},
         {"\n  ]\n}", "\n  ],\n}", {"warning trailing_comma 11:4"}},
         {"\"B\",", "'B',", {"warning python_syntax 4:29"}}});
}

TEST(ReadGrid, APreviousMoveWithoutAStoneIsForgotten) {
    const auto game = read_grid(replaced(small_grid, "\"B2\"", "\"C3\""), {});
    ASSERT_TRUE(game);
    EXPECT_THAT(faults_and_warnings_of(game.faults),
                ElementsAre("warning previous_move_without_stone at /previous_move_a1"));
    EXPECT_EQ(game->start().before.last, std::nullopt);
    EXPECT_THAT(*write_grid(*game), HasSubstr(R"("previous_move_a1": null)"));
}

// Black fills A1 and loses both stones, where the rules allow it.
constexpr std::string_view after_suicide = R"({
  "board_size": 3,
  "komi": 7.5,
  "current_player_to_move": "W",
  "move_number": 8,
  "previous_move_a1": "A1",
  "board_grid": [
    [{"A3": "W"}, {"B3": "."}, {"C3": "."}],
    [{"A2": "."}, {"B2": "W"}, {"C2": "."}],
    [{"A1": "."}, {"B1": "W"}, {"C1": "."}]
  ]
})";

TEST(ReadGrid, TheHistoryGivesTheKoBack) {
    constexpr std::string_view state = R"({"board_size": 4, "komi": 7.5,
        "current_player_to_move": "W", "move_number": 8, "previous_move": "C3", "scoring": "area",
        "ascii_board": "", "move_history": ["B B4", "W C4", "B A3", "W D3", "B B2", "W C2", "pass",
        "W B3", "B C3"], "board_grid": [
        [{"A4": "."}, {"B4": "B"}, {"C4": "W"}, {"D4": "."}],
        [{"A3": "B"}, {"B3": "."}, {"C3": "B"}, {"D3": "W"}],
        [{"A2": "."}, {"B2": "B"}, {"C2": "W"}, {"D2": "."}],
        [{"A1": "."}, {"B1": "."}, {"C1": "."}, {"D1": "."}]]})";
    const auto read = read_grid(state, {});
    ASSERT_TRUE(read);
    EXPECT_THAT(faults_and_warnings_of(read.faults), IsEmpty());
    const auto retake = read->read_event(R"({"move": "B3"})");
    ASSERT_TRUE(retake);
    EXPECT_EQ(read->check(*retake).error().code->name, "ko");
    const auto other = read_grid(replaced(state, "\"B B4\"", "\"B A4\""), {});
    EXPECT_THAT(faults_and_warnings_of(other.faults),
                ElementsAre("warning history_does_not_fit at /move_history"));
}

TEST(ReadGrid, ASuicideLeavesNoStone) {
    const auto allowed = read_grid(after_suicide, {{"rules", "tromp-taylor"}});
    ASSERT_TRUE(allowed);
    EXPECT_THAT(faults_and_warnings_of(allowed.faults), IsEmpty());
    EXPECT_EQ(*write_grid(*allowed), after_suicide);
    const auto forbidden = read_grid(after_suicide, {{"suicide", "forbidden"}});
    EXPECT_THAT(faults_and_warnings_of(forbidden.faults),
                ElementsAre("warning previous_move_without_stone at /previous_move_a1"));
    // Two stones cannot have been taken off after one move.
    const auto early =
        read_grid(replaced(after_suicide, "\"move_number\": 8", "\"move_number\": 2"),
                  {{"rules", "tromp-taylor"}});
    EXPECT_THAT(faults_and_warnings_of(early.faults),
                ElementsAre("warning previous_move_without_stone at /previous_move_a1"));
}

TEST(ReadRows, ForgivesWithAWarning) {
    expect_warnings(
        read_rows, small_rows,
        {{"\"W\"", "\"w\"", {"warning lower_case_color at /board/0/1"}},
         {"\"current_player\": \"B\"",
          "\"current_player\": \"b\"",
          {"warning lower_case_color at /current_player"}},
         {small_rows,
          "state = {'board': ((None, 'W', None, None),\n ('B', None, None, None),),  # top first\n"
          " 'current_player': 'B', 'passes': 0}\n",
          {"warning python_syntax 1:1", "warning trailing_comma 2:25",
           "warning json_comment 2:30"}}});
}

Game random_game(std::string_view rules, int moves_max) {
    const auto side = *rc::gen::inRange<std::uint8_t>(1, 8);
    Game game = new_game({side, side}, rules);
    for (int i = *rc::gen::inRange(0, moves_max); i > 0 && !game.outcome(); --i) {
        const auto legal = game.legal();
        RC_ASSERT(game.play(legal[*rc::gen::inRange<std::size_t>(0, legal.size())]).has_value());
    }
    return game;
}

RC_GTEST_PROP(Grid, WhatIsWrittenReadsBackTheSame, ()) {
    const Game game = random_game("tromp-taylor", 30);
    for (const auto style : {JsonWriter::Style::compact, JsonWriter::Style::lines}) {
        const auto text = write_grid(game, style);
        RC_ASSERT(text.has_value());
        const auto read = read_grid(*text, {{"rules", "tromp-taylor"}});
        RC_ASSERT(read && read.faults.empty());
        RC_ASSERT(read->position().stones() == game.position().stones());
        RC_ASSERT(read->turn() == game.turn());
        RC_ASSERT(read->move_count() == game.move_count());
        RC_ASSERT(*write_grid(*read, style) == *text);
    }
}

RC_GTEST_PROP(Rows, WhatIsWrittenReadsBackTheSame, ()) {
    const Game game = random_game("simple", 30);
    const auto text = write_rows(game);
    RC_ASSERT(text.has_value());
    const auto read = read_rows(*text, {});
    RC_ASSERT(read && read.faults.empty());
    RC_ASSERT(read->position().stones() == game.position().stones());
    RC_ASSERT(read->turn() == game.turn());
    RC_ASSERT(read->outcome() == game.outcome());
    RC_ASSERT(*write_rows(*read) == *text);
}

}  // namespace
}  // namespace arbiter::go
