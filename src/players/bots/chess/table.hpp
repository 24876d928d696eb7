#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/chess/board/move.hpp"

namespace arbiter::players {

/// What a search found out about positions, by their keys. Its memory is fixed; what is newer takes
/// the place of what is older, unless that belongs to the same search and went deeper.
class ChessTable {
public:
    enum class Bound : std::uint8_t { exact, at_least, at_most };

    struct Entry {
        std::uint64_t key = 0;
        std::uint16_t move = 0;  ///< the bits of the best one; 0 if none is known
        std::int16_t score = 0;
        std::int8_t depth = -1;
        Bound bound = Bound::exact;
    };

    /// The number of entries is rounded up to a power of two, up to 16 MiB.
    explicit ChessTable(std::uint64_t entries)
        : entries_(std::bit_ceil(std::clamp<std::uint64_t>(entries, 1 << 10, 1 << 20))) {}

    const Entry* find(std::uint64_t key) const {
        const Entry& entry = entries_[key & (entries_.size() - 1)];
        return entry.depth >= 0 && entry.key == key ? &entry : nullptr;
    }
    void store(const Entry& entry) {
        Entry& place = entries_[entry.key & (entries_.size() - 1)];
        if (place.key == entry.key && place.depth > entry.depth && entry.bound != Bound::exact) {
            return;
        }
        place = entry;
    }

private:
    std::vector<Entry> entries_;
};

}  // namespace arbiter::players
