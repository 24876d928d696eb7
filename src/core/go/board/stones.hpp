#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/go/board/move.hpp"

namespace arbiter::go {

/// The stones on a board, two bits per point: superko compares them, and a game keeps them for every
/// position.
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

private:
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
