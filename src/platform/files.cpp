#include "platform/files.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/descriptor.hpp"

namespace arbiter::platform {

namespace {

std::unexpected<FileError> fault(const std::filesystem::path& path, std::string_view what) {
    return std::unexpected(FileError{path.string() + " " + std::string(what)});
}

std::unexpected<FileError> system_fault(const std::filesystem::path& path, std::string_view what) {
    const std::string reason = std::strerror(errno);
    return fault(path, std::string(what) + ": " + reason);
}

bool write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// A rename is on the disk when its folder is.
bool sync_folder(const std::filesystem::path& folder) {
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return opened && ::fsync(opened.number()) == 0;
}

}  // namespace

std::expected<std::string, FileError> read_file(const std::filesystem::path& path,
                                                std::size_t bytes_max) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file) {
        if (errno == ELOOP) return fault(path, "is a symbolic link");
        return system_fault(path, "cannot be opened");
    }
    struct stat about{};
    if (::fstat(file.number(), &about) != 0) return system_fault(path, "cannot be read");
    if (!S_ISREG(about.st_mode)) return fault(path, "is not a regular file");
    std::string content;
    std::array<char, 1U << 16U> piece;
    while (content.size() <= bytes_max) {
        const ssize_t got = ::read(file.number(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return system_fault(path, "cannot be read");
        if (got == 0) return content;
        content.append(piece.data(), static_cast<std::size_t>(got));
    }
    return fault(path, "has more than " + std::to_string(bytes_max) + " bytes");
}

std::expected<void, FileError> write_file(const std::filesystem::path& path,
                                          std::string_view content) {
    std::string beside = path.string() + ".XXXXXX";
    Descriptor file(::mkostemp(beside.data(), O_CLOEXEC));
    if (!file) return system_fault(path, "cannot be written");
    constexpr mode_t readable = 0644;
    if (!write_all(file.number(), content) || ::fchmod(file.number(), readable) != 0 ||
        ::fsync(file.number()) != 0 || !file.close() ||
        ::rename(beside.c_str(), path.c_str()) != 0) {
        auto failed = system_fault(path, "cannot be written");
        ::unlink(beside.c_str());
        return failed;
    }
    const std::filesystem::path folder = path.parent_path();
    if (!sync_folder(folder.empty() ? "." : folder)) return system_fault(path, "cannot be synced");
    return {};
}

}  // namespace arbiter::platform
