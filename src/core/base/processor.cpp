#include "core/base/processor.hpp"

namespace arbiter {

std::string_view code_path() {
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__BMI2__)
    return "AVX-512";
#elif defined(__AVX2__) && defined(__BMI2__)
    return "AVX2 and BMI2";
#elif defined(__x86_64__)
    return "x86-64";
#elif defined(__wasm__)
    return "WebAssembly";
#else
    return "any processor";
#endif
}

}  // namespace arbiter
