#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/backgammon/board/board.hpp"

namespace arbiter::backgammon {

/// How much a game counts; the cube multiplies it.
enum class Level : std::uint8_t { single = 1, gammon = 2, backgammon = 3 };

std::string_view to_string(Level level);
std::optional<Level> level_named(std::string_view name);

struct Cube {
    int value = 1;
    std::optional<Color> owner{};  ///< nothing: in the middle
    bool turned = false;           ///< a double has been taken in this game

    bool operator==(const Cube&) const = default;
};

/// What happens next.
enum class Stage : std::uint8_t {
    opening_roll,
    roll_or_double,
    move,      ///< dice are on the table
    response,  ///< to a double or a raccoon
    over,      ///< of the match, or of a game for money
};

struct Resignation {
    Color by;
    Level level;
    bool operator==(const Resignation&) const = default;
};

/// Anything one can write down about a game and the match around it: not necessarily possible.
struct Setup {
    Board board = start_board(StartName::standard);
    Stage stage = Stage::opening_roll;
    /// The side to act. Nobody is in the stage `opening_roll`; it is White there by convention.
    Color turn = Color::white;
    std::optional<Dice> dice{};    ///< set exactly in the stage `move`
    std::vector<Die> dice_used{};  ///< in a turn that is partly played
    Cube cube{};
    PerColor<int> score{};
    bool crawford_game = false;
    bool after_crawford = false;
    std::optional<Resignation> resignation{};  ///< offered and not answered
    std::optional<Color> beavered_by{};  ///< the beaver that has just been made; may be raccooned

    /// Whether a raccoon is to be answered: the side that answers owns the cube already.
    bool is_raccooned() const { return stage == Stage::response && cube.owner == turn; }
    bool operator==(const Setup&) const = default;
};

}  // namespace arbiter::backgammon
