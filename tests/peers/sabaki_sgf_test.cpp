#include "tests/peers/sabaki_sgf.hpp"

#include <gtest/gtest.h>

#include "core/go/formats/sgf_reader.hpp"
#include "core/go/formats/sgf_text.hpp"
#include "core/go/formats/sgf_writer.hpp"
#include "core/go/notations/sgf_point.hpp"
#include "tests/support/random_sgf.hpp"

namespace arbiter::go::testing {
namespace {

std::vector<std::string> names(const std::vector<Point>& points, Size size) {
    std::vector<std::string> texts;
    for (const Point point : points) texts.push_back(write_sgf_point(point, size));
    return texts;
}

void add_stones(NodeView& view, const std::string& name, const std::vector<Point>& points,
                Size size) {
    if (!points.empty()) view.properties[name] = names(points, size);
}

NodeView view(const SgfNode& node, Size size) {
    NodeView view;
    add_stones(view, "AB", node.setup.black, size);
    add_stones(view, "AW", node.setup.white, size);
    add_stones(view, "AE", node.setup.cleared, size);
    if (node.setup.turn) view.properties["PL"] = {*node.setup.turn == Color::black ? "B" : "W"};
    if (node.move) {
        const auto& [by, point] = *node.move;
        view.properties[by == Color::black ? "B" : "W"] = {point ? write_sgf_point(*point, size)
                                                                 : ""};
    }
    for (const SgfProperty& property : node.properties) {
        for (const std::string& raw : property.values) {
            view.properties[property.name].push_back(sgf_text(raw));
        }
    }
    return view;
}

GameView view(const SgfGame& game) {
    GameView nodes;
    for (SgfGame::Number number = 0; number < game.nodes().size(); ++number) {
        nodes.push_back(view(game.node(number), game.size()));
        nodes.back().parent = game.parent(number).value_or(0);
    }
    NodeView& root = nodes.front();
    root.properties["FF"] = {"4"};
    root.properties["GM"] = {"1"};
    root.properties["CA"] = {"UTF-8"};
    root.properties["SZ"] = {write_sgf_size(game.size())};
    return nodes;
}

std::vector<GameView> read(std::string_view text) {
    SgfReader reader;
    reader.feed(text);
    reader.finish();
    std::vector<GameView> games;
    while (const auto game = reader.next()) {
        if (!*game) throw std::runtime_error("not read: " + std::string(text));
        games.push_back(view(**game));
    }
    return games;
}

/// The package does not escape a line that looks like the next game, as Arbiter does.
bool has_escaped_line(std::string_view text) { return text.find("\n\\(;") != text.npos; }

TEST(AgainstSabakiSgf, EachReadsWhatTheOtherWrites) {
    SabakiSgf sabaki;
    int read_back = 0;
    for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
        const SgfGame first = random_sgf(seed);
        const SgfGame second = random_sgf(seed + 10'000);
        const std::vector<GameView> ours{view(first), view(second)};
        const std::string text = write_sgf(first) + write_sgf(second);
        const SabakiSgf::Answer theirs = sabaki.ask(text);
        EXPECT_EQ(theirs.games, ours) << text;
        if (has_escaped_line(text)) continue;
        EXPECT_EQ(read(theirs.sgf), ours) << theirs.sgf;
        ++read_back;
    }
    EXPECT_GT(read_back, 100) << "the random texts are nearly all of one kind";
}

/// Soft line breaks, escapes, old names, blanks everywhere, text before the game.
TEST(AgainstSabakiSgf, OddButValid) {
    SabakiSgf sabaki;
    for (const std::string text :
         {"(;FF[4]GM[1]CA[UTF-8]SZ[9]C[soft\\\nbreak \\] \\\\ \\: é];B[aa](;W[bb])(;W[]))",
          "(;FF[4]GM[1]CA[UTF-8]SZ[9]\n ;\tB [aa]\n(\n;W[bb] C [ ( ; ) ]))",
          "(;FF[4]GaMe[1]CharsetApplied[UTF-8]SiZe[9];Black[aa]Comment[x])",
          "(;FF[4]GM[1]CA[UTF-8]SZ[52]AB[aa][ZZ][zA]LB[aa:1][ab:x\\:y])"}) {
        EXPECT_EQ(sabaki.ask(text).games, read(text)) << text;
    }
}

}  // namespace
}  // namespace arbiter::go::testing
