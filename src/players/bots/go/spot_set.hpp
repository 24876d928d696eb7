#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/go/board/board.hpp"

namespace arbiter::players {

/// A set of spots of a board with at most `Cells` of them, one bit for each.
template <std::size_t Cells>
class SpotSet {
public:
    bool contains(go::Spot spot) const { return (words_[spot / 64] >> spot % 64 & 1) != 0; }
    /// Whether it was not there before.
    bool insert(go::Spot spot) {
        std::uint64_t& word = words_[spot / 64];
        const std::uint64_t before = word;
        word |= std::uint64_t{1} << spot % 64;
        return word != before;
    }
    /// Whether it was there.
    bool erase(go::Spot spot) {
        std::uint64_t& word = words_[spot / 64];
        const std::uint64_t before = word;
        word &= ~(std::uint64_t{1} << spot % 64);
        return word != before;
    }
    void clear() { words_.fill(0); }
    SpotSet& operator|=(const SpotSet& other) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
        return *this;
    }
    int count() const {
        int count = 0;
        for (const std::uint64_t word : words_) count += std::popcount(word);
        return count;
    }
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
                visit(static_cast<go::Spot>(64 * i +
                                            static_cast<std::size_t>(std::countr_zero(word))));
            }
        }
    }
    /// Of a set that is not empty.
    go::Spot first() const {
        std::size_t i = 0;
        while (words_[i] == 0) ++i;
        return static_cast<go::Spot>(64 * i +
                                     static_cast<std::size_t>(std::countr_zero(words_[i])));
    }

private:
    std::array<std::uint64_t, (Cells + 63) / 64> words_{};
};

}  // namespace arbiter::players
