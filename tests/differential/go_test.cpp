// Go beside the naive Go of tests/support, move by move, under every rule of ko and suicide.

#include <algorithm>
#include <array>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/go/game.hpp"
#include "tests/support/naive_go.hpp"

namespace arbiter::go {
namespace {

using Generator = std::mt19937_64;

std::size_t below(Generator& random, std::size_t count) {
    return static_cast<std::size_t>(random() % count);
}
bool one_in(Generator& random, std::size_t count) { return below(random, count) == 0; }

/// How often something came up: a refusal, a capture.
using Seen = std::map<std::string, int>;

std::vector<std::string> names(const naive::Points& points) {
    std::vector<std::string> names;
    for (const Point point : points) names.push_back(to_string(point));
    return names;
}

naive::Picture picture_of(std::span<const std::optional<Color>> points) {
    naive::Picture picture;
    for (const auto& color : points) picture += !color ? '.' : *color == Color::black ? 'X' : 'O';
    return picture;
}

/// What the naive game says, except that a point may count for nobody: which territory lies in a seki is
/// judged by the drawn boards of go/territory_test.cpp.
naive::Picture with_seki(const naive::Picture& owners, const naive::Go& naive) {
    naive::Picture expected = naive.owners();
    if (naive.rules().scoring != Scoring::territory) return expected;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (owners[i] == '.') expected[i] = '.';
    }
    return expected;
}

/// The same game twice. Both must say the same of every point before every move, and agree on what
/// each move takes and on the score whenever both sides have passed.
class Twins {
public:
    Twins(Size size, const Rules& rules, Seen& seen)
        : game_(*Game::from({.setup = {.size = size, .stones = {}}, .rules = rules},
                            [](std::size_t, Point) { return Place{}; })
                     .value),
          naive_(size, rules),
          seen_(seen) {}

    /// Random moves, a few passes and a few taken back.
    void play_moves(Generator& random, int count) {
        for (moves_left_ = count; moves_left_ > 0 && !failed();) {
            if (one_in(random, 60)) take_back(1 + below(random, 6));
            step(random);
        }
        compare_score();
    }

private:
    bool failed() const { return ::testing::Test::HasFailure(); }

    std::vector<Color> sides() const {
        if (game_.rules().turns == Turns::free) return {Color::black, Color::white};
        return {game_.turn()};
    }

    void step(Generator& random) {
        if (game_.phase() == Phase::marking) {
            compare_score();
            const Color next = game_.turn();
            ASSERT_TRUE(game_.play(Resume{opponent(next)}));
            ASSERT_EQ(game_.turn(), next);
        }
        compare_board();
        std::vector<Play> legal;
        for (const Color side : sides()) {
            for (const Play& play : compare_points(side)) legal.push_back(play);
        }
        if (failed()) return;
        if (legal.empty() || one_in(random, 40)) {
            pass(legal.empty() || one_in(random, 2) ? game_.turn() : sides().back());
        } else {
            play(legal[below(random, legal.size())]);
        }
        --moves_left_;
    }

    /// Every point, and what is legal where it is that side's turn.
    std::vector<Play> compare_points(Color side) const {
        std::vector<Play> legal;
        for (int i = 0; i < game_.size().points(); ++i) {
            const Point point = point_at(game_.size(), i);
            const auto checked = game_.check(Play{side, point});
            const std::string refusal(checked ? "" : checked.error().code->name);
            EXPECT_EQ(refusal, naive_.refusal({side, point}))
                << to_string(side) << ' ' << to_string(point) << '\n'
                << picture();
            ++seen_[refusal];
            if (checked) legal.push_back({side, point});
        }
        if (side == game_.turn()) {
            std::vector<Event> events(legal.begin(), legal.end());
            events.emplace_back(Pass{side});
            EXPECT_EQ(game_.legal(), events) << picture();
        }
        return legal;
    }

