#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/chess/game.hpp"

namespace arbiter::chess {

/// One move of a PGN with what is written around it. A comment is UTF-8 on one line, without blanks
/// around it: the reader takes a line break for a blank, and text that is not UTF-8 for Latin-1.
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

/// The game without comments and variations. A result that does not follow from the moves becomes
/// the event that the Termination tag states ("resignation", "time forfeit", "threefold
/// repetition": any reason, with blanks), otherwise a `Conclude`. Moves beyond the end are left out
/// with the warning `moves_after_the_end`; what the board decides is not overruled by the result,
/// which gets the warning `result_contradicts_board` where the reader could not see it.
Reading<Game> game_of(const PgnGame& pgn);

/// The game's moves, result and tags, the reason in the Termination tag. PGN holds no draw offers
/// and no positions before the start: `game_of` gives the same moves and the same outcome, but a
/// draw by agreement becomes a `Conclude`.
PgnGame pgn_of(const Game& game);

bool looks_like_pgn(std::string_view text);
/// A move comes first, or a tag or the first move stands at the beginning of a line.
bool resembles_pgn(std::string_view text);
/// The first game of the text.
Reading<Game> read_pgn_game(std::string_view text, const Options& options);
std::unique_ptr<Stream<Game>> stream_pgn_games(const Options& options);
std::expected<std::string, Fault> write_pgn_game(const Game& game);

}  // namespace arbiter::chess
