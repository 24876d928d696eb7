#pragma once

#include <string_view>

namespace arbiter {

/// The copy of the code that runs: "AVX-512", "AVX2", "x86-64", "WebAssembly". A program that has
/// several (ARBITER_CODE_PATHS) begins with the fastest one that the processor can execute.
std::string_view code_path();

/// Runs another copy from now on. False if there is none of this name, or the processor cannot
/// execute it. To be called while nothing else runs.
bool use_code_path(std::string_view name);

}  // namespace arbiter
