#pragma once

#include <string>

namespace arbiter::store {

/// Keeps a second process away from a file for as long as it lives. The lock is on a file of its
/// own: closing any descriptor of the database would drop SQLite's locks.
class FileLock {
public:
    /// Fails if somebody else holds it.
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
