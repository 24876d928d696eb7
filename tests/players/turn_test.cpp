#include "players/turn.hpp"

#include <deque>

#include <gtest/gtest.h>

#include "core/games/to_json.hpp"

namespace arbiter::players {
namespace {

using namespace std::chrono_literals;
using referee::Moment;
using referee::Referee;
using End = TurnReport::End;

constexpr Moment noon{};

/// Says what it was told to say.
class Parrot final : public Player {
public:
    explicit Parrot(std::deque<std::expected<Choice, PlayerError>> answers)
        : answers_(std::move(answers)) {}

    std::string_view name() const override { return "parrot"; }
    std::expected<Choice, PlayerError> choose(const Turn& turn) override {
        reasons.clear();
        for (const RejectedAnswer& refusal : turn.refusals)
            reasons.push_back(sentence(refusal.rejection));
        auto answer = std::move(answers_.front());
        answers_.pop_front();
        return answer;
    }

    std::vector<std::string> reasons;  ///< it was told with the last question

private:
    std::deque<std::expected<Choice, PlayerError>> answers_;
};

Choice says(std::string move) { return {std::move(move), {{"?", "!", 5ms, {}, {}, {}}}}; }

std::unexpected<PlayerError> fails(PlayerError::Kind kind) {
    return std::unexpected(PlayerError{kind, "it cannot", {{"?", "", 7ms, {}, {}, {}}}});
}

Referee seated(std::string_view game, const referee::TimeControl& clock = referee::Unlimited{}) {
    referee::Created terms{};
    terms.id = "g";
    terms.record = record_of(*AnyGame::create(game));
    terms.clock = clock;
    if (game == "backgammon") terms.seed = referee::Seed::of_hex(std::string(64, 'a'));
    return Referee::begin({noon, terms})->due(noon).after;
}

TurnTaken turn_of(Player& player, const Referee& referee, const TurnTerms& terms) {
    return take_turn(player, {referee, *referee.awaited()}, terms, [] { return noon; });
}

TEST(TakeTurn, AnAnswerIsPlayed) {
    Parrot parrot({says("e4")});
    const TurnTaken taken = turn_of(parrot, seated("chess"), {});
    ASSERT_TRUE(taken.decision);
    EXPECT_EQ(taken.decision->after.game().history(), std::vector<std::string>{"e4"});
    EXPECT_EQ(taken.report.end, End::answered);
    EXPECT_EQ(taken.report.answer, "e4");
    EXPECT_EQ(taken.report.exchanges.size(), 1U);
}

TEST(TakeTurn, ARefusalIsToldAndAnotherChanceGiven) {
    Parrot parrot({says("Ke2"), says("blah"), says("e4")});
    const TurnTaken taken = turn_of(parrot, seated("chess"), {.chances = 3});
    ASSERT_EQ(taken.report.end, End::answered);
    ASSERT_EQ(taken.report.refusals.size(), 2U);
    EXPECT_EQ(taken.report.refusals[0].answer, "Ke2");
    ASSERT_EQ(parrot.reasons.size(), 2U);
    EXPECT_EQ(parrot.reasons[0], sentence(taken.report.refusals[0].rejection));
    EXPECT_NE(parrot.reasons[1].find("blah"), std::string::npos);
    EXPECT_EQ(taken.report.exchanges.size(), 3U);
}

TEST(TakeTurn, WithoutAnotherChanceItForfeits) {
    Parrot parrot({says("Ke2"), says("Ke3")});
    const TurnTaken taken = turn_of(parrot, seated("chess"), {.chances = 2});
    EXPECT_EQ(taken.report.end, End::forfeited);
    ASSERT_TRUE(taken.decision);
    const auto& outcome = taken.decision->after.game().outcome();
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->winner, Color::black);
    EXPECT_EQ(outcome->reason, "resignation");
}

TEST(TakeTurn, OrARandomMoveIsMadeForIt) {
    Parrot parrot({says("Ke2")});
    const TurnTaken taken =
        turn_of(parrot, seated("chess"), {.chances = 1, .last_resort = LastResort::random_move});
    EXPECT_EQ(taken.report.end, End::random_move);
    ASSERT_TRUE(taken.decision);
    EXPECT_EQ(taken.decision->after.game().event_count(), 1U);
    EXPECT_FALSE(taken.decision->after.game().outcome());
}

TEST(TakeTurn, NobodyCallsTheGameOff) {
    Parrot parrot({says("abort"), says(R"({"action": "request_undo"})"), says("e4")});
    const TurnTaken taken = turn_of(parrot, seated("chess"), {.chances = 3});
    ASSERT_EQ(taken.report.refusals.size(), 2U);
    EXPECT_EQ(sentence(taken.report.refusals[1].rejection),
              "a player at this table cannot request_undo");
    EXPECT_EQ(taken.report.end, End::answered);
}

TEST(TakeTurn, AFailureIsWrittenDownAndTakesTheLastResort) {
    Parrot parrot({fails(PlayerError::Kind::silent)});
    const TurnTaken taken = turn_of(parrot, seated("go"), {});
    EXPECT_EQ(taken.report.end, End::forfeited);
    ASSERT_TRUE(taken.report.error);
    EXPECT_EQ(taken.report.error->kind, PlayerError::Kind::silent);
    EXPECT_EQ(taken.report.exchanges.size(), 1U);
    EXPECT_EQ(taken.decision->after.game().outcome()->winner, Color::white);
}

TEST(TakeTurn, AForfeitInBackgammonNeedsNobodysConsent) {
    const Referee referee = seated("backgammon");
    const Color seat = *referee.awaited();
    Parrot parrot({fails(PlayerError::Kind::crashed)});
    const TurnTaken taken = turn_of(parrot, referee, {});
    ASSERT_TRUE(taken.decision);
    ASSERT_TRUE(taken.decision->after.game().outcome());
    EXPECT_EQ(taken.decision->after.game().outcome()->winner, opponent(seat));
    Referee replayed = referee;
    for (const auto& event : taken.decision->events) EXPECT_TRUE(replayed.apply(event));
    EXPECT_EQ(replayed.game(), taken.decision->after.game());
}

TEST(TakeTurn, WhoCannotAnswerAResignationHasWon) {
    Referee referee = seated("backgammon");
    const Color loser = *referee.awaited();
    referee = referee.decide({loser, "resign", noon})->after;
    Parrot parrot({fails(PlayerError::Kind::crashed)});
    const TurnTaken taken = take_turn(parrot, {referee, opponent(loser)}, {}, [] { return noon; });
    ASSERT_TRUE(taken.decision);
    EXPECT_EQ(taken.decision->after.game().outcome()->winner, opponent(loser));
}

TEST(TakeTurn, WhoIsStoppedDecidesNothing) {
    Parrot parrot({fails(PlayerError::Kind::stopped)});
    const TurnTaken taken = turn_of(parrot, seated("chess"), {});
    EXPECT_FALSE(taken.decision);
    EXPECT_EQ(taken.report.end, End::stopped);
}

TEST(TakeTurn, AnAnswerAfterTheFlagComesTooLate) {
    Referee referee = seated("chess", referee::Fischer{1s, 0s});
    referee = referee.decide({Color::white, "e4", noon})->after;
    Parrot parrot({says("e5")});
    const TurnTaken taken =
        take_turn(parrot, {referee, Color::black}, {}, [] { return noon + 2s; });
    EXPECT_EQ(taken.report.end, End::flagged);
    ASSERT_TRUE(taken.decision);
    EXPECT_EQ(taken.decision->after.game().outcome()->reason, "time_forfeit");
    EXPECT_TRUE(taken.report.refusals.empty());
    for (const auto& [at, end] :
         {std::pair(noon + 999ms, End::answered), std::pair(noon + 1000ms, End::flagged)}) {
        Parrot other({says("e5")});
        EXPECT_EQ(take_turn(other, {referee, Color::black}, {}, [&] { return at; }).report.end,
                  end);
    }
}

TEST(TakeTurn, TheReportIsJson) {
    Parrot parrot({says("Ke2"), fails(PlayerError::Kind::protocol)});
    const TurnTaken taken = turn_of(parrot, seated("chess"), {});
    JsonWriter out;
    out.object([&] { write_members(out, taken.report); });
    const auto json = read_json(out.text());
    ASSERT_TRUE(json) << out.text();
    EXPECT_EQ(*json->find("end")->as<std::string>(), "forfeited");
    EXPECT_EQ(*json->find("failure")->find("kind")->as<std::string>(), "protocol");
    EXPECT_EQ(json->find("refusals")->as<Json::Array>()->size(), 1U);
    EXPECT_EQ(json->find("exchanges")->as<Json::Array>()->size(), 2U);
}

TEST(LastResorts, HaveNames) {
    EXPECT_EQ(last_resort_named("forfeit"), LastResort::forfeit);
    EXPECT_EQ(last_resort_named("random"), LastResort::random_move);
    EXPECT_FALSE(last_resort_named("pray"));
}

}  // namespace
}  // namespace arbiter::players
