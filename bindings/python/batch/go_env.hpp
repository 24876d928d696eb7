#pragma once

#include <bit>
#include <memory>
#include <type_traits>

#include "bindings/python/batch/env.hpp"
#include "core/contract/game.hpp"
#include "core/go/board/board.hpp"
#include "core/go/score.hpp"
#include "core/go/setup.hpp"

namespace arbiter::batch {

inline constexpr int go_side_max = 25;

/// What all sizes of Go have in common.
struct GoRules {
    int side = 9;
    go::Rules rules;
};

/// Where a game of Go begins: a position without a past.
struct GoStart {
    go::Setup setup;
};

/// The positions of a game so far, each as a random number.
class SeenPositions {
public:
    void clear() {
        keys_.clear();
        marks_.fill(0);
    }
    void add(std::uint64_t key) {
        keys_.push_back(key);
        word(key) |= bit(key);
        word(other(key)) |= bit(other(key));
    }
    bool contains(std::uint64_t key) const {
        return (word(key) & bit(key)) != 0 && (word(other(key)) & bit(other(key))) != 0 &&
               is_among_all(key);
    }

private:
    static constexpr std::size_t words = 128;
    static std::uint64_t other(std::uint64_t key) { return key >> 32; }
    static std::uint64_t bit(std::uint64_t key) { return std::uint64_t{1} << (key >> 7 & 63); }
    std::uint64_t& word(std::uint64_t key) { return marks_[key % words]; }
    const std::uint64_t& word(std::uint64_t key) const { return marks_[key % words]; }
    bool is_among_all(std::uint64_t key) const;

    std::vector<std::uint64_t> keys_;
    std::array<std::uint64_t, words> marks_{};  // a Bloom filter: most questions end here
};

/// A set of spots, on which whole boards are shifted at once.
template <std::size_t Words>
class SpotSet {
public:
    void add(go::Spot spot) { words_[spot / 64] |= std::uint64_t{1} << spot % 64; }
    void remove(go::Spot spot) { words_[spot / 64] &= ~(std::uint64_t{1} << spot % 64); }
    bool contains(go::Spot spot) const { return (words_[spot / 64] >> spot % 64 & 1) != 0; }

    /// Those of the set that have a neighbour in it; rows are `stride` apart, with an edge between them.
    SpotSet touching(std::size_t stride) const {
        SpotSet found;
        for (std::size_t i = 0; i < Words; ++i) {
            const std::uint64_t before = i == 0 ? 0 : words_[i - 1];
            const std::uint64_t after = i + 1 == Words ? 0 : words_[i + 1];
            const auto beside = [&](std::size_t step) {
                return words_[i] << step | before >> (64 - step) | words_[i] >> step |
                       after << (64 - step);
            };
            found.words_[i] = words_[i] & (beside(1) | beside(stride));
        }
        return found;
    }
    SpotSet without(const SpotSet& others) const {
        SpotSet rest;
        for (std::size_t i = 0; i < Words; ++i) rest.words_[i] = words_[i] & ~others.words_[i];
        return rest;
    }

    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t i = 0; i < Words; ++i) {
            for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1)
                visit(static_cast<go::Spot>(i * 64 +
                                            static_cast<std::size_t>(std::countr_zero(rest))));
        }
    }

private:
    std::array<std::uint64_t, Words> words_{};
};

/// Go on a square board with a pass as the last action, and AlphaGo Zero's 17 planes. A game ends as the
/// rules say, and is scored with every stone that is on the board.
template <class Geometry>
class GoEnv {
public:
    using Rules = GoRules;
    using Start = GoStart;

    static constexpr std::string_view game = "go";

    static Reading<Rules> rules(const Options& options);
    static Reading<Start> start(std::string_view text, const Rules& rules);
    static Shape shape(const Rules& rules) {
        return {17, rules.side, rules.side, rules.side * rules.side + 1};
    }

    explicit GoEnv(const Rules& rules);

    void restart(const Start* start, Random& random);
    void act(Action action, Random& random);
    std::span<const Action> legal() const { return {actions_.data(), count_}; }
    const std::optional<Rewards>& rewards() const { return rewards_; }
    Color turn() const { return turn_; }
    void observe(std::uint8_t* planes, Color side) const;
    std::string state() const;
    std::string name(Action action) const;
    Action bot_action(BotCall call) const;

private:
    using Board = go::BasicBoard<Geometry>;
    static constexpr bool any_size = std::is_same_v<Geometry, go::AnyGeometry>;
    static constexpr std::size_t side_max = [] {
        if constexpr (any_size) {
            return std::size_t{go_side_max};
        } else {
            return std::size_t{Geometry::width};
        }
    }();
    using Spots = SpotSet<(side_max + 2) * (side_max + 1) / 64 + 1>;
    /// A plane, one bit for each action.
    using Plane = std::array<std::uint64_t, (side_max * side_max + 63) / 64>;

    /// The same for all games of a batch: they would not fit into the cache once for each.
    struct Tables {
        std::vector<go::Spot> spots;  // of each action, from the top left
        std::vector<Action> places;   // of each spot, the other way round
        std::vector<std::uint64_t> stone_keys;
        Spots board;
    };
    static Tables tables_for(const Board& board);

    static constexpr std::size_t frames_seen = 8;

    static Geometry geometry(const Rules& rules);
    /// A constant where the size is one.
    std::size_t points() const {
        if constexpr (any_size) {
            return static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_);
        } else {
            return static_cast<std::size_t>(Geometry::width * Geometry::height);
        }
    }
    Action pass() const { return static_cast<Action>(points()); }
    go::Spot spot_of(Action action) const { return tables_->spots[action]; }
    go::Point point_of(Action action) const { return board_.point(spot_of(action)); }

    void set(go::Spot spot, Color color, bool there);
    void play(Action action);
    void write_plane(const Plane& plane, std::uint8_t* bytes) const;
    void remember();
    /// Lists the actions, or ends the game.
    void arrive();
    void list_actions();
    bool is_legal(go::Spot spot, Color us, bool may_repeat) const;
    bool is_repetition(std::uint64_t key) const;
    /// The change of the key if a stone there takes groups of that colour off; 0 if it takes none.
    std::uint64_t taken_key(go::Spot spot, Color loser) const;
    bool is_at_end() const;
    Rewards scored() const;
    std::uint64_t key_of(go::Spot spot, Color color) const {
        return tables_->stone_keys[spot * 2U + static_cast<std::size_t>(color)];
    }

    int side_;
    go::Rules rules_;
    Board board_;
    std::shared_ptr<const Tables> tables_;
    std::array<PerColor<Plane>, frames_seen> frames_;  // the last eight boards, in a ring
    std::size_t newest_ = 0;
    Color turn_ = Color::black;
    int passes_ = 0;
    go::Account account_;
    std::uint64_t key_ = 0;
    SeenPositions seen_;
    int stones_max_ = 0;  // on any earlier board
    Spots empty_;
    PerColor<Spots> vacated_;  // where a stone of that colour has been taken off
    std::vector<Action> actions_;
    std::size_t count_ = 0;
    std::optional<Rewards> rewards_;
};

}  // namespace arbiter::batch
