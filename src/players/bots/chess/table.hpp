#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace arbiter::players {

/// What searches found out about positions, by their keys. Its memory is fixed. Of the four places that a key has,
/// the one gives way that is the shallowest, where each search since it was written counts as four plies.
/// Several threads may use it: an entry that two of them wrote at once is not found.
class ChessTable {
public:
    enum class Bound : std::uint8_t { exact, at_least, at_most };

    struct Entry {
        std::uint16_t move = 0;  ///< the bits of the best one; 0 if none is known
        std::int16_t score = 0;
        std::int16_t static_score = 0;
        std::int8_t depth = 0;
        Bound bound = Bound::exact;
    };

    /// Rounded down to a power of two.
    explicit ChessTable(std::size_t entries) : slots_(std::bit_floor(std::max(entries, places))) {}

    /// Enough for a search of this many nodes, up to 16 MiB.
    static std::size_t entries_for(std::uint64_t nodes) {
        return std::bit_ceil(
            static_cast<std::size_t>(std::clamp<std::uint64_t>(nodes, 1 << 10, 1 << 20)));
    }
    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }
    static std::size_t entries_in(std::size_t bytes) { return bytes / sizeof(Slot); }

    /// What was written before gives way to what comes now.
    void begin_search() { search_ = (search_ + 1) & age_mask; }

    std::optional<Entry> find(std::uint64_t key) const {
        const Slot* const first = &slots_[first_of(key)];
        for (const Slot* slot = first; slot != first + places; ++slot) {
            const std::uint64_t data = slot->data.load(relaxed);
            if ((slot->check.load(relaxed) ^ data) == key && data != 0) return entry_of(data);
        }
        return std::nullopt;
    }

    /// A move that is known stays known.
    void store(std::uint64_t key, Entry entry) {
        Slot* const first = &slots_[first_of(key)];
        Slot* chosen = first;
        for (Slot* slot = first; slot != first + places; ++slot) {
            const std::uint64_t data = slot->data.load(relaxed);
            if ((slot->check.load(relaxed) ^ data) == key) {
                const Entry old = entry_of(data);
                if (entry.move == 0) entry.move = old.move;
                const bool deeper = age_of(data) == search_ && old.depth > entry.depth + 3;
                if (deeper && entry.bound != Bound::exact) return;
                chosen = slot;
                break;
            }
            if (worth(data) < worth(chosen->data.load(relaxed))) chosen = slot;
        }
        const std::uint64_t data = data_of(entry);
        chosen->check.store(key ^ data, relaxed);
        chosen->data.store(data, relaxed);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> check = 0;  // the key, combined with the data
        std::atomic<std::uint64_t> data = 0;
    };
    static constexpr auto relaxed = std::memory_order_relaxed;
    static constexpr std::size_t places = 4;
    static constexpr std::uint64_t age_mask = 63;

    std::size_t first_of(std::uint64_t key) const { return (key >> 8) & (slots_.size() - places); }

    //     age     bound   depth      static score   score   move
    //     6 bits  2 bits  8 bits     16             16      16
    std::uint64_t data_of(const Entry& entry) const {
        const auto half = [](std::int16_t value) {
            return std::uint64_t{static_cast<std::uint16_t>(value)};
        };
        return search_ << 58 | std::uint64_t{static_cast<std::uint8_t>(entry.bound)} << 56 |
               std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 48 |
               half(entry.static_score) << 32 | half(entry.score) << 16 | entry.move;
    }
    static Entry entry_of(std::uint64_t data) {
        return {.move = static_cast<std::uint16_t>(data),
                .score = static_cast<std::int16_t>(data >> 16),
                .static_score = static_cast<std::int16_t>(data >> 32),
                .depth = static_cast<std::int8_t>(data >> 48),
                .bound = static_cast<Bound>(data >> 56 & 3)};
    }
    static std::uint64_t age_of(std::uint64_t data) { return data >> 58; }
    int worth(std::uint64_t data) const {
        if (data == 0) return -1000;
        const auto searches = static_cast<int>((search_ - age_of(data)) & age_mask);
        return entry_of(data).depth - 4 * searches;
    }

    std::vector<Slot> slots_;
    std::uint64_t search_ = 0;
};

}  // namespace arbiter::players
