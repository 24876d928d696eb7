#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/backgammon/game.hpp"

/// What a picture shows, and the same in words.
namespace arbiter::backgammon {

/// A turn that was made or is tried out.
struct ShownTurn {
    Color by;
    Turn turn;
};

/// A roll that is no longer used.
struct ShownRoll {
    Color by;
    Dice dice;
};

/// What a drawing shows. The setup need not be possible: a page where one is set up is drawn too.
struct Scene {
    Rules rules{};
    Setup setup{};
    PerColor<std::string> names{};         ///< may be empty
    std::string status{};                  ///< "White to play 3-1"; may be empty
    std::optional<Color> turn{};           ///< the side to act
    std::optional<ShownTurn> last_turn{};  ///< that led to this board
    std::optional<ShownRoll> last_roll{};  ///< of that turn
    std::optional<ShownTurn> preview{};
    std::string refusal{};  ///< of a preview that is not possible
};

/// The game as it stands, with the move that the options try out.
Scene scene_of(const Game& game, const RenderOptions& options);

/// The position in words, for screen readers: "White: 2 on 24, 5 on 13, ... 167 pips. ..."
std::string describe(const Scene& scene);

/// The side to act and what it can do: "White to roll or double", "Black to take or drop".
std::string status_of(const Game& game);

/// The dice on the table, a double four times.
struct ShownDie {
    Die die;
    bool used;
};
std::vector<ShownDie> shown_dice(const Setup& setup);

}  // namespace arbiter::backgammon
