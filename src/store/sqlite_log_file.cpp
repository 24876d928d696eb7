#include "store/sqlite_log_file.hpp"

#include <new>
#include <string>

#include <sqlite3.h>

namespace arbiter::store {

namespace {

/// SQLite writes less than 128 KiB at once.
constexpr std::size_t gathered_max = 96 << 10;
/// More than any VFS below needs for a file.
constexpr int file_bytes_max = 1024;

using File = sqlite3_file*;
using Methods = sqlite3_io_methods;
using Offset = sqlite3_int64;

/// SQLite sees the first member; the real file lies behind this in the same memory.
struct Log {
    sqlite3_file as_sqlite_sees_it;
    std::string gathered;
    Offset begin = 0;

    static Log& of(File file) { return *reinterpret_cast<Log*>(file); }
    static File below(File file) { return reinterpret_cast<File>(&of(file) + 1); }
};

int flush(File file) {
    Log& log = Log::of(file);
    if (log.gathered.empty()) return SQLITE_OK;
    File below = Log::below(file);
    const int size = static_cast<int>(log.gathered.size());
    const int code = below->pMethods->xWrite(below, log.gathered.data(), size, log.begin);
    log.gathered.clear();
    return code;
}

int write(File file, const void* bytes, int size, Offset offset) {
    Log& log = Log::of(file);
    const std::size_t gathered = log.gathered.size();
    const bool goes_on = offset == log.begin + static_cast<Offset>(gathered);
    if (!goes_on || gathered + static_cast<std::size_t>(size) > gathered_max) {
        if (const int code = flush(file); code != SQLITE_OK) return code;
    }
    if (log.gathered.empty()) log.begin = offset;
    log.gathered.append(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
    return SQLITE_OK;
}

int close(File file) {
    const int flushed = flush(file);
    const int closed = Log::below(file)->pMethods->xClose(Log::below(file));
    Log::of(file).~Log();
    return flushed != SQLITE_OK ? flushed : closed;
}

/// What the real file does, once it has everything.
template <auto Method, class... Arguments>
int flushed(File file, Arguments... arguments) {
    if (const int code = flush(file); code != SQLITE_OK) return code;
    return (Log::below(file)->pMethods->*Method)(Log::below(file), arguments...);
}
template <auto Method>
int asked(File file) {
    return (Log::below(file)->pMethods->*Method)(Log::below(file));
}

/// A log is not locked: the file beside it is.
constexpr Methods log_methods{
    .iVersion = 1,
    .xClose = &close,
    .xRead = &flushed<&Methods::xRead, void*, int, Offset>,
    .xWrite = &write,
    .xTruncate = &flushed<&Methods::xTruncate, Offset>,
    .xSync = &flushed<&Methods::xSync, int>,
    .xFileSize = &flushed<&Methods::xFileSize, Offset*>,
    .xLock = &flushed<&Methods::xLock, int>,
    .xUnlock = &flushed<&Methods::xUnlock, int>,
    .xCheckReservedLock = &flushed<&Methods::xCheckReservedLock, int*>,
    .xFileControl = &flushed<&Methods::xFileControl, int, void*>,
    .xSectorSize = &asked<&Methods::xSectorSize>,
    .xDeviceCharacteristics = &asked<&Methods::xDeviceCharacteristics>,
    .xShmMap = nullptr,
    .xShmLock = nullptr,
    .xShmBarrier = nullptr,
    .xShmUnmap = nullptr,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

int open(sqlite3_vfs*, sqlite3_filename name, File file, int flags, int* out_flags) {
    sqlite3_vfs* below = sqlite3_vfs_find(nullptr);
    if (below->szOsFile > file_bytes_max) return SQLITE_CANTOPEN;
    if ((flags & SQLITE_OPEN_WAL) == 0) return below->xOpen(below, name, file, flags, out_flags);
    Log& log = *new (file) Log{};
    const int code = below->xOpen(below, name, Log::below(file), flags, out_flags);
    if (code == SQLITE_OK) {
        log.as_sqlite_sees_it.pMethods = &log_methods;
    } else {
        log.~Log();
        file->pMethods = nullptr;
    }
    return code;
}

}  // namespace

const char* gathering_vfs() {
    static sqlite3_vfs vfs = [] {
        sqlite3_vfs copy = *sqlite3_vfs_find(nullptr);
        copy.zName = "gathering";
        copy.pNext = nullptr;
        copy.szOsFile = static_cast<int>(sizeof(Log)) + file_bytes_max;
        copy.xOpen = &open;
        return copy;
    }();
    static const int registered = sqlite3_vfs_register(&vfs, 0);
    return registered == SQLITE_OK ? vfs.zName : nullptr;
}

}  // namespace arbiter::store
