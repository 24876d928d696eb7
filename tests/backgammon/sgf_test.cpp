// GM[6]: matches as GNU Backgammon saves them.

#include "core/backgammon/formats/sgf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/backgammon/formats/mat.hpp"
#include "core/games/any_document.hpp"
#include "tests/backgammon/id_support.hpp"

namespace arbiter::backgammon::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Reading<Document<Game>>> documents_in(std::string_view text,
                                                  std::size_t piece_size = 1U << 20,
                                                  const Options& options = {}) {
    const auto stream = stream_sgf(options);
    std::vector<Reading<Document<Game>>> documents;
    const auto take = [&] {
        while (auto document = stream->next()) documents.push_back(std::move(*document));
    };
    for (; !text.empty(); text.remove_prefix(std::min(piece_size, text.size()))) {
        stream->feed(text.substr(0, piece_size));
        take();
    }
    stream->finish();
    take();
    return documents;
}

Document<Game> read_one(std::string_view text) {
    auto documents = documents_in(text);
    EXPECT_EQ(documents.size(), 1U);
    EXPECT_THAT(faults_of(documents.at(0).faults), IsEmpty());
    return std::move(*documents.at(0).value);
}

std::vector<std::string> faults_in(std::string_view text) {
    std::vector<std::string> faults;
    for (const auto& document : documents_in(text)) {
        std::ranges::copy(faults_of(document.faults), std::back_inserter(faults));
    }
    return faults;
}

constexpr std::string_view match_of_two_games =
    "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]"
    "PW[Ann]PB[Bob]DT[2026-11-17]RU[Crawford]RE[B+2R]\n"
    ";W[21mkxw]C[to the 11-point]\n"
    ";B[66agaglrlr];W[53hcfc]\n"
    ";B[double];W[take]\n"
    ";B[63lrlo];W[66kehbhb]\n"
    ";B[54swrw]\n"
    ";W[62]MR[])\n"
    "(;FF[4]GM[6]MI[length:3][game:1][ws:0][bs:2]PW[Ann]PB[Bob]RU[Crawford:CrawfordGame]\n"
    ";W[42hdfd];B[61lrqr])\n";

TEST(MatchSgf, TheGamesOfAMatchAreOneLine) {
    const Game game = read_one(match_of_two_games).game();
    EXPECT_EQ(game.rules().match_length, 3);
    EXPECT_EQ(game.position().score(), (PerColor<int>{.white = 0, .black = 2}));
    EXPECT_TRUE(game.position().crawford_game());
    EXPECT_EQ(game.tags, (Tags{{"White", "Ann"}, {"Black", "Bob"}, {"Date", "2026-11-17"}}));
    EXPECT_THAT(game.history("text"), ::testing::Contains("24/23 13/11"));
}

TEST(MatchSgf, SaysTheSameAsMat) {
    const Game game = read_one(match_of_two_games).game();
    const auto mat = write_mat(game);
    ASSERT_TRUE(mat.has_value());
    EXPECT_EQ(*read_mat(*mat, {}), game);
}

TEST(MatchSgf, KeepsEveryProperty) {
    const Document<Game> document = read_one(match_of_two_games);
    const auto written = write_sgf(document);
    ASSERT_TRUE(written.has_value());
    EXPECT_THAT(*written, HasSubstr("AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]"));
    EXPECT_THAT(*written, HasSubstr(";W[21mkxw]C[to the 11-point]"));
    EXPECT_THAT(*written, HasSubstr(";W[62]MR[]"));
    EXPECT_EQ(documents_in(*written)[0].value, document);
}

TEST(MatchSgf, CommentsAreRemarks) {
    const Document<Game> document = read_one(match_of_two_games);
    const NodeId move = document.path(document.last())[1];
    std::vector<Remark> said;
    for (const Annotation& annotation : document.node(move).annotations) {
        std::ranges::copy(document.start().remarks(annotation), std::back_inserter(said));
    }
    EXPECT_THAT(said, ::testing::Contains(Remark(Comment{"to the 11-point"})));
}

TEST(MatchSgf, GamesForMoneyAreDocumentsOfTheirOwn) {
    const auto documents = documents_in(
        "(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:0]RU[Jacoby]RE[W+1R];B[31qtst])"
        "(;FF[4]GM[6]MI[length:0][game:1][ws:1][bs:0]RE[B+2R];W[31hefe])");
    ASSERT_EQ(documents.size(), 2U);
    EXPECT_TRUE(documents[0]->game().rules().jacoby);
    EXPECT_FALSE(documents[1]->game().rules().jacoby);
    EXPECT_EQ(documents[0]->game().outcome()->winner, Color::white);
    EXPECT_EQ(documents[1]->game().outcome()->winner, Color::black);
}

