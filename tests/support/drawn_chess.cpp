#include "tests/support/drawn_chess.hpp"

#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "core/chess/notations/fen.hpp"

namespace arbiter::chess {

namespace {

/// FEN counts empty squares; a drawing shows each.
std::string fen_of_drawing(std::string_view drawing, std::string_view fields) {
    std::string placement;
    std::istringstream lines{std::string(drawing)};
    for (std::string line; std::getline(lines, line);) {
        std::erase(line, ' ');
        if (line.empty()) continue;
        if (!placement.empty()) placement += '/';
        for (const char c : line) placement += c == '.' ? '1' : c;
    }
    return placement + " " + std::string(fields);
}

}  // namespace

Position drawn(std::string_view drawing, std::string_view fields) {
    const auto position = read_fen(fen_of_drawing(drawing, fields));
    EXPECT_TRUE(position) << drawing << position.faults.begin()->sentence;
    return *position;
}

Setup drawn_setup(std::string_view drawing, std::string_view fields) {
    const auto setup = read_fen_setup(fen_of_drawing(drawing, fields));
    EXPECT_TRUE(setup) << drawing << setup.faults.begin()->sentence;
    return *setup;
}

}  // namespace arbiter::chess
