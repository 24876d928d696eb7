// FEN in all its dialects: what is read plays, and reads back from what is written.

#include <algorithm>

#include "core/chess/notations/fen.hpp"
#include "core/chess/picture/svg.hpp"
#include "core/chess/rules.hpp"
#include "tests/fuzz/oracles.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::chess::fen_fuzz {
namespace {

using arbiter::fuzz::for_one;
using arbiter::fuzz::require;
using arbiter::fuzz::require_one;
using arbiter::fuzz::require_sound;
using arbiter::fuzz::speak_of_the_position;

constexpr std::size_t size_max = 256;

void require_round_trip(const Position& position, FenDialect dialect) {
    const std::string written = write_fen(position, dialect);
    const auto again = read_fen(written);
    require(again && speak_of_the_position(again.faults), "a written FEN is read without a word");
    require(write_fen(*again, dialect) == written, "a FEN that was written is written again");
    // X-FEN leaves out an en passant square that no pawn can take on.
    require(dialect == FenDialect::x_fen || *again == position, "a FEN holds the position");
}

/// The rules hold in whatever `Position::from` lets pass, and after every move from there.
void require_playable(const Position& position, std::string_view text) {
    require(position.key() == position.recomputed_key(), "the key is the recomputed key");
    for_one(text, legal_moves(position.board()), [&](Move move) {
        const Position next = position.after(move);
        require(next.key() == next.recomputed_key(), "the key is kept up by a move");
        const auto again = read_fen(write_fen(next));
        require(again && *again == next, "a legal move leads to a position");
    });
}

/// Pages draw what no game can be played from.
void require_drawable(const Board& board) {
    require(!describe(board, {}).empty(), "every board can be described");
    require(!svg_board(board, {}, {}).empty(), "every board can be drawn");
}

void look_at(std::string_view text) {
    const auto setup = read_fen_setup(text);
    const auto position = read_fen(text);
    require_sound(setup, text);
    require_sound(position, text);
    require(setup || !position, "a position is a setup");
    if (!setup) return;
    if (!position) return require_drawable(setup->board);
    require(position->setup() == *setup, "a position keeps its setup");
    using enum FenDialect;
    require_one(
        text, [&] { require_round_trip(*position, standard); },
        [&] { require_round_trip(*position, x_fen); },
        [&] { require_round_trip(*position, shredder); },
        [&] { require_playable(*position, text); });
}

const arbiter::fuzz::Target target({.name = "fen", .size_max = size_max, .look = look_at});

}  // namespace
}  // namespace arbiter::chess::fen_fuzz
