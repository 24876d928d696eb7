#include "tests/peers/sabaki_sgf.hpp"

#include <gtest/gtest.h>

#include "core/base/sgf_text.hpp"
#include "core/go/formats/sgf.hpp"
#include "tests/support/random_sgf.hpp"

namespace arbiter::go::testing {
namespace {

GameView view(const SgfTree& tree) {
    GameView nodes;
    for (const SgfTreeNode& node : tree.nodes) {
        NodeView& view = nodes.emplace_back();
        view.parent = node.parent;
        for (const Annotation& annotation : node.properties) {
            const auto& [name, values] = std::get<Property>(annotation);
            for (const std::string& raw : values) view.properties[name].push_back(sgf_text(raw));
        }
    }
    return nodes;
}

std::vector<GameView> read(std::string_view text) {
    SgfTreeReader reader;
    reader.feed(text);
    reader.finish();
    std::vector<GameView> games;
    while (const auto tree = reader.next()) {
        if (!*tree) throw std::runtime_error("not read: " + std::string(text));
        games.push_back(view(**tree));
    }
    return games;
}

/// As Arbiter writes the documents of a text.
std::string written(std::string_view text) {
    const auto stream = stream_sgf({});
    stream->feed(text);
    stream->finish();
    std::string out;
    while (const auto document = stream->next()) {
        if (!*document) throw std::runtime_error("not read: " + std::string(text));
        out += *write_sgf(**document);
    }
    return out;
}

/// The package does not escape a line that looks like the next game, as Arbiter does.
bool has_escaped_line(std::string_view text) { return text.find("\n\\(;") != text.npos; }

TEST(AgainstSabakiSgf, EachReadsWhatTheOtherWrites) {
    SabakiSgf sabaki;
    int read_back = 0;
    for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
        const SgfTree first = random_sgf(seed);
        const SgfTree second = random_sgf(seed + 10'000);
        const std::vector<GameView> ours{view(first), view(second)};
        const std::string text = written(text_of(first) + text_of(second));
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
