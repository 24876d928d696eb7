#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/go/game.hpp"
#include "players/bots/bot.hpp"
#include "players/bots/go/search.hpp"

namespace arbiter::players {

/// The number of playouts of a level; fewer on boards larger than 19x19, so that they take no longer.
std::uint64_t go_playouts(int level, go::Size size);

/// The best moves of the side to move in a game that is scored by these rules, with their chances,
/// scores and lines, and who will own each point.
GoReport analyse_go(const go::Game& game, const go::Rules& rules, const Bot& bot,
                    const Limits& limits);

/// The search behind `analyse_go`, for who wants to look at it while it goes on. It begins with no
/// other moves than those that `allows` has.
GoSearch go_search(
    const go::Game& game, const go::Rules& rules, std::uint64_t seed,
    const std::function<bool(go::Point)>& allows = [](go::Point) { return true; });

struct GoMove {
    std::optional<go::Point> point{};  ///< nothing: a pass, or it resigns
    std::optional<double> chance{};    ///< that the side to move wins, if a search was made
    bool resigns = false;
};

/// The last search of a session that is one game.
struct GoMemory {
    struct Last {
        go::Game game;
        GoSearch search;
    };
    std::optional<Last> last;
};

/// The move of the side to move in a game that is scored by these rules. With a memory the search
/// begins with what the last one found, if the game has gone on from there.
GoMove go_move(const go::Game& game, const go::Rules& rules, const Bot& bot, const Limits& limits,
               GoMemory* memory = nullptr);

/// What a bot answers for the side to move. It passes when the other side has passed and the score
/// is a win, and when every point is decided. It marks the stones of `go::dead_stones_proposal` as
/// dead and agrees with them; if the other side removes its marks, it resumes play once and then
/// agrees. It never repeats a position, even if the ko rule allows it, and resigns when it is lost.
BotMove answer(const go::Game& game, const Bot& bot, const Limits& limits);

extern const GameBot go_bot;

}  // namespace arbiter::players
