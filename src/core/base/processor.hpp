#pragma once

#include <string_view>

namespace arbiter {

/// For which processors this copy of the code was compiled: "AVX-512", "AVX2 and BMI2", "x86-64",
/// "WebAssembly".
std::string_view code_path();

}  // namespace arbiter
