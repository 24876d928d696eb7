#include "store/sqlite_checkpointer.hpp"

namespace arbiter::store {

namespace {

/// A connection that has read nothing does not know of the log, and copies nothing.
SqliteConnection aware_of_log(const std::string& file) {
    SqliteConnection connection(file);
    connection.number("PRAGMA schema_version");
    return connection;
}

}  // namespace

SqliteCheckpointer::SqliteCheckpointer(const std::string& file)
    : connection_(aware_of_log(file)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

bool SqliteCheckpointer::has_copied() {
    const std::scoped_lock lock(mutex_);
    if (stage_ == Stage::asked) return false;
    const bool copied = stage_ == Stage::copied;
    stage_ = copied ? Stage::idle : Stage::asked;
    if (!copied) changed_.notify_one();
    return copied;
}

void SqliteCheckpointer::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return stage_ == Stage::asked; })) {
        lock.unlock();
        copy_log(connection_);
        copy_log(connection_);  // written during the first
        lock.lock();
        stage_ = Stage::copied;
    }
}

void copy_log(SqliteConnection& connection) {
    sqlite3_wal_checkpoint_v2(connection.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr,
                              nullptr);
}

}  // namespace arbiter::store
