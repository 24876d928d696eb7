#include "bindings/python/convert.hpp"

/// libstdc++ asks glibc's variable of this name whether counters may do without atomic operations. The core's
/// objects address it as in a program, which a module cannot: here it has one of its own that always says no.
extern "C" {
char __libc_single_threaded = 0;  // NOLINT(bugprone-reserved-identifier)
}

/// arbiter._core: what the package `arbiter` is made of.
PYBIND11_MODULE(_core, module) {
    module.doc() = "One referee for Go, chess and backgammon: the compiled part.";
    arbiter::python::bind_games(module);
    arbiter::python::bind_documents(module);
    arbiter::python::bind_batches(module);
}
