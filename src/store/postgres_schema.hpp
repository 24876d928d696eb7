#pragma once

#include <array>
#include <string_view>

#include "store/list_steps.hpp"
#include "store/postgres_connection.hpp"

namespace arbiter::store {

/// Step n leads from version n - 1 to n. Released steps never change.
///
/// `changed_in` is the transaction that last wrote the game: a server that could not listen for a
/// while uses it to find what changed meanwhile. Ids are compared byte by byte, as in SQLite.
inline constexpr std::array<std::string_view, 4> postgres_steps{
    R"(
CREATE TABLE game (
    id text COLLATE "C" PRIMARY KEY,
    game text NOT NULL,
    white text NOT NULL,
    black text NOT NULL,
    is_public smallint NOT NULL,
    created_ms bigint NOT NULL,
    updated_ms bigint NOT NULL,
    version bigint NOT NULL,
    ply bigint NOT NULL,
    turn text NOT NULL,
    result text NOT NULL,
    winner text NOT NULL,
    reason text NOT NULL,
    deadline_ms bigint,
    changed_in xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE TABLE entry (
    game text COLLATE "C" NOT NULL REFERENCES game (id),
    version bigint NOT NULL,
    at_ms bigint NOT NULL,
    body text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (game, version)
);
CREATE TABLE answer (
    key text COLLATE "C" PRIMARY KEY,
    request text NOT NULL,
    status integer NOT NULL,
    body text NOT NULL,
    at_ms bigint NOT NULL
);
CREATE INDEX answer_by_age ON answer (at_ms);
CREATE INDEX game_by_deadline ON game (deadline_ms) WHERE deadline_ms IS NOT NULL;
CREATE INDEX game_by_update ON game (updated_ms DESC, id) WHERE is_public = 1;
CREATE INDEX game_by_transaction ON game (changed_in);
)",
    list_steps::indexes, list_steps::one_index,
    // A move writes a game's row into every index anew. Nobody looks for players without a name. An
    // entry is only inserted by the statement that has just written its game, and deleted before it.
    R"(
ALTER TABLE entry DROP CONSTRAINT IF EXISTS entry_game_fkey;
DROP INDEX IF EXISTS game_by_white, game_by_black;
CREATE INDEX game_by_white ON game (white) WHERE white <> '';
CREATE INDEX game_by_black ON game (black) WHERE black <> '';
)"};

/// Creates the schema `arbiter` in an empty database, or migrates it; throws for a newer one. Several
/// servers may do so at the same time.
void prepare_postgres(PostgresConnection& connection);

}  // namespace arbiter::store
