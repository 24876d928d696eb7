#include "arena/terms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/openings.hpp"
#include "arena/toml.hpp"
#include "core/games/any_game.hpp"
#include "platform/files.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/temporary_folder.hpp"

namespace arbiter::arena {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Reading<Setup> read(std::string_view text, const std::filesystem::path& folder = ".") {
    const auto toml = Toml::read(text);
    if (!toml) return {std::nullopt, toml.faults};
    auto setup = read_setup(toml->json(), folder);
    setup.faults = toml->in_text(setup.faults);
    return setup;
}

std::vector<std::string> faults_in(std::string_view text) { return faults_of(read(text).faults); }

constexpr std::string_view whole = R"(
name = "Nine by nine"
game = "go"
format = "gauntlet"
rounds = 5
clock = { kind = "fischer", base_ms = 10000, increment_ms = 100 }
chances = 2
last_resort = "random"
nodes = 1000
moves_max = 200
resign = { score = 90, both = true }
draw = { score = 2, moves = 5, after = 0 }
draws = "asked"
analyst = "bot:6"
seed = 7
concurrency = 3
output = "there"
transcripts = true

[options]
size = 9
komi = 6.5

[[players]]
player = "bot:3"
name = "Three"

[[players]]
player = "bot:1"

[[players]]
player = "random"
)";

TEST(Setup, IsReadFromToml) {
    const auto setup = read(whole);
    ASSERT_TRUE(setup) << setup.faults.begin()->sentence;
    const Terms& terms = setup->terms;
    EXPECT_EQ(terms.name, "Nine by nine");
    EXPECT_EQ(terms.game, "go");
    EXPECT_EQ(terms.schedule,
              (ScheduleTerms{.format = Format::gauntlet, .players = 3, .rounds = 5}));
    ASSERT_THAT(terms.players, SizeIs(3));
    EXPECT_EQ(terms.players[0].specification, "bot:3");
    EXPECT_EQ(terms.players[0].name, "Three");
    EXPECT_EQ(terms.players[1].name, "bot:1");
    EXPECT_EQ(std::get<referee::Fischer>(terms.clock).increment.count(), 100);
    EXPECT_EQ(terms.turn.chances, 2);
    EXPECT_EQ(terms.turn.last_resort, players::LastResort::random_move);
    EXPECT_EQ(terms.turn.budget.nodes, 1000);
    EXPECT_EQ(terms.moves_max, 200);
    EXPECT_EQ(terms.resign, (ResignTerms{.score = 90, .moves = 3, .both = true}));
    EXPECT_EQ(terms.draw, (DrawTerms{.score = 2, .moves = 5, .after = 0}));
    EXPECT_EQ(terms.draws, Draws::asked);
    EXPECT_EQ(terms.analyst, "bot:6");
    EXPECT_EQ(terms.seed, 7);
    EXPECT_FALSE(terms.sprt);
    ASSERT_THAT(terms.openings, SizeIs(1));
    EXPECT_THAT(terms.openings[0], HasSubstr(R"("size":"9x9")"));
    EXPECT_EQ(setup->run.concurrency, 3);
    EXPECT_EQ(setup->run.output, "there");
    EXPECT_TRUE(setup->run.transcripts);
}

TEST(Setup, NumbersPlayersWithoutANameThatAreAlike) {
    const auto setup = read("game = \"go\"\nplayers = [\"bot\", \"bot\", \"random\", \"bot\"]");
    ASSERT_TRUE(setup);
    std::vector<std::string> names;
    for (const auto& player : setup->terms.players) names.push_back(player.name);
    EXPECT_THAT(names, ElementsAre("bot", "bot #2", "random", "bot #3"));
}

TEST(Setup, HasNamesInEveryScript) {
    const auto setup =
        read("name = \"~8~41 Größe 碁\"\ngame = \"go\"\nplayers = [\"bot\", \"random\"]");
    ASSERT_TRUE(setup);
    EXPECT_EQ(setup->terms.name, "~8~41 Größe 碁");
}