TEST(MatchSgf, AnIllegalMoveIsKeptWithTheReason) {
    const auto documents = documents_in("(;FF[4]GM[6]MI[length:1];B[31qtsz]C[odd];W[42hdfd])");
    ASSERT_EQ(documents.size(), 1U);
    EXPECT_THAT(faults_of(documents[0].faults), ElementsAre(HasSubstr("not_all_home")));
    const Document<Game>& document = *documents[0].value;
    const Verdict* said = document.verdict(document.parent(document.last()));
    ASSERT_NE(said, nullptr);
    EXPECT_EQ(said->kind, Verdict::Kind::illegal);
    EXPECT_EQ(document.verdict(document.last())->kind, Verdict::Kind::below_a_fault);
    EXPECT_THAT(*write_sgf(document), HasSubstr(";B[31qtsz]C[odd];W[42hdfd]"));
}

TEST(MatchSgf, WhatIsWrongIsSaid) {
    EXPECT_THAT(faults_in("(;GM[1];B[aa])"), ElementsAre(HasSubstr("not_backgammon")));
    EXPECT_THAT(faults_in("(;GM[6]MI[length:1001])"), ElementsAre(HasSubstr("bad_match_length")));
    EXPECT_THAT(faults_in("(;GM[6];B[71qtst])"), ElementsAre(HasSubstr("bad_dice")));
    EXPECT_THAT(faults_in("(;GM[6];B[11])"), ElementsAre(HasSubstr("bad_dice")));
    EXPECT_THAT(faults_in("(;GM[6];B[31qt!t])"), ElementsAre(HasSubstr("unreadable_move")));
    for (const char* setup : {"AW[a][1]", "AE[y:a]", "PL[x]", "DI[7]", "CV[x]"}) {
        const std::string root = "(;GM[6]" + std::string(setup) + ";B[31])";
        EXPECT_THAT(faults_in(root), ElementsAre(HasSubstr("bad_setup"))) << root;
        const std::string node = "(;GM[6];" + std::string(setup) + ";B[31])";
        EXPECT_THAT(faults_in(node), ElementsAre(HasSubstr("bad_setup"))) << node;
        const std::string aside = "(;GM[6](;B[31])(;" + std::string(setup) + ";B[31]))";
        EXPECT_FALSE(documents_in(aside)[0].faults.fatal()) << aside;
    }
    EXPECT_THAT(faults_in("(;GM[6];AE[a:y]AW[a];B[31])"), ElementsAre(HasSubstr("game_is_over")));
    EXPECT_THAT(faults_in("(;GM[6];CV[3])"), ElementsAre(HasSubstr("bad_cube")));
    EXPECT_THAT(faults_in("(;GM[6]CP[by me];W[31hefe])"), IsEmpty());
    EXPECT_THAT(faults_in("(;GM[6]RE[?])"), ElementsAre(HasSubstr("unknown_result")));
    EXPECT_THAT(faults_in("(;GM[6]RE[B+7];B[31qtst])"),
                ElementsAre(HasSubstr("result_impossible")));
}

/// As GNU Backgammon saves a position that was set up.
constexpr std::string_view set_up =
    "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:2][bs:1]RU[Crawford]"
    "PW[Ann]PB[Bob]\n"
    ";PL[B]\n;CP[w]\n;CV[4]\n;AE[a:y]AW[a][a][c][y]AB[x][x][x][f]C[late]\n"
    ";PL[B]DI[63]\n;B[63fllo])\n";

TEST(MatchSgf, APositionThatIsSetUp) {
    const Document<Game> document = read_one(set_up);
    const Game game = document.game();
    const backgammon::Setup& start = game.start().position.setup();
    EXPECT_EQ(start.turn, Color::black);
    EXPECT_EQ(start.dice, Dice(*Die::showing(6), *Die::showing(3)));
    EXPECT_EQ(start.cube, (Cube{.value = 4, .owner = Color::white, .turned = true}));
    EXPECT_EQ(start.score, (PerColor<int>{.white = 2, .black = 1}));
    EXPECT_EQ(start.board.count(Color::white, Spot::bar()), 1);
    EXPECT_EQ(start.board.count(Color::white, *Spot::point(1)), 2);
    EXPECT_EQ(start.board.count(Color::white, Spot::off()), 11);
    EXPECT_EQ(start.board.count(Color::black, *Spot::point(1)), 3);
    EXPECT_EQ(start.board.count(Color::black, *Spot::point(19)), 1);
    EXPECT_THAT(game.history("text"), ElementsAre("19/10"));
    const std::string written = *write_sgf(document);
    EXPECT_THAT(written, HasSubstr(";AE[a:y]AW[a][a][c][y]AB[x][x][x][f]C[late]"));
    EXPECT_EQ(documents_in(written)[0].value, document);
    EXPECT_EQ(write_mat(document).error().code, "cannot_express");
}

TEST(MatchSgf, APositionInARootAndOneBesideAMove) {
    for (const char* text : {"(;FF[4]GM[6]AW[f][f]AB[x][s]PL[W]DI[21];W[21fefd];B[31svvw])",
                             "(;FF[4]GM[6]MI[length:3][game:0]RE[W+1R];W[31hefe])"
                             "(;FF[4]GM[6]MI[length:3][game:1][ws:1]AW[f]AB[x]PL[W];W[21fddc])",
                             "(;FF[4]GM[6];AW[f][f]AB[x][s]PL[W]W[21fefd];CV[2]CP[b];B[31svvw])"}) {
        const auto documents = documents_in(text);
        const std::string written = *write_sgf(*documents[0]);
        EXPECT_EQ(documents_in(written)[0].value, documents[0].value) << written;
        EXPECT_LT(documents[0]->game().board().count(Color::white, *Spot::point(6)), 3) << text;
    }
}

