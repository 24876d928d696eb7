#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "store/sqlite_connection.hpp"

namespace arbiter::store {

/// Copies SQLite's log into the file on a thread of its own: that takes tens of milliseconds, during
/// which commits continue.
class SqliteCheckpointer {
public:
    explicit SqliteCheckpointer(const std::string& file);

    /// Called after each commit while the log is long. The first call begins to copy; true once that
    /// is done. Then the writer has only the rest to copy, and the log can begin anew.
    bool has_copied();

private:
    enum class Stage : std::uint8_t { idle, asked, copied };
    void run(const std::stop_token& stop);

    SqliteConnection connection_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    Stage stage_ = Stage::idle;
    std::jthread thread_;  // last: it uses the members above
};

/// Copies as much of the log as is possible without waiting. Errors do not matter: the log keeps
/// everything until it is copied.
void copy_log(SqliteConnection& connection);

}  // namespace arbiter::store
