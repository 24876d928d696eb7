#include "core/go/playouts/playout.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/go/playouts/life.hpp"
#include "tests/support/naive_playout.hpp"

namespace arbiter::go {
namespace {

naive::Picture picture_of(const auto& board, Size size) {
    naive::Picture picture;
    for (int i = 0; i < size.points(); ++i) {
        const Cell cell = board.at(point_at(size, i));
        picture += cell == Cell::empty ? '.' : cell == Cell::black ? 'X' : 'O';
    }
    return picture;
}

template <class Geometry>
bool random_move(PlayoutBoard<Geometry>& board, Color turn, Random& random) {
    return turn == Color::black ? board.template move<Cell::black>(random)
                                : board.template move<Cell::white>(random);
}

/// Three boards play the same game: the one for playouts chooses the moves.
template <class Geometry>
class Trio {
public:
    Trio(Size size, Geometry geometry)
        : board(geometry), plain_(geometry), go(size, naive::playout_rules) {}

    /// False if it was a pass.
    bool move(Random& random) {
        const naive::Points choices = naive::candidates(go);
        const naive::Picture before = go.picture();
        const Color color = go.turn();
        if (!random_move(board, color, random)) {
            EXPECT_TRUE(choices.empty()) << drawn();
            plain_.pass();
            go.pass(color);
            return false;
        }
        const Point played = new_stone(before, color);
        EXPECT_TRUE(std::ranges::count(choices, played) == 1) << to_string(played) << '\n'
                                                              << drawn();
        plain_.place(plain_.spot(played), stone_of(color));
        go.play({color, played});
        return true;
    }

    void compare() const {
        ASSERT_EQ(picture_of(board, go.size()), go.picture()) << drawn();
        ASSERT_EQ(board.ko(), go.ko()) << drawn();
        for (int i = 0; i < go.size().points(); ++i) {
            const Point point = point_at(go.size(), i);
            ASSERT_EQ(board.at(point), plain_.at(plain_.spot(point))) << drawn();
        }
        PlayoutBoard<Geometry> counted = board;
        counted.fill_open_regions();
        ASSERT_EQ(counted.margin(), naive::area_margin(go)) << drawn();
    }

    /// `play` makes a move exactly if it is a candidate.
    void compare_choices() const {
        const naive::Points choices = naive::candidates(go);
        for (int i = 0; i < go.size().points(); ++i) {
            const Point point = point_at(go.size(), i);
            PlayoutBoard<Geometry> next = board;
            const bool played = go.turn() == Color::black ? next.template play<Cell::black>(point)
                                                          : next.template play<Cell::white>(point);
            ASSERT_EQ(played, std::ranges::count(choices, point) == 1) << to_string(point) << '\n'
                                                                       << drawn();
        }
    }

    std::string drawn() const { return naive::drawn(go.size(), go.picture()); }

    PlayoutBoard<Geometry> board;

private:
    Point new_stone(const naive::Picture& before, Color color) const {
        const naive::Picture after = picture_of(board, go.size());
        const char mark = color == Color::black ? 'X' : 'O';
        std::size_t i = 0;
        while (i < after.size() && !(before[i] == '.' && after[i] == mark)) ++i;
        EXPECT_LT(i, after.size()) << "no new stone\n" << drawn();
        return point_at(go.size(), static_cast<int>(i));
    }