TEST(Setup, OfATestHasItsHypotheses) {
    const auto setup = read(R"(
game = "chess"
format = "sprt"
players = ["bot:2", "bot:1"]
sprt = { elo0 = 0, elo1 = 12.5, alpha = 0.1, elo = "logistic" }
)");
    ASSERT_TRUE(setup);
    EXPECT_EQ(setup->terms.sprt,
              (SprtTerms{
                  .elo0 = 0, .elo1 = 12.5, .alpha = 0.1, .beta = 0.05, .kind = EloKind::logistic}));
}

TEST(Terms, AreReadAsTheyAreWritten) {
    for (const std::string_view text :
         {whole, std::string_view("game = \"chess\"\nformat = \"sprt\"\nmove_time_ms = 5\n"
                                  "players = [\"bot\", \"random\"]")}) {
        const auto setup = read(text);
        ASSERT_TRUE(setup);
        const std::string json = to_json(setup->terms);
        const auto document = read_json(json);
        ASSERT_TRUE(document);
        const auto again = read_setup(*document, ".");
        ASSERT_TRUE(again) << again.faults.begin()->sentence;
        EXPECT_EQ(to_json(again->terms), json);
    }
}

TEST(Faults, NameTheirLineAndColumn) {
    EXPECT_THAT(faults_in("game = "), ElementsAre("toml_syntax 1:8"));
    EXPECT_THAT(faults_in(std::string_view("[\1\0\n[players]]", 14)),
                ElementsAre("toml_syntax 1:1"));
    EXPECT_THAT(faults_in("\xef\xb3\xbf"), ElementsAre("toml_syntax 1:1"));
    EXPECT_THAT(faults_in("\xff"), ElementsAre("toml_syntax"));
    EXPECT_THAT(faults_in("game = { é = 1 }"), ElementsAre("toml_syntax 1:10"));
    EXPECT_THAT(faults_in("x = \"é\" 1"), ElementsAre("toml_syntax 1:10"));
    EXPECT_THAT(faults_in("x = 1\n [[*]]"), ElementsAre("toml_syntax 2:2"));
    EXPECT_THAT(faults_in("game = \"chess\"\nplayers = [\"bot\", \"no\"]\nround = 3"),
                ElementsAre("unknown_key 3:9", "unknown_player 2:19"));
    EXPECT_THAT(faults_in("game = \"chess\"\n[[players]]\nplayer = \"no\"\n[[players]]\nplayer = "
                          "\"bot\""),
                ElementsAre("unknown_player 3:10"));
    EXPECT_THAT(faults_in("game = \"chess\"\nplayers = [\"bot\"]"),
                ElementsAre("out_of_range 2:11"));
    EXPECT_THAT(faults_in("game = \"draughts\"\nplayers = [\"bot\", \"random\"]"),
                ElementsAre("unknown_game 1:8"));
    EXPECT_THAT(faults_in("game = \"chess\"\nplayers = [\"bot\", { player = \"random\", name = "
                          "\"bot\" }]"),
                ElementsAre("duplicate_name 2:19"));
    EXPECT_THAT(faults_in("game = \"chess\"\nplayers = [\"bot\", \"random\"]\nrounds = 0\n"
                          "format = \"cup\"\nclock = { kind = \"sundial\" }\nseed = \"x\"\n"
                          "chances = 1979-05-27"),
                ElementsAre("wrong_type 7:11"));
    EXPECT_THAT(faults_in("game = \"chess\"\nplayers = [\"bot\", \"random\"]\nrounds = 0\n"
                          "format = \"cup\"\nclock = { kind = \"sundial\" }\nseed = \"x\""),
                ElementsAre("unknown_word 4:10", "out_of_range 3:10", "unknown_clock 5:18",
                            "wrong_type 6:8"));
    EXPECT_THAT(faults_in("game = \"chess\"\nformat = \"sprt\"\nplayers = [\"bot\", \"random\"]\n"
                          "sprt = { elo0 = 5, elo1 = 0, alpha = 0.7 }"),
                ElementsAre("out_of_range 4:38", "out_of_range 4:8"));
    EXPECT_THAT(
        faults_in("game = \"go\"\noptions = { size = \"0x0\" }\nplayers = [\"bot\", \"random\"]"),
        ElementsAre("opening_is_over 1:8"));
    EXPECT_THAT(faults_in("players = [\"bot\", \"random\"]"), ElementsAre("missing_key 1:1"));
    EXPECT_THAT(faults_in("game = \"backgammon\"\nplayers = [\"bot\", \"random\"]\n"
                          "resign = { scores = 1 }\ndraw = { score = -1, moves = 0 }"),
                ElementsAre("unknown_key 3:21", "missing_key 3:10", "conflicting_keys 4:8",
                            "out_of_range 4:18", "out_of_range 4:30"));
    EXPECT_THAT(
        faults_in("game = \"go\"\noptions = { size = 100 }\nplayers = [\"bot\", \"random\"]"),
        ElementsAre(HasSubstr(" 2:11")));
    EXPECT_THAT(faults_in("game = \"chess\"\nplayers = [\"bot\", \"random\"]\n"
                          "openings = { file = \"nowhere.epd\" }"),
                ElementsAre("unreadable_file 3:21"));
}

