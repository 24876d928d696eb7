#pragma once

#include <cstdlib>
#include <string_view>

/// Mistakes that are put into copies of the source files (tools/mutate.mjs), one of which is on.
namespace arbiter::mutants {

inline bool is_on(std::string_view name) {
    const char* const current = std::getenv("ARBITER_MUTANT");
    return current != nullptr && name == current;
}

}  // namespace arbiter::mutants
