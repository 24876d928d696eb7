// The same scripts by a native build: reads one from standard input and prints the answers.

#include <iostream>
#include <iterator>
#include <string>

#include "tests/wasm/script.hpp"

int main() {
    const std::string script(std::istreambuf_iterator<char>(std::cin), {});
    std::cout << arbiter::probe::run_script(script);
    return std::cout.flush() ? 0 : 1;
}
