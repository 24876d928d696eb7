#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fault.hpp"
#include "core/contract/game.hpp"

namespace arbiter::arena {

struct OpeningTerms {
    std::string_view game;
    Options options;                   ///< for formats that leave rules open
    std::optional<std::size_t> plies;  ///< the first events of each; nothing: all
};

/// Positions and games to begin from, as records. The text is PGN, SGF or another format that holds
/// many games, or has a position in each line: FEN, EPD, XGID. Lines that begin with # are comments.
/// From a game that has ended, the last event is taken back, since it may only record the result; an
/// opening after which nothing can be played is a fault, `opening_is_over`.
Reading<std::vector<std::string>> read_openings(std::string_view text, const OpeningTerms& terms);

}  // namespace arbiter::arena
