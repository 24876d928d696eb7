#include "tests/support/drawn.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

namespace arbiter::go {

namespace {

std::vector<std::string> rows_of(std::string_view drawing) {
    std::vector<std::string> rows;
    std::istringstream lines{std::string(drawing)};
    for (std::string line; std::getline(lines, line);) {
        std::erase(line, ' ');
        if (!line.empty()) rows.push_back(line);
    }
    return rows;
}

}  // namespace

Setup drawn(std::string_view drawing, Color turn) {
    const auto rows = rows_of(drawing);
    const std::size_t width = rows.empty() ? 0 : rows[0].size();
    Setup setup{.size = {static_cast<std::uint8_t>(width), static_cast<std::uint8_t>(rows.size())},
                .stones = {},
                .turn = turn};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].size(), width) << rows[i];
        for (std::size_t column = 0; column < width; ++column) {
            const Point point{static_cast<std::uint8_t>(column),
                              static_cast<std::uint8_t>(rows.size() - 1 - i)};
            if (rows[i][column] == 'X') setup.stones.push_back({Color::black, point});
            if (rows[i][column] == 'O') setup.stones.push_back({Color::white, point});
        }
    }
    return setup;
}

Game game_of_drawing(std::string_view drawing, const Rules& rules, Color turn) {
    auto game = Game::from({.setup = drawn(drawing, turn), .rules = rules},
                           [](std::size_t, Point) { return Place{}; });
    EXPECT_TRUE(game) << game.faults.begin()->sentence;
    return std::move(*game.value);
}

Rules rules_of(std::string_view text) {
    const auto rules = read_rules(text);
    EXPECT_TRUE(rules.has_value()) << text;
    return *rules;
}

void play_all(Game& game, std::string_view moves) {
    std::istringstream words{std::string(moves)};
    for (std::string word; words >> word;) {
        const auto event = game.read_event(word);
        ASSERT_TRUE(event.has_value()) << word << ": " << sentence(event.error());
        const auto played = game.play(*event);
        ASSERT_TRUE(played.has_value()) << word << ": " << sentence(played.error());
    }
}

std::string drawing_of(const Game& game) {
    std::string text;
    for (int row = game.size().height - 1; row >= 0; --row) {
        for (int column = 0; column < game.size().width; ++column) {
            const auto color = game.position().at(
                {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
            text += !color ? '.' : *color == Color::black ? 'X' : 'O';
        }
        text += '\n';
    }
    return text;
}

std::string tidy(std::string_view drawing) {
    std::string text;
    for (const std::string& row : rows_of(drawing)) text += row + '\n';
    return text;
}

std::string refusal_of(const Game& game, std::string_view move) {
    const auto event = game.read_event(move);
    if (!event) return std::string(event.error().code->name);
    const auto checked = game.check(*event);
    return checked ? "" : std::string(checked.error().code->name);
}

}  // namespace arbiter::go
