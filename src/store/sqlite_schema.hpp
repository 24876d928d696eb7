#pragma once

#include <array>
#include <string_view>

#include "store/list_steps.hpp"
#include "store/sqlite_connection.hpp"

namespace arbiter::store {

/// "Arb1": identifies the file, also for file(1).
inline constexpr std::int64_t sqlite_application_id = 0x41726231;

/// Step n leads from version n - 1 to n. Released steps never change.
inline constexpr std::array<std::string_view, 3> sqlite_steps{
    R"(
CREATE TABLE game (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    is_public INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    version INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    turn TEXT NOT NULL,
    result TEXT NOT NULL,
    winner TEXT NOT NULL,
    reason TEXT NOT NULL,
    deadline_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE entry (
    game TEXT NOT NULL REFERENCES game (id),
    version INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (game, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE answer (
    key TEXT NOT NULL PRIMARY KEY,
    request TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX answer_by_age ON answer (at_ms);
CREATE INDEX game_by_deadline ON game (deadline_ms) WHERE deadline_ms IS NOT NULL;
CREATE INDEX game_by_update ON game (updated_ms DESC, id) WHERE is_public = 1;
)",
    list_steps::indexes, list_steps::one_index};

/// Makes an empty file a store and migrates an older one; throws for one that is newer, damaged or
/// not a store.
void prepare_sqlite(SqliteConnection& connection, const std::string& file);

/// Writes the version that a prepared store already has: a write that reaches the disk and changes
/// nothing.
void touch_sqlite(SqliteConnection& connection);

}  // namespace arbiter::store
