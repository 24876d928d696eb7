#include "referee/referee.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/base/interruption.hpp"
#include "core/games/to_json.hpp"

namespace arbiter::referee {
namespace {

using namespace std::chrono_literals;

constexpr Moment start{std::chrono::sys_days(std::chrono::year(2026) / 11 / 16)};

struct Terms {
    TimeControl clock = Unlimited{};
    Options options{};
    std::string_view document = "";
    std::string_view seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
};

/// A game that is refereed in virtual time. What happens is also written down, so that the fold of
/// the events can be compared with what the referee says.
class Table {
public:
    explicit Table(std::string_view game, const Terms& terms = {}) : referee_(begun(game, terms)) {
        take(referee_.due(start));
    }

    const Referee& operator*() const { return referee_; }
    const Referee* operator->() const { return &referee_; }

    /// "" or the code of the refusal.
    std::string say(Color by, std::string_view text, Duration after = 0ms) {
        auto decided = referee_.decide({by, text, start + after});
        expect_the_same_in_place({by, text, start + after}, decided);
        if (!decided) return std::string(decided.error().code->name);
        take(std::move(*decided));
        return {};
    }
    std::string white(std::string_view text, Duration after = 0ms) {
        return say(Color::white, text, after);
    }
    std::string black(std::string_view text, Duration after = 0ms) {
        return say(Color::black, text, after);
    }
    void wait(Duration after) { take(referee_.due(start + after)); }

    /// The journal read back and folded anew.
    Referee replayed() const {
        std::optional<Referee> again;
        for (const std::string& line : journal_) {
            const auto event = read_event(line);
            EXPECT_TRUE(event) << line;
            if (!again) {
                again = std::move(Referee::begin(*event).value);
            } else {
                EXPECT_TRUE(again->apply(*event)) << line;
            }
        }
        return *again;
    }
    const std::vector<std::string>& journal() const { return journal_; }
    std::string reason() const {
        const auto& outcome = referee_.game().outcome();
        return outcome ? std::string(outcome->reason) : "";
    }

private:
    /// Without a copy of the game everything is decided alike; a rejection changes nothing.
    void expect_the_same_in_place(const Referee::Request& request,
                                  const Result<Referee::Decision>& decided) const {
        Referee own = referee_;
        const auto same = Referee::decide_in_place(own, request);
        ASSERT_EQ(same.has_value(), decided.has_value()) << request.text;
        const Referee& after = same ? same->after : own;
        const Referee& expected = decided ? decided->after : referee_;
        EXPECT_TRUE(after.game() == expected.game()) << request.text;
        EXPECT_EQ(after.version(), expected.version()) << request.text;
        if (same) {
            EXPECT_EQ(same->events.size(), decided->events.size()) << request.text;
        } else {
            EXPECT_EQ(same.error().code, decided.error().code) << request.text;
        }
    }

    Referee begun(std::string_view name, const Terms& terms) {
        const auto game = terms.document.empty() ? AnyGame::create(name, terms.options)
                                                 : AnyGame::read(terms.document);
        Created created{.id = "testgame",
                        .record = record_of(*game),
                        .document = std::string(terms.document),
                        .seats = {{"Ada", std::string(64, 'a')}, {"Bob", std::string(64, 'b')}},
                        .clock = terms.clock,
                        .watch_hash = {},
                        .seed = {}};
        if (name == "backgammon") created.seed = Seed::of_hex(terms.seed);
        const Event event{start, created};
        journal_.push_back(to_json(event));
        return *Referee::begin(event);
    }
    void take(Referee::Decision decision) {
        for (const Event& event : decision.events) journal_.push_back(to_json(event));
        referee_ = std::move(decision.after);
    }

