// GNU Go, and the program `arbiter gtp`, as second opinions over the Go Text Protocol.

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/go/game.hpp"
#include "tests/peers/gtp.hpp"

namespace arbiter::go::testing {
namespace {

using Generator = std::mt19937_64;
using Words = std::set<std::string>;

constexpr Size board_size{9, 9};
constexpr std::uint32_t moves_max = 240;

// ---------------------------------------------------------------------------------------------
// The games: random, until both sides have nothing to play but their own eyes.

bool all_neighbours_are(const Position& position, Point point, Color color) {
    const auto& board = position.board();
    return std::ranges::all_of(board.around(board.spot(point)), [&](Spot spot) {
        return board.at(spot) == Cell::edge || board.at(spot) == stone_of(color);
    });
}

/// A few moves fill eyes all the same: that leads to captures, ko fights and suicide.
Event random_move(const Game& game, Generator& random) {
    std::vector<Event> moves;
    const bool reckless = game.move_count() < 120 && random() % 8 == 0;
    for (const Event& event : game.legal()) {
        const auto* play = std::get_if<Play>(&event);
        if (play == nullptr) continue;
        const bool eye = all_neighbours_are(game.position(), play->point, play->by);
        if (reckless || !eye) moves.push_back(event);
    }
    if (moves.empty() || random() % 100 == 0) return Pass{game.turn()};
    return moves[random() % moves.size()];
}

// ---------------------------------------------------------------------------------------------
// What is compared.

Words words_of(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

std::vector<Point> points_of(const std::string& text) {
    std::vector<Point> points;
    for (const std::string& word : words_of(text)) points.push_back(point_named(word).value());
    std::ranges::sort(points);
    return points;
}

Words legal_words(const Game& game, Color color) {
    Words words;
    for (const Point point : legal_points(game.position(), game.past(), game.rules(), color)) {
        words.insert(to_string(point));
    }
    return words;
}

Words stone_words(const Game& game, Color color) {
    Words words;
    for (const Stone stone : game.stones()) {
        if (stone.color == color) words.insert(to_string(stone.point));
    }
    return words;
}

/// What another program must know of a game.
const std::vector<std::string> questions{"all_legal black",   "all_legal white",
                                         "list_stones black", "list_stones white",
                                         "captures black",    "captures white"};

void compare(const Game& game, const std::vector<std::string>& answers) {
    EXPECT_EQ(words_of(answers[0]), legal_words(game, Color::black));
    EXPECT_EQ(words_of(answers[1]), legal_words(game, Color::white));
    EXPECT_EQ(words_of(answers[2]), stone_words(game, Color::black));
    EXPECT_EQ(words_of(answers[3]), stone_words(game, Color::white));
    EXPECT_EQ(answers[4], std::to_string(game.prisoners(Color::black)));
    EXPECT_EQ(answers[5], std::to_string(game.prisoners(Color::white)));
}

Game new_game(Rules rules) {
    rules.turns = Turns::free;
    rules.dead_stones = DeadStones::agreed;
    return *Game::from({.setup = {.size = board_size, .stones = {}}, .rules = rules},
                       [](std::size_t, Point) { return Place{}; })
                .value;
}

/// Plays a game to its end on both boards, and compares them after every other move.
Game played_beside(Gtp& other, const Rules& rules, Generator& random) {
    Game game = new_game(rules);
    other.ask("boardsize 9");
    other.ask("clear_board");
    other.ask("komi " + to_string(rules.komi));
    while (game.phase() == Phase::play && game.move_count() < moves_max) {
        const Event move = random_move(game, random);
        EXPECT_TRUE(game.play(move));
        other.ask("play " + game.write_event(move, "gtp"));
        if (random() % 2 == 0) compare(game, other.ask_all(questions));
        if (::testing::Test::HasFailure()) {
            ADD_FAILURE() << ::testing::PrintToString(game.history("gtp"));
            break;
        }
    }
    return game;
}

/// Rules that both programs know, as options of GNU Go. It does not look for repetitions where a
/// suicide brings them about.
struct Setting {
    std::vector<std::string> options;
    Rules rules;
};

const std::array settings{
    Setting{{"--no-ko", "--forbid-suicide"}, {.ko = KoRule::none}},
    Setting{{"--no-ko", "--allow-all-suicide"}, {.ko = KoRule::none, .suicide = Suicide::allowed}},
    Setting{{"--simple-ko", "--forbid-suicide"}, {.ko = KoRule::simple}},
    Setting{{"--simple-ko", "--allow-all-suicide"},
            {.ko = KoRule::simple, .suicide = Suicide::allowed}},
    Setting{{"--positional-superko", "--forbid-suicide"}, {.ko = KoRule::positional}},
    Setting{{"--situational-superko", "--forbid-suicide"}, {.ko = KoRule::situational}},
};

class Beside : public ::testing::TestWithParam<std::size_t> {
protected:
    const Setting& setting_ = settings[GetParam()];
    Generator random_{GetParam()};
};

constexpr int games_a_setting = 34;

// ---------------------------------------------------------------------------------------------
// GNU Go.

/// Debian keeps games out of the PATH of some users.
std::string gnugo_program() {
    const std::string debian = "/usr/games/gnugo";
    return access(debian.c_str(), X_OK) == 0 ? debian : "gnugo";
}

Gtp gnugo(const Setting& setting) try {
    std::vector<std::string> command{gnugo_program(), "--mode", "gtp",
                                     "--level",       "0",      "--chinese-rules"};
    command.insert(command.end(), setting.options.begin(), setting.options.end());
    return Gtp(command);
} catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string(error.what()) +
                             "\nThis test needs GNU Go: Debian's package `gnugo`, which "
                             "`make test` installs.");
}

class AgainstGnuGo : public Beside {
protected:
    Gtp gnugo_ = gnugo(setting_);

