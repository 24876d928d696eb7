#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/go/game.hpp"

namespace arbiter::go {

/// Follows the moves of a game that are legal beyond doubt. It keeps a board alone: this is many times
/// faster than a `Game`, which can take every move back and keeps every position.
class QuickBoard {
public:
    /// Nothing if only a game can go on from there.
    static std::optional<QuickBoard> at_start(const Game& game);
    /// The same in mid-game, where earlier positions do not matter.
    static std::optional<QuickBoard> at_present(const Game& game);

    const Position& position() const { return position_; }
    const Account& account() const { return account_; }
    std::uint32_t move_count() const { return moves_; }
    /// Two passes have begun the phase in which dead stones are marked.
    bool is_marking() const { return passes_ == 2; }

    /// False if only a game can tell what becomes of the move. Then this is of no use any more.
    bool play(const Event& move, const Rules& rules);

private:
    explicit QuickBoard(const Game& game);

    bool put(Stone stone, const Rules& rules);
    bool is_new(std::uint64_t key);
    void make_room();

    Position position_;
    Account account_;
    std::uint32_t moves_ = 0;
    int passes_ = 0;
    std::size_t key_count_ = 0;
    std::vector<std::uint64_t> keys_;  // of the positions so far: a hash table with open addressing
};

}  // namespace arbiter::go
