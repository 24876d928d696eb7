// The core as a WebAssembly module without a main: a host allocates a buffer, writes a script into
// it, runs it and reads the answers.

#include <cstddef>
#include <string>

#include "tests/wasm/script.hpp"

namespace {

struct Answer {
    const char* text;
    std::size_t size;
};

}  // namespace

extern "C" {

[[clang::export_name("allocate")]] char* probe_allocate(std::size_t size) { return new char[size]; }

[[clang::export_name("release")]] void probe_release(const char* buffer) { delete[] buffer; }

/// The answer stands until the next run.
[[clang::export_name("run")]] const Answer* probe_run(const char* script, std::size_t size) {
    static std::string text;
    static Answer answer;
    text = arbiter::probe::run_script({script, size});
    answer = {text.data(), text.size()};
    return &answer;
}

}  // extern "C"
