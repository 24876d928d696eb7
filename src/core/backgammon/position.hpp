#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/backgammon/board/board.hpp"

namespace arbiter::backgammon {

/// What a game is worth beside the cube.
enum class Level : std::uint8_t { single = 1, gammon = 2, backgammon = 3 };

std::string_view to_string(Level level);
std::optional<Level> level_named(std::string_view name);

enum class Beavers : std::uint8_t { none, beaver, raccoon };

/// The rules around the board as data; every field can be set by itself.
struct Rules {
    int match_length = 0;  ///< in points; 0 is money play, one game
    bool cube = true;
    bool crawford = true;             ///< in matches
    bool jacoby = true;               ///< in money play: gammons count only once the cube is turned
    Beavers beavers = Beavers::none;  ///< in money play
    int automatic_doubles =
        0;  ///< how many ties of the opening roll double the cube, in money play
    StartName start = StartName::standard;

    bool money() const { return match_length == 0; }
    bool operator==(const Rules&) const = default;
};

struct Cube {
    int value = 1;
    std::optional<Color> owner{};  ///< nothing: in the middle
    bool turned = false;           ///< a double has been taken in this game

    bool operator==(const Cube&) const = default;
};

/// What is waited for.
enum class Stage : std::uint8_t {
    opening_roll,
    roll_or_double,
    move,      ///< dice are on the table
    response,  ///< to a double
    over,      ///< of the match, or of a game for money
};

struct Resignation {
    Color by;
    Level level;
    bool operator==(const Resignation&) const = default;
};

/// How a game, and the match around it, stands.
struct State {
    Board board = start_board(StartName::standard);
    Stage stage = Stage::opening_roll;
    /// Who is to act; in the stage `opening_roll` White, since somebody must be.
    Color turn = Color::white;
    std::optional<Dice> dice{};    ///< set exactly in the stage `move`
    std::vector<Die> dice_used{};  ///< by a turn of which the beginning has been made
    Cube cube{};
    PerColor<int> score{};
    bool crawford_game = false;
    bool after_crawford = false;
    std::optional<Resignation> resignation{};  ///< offered and not answered
    std::optional<Color> beavered_by{};  ///< the double that has just been made; may be raccooned

    /// The dice that are still to be played; only in the stage `move`.
    Hand hand() const;
    bool operator==(const State&) const = default;
};

/// Nobody doubles a higher cube, as in GNU Backgammon.
inline constexpr int cube_value_to_double_max = 1 << 11;

/// Why a side may not double now; nothing if it may.
enum class NoDouble : std::uint8_t { no_cube, not_owner, crawford, dead, too_high, not_now };
std::optional<NoDouble> cannot_double(const Rules& rules, const State& state, Color by);

/// How much a finished board is worth: a gammon if the loser has nothing off, a backgammon if it
/// also has a checker on the bar or in the winner's home.
Level level_of(const Board& board, Color winner);

/// With the Jacoby rule and the cube.
int points_for(const Rules& rules, const Cube& cube, Level level);

}  // namespace arbiter::backgammon
