#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "core/chess/formats/pgn.hpp"

namespace arbiter::chess {

/// Reads PGN piece by piece. Memory is bounded by the largest game, at most `game_size_max`.
///
/// A game ends with its result, or where the tags of the next begin. What cannot be played stays in
/// the document as it is written, with its verdict, and so does everything below it. The result is
/// the last event of the main line: a resignation, a fallen flag or a claim where the Termination tag
/// says so, otherwise a `Conclude`; there is none where the board decides.
///
/// Errors beside a document: what a move of the main line is rejected for, `null_move` in it,
/// `malformed_tag`, what a FEN is refused for, `unknown_variant`, `unterminated_comment`,
/// `unterminated_variation`, `variation_without_move`.
/// Errors without one: `no_main_line` beside variations, `too_many_tags`, `variations_too_deep`, `game_too_large`, `too_many_moves`.
///
/// Warnings: the same rejections in a variation; `uci_moves`, `unquoted_tag`, `unescaped_quote`,
/// `duplicate_tag` (the first counts), `missing_setup`, `missing_fen`, `surplus_castling_right`,
/// `empty_variation`, `variation_not_open`, `stray_character`, `unknown_annotation`, `result_in_variation`, `missing_result`,
/// `result_disagrees` with its tag (the moves count), `result_contradicts_board`, and
/// `moves_after_the_end`, which an automatic draw was.
class PgnReader final : public Stream<Document<Game>> {
public:
    static constexpr std::size_t game_size_max = std::size_t{16} << 20;
    static constexpr std::size_t variation_depth_max = 64;
    static constexpr std::size_t tag_count_max = 256;
    static constexpr std::size_t move_count_max = 1'000'000;  ///< with comments and variations

    PgnReader();
    ~PgnReader() override;
    void feed(std::string_view piece) override;
    void finish() override;
    std::optional<Reading<Document<Game>>> next() override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace arbiter::chess
