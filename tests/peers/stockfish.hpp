#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/chess/position.hpp"
#include "tests/peers/process.hpp"

namespace arbiter::chess::testing {

/// The number of leaves below each move, the moves in UCI.
using Divided = std::map<std::string, std::uint64_t>;

/// Stockfish in a process of its own.
class Stockfish {
public:
    /// Throws if it is not installed.
    Stockfish();

    Divided divide(const Position& position, Variant variant, int depth);

private:
    void set_variant(Variant variant);

    arbiter::testing::Process process_;
    Variant variant_ = Variant::standard;
};

}  // namespace arbiter::chess::testing
