#pragma once

#include <string_view>

/// Mistakes that are put into copies of the source files (tools/mutate.mjs), one of which is on.
namespace arbiter::mutants {

inline std::string_view current;

inline bool is_on(std::string_view name) { return current == name; }

}  // namespace arbiter::mutants
