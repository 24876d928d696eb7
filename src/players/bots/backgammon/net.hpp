#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "players/bots/backgammon/chances.hpp"
#include "players/bots/backgammon/inputs.hpp"

namespace arbiter::players {

/// A small neural net that judges boards: one hidden layer of rectified units, one output for each
/// field of `BackgammonChances`. Only sums, products and quotients, so that it gives the same
/// everywhere.
template <std::size_t Inputs, std::size_t Hidden>
class BackgammonNet {
public:
    static constexpr std::size_t hidden = Hidden;
    static constexpr std::size_t outputs = 5;
    static constexpr std::size_t weight_count = Inputs * Hidden + (Hidden + 1) * outputs;
    /// From each input to the hidden units; from each hidden unit, and from a constant, to the outputs.
    using Weights = std::array<float, weight_count>;
    using Layer = std::array<float, Hidden>;
    using Results = std::array<float, outputs>;

    Weights weights{};

    /// As `text` wrote it; anything that is missing is 0.
    static BackgammonNet read(std::string_view text);
    /// Two printable characters for each weight.
    std::string text() const;

    BackgammonChances judge(const BackgammonInputs& inputs) const;
    Layer activations(const BackgammonInputs& inputs) const;
    Results results(const Layer& active) const;
};

using BackgammonContactNet = BackgammonNet<BackgammonInputs::contact_count, 96>;
using BackgammonRaceNet = BackgammonNet<BackgammonInputs::race_count, 24>;

extern template class BackgammonNet<BackgammonInputs::contact_count, BackgammonContactNet::hidden>;
extern template class BackgammonNet<BackgammonInputs::race_count, BackgammonRaceNet::hidden>;

/// The nets that the bots play with.
const BackgammonContactNet& trained_contact_net();
const BackgammonRaceNet& trained_race_net();

}  // namespace arbiter::players