    /// Which stones are dead is a matter of skill; where none are, the count is not.
    void compare_score(const Game& game) {
        if (!gnugo_.ask("final_status_list dead").empty()) return;
        EXPECT_EQ(gnugo_.ask("final_score"), to_string(game.score())) << gnugo_.ask("showboard");
        ++scores_;
    }

    int scores_ = 0;
};

/// Six times 34 games.
TEST_P(AgainstGnuGo, SameMovesStonesCapturesAndScores) {
    int moves = 0;
    for (int i = 0; i < games_a_setting && !HasFailure(); ++i) {
        const Game game = played_beside(gnugo_, setting_.rules, random_);
        moves += static_cast<int>(game.move_count());
        compare_score(game);
    }
    std::cout << games_a_setting << " games, " << moves << " moves, " << scores_ << " scores\n";
    EXPECT_GT(scores_, games_a_setting / 3) << "choose another seed";
}

INSTANTIATE_TEST_SUITE_P(Settings, AgainstGnuGo, ::testing::Range(std::size_t{0}, settings.size()));

// ---------------------------------------------------------------------------------------------
// Arbiter's own program.

class AgainstArbiterGtp : public Beside {
protected:
    Gtp arbiter_{{ARBITER_PROGRAM, "gtp", "--set", "rules=" + write_rules(setting_.rules)}};
};

TEST_P(AgainstArbiterGtp, SameMovesStonesAndCaptures) {
    for (int i = 0; i < 5 && !HasFailure(); ++i) {
        const Game game = played_beside(arbiter_, setting_.rules, random_);
        const std::vector<Point> dead = points_of(arbiter_.ask("final_status_list dead"));
        EXPECT_EQ(arbiter_.ask("final_score"),
                  to_string(score(game.position(), game.rules(), game.account(), dead)));
    }
}

INSTANTIATE_TEST_SUITE_P(Settings, AgainstArbiterGtp,
                         ::testing::Range(std::size_t{0}, settings.size()));

}  // namespace
}  // namespace arbiter::go::testing
