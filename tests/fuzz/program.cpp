// What libFuzzer calls: the target that the program's name says, as in fuzz_pgn.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/target.hpp"

namespace arbiter::fuzz {
namespace {

constinit const Target* first = nullptr;
constinit const Target* chosen = nullptr;

/// What libFuzzer is answered: it keeps no input that was turned away.
constexpr int looked_at = 0;
constexpr int turned_away = -1;

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

}  // namespace

Target::Target(const TargetInfo& info) : info(info), next(first) { first = this; }

}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerInitialize(const int* /*argc*/, char*** argv) {
    arbiter::fuzz::choose(**argv);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto& target = arbiter::fuzz::chosen->info;
    if (size > target.size_max) return arbiter::fuzz::turned_away;
    target.look({reinterpret_cast<const char*>(data), size});
    return arbiter::fuzz::looked_at;
}
