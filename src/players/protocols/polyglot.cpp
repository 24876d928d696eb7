#include "players/protocols/polyglot.hpp"

#include <algorithm>
#include <ranges>

#include "core/base/random.hpp"
#include "core/chess/rules.hpp"

namespace arbiter::players {

namespace {

constexpr std::size_t entry_bytes = 16;

/// The most significant byte first.
std::uint64_t big_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

/// A move in the book's bits: three each for promotion, from rank and file, to rank and file. Castling is the
/// king's move onto its rook.
chess::WrittenMove written_move(std::uint64_t bits) {
    chess::WrittenMove move{chess::square_at(static_cast<int>(bits >> 6 & 63)),
                            chess::square_at(static_cast<int>(bits & 63)),
                            {}};
    const auto promotion = bits >> 12 & 7;
    if (promotion >= 1 && promotion <= 4) move.promotion = static_cast<chess::PieceType>(promotion);
    return move;
}

}  // namespace

std::optional<PolyglotBook> PolyglotBook::of(std::string bytes) {
    if (bytes.size() % entry_bytes != 0) return std::nullopt;
    return PolyglotBook(std::move(bytes));
}

std::uint64_t PolyglotBook::key_at(std::size_t entry) const {
    return big_endian(std::string_view(bytes_).substr(entry * entry_bytes, 8));
}

std::vector<PolyglotBook::Choice> PolyglotBook::moves(const chess::Position& position) const {
    const auto entries = std::views::iota(std::size_t{0}, bytes_.size() / entry_bytes);
    const auto found = std::ranges::lower_bound(entries, position.key(), {},
                                                [&](std::size_t entry) { return key_at(entry); });
    std::vector<Choice> choices;
    for (const std::size_t entry : std::ranges::subrange(found, entries.end())) {
        if (key_at(entry) != position.key()) break;
        const std::string_view rest = std::string_view(bytes_).substr(entry * entry_bytes + 8, 4);
        const chess::Move move =
            interpret(position.board(), written_move(big_endian(rest.substr(0, 2))));
        if (!is_legal(position.board(), move)) continue;
        choices.push_back({move, static_cast<std::uint16_t>(big_endian(rest.substr(2)))});
    }
    return choices;
}

std::optional<chess::Move> PolyglotBook::move(const chess::Position& position,
                                              std::uint64_t seed) const {
    const std::vector<Choice> choices = moves(position);
    std::uint64_t total = 0;
    for (const Choice& choice : choices) total += choice.weight;
    if (total == 0) return std::nullopt;
    std::uint64_t drawn = Random(seed ^ position.key()).below(static_cast<std::uint32_t>(total));
    for (const Choice& choice : choices) {
        if (drawn < choice.weight) return choice.move;
        drawn -= choice.weight;
    }
    return std::nullopt;
}

}  // namespace arbiter::players
