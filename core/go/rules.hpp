#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/contract/rejection.hpp"
#include "core/go/codes.hpp"
#include "core/go/position.hpp"
#include "core/go/ruleset.hpp"

namespace arbiter::go {

/// The positions of a game from its start to now, for the rules that look back and for taking back.
class History {
public:
    struct Entry {
        Stones stones;
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

    std::vector<Entry> entries_;
    std::unordered_map<std::uint64_t, std::uint32_t> last_with_key_;
};

/// Why the rules refuse a stone there; nothing if they do not. Whose turn it is does not matter.
std::optional<Rejection> refusal(const Position& position, const History& history,
                                 const Rules& rules, Stone stone);

/// Every point where a side may play, in the order of the points.
std::vector<Point> legal_points(const Position& position, const History& history,
                                const Rules& rules, Color color);

}  // namespace arbiter::go
