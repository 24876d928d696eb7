#include "core/chess/game.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "tests/support/drawn_chess.hpp"

namespace arbiter::chess {
namespace {

Game from(const Position& position) { return Game(Start{.position = position}); }

/// Plays words separated by blanks; every one must be accepted.
void play(Game& game, std::string_view words) {
    while (!words.empty()) {
        const auto end = std::min(words.find(' '), words.size());
        const auto word = words.substr(0, end);
        const auto event = game.read_event(word);
        ASSERT_TRUE(event.has_value()) << word << ": " << sentence(event.error());
        const auto played = game.play(*event);
        ASSERT_TRUE(played.has_value()) << word << ": " << sentence(played.error());
        words.remove_prefix(std::min(end + 1, words.size()));
    }
}

std::string refusal(const Game& game, std::string_view text, std::optional<Color> by = {}) {
    const auto event = game.read_event(text, by);
    if (!event) return std::string(event.error().code->name);
    const auto checked = game.check(*event);
    return checked ? "accepted" : std::string(checked.error().code->name);
}

// ---------------------------------------------------------------------------------------------
// FIDE 5.1 and 5.2: how a game ends.

TEST(Ending, FoolsMate) {
    Game game;
    play(game, "f3 e5 g4 Qh4#");
    EXPECT_EQ(game.outcome(), Outcome::win(Color::black, reasons::checkmate));
    for (const std::string_view word : {"a3", "a9", "e2e4", "resign", "Qd4"}) {
        EXPECT_EQ(refusal(game, word), "game_over") << word;
    }
    EXPECT_TRUE(game.undo());
    EXPECT_EQ(game.outcome(), std::nullopt);
}

TEST(Ending, IsToldBelowTheBoard) {
    Game game;
    play(game, "f3 e5 g4");
    EXPECT_TRUE(game.text({}).ends_with("\nBlack to move\n")) << game.text({});
    play(game, "Qh4");
    EXPECT_TRUE(game.text({}).ends_with("h\nBlack wins by checkmate\n")) << game.text({});
}

TEST(Ending, CheckmateThoughAPawnStandsBeforeItsLastRank) {
    Game game = from(drawn(R"(
        . . . . . . . k
        . . . . . Q . .
        . . . . . . K .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        p . . . . . . .
        R . . . . . . .)"));
    play(game, "Qg7");
    EXPECT_EQ(game.outcome(), Outcome::win(Color::white, reasons::checkmate));
}

TEST(Ending, Stalemate) {
    Game game = from(drawn(R"(
        . . . . . . . k
        . . . . . . . .
        . . . . . K Q .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)"));
    play(game, "Qf7");
    EXPECT_EQ(game.outcome(), Outcome::draw(reasons::stalemate));
}

TEST(Ending, DeadPositionByTheLastCapture) {
    Game game = from(drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . k . . . .
        . . . . . . . .
        . . . . . . . .
        . . n . . . . .
        . K . . . . . .)"));
    EXPECT_EQ(game.outcome(), Outcome::draw(reasons::dead_position)) << "KN v K from the start";
    game = from(drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . k . . . .
        . . . . . . . .
        . . . . . . . .
        . . q . . . . .
        . K . . . . . .)"));
    play(game, "Kxc2");
    EXPECT_EQ(game.outcome(), Outcome::draw(reasons::dead_position));
}

TEST(Ending, Resignation) {
    Game game;
    play(game, "e4 resign");
    EXPECT_EQ(game.outcome(), Outcome::win(Color::white, reasons::resignation));
    game.undo();
    ASSERT_TRUE(game.play(*game.read_event("resign", Color::white)).has_value())
        << "out of turn, and allowed";
    EXPECT_EQ(game.outcome(), Outcome::win(Color::black, reasons::resignation));
}

TEST(Ending, LossOnTimeNeedsAnOpponentWhoCouldMate) {
    Game game = from(drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . k . . . .
        . . . . . . . .
        . . . . . . . .
        . . q . . . . .
        K . . . . . . .)",
                           "b"));
    const auto lost = game.play(LoseOnTime{Color::white});
    ASSERT_TRUE(lost.has_value());
    EXPECT_EQ(game.outcome(), Outcome::win(Color::black, reasons::time_forfeit));
    EXPECT_EQ(lost->front().kind, "mate_possible") << "the line shows it";
    game.undo();
    const auto drawn_on_time = game.play(LoseOnTime{Color::black});
    ASSERT_TRUE(drawn_on_time.has_value()) << "a lone king cannot mate";
    EXPECT_EQ(game.outcome(), Outcome::draw(reasons::time_forfeit_without_mating_material));
    EXPECT_EQ(drawn_on_time->front(),
              (Effect{"mate_impossible", {{"by", "white"}, {"proof", "material"}}}));
}

TEST(Ending, WinnableIsAnsweredWithItsProof) {
    const Game game = from(drawn(R"(
        . . . . . . . k
        . . . . . . R .
        . . . . . . K .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)"));
    EXPECT_EQ(
        *game.ask("winnable", ""),
        R"({"white":true,"black":false,"proof":{"white":{"kind":"helpmate","line":["Rf7","Kg8",)"
        R"("Rf6","Kh8","Rf8#"]},"black":{"kind":"material"}}})");
}

// ---------------------------------------------------------------------------------------------
// FIDE 9.1: draw offers.

TEST(DrawOffer, StandsUntilTheOpponentMovesOrAnswers) {
    Game game;
    play(game, "e4");
    ASSERT_TRUE(game.play(OfferDraw{Color::white}).has_value());
    EXPECT_EQ(refusal(game, "offer_draw", Color::white), "draw_already_offered");
    EXPECT_EQ(refusal(game, "accept_draw", Color::white), "own_draw_offer");
    play(game, "e5");
    EXPECT_EQ(game.draw_offer(), std::nullopt);
    EXPECT_EQ(refusal(game, "accept_draw"), "no_draw_offer");
    play(game, "offer_draw Nf3");
    EXPECT_EQ(game.draw_offer(), Color::white) << "one's own move does not withdraw it";
    play(game, "decline_draw");
    EXPECT_EQ(game.draw_offer(), std::nullopt);
    play(game, "offer_draw accept_draw");
    EXPECT_EQ(game.outcome(), Outcome::draw(reasons::agreement));
    game.undo();
    EXPECT_EQ(game.draw_offer(), Color::black);
}

TEST(Turn, WhoeverSpeaksOutOfTurnIsTold) {
    Game game;
    EXPECT_EQ(refusal(game, "e5", Color::black), "not_your_turn");
    EXPECT_EQ(refusal(game, "e7e5", Color::black), "not_your_turn");
    EXPECT_EQ(refusal(game, R"({"from":"e7","to":"e5"})", Color::black), "not_your_turn");
    EXPECT_EQ(refusal(game, "e4", Color::white), "accepted");
}

// ---------------------------------------------------------------------------------------------
// FIDE 9.2, 9.3, 9.6: repetition and the move count.

constexpr auto threefold_claim = R"({"action":"claim_draw","reason":"threefold_repetition"})";
constexpr auto fifty_claim = R"({"action":"claim_draw","reason":"fifty_move_rule"})";

TEST(Repetition, ThreefoldIsClaimedFivefoldEndsTheGame) {
    Game game;
    const std::string_view shuffle = "Nf3 Nf6 Ng1 Ng8";
    play(game, shuffle);
    EXPECT_EQ(game.occurrences(), 2);
    EXPECT_EQ(refusal(game, threefold_claim), "claim_not_justified");
    play(game, shuffle);
    EXPECT_EQ(game.occurrences(), 3);
    EXPECT_EQ(game.outcome(), std::nullopt) << "nobody has claimed";
    Game claimed = game;
    ASSERT_TRUE(claimed.play(*claimed.read_event(threefold_claim)).has_value());
    EXPECT_EQ(claimed.outcome(), Outcome::draw(reasons::threefold_repetition));
    play(game, shuffle);
    play(game, shuffle);
    EXPECT_EQ(game.outcome(), Outcome::draw(reasons::fivefold_repetition));
}

/// What is offered is what would be accepted, for either side, at each of these moments.
TEST(Actions, AreThoseThatAreAccepted) {
    constexpr std::array<std::string_view, 6> all{"resign",       "offer_draw",    "accept_draw",
                                                  "decline_draw", threefold_claim, fifty_claim};
    const auto compare = [&](const Game& game) {
        for (const Color by : both_colors) {
            const auto offered = game.actions(by);
            for (const std::string_view action : all) {
                EXPECT_EQ(std::ranges::count(offered, action, &Action::text),
                          refusal(game, action, by) == "accepted" ? 1 : 0)
                    << action << " by " << to_string(by) << " after " << game.events().size();
            }
        }
    };
    Game game;
    compare(game);
    for (const std::string_view word : {"Nf3", "offer_draw", "Nf6", "decline_draw", "Ng1", "Ng8",
                                        "Nf3", "Nf6", "Ng1", "Ng8", "resign"}) {
        play(game, word);
        compare(game);
    }
    Game fifty = from(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . R)",
                            "w - - 99 80"));
    compare(fifty);
    play(fifty, "Rh2");
    compare(fifty);
}

TEST(Repetition, MayBeClaimedWithTheIntendedMove) {
    Game game;
    play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    const auto claim =
        R"({"action":"claim_draw","reason":"threefold_repetition","move":{"from":"f6","to":"g8"}})";
    EXPECT_EQ(refusal(game, threefold_claim), "claim_not_justified");
    const auto event = game.read_event(claim);
    ASSERT_TRUE(event.has_value());
    ASSERT_TRUE(game.play(*event).has_value());
    EXPECT_EQ(game.outcome(), Outcome::draw(reasons::threefold_repetition));
    game.undo();
    EXPECT_EQ(
        refusal(
            game,
            R"({"action":"claim_draw","reason":"threefold_repetition","move":{"from":"f6","to":"d5"}})"),
        "claim_not_justified");
    EXPECT_EQ(
        refusal(
            game,
            R"({"action":"claim_draw","reason":"threefold_repetition","move":{"from":"f6","to":"f5"}})"),
        "piece_cannot_go_there");
}

TEST(Repetition, OnlyThePlayerToMoveClaims) {
    Game game;
    play(game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    EXPECT_EQ(refusal(game, threefold_claim, Color::black), "not_your_turn");
    EXPECT_EQ(refusal(game, threefold_claim, Color::white), "accepted");
}

TEST(Repetition, ALostCastlingRightIsADifference) {
    Game game = from(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . R)",
                           "w K"));
    play(game, "Rg1 Kd8 Rh1 Ke8");
    EXPECT_EQ(game.occurrences(), 1) << "White could castle the first time";
    play(game, "Rg1 Kd8 Rh1 Ke8");
    EXPECT_EQ(game.occurrences(), 2);
}

TEST(Repetition, AnEnPassantSquareCountsOnlyIfItCanBeTaken) {
    // The pawn on d4 could take on e3 but for the pin on the fourth rank.
    Game pinned = from(drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        k . . p . . . R
        . . . . . . . .
        . . . . P . . .
        . . . . K . . .)"));
    play(pinned, "e4");
    EXPECT_EQ(pinned.board().en_passant, Bitboard(Square::e3)) << "written after any double push";
    play(pinned, "Kb4 Kd1 Ka4 Ke1");
    EXPECT_EQ(pinned.occurrences(), 2);
    Game free = from(drawn(R"(
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . p . . . .
        k . . . . . . .
        . . . . P . . .
        . . . . K . . .)"));
    play(free, "e4 Kb4 Kd1 Ka3 Ke1");
    EXPECT_EQ(free.occurrences(), 1);
}

TEST(Repetition, CountsThePositionsHandedOver) {
    const Board start = Position::start().board();
    Game game(Start{
        .position = Position::start(), .variant = Variant::standard, .history = {start, start}});
    EXPECT_EQ(game.occurrences(), 3);
    Game over(Start{.position = Position::start(),
                    .variant = Variant::standard,
                    .history = {start, start, start, start}});
    EXPECT_EQ(over.outcome(), Outcome::draw(reasons::fivefold_repetition));
}

TEST(MoveCount, FiftyIsClaimedSeventyFiveEndsTheGame) {
    Game game = from(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . R)",
                           "w - - 98 80"));
    EXPECT_EQ(refusal(game, fifty_claim), "claim_not_justified");
    play(game, "Rh2");
    EXPECT_EQ(refusal(game, fifty_claim), "claim_not_justified");
    EXPECT_EQ(
        refusal(
            game,
            R"({"action":"claim_draw","reason":"fifty_move_rule","move":{"from":"e8","to":"d8"}})"),
        "accepted")
        << "with the move that completes the count";
    play(game, "Kd8");
    EXPECT_EQ(refusal(game, fifty_claim), "accepted");
    game = from(drawn(R"(
        . . . . k . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . K . . R)",
                      "w - - 149 110"));
    play(game, "Rh2");
    EXPECT_EQ(game.outcome(), Outcome::draw(reasons::seventy_five_move_rule));
}

