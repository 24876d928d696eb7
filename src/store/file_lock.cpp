#include "store/file_lock.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/store_exception.hpp"

namespace arbiter::store {

FileLock::FileLock(const std::string& file)
    : descriptor_(::open((file + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (descriptor_ < 0) throw StoreException(file + ".lock: " + std::strerror(errno));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
        ::close(descriptor_);
        throw StoreException(file +
                             " is in use by another process; several servers need PostgreSQL");
    }
}

FileLock::~FileLock() { ::close(descriptor_); }

}  // namespace arbiter::store