TEST(Openings, AreReadFromAFileBesideTheTerms) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(platform::write_file(folder.path() / "book.epd",
                                     "# two\n"
                                     "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n"
                                     "\n4k3/8/8/8/8/8/3P4/4K3 w - - id \"b\";\n"));
    const auto setup = read(
        "game = \"chess\"\nplayers = [\"bot\", \"random\"]\n"
        "openings = { file = \"book.epd\" }",
        folder.path());
    ASSERT_TRUE(setup) << setup.faults.begin()->sentence;
    EXPECT_THAT(setup->terms.openings, SizeIs(2));
}

TEST(Openings, AreShuffledTheSameWayForTheSameSeed) {
    const auto openings_for = [](int seed) {
        std::string text =
            "game = \"chess\"\nplayers = [\"bot\", \"random\"]\nseed = " + std::to_string(seed) +
            "\nopenings.order = \"random\"\nopenings.list = [";
        for (int i = 0; i < 20; ++i) {
            text += "\"position startpos moves " + std::string(1, static_cast<char>('a' + i % 8)) +
                    "2" + std::string(1, static_cast<char>('a' + i % 8)) + (i % 3 ? "3" : "4") +
                    "\",";
        }
        auto setup = read(text + "]");
        return setup->terms.openings;
    };
    EXPECT_EQ(openings_for(1), openings_for(1));
    EXPECT_NE(openings_for(1), openings_for(2));
    EXPECT_THAT(openings_for(1), testing::UnorderedElementsAreArray(openings_for(2)));
}

std::vector<std::size_t> events_of(std::string_view text, const OpeningTerms& terms) {
    const auto openings = read_openings(text, terms);
    std::vector<std::size_t> counts;
    if (!openings) return counts;
    for (const std::string& record : *openings) {
        counts.push_back(AnyGame::read(record)->event_count());
    }
    return counts;
}

TEST(Openings, MayBeGamesOfWhichTheResultIsLeftOut) {
    constexpr std::string_view pgn = "1. e4 e5 2. Nf3 1-0\n\n[Event \"x\"]\n\n1. d4 d5 *\n";
    EXPECT_THAT(events_of(pgn, {.game = "chess"}), ElementsAre(3, 2));
    EXPECT_THAT(events_of(pgn, {.game = "chess", .plies = 1}), ElementsAre(1, 1));
    EXPECT_THAT(events_of("(;GM[1]SZ[9];B[ee];W[dd])(;GM[1]SZ[9];B[cc])", {.game = "go"}),
                ElementsAre(2, 1));
}

TEST(Openings, AreRefusedWithTheirLine) {
    const auto openings =
        read_openings("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n8/8 w - - 0 1\n", {.game = "chess"});
    ASSERT_FALSE(openings);
    EXPECT_EQ(std::get<TextPlace>(openings.faults.begin()->place).line, 2);
    EXPECT_FALSE(read_openings("", {.game = "chess"}));
    EXPECT_FALSE(read_openings("nonsense", {.game = "chess"}));
    const auto over = read_openings("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", {.game = "chess"});
    ASSERT_FALSE(over);
    EXPECT_EQ(over.faults.begin()->code, "opening_is_over");
}

}  // namespace
}  // namespace arbiter::arena
