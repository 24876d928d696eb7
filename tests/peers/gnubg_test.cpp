// GNU Backgammon as a second opinion: on legal turns, on matches that both play, on IDs and on MAT.

#include "tests/peers/gnubg.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/backgammon/formats.hpp"
#include "core/backgammon/notations/steps.hpp"
#include "tests/support/drawn_backgammon.hpp"

namespace arbiter::backgammon::testing {
namespace {

using Generator = std::mt19937_64;

class AgainstGnubg : public ::testing::Test {
protected:
    Gnubg gnubg_;
    Generator random_{20'040'229};
};

Position position_of(const std::string& id) {
    const auto game = read_gnubg_id(id, {});
    EXPECT_TRUE(game) << id;
    return game ? game->position() : Position();
}

bool is_tie(const Event& event) {
    const auto* roll = std::get_if<OpeningRoll>(&event);
    return roll != nullptr && roll->white == roll->black;
}

/// Doubles are rarer than by chance, so that most games are played to their end.
Event random_event(const Game& game, Generator& random) {
    const auto legal = game.legal();
    Event event = legal[random() % legal.size()];
    while (is_tie(event) || (std::holds_alternative<Double>(event) && random() % 2 == 0)) {
        event = legal[random() % legal.size()];
    }
    return event;
}

// ---------------------------------------------------------------------------------------------
// Turns.

/// Every position of a game in which a side has rolled.
std::vector<Position> rolled_positions(const Rules& rules, Generator& random) {
    Game game = new_game(rules);
    std::vector<Position> rolled;
    while (!game.outcome()) {
        if (game.position().stage() == Stage::move) rolled.push_back(game.position());
        EXPECT_TRUE(game.play(random_event(game, random)));
    }
    return rolled;
}

TEST_F(AgainstGnubg, SameTurnsAndPositions) {
    gnubg_.play("new game");
    int positions = 0;
    int turns = 0;
    for (const auto start : {StartName::standard, StartName::standard, StartName::standard,
                             StartName::nackgammon, StartName::gitgammon}) {
        for (const Position& position :
             rolled_positions({.cube = false, .start = start}, random_)) {
            std::set<std::string> ours;
            for (const Choice& choice :
                 legal_turns(position.board(), position.turn(), position.hand())) {
                if (!choice.turn.empty()) {
                    ours.insert(position_id(choice.after, opponent(position.turn())));
                }
            }
            const std::string id = *write_gnubg_id(Game(Start{{}, position}));
            std::set<std::string> theirs;
            for (const GnubgMove& move : gnubg_.moves(id)) {
                const auto read =
                    read_turn(position.board(), position.turn(), position.hand(), move.text);
                ASSERT_TRUE(read) << id << ": " << move.text;
                const std::string after = position_id(read->after, opponent(position.turn()));
                // After the last checker the board is turned no more.
                if (read->after.count(position.turn(), Spot::off()) < checkers_each) {
                    EXPECT_EQ(after, move.position_id) << id << ": " << move.text;
                }
                theirs.insert(after);
            }
            ASSERT_EQ(ours, theirs) << id;
            ++positions;
            turns += static_cast<int>(ours.size());
        }
    }
    std::cout << positions << " positions, " << turns << " turns\n";
    EXPECT_GE(positions, 500);
}

// ---------------------------------------------------------------------------------------------
// A match that both play.

class Match {
public:
    Match(Gnubg& gnubg, int length) : gnubg_(gnubg), game_(new_game({.match_length = length})) {
        begin_game("new match " + std::to_string(length));
    }

    void play(Generator& random) {
        while (!game_.outcome() && !::testing::Test::HasFailure()) {
            const std::size_t games = game_.ends().size();
            if (random() % 400 == 0) {
                resign(static_cast<Level>(1 + random() % 3));
            } else {
                step(random_event(game_, random));
            }
            if (game_.outcome()) return;
            game_.ends().size() > games ? begin_game("new game") : compare();
        }
    }

    const Game& game() const { return game_; }
    const std::string& id() const { return id_; }

private:
    void command(const std::string& text) { id_ = gnubg_.play(text); }

    void apply(const Event& event) {
        const auto played = game_.play(event);
        ASSERT_TRUE(played) << sentence(played.error());
    }

    /// GNU Backgammon rolls.
    void begin_game(const std::string& text) {
        command(text);
        const Position theirs = position_of(id_);
        ASSERT_TRUE(theirs.dice()) << id_;
        const Die high = theirs.dice()->high();
        const Die low = theirs.dice()->low();
        const bool white = theirs.turn() == Color::white;
        apply(OpeningRoll{white ? high : low, white ? low : high});
        compare();
    }

    void step(const Event& event) {
        if (const auto* roll = std::get_if<Roll>(&event)) {
            command("set dice " + std::to_string(roll->dice.high().pips()) + ' ' +
                    std::to_string(roll->dice.low().pips()));
            return apply(event);
        }
        if (const auto* move = std::get_if<Move>(&event)) {
            command("move " +
                    (move->turn.empty() ? "" : write_turn(game_.board(), move->by, move->turn)));
        } else {
            command(game_.write_event(event));
        }
        apply(event);
    }

