#include "tests/peers/stockfish.hpp"

#include <charconv>
#include <stdexcept>

#include <unistd.h>

#include "core/chess/notations/fen.hpp"

namespace arbiter::chess::testing {

namespace {

/// Debian keeps games out of the PATH of some users.
std::string program() {
    const std::string debian = "/usr/games/stockfish";
    return access(debian.c_str(), X_OK) == 0 ? debian : "stockfish";
}

std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) throw std::runtime_error("not a number: " + std::string(text));
    return value;
}

}  // namespace

Stockfish::Stockfish() try : process_({program()}) {
    process_.read_line();  // its name
} catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string(error.what()) +
                             "\nThis test needs Stockfish: Debian's package `stockfish`, which "
                             "`make test` installs.");
}

void Stockfish::set_variant(Variant variant) {
    if (variant == variant_) return;
    variant_ = variant;
    process_.write_line(std::string("setoption name UCI_Chess960 value ") +
                        (variant == Variant::chess960 ? "true" : "false"));
}

/// The answer is a line such as `e2e4: 20` for each move, an empty line, and `Nodes searched: 400`.
Divided Stockfish::divide(const Position& position, Variant variant, int depth) {
    set_variant(variant);
    const auto dialect = variant == Variant::chess960 ? FenDialect::shredder : FenDialect::standard;
    process_.write_line("position fen " + write_fen(position, dialect));
    process_.write_line("go perft " + std::to_string(depth));
    Divided rows;
    for (;;) {
        const std::string line = process_.read_line();
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos) continue;
        const std::string move = line.substr(0, colon);
        const std::uint64_t leaves = number(std::string_view(line).substr(colon + 2));
        if (move == "Nodes searched") {
            process_.read_line();  // an empty one
            return rows;
        }
        if (move.size() <= 5) rows[move] = leaves;
    }
}

}  // namespace arbiter::chess::testing