    std::vector<std::string> journal_;
    Referee referee_;
};

void expect_fold_of_events(const Table& table) {
    const Referee again = table.replayed();
    EXPECT_EQ(again.version(), table->version());
    EXPECT_EQ(again.version(), table.journal().size());
    EXPECT_TRUE(again.game() == table->game());
    EXPECT_EQ(again.clock(), table->clock());
    EXPECT_EQ(again.undo_request(), table->undo_request());
    EXPECT_EQ(again.updated_at(), table->updated_at());
}

bool offers(const Referee& referee, Color by, std::string_view action) {
    const auto actions = referee.actions(by);
    return std::ranges::find(actions, action) != actions.end();
}

TEST(Referee, PlaysAGameOfChessToMate) {
    Table table("chess");
    EXPECT_EQ(table.white("f3"), "");
    EXPECT_EQ(table.black("e5"), "");
    EXPECT_EQ(table.white("g2g4"), "");
    EXPECT_EQ(table.black("Qh4#"), "");
    EXPECT_EQ(table.reason(), "checkmate");
    EXPECT_EQ(table.white("e4"), "game_over");
    EXPECT_EQ(table.white("abort"), "game_over");
    EXPECT_EQ(table->version(), 5U);
    expect_fold_of_events(table);
}

TEST(Referee, ASideMovesOnlyItsOwn) {
    Table table("chess");
    EXPECT_EQ(table.black("e5"), "not_your_turn");
    EXPECT_EQ(table.white("e4"), "");
    EXPECT_EQ(table.white("d4"), "not_your_turn");
    EXPECT_EQ(table.black(R"({"action":"resign","by":"white"})"), "unknown_action");
    EXPECT_EQ(table->version(), 2U);
}

TEST(Referee, ARefusalChangesNothing) {
    Table table("chess");
    const Referee before = *table;
    EXPECT_NE(table.white("e5"), "");
    EXPECT_NE(table.white("rubbish"), "");
    EXPECT_NE(table.white("accept_draw"), "");
    EXPECT_TRUE(table->game() == before.game());
    EXPECT_EQ(table->version(), before.version());
}

TEST(Referee, ADrawIsOfferedAndAcceptedDeclinedOrWithdrawnByAMove) {
    Table table("chess");
    EXPECT_EQ(table.white("e4"), "");
    EXPECT_EQ(table.white("offer_draw"), "");
    EXPECT_TRUE(offers(*table, Color::black, "accept_draw"));
    EXPECT_EQ(table.black("decline_draw"), "");
    EXPECT_NE(table.black("accept_draw"), "");
    EXPECT_EQ(table.black("e5"), "");
    EXPECT_EQ(table.black("offer_draw"), "");
    EXPECT_EQ(table.white("Nf3"), "");  // an answer by moving
    EXPECT_NE(table.white("accept_draw"), "");
    EXPECT_EQ(table.white("offer_draw"), "");
    EXPECT_EQ(table.black("accept_draw"), "");
    EXPECT_EQ(table.reason(), "agreement");
    expect_fold_of_events(table);
}

TEST(Referee, ClaimsAreForTheSideToMove) {
    Table table("chess");
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(table.white("Nf3"), "");
        EXPECT_EQ(table.black("Nf6"), "");
        EXPECT_EQ(table.white("Ng1"), "");
        EXPECT_EQ(table.black("Ng8"), "");
    }
    constexpr std::string_view claim = R"({"action":"claim_draw","reason":"threefold_repetition"})";
    EXPECT_FALSE(offers(*table, Color::black, claim));
    EXPECT_TRUE(offers(*table, Color::white, claim));
    EXPECT_EQ(table.white(claim), "");
    EXPECT_EQ(table.reason(), "threefold_repetition");
    expect_fold_of_events(table);
}

TEST(Referee, ResigningIsPossibleOutOfTurn) {
    Table table("go", {.options = {{"size", "9x9"}}});
    EXPECT_EQ(table.white("resign"), "");
    EXPECT_EQ(table.reason(), "resignation");
    EXPECT_EQ(table->game().outcome()->winner, Color::black);
    expect_fold_of_events(table);
}

TEST(Referee, VerdictsAndDiceAreNotThePlayersToGive) {
    Table chess("chess");
    EXPECT_EQ(chess.white(R"({"action":"lose_on_time","by":"white"})"),
              "verdicts_are_the_referees");
    EXPECT_NE(chess.white(R"({"action":"conclude","result":"draw"})"), "");
    EXPECT_EQ(chess.white("roll"), "nothing_to_roll");
    EXPECT_FALSE(chess->game().outcome());

    Table backgammon("backgammon");
    const Color first = backgammon->game().turn();
    EXPECT_EQ(backgammon.say(first, backgammon->game().legal().front()), "");
    ASSERT_EQ(backgammon->game().awaits(), Awaits::chance);
    EXPECT_EQ(backgammon.say(opponent(first), "roll 66"), "rolls_are_the_referees");
    EXPECT_EQ(backgammon.say(opponent(first), "66"), "rolls_are_the_referees");
    EXPECT_EQ(backgammon.say(first, "roll"), "nothing_to_roll");
    EXPECT_EQ(backgammon.say(opponent(first), "roll"), "");
}

TEST(Referee, AbortsOnlyBeforeBothHaveMoved) {
    Table table("chess");
    EXPECT_EQ(table.white("e4"), "");
    Table aborted = table;
    EXPECT_EQ(aborted.black("abort"), "");
    EXPECT_EQ(aborted->game().outcome()->result, GameResult::no_result);
    expect_fold_of_events(aborted);
    EXPECT_EQ(table.black("e5"), "");
    EXPECT_EQ(table.white("abort"), "abort_too_late");
}

TEST(Referee, AMoveIsTakenBackByAgreement) {
    Table table("chess");
    EXPECT_EQ(table.white("request_undo"), "nothing_to_undo");
    EXPECT_EQ(table.white("e4"), "");
    EXPECT_EQ(table.black("e5"), "");
    EXPECT_EQ(table.black("accept_undo"), "no_undo_request");
    EXPECT_EQ(table.white("request_undo"), "");
    EXPECT_EQ(table->undo_request()->ply, 0U);
    EXPECT_EQ(table.white("accept_undo"), "own_undo_request");
    EXPECT_EQ(table.black("accept_undo"), "");
    EXPECT_EQ(table->game().event_count(), 0U);
    EXPECT_EQ(table->game().turn(), Color::white);
    EXPECT_EQ(table.white("d4"), "");
    expect_fold_of_events(table);
}

TEST(Referee, ARequestToTakeBackIsDeclinedOrOverrunByAMove) {
    Table table("chess");
    EXPECT_EQ(table.white("e4"), "");
    EXPECT_EQ(table.white("request_undo"), "");
    EXPECT_EQ(table.black("decline_undo"), "");
    EXPECT_FALSE(table->undo_request());
    EXPECT_EQ(table.white("request_undo"), "");
    EXPECT_EQ(table.black("e5"), "");
    EXPECT_FALSE(table->undo_request());
    EXPECT_EQ(table.black("accept_undo"), "no_undo_request");
    EXPECT_EQ(table.white(R"({"action":"request_undo","ply":1})"), "");
    EXPECT_EQ(table.black("accept_undo"), "");
    EXPECT_EQ(table->game().event_count(), 1U);
    EXPECT_EQ(table.white(R"({"action":"request_undo","ply":7})"), "nothing_to_undo");
    EXPECT_EQ(table.white(R"({"action":"request_undo","ply":-1})"), "nothing_to_undo");
    expect_fold_of_events(table);
}

TEST(Referee, OnReplayNobodyAcceptsTheirOwnRequest) {
    Table table("chess");
    EXPECT_EQ(table.white("e4"), "");
    EXPECT_EQ(table.white("request_undo"), "");
    Referee referee = *table;
    EXPECT_FALSE(referee.apply({start, UndoAccepted{Color::white, 0}}));
    EXPECT_TRUE(referee.apply({start, UndoAccepted{Color::black, 0}}));
}

TEST(Referee, ARollEndsARequestToTakeBackAndHasItsNumber) {
    Table table("backgammon");
    const Color first = table->game().turn();
    const Color second = opponent(first);
    EXPECT_EQ(table.say(first, table->game().legal().front()), "");
    EXPECT_EQ(table.say(first, "request_undo"), "");
    const auto decision = table->decide({second, "roll", start});
    ASSERT_TRUE(decision);
    auto roll = std::get<Rolled>(decision->events.front().content);
    Referee referee = *table;
    const Rolled other{roll.number, roll.event == "roll 66" ? "roll 55" : "roll 66"};
    EXPECT_FALSE(referee.apply({start, other})) << "the dice are those of the seed";
    EXPECT_FALSE(referee.apply({start, Played{second, "roll 66"}})) << "nobody plays the dice";
    ++roll.number;
    EXPECT_FALSE(referee.apply({start, roll}));
    EXPECT_EQ(table.say(second, "roll"), "");
    EXPECT_EQ(table.say(second, "accept_undo"), "no_undo_request");
}

/// Whoever waited for the game is gone: the opening roll is not tried again and again.
TEST(Referee, AnInterruptionEndsWhatFollowsByItself) {
    const Table table("backgammon");
    const Referee begun = *Referee::begin(*read_event(table.journal().front()));
    ASSERT_FALSE(begun.due(start).events.empty());
    const Interruption interruption([](const void*) { return true; }, nullptr);
    EXPECT_TRUE(begun.due(start).events.empty());
    const auto decision = table->decide({Color::white, "abort", start});
    ASSERT_FALSE(decision);
    EXPECT_EQ(decision.error().code->name, "interrupted");
}

TEST(Referee, DeadStonesAreSettledByBoth) {
    Table table("go", {.options = {{"size", "5x5"}, {"rules", "chinese"}}});
    for (const auto* move : {"C3", "A1", "pass", "pass"}) {
        EXPECT_EQ(table.say(table->game().turn(), move), "");
    }
    EXPECT_EQ(table->game().awaits(), Awaits::agreement);
    EXPECT_TRUE(offers(*table, Color::white, "agree"));
    EXPECT_EQ(table.black("mark_dead A1"), "");
    EXPECT_EQ(table.black("agree"), "");
    EXPECT_EQ(table.white("agree"), "");
    EXPECT_EQ(table.reason(), "score");
    expect_fold_of_events(table);
}

TEST(Referee, ASeatMovesTwiceInARowOnlyWhereTurnsAreFree) {
    Table bound("go", {.options = {{"size", "9x9"}}});
    EXPECT_EQ(bound.black("C2b F9b"), "not_your_turn");
    EXPECT_EQ(bound->game().event_count(), 0U);
    EXPECT_EQ(bound.black("C2b"), "");
    EXPECT_EQ(bound.black("F9b"), "not_your_turn");
    Table table("go", {.options = {{"size", "9x9"}, {"turns", "free"}}});
    EXPECT_EQ(table.black("C2b F9b C3b"), "");
    EXPECT_EQ(table.white("C9w"), "");
    EXPECT_EQ(table->game().history(), (std::vector<std::string>{"C2", "F9", "C3", "C9"}));
    expect_fold_of_events(table);
}

TEST(Referee, ClocksStandStillWhileDeadStonesAreSettled) {
    Table table("go", {.clock = Fischer{10s, 0s}, .options = {{"size", "5x5"}}});
    EXPECT_EQ(table.black("C3", 1s), "");
    EXPECT_EQ(table.white("pass", 2s), "");
    EXPECT_EQ(table->clock().running(), Color::black);
    EXPECT_EQ(table.black("pass", 3s), "");
    EXPECT_EQ(table->clock().running(), std::nullopt);
    EXPECT_EQ(table->deadline(), std::nullopt);
    EXPECT_EQ(table.white("resume", 100s), "");
    EXPECT_EQ(table->clock().running(), table->game().turn());
    expect_fold_of_events(table);
}

TEST(Referee, TheFlagFallsAtItsMillisecond) {
    Table table("chess", {.clock = Fischer{10s, 2s}});
    EXPECT_EQ(table->deadline(), std::nullopt);  // nobody's clock runs before the first move
    EXPECT_EQ(table.white("e4", 60s), "");
    ASSERT_EQ(table->deadline(), start + 70s);

    Table in_time = table;
    in_time.wait(69'999ms);
    EXPECT_EQ(in_time.reason(), "");
    EXPECT_EQ(in_time.black("e5", 69'999ms), "");
    EXPECT_EQ(in_time->deadline(), start + 79'999ms);
    expect_fold_of_events(in_time);

    Referee replayed = *table;
    EXPECT_FALSE(replayed.apply({start + 70s, Played{Color::black, "e7e5"}}));
    EXPECT_TRUE(replayed.apply({start + 69'999ms, Played{Color::black, "e7e5"}}));

    Table late = table;
    EXPECT_EQ(late.black("e5", 70s), "flag_has_fallen");
    late.wait(75s);  // noticed late, recorded as it was
    EXPECT_EQ(late.reason(), "time_forfeit");
    EXPECT_EQ(late->updated_at(), start + 70s);
    EXPECT_EQ(late->game().outcome()->winner, Color::white);
    expect_fold_of_events(late);
}

TEST(Referee, WhoeverCannotMateDoesNotWinOnTime) {
    const AnyGame game = *AnyGame::create("chess", {{"start", "8/8/8/4k3/8/8/8/4K2R w - - 0 1"}});
    const Event created{start, Created{.id = "x",
                                       .record = record_of(game),
                                       .seats = {},
                                       .clock = Fischer{1s, 0s},
                                       .watch_hash = {},
                                       .seed = {}}};
    Referee referee = *Referee::begin(created);
    referee = referee.decide({Color::white, "Rh2", start})->after;
    referee = referee.decide({Color::black, "Ke4", start})->after;
    referee = referee.due(start + 1s).after;  // White's flag; Black has a bare king
    EXPECT_EQ(referee.game().outcome()->reason, "time_forfeit_without_mating_material");
}

TEST(Referee, AnOfferDoesNotStopTheClock) {
    Table table("chess", {.clock = Bronstein{10s, 3s}});
    EXPECT_EQ(table.white("e4", 1s), "");
    EXPECT_EQ(table.black("offer_draw", 5s), "");
    EXPECT_EQ(table->deadline(), start + 11s);
    EXPECT_EQ(table.white("decline_draw", 6s), "");
    EXPECT_EQ(table->deadline(), start + 11s);
    EXPECT_EQ(table->clock().running(), Color::black);
    expect_fold_of_events(table);
}

TEST(Referee, ADocumentHasTheClocks) {
    Table table("chess", {.clock = Fischer{60s, 2s}});
    EXPECT_EQ(table.white("e4", 5s), "");
    EXPECT_EQ(table.black("e5", 9s), "");
    EXPECT_EQ(table.white("Nf3", 10s), "");
    EXPECT_NE(table->document_at(3).write("pgn")->find(
                  "1. e4 {[%clk 0:01:00]} 1... e5 {[%clk 0:00:58]} 2. Nf3 {[%clk 0:01:01]} *"),
              std::string::npos)
        << *table->document_at(3).write("pgn");
    EXPECT_TRUE(table->document_at(1).game() == table->game_at(1));
    Table go("go", {.clock = ByoYomi{60s, 10s, 3}, .options = {{"size", "9"}}});
    EXPECT_EQ(go.black("E5", 5s), "");
    EXPECT_EQ(go.white("C3", 9s), "");
    EXPECT_NE(go->document_at(2).write("sgf")->find(";W[cg]WL["), std::string::npos)
        << *go->document_at(2).write("sgf");
    table.wait(200s);
    ASSERT_EQ(table.reason(), "time_forfeit");
    EXPECT_TRUE(table->document_at(4).game() == table->game()) << "the verdict has no clock";
    Table unlimited("chess");
    EXPECT_EQ(unlimited.white("e4", 5s), "");
    EXPECT_EQ(unlimited->document_at(1).write("pgn")->find("%clk"), std::string::npos);
}

TEST(Referee, ADocumentKeepsWhatTheGameWasCreatedFrom) {
    Table table("chess", {.document = "[White \"Ada\"]\n\n1. e4 {best} (1. d4 d5) 1... e5 *\n\n"});
    EXPECT_EQ(table.white("Nf3"), "");
    const AnyDocument document = table->document_at(3);
    EXPECT_NE(document.write("pgn")->find("1. e4 {best} (1. d4 d5) 1... e5 2. Nf3 *"),
              std::string::npos)
        << *document.write("pgn");
    EXPECT_TRUE(document.game() == table->game());
    EXPECT_TRUE(table->document_at(1).game() == table->game_at(1)) << "before it was created here";
    EXPECT_EQ(table.replayed().document_at(3), document);
}

TEST(Referee, TimeNeverGoesBack) {
    Table table("chess");
    EXPECT_EQ(table.white("e4", 5s), "");
    EXPECT_EQ(table.black("e5", 1s), "");  // arrived at another server, whose clock is behind
    EXPECT_EQ(table->updated_at(), start + 5s);
    expect_fold_of_events(table);
}

TEST(Referee, RollsTheOpeningByItself) {
    const Table table("backgammon");
    EXPECT_EQ(table->game().awaits(), Awaits::move);
    EXPECT_GE(table->version(), 2U);
    EXPECT_TRUE(table->game().history().front().starts_with("opening "));
    expect_fold_of_events(table);
}

TEST(Referee, TheDiceAreThoseOfTheSeed) {
    Table table("backgammon");
    while (!table->game().outcome()) {
        const Color turn = table->game().turn();
        const std::string move =
            table->game().awaits() == Awaits::chance ? "roll" : table->game().legal().front();
        ASSERT_EQ(table.say(turn, move), "");
    }
    std::vector<Throw> rolls;
    for (const std::string& event : table->game().history()) {
        if (!event.starts_with("roll ") && !event.starts_with("opening ")) continue;
        const auto die = [&](std::size_t from_end) {
            return static_cast<std::uint8_t>(event[event.size() - from_end] - '0');
        };
        rolls.push_back({event.starts_with("opening ") ? die(3) : die(2), die(1)});
    }
    const Seed seed = *table->terms().seed;
    for (std::size_t i = 0; i < rolls.size(); ++i) {
        const Throw dice = CommittedDice(seed, "testgame", {.dice = 2, .faces = 6}).derived(i + 1);
        const bool same = rolls[i] == dice || rolls[i] == Throw{dice[1], dice[0]};
        EXPECT_TRUE(same) << "roll " << i + 1;
    }
    EXPECT_GT(rolls.size(), 20U);
    expect_fold_of_events(table);
}

TEST(Referee, AsksForARollOnlyWhereADoubleIsPossible) {
    Table with_cube("backgammon");
    EXPECT_EQ(with_cube.say(with_cube->game().turn(), with_cube->game().legal().front()), "");
    EXPECT_EQ(with_cube->game().awaits(), Awaits::chance);
    EXPECT_TRUE(offers(*with_cube, with_cube->game().turn(), "double"));
    EXPECT_TRUE(offers(*with_cube, with_cube->game().turn(), "roll"));

    Table without("backgammon", {.options = {{"cube", "off"}}});
    EXPECT_EQ(without.say(without->game().turn(), without->game().legal().front()), "");
    EXPECT_EQ(without->game().awaits(), Awaits::move);
    expect_fold_of_events(without);
}

TEST(Referee, WhatTheDiceShowedCannotBeUnseen) {
    Table table("backgammon", {.options = {{"cube", "off"}}});
    const Color first = table->game().turn();
    EXPECT_EQ(table.say(first, table->game().legal().front()), "");
    EXPECT_EQ(table.say(first, "request_undo"), "undo_past_dice");
}

TEST(Referee, ADoubleIsTakenAndTheMatchGoesOn) {
    Table table("backgammon", {.options = {{"match", "5"}}});
    const Color first = table->game().turn();
    EXPECT_EQ(table.say(first, table->game().legal().front()), "");
    EXPECT_EQ(table.say(opponent(first), "double"), "");
    EXPECT_EQ(table->game().turn(), first);
    EXPECT_EQ(table.say(first, "drop"), "");
    EXPECT_FALSE(table->game().outcome());
    EXPECT_EQ(table->game().awaits(), Awaits::move);  // the next game is opened at once
    expect_fold_of_events(table);
}

TEST(Referee, ABeaverMayBeAnsweredByARaccoonBeforeTheRoll) {
    Table table("backgammon", {.options = {{"beavers", "raccoon"}}});
    const Color first = table->game().turn();
    EXPECT_EQ(table.say(first, table->game().legal().front()), "");
    EXPECT_EQ(table.say(opponent(first), "double"), "");
    EXPECT_EQ(table.say(first, "beaver"), "");
    EXPECT_EQ(table->game().awaits(), Awaits::chance);
    EXPECT_TRUE(offers(*table, opponent(first), "raccoon"));
    EXPECT_TRUE(offers(*table, opponent(first), "roll"));
    EXPECT_EQ(table.say(opponent(first), "raccoon"), "");
    EXPECT_EQ(table->game().turn(), first);
    EXPECT_EQ(table.say(first, "take"), "");
    EXPECT_EQ(table->game().awaits(), Awaits::move);  // nothing was left to decide
    expect_fold_of_events(table);
}

TEST(Referee, NamesGoIntoTheRecord) {
    Table table("chess");
    EXPECT_EQ(table.white("e4"), "");
    const auto pgn = table->game().write("pgn");
    ASSERT_TRUE(pgn.has_value());
    EXPECT_NE(pgn->find(R"([White "Ada"])"), std::string::npos) << *pgn;
    EXPECT_NE(pgn->find(R"([Date "2026.11.16"])"), std::string::npos) << *pgn;
    EXPECT_NE(Table("go")->game().write("sgf")->find("DT[2026-11-16]"), std::string::npos);
}

TEST(Referee, ADocumentThatGoesOnHasItsOwnDateAndTheNewResult) {
    Table table("chess",
                {.document = "[Date \"1990.01.01\"]\n[Result \"*\"]\n\n1. f3 {?} e5 2. g4 *\n\n"});
    EXPECT_EQ(table.black("Qh4#"), "");
    const std::string pgn = *table->document_at(4).write("pgn");
    EXPECT_NE(pgn.find("[Date \"1990.01.01\"]"), std::string::npos) << pgn;
    EXPECT_NE(pgn.find("[Result \"0-1\"]"), std::string::npos) << pgn;
    EXPECT_NE(pgn.find("1. f3 {?} 1... e5 2. g4 Qh4# 0-1"), std::string::npos) << pgn;
}

TEST(Referee, ATamperedJournalIsNotFollowed) {
    Table table("backgammon");
    Referee referee = *table;
    EXPECT_FALSE(referee.apply({start, Rolled{2, "roll 66"}}));
    EXPECT_FALSE(referee.apply({start, Flagged{Color::white}}));
    EXPECT_FALSE(referee.apply({start, UndoAccepted{Color::white, 0}}));
    EXPECT_FALSE(referee.apply({start, table->terms()}));
    EXPECT_FALSE(referee.apply({start - 1ms, Played{referee.game().turn(), "resign"}}));
    for (const auto* verdict :
         {R"({"action":"conclude"})",
          R"({"action":"conclude","result":"no_result","reason":"abandoned"})",
          R"({"action":"lose_on_time","by":"black"})",
          R"({"action":"lose_on_time","by":"white"})"}) {
        EXPECT_FALSE(referee.apply({start, Played{Color::white, verdict}})) << verdict;
    }
    EXPECT_EQ(referee.version(), table->version());
    EXPECT_TRUE(referee.game() == table->game());
}

}  // namespace
}  // namespace arbiter::referee
