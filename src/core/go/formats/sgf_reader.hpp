#pragma once

#include <optional>
#include <string_view>

#include "core/contract/game.hpp"
#include "core/go/formats/sgf_game.hpp"
#include "core/go/formats/sgf_tree.hpp"

namespace arbiter::go {

/// Reads SGF of any version piece by piece. A faulty game is reported with its number, line and
/// column, and the reader continues with the next one. Memory is bounded by the largest game.
///
/// A game begins with `(;` and ends with the matching parenthesis; text between games is skipped.
/// Text becomes UTF-8. Faults: `unterminated_value`, `stray_character`,
/// `property_outside_node`, `property_without_value`, `value_without_property`,
/// `malformed_property`, `too_many_properties`, `variations_too_deep`, `too_many_parts`,
/// `game_too_large`, `not_go` (GM is not 1) and `bad_size`.
///
/// Warnings about what can be read nevertheless: `missing_parenthesis` at the end, `empty_variation`,
/// `node_after_variation` (it becomes the last variation), `duplicate_property` (their values become
/// one list), `unknown_charset` and `not_utf8` (taken for Latin-1), `malformed_point`,
/// `point_off_board` and `malformed_color` (the property is kept as written),
/// `several_moves_in_node` (the further ones get nodes of their own) and `setup_with_move`.
class SgfReader final : public Stream<SgfGame> {
public:
    void feed(std::string_view piece) override { trees_.feed(piece); }
    void finish() override { trees_.finish(); }
    std::optional<Reading<SgfGame>> next() override;

private:
    SgfTreeReader trees_;
};

}  // namespace arbiter::go
