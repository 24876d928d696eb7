#pragma once

#include <chrono>
#include <cstdint>
#include <string>

/// What the machine itself can do, and what a process takes of it.
namespace arbiter::bench::load {

/// How many single writes of 4 KiB a second, each followed by fdatasync: to a file that grows, as a
/// journal does, or over what is there already, which spares the file system its own journal.
enum class Writing : std::uint8_t { appending, overwriting };
double fdatasyncs_a_second(const std::string& folder, Writing writing,
                           std::chrono::duration<double> time);

/// The memory that a process holds.
std::uint64_t resident_bytes(int process);

}  // namespace arbiter::bench::load