TEST(MatchSgf, IsToldFromGo) {
    EXPECT_EQ(detect("(;FF[4]GM[6]MI[length:1])")->game, "backgammon");
    EXPECT_EQ(detect("(;FF[4]GM[1]SZ[9])")->game, "go");
    EXPECT_EQ(detect("(;FF[4];B[aa])", "", "sgf")->game, "go");
    EXPECT_EQ(detect("(;FF[4]GM[6])", "", "sgf")->game, "backgammon");
}

TEST(MatchSgf, AVariationIsKept) {
    const Document<Game> document =
        read_one("(;FF[4]GM[6]MI[length:1](;B[31qtst];W[42hdfd])(;B[31loab]))");
    EXPECT_EQ(document.left_out_by(Keeps::nothing).variations, 1U);
    EXPECT_EQ(documents_in(*write_sgf(document))[0].value, document);
}

TEST(MatchSgf, WhatItCannotExpressIsRefused) {
    const auto refused = [](const Options& options) {
        return !write_sgf(Document<Game>(*Game::create(options))).has_value();
    };
    EXPECT_FALSE(refused({}));
    EXPECT_TRUE(refused({{"start", "gitgammon"}}));
    EXPECT_TRUE(refused({{"beavers", "beaver"}}));
    EXPECT_TRUE(refused({{"automatic_doubles", "1"}}));
}

/// As a reader takes it that finds the position set up.
RC_GTEST_PROP(MatchSgf, HoldsPositions, (std::uint64_t seed)) {
    Generator random(seed);
    Game game = new_game({});
    play_on(game, random, random() % 60);
    const Game position(Start{game.rules(), game.position()});
    const auto written = write_sgf(Document<Game>::of(position));
    if (!written) {
        RC_ASSERT(written.error().code == "cannot_express");
        const Stage stage = game.position().stage();
        RC_ASSERT(stage == Stage::over || stage == Stage::response ||
                  position.position().resignation());
        return;
    }
    const auto again = documents_in(*written);
    RC_ASSERT(again.size() == 1U && again[0].faults.empty());
    RC_ASSERT(again[0]->game() == position);
    RC_ASSERT(*write_sgf(*again[0]) == *written);
}

/// Rules that SGF has words for.
Game random_match(Generator& random) {
    Rules rules = random_rules(random);
    rules.beavers = Beavers::none;
    rules.automatic_doubles = 0;
    if (rules.start == StartName::gitgammon) rules.start = StartName::standard;
    if (rules.money()) rules.crawford = true;
    if (!rules.money()) rules.jacoby = true;
    Game game = new_game(rules);
    const std::size_t length = random() % 800;
    while (game.events().size() < length && !game.outcome()) play_on(game, random, 1);
    const auto legal = game.legal();  // a roll that nobody can play does not stay on the table
    if (legal.size() == 1) static_cast<void>(game.play(legal[0]));
    return game;
}

RC_GTEST_PROP(MatchSgf, HoldsRandomMatches, (std::uint64_t seed)) {
    Generator random(seed);
    const Game game = random_match(random);
    const auto written = write_sgf(Document<Game>::of(game));
    RC_ASSERT(written.has_value());
    const auto again = documents_in(*written);
    RC_ASSERT(again.size() == 1U);
    RC_ASSERT(faults_of(again[0].faults) == std::vector<std::string>{});
    RC_ASSERT(again[0]->game() == game);
    RC_ASSERT(*write_sgf(*again[0]) == *written);
}

RC_GTEST_PROP(MatchSgf, DamagedFilesComeBackAsTheyWereRead, (std::uint64_t seed)) {
    Generator random(seed);
    const bool is_set_up = random() % 4 == 0;
    std::string text =
        is_set_up ? std::string(set_up) : *write_sgf(Document<Game>::of(random_match(random)));
    text.resize(std::min<std::size_t>(text.size(), 2000));
    constexpr std::string_view characters = "()[];BWAEPLDICVayz1636RGM:";
    for (std::size_t i = 1 + random() % 8; i > 0; --i) {
        text[random() % text.size()] = characters[random() % characters.size()];
    }
    const auto whole = documents_in(text);
    const auto pieces = documents_in(text, 1 + random() % 60);
    RC_ASSERT(whole.size() == pieces.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        RC_ASSERT(whole[i].value == pieces[i].value);
        RC_ASSERT(whole[i].faults == pieces[i].faults);
        if (!whole[i]) continue;
        const auto written = write_sgf(*whole[i]);
        RC_ASSERT(written.has_value());
        const auto again = documents_in(*written);
        RC_ASSERT(again.size() == 1U);
        RC_ASSERT(again[0]->game() == whole[i]->game());
        RC_ASSERT(*write_sgf(*again[0]) == *written);
    }
}

}  // namespace
}  // namespace arbiter::backgammon::testing
