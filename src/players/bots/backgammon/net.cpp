#include "players/bots/backgammon/net.hpp"

#include <algorithm>
#include <cmath>

#include "core/backgammon/board/checkers.hpp"
#include "players/bots/backgammon/weights.hpp"
#include "players/bots/bot.hpp"

namespace arbiter::players {

namespace {

using backgammon::Board;
using backgammon::Spot;
using backgammon::Spots;

constexpr float pips_at_start = 167;

float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

/// The opponent's checkers and what is open to them, on the points as `color` numbers them: the
/// opponent moves upwards there, from its bar on 0.
struct Raid {
    Spots sources = 0;
    Spots open = 0;
    Spots blots = 0;
    int on_bar = 0;

    Raid(const Board& board, Color color) : on_bar(board.count(opponent(color), Spot::bar())) {
        for (int i = 1; i <= 24; ++i) {
            const Spot point = *Spot::point(i);
            const int own = board.count(color, point);
            const Spots here = spots_of(point);
            if (own == 1) blots |= here;
            if (own < 2) open |= here;
            if (board.opposing(color, point) > 0) sources |= here;
        }
        if (on_bar > 0) sources = 1;
    }

    bool hits(int die, int other) const {
        if (blots == 0) return false;
        if (die == other) return hits_with_double(die);
        const Spots first = sources << die;
        const Spots second = sources << other;
        if (on_bar > 1) return ((first | second) & blots) != 0;
        if (((first | second) & blots) != 0) return true;
        return (((first & open) << other | (second & open) << die) & blots) != 0;
    }

private:
    bool hits_with_double(int die) const {
        Spots reached = sources;
        const int steps = std::max(1, 5 - std::max(on_bar, 1));
        for (int step = 0; step < steps; ++step) {
            reached <<= die;
            if ((reached & blots) != 0) return true;
            reached &= open;
        }
        return false;
    }
};

constexpr char first_digit = '0';
constexpr int base = 64;
constexpr float weight_unit = 1 / 64.F;

}  // namespace

int shots(const Board& board, Color color) {
    const Raid raid(board, color);
    int rolls = 0;
    for (int die = 1; die <= 6; ++die) {
        for (int other = 1; other <= die; ++other) {
            if (raid.hits(die, other)) rolls += die == other ? 1 : 2;
        }
    }
    return rolls;
}

BackgammonInputs::BackgammonInputs(const Board& board, Color mover) {
    add_side(board, mover, 0);
    add_side(board, opponent(mover), per_side);
    add(2 * per_side, static_cast<float>(shots(board, mover)) / 36);
    add(2 * per_side + 1, 1);
}

void BackgammonInputs::add_side(const Board& board, Color color, std::size_t first) {
    for (int i = 1; i <= 24; ++i) {
        const int checkers = board.count(color, *Spot::point(i));
        const std::size_t place = first + 3 * static_cast<std::size_t>(i - 1);
        if (checkers == 1) add(place, 1);
        if (checkers >= 2) add(place + 1, 1);
        if (checkers > 2) add(place + 2, static_cast<float>(checkers - 2) / 2);
    }
    const auto share = [](int number, float whole) { return static_cast<float>(number) / whole; };
    if (const int bar = board.count(color, Spot::bar())) add(first + 72, share(bar, 2));
    if (const int off = board.count(color, Spot::off())) add(first + 73, share(off, 15));
    add(first + 74, share(board.pips(color), pips_at_start));
}

BackgammonNet::BackgammonNet(std::uint64_t seed) {
    constexpr std::uint32_t steps = 1000;
    Random random(seed);
    for (float& weight : weights_) {
        weight = 0.2F * (static_cast<float>(random.below(steps)) / steps - 0.5F);
    }
}

BackgammonNet BackgammonNet::read(std::string_view text) {
    BackgammonNet net(0);
    const auto digit = [&](std::size_t i) { return i < text.size() ? text[i] - first_digit : 0; };
    for (std::size_t i = 0; i < weight_count; ++i) {
        const int number = digit(2 * i) * base + digit(2 * i + 1) - base * base / 2;
        net.weights_[i] = 2 * i + 1 < text.size() ? static_cast<float>(number) * weight_unit : 0;
    }
    return net;
}

std::string BackgammonNet::text() const {
    constexpr int most = base * base / 2 - 1;
    std::string text;
    for (const float weight : weights_) {
        const int number =
            std::clamp(static_cast<int>(std::lround(weight / weight_unit)), -most, most) + most + 1;
        text += static_cast<char>(first_digit + number / base);
        text += static_cast<char>(first_digit + number % base);
    }
    return text;
}

auto BackgammonNet::activations(const BackgammonInputs& inputs) const -> Hidden {
    Hidden sums{};
    for (const auto [index, value] : inputs.inputs()) {
        const float* row = &weights_[index * hidden];
        for (std::size_t i = 0; i < hidden; ++i) sums[i] += value * row[i];
    }
    for (float& sum : sums) sum = sigmoid(sum);
    return sums;
}

std::array<float, BackgammonNet::outputs> BackgammonNet::results(const Hidden& active) const {
    std::array<float, outputs> sums{};
    const float* row = &weights_[BackgammonInputs::count * hidden];
    for (std::size_t i = 0; i <= hidden; ++i, row += outputs) {
        const float value = i < hidden ? active[i] : 1;
        for (std::size_t k = 0; k < outputs; ++k) sums[k] += value * row[k];
    }
    for (float& sum : sums) sum = sigmoid(sum);
    return sums;
}

BackgammonChances BackgammonNet::judge(const BackgammonInputs& inputs) const {
    const auto [win, win_gammon, lose_gammon] = results(activations(inputs));
    return {win, std::min(win_gammon, win), std::min(lose_gammon, 1 - win)};
}

void BackgammonNet::learn(const BackgammonInputs& inputs, const BackgammonChances& right,
                          float rate) {
    const Hidden active = activations(inputs);
    const auto [win, win_gammon, lose_gammon] = results(active);
    const std::array<float, outputs> errors{right.win - win, right.win_gammon - win_gammon,
                                            right.lose_gammon - lose_gammon};
    Hidden blame{};
    float* row = &weights_[BackgammonInputs::count * hidden];
    for (std::size_t i = 0; i <= hidden; ++i, row += outputs) {
        const float value = i < hidden ? active[i] : 1;
        for (std::size_t k = 0; k < outputs; ++k) {
            if (i < hidden) blame[i] += errors[k] * row[k] * value * (1 - value);
            row[k] += rate * errors[k] * value;
        }
    }
    for (const auto [index, value] : inputs.inputs()) {
        float* weights = &weights_[index * hidden];
        for (std::size_t i = 0; i < hidden; ++i) weights[i] += rate * blame[i] * value;
    }
}

const BackgammonNet& trained_backgammon_net() {
    static const BackgammonNet net = BackgammonNet::read(backgammon_weights);
    return net;
}

}  // namespace arbiter::players
