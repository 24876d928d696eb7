#include "store/backup.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

#include "store/sqlite_connection.hpp"

namespace arbiter::store {

namespace {

/// Only its owner may read it, as with the original.
void create_backup(const std::string& file) {
    const int created = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (created < 0) throw StoreException(file + ": " + std::strerror(errno));
    ::close(created);
}

void sync_backup(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    if (descriptor >= 0) ::close(descriptor);
    if (!synced) throw StoreException(file + " cannot be synced");
}

}  // namespace

std::expected<void, StoreError> back_up(const std::string& from, const std::string& to) {
    if (!std::filesystem::exists(from)) return std::unexpected(StoreError{from + " is not there"});
    return attempt([&] {
        SqliteConnection source(from);
        create_backup(to);
        try {
            source.run("VACUUM INTO $1", std::array<Parameter, 1>{to});
            sync_backup(to);
        } catch (const StoreException&) {
            ::unlink(to.c_str());
            throw;
        }
    });
}

}  // namespace arbiter::store
