#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "players/bots/chess/moves.hpp"

namespace arbiter::players {

/// How well moves have done in this search, wherever they were tried: good ones are tried first
/// elsewhere, bad ones late, shallow or not at all.
class ChessHistory {
public:
    /// A piece and where it goes; `nothing` before the first move, and after a pass.
    using PieceTo = std::uint16_t;
    static constexpr PieceTo nothing = 12 * 64;
    /// The last move, and the one before it.
    using Trail = std::array<PieceTo, 2>;

    static PieceTo piece_to(const chess::Board& board, chess::Move move) {
        const auto type = static_cast<unsigned>(type_at(board, move.from()));
        const unsigned piece = 6 * static_cast<unsigned>(board.turn) + type;
        return static_cast<PieceTo>(64 * piece + static_cast<unsigned>(chess::index(move.to())));
    }

    int of_quiet(const chess::Board& board, chess::Move move, const Trail& trail) const {
        const PieceTo to = piece_to(board, move);
        return quiet_[quiet_at(board, move)] + follows_[follow_at(trail[0], to)] +
               follows_[follow_at(trail[1], to)];
    }
    int of_capture(const chess::Board& board, chess::Move move) const {
        return captures_[capture_at(board, move)];
    }

    void note_quiet(const chess::Board& board, chess::Move move, const Trail& trail, int bonus) {
        const PieceTo to = piece_to(board, move);
        note(quiet_[quiet_at(board, move)], bonus);
        note(follows_[follow_at(trail[0], to)], bonus);
        note(follows_[follow_at(trail[1], to)], bonus);
    }
    void note_capture(const chess::Board& board, chess::Move move, int bonus) {
        note(captures_[capture_at(board, move)], bonus);
    }

private:
    static constexpr int most = 16'384;

    /// The nearer a count is to its maximum the less it grows.
    static void note(std::int16_t& count, int bonus) {
        count = static_cast<std::int16_t>(count + bonus - count * std::abs(bonus) / most);
    }
    static std::size_t quiet_at(const chess::Board& board, chess::Move move) {
        return static_cast<std::size_t>(board.turn) * 4096 + (move.bits() & 4095U);
    }
    static std::size_t follow_at(PieceTo before, PieceTo move) {
        return std::size_t{before} * nothing + move;
    }
    static std::size_t capture_at(const chess::Board& board, chess::Move move) {
        return std::size_t{piece_to(board, move)} * 6 +
               static_cast<std::size_t>(type_at(board, move.to()));
    }

    std::vector<std::int16_t> quiet_ = std::vector<std::int16_t>(std::size_t{2} * 4096);
    std::vector<std::int16_t> captures_ = std::vector<std::int16_t>(std::size_t{nothing} * 6);
    std::vector<std::int16_t> follows_ =
        std::vector<std::int16_t>(std::size_t{nothing + 1} * nothing);
};

/// How much better or worse than the evaluation searches found positions with the same pawns, or with the same
/// other pieces of one side: what the evaluation does not know of a position is true of those beside it.
class ChessCorrections {
public:
    int of(const chess::Board& board) const {
        int sum = 0;
        for (const std::size_t at : places(board)) sum += values_[at];
        return sum / 16;
    }
    /// `miss`: by how much a search to this depth found more than the corrected evaluation.
    void note(const chess::Board& board, int depth, int miss) {
        const int bonus = std::clamp(miss * depth / 3, -most / 4, most / 4);
        for (const std::size_t at : places(board)) {
            std::int16_t& value = values_[at];
            value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / most);
        }
    }

private:
    static constexpr int most = 1024;
    static constexpr int place_bits = 14;

    static std::array<std::size_t, 3> places(const chess::Board& board) {
        constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
        std::array<std::uint64_t, 3> keys{};
        for (const Color color : both_colors) {
            const auto side = static_cast<std::size_t>(color);
            keys[2] = keys[2] * factor + board.of(color, chess::PieceType::pawn).bits();
            for (const chess::PieceType type : chess::all_piece_types) {
                if (type == chess::PieceType::pawn) continue;
                keys[side] = (keys[side] + board.of(color, type).bits()) * factor;
            }
        }
        std::array<std::size_t, 3> found{};
        for (std::size_t kind = 0; kind < 3; ++kind) {
            const std::size_t table = 2 * kind + static_cast<std::size_t>(board.turn);
            found[kind] = table << place_bits | (keys[kind] * factor) >> (64 - place_bits);
        }
        return found;
    }

    std::vector<std::int16_t> values_ = std::vector<std::int16_t>(std::size_t{6} << place_bits);
};

}  // namespace arbiter::players
