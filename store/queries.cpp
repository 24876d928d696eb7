#include "store/queries.hpp"

namespace arbiter::store::queries {

ListQuery::ListQuery(const Filter& filter, const std::optional<Cursor>& after) {
    sql_ = "SELECT " + std::string(summary_columns) + " FROM game WHERE is_public = 1";
    if (!filter.game.empty()) {
        // Games of one player, and those being played, are fewer than those of a kind: an
        // expression keeps the database from taking the index of the kinds.
        const bool has_narrower_index = !filter.player.empty() || filter.status == "running";
        sql_ += has_narrower_index ? " AND game || '' = " : " AND game = ";
        sql_ += add(filter.game);
    }
    if (filter.status == "running") sql_ += " AND result = ''";
    if (filter.status == "finished") sql_ += " AND result <> ''";
    if (!filter.player.empty()) {
        const std::string player = add(filter.player);
        sql_ += " AND (white = " + player + " OR black = " + player + ")";
    }
    if (!filter.result.empty()) {
        const bool is_won = filter.result == "white" || filter.result == "black";
        sql_ += (is_won ? " AND winner = " : " AND result = ") + add(filter.result);
    }
    if (after) {
        const std::string updated_ms = add(after->updated_ms);
        const std::string id = add(after->id);
        // The first half alone would do; it lets the index find where to begin.
        sql_ += " AND updated_ms <= " + updated_ms;
        sql_ += " AND (updated_ms < " + updated_ms + " OR id > " + id + ")";
    }
    sql_ += " ORDER BY updated_ms DESC, id LIMIT " + add(row_limit(filter.limit) + 1);
}

std::string ListQuery::add(Parameter parameter) {
    parameters_.push_back(parameter);
    return "$" + std::to_string(parameters_.size());
}

}  // namespace arbiter::store::queries
