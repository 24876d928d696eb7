#include "players/bots/backgammon/net.hpp"

#include <algorithm>
#include <cmath>

#include "players/bots/backgammon/weights.hpp"

namespace arbiter::players {

namespace {

/// 1 / (1 + e^-x), where e^x is taken as (1 + x / 256)^256: libraries differ in the last digit of
/// their exponential.
float sigmoid(float x) {
    float power = 1 - std::clamp(x, -30.F, 30.F) / 256;
    for (int i = 0; i < 8; ++i) power *= power;
    return 1 / (1 + power);
}

constexpr char first_digit = '0';
constexpr int base = 64;
constexpr float weight_unit = 1 / 128.F;

}  // namespace

template <std::size_t Inputs, std::size_t Hidden>
auto BackgammonNet<Inputs, Hidden>::read(std::string_view text) -> BackgammonNet {
    BackgammonNet net;
    for (std::size_t i = 0; i < weight_count && 2 * i + 1 < text.size(); ++i) {
        const int high = text[2 * i] - first_digit;
        const int low = text[2 * i + 1] - first_digit;
        constexpr int zero = base * base / 2;
        net.weights[i] = static_cast<float>(high * base + low - zero) * weight_unit;
    }
    return net;
}

template <std::size_t Inputs, std::size_t Hidden>
std::string BackgammonNet<Inputs, Hidden>::text() const {
    constexpr int most = base * base / 2 - 1;
    std::string text;
    for (const float weight : weights) {
        const int number =
            std::clamp(static_cast<int>(std::lround(weight / weight_unit)), -most, most) + most + 1;
        text += static_cast<char>(first_digit + number / base);
        text += static_cast<char>(first_digit + number % base);
    }
    return text;
}

template <std::size_t Inputs, std::size_t Hidden>
auto BackgammonNet<Inputs, Hidden>::activations(const BackgammonInputs& inputs) const -> Layer {
    Layer sums{};
    for (const auto [index, value] : inputs.inputs()) {
        const float* row = &weights[index * Hidden];
        for (std::size_t i = 0; i < Hidden; ++i) sums[i] += value * row[i];
    }
    for (float& sum : sums) sum = std::max(sum, 0.F);
    return sums;
}

template <std::size_t Inputs, std::size_t Hidden>
auto BackgammonNet<Inputs, Hidden>::results(const Layer& active) const -> Results {
    Results sums{};
    const float* row = &weights[Inputs * Hidden];
    for (std::size_t i = 0; i <= Hidden; ++i, row += outputs) {
        const float value = i < Hidden ? active[i] : 1;
        for (std::size_t k = 0; k < outputs; ++k) sums[k] += value * row[k];
    }
    for (float& sum : sums) sum = sigmoid(sum);
    return sums;
}

template <std::size_t Inputs, std::size_t Hidden>
BackgammonChances BackgammonNet<Inputs, Hidden>::judge(const BackgammonInputs& inputs) const {
    auto [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
        results(activations(inputs));
    win_gammon = std::min(win_gammon, win);
    lose_gammon = std::min(lose_gammon, 1 - win);
    return {win, win_gammon, std::min(win_backgammon, win_gammon), lose_gammon,
            std::min(lose_backgammon, lose_gammon)};
}

template class BackgammonNet<BackgammonInputs::contact_count, BackgammonContactNet::hidden>;
template class BackgammonNet<BackgammonInputs::race_count, BackgammonRaceNet::hidden>;

const BackgammonContactNet& trained_contact_net() {
    static const auto net = BackgammonContactNet::read(backgammon_contact_weights);
    return net;
}

const BackgammonRaceNet& trained_race_net() {
    static const auto net = BackgammonRaceNet::read(backgammon_race_weights);
    return net;
}

}  // namespace arbiter::players
