// What libFuzzer calls: the target that the program's name says, as in fuzz_pgn.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#if ARBITER_FUZZ_COUNTERS
#include "tests/fuzz/arena.hpp"
#endif
#include "tests/fuzz/require.hpp"
#include "tests/fuzz/target.hpp"

namespace arbiter::fuzz {
namespace {

constinit const Target* first = nullptr;
constinit const Target* chosen = nullptr;

constinit bool has_seeds = false;

void choose(std::string_view program) {
    program.remove_prefix(program.rfind('/') + 1);
    const std::string_view name = program.substr(program.find('_') + 1);
    for (chosen = first; chosen != nullptr; chosen = chosen->next) {
        if (chosen->info.name == name) return;
    }
    std::fputs("start this program as fuzz_NAME; it has the targets\n", stderr);
    for (const Target* target = first; target != nullptr; target = target->next) {
        std::fprintf(stderr, "  %s\n", target->info.name.data());
    }
    std::exit(2);
}

/// libFuzzer replays the files that it is given; to search it is given folders.
bool is_seed(std::string_view argument) {
    return !argument.starts_with('-') && std::filesystem::is_regular_file(argument);
}

}  // namespace

bool is_thorough() { return has_seeds; }

Target::Target(const TargetInfo& info) : info(info), next(first) { first = this; }

}  // namespace arbiter::fuzz

/// Otherwise these take longer than most targets: to remember who allocated each piece of memory, to fill it, and to keep
/// it back for long after it is freed. Without two callers leaks are not found. To see where the memory of a crash comes
/// from, replay it with other ASAN_OPTIONS; the unit tests keep the check of stack use after return.
extern "C" const char*
__asan_default_options() {  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
    return "malloc_context_size=2:max_malloc_fill_size=0:quarantine_size_mb=1:"
           "thread_local_quarantine_size_kb=16:detect_stack_use_after_return=0";
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    using namespace arbiter::fuzz;
    static std::vector<char*> arguments(*argv, *argv + *argc);
    choose(arguments[0]);
    has_seeds = std::any_of(arguments.begin() + 1, arguments.end(), is_seed);
    static std::string size = "-max_len=" + std::to_string(chosen->info.size_max);
    // To count every piece of memory for libFuzzer takes up to 6 % of the time. In a search the address
    // sanitizer looks for leaks once, at the end; which input it was, a replay of the corpus tells.
    const bool after_each = (has_seeds || !is_guided) && !chosen->info.keeps_state;
    static std::string leaks = after_each ? "-detect_leaks=1" : "-detect_leaks=0";
    arguments.insert(arguments.end(), {size.data(), leaks.data(), nullptr});
    *argc = static_cast<int>(arguments.size()) - 1;
    *argv = arguments.data();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace arbiter::fuzz;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
#if ARBITER_FUZZ_COUNTERS
    if (!has_seeds && !chosen->info.keeps_state) {
        require(!leaks([&] { chosen->info.look(input); }), "memory is given back");
        return 0;
    }
#endif
    chosen->info.look(input);
    return 0;
}
