#pragma once

#include <string_view>

/// The migration steps that are the same in both databases: the indexes of lists.
namespace arbiter::store::list_steps {

/// For lists of one game type, of running games and of a player's games.
inline constexpr std::string_view indexes =
    R"(
CREATE INDEX game_by_kind ON game (game, updated_ms DESC, id) WHERE is_public = 1;
CREATE INDEX game_running ON game (updated_ms DESC, id) WHERE is_public = 1 AND result = '';
CREATE INDEX game_by_white ON game (white);
CREATE INDEX game_by_black ON game (black);
)";

/// One index for all lists instead of three: a move updates each of them.
inline constexpr std::string_view one_index =
    R"(
DROP INDEX game_by_update;
DROP INDEX game_by_kind;
DROP INDEX game_running;
CREATE INDEX game_listed ON game (game, (result = ''), updated_ms DESC, id) WHERE is_public = 1;
)";

}  // namespace arbiter::store::list_steps
