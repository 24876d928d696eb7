#include "tests/support/faulty_vfs.hpp"

#include <algorithm>
#include <new>

namespace arbiter::test {

namespace {

constexpr int piece_bytes = 2048;

}  // namespace

/// SQLite sees the first member; the real file lies behind this in the same memory.
struct FaultyVfs::File {
    sqlite3_file as_sqlite_sees_it;
    FaultyVfs* owner;
    int flags;

    static File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
    static sqlite3_file* base_of(sqlite3_file* file) {
        return reinterpret_cast<sqlite3_file*>(&of(file) + 1);
    }
};

FaultyVfs::FaultyVfs() : base_(sqlite3_vfs_find(nullptr)), vfs_(*base_) {
    vfs_.zName = "faulty";
    vfs_.pNext = nullptr;
    vfs_.pAppData = this;
    vfs_.szOsFile += static_cast<int>(sizeof(File));
    vfs_.xOpen = &open;
    sqlite3_vfs_register(&vfs_, 1);
}

FaultyVfs::~FaultyVfs() {
    sqlite3_vfs_unregister(&vfs_);
    sqlite3_vfs_register(base_, 1);
}

void FaultyVfs::fail_writes(int code, int pieces, Files files) {
    failing_files_ = files;
    pieces_left_ = pieces;
    write_code_ = code;
}

void FaultyVfs::fail_syncs(int code, int times) {
    failing_syncs_ = times;
    sync_code_ = code;
}

void FaultyVfs::heal() {
    write_code_ = SQLITE_OK;
    sync_code_ = SQLITE_OK;
}

int FaultyVfs::open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags,
                    int* out_flags) {
    auto* owner = static_cast<FaultyVfs*>(vfs->pAppData);
    new (file) File{{nullptr}, owner, flags};
    const int code = owner->base_->xOpen(owner->base_, name, File::base_of(file), flags, out_flags);
    if (code == SQLITE_OK) file->pMethods = &methods();
    return code;
}

int FaultyVfs::write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    FaultyVfs& disk = *File::of(file).owner;
    const bool is_main = (File::of(file).flags & SQLITE_OPEN_MAIN_DB) != 0;
    const bool is_concerned = disk.failing_files_ == Files::all || is_main;
    sqlite3_file* base = File::base_of(file);
    const auto write_below = [&](int count) {
        return base->pMethods->xWrite(base, bytes, count, offset);
    };
    if (disk.write_code_ == SQLITE_OK || !is_concerned) return write_below(size);
    const int count = std::min(size, std::max(0, disk.pieces_left_ * piece_bytes));
    disk.pieces_left_ -= (size + piece_bytes - 1) / piece_bytes;
    const int code = count > 0 ? write_below(count) : SQLITE_OK;
    return count < size ? disk.write_code_.load() : code;
}

int FaultyVfs::sync(sqlite3_file* file, int flags) {
    FaultyVfs& disk = *File::of(file).owner;
    if ((File::of(file).flags & SQLITE_OPEN_WAL) != 0) ++disk.log_syncs_;
    if (disk.sync_code_ != SQLITE_OK && disk.failing_syncs_-- > 0) return disk.sync_code_;
    sqlite3_file* base = File::base_of(file);
    return base->pMethods->xSync(base, flags);
}

/// All but writing and syncing is left to the real file.
const sqlite3_io_methods& FaultyVfs::methods() {
    using F = sqlite3_file*;
    static const sqlite3_io_methods methods{
        .iVersion = 2,
        .xClose = [](F f) { return File::base_of(f)->pMethods->xClose(File::base_of(f)); },
        .xRead =
            [](F f, void* bytes, int size, sqlite3_int64 offset) {
                return File::base_of(f)->pMethods->xRead(File::base_of(f), bytes, size, offset);
            },
        .xWrite = &write,
        .xTruncate =
            [](F f, sqlite3_int64 size) {
                return File::base_of(f)->pMethods->xTruncate(File::base_of(f), size);
            },
        .xSync = &sync,
        .xFileSize =
            [](F f, sqlite3_int64* size) {
                return File::base_of(f)->pMethods->xFileSize(File::base_of(f), size);
            },
        .xLock = [](F f, int l) { return File::base_of(f)->pMethods->xLock(File::base_of(f), l); },
        .xUnlock = [](F f,
                      int l) { return File::base_of(f)->pMethods->xUnlock(File::base_of(f), l); },
        .xCheckReservedLock =
            [](F f, int* out) {
                return File::base_of(f)->pMethods->xCheckReservedLock(File::base_of(f), out);
            },
        .xFileControl =
            [](F f, int op, void* argument) {
                return File::base_of(f)->pMethods->xFileControl(File::base_of(f), op, argument);
            },
        .xSectorSize =
            [](F f) { return File::base_of(f)->pMethods->xSectorSize(File::base_of(f)); },
        .xDeviceCharacteristics =
            [](F f) {
                return File::base_of(f)->pMethods->xDeviceCharacteristics(File::base_of(f));
            },
        .xShmMap =
            [](F f, int page, int size, int extend, volatile void** out) {
                return File::base_of(f)->pMethods->xShmMap(File::base_of(f), page, size, extend,
                                                           out);
            },
        .xShmLock =
            [](F f, int offset, int n, int flags) {
                return File::base_of(f)->pMethods->xShmLock(File::base_of(f), offset, n, flags);
            },
        .xShmBarrier = [](F f) { File::base_of(f)->pMethods->xShmBarrier(File::base_of(f)); },
        .xShmUnmap =
            [](F f, int remove) {
                return File::base_of(f)->pMethods->xShmUnmap(File::base_of(f), remove);
            },
        .xFetch = nullptr,
        .xUnfetch = nullptr,
    };
    return methods;
}

}  // namespace arbiter::test
