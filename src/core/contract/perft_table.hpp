/// Counts of a perft that are remembered, for positions that several lines of play lead to.
///
/// ```cpp
/// #include "core/contract/perft_table.hpp"
///
/// PerftTable table(1 << 20);
/// const PerftTable::Key key{.place = 7, .check = 11};
/// assert(!table.find(key));
/// table.keep(key, 400);
/// assert(table.find(key) == 400);
/// ```
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace arbiter {

/// A hash table of fixed size: a new count replaces an older one in its place.
class PerftTable {
public:
    /// Two hashes of a position and a depth, independent of each other.
    struct Key {
        std::uint64_t place;
        std::uint64_t check;
    };

    explicit PerftTable(std::size_t bytes)
        : entries_(std::bit_floor(std::max(bytes / sizeof(Entry), std::size_t{1}))) {}

    std::optional<std::uint64_t> find(Key key) const {
        const Entry& entry = entries_[key.place & (entries_.size() - 1)];
        if (entry.count == 0 || entry.check != key.check) return std::nullopt;
        return entry.count;
    }

    void keep(Key key, std::uint64_t count) {
        entries_[key.place & (entries_.size() - 1)] = {key.check, count};
    }

private:
    struct Entry {
        std::uint64_t check = 0;
        std::uint64_t count = 0;  // 0: nothing is kept here
    };
    std::vector<Entry> entries_;
};

}  // namespace arbiter
