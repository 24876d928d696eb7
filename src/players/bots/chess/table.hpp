#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace arbiter::players {

/// What searches found out about positions, by their keys. Its memory is fixed. Of the two places that a key has,
/// the first keeps what went deepest in the present search, the second what came last.
class ChessTable {
public:
    enum class Bound : std::uint8_t { exact, at_least, at_most };

    struct Entry {
        std::uint64_t key = 0;
        std::uint16_t move = 0;  ///< the bits of the best one; 0 if none is known
        std::int16_t score = 0;
        std::int8_t depth = -1;
        Bound bound = Bound::exact;
        std::uint8_t search = 0;  ///< the number of the search that wrote it
    };

    /// Rounded down to a power of two.
    explicit ChessTable(std::size_t entries)
        : entries_(std::bit_floor(std::max<std::size_t>(entries, 2))) {}

    /// Enough for a search of this many nodes, up to 16 MiB.
    static std::size_t entries_for(std::uint64_t nodes) {
        return std::bit_ceil(
            static_cast<std::size_t>(std::clamp<std::uint64_t>(nodes, 1 << 10, 1 << 20)));
    }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
    static std::size_t entries_in(std::size_t bytes) { return bytes / sizeof(Entry); }

    /// What was written before gives way to what comes now.
    void begin_search() { ++search_; }

    const Entry* find(std::uint64_t key) const {
        const Entry* const place = &entries_[index_of(key)];
        for (const Entry* entry = place; entry != place + 2; ++entry) {
            if (entry->depth >= 0 && entry->key == key) return entry;
        }
        return nullptr;
    }
    void store(Entry entry) {
        entry.search = search_;
        Entry* const deep = &entries_[index_of(entry.key)];
        const bool same = deep->key == entry.key;
        const bool stale = deep->search != search_;
        if (stale || entry.depth >= deep->depth || (same && entry.bound == Bound::exact)) {
            if (!same) deep[1] = deep[0];
            deep[0] = entry;
        } else if (!same) {
            deep[1] = entry;
        }
    }

private:
    std::size_t index_of(std::uint64_t key) const { return key & (entries_.size() - 2); }

    std::vector<Entry> entries_;
    std::uint8_t search_ = 0;
};

}  // namespace arbiter::players
