#include "tests/peers/chess_js.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <stdexcept>

#include <gtest/gtest.h>

#include "core/chess/dead.hpp"
#include "core/chess/formats/pgn.hpp"
#include "core/chess/formats/pgn_reader.hpp"
#include "core/chess/formats/pgn_result.hpp"
#include "core/chess/notations/fen.hpp"
#include "core/chess/notations/san.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"
#include "tests/support/campaign.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess::testing {
namespace {

using Random = std::mt19937_64;

Position position(std::string_view fen) {
    const Reading<Position> read = read_fen(fen);
    if (!read) throw std::runtime_error("not a position: " + std::string(fen));
    return *read;
}

// ---------------------------------------------------------------------------------------------
// The games: some wild, some that go back and forth until they repeat, some with few pieces left.

Game game_from(const Position& start) {
    return Game(Start{.position = start, .variant = Variant::standard, .history = {}});
}

Move one_of(Random& random, const MoveList& moves) {
    return moves[static_cast<std::size_t>(random() % moves.size())];
}

/// Plays what `choose` says until the game is over, at most 160 half-moves.
template <class Choose>
Game play_from(const Position& start, Choose choose) {
    Game game = game_from(start);
    while (!game.outcome() && game.events().size() < 160) game.play(choose(game));
    return game;
}

Game wild_game(std::uint64_t seed, const Position& start) {
    const std::vector<Move> moves = random_game(seed, start, 160).moves;
    return play_from(start, [&](const Game& game) { return moves[game.events().size()]; });
}

/// The move that takes a player's last move back.
std::optional<Move> way_back(const Game& game) {
    const auto events = game.events();
    if (events.size() < 2) return std::nullopt;
    const Move last = std::get<Move>(events[events.size() - 2]);
    const Move back = Move::normal(last.to(), last.from());
    return is_legal(game.board(), back) ? std::optional(back) : std::nullopt;
}

/// Every other move takes one back.
Game undecided_game(std::uint64_t seed, const Position& start) {
    Random random(seed);
    return play_from(start, [&](const Game& game) {
        const std::optional<Move> back = way_back(game);
        return back && random() % 2 == 0 ? *back : one_of(random, legal_moves(game.board()));
    });
}

/// A move that leaves the opponent without one is played where there is one: mate or stalemate.
Game final_game(std::uint64_t seed, const Position& start) {
    Random random(seed);
    return play_from(start, [&](const Game& game) {
        const MoveList moves = legal_moves(game.board());
        const auto last = std::ranges::find_if(
            moves, [&](Move move) { return !has_legal_move(game.board().after(move)); });
        return last != moves.end() ? *last : one_of(random, moves);
    });
}

constexpr std::array endgames{
    "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1",     "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "8/8/3k4/8/8/3NB3/8/K7 b - - 3 40",   "4k3/8/8/2b5/8/8/3B1N2/4K3 w - - 70 90",
    "8/1P4k1/8/8/8/8/6p1/1K6 w - - 0 60", "2k5/8/8/3p4/8/8/2P5/3K4 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",   "r3k3/8/8/8/8/8/8/4K2R b Kq - 10 30",
    "7K/5k2/8/6q1/8/8/8/8 b - - 12 70",   "8/8/8/8/8/5k2/5p2/5K2 b - - 0 80",
};

// ---------------------------------------------------------------------------------------------
// What Arbiter says of them.

/// chess.js writes the en passant square as FIDE 9.2.3 counts it: where a pawn can legally take.
std::string comparable_fen(const Position& at) {
    return write_short_fen(repetition_form(at.board())) + ' ' +
           std::to_string(at.halfmove_clock()) + ' ' + std::to_string(at.fullmove_number());
}

std::set<std::string> facts(const Game& game) {
    const Position& at = game.position();
    const bool stuck = !has_legal_move(at.board());
    std::set<std::string> facts;
    if (at.in_check()) facts.insert("check");
    if (stuck) facts.insert(at.in_check() ? "checkmate" : "stalemate");
    if (game.occurrences() >= 3) facts.insert("threefold_repetition");
    if (at.halfmove_clock() >= 100) facts.insert("fifty_moves");
    return facts;
}

View view(const Game& game) {
    View view{comparable_fen(game.position()), {}, facts(game)};
    for (const Move move : legal_moves(game.board())) {
        view.moves[write_uci(move, Variant::standard)] = write_san(game.board(), move);
    }
    return view;
}

Game read_one(std::string_view pgn) {
    PgnReader reader;
    reader.feed(pgn);
    reader.finish();
    const auto document = reader.next();
    if (!document || !*document) throw std::runtime_error("not read: " + std::string(pgn));
    EXPECT_FALSE(reader.next()) << "a second game in " << pgn;
    return (*document)->game();
}

// ---------------------------------------------------------------------------------------------
// The comparison.

class AgainstChessJs : public ::testing::TestWithParam<int> {
protected:
    /// chess.js knows dead positions by material alone. Arbiter must know at least those.
    void compare(const Game& at, View theirs) {
        if (theirs.facts.erase("insufficient_material") != 0) {
            seen_["insufficient_material"]++;
            EXPECT_TRUE(is_dead(at.board())) << theirs.fen;
        }
        EXPECT_EQ(view(at), theirs);
        for (const std::string& fact : theirs.facts) seen_[fact]++;
    }

