#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/chess/position.hpp"

namespace arbiter::players {

/// An opening book in PolyGlot's format: entries of 16 bytes, sorted by the key of their position.
class PolyglotBook {
public:
    struct Choice {
        chess::Move move;
        std::uint16_t weight;
    };

    /// Nothing if the text is not a whole number of entries.
    static std::optional<PolyglotBook> of(std::string bytes);

    /// The legal moves that the book has for a position, as it orders them.
    std::vector<Choice> moves(const chess::Position& position) const;

    /// One of them, by their weights; nothing if there is none, or if all weigh nothing.
    std::optional<chess::Move> move(const chess::Position& position, std::uint64_t seed) const;

private:
    explicit PolyglotBook(std::string bytes) : bytes_(std::move(bytes)) {}

    std::uint64_t key_at(std::size_t entry) const;

    std::string bytes_;
};

}  // namespace arbiter::players
