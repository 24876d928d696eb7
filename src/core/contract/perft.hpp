/// Counts the leaves of the tree of legal events to a given depth, by playing.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/perft.hpp"
///
/// const chess::Game game = *chess::Game::create({});
/// assert(leaves_below(game, 2) == 400);
/// ```
#pragma once

#include <cstdint>
#include <vector>

#include "core/contract/game.hpp"

namespace arbiter {

/// The leaves below each legal event, counted by playing: for games without a faster way.
template <class G>
std::uint64_t leaves_below(const G& game, int depth) {
    const auto legal = game.legal();
    if (depth == 1) return legal.size();
    std::uint64_t leaves = 0;
    for (const auto& event : legal) {
        G next = game;
        if (next.play(event)) leaves += leaves_below(next, depth - 1);
    }
    return leaves;
}

template <class G>
std::vector<PerftRow> perft_by_playing(const G& game, int depth) {
    std::vector<PerftRow> rows;
    if (depth < 1) return rows;
    for (const auto& event : game.legal()) {
        G next = game;
        if (!next.play(event)) continue;
        rows.push_back({game.write_event(event), depth == 1 ? 1 : leaves_below(next, depth - 1)});
    }
    return rows;
}

}  // namespace arbiter
