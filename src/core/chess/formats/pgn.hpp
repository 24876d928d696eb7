#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/chess/game.hpp"

namespace arbiter::chess {

/// One move of a PGN with what is written around it. A comment is UTF-8 on one line, without blanks
/// around it: the reader takes a line break for a blank, and text that is no UTF-8 for Latin-1.
struct PgnMove {
    Move move;
    std::vector<int> nags;                         ///< numeric annotation glyphs: $1 is "!"
    std::vector<std::string> comments_before;      ///< between the move number and the move
    std::vector<std::string> comments;             ///< after the move
    std::vector<std::vector<PgnMove>> variations;  ///< what could have been played instead

    bool operator==(const PgnMove&) const = default;
};

/// A game as PGN holds it: the main line is `moves`, `variations` hang on the move they replace.
/// All of them are legal.
struct PgnGame {
    Tags tags;
    Start start;
    std::vector<std::string> comments;  ///< before the first move
    std::vector<PgnMove> moves;
    std::string result = "*";  ///< "1-0", "0-1", "1/2-1/2" or "*"

    bool operator==(const PgnGame&) const = default;
};

/// What stands inside a comment as [%clk 1:05:00] (also emt, eval ...): the command's argument.
std::optional<std::string_view> comment_command(std::string_view comment, std::string_view command);
/// The clock that a move's comments give, in milliseconds.
std::optional<std::int64_t> clock_ms(const PgnMove& move);

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

/// PGN's export format: the seven tags first, lines of at most 79 characters, moves in SAN. Since no
/// comment can hold a closing brace, `)` is written for it.
std::string write_pgn(const PgnGame& game);

/// The game without comments and variations. A result that does not follow from the moves becomes
/// the event that the Termination tag tells of ("resignation", "time forfeit", "threefold
/// repetition": any reason, with blanks), otherwise a `Conclude`. Moves beyond the end are left out
/// with the warning `moves_after_the_end`; what the board decides is not overruled by the result,
/// which gets the warning `result_contradicts_board` where the reader could not see it.
Reading<Game> game_of(const PgnGame& pgn);

/// The game's moves, result and tags, the reason in the Termination tag. PGN holds no draw offers
/// and no positions before the start: `game_of` gives the same moves and the same outcome, but a
/// draw by agreement becomes a `Conclude`.
PgnGame pgn_of(const Game& game);

}  // namespace arbiter::chess