    BasicBoard<Geometry> plain_;

public:
    naive::Go go;
};

template <class Geometry>
void compare_playouts(Size size, Geometry geometry, int games) {
    SCOPED_TRACE(to_string(size));
    for (int seed = 0; seed < games; ++seed) {
        Trio trio(size, geometry);
        Random random(static_cast<std::uint64_t>(seed));
        int passes = 0;
        for (int move = 0; move < 3 * size.points() && passes < 2; ++move) {
            passes = trio.move(random) ? 0 : passes + 1;
            ASSERT_NO_FATAL_FAILURE(trio.compare());
            if (seed == 0 && move % 4 == 0) ASSERT_NO_FATAL_FAILURE(trio.compare_choices());
        }
    }
}

TEST(Playout, MovesAreCandidatesOnEverySmallSize) {
    for (std::uint8_t width = 1; width <= 7; ++width) {
        for (std::uint8_t height = 1; height <= 7; ++height) {
            const Size size{width, height};
            compare_playouts(size, AnyGeometry(size), 5);
        }
    }
}

TEST(Playout, MovesAreCandidatesOnLargeSizes) {
    compare_playouts(Size{9, 9}, FixedGeometry<9>(), 10);
    compare_playouts(Size{13, 13}, FixedGeometry<13>(), 1);
    compare_playouts(Size{2, 40}, AnyGeometry(Size{2, 40}), 1);
}

/// Of single moves from one position.
template <class Geometry>
double unevenness(const PlayoutBoard<Geometry>& start, const naive::Go& go, Random& random) {
    const naive::Points choices = naive::candidates(go);
    naive::Tally tally;
    const int rounds = tally.expected * static_cast<int>(choices.size());
    for (int round = 0; round < rounds; ++round) {
        PlayoutBoard<Geometry> board = start;
        random_move(board, go.turn(), random);
        ++tally.counts[picture_of(board, go.size())];
    }
    EXPECT_EQ(tally.counts.size(), choices.size()) << naive::drawn(go.size(), go.picture());
    return tally.unevenness();
}

TEST(Playout, EveryCandidateIsEquallyLikely) {
    const Size size{5, 5};
    Random random(7);
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        Trio trio(size, AnyGeometry(size));
        Random moves(seed);
        for (int move = 0; move < 45; ++move) {
            trio.move(moves);
            if (move % 4 != 0 || naive::candidates(trio.go).size() < 2) continue;
            EXPECT_LT(unevenness(trio.board, trio.go, random), 5) << trio.drawn();
            ++compared;
        }
    }
    EXPECT_GT(compared, 40);
}

Position position_of(const std::vector<std::string>& rows, Color turn) {
    const Size size{static_cast<std::uint8_t>(rows[0].size()),
                    static_cast<std::uint8_t>(rows.size())};
    Stones stones(size);
    for (int i = 0; i < size.points(); ++i) {
        const Point point = point_at(size, i);
        const char mark = rows[rows.size() - 1 - point.row][point.column];
        if (mark == 'X') stones.put({Color::black, point});
        if (mark == 'O') stones.put({Color::white, point});
    }
    return Position::of(stones, turn, std::nullopt);
}

TEST(Playout, StartsFromAnyPosition) {
    const Size size{6, 5};
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Random random(seed);
        Trio trio(size, AnyGeometry(size));
        for (int move = 0; move < 25; ++move) trio.move(random);
        Stones stones(size);
        for (int i = 0; i < size.points(); ++i) {
            const Point point = point_at(size, i);
            if (const auto color = trio.go.at(point)) stones.put({*color, point});
        }
        const auto start =
            playout_board(Position::of(stones, trio.go.turn(), trio.go.ko()), AnyGeometry(size));
        for (int round = 0; round < 50; ++round) {
            auto board = start;
            const bool played = random_move(board, trio.go.turn(), random);
            ASSERT_EQ(played, !naive::candidates(trio.go).empty()) << trio.drawn();
            if (!played) break;
            const auto after = picture_of(board, size);
            const auto leads_there = [&](Point point) {
                naive::Go next = trio.go;
                next.play({trio.go.turn(), point});
                return next.picture() == after;
            };
            ASSERT_TRUE(std::ranges::any_of(naive::candidates(trio.go), leads_there))
                << trio.drawn();
        }
    }
}

TEST(Playout, AtKoTheStoneIsNotTakenBackAtOnce) {
    const Position position = position_of(
        {
            ".XO.",
            "XO.O",
            ".XO.",
        },
        Color::black);
    Position ko = position;
    ko.play({Color::black, {2, 1}});
    ASSERT_EQ(ko.ko(), (Point{1, 1}));
    auto board = playout_board(ko, AnyGeometry(ko.size()));
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        auto next = board;
        next.move<Cell::white>(random);
        EXPECT_EQ(next.at({1, 1}), Cell::empty);
    }
}

TEST(Playout, EndsOnEverySize) {
    for (const Size size : {Size{0, 0}, Size{1, 1}, Size{1, 2}, Size{9, 9}, Size{13, 13},
                            Size{19, 19}, Size{52, 52}, Size{52, 1}}) {
        int seen = 0;
        for_each_playout(Position(size), {.count = 2, .seed = 3}, [&](const auto& board) {
            EXPECT_EQ(board.points(), size.points());
            EXPECT_LE(std::abs(board.margin()), size.points());
            ++seen;
        });
        EXPECT_EQ(seen, 2) << to_string(size);
    }
}

TEST(Playout, TheSameSeedPlaysTheSameGames) {
    const Playouts playouts{.count = 20, .seed = 11};
    EXPECT_EQ(total_margin(Position(Size{9, 9}), playouts),
              total_margin(Position(Size{9, 9}), playouts));
    EXPECT_NE(total_margin(Position(Size{9, 9}), playouts),
              total_margin(Position(Size{9, 9}), {.count = 20, .seed = 12}));
}

TEST(Estimate, KnowsWhoseTheCornersAre) {
    const Position position = position_of(
        {
            ".X.X.O.O.",
            "XXXX.OOOO",
            ".........",
        },
        Color::white);
    const Estimate result = estimate(position, {.count = 200, .seed = 5});
    ASSERT_EQ(result.black_share.size(), 27U);
    EXPECT_EQ(result.black_share[18], 1.0F);
    EXPECT_EQ(result.black_share[26], 0.0F);
    EXPECT_GT(result.black_share[0], 0.5F);
    EXPECT_LT(result.black_share[8], 0.5F);
    EXPECT_EQ(estimate(position, {.count = 200, .seed = 5}).black_share, result.black_share);
}

TEST(Estimate, HasNothingToSayOfNothing) {
    EXPECT_TRUE(estimate(Position(Size{0, 0}), {.count = 10, .seed = 1}).black_share.empty());
}

}  // namespace
}  // namespace arbiter::go
