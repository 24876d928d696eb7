#include <gtest/gtest.h>

#include "core/chess/game.hpp"
#include "core/go/game.hpp"
#include "players/analyst.hpp"
#include "players/bots/bot.hpp"
#include "players/bots/built_in.hpp"
#include "players/engines/gtp_player.hpp"
#include "players/engines/uci_player.hpp"

namespace arbiter::players {
namespace {

// Black leaves the queen to a knight; White does not see it.
constexpr std::string_view lost_queen = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. O-O *";

AnyGame game_of(std::string_view text) { return AnyDocument::read(text)->game(); }

std::vector<ReviewedMove> reviewed_by(std::string_view player, const AnyGame& game) {
    const auto seated = built_in(player, 1);
    std::vector<ReviewedMove> moves;
    for (std::size_t ply = 0; ply < game.event_count(); ++ply) {
        const auto move = review_event(*seated->analyst(), game, ply, {});
        if (move && *move) moves.push_back(**move);
    }
    return moves;
}

const ReviewedMove& worst_of(const std::vector<ReviewedMove>& moves, const AnyGame& game) {
    return moves[summary_of(moves, *scale_of(game.traits())).worst.at(0)];
}

TEST(Analysis, FindsTheMoveThatLostTheQueen) {
    const AnyGame game = game_of(lost_queen);
    const auto moves = reviewed_by("bot:6", game);
    ASSERT_EQ(moves.size(), 7U);
    const ReviewedMove& queen = moves[5];
    EXPECT_EQ(queen.played.move, "Qg5");
    EXPECT_EQ(queen.by, Color::black);
    EXPECT_EQ(queen.grade, Grade::blunder);
    EXPECT_GT(queen.loss, 300);
    EXPECT_EQ(moves[6].best.move, "Nxg5");
    EXPECT_EQ(moves[6].grade, Grade::blunder);
    EXPECT_EQ(moves[0].grade, Grade::good);
    EXPECT_LE(white_chance(moves[6]), white_chance(moves[5]));
}

TEST(Analysis, SumsUpEachSide) {
    const AnyGame game = game_of(lost_queen);
    const auto moves = reviewed_by("bot:4", game);
    const ReviewSummary summary = summary_of(moves, *scale_of(game.traits()));
    EXPECT_EQ(summary.sides.white.decisions, 4U);
    EXPECT_EQ(summary.sides.black.decisions, 3U);
    EXPECT_EQ(summary.sides.black.blunders, 1U);
    EXPECT_LT(summary.sides.black.accuracy, 90);
    EXPECT_GE(summary.worst.size(), 2U);
    EXPECT_TRUE(worst_of(moves, game).ply >= 5);
}

TEST(Analysis, WorstIsWhatChangedWhoWins) {
    const auto move = [](double best, double played) {
        ReviewedMove move{};
        move.best.judgement.chance = best;
        move.played.judgement.chance = played;
        move.cost = best - played;
        move.grade = move.cost > 0.05 ? Grade::doubtful : Grade::good;
        return move;
    };
    // The first costs more by the numbers, but it was won before and after.
    const std::vector moves{move(0.98, 0.80), move(0.55, 0.45), move(0.52, 0.48)};
    const AnyGame chess = *AnyGame::create("chess");
    const auto worst = summary_of(moves, *scale_of(chess.traits())).worst;
    EXPECT_EQ(worst, (std::vector<std::size_t>{1, 0, 2}));
}

TEST(Analysis, GivesSeveralLinesBestFirst) {
    const AnyGame game = *AnyGame::create("chess");
    const auto bot = built_in("bot:4", 1);
    const auto analysis = bot->analyst()->analyse(game, {.lines = 3}, {});
    ASSERT_TRUE(analysis);
    ASSERT_EQ(analysis->moves.size(), 3U);
    EXPECT_GE(analysis->moves[0].judgement.value, analysis->moves[1].judgement.value);
    EXPECT_NE(analysis->moves[0].move, analysis->moves[1].move);
    EXPECT_GT(analysis->moves[0].line.size(), 1U);
    EXPECT_FALSE(analysis->played);
}

TEST(Analysis, KnowsAMate) {
    const AnyGame game = game_of("1. f3 e5 2. g4 Qh4# 0-1");
    const auto moves = reviewed_by("bot:4", game);
    EXPECT_EQ(moves[2].played.judgement.mate_in, -1);
    EXPECT_EQ(moves[2].grade, Grade::blunder);
    EXPECT_EQ(moves[3].played.judgement.mate_in, 1);
    EXPECT_EQ(moves[3].loss, 0);
}

TEST(Analysis, SaysNothingOfAResignation) {
    AnyGame game = *AnyGame::create("chess");
    ASSERT_TRUE(game.play("e4"));
    ASSERT_TRUE(game.play("resign", Color::black));
    EXPECT_EQ(reviewed_by("bot:3", game).size(), 1U);
    const auto bot = built_in("bot:3", 1);
    EXPECT_EQ(bot->analyst()->analyse(game, {}, {}).error().kind, PlayerError::Kind::cannot_play);
}

TEST(Analysis, CountsPointsInGo) {
    AnyGame game = *AnyGame::create("go", {{"size", "5"}, {"rules", "chinese"}, {"komi", "0.5"}});
    for (const auto* move : {"C3", "C2", "B2", "D3", "C4", "D4"}) ASSERT_TRUE(game.play(move));
    const auto bot = built_in("bot:4", 1);
    const auto analysis = bot->analyst()->analyse(game, {.lines = 1, .played = "pass"}, {});
    ASSERT_TRUE(analysis && analysis->played);
    EXPECT_GT(analysis->moves[0].judgement.chance, analysis->played->judgement.chance);
    EXPECT_GT(analysis->moves[0].judgement.value, analysis->played->judgement.value);
    EXPECT_EQ(analysis->ownership.size(), 25U);
}

TEST(Analysis, JudgesTurnsAndLuckInBackgammon) {
    AnyGame game = *AnyGame::create("backgammon");
    for (const auto* move : {"opening 31", "8/5 6/5", "roll 66", "24/18(2) 13/7(2)"}) {
        ASSERT_TRUE(game.play(move)) << move;
    }
    const auto moves = reviewed_by("bot:6", game);
    ASSERT_EQ(moves.size(), 3U);
    EXPECT_EQ(moves[0].loss, 0);  // the best opening there is
    EXPECT_FALSE(moves[0].luck);
    ASSERT_TRUE(moves[1].luck);
    EXPECT_GT(*moves[1].luck, 0.2);  // the best roll there is
    EXPECT_EQ(moves[0].played.judgement.chances.at(0).first, "win_gammon");
}

TEST(Review, ReadsWhatItWrites) {
    for (const ReviewedMove& move : reviewed_by("bot:2", game_of(lost_queen))) {
        JsonWriter out;
        write(out, move);
        const auto json = read_json(out.text());
        Faults faults;
        const ReviewedMove read = read_reviewed_move(JsonView(*json), faults);
        EXPECT_FALSE(faults.fatal());
        JsonWriter again;
        write(again, read);
        EXPECT_EQ(again.text(), out.text());
    }
}

TEST(Review, RefusesMovesThatAreNone) {
    for (const std::string_view text : {"3", "[{}]", R"([{"ply": "x"}])"}) {
        const auto json = read_json(text);
        Faults faults;
        read_reviewed_moves(JsonView(*json), faults);
        EXPECT_TRUE(faults.fatal()) << text;
    }
}

TEST(Review, IsWrittenIntoADocument) {
    AnyDocument document = *AnyDocument::read(std::string(lost_queen));
    const AnyGame game = document.game();
    const auto moves = reviewed_by("bot:4", game);
    const Review review{game, "bot:4", *scale_of(game.traits()), moves};
    annotate(document, review);
    const std::string pgn = *document.write("pgn");
    EXPECT_TRUE(pgn.contains("[%eval ")) << pgn;
    EXPECT_TRUE(pgn.contains("3... Qg5 $4")) << pgn;
    EXPECT_TRUE(pgn.contains("(4. Nxg5")) << pgn;
    EXPECT_EQ(AnyDocument::read(pgn)->game(), game);
    annotate(document, review);
    EXPECT_EQ(*document.write("pgn"), pgn);
}

TEST(Review, IsDrawnAndMadeAPage) {
    const AnyGame game = game_of(lost_queen);
    const auto moves = reviewed_by("bot:2", game);
    const Review review{game, "<bot>", *scale_of(game.traits()), moves};
    EXPECT_TRUE(curve_svg(review, "dark").contains("<polygon"));
    const std::string page = review_page(review);
    EXPECT_TRUE(page.contains("&lt;bot&gt;"));
    EXPECT_FALSE(page.contains("http://") && page.contains("src="));
}

TEST(AnalysisByEngines, UciLinesAreRead) {
    const auto line =
        line_in_info("info depth 9 seldepth 12 multipv 2 score cp -31 nodes 7 pv e7e5 g1f3");
    ASSERT_TRUE(line);
    EXPECT_EQ(line->rank, 2);
    EXPECT_EQ(line->depth, 9);
    EXPECT_EQ(line->judgement.value, -31);
    EXPECT_EQ(line->moves, (std::vector<std::string>{"e7e5", "g1f3"}));
    EXPECT_EQ(line_in_info("info depth 3 score mate -2 pv a7a6")->judgement.mate_in, -2);
    EXPECT_FALSE(line_in_info("info depth 3 score cp 7 lowerbound pv a7a6"));
    EXPECT_FALSE(line_in_info("info string pv"));
    EXPECT_FALSE(line_in_info("info depth"));
    EXPECT_FALSE(line_in_info(""));
}

TEST(AnalysisByEngines, ThoughtsOverGtpAreRead) {
    const go::Game game = *go::Game::create({{"size", "2"}}).value;
    const Analysis kata = analysis_in_info(
        "info move A2 visits 3 winrate 0.25 scoreLead -2.5 order 1 pv A2 "
        "info move B1 visits 9 winrate 0.75 scoreLead 1.5 order 0 pv B1 A2 pass "
        "ownership 1 0.5 -1 -0.5",
        game);
    ASSERT_EQ(kata.moves.size(), 2U);
    EXPECT_EQ(kata.moves[0].move, "B1");
    EXPECT_EQ(kata.moves[0].judgement.value, 1.5);
    EXPECT_EQ(kata.moves[0].line, (std::vector<std::string>{"B1", "A2", "pass"}));
    EXPECT_EQ(kata.ownership, (std::vector<float>{1, 0.5F, -1, -0.5F}));  // Black is to move
    const Analysis lz = analysis_in_info("info move A1 visits 1 winrate 6100 prior 3 pv A1", game);
    EXPECT_DOUBLE_EQ(lz.moves.at(0).judgement.chance, 0.61);
    EXPECT_TRUE(analysis_in_info("info move Z99 winrate", game).moves.empty());
    EXPECT_TRUE(analysis_in_info("ownership 1", game).ownership.empty());
}

}  // namespace
}  // namespace arbiter::players
