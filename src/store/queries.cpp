#include "store/queries.hpp"

#include "core/games/any_game.hpp"

namespace arbiter::store::queries {

ListQuery::ListQuery(const Filter& filter, const std::optional<Cursor>& after) {
    std::string conditions;
    if (!filter.result.empty()) {
        const bool is_won = filter.result == "white" || filter.result == "black";
        conditions += (is_won ? " AND winner = " : " AND result = ") + add(filter.result);
    }
    if (after) {
        const std::string updated_ms = add(after->updated_ms);
        const std::string id = add(after->id);
        // The first half alone would do; it lets the index find where to begin.
        conditions += " AND updated_ms <= " + updated_ms;
        conditions += " AND (updated_ms < " + updated_ms + " OR id > " + id + ")";
    }
    const std::string select =
        "SELECT " + std::string(summary_columns) + " FROM game WHERE is_public = 1" + conditions;
    const std::string in_order =
        " ORDER BY updated_ms DESC, id LIMIT " + add(row_limit(filter.limit) + 1);

    if (!filter.player.empty()) {
        sql_ = select + of_player(filter) + in_order;
        return;
    }
    // The index has the games of a kind that are being played in the order of the list, and those
    // that are over: of each the first are taken, and of these the first.
    for (const GameInfo& kind : games()) {
        for (const std::string_view status : {"running", "finished"}) {
            if (!filter.game.empty() && filter.game != kind.name) continue;
            if (!filter.status.empty() && filter.status != status) continue;
            sql_ += sql_.empty() ? "" : " UNION ALL ";
            sql_ += "SELECT * FROM (" + select + " AND game = " + add(kind.name);
            sql_ +=
                status == "running" ? " AND (result = '') = TRUE" : " AND (result = '') = FALSE";
            sql_ += in_order + ") AS part";
        }
    }
    if (!sql_.empty()) sql_ = "SELECT * FROM (" + sql_ + ") AS listed" + in_order;
}

/// The games of one player are few: an expression keeps the database from taking the index of the
/// kinds.
std::string ListQuery::of_player(const Filter& filter) {
    const std::string player = add(filter.player);
    std::string conditions = " AND (white = " + player + " OR black = " + player + ")";
    if (!filter.game.empty()) conditions += " AND game || '' = " + add(filter.game);
    if (filter.status == "running") conditions += " AND result = ''";
    if (filter.status == "finished") conditions += " AND result <> ''";
    return conditions;
}

std::string ListQuery::add(Parameter parameter) {
    parameters_.push_back(parameter);
    return "$" + std::to_string(parameters_.size());
}

}  // namespace arbiter::store::queries
