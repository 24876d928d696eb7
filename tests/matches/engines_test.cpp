#include <chrono>

#include <gtest/gtest.h>

#include "core/games/to_json.hpp"
#include "players/catalogue.hpp"
#include "players/turn.hpp"
#include "tests/support/campaign.hpp"

/// Whole games against the engines that people know: not one error of protocol, not one answer that
/// the referee turns down, on either side.
namespace arbiter::players {
namespace {

using namespace std::chrono_literals;
using referee::Referee;

struct Match {
    std::string_view game;
    Options options;
    std::string_view ours;
    std::string_view engine;
    TurnTerms terms{};
    referee::TimeControl clock = referee::Unlimited{};
    std::size_t turns_max = 2'000;
};

std::unique_ptr<Player> seated(std::string_view specification, std::uint64_t seed) {
    auto player = seat(specification, {.seed = seed, .folder = {}});
    if (!player) {
        ADD_FAILURE() << player.error().sentence << "\nThis test needs stockfish, gnugo and gnubg, "
                      << "which `make test` installs.";
        return nullptr;
    }
    return *std::move(player);
}

Referee table(const Match& match, std::uint64_t number) {
    const auto game = AnyGame::create(match.game, match.options);
    referee::Created terms{};
    terms.id = "match-" + std::to_string(number);
    terms.record = record_of(*game);
    terms.clock = match.clock;
    if (match.game == "backgammon") terms.seed = referee::Seed::of_hex(std::string(64, '7'));
    return Referee::begin({wall_clock(), terms})->due(wall_clock()).after;
}

std::string problem_of(const TurnReport& report) {
    if (report.error) return report.error->sentence;
    if (report.refusals.empty()) return {};
    const RejectedAnswer& first = report.refusals.front();
    return first.answer + ": " + sentence(first.rejection);
}

void play_match(const Match& match, int games) {
    const auto engine = seated(match.engine, 0);
    if (engine == nullptr) return;
    for (int number = 0; number < games; ++number) {
        const auto ours = seated(match.ours, static_cast<std::uint64_t>(number));
        const Color our_color = number % 2 == 0 ? Color::white : Color::black;
        Referee referee = table(match, static_cast<std::uint64_t>(number));
        std::size_t turns = 0;
        while (!referee.game().outcome()) {
            const Color turn = referee.game().turn();
            Player& player = turn == our_color ? *ours : *engine;
            const TurnTaken taken = take_turn(player, {referee, turn}, match.terms);
            ASSERT_EQ(problem_of(taken.report), "")
                << player.name() << ", game " << number << "\n"
                << referee.game().text({.text_style = TextStyle::ascii});
            ASSERT_TRUE(taken.decision);
            referee = taken.decision->after;
            if (++turns > match.turns_max) break;
        }
        const auto& outcome = referee.game().outcome();
        ASSERT_TRUE(outcome) << "game " << number << " has no end";
        EXPECT_NE(outcome->reason, "time_forfeit") << "game " << number;
    }
}

TEST(EngineMatches, StockfishAtChess) {
    play_match({.game = "chess",
                .options = {},
                .ours = "bot:2",
                .engine = "uci[Hash=1, Skill Level=0]:stockfish",
                .terms = {.budget = {.time = {}, .nodes = 300}}},
               test::campaign(8, 20));
}

TEST(EngineMatches, StockfishAtChess960) {
    play_match({.game = "chess",
                .options = {{"variant", "chess960"}, {"start", "300"}},
                .ours = "random",
                .engine = "uci:stockfish",
                .terms = {.budget = {.time = {}, .nodes = 200}}},
               2);
}

TEST(EngineMatches, StockfishKeepsItsTime) {
    play_match({.game = "chess",
                .options = {},
                .ours = "random",
                .engine = "uci[Move Overhead=100]:stockfish",
                .terms = {},
                .clock = referee::Fischer{3s, 200ms}},
               1);
}

TEST(EngineMatches, GnuGoKeepsItsTime) {
    play_match({.game = "go",
                .options = {{"size", "9"}},
                .ours = "random",
                .engine = "gtp:gnugo --mode gtp --level 1",
                .terms = {},
                .clock = referee::ByoYomi{10s, 5s, 3}},
               1);
}

TEST(EngineMatches, GnuGoAtGo) {
    play_match({.game = "go",
                .options = {{"size", "9"}},
                .ours = "bot:1",
                .engine = "gtp:gnugo --mode gtp --level 1 --chinese-rules",
                .terms = {.budget = {.time = {}, .nodes = 200}}},
               test::campaign(6, 20));
}

TEST(EngineMatches, GnuGoWithHandicapUnderJapaneseRules) {
    play_match({.game = "go",
                .options = {{"size", "9"}, {"rules", "japanese"}, {"handicap", "2"}},
                .ours = "random",
                .engine = "gtp:gnugo --mode gtp --level 1",
                .terms = {}},
               2);
}

TEST(EngineMatches, GnuBackgammonForMoney) {
    play_match({.game = "backgammon",
                .options = {{"beavers", "beaver"}},
                .ours = "bot:2",
                .engine = "gnubg[plies=0]",
                .terms = {}},
               16);
}

TEST(EngineMatches, GnuBackgammonInAMatch) {
    play_match({.game = "backgammon",
                .options = {{"match", "3"}},
                .ours = "bot:2",
                .engine = "gnubg[plies=0]",
                .terms = {}},
               4);
}

/// White has two checkers left, Black not one of its fifteen home: a gammon for certain.
constexpr std::string_view lost_gammon = "XGID=-B-----eee----------------:0:0:-1:00:0:0:0:0:10";

TEST(GnuBackgammon, AcceptsAResignationForWhatItIsWorth) {
    const auto engine = seated("gnubg[plies=0]", 0);
    ASSERT_NE(engine, nullptr);
    const auto answer_to = [&](std::string_view resignation) -> std::string {
        auto game = AnyGame::read(lost_gammon);
        EXPECT_TRUE(game);
        EXPECT_TRUE(game->play(resignation, Color::black));
        const std::vector<std::string> actions{"accept_resignation", "decline_resignation"};
        const auto choice = engine->choose({.game = *game,
                                            .seat = Color::white,
                                            .actions = actions,
                                            .now = {},
                                            .budget = {},
                                            .refusals = {}});
        return choice ? choice->move : choice.error().sentence;
    };
    EXPECT_EQ(answer_to("resign"), "decline_resignation");
    EXPECT_EQ(answer_to("resign gammon"), "accept_resignation");
}

/// What a player says of a position, in hundredths.
std::optional<int> score_of(std::string_view specification, std::string_view position) {
    const auto player = seated(specification, 0);
    const auto game = AnyGame::read(position);
    if (player == nullptr || !game) return std::nullopt;
    const auto choice = player->choose({.game = *game,
                                        .seat = game->turn(),
                                        .actions = {},
                                        .now = {},
                                        .budget = {.time = {}, .nodes = 2'000},
                                        .refusals = {}});
    return choice ? choice->score : std::nullopt;
}

TEST(Scores, AreThoseOfTheSideToMove) {
    constexpr std::string_view queen_ahead = "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1";
    constexpr std::string_view queen_behind = "4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1";
    for (const std::string_view player : {"uci[Hash=1]:stockfish", "bot:5"}) {
        EXPECT_GT(score_of(player, queen_ahead).value_or(0), 500) << player;
        EXPECT_LT(score_of(player, queen_behind).value_or(0), -500) << player;
    }
    constexpr std::string_view gammon_to_win =
        "XGID=-B-----eee----------------:0:0:1:32:0:0:0:0:10";
    constexpr std::string_view gammon_to_lose =
        "XGID=-B-----eee----------------:0:0:-1:32:0:0:0:0:10";
    for (const std::string_view player : {"gnubg[plies=0]", "bot:6"}) {
        EXPECT_GT(score_of(player, gammon_to_win).value_or(0), 150) << player;
        EXPECT_LT(score_of(player, gammon_to_lose).value_or(0), -150) << player;
    }
}

/// Without a cube a gammon counts, whatever the Jacoby rule says: two checkers of White's are left, Black has
/// fifteen outside.
TEST(GnuBackgammon, PlaysForGammonsWithoutACube) {
    constexpr std::string_view cubeless = R"({"game": "backgammon", "setup": {"start": "standard",
        "match": 0, "cube": false, "crawford": true, "jacoby": true, "beavers": "none", "automatic_doubles": 0,
        "state": {"board": {"white": {"1": 2, "off": 13}, "black": {"18": 5, "17": 5, "16": 5}},
            "stage": "move", "turn": "white", "dice": [3, 2],
            "cube": {"value": 1, "owner": null, "turned": false}, "score": {"white": 0, "black": 0}}},
        "events": []})";
    EXPECT_EQ(score_of("gnubg[plies=0]", cubeless), 200);
}

}  // namespace
}  // namespace arbiter::players