    void resign(Level level) {
        const Color by = game_.position().turn();
        command("resign " + std::string(level == Level::single ? "normal" : to_string(level)));
        apply(OfferResignation{by, level});
        compare();
        command("accept");
        apply(AcceptResignation{opponent(by)});
    }

    void compare() {
        EXPECT_EQ(position_of(id_), game_.position())
            << id_ << " " << *write_gnubg_id(game_) << " after "
            << ::testing::PrintToString(game_.history());
    }

    Gnubg& gnubg_;
    Game game_;
    std::string id_;
};

TEST_F(AgainstGnubg, SameMatch) {
    std::map<std::string_view, int> ends;
    for (const int length : {1, 2, 3, 5, 7, 9, 11, 15}) {
        Match match(gnubg_, length);
        match.play(random_);
        ASSERT_FALSE(HasFailure());
        const Position theirs = position_of(match.id());
        EXPECT_EQ(theirs.stage(), Stage::over);
        EXPECT_EQ(theirs.score(), match.game().position().score()) << match.id();
        for (const auto& [events, end] : match.game().ends()) ++ends[end.reason];
    }
    for (const auto& [reason, count] : ends) std::cout << reason << ": " << count << '\n';
    EXPECT_EQ(ends.size(), 5U) << "choose another seed";
}

// ---------------------------------------------------------------------------------------------
// MAT and IDs, there and back again.

/// A file that is gone when the test is.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view name)
        : path_(std::filesystem::temp_directory_path() /
                ("arbiter-" + std::to_string(getpid()) + '-' + std::string(name))) {}
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::string name() const { return path_.string(); }
    void write(const std::string& text) const { std::ofstream(path_) << text; }
    std::string read() const {
        std::ifstream in(path_);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::filesystem::path path_;
};

Game random_match(int length, Generator& random) {
    Game game = new_game({.match_length = length});
    while (!game.outcome()) EXPECT_TRUE(game.play(random_event(game, random)));
    return game;
}

/// What GNU Backgammon should say of a match.
std::vector<GnubgGame> games_of(const Game& match) {
    std::vector<GnubgGame> games;
    std::size_t event = 0;
    for (const auto& [last, end] : match.ends()) {
        games.push_back({end.winner, end.points, match.positions()[event].score(), {}});
        for (; event < last; ++event) {
            const Position& position = match.positions()[event];
            if (std::holds_alternative<Move>(match.events()[event])) {
                games.back().positions.push_back(position_id(position.board(), position.turn()));
            }
        }
    }
    return games;
}

TEST_F(AgainstGnubg, MatRoundTrip) {
    const TemporaryFile ours("ours.mat");
    const TemporaryFile theirs("theirs.mat");
    for (const int length : {1, 3, 5, 7, 11, 15}) {
        const Game match = random_match(length, random_);
        ours.write(*write_mat(match));
        const auto games = gnubg_.import_mat(ours.name());
        ASSERT_EQ(games.size(), match.ends().size()) << ours.read();
        for (std::size_t i = 0; i < games.size(); ++i) {
            const GnubgGame expected = games_of(match)[i];
            ASSERT_THAT(games[i].positions, ::testing::ElementsAreArray(expected.positions))
                << "game " << i + 1 << '\n'
                << ours.read();
            EXPECT_EQ(games[i], expected) << "game " << i + 1 << '\n' << ours.read();
        }
        gnubg_.export_mat(theirs.name());
        const auto again = read_mat(theirs.read(), {});
        ASSERT_TRUE(again) << again.faults.begin()->sentence << '\n' << theirs.read();
        for (const Fault& fault : again.faults) {
            ADD_FAILURE() << to_string(fault.place) << ": " << fault.sentence << '\n'
                          << theirs.read();
        }
        EXPECT_EQ(*again, match) << ours.read() << theirs.read();
    }
}

/// Positions before and after a roll. It does not take others in: "cannot handle positions where a
/// double has been offered".
TEST_F(AgainstGnubg, IdRoundTrip) {
    gnubg_.play("new game");
    int ids = 0;
    for (const int length : {0, 3, 7}) {
        const Game match = random_match(length, random_);
        for (const Position& position : match.positions()) {
            if (position.stage() != Stage::roll_or_double && position.stage() != Stage::move)
                continue;
            const Game game(Start{match.rules(), position});
            const std::string id = *write_gnubg_id(game);
            EXPECT_EQ(position_of(gnubg_.play("set gnubgid " + id)), position) << id;
            ++ids;
            // With Black on roll it turns the board round when it reads an XGID.
            if (position.turn() == Color::black) continue;
            const std::string xgid = *write_xgid(game);
            EXPECT_EQ(position_of(gnubg_.play("set xgid " + xgid)), position) << xgid;
        }
    }
    std::cout << ids << " IDs\n";
}

}  // namespace
}  // namespace arbiter::backgammon::testing
