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

/// One move of a PGN with what is written around it.
struct PgnMove {
    Move move;
    std::vector<int> nags;                        ///< numeric annotation glyphs: $1 is "!"
    std::vector<std::string> comments_before;     ///< between the move number and the move
    std::vector<std::string> comments;            ///< after the move
    std::vector<std::vector<PgnMove>> variations;  ///< what could have been played instead

    bool operator==(const PgnMove&) const = default;
};

/// A game as PGN holds it: the main line is `moves`, `variations` hang on the move they replace.
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
class PgnReader final : public Stream<PgnGame> {
public:
    static constexpr std::size_t game_size_max = std::size_t{16} << 20;
    static constexpr std::size_t variation_depth_max = 64;

    PgnReader();
    ~PgnReader() override;
    void feed(std::string_view piece) override;
    void finish() override;
    std::optional<Reading<PgnGame>> next() override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// PGN's export format: the seven tags first, lines of at most 79 characters, moves in SAN.
std::string write_pgn(const PgnGame& game);

/// The game without comments and variations. A result that does not follow from the moves becomes
/// a `Conclude`, with the reason that the Termination tag gives.
Reading<Game> game_of(const PgnGame& pgn);
PgnGame pgn_of(const Game& game);

}  // namespace arbiter::chess
