#include "server/telemetry/process.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

namespace arbiter::server {

namespace {

double seconds(const timeval& time) {
    constexpr double micro = 1e-6;
    return static_cast<double>(time.tv_sec) + micro * static_cast<double>(time.tv_usec);
}

struct Memory {
    std::uint64_t virtual_bytes = 0;
    std::uint64_t resident_bytes = 0;
};

Memory memory_in_use() {
    std::ifstream file("/proc/self/statm");
    const auto page = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PAGESIZE)));
    Memory pages;
    file >> pages.virtual_bytes >> pages.resident_bytes;
    return {page * pages.virtual_bytes, page * pages.resident_bytes};
}

std::size_t entries_of(const char* folder) {
    std::error_code error;
    std::size_t count = 0;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        ++count;
    }
    return count;
}

/// Of this module, which is close enough.
const auto begun = std::chrono::system_clock::now();

}  // namespace

std::string process_metrics(std::string_view version) {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    const Memory memory = memory_in_use();
    std::string text;
    const auto add = [&](std::string_view name, std::string_view type, std::string_view help,
                         const std::string& value, std::string_view labels = {}) {
        text += fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n{0}{3} {4}\n", name, type, help,
                            labels, value);
    };
    add("arbiter_build_info", "gauge", "Which program this is.", "1",
        fmt::format("{{version=\"{}\",compiler=\"{}\"}}", version, __VERSION__));
    add("process_cpu_seconds_total", "counter", "Time spent computing.",
        fmt::format("{:.3f}", seconds(usage.ru_utime) + seconds(usage.ru_stime)));
    add("process_max_fds", "gauge", "How many file descriptors it may have.",
        fmt::format("{}", files.rlim_cur));
    add("process_open_fds", "gauge", "File descriptors that it has.",
        fmt::format("{}", entries_of("/proc/self/fd")));
    add("process_resident_memory_bytes", "gauge", "Memory in use.",
        fmt::format("{}", memory.resident_bytes));
    add("process_start_time_seconds", "gauge", "When it began, since 1970.",
        fmt::format("{:.3f}", std::chrono::duration<double>(begun.time_since_epoch()).count()));
    add("process_threads", "gauge", "Threads.", fmt::format("{}", entries_of("/proc/self/task")));
    add("process_virtual_memory_bytes", "gauge", "Memory that it has asked for.",
        fmt::format("{}", memory.virtual_bytes));
    return text;
}

}  // namespace arbiter::server
