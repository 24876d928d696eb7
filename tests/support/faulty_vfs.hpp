#pragma once

#include <atomic>

#include <sqlite3.h>

namespace arbiter::test {

/// A disk that fails when it is told to. While it lives, every SQLite file that is opened goes
/// through it.
class FaultyVfs {
public:
    FaultyVfs();
    FaultyVfs(const FaultyVfs&) = delete;
    FaultyVfs& operator=(const FaultyVfs&) = delete;
    ~FaultyVfs();

    enum class Files { all, main };  ///< `main`: not the log beside it

    /// Writes fail once this many pieces of 2 KiB have been written from now on; the write that comes
    /// to that limit is written up to it. The code is SQLITE_FULL, SQLITE_IOERR_WRITE ...
    void fail_writes(int code, int pieces = 0, Files files = Files::all);
    void fail_syncs(int code, int times = 1 << 30);
    void heal();

    /// Of logs, since it was made.
    int log_syncs() const { return log_syncs_; }

private:
    struct File;
    static int open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags,
                    int* out_flags);
    static int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset);
    static int sync(sqlite3_file* file, int flags);
    static const sqlite3_io_methods& methods();

    sqlite3_vfs* base_;
    sqlite3_vfs vfs_;
    std::atomic<int> write_code_ = SQLITE_OK;
    std::atomic<int> pieces_left_ = 0;
    std::atomic<Files> failing_files_ = Files::all;
    std::atomic<int> sync_code_ = SQLITE_OK;
    std::atomic<int> failing_syncs_ = 0;
    std::atomic<int> log_syncs_ = 0;
};

}  // namespace arbiter::test
