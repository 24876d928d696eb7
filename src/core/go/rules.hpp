#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/contract/rejection.hpp"
#include "core/go/codes.hpp"
#include "core/go/position.hpp"
#include "core/go/ruleset.hpp"

namespace arbiter::go {

/// The positions of a game from its start to now, for the rules that look back and for taking back.
/// A copy is cheap: a referee makes one for each move.
class History {
public:
    struct Entry {
        std::shared_ptr<const Stones> stones;
        std::uint64_t key;
        Color turn;
        std::optional<Point> ko;
        std::uint32_t moves;                       // how many had been made, passes included
        std::uint32_t last_pass;                   // the entry of the last pass, or the start
        std::optional<std::uint32_t> same_before;  // the last entry before with the same key
    };

    History(const Position& start, std::uint32_t moves);

    void push_play(const Position& after);
    void push_pass(const Position& after);
    void pop();

    const Entry& back() const { return entries_.back(); }
    std::size_t size() const { return entries_.size(); }

    /// What must be the same for a position to be repeated.
    enum class Compare : std::uint8_t { stones, stones_and_turn };

    /// How many moves had been made when the position that this stone brings about last stood
    /// there; nothing if it is new.
    std::optional<std::uint32_t> repeated_by(const Position& position, Stone stone,
                                             Compare compare) const;
    /// Whether the position after another play has stood there with the same side to move, and
    /// nobody has passed since.
    bool is_cycle(const Position& after) const;

private:
    void push(const Position& after, std::uint32_t moves, std::uint32_t last_pass);
    void make_room();
    /// Where the key stands in the table, or where it would.
    std::size_t slot(std::uint64_t key) const;
    std::optional<std::uint32_t> last_with(std::uint64_t key) const;

    std::vector<Entry> entries_;
    /// Of each key the last entry, counted from one; 0 where there is none. At least half of it is
    /// free, and whoever came last goes first: a slot that is freed lies on nobody's way.
    std::vector<std::uint32_t> table_;
};

/// Why the rules refuse a stone there; nothing if they do not. Whose turn it is does not matter.
std::optional<Rejection> refusal(const Position& position, const History& history,
                                 const Rules& rules, Stone stone);

/// Every point where a side may play, in the order of the points.
std::vector<Point> legal_points(const Position& position, const History& history,
                                const Rules& rules, Color color);

}  // namespace arbiter::go
