#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/contract/annotation.hpp"

/// What can be said of a position: its best moves, with what each is worth. The same for every game;
/// a `Scale` says what its numbers mean.
namespace arbiter::players {

/// What a move or a position is worth to a side.
struct Judgement {
    double value = 0;              ///< in the unit of the scale
    double chance = 0.5;           ///< to win
    std::optional<int> mate_in{};  ///< moves, negative if it is this side that is mated
    /// Chances of other results, where the game has them: {"win_gammon", 0.2}.
    std::vector<std::pair<std::string, double>> chances{};

    bool operator==(const Judgement&) const = default;
};

struct RatedMove {
    std::string move;                 ///< in any notation of the game
    Judgement judgement;              ///< for the side that makes it
    std::vector<std::string> line{};  ///< best play, from this move on

    bool operator==(const RatedMove&) const = default;
};

/// What is asked about a position.
struct AnalysisTask {
    int lines = 1;            ///< how many moves are wanted, best first
    std::string_view played;  ///< judged too, whatever it is worth; empty: nothing
    /// How far to look ahead, in half-moves, for those who search by depth; 0: as far as the budget goes.
    int depth = 0;
};

struct Analysis {
    std::vector<RatedMove> moves;     ///< best first
    std::optional<RatedMove> played;  ///< nothing if that is not a decision that can be judged
    bool forced = false;              ///< there is nothing to choose
    std::optional<double> luck{};     ///< of the roll that was played, in the unit of the scale
    /// The same as part of the result: points for money, in a match from -1 (lost) to 1 (won).
    std::optional<double> luck_in_result{};
    std::vector<float> ownership{};  ///< of each place, from -1 (Black) to 1 (White)
    std::optional<int> depth{};      ///< of the search, in half-moves
};

/// What the numbers of a game's analysis mean, and from where on a move counts as a mistake.
struct Scale {
    /// What a mistake is measured by: in a decided game of chess a piece costs nothing any more.
    enum class Measure : std::uint8_t { chance, value };

    std::string_view unit;   ///< "centipawns", "points", "equity"
    std::string_view shown;  ///< the unit in which people are told a value: "pawns"
    double unit_shown;       ///< how many units make one of those
    int decimals;            ///< with which a value is shown
    std::optional<Evaluation::Unit> in_files;  ///< how files write a value, if they do
    Measure measure;
    double doubtful;  ///< costs at least this; likewise the others
    double bad;
    double blunder;
};

}  // namespace arbiter::players
