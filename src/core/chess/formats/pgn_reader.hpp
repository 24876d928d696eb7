#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "core/chess/formats/pgn.hpp"

namespace arbiter::chess {

/// Reads PGN piece by piece. A faulty game is reported with its number, line and column, and the
/// reader goes on with the next one. Memory is bounded by the largest game, at most `game_size_max`.
///
/// A game ends with its result, or where the tags of the next begin. Faults are what a move's
/// rejection is called, or `malformed_tag`, `too_many_tags`, `unknown_variant`, what a FEN is
/// refused for, `unterminated_comment`, `unterminated_variation`, `variation_without_move`,
/// `variation_not_open`, `variations_too_deep`, `null_move` in the main line, `stray_character`,
/// `game_too_large` and `too_many_moves`. Read all the same, with a warning: `duplicate_tag` (the
/// first counts), `unescaped_quote`, `missing_setup`, `missing_fen`, `null_move` in a variation,
/// which ends there, `empty_variation`, `unknown_annotation`, `annotation_without_move`,
/// `result_in_variation`, `missing_result`, `result_disagrees` with its tag (the moves count), and
/// `result_contradicts_board`.
class PgnReader final : public Stream<PgnGame> {
public:
    static constexpr std::size_t game_size_max = std::size_t{16} << 20;
    static constexpr std::size_t variation_depth_max = 64;
    static constexpr std::size_t tag_count_max = 256;
    static constexpr std::size_t move_count_max = 1'000'000;  ///< with comments and variations

    PgnReader();
    ~PgnReader() override;
    void feed(std::string_view piece) override;
    void finish() override;
    std::optional<Reading<PgnGame>> next() override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace arbiter::chess