TEST(MoveCount, CheckmateComesBeforeTheSeventyFifthMove) {
    Game game = from(drawn(R"(
        . . . . . . k .
        . . . . . p p p
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . . . . R)",
                           "w - - 149 110"));
    game = from(drawn(R"(
        . . . . . . k .
        . . . . . p p p
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        K . . . R . . .)",
                      "w - - 149 110"));
    play(game, "Re8");
    EXPECT_EQ(game.outcome(), Outcome::win(Color::white, reasons::checkmate));
}

TEST(Play, AcceptsEveryNotation) {
    for (const auto* text : {"e4", "e2e4", "e2-e4", "Pe4", "E2E4", R"({"from":"e2","to":"e4"})",
                             R"({"from":"e2","to":"e4","promotion":null})", "  e4  "}) {
        const Game game;
        const auto event = game.read_event(text);
        ASSERT_TRUE(event.has_value()) << text;
        EXPECT_EQ(*event, Event(Move::normal(Square::e2, Square::e4))) << text;
    }
}

TEST(Play, WritesCastlingSoThatItIsReadBack) {
    // The king on f1 goes one square: as "f1g1" it would be no castling.
    Game game =
        *Game::create({{"variant", "standard"}, {"start", "4k3/8/8/8/8/8/8/5K1R w H - 0 1"}});
    EXPECT_EQ(game.start().variant, Variant::chess960);
    const Event castling = Move::castling(Square::f1, Square::h1);
    EXPECT_EQ(game.write_event(castling, "uci"), "f1h1");
    EXPECT_EQ(*game.read_event("f1h1"), castling);
}

TEST(Play, ReportsTheEnd) {
    Game game;
    play(game, "f3 e5 g4");
    const auto effects = game.play(*game.read_event("Qh4"));
    ASSERT_TRUE(effects.has_value());
    EXPECT_EQ(
        effects->back(),
        (Effect{"game_over", {{"result", "win"}, {"winner", "black"}, {"reason", "checkmate"}}}));
}

TEST(History, IsWrittenWhereItHappened) {
    Game game;
    play(game, "Nf3 Nc6 offer_draw Nc3");
    EXPECT_EQ(
        game.history("san"),
        (std::vector<std::string>{"Nf3", "Nc6", R"({"action":"offer_draw","by":"white"})", "Nc3"}));
    EXPECT_EQ(game.history("uci")[3], "b1c3");
}

}  // namespace
}  // namespace arbiter::chess
