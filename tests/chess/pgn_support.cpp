#include "tests/chess/pgn_support.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "core/chess/formats/pgn_reader.hpp"
#include "core/chess/notations/san.hpp"

namespace arbiter::chess::testing {

namespace {

void drain(PgnReader& reader, std::vector<Reading<PgnGame>>& games) {
    while (auto game = reader.next()) games.push_back(std::move(*game));
}

std::string quoted(const std::vector<std::string>& comments) {
    std::string text;
    for (const auto& comment : comments) text += "\"" + comment + "\" ";
    return text;
}

std::string without_last_blank(std::string text) {
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

}  // namespace

std::vector<Reading<PgnGame>> read_pgn(std::string_view text, std::size_t piece_size) {
    PgnReader reader;
    std::vector<Reading<PgnGame>> games;
    while (!text.empty()) {
        reader.feed(text.substr(0, piece_size));
        text.remove_prefix(std::min(piece_size, text.size()));
        drain(reader, games);
    }
    reader.finish();
    drain(reader, games);
    return games;
}

PgnGame read_one_pgn(std::string_view text) {
    auto games = read_pgn(text);
    EXPECT_EQ(games.size(), 1U) << text;
    if (games.empty() || !games[0]) {
        ADD_FAILURE() << "no game in: " << text;
        return {};
    }
    return std::move(*games[0]);
}

std::string outline(const std::vector<PgnMove>& moves, const Position& start) {
    std::string text;
    Position position = start;
    for (const PgnMove& move : moves) {
        const std::string san = write_san(position.board(), move.move);
        text += move.comments_before.empty() ? san + " "
                                             : "[" + quoted(move.comments_before) + san + "] ";
        for (const int nag : move.nags) text += "$" + std::to_string(nag) + " ";
        text += quoted(move.comments);
        for (const auto& line : move.variations) text += "(" + outline(line, position) + ") ";
        position = position.after(move.move);
    }
    return without_last_blank(text);
}

std::string outline(const PgnGame& game) {
    return without_last_blank(quoted(game.comments) + outline(game.moves, game.start.position));
}

std::string test_data(std::string_view name) {
    std::ifstream file(std::string(ARBITER_SOURCE_DIR "/tests/chess/data/").append(name),
                       std::ios::binary);
    EXPECT_TRUE(file.is_open()) << name;
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace arbiter::chess::testing