    void compare_positions(const Game& game, const std::vector<View>& theirs) {
        ASSERT_EQ(theirs.size(), game.positions().size());
        Game replayed(game.start());
        compare(replayed, theirs[0]);
        for (std::size_t i = 0; i < game.events().size(); ++i) {
            ASSERT_TRUE(replayed.play(game.events()[i])) << theirs[i].fen;
            compare(replayed, theirs[i + 1]);
            if (HasFailure()) return;
        }
    }

    /// Arbiter's PGN read by chess.js, and the other way round.
    void compare_pgn(const Game& game, const ChessJs::Answer& theirs) {
        EXPECT_EQ(theirs.read_fen, comparable_fen(game.position()));
        EXPECT_EQ(theirs.read_moves, game.history("san"));
        EXPECT_EQ(theirs.read_tags.at("Result"), result_of(game.outcome()));
        EXPECT_EQ(theirs.read_tags.at("White"), "Müller, A");

        EXPECT_EQ(read_one(theirs.pgn), game) << theirs.pgn;
    }

    void compare(Game game) {
        game.tags = {{"White", "Müller, A"}};
        const ChessJs::Answer theirs = chess_js_.ask({.start = write_fen(game.start().position),
                                                      .moves = game.history("uci"),
                                                      .pgn = *write_pgn(Document<Game>::of(game))});
        compare_positions(game, theirs.positions);
        compare_pgn(game, theirs);
        for (const Event& event : game.events()) {
            const Move::Kind kind = std::get<Move>(event).kind();
            if (kind == Move::Kind::castling) seen_["castling"]++;
            if (kind == Move::Kind::en_passant) seen_["en_passant"]++;
            if (kind == Move::Kind::promotion) seen_["promotion"]++;
        }
    }

    ChessJs chess_js_;
    std::map<std::string, int> seen_;
};

/// 60 games for each seed.
TEST_P(AgainstChessJs, SameMovesPositionsEndsAndRecords) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    for (std::size_t i = 0; i < 20 && !HasFailure(); ++i) {
        compare(wild_game(random(), Position::start()));
        compare(undecided_game(random(),
                               random_game(random(), Position::start(), 20).positions.back()));
        compare(final_game(random(), position(endgames[i % endgames.size()])));
    }
    for (const char* rarity :
         {"check", "checkmate", "stalemate", "insufficient_material", "threefold_repetition",
          "fifty_moves", "castling", "en_passant", "promotion"}) {
        EXPECT_GT(seen_[rarity], 0) << rarity << " did not come up: choose other seeds";
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, AgainstChessJs, ::testing::Range(1, test::campaign(3, 5)));

}  // namespace
}  // namespace arbiter::chess::testing
