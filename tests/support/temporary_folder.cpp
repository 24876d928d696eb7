#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <stdexcept>

#include <unistd.h>

namespace arbiter::test {

std::filesystem::path temporary_place() {
    constexpr std::uintmax_t room = 512 << 20;
    const std::filesystem::path memory = "/dev/shm";
    std::error_code error;
    const auto space = std::filesystem::space(memory, error);
    const bool is_usable = !error && space.available >= room && ::access(memory.c_str(), W_OK) == 0;
    return is_usable ? memory : std::filesystem::temp_directory_path();
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (temporary_place() / "arbiter-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
}

}  // namespace arbiter::test
