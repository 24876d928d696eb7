#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace arbiter::platform {

struct FileError {
    std::string sentence;  ///< names the file
};

/// The whole of a regular file; a symbolic link, a folder, a device or a file of more than
/// `bytes_max` is refused.
std::expected<std::string, FileError> read_file(const std::filesystem::path& path,
                                                std::size_t bytes_max);

/// Writes a file so that at every moment, also after a power cut, either all of the old one or all
/// of the new one is there: into a file beside it, synced, then renamed.
std::expected<void, FileError> write_file(const std::filesystem::path& path,
                                          std::string_view content);

}  // namespace arbiter::platform
