#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <variant>

#include "store/chain.hpp"
#include "store/change.hpp"
#include "store/store.hpp"
#include "store/store_exception.hpp"

/// The SQL that both databases share. A connection has
///
///     each(sql, parameters, function of a row)      with $1, $2 ... in the SQL
///
/// and a row has text(column), number(column) and is_null(column).
namespace arbiter::store {

/// NULL, a number or a text.
using Parameter = std::variant<std::monostate, std::int64_t, std::string_view>;

inline std::int64_t stored_number(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}

/// Every column of a game's row, in the order of its table.
inline std::array<Parameter, 14> columns_of(const Summary& game) {
    const auto& outcome = game.outcome;
    return {game.id,
            game.game,
            game.white,
            game.black,
            std::int64_t{game.is_public},
            game.created_ms,
            game.updated_ms,
            stored_number(game.version),
            stored_number(game.ply),
            to_string(game.turn),
            outcome ? to_string(outcome->result) : "",
            outcome && outcome->winner ? to_string(*outcome->winner) : "",
            outcome ? std::string_view(outcome->reason) : "",
            game.deadline_ms ? Parameter(*game.deadline_ms) : Parameter()};
}

}  // namespace arbiter::store

namespace arbiter::store::queries {

inline constexpr std::size_t rows_max = 1000;

inline std::int64_t row_limit(std::size_t limit) {
    return static_cast<std::int64_t>(std::min(limit, rows_max));
}

template <class Row>
std::uint64_t count_in(const Row& row, int column) {
    return static_cast<std::uint64_t>(row.number(column));
}

inline constexpr std::string_view summary_columns =
    "id, game, white, black, is_public, created_ms, updated_ms, version, ply, turn, result, "
    "winner, reason, deadline_ms";

/// For a row with a value that no summary has.
[[noreturn]] void refuse_summary(std::string_view id, std::string_view column,
                                 std::string_view value);
std::optional<StoredOutcome> outcome_in(std::string_view id, std::string_view result,
                                        std::string_view winner, std::string_view reason);

template <class Row>
Summary summary_in(const Row& row) {
    Summary summary;
    summary.id = row.text(0);
    summary.game = row.text(1);
    summary.white = row.text(2);
    summary.black = row.text(3);
    summary.is_public = row.number(4) != 0;
    summary.created_ms = row.number(5);
    summary.updated_ms = row.number(6);
    summary.version = count_in(row, 7);
    summary.ply = count_in(row, 8);
    const auto turn = color_named(row.text(9));
    if (!turn) refuse_summary(row.text(0), "turn", row.text(9));
    summary.turn = *turn;
    summary.outcome = outcome_in(row.text(0), row.text(10), row.text(11), row.text(12));
    if (!row.is_null(13)) summary.deadline_ms = row.number(13);
    return summary;
}

/// One statement, so that the game and its entries are read at the same moment. The entry before
/// those asked for is read as well: the first of them is chained to it.
inline constexpr std::string_view read_sql =
    "SELECT game.version, entry.version, entry.at_ms, entry.body, entry.hash "
    "FROM game LEFT JOIN entry ON entry.game = game.id AND entry.version >= $2 "
    "WHERE game.id = $1 ORDER BY entry.version";

/// Throws rather than return an entry that is not what was written.
template <class Connection>
std::vector<Entry> read(Connection& connection, std::string_view id, std::uint64_t after) {
    std::vector<Entry> entries;
    std::uint64_t newest = 0;
    if (!is_storable(id) || after > INT64_MAX) return entries;
    const std::array<Parameter, 2> parameters{id, stored_number(after)};
    connection.each(read_sql, parameters, [&](const auto& row) {
        newest = count_in(row, 0);
        if (row.is_null(1)) return;
        entries.push_back(
            {count_in(row, 1), row.number(2), std::string(row.text(3)), std::string(row.text(4))});
    });
    if (newest < after) return {};

    std::string previous(chain_start);
    if (after > 0 && !entries.empty() && entries.front().version == after) {
        previous = entries.front().hash;
        entries.erase(entries.begin());
    }
    if (auto problem = broken_link(id, previous, after, entries)) throw StoreException(*problem);
    if (after + entries.size() != newest) {
        throw StoreException("game " + std::string(id) + ", entry " +
                             std::to_string(after + entries.size() + 1) + " is missing");
    }
    return entries;
}

template <class Connection>
std::optional<Summary> summary(Connection& connection, std::string_view id) {
    static const std::string sql =
        "SELECT " + std::string(summary_columns) + " FROM game WHERE id = $1";
    std::optional<Summary> found;
    if (!is_storable(id)) return found;
    const std::array<Parameter, 1> parameters{id};
    connection.each(sql, parameters, [&](const auto& row) { found = summary_in(row); });
    return found;
}

/// The SQL of a list, with its parameters.
class ListQuery {
public:
    explicit ListQuery(const Filter& filter);

