#include "core/base/processor.hpp"

#ifdef ARBITER_CODE_PATHS

#include <array>
#include <cstddef>

/// Which of the copies runs: read by what cmake/join_code_paths.sh writes, in the order written there.
extern "C" {
extern std::size_t arbiter_code_path;
constinit std::size_t arbiter_code_path = 0;
}

namespace arbiter {
namespace {

constexpr std::array<std::string_view, 3> names{"x86-64", "AVX2", "AVX-512"};

/// Zen 1 and 2 have PEXT in microcode only, which makes the other paths slower than the first.
bool has_fast_pext() { return !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2"); }

/// How many of the paths this processor can execute.
std::size_t usable() {
    if (!__builtin_cpu_supports("x86-64-v3")) return 1;
    const bool has_avx512 =
        __builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vpopcntdq");
    return has_avx512 ? 3 : 2;
}

// Whatever runs before this takes the first path, which every processor can.
[[gnu::constructor]] void choose_code_path() {
    __builtin_cpu_init();
    arbiter_code_path = has_fast_pext() ? usable() - 1 : 0;
}

}  // namespace

std::string_view code_path() { return names[arbiter_code_path]; }

bool use_code_path(std::string_view name) {
    for (std::size_t path = 0; path < usable(); ++path) {
        if (names[path] != name) continue;
        arbiter_code_path = path;
        return true;
    }
    return false;
}

}  // namespace arbiter

#else

namespace arbiter {

std::string_view code_path() {
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__BMI2__)
    return "AVX-512";
#elif defined(__AVX2__) && defined(__BMI2__)
    return "AVX2";
#elif defined(__x86_64__)
    return "x86-64";
#elif defined(__wasm__)
    return "WebAssembly";
#else
    return "any processor";
#endif
}

bool use_code_path(std::string_view name) { return name == code_path(); }

}  // namespace arbiter

#endif
