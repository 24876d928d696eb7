#include "tests/go/sgf_support.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace arbiter::go::testing {

namespace {

void drain(SgfReader& reader, std::vector<Reading<SgfGame>>& games) {
    while (auto game = reader.next()) games.push_back(std::move(*game));
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) {
        if (&word != &words.front()) text += between;
        text += word;
    }
    return text;
}

std::string names(const std::vector<Point>& points) {
    std::vector<std::string> words;
    for (const Point point : points) words.push_back(to_string(point));
    return joined(words, ",");
}

std::string letter(Color color) { return color == Color::black ? "B" : "W"; }

std::string outline(const SgfNode& node) {
    std::vector<std::string> words;
    if (!node.setup.black.empty()) words.push_back("+B:" + names(node.setup.black));
    if (!node.setup.white.empty()) words.push_back("+W:" + names(node.setup.white));
    if (!node.setup.cleared.empty()) words.push_back("-:" + names(node.setup.cleared));
    if (node.setup.turn) words.push_back("turn:" + letter(*node.setup.turn));
    if (node.move) {
        words.push_back(letter(node.move->by));
        words.push_back(node.move->point ? to_string(*node.move->point) : "pass");
    }
    for (const SgfProperty& property : node.properties) {
        words.push_back(property.name + "=" + joined(property.values, "/"));
    }
    return joined(words, " ");
}

std::string outline_from(const SgfGame& game, SgfGame::Number number) {
    std::vector<std::string> parts{outline(game.node(number))};
    std::vector<std::string> children;
    for (SgfGame::Number child = number + 1; child < game.nodes().size(); ++child) {
        if (game.parent(child) == number) children.push_back(outline_from(game, child));
    }
    if (children.size() == 1) return parts[0] + " | " + children[0];
    for (const std::string& child : children) parts.push_back("(" + child + ")");
    return children.empty() ? parts[0]
                            : parts[0] + " | " + joined({parts.begin() + 1, parts.end()}, " ");
}

}  // namespace

std::vector<Reading<SgfGame>> read_sgf(std::string_view text, std::size_t piece_size) {
    SgfReader reader;
    std::vector<Reading<SgfGame>> games;
    while (!text.empty()) {
        reader.feed(text.substr(0, piece_size));
        text.remove_prefix(std::min(piece_size, text.size()));
        drain(reader, games);
    }
    reader.finish();
    drain(reader, games);
    return games;
}

SgfGame read_one_sgf(std::string_view text) {
    auto games = read_sgf(text);
    EXPECT_EQ(games.size(), 1U) << text;
    if (games.empty() || !games[0]) {
        ADD_FAILURE() << "no game in: " << text;
        return SgfGame();
    }
    EXPECT_EQ(faults_of(games[0].faults), std::vector<std::string>()) << text;
    return std::move(*games[0]);
}

Game read_one_game(std::string_view text, const Options& options) {
    auto game = read_sgf_game(text, options);
    if (!game) {
        const auto faults = faults_of(game.faults);
        ADD_FAILURE() << "no game in: " << text << ": " << faults[0];
        return Game();
    }
    return std::move(*game);
}

std::string outline(const SgfGame& game) { return outline_from(game, 0); }

}  // namespace arbiter::go::testing
