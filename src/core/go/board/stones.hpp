#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/go/board/move.hpp"

namespace arbiter::go {

/// The stones on a board, two bits per point: superko compares them, and a game keeps what every move
/// changed of them.
class Stones {
public:
    explicit Stones(Size size = {})
        : size_(size), bits_(static_cast<std::size_t>((size.points() + 31) / 32)) {}

    Size size() const { return size_; }
    std::optional<Color> at(Point point) const {
        const auto [word, shift] = slot(point);
        switch (bits_[word] >> shift & 3) {
            case 1: return Color::black;
            case 2: return Color::white;
            default: return std::nullopt;
        }
    }
    void put(Stone stone) {
        take_off(stone.point);
        const auto [word, shift] = slot(stone.point);
        bits_[word] |= std::uint64_t{stone.color == Color::black ? 1U : 2U} << shift;
    }
    void take_off(Point point) {
        const auto [word, shift] = slot(point);
        bits_[word] &= ~(std::uint64_t{3} << shift);
    }

    bool operator==(const Stones&) const = default;

    /// What became of one point.
    class Change {
    public:
        Change(std::size_t place, std::uint64_t before, std::uint64_t after)
            : bits_(static_cast<std::uint32_t>(place << 4 | before << 2 | after)) {}

    private:
        friend Stones;
        std::size_t place() const { return bits_ >> 4; }
        std::uint64_t before() const { return bits_ >> 2 & 3; }
        std::uint64_t after() const { return bits_ & 3; }

        std::uint32_t bits_;
    };
    /// Adds what leads from these stones to others on a board of this size.
    void add_changes(const Stones& others, std::vector<Change>& changes) const {
        for (std::size_t word = 0; word < bits_.size(); ++word) {
            std::uint64_t differing = bits_[word] ^ others.bits_[word];
            while (differing != 0) {
                const int shift = std::countr_zero(differing) & ~1;
                changes.emplace_back(word * 32 + static_cast<std::size_t>(shift / 2),
                                     bits_[word] >> shift & 3, others.bits_[word] >> shift & 3);
                differing &= ~(std::uint64_t{3} << shift);
            }
        }
    }
    void apply(Change change) { set(change.place(), change.after()); }
    void revert(Change change) { set(change.place(), change.before()); }

private:
    void set(std::size_t place, std::uint64_t value) {
        const std::size_t shift = place % 32 * 2;
        bits_[place / 32] &= ~(std::uint64_t{3} << shift);
        bits_[place / 32] |= value << shift;
    }
    struct Slot {
        std::size_t word;
        int shift;
    };
    Slot slot(Point point) const {
        const int i = index(size_, point);
        return {static_cast<std::size_t>(i / 32), i % 32 * 2};
    }

    Size size_;
    std::vector<std::uint64_t> bits_;
};

}  // namespace arbiter::go
