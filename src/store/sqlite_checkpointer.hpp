#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "store/sqlite_connection.hpp"

namespace arbiter::store {

/// Copies SQLite's log into the file on a thread of its own: that takes tens of milliseconds, in
/// which commits go on.
class SqliteCheckpointer {
public:
    explicit SqliteCheckpointer(const std::string& file);

    /// Asked after each commit while the log is long. The first time it begins to copy; true once
    /// that is done. Then the writer need only copy what it has written since, and the log can begin
    /// anew.
    bool has_copied();

private:
    enum class Stage : std::uint8_t { idle, asked, copied };
    void run(const std::stop_token& stop);

    SqliteConnection connection_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    Stage stage_ = Stage::idle;
    std::jthread thread_;  // last: it works with all of the above
};

/// Whatever of the log can be copied without waiting for anyone. What goes wrong is no matter: the
/// log keeps everything until it is copied.
void copy_log(SqliteConnection& connection);

}  // namespace arbiter::store
