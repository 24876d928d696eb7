#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/backgammon/game.hpp"
#include "core/contract/game.hpp"

namespace arbiter::backgammon {

/// A turn that was made or is tried out.
struct ShownTurn {
    Color by;
    Turn turn;
};

/// What a drawing shows. The board may hold nonsense: a page that sets one up is drawn too.
struct Scene {
    Rules rules{};
    State state{};
    PerColor<std::string> names{};         ///< may be empty
    std::string status{};                  ///< "White to play 3-1"; may be empty
    std::optional<Color> turn{};           ///< who is to act
    std::optional<ShownTurn> last_turn{};  ///< that led to this board
    std::optional<ShownTurn> preview{};
    std::string refusal{};  ///< of a preview that is not possible
};

/// The game as it stands, with the move that the options try out.
Scene scene_of(const Game& game, const RenderOptions& options);

/// A self-contained SVG. The points are numbered as the player at the bottom counts them. Every
/// point, both halves of the bar and both trays are elements of the class `spot` that catch clicks,
/// with `data-point` (1 to 24 as labelled, "bar", "off"), `data-index` (0 to 23 as in `gitgammon`),
/// `data-color` and `data-count`, so that a page can make it interactive; title and description
/// speak the position. The themes are light, dark and auto.
std::string svg_board(const Scene& scene, const RenderOptions& options);

/// The board in letters as GNU Backgammon draws it, White as X, or in lines and discs.
std::string text_board(const Scene& scene, const RenderOptions& options);

/// The position in words, for those who hear it: "White: 2 on 24, 5 on 13, ... 167 pips. ..."
std::string describe(const Scene& scene);

/// Who is waited for, and what for: "White to roll or double", "Black to take or drop".
std::string status_of(const Game& game);

/// The dice on the table, a double four times.
struct ShownDie {
    Die die;
    bool used;
};
std::vector<ShownDie> shown_dice(const State& state);

}  // namespace arbiter::backgammon
