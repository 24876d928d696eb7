#include "store/queries.hpp"

#include "core/games/any_game.hpp"

namespace arbiter::store::queries {

ListQuery::ListQuery(const Filter& filter) {
    std::string conditions;
    if (filter.result) {
        const bool is_won = std::holds_alternative<Color>(*filter.result);
        const auto name = std::visit([](auto value) { return to_string(value); }, *filter.result);
        conditions += (is_won ? " AND winner = " : " AND result = ") + add(name);
    }
    if (filter.before) {
        const std::string updated_ms = add(filter.before->updated_ms);
        const std::string id = add(filter.before->id);
        // The first condition follows from the second; it lets the index find the beginning.
        conditions += " AND updated_ms <= " + updated_ms;
        conditions += " AND (updated_ms < " + updated_ms + " OR id > " + id + ")";
    }
    const std::string select =
        "SELECT " + std::string(summary_columns) + " FROM game WHERE is_public = 1" + conditions;
    const std::string in_order =
        " ORDER BY updated_ms DESC, id LIMIT " + add(row_limit(filter.limit) + 1);

    if (filter.player) {
        sql_ = select + of_player(filter) + in_order;
        return;
    }
    // The index holds the running and the finished games of each game type in the order of the list:
    // the first of each part are merged.
    for (const GameInfo& kind : games()) {
        for (const GameStatus status : {GameStatus::running, GameStatus::finished}) {
            if (filter.game && *filter.game != kind.name) continue;
            if (filter.status && *filter.status != status) continue;
            sql_ += sql_.empty() ? "" : " UNION ALL ";
            sql_ += "SELECT * FROM (" + select + " AND game = " + add(kind.name);
            sql_ += status == GameStatus::running ? " AND (result = '') = TRUE"
                                                  : " AND (result = '') = FALSE";
            sql_ += in_order + ") AS part";
        }
    }
    if (!sql_.empty()) sql_ = "SELECT * FROM (" + sql_ + ") AS listed" + in_order;
}

/// The games of one player are few: `game || ''` keeps the database from using the index that begins
/// with the game type. PostgreSQL's indexes leave out empty names.
std::string ListQuery::of_player(const Filter& filter) {
    const std::string player = add(*filter.player);
    std::string conditions =
        " AND (white = " + player + " AND white <> '' OR black = " + player + " AND black <> '')";
    if (filter.game) conditions += " AND game || '' = " + add(*filter.game);
    if (filter.status == GameStatus::running) conditions += " AND result = ''";
    if (filter.status == GameStatus::finished) conditions += " AND result <> ''";
    return conditions;
}

void refuse_summary(std::string_view id, std::string_view column, std::string_view value) {
    throw StoreException("game " + std::string(id) + ": the summary says " + std::string(column) +
                         " \"" + std::string(value) + "\", which cannot be");
}

std::optional<StoredOutcome> outcome_in(std::string_view id, std::string_view result,
                                        std::string_view winner, std::string_view reason) {
    if (!winner.empty() && !color_named(winner)) refuse_summary(id, "winner", winner);
    if (result.empty()) {
        if (!winner.empty()) refuse_summary(id, "winner", winner);
        if (!reason.empty()) refuse_summary(id, "reason", reason);
        return std::nullopt;
    }
    for (const auto known : {GameResult::win, GameResult::draw, GameResult::no_result}) {
        if (result == to_string(known)) {
            return StoredOutcome{known, color_named(winner), std::string(reason)};
        }
    }
    refuse_summary(id, "result", result);
    return std::nullopt;
}

std::string ListQuery::add(Parameter parameter) {
    parameters_.push_back(parameter);
    return "$" + std::to_string(parameters_.size());
}

}  // namespace arbiter::store::queries
