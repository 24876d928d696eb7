#pragma once

#include <string>

namespace arbiter::store {

/// Keeps other processes from using a file while it exists. It locks a separate file: closing any
/// descriptor of the database would drop SQLite's locks.
class FileLock {
public:
    /// Throws if another process holds it.
    explicit FileLock(const std::string& file);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    FileLock(FileLock&&) = delete;
    FileLock& operator=(FileLock&&) = delete;
    ~FileLock();

private:
    int descriptor_;
};

}  // namespace arbiter::store
