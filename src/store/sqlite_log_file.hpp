#pragma once

namespace arbiter::store {

/// The name of a VFS that writes SQLite's log in large pieces: each is what came since the last sync.
/// SQLite itself writes every page alone, and what stands before it. Nobody reads a page of the log
/// before it is synced, as long as `synchronous` is FULL.
const char* gathering_vfs();

}  // namespace arbiter::store
