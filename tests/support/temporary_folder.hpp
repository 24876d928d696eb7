#pragma once

#include <filesystem>
#include <string>

namespace arbiter::test {

/// Where tests may write: in memory if there is room, since no test outlives the machine.
std::filesystem::path temporary_place();

/// A folder that is gone when the test is.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    const std::filesystem::path& path() const { return path_; }
    std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

}  // namespace arbiter::test
