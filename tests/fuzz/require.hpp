#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace arbiter::fuzz {

/// Stops the fuzzer at the input that breaks a promise. `what` is the promise.
inline void require(bool holds, std::string_view what) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

}  // namespace arbiter::fuzz