    /// Empty if nothing can be in the list.
    const std::string& sql() const { return sql_; }
    std::span<const Parameter> parameters() const { return parameters_; }

private:
    std::string of_player(const Filter& filter);
    /// Adds a parameter; returns its name in the SQL.
    std::string add(Parameter parameter);

    std::string sql_;
    std::vector<Parameter> parameters_;
};

template <class Connection>
Page list(Connection& connection, const Filter& filter) {
    Page page;
    for (const auto& text : {filter.game, filter.player}) {
        if (text && !is_storable(*text)) return page;
    }
    const ListQuery query(filter);
    if (query.sql().empty()) return page;
    connection.each(query.sql(), query.parameters(),
                    [&](const auto& row) { page.games.push_back(summary_in(row)); });

    // One game more than the page holds was read: if it is there, so is another page.
    const auto limit = static_cast<std::size_t>(row_limit(filter.limit));
    if (page.games.size() > limit) {
        page.games.resize(limit);
        if (limit > 0) page.next = Cursor{page.games.back().updated_ms, page.games.back().id};
    }
    return page;
}

template <class Connection>
std::optional<Answer> answer(Connection& connection, std::string_view key) {
    constexpr std::string_view sql =
        "SELECT request, status, body, at_ms FROM answer WHERE key = $1";
    std::optional<Answer> found;
    if (!is_storable(key)) return found;
    const std::array<Parameter, 1> parameters{key};
    connection.each(sql, parameters, [&](const auto& row) {
        found = Answer{std::string(key), std::string(row.text(0)),
                       static_cast<std::int32_t>(row.number(1)), std::string(row.text(2)),
                       row.number(3)};
    });
    return found;
}

template <class Connection>
std::vector<std::string> texts(Connection& connection, std::string_view sql,
                               std::span<const Parameter> parameters) {
    std::vector<std::string> found;
    connection.each(sql, parameters, [&](const auto& row) { found.emplace_back(row.text(0)); });
    return found;
}

template <class Connection>
std::vector<std::string> overdue(Connection& connection, std::int64_t now_ms, std::size_t limit) {
    constexpr std::string_view sql =
        "SELECT id FROM game WHERE deadline_ms IS NOT NULL AND deadline_ms <= $1 "
        "ORDER BY deadline_ms LIMIT $2";
    return texts(connection, sql, std::array<Parameter, 2>{now_ms, row_limit(limit)});
}

template <class Connection>
std::vector<std::string> unchanged_since(Connection& connection, GameStatus status,
                                         std::int64_t before_ms, std::size_t limit) {
    constexpr std::string_view running =
        "SELECT id FROM game WHERE result = '' AND updated_ms < $1 LIMIT $2";
    constexpr std::string_view finished =
        "SELECT id FROM game WHERE result <> '' AND updated_ms < $1 LIMIT $2";
    return texts(connection, status == GameStatus::running ? running : finished,
                 std::array<Parameter, 2>{before_ms, row_limit(limit)});
}

template <class Connection>
std::vector<std::string> ids(Connection& connection, std::string_view after, std::size_t limit) {
    constexpr std::string_view sql = "SELECT id FROM game WHERE id > $1 ORDER BY id LIMIT $2";
    if (!is_storable(after)) return {};
    return texts(connection, sql, std::array<Parameter, 2>{after, row_limit(limit)});
}

/// A few at a time, so that moves do not wait long.
inline constexpr std::string_view forget_sql =
    "DELETE FROM answer WHERE key IN (SELECT key FROM answer WHERE at_ms < $1 LIMIT 500)";

}  // namespace arbiter::store::queries
