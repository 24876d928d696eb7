#pragma once

#include <array>
#include <cstdint>

#include "core/chess/board/bitboard.hpp"
#include "core/chess/board/piece.hpp"

namespace arbiter::chess {

/// The tables behind the functions below. All are constant-initialised in attacks.cpp.
namespace tables {

/// True where the processor finds a slider's table entry with one instruction (BMI2's PEXT).
/// Zen 1 and 2 have the instruction in microcode only: a multiplication is faster there.
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
inline constexpr bool has_fast_pext = true;
#else
inline constexpr bool has_fast_pext = false;
#endif

/// Where the attacks of a slider on one square stand in `SliderAttacks`: the
/// relevant occupancy, gathered by PEXT or by a magic multiplication, is the offset from `base`.
struct SliderEntry {
    Bitboard mask;
    std::uint64_t magic;
    std::uint32_t base;
    std::uint32_t shift;
};

using SliderAttacks = std::array<Bitboard, 107'648>;  // 102,400 for rooks, 5,248 for bishops

using PerSquare = std::array<Bitboard, 64>;

extern const PerSquare king;
extern const PerSquare knight;
extern const std::array<PerSquare, 2> pawn;
extern const PerSquare rook_rays;    // on the empty board
extern const PerSquare bishop_rays;  // on the empty board
extern const std::array<PerSquare, 64> between;
extern const std::array<SliderEntry, 64> rook;
extern const std::array<SliderEntry, 64> bishop;
/// Both, because the files of a program may be compiled for different processors.
extern const SliderAttacks attacks_by_pext;
extern const SliderAttacks attacks_by_magic;

inline Bitboard slide(const SliderEntry& entry, Bitboard occupied) {
#if defined(__BMI2__)
    if constexpr (has_fast_pext) {
        return attacks_by_pext[entry.base +
                               __builtin_ia32_pext_di(occupied.bits(), entry.mask.bits())];
    }
#endif
    const auto product = (occupied & entry.mask).bits() * entry.magic;
    return attacks_by_magic[entry.base + static_cast<std::size_t>(product >> entry.shift)];
}

constexpr std::size_t at(Square square) { return static_cast<std::size_t>(square); }

}  // namespace tables

inline Bitboard king_attacks(Square from) { return tables::king[tables::at(from)]; }
inline Bitboard knight_attacks(Square from) { return tables::knight[tables::at(from)]; }

/// The squares that a pawn of this colour on `from` attacks.
inline Bitboard pawn_attacks(Color color, Square from) {
    return tables::pawn[static_cast<std::size_t>(color)][tables::at(from)];
}

inline Bitboard rook_attacks(Square from, Bitboard occupied) {
    return tables::slide(tables::rook[tables::at(from)], occupied);
}
inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
    return tables::slide(tables::bishop[tables::at(from)], occupied);
}
inline Bitboard queen_attacks(Square from, Bitboard occupied) {
    return rook_attacks(from, occupied) | bishop_attacks(from, occupied);
}

/// For all but pawns.
inline Bitboard officer_attacks(PieceType type, Square from, Bitboard occupied) {
    switch (type) {
        case PieceType::knight: return knight_attacks(from);
        case PieceType::bishop: return bishop_attacks(from, occupied);
        case PieceType::rook: return rook_attacks(from, occupied);
        case PieceType::queen: return queen_attacks(from, occupied);
        case PieceType::king: return king_attacks(from);
        case PieceType::pawn: break;
    }
    return {};
}

/// The lines through a square on an empty board.
inline Bitboard rook_rays(Square from) { return tables::rook_rays[tables::at(from)]; }
inline Bitboard bishop_rays(Square from) { return tables::bishop_rays[tables::at(from)]; }

/// The squares strictly between two squares of one rank, file or diagonal; otherwise none.
inline Bitboard between(Square a, Square b) {
    return tables::between[tables::at(a)][tables::at(b)];
}

/// The squares a piece of this type attacks from `from`. For pawns use `pawn_attacks`.
template <PieceType Type>
Bitboard attacks(Square from, Bitboard occupied) {
    static_assert(Type != PieceType::pawn);
    if constexpr (Type == PieceType::knight) return knight_attacks(from);
    if constexpr (Type == PieceType::bishop) return bishop_attacks(from, occupied);
    if constexpr (Type == PieceType::rook) return rook_attacks(from, occupied);
    if constexpr (Type == PieceType::queen) return queen_attacks(from, occupied);
    if constexpr (Type == PieceType::king) return king_attacks(from);
}

}  // namespace arbiter::chess