    void play(const Play& play) {
        const auto effects = game_.play(play);
        ASSERT_TRUE(effects) << picture();
        EXPECT_EQ(taken_by(*effects), names(naive_.play({play.by, play.point}))) << picture();
    }

    /// What a play took off, its own stones included.
    std::vector<std::string> taken_by(const Effects& effects) const {
        for (const Effect& effect : effects) {
            if (effect.kind != "captured" && effect.kind != "self_captured") continue;
            ++seen_[std::string(effect.kind)];
            return std::get<std::vector<std::string>>(*find(effect.data, "points"));
        }
        return {};
    }

    void pass(Color by) {
        ASSERT_TRUE(game_.play(Pass{by})) << picture();
        naive_.pass(by);
    }

    void take_back(std::size_t events) {
        while (events-- > 0 && !game_.events().empty()) {
            const bool resumed = std::holds_alternative<Resume>(game_.events().back());
            ASSERT_TRUE(game_.undo());
            ASSERT_TRUE(resumed || naive_.undo());
        }
    }

    void compare_board() const {
        std::vector<std::optional<Color>> stones;
        for (int i = 0; i < game_.size().points(); ++i) {
            stones.push_back(game_.position().at(point_at(game_.size(), i)));
        }
        ASSERT_EQ(picture_of(stones), naive_.picture());
        ASSERT_EQ(game_.turn(), naive_.turn());
        ASSERT_EQ(game_.hash(), game_.recomputed_hash());
    }

    void compare_score() const {
        const Score score = game_.score();
        const std::string owners = picture_of(score.owners);
        EXPECT_EQ(owners, with_seki(owners, naive_)) << picture();
        for (const Color color : {Color::black, Color::white}) {
            const Tally& tally = color == Color::black ? score.black : score.white;
            const char letter = color == Color::black ? 'X' : 'O';
            const auto seki =
                std::ranges::count(naive_.owners(), letter) - std::ranges::count(owners, letter);
            EXPECT_EQ(tally.total() - tally.komi,
                      whole_points(naive_.points(color) - static_cast<int>(seki)))
                << picture();
            EXPECT_EQ(game_.prisoners(color), naive_.prisoners(color)) << picture();
        }
    }

    std::string picture() const {
        return naive::drawn(naive_.size(), naive_.picture()) + "after " +
               std::to_string(game_.move_count()) + " moves";
    }

