#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/backgammon/board/board.hpp"

namespace arbiter::players {

/// What a side can expect of a game: a gammon is a win too, and a backgammon a gammon.
struct BackgammonChances {
    float win = 0.5F;
    float win_gammon = 0;
    float lose_gammon = 0;

    /// For the other side.
    BackgammonChances turned() const { return {1 - win, lose_gammon, win_gammon}; }
    /// Points a game without a cube is worth.
    float equity() const { return 2 * win - 1 + win_gammon - lose_gammon; }
};

/// A board as numbers for a net, from the view of the side that has just moved. Only the numbers that
/// are not 0 are kept.
class BackgammonInputs {
public:
    /// Each side: for each point one checker, two or more, more than two; bar, off and pips. Then
    /// how likely a checker is to be hit, and a constant.
    static constexpr std::size_t per_side = 3 * 24 + 3;
    static constexpr std::size_t count = 2 * per_side + 2;

    struct Input {
        std::size_t index;
        float value;
    };

    BackgammonInputs(const backgammon::Board& board, Color mover);

    std::span<const Input> inputs() const { return {inputs_.data(), size_}; }

private:
    void add(std::size_t index, float value) { inputs_[size_++] = {index, value}; }
    void add_side(const backgammon::Board& board, Color color, std::size_t first);

    std::array<Input, count> inputs_;
    std::size_t size_ = 0;
};

/// How many of the 36 rolls let the opponent of `color` hit at least one of its checkers.
int shots(const backgammon::Board& board, Color color);

/// A small neural net that judges positions in which the sides can still meet. It has learnt from
/// games against itself.
class BackgammonNet {
public:
    static constexpr std::size_t hidden = 24;
    static constexpr std::size_t outputs = 3;
    static constexpr std::size_t weight_count =
        BackgammonInputs::count * hidden + (hidden + 1) * outputs;

    /// With random weights.
    explicit BackgammonNet(std::uint64_t seed);
    /// As `text` wrote it; anything that is missing is 0.
    static BackgammonNet read(std::string_view text);
    /// Two printable characters for each weight.
    std::string text() const;

    BackgammonChances judge(const BackgammonInputs& inputs) const;
    /// Moves the judgement of this board towards the target.
    void learn(const BackgammonInputs& inputs, const BackgammonChances& right, float rate);

private:
    using Hidden = std::array<float, hidden>;
    Hidden activations(const BackgammonInputs& inputs) const;
    std::array<float, outputs> results(const Hidden& active) const;

    // From each input to the hidden units; from each hidden unit, and from a constant, to the outputs.
    std::array<float, weight_count> weights_{};
};

/// The net that the bots play with.
const BackgammonNet& trained_backgammon_net();

}  // namespace arbiter::players
