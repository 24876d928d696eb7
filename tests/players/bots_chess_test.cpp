#include <gtest/gtest.h>

#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/san.hpp"
#include "core/chess/rules.hpp"
#include "players/bots/chess/bot.hpp"
#include "players/bots/chess/evaluation.hpp"
#include "players/bots/chess/history.hpp"
#include "players/bots/chess/moves.hpp"
#include "players/bots/chess/search.hpp"

namespace arbiter::players {
namespace {

using chess::Game;
using chess::Position;

Position position(std::string_view fen) { return *chess::read_fen(fen); }

ChessReport searched(std::string_view fen, std::uint64_t nodes) {
    const std::vector<Position> game{position(fen)};
    return search_chess(game, {}, {nodes});
}

std::string best(std::string_view fen, std::uint64_t nodes) {
    return write_san(position(fen).board(), searched(fen, nodes).line.front());
}

Game game_from(std::string_view fen) { return *Game::create({{"start", std::string(fen)}}).value; }

void play(Game& game, std::initializer_list<std::string_view> moves) {
    for (const std::string_view move : moves) {
        ASSERT_TRUE(game.play(*game.read_event(move))) << move;
    }
}

TEST(ChessEvaluation, IsTheSameForBothSides) {
    const auto white =
        position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const auto black =
        position("r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1");
    EXPECT_EQ(evaluate(white.board()), evaluate(black.board()));
}

TEST(ChessEvaluation, CountsMaterialAndKnowsWhatWinsNothing) {
    EXPECT_GT(evaluate(position("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1").board()), 700);
    EXPECT_LT(evaluate(position("4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1").board()), -700);
    EXPECT_LT(evaluate(position("4k3/4r3/8/8/8/8/4RN2/4K3 w - - 0 1").board()), 150);
    EXPECT_TRUE(is_barren(position("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1").board()));
    EXPECT_FALSE(is_barren(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").board()));
}

/// Knights that have moved leave the pawns as they were; a pawn that has moved leaves nothing for the other side.
TEST(ChessCorrections, HoldForPositionsWithTheSamePawnsOrPieces) {
    const auto start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").board();
    const auto knights =
        position("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2").board();
    const auto pawn =
        position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").board();
    ChessCorrections corrections;
    EXPECT_EQ(corrections.of(start), 0);
    for (int i = 0; i < 100; ++i) corrections.note(start, 8, 60);
    const int learnt = corrections.of(start);
    EXPECT_GT(learnt, 100);
    EXPECT_LT(learnt, 200);
    EXPECT_NEAR(corrections.of(knights), learnt / 3, 1);
    EXPECT_EQ(corrections.of(pawn), 0);
    for (int i = 0; i < 100; ++i) corrections.note(start, 8, -60);
    EXPECT_LT(corrections.of(start), -100);
}

TEST(ChessExchange, CountsWhatIsTakenBack) {
    const auto expect_gain = [](std::string_view fen, std::string_view move, int gain) {
        const auto board = position(fen).board();
        EXPECT_TRUE(exchange_gains(board, *read_san(board, move), gain)) << fen;
        EXPECT_FALSE(exchange_gains(board, *read_san(board, move), gain + 1)) << fen;
    };
    expect_gain("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 100);
    expect_gain("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 0);
    expect_gain("3rk3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "Qxd5",
                100 - exchange_value(chess::PieceType::queen));
    // The rook behind the rook takes part.
    expect_gain("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100);
    // A king does not take what is guarded.
    expect_gain("8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "Rxd5+", 100);
    // A quiet move gains nothing, and may lose its piece.
    expect_gain("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "Qd2", 0);
    expect_gain("6k1/8/8/3p4/8/8/8/4QK2 w - - 0 1", "Qe4",
                -exchange_value(chess::PieceType::queen));
}

TEST(ChessExchange, ForcingMovesAreTheLegalCapturesAndQueens) {
    for (const std::string_view fen :
         {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
          "8/P5k1/8/2pP4/8/8/8/4K2R w K c6 0 1", "4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1"}) {
        const auto board = position(fen).board();
        std::size_t expected = 0;
        for (const chess::Move move : legal_moves(board)) {
            const bool minor = move.promotion() && move.promotion() != chess::PieceType::queen;
            expected += is_forcing(board, move) && !minor ? 1U : 0U;
        }
        EXPECT_EQ(forcing_moves(board).size(), expected) << fen;
    }
}

TEST(ChessSearch, FindsMates) {
    EXPECT_EQ(best("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 2'000), "Rd8#");
    EXPECT_EQ(best("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 2'000),
              "Qxf7#");
    // Two moves: the queen gives herself up.
    const auto two =
        searched("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 60'000);
    EXPECT_EQ(two.mate_in(), 2);
    // Four: a double check, and the king smothered by his own rook.
    const auto four = searched("3r3k/6pp/8/6N1/2Q5/8/6PP/6K1 w - - 0 1", 60'000);
    EXPECT_EQ(four.mate_in(), 4);
    const auto mated = searched("7k/8/8/8/8/1r6/r7/6K1 w - - 0 1", 2'000);
    EXPECT_EQ(mated.mate_in(), -1);
}

TEST(ChessSearch, TakesWhatHangsAndNotWhatIsGuarded) {
    EXPECT_EQ(best("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", 3'000), "Nxd5");
    EXPECT_NE(best("4k3/2p5/3p4/8/5Q2/8/8/4K3 w - - 0 1", 5'000), "Qxd6");
}

TEST(ChessSearch, PromotesAndUnderpromotes) {
    EXPECT_EQ(best("8/P6k/8/8/8/8/8/4K3 w - - 0 1", 2'000), "a8=Q");
    // A queen would stalemate on f8.
    EXPECT_NE(best("8/5P1k/8/6K1/8/8/8/8 w - - 0 1", 5'000), "f8=Q");
    EXPECT_EQ(best("8/2P5/k7/8/1K6/8/8/8 w - - 0 1", 5'000).substr(0, 3), "c8=");
}

TEST(ChessSearch, KnowsThatARepetitionIsADraw) {
    // Black, a queen down, gives check for ever on e1 and h4.
    const auto report = searched("6k1/QQ4pp/8/8/7q/8/6P1/6K1 b - - 0 1", 30'000);
    EXPECT_EQ(report.score, 0);
}

TEST(ChessSearch, DoesNotRepeatWhenItIsAhead) {
    Game game = game_from("7k/8/8/8/8/8/Q7/K7 w - - 0 1");
    play(game, {"Qb2+", "Kg8", "Qa2+", "Kh8", "Qb2+", "Kg8"});
    const auto report = search_chess(game.positions(), {}, {5'000});
    EXPECT_NE(write_san(game.board(), report.line.front()), "Qa2+");
    EXPECT_GT(report.score, 500);
}

TEST(ChessSearch, NodesAreMetExactlyAndRepeatExactly) {
    const std::vector<Position> game{Position::start()};
    const ChessSettings settings{.seed = 7, .error_max = 20};
    for (const std::uint64_t nodes : {1U, 17U, 1'000U, 12'345U}) {
        const auto one = search_chess(game, settings, {nodes});
        const auto two = search_chess(game, settings, {nodes});
        EXPECT_EQ(one.nodes, nodes);
        EXPECT_EQ(one.line, two.line);
        EXPECT_EQ(one.score, two.score);
    }
}

TEST(ChessSearch, AnswersWithoutAnyBudget) {
    const std::vector<Position> game{Position::start()};
    EXPECT_TRUE(is_legal(game[0].board(), search_chess(game, {}, {0}).line.front()));
    const auto stopped = search_chess(game, {}, {1'000'000, [] { return true; }});
    EXPECT_TRUE(is_legal(game[0].board(), stopped.line.front()));
    EXPECT_EQ(stopped.nodes, 0U);
}

TEST(ChessSearch, StopsSoonAfterItIsTold) {
    const std::vector<Position> game{Position::start()};
    int asked = 0;
    const auto report = search_chess(game, {}, {1'000'000, [&] { return ++asked == 5; }});
    EXPECT_EQ(asked, 5);
    EXPECT_LT(report.nodes, 4'000U);
    EXPECT_GT(report.depth, 0);
}

TEST(ChessSearch, ShowsEachDepth) {
    std::vector<int> depths;
    const std::vector<Position> game{Position::start()};
    search_chess(game, {.depth_max = 4}, {100'000},
                 [&](const ChessReport& report) { depths.push_back(report.depth); });
    EXPECT_EQ(depths, (std::vector{1, 2, 3, 4}));
}

TEST(ChessSearch, WinsMaterialByTactics) {
    // A fork, a pin that wins, a discovered attack.
    EXPECT_EQ(best("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 5'000), "Nc7+");
    EXPECT_EQ(best("8/6k1/8/4r3/8/7P/3B4/6K1 w - - 0 1", 5'000), "Bc3");
    EXPECT_EQ(best("q3k3/8/8/8/4N3/8/6B1/4K3 w - - 0 1", 20'000).substr(0, 1), "N");
}

TEST(ChessSearch, EndsEarlyWhereOneMoveIsPlain) {
    // The queen can be taken; nothing else comes near.
    const std::vector<Position> game{position("6k1/r4ppp/2p5/3Q4/8/2N5/5PPP/6K1 b - - 0 1")};
    const auto plain = search_chess(game, {.stops_early = true}, {300'000});
    EXPECT_LT(plain.nodes, 100'000U);
    EXPECT_EQ(write_san(game[0].board(), plain.line.front()), "cxd5");
    const std::vector<Position> start{Position::start()};
    EXPECT_EQ(search_chess(start, {.stops_early = true}, {100'000}).nodes, 100'000U);
}

TEST(ChessSearch, TellsTheBestMovesWithTheirChances) {
    const std::vector<Position> game{position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")};
    const auto found = best_chess_moves(game, {.depth_max = 3, .lines = 3}, {50'000});
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].mate_in(), 1);
    EXPECT_EQ(found[0].chances().win, 1000);
    EXPECT_NE(found[0].line.front(), found[1].line.front());
    EXPECT_NE(found[1].line.front(), found[2].line.front());
    for (const ChessReport& report : found) {
        const ChessChances chances = report.chances();
        EXPECT_EQ(chances.win + chances.draw + chances.loss, 1000);
        EXPECT_GE(chances.win, chances.loss);
    }
}

TEST(ChessSearch, ChancesGrowWithTheScore) {
    ChessReport report;
    EXPECT_EQ(report.chances().win, report.chances().loss);
    int before = 0;
    for (report.score = -1'500; report.score <= 1'500; report.score += 7) {
        const ChessChances chances = report.chances();
        EXPECT_GE(chances.win, before);
        EXPECT_GE(chances.draw, 0);
        before = chances.win;
    }
    EXPECT_GT(before, 990);
}

TEST(ChessBot, ResignsWhatIsLostFromLevelThreeOn) {
    const Game lost = game_from("4k3/8/8/8/8/8/1QQ5/4K3 b - - 0 1");
    EXPECT_EQ(answer(lost, {.level = 4}, {.nodes = 500}).move, "resign");
    EXPECT_NE(answer(lost, {.level = 1}, {.nodes = 500}).move, "resign");
    const Game won = game_from("4k3/8/8/8/8/8/1QQ5/4K3 w - - 0 1");
    EXPECT_NE(answer(won, {.level = 4}, {.nodes = 500}).move, "resign");
}

TEST(ChessBot, OffersADrawOnceWhereNothingHappens) {
    Game level = game_from("4k3/p2b1p1p/P5p1/6P1/8/8/3B1P1P/4K3 w - - 40 60");
    EXPECT_EQ(answer(level, {.level = 6}, {.nodes = 2'000}).move, "offer_draw");
    play(level, {R"({"action":"offer_draw","by":"white"})"});
    const std::string move = answer(level, {.level = 6}, {.nodes = 2'000}).move;
    EXPECT_TRUE(level.check(*level.read_event(move))) << move;
    EXPECT_NE(move, "offer_draw");
    const Game early = game_from("4k3/p2b1p1p/P5p1/6P1/8/8/3B1P1P/4K3 w - - 4 60");
    EXPECT_NE(answer(early, {.level = 6}, {.nodes = 2'000}).move, "offer_draw");
}

TEST(ChessBot, HasAStrengthForEveryElo) {
    for (int level = level_min + 1; level <= level_max; ++level) {
        const ChessLevel below = chess_level(level - 1);
        const ChessLevel here = chess_level(level);
        EXPECT_EQ(chess_strength(here.elo).nodes, here.nodes);
        const ChessLevel between = chess_strength((below.elo + here.elo) / 2);
        EXPECT_GT(between.nodes, below.nodes);
        EXPECT_LT(between.nodes, here.nodes);
        EXPECT_LE(between.error_max, below.error_max);
    }
    EXPECT_EQ(chess_strength(0).nodes, chess_level(level_min).nodes);
    EXPECT_EQ(chess_strength(9'999).nodes, chess_level(level_max).nodes);
}

TEST(ChessBot, TakesADrawWhenItIsWorseAndOnlyThen) {
    Game lost = game_from("4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1");
    play(lost, {R"({"action":"offer_draw","by":"white"})"});
    EXPECT_EQ(answer(lost, {}, {.nodes = 500}).move, "accept_draw");
    Game won = game_from("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1");
    play(won, {R"({"action":"offer_draw","by":"black"})"});
    EXPECT_NE(answer(won, {}, {.nodes = 500}).move, "accept_draw");
}

TEST(ChessBot, TellsHowItStandsIfItHasLooked) {
    const Game won = game_from("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1");
    EXPECT_GT(answer(won, {}, {.nodes = 500}).score.value_or(0), 500);
    const Game lost = game_from("4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1");
    EXPECT_LT(answer(lost, {}, {.nodes = 500}).score.value_or(0), -500);
    EXPECT_FALSE(answer(won, {}, {.nodes = 0}).score);
}

TEST(ChessBot, ClaimsTheDrawThatSavesIt) {
    Game game = game_from("7k/8/8/8/8/8/Q7/K7 b - - 0 1");
    play(game, {"Kg7", "Qb2+", "Kh7", "Qa2", "Kg7", "Qb2+", "Kh7", "Qa2"});
    const std::string claim = answer(game, {.level = 6}, {.nodes = 2'000}).move;
    EXPECT_NE(claim.find("claim_draw"), std::string::npos) << claim;
    EXPECT_TRUE(game.play(*game.read_event(claim, Color::black)));
    EXPECT_EQ(game.outcome()->reason, chess::reasons::threefold_repetition);
}

TEST(ChessBot, EveryLevelAnswersTheSameTwice) {
    const Game game;
    for (int level = level_min; level <= level_max; ++level) {
        const Bot bot{level, 3};
        const BotMove one = answer(game, bot, {.nodes = 3'000});
        const BotMove two = answer(game, bot, {.nodes = 3'000});
        EXPECT_EQ(one.move, two.move);
        EXPECT_EQ(one.score, two.score);
        if (level > level_min) {
            EXPECT_GT(chess_level(level).nodes, chess_level(level - 1).nodes);
        }
    }
}

TEST(ChessBot, CastlesInChess960AsThatIsWritten) {
    // The king stands on b1 and castles with the rook on a1.
    Game game =
        *Game::create({{"variant", "chess960"}, {"start", "4k3/8/8/8/8/8/8/RK6 w A - 0 1"}}).value;
    const std::string move = answer(game, {}, {.nodes = 500}).move;
    EXPECT_TRUE(game.check(*game.read_event(move))) << move;
}

}  // namespace
}  // namespace arbiter::players
