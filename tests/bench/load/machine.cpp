#include "tests/bench/load/machine.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace arbiter::bench::load {

namespace {

constexpr std::size_t page_size = 4096;
constexpr std::size_t pages = 1024;
using Page = std::array<char, page_size>;

/// A file without a name, which goes when it is closed.
class Scratch {
public:
    explicit Scratch(const std::string& folder)
        : file_(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)) {
        if (file_ < 0) fail(folder);
    }
    ~Scratch() { ::close(file_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    void write(const Page& page, std::size_t number) const {
        const auto place = static_cast<off_t>(number * page_size);
        if (::pwrite(file_, page.data(), page.size(), place) != page_size) fail("pwrite");
    }
    void sync() const {
        if (::fdatasync(file_) != 0) fail("fdatasync");
    }

private:
    [[noreturn]] static void fail(const std::string& what) {
        throw std::system_error(errno, std::system_category(), what);
    }

    int file_;
};

}  // namespace

double fdatasyncs_a_second(const std::string& folder, Writing writing,
                           std::chrono::duration<double> time) {
    const Scratch file(folder);
    const bool over = writing == Writing::overwriting;
    Page page{};
    for (std::size_t i = 0; over && i < pages; ++i) file.write(page, i);
    file.sync();

    const auto begin = std::chrono::steady_clock::now();
    std::chrono::duration<double> taken{};
    std::size_t count = 0;
    while (taken < time) {
        page.fill(static_cast<char>(count));
        file.write(page, over ? count % pages : count);
        file.sync();
        ++count;
        taken = std::chrono::steady_clock::now() - begin;
    }
    return static_cast<double>(count) / taken.count();
}

std::uint64_t resident_bytes(int process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    std::uint64_t total = 0;
    std::uint64_t resident = 0;
    if (!(file >> total >> resident)) throw std::runtime_error("the process cannot be looked at");
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace arbiter::bench::load