    Game game_;
    naive::Go naive_;
    Seen& seen_;
    int moves_left_ = 0;
};

/// Most moves on boards so small that games run through all their positions.
struct Share {
    int points_max;  ///< of boards up to this
    int games;       ///< on each of them
    int moves;       ///< in each of these
};
constexpr std::array shares{Share{1, 12, 50}, Share{4, 40, 180}, Share{9, 40, 250},
                            Share{25, 30, 250}, Share{81, 4, 400}};

std::vector<Size> sizes() {
    std::vector<Size> sizes{{9, 9}};
    for (std::uint8_t width = 1; width <= 5; ++width) {
        for (std::uint8_t height = 1; height <= 5; ++height) sizes.push_back({width, height});
    }
    return sizes;
}

constexpr int moves_min = 100'000;

/// What must have come up, or nothing has been compared.
std::vector<std::string_view> expected(KoRule ko, Suicide suicide) {
    std::vector<std::string_view> words{"captured", "point_occupied"};
    words.push_back(suicide == Suicide::forbidden ? "no_liberties" : "self_captured");
    if (ko == KoRule::simple || ko == KoRule::simple_and_positional) words.push_back("ko");
    if (ko != KoRule::none && ko != KoRule::simple) words.push_back("repeats_position");
    return words;
}

class AgainstNaive : public ::testing::TestWithParam<std::tuple<KoRule, Suicide>> {};

/// Ten processes, together more than a million moves.
TEST_P(AgainstNaive, SameRefusalsCapturesAndScores) {
    const auto [ko, suicide] = GetParam();
    Generator random(static_cast<std::uint64_t>(ko) * 2 + static_cast<std::uint64_t>(suicide));
    int moves = 0;
    Seen seen;
    for (const Size size : sizes()) {
        const auto share = std::ranges::find_if(
            shares, [&](const Share& s) { return size.points() <= s.points_max; });
        for (int i = 0; i < share->games; ++i) {
            const Rules rules{.ko = ko,
                              .suicide = suicide,
                              .scoring = static_cast<Scoring>(i % 3),
                              .compensation = Compensation::none,
                              .turns = static_cast<Turns>(i / 3 % 2)};
            SCOPED_TRACE(to_string(size) + ' ' + write_rules(rules));
            Twins(size, rules, seen).play_moves(random, share->moves);
            if (HasFailure()) return;
            moves += share->moves;
        }
    }
    std::cout << moves << " moves\n";
    EXPECT_GE(moves, moves_min);
    for (const std::string_view word : expected(ko, suicide)) {
        EXPECT_GT(seen[std::string(word)], moves_min / 1000) << word;
    }
}

/// Stones anywhere, often on every point: most of these boards cannot be played on.
naive::Picture random_picture(Generator& random, Size size) {
    const std::size_t empty_share = 2 + below(random, 4);
    const bool full = one_in(random, 4);
    naive::Picture picture;
    for (int i = 0; i < size.points(); ++i) {
        const bool empty = !full && one_in(random, empty_share);
        picture += empty ? '.' : one_in(random, 2) ? 'X' : 'O';
    }
    return picture;
}

/// A setup is refused for the stones without liberties, but not where a full board ends the game.
TEST(Setups, SameFaultsSameEndSameScore) {
    Generator random(1);
    Seen seen;
    for (int i = 0; i < 20'000; ++i) {
        const Size size = sizes()[below(random, sizes().size())];
        const naive::Picture picture = random_picture(random, size);
        const Rules rules = presets()[below(random, presets().size())].rules;
        const naive::Go naive(size, rules, picture);
        Start start{.setup = {.size = size, .stones = {}}, .rules = rules};
        std::vector<std::string> expected;
        for (int at = 0; at < size.points(); ++at) {
            const Point point = point_at(size, at);
            if (!naive.at(point)) continue;
            start.setup.stones.push_back({*naive.at(point), point});
            const bool first = naive.group(point).front() == point;
            if (naive.ended() || !first || !naive.liberties(point).empty()) continue;
            expected.push_back("no_liberties at " + to_string(point));
        }
        std::vector<std::string> faults;
        const auto game = Game::from(start, [&](std::size_t, Point point) {
            JsonPointer place;
            place.path = to_string(point);
            return place;
        });
        for (const Fault& fault : game.faults) {
            faults.push_back(std::string(fault.code) + " at " + to_string(fault.place));
        }
        ASSERT_EQ(faults, expected) << naive::drawn(size, picture) << write_rules(rules);
        ++seen[naive.ended() ? "ended" : game ? "open" : "refused"];
        if (!game) continue;
        ASSERT_EQ(game->outcome().has_value(), naive.ended()) << naive::drawn(size, picture);
        const std::string owners = picture_of(game->score().owners);
        ASSERT_EQ(owners, with_seki(owners, naive));
        ASSERT_EQ(game->hash(), game->recomputed_hash());
    }
    for (const char* kind : {"ended", "open", "refused"}) EXPECT_GT(seen[kind], 500) << kind;
}

INSTANTIATE_TEST_SUITE_P(
    Rules, AgainstNaive,
    ::testing::Combine(::testing::Values(KoRule::none, KoRule::simple, KoRule::positional,
                                         KoRule::situational, KoRule::simple_and_positional),
                       ::testing::Values(Suicide::forbidden, Suicide::allowed)));

}  // namespace
}  // namespace arbiter::go
