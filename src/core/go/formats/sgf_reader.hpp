#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "core/contract/sgf_tree.hpp"
#include "core/go/formats/sgf.hpp"

namespace arbiter::go {

/// Reads SGF of any version piece by piece, as documents. A game is named by its number, line and
/// column, and the reader goes on with the next one. Memory is bounded by the largest game.
///
/// Every node keeps all its properties as they are written, CA of the root excepted: text becomes
/// UTF-8. The text before a game is a comment before its root. A root that names neither FF, GM nor SZ gets GM[1]. Beside them stands what a node does: a
/// setup, which comes before moves; further ones of the same node are nodes without annotations. So
/// are the events that SGF leaves out: that play is resumed after two passes, and how the game ended.
/// What the rules refuse is executed all the same, as FF[4] says, and gets its verdict. Turns are
/// free if a side moves twice in a row.
///
/// Errors beside a document: those of `SgfTreeReader`; in the main line, what a move is rejected for,
/// `no_liberties` in a setup, `malformed_point` and `point_off_board`. Errors without one: those of
/// options, `not_go` (GM is not 1), `bad_size`, `too_many_moves`, `too_many_parts`.
///
/// Warnings: the same in variations; those of `sgf_start` and `follow_result`; `unknown_charset` and
/// `not_utf8` (taken for Latin-1), `malformed_color`, `several_moves_in_node`, `setup_with_move`,
/// `setup_in_mid_game`, `moves_after_the_end`.
class SgfReader final : public Stream<Document<Game>> {
public:
    /// For all nodes that change the board otherwise than by a legal move: their number times the
    /// points of the board.
    static constexpr std::size_t changed_points_max = 10'000'000;

    explicit SgfReader(Options options = {}) : options_(std::move(options)) {}

    void feed(std::string_view piece) override { trees_.feed(piece); }
    void finish() override { trees_.finish(); }
    std::optional<Reading<Document<Game>>> next() override;

private:
    SgfTreeReader trees_;
    Options options_;
};

}  // namespace arbiter::go
