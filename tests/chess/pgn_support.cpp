#include "tests/chess/pgn_support.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "core/chess/formats/pgn_reader.hpp"
#include "core/chess/notations/san.hpp"

namespace arbiter::chess::testing {

namespace {

void drain(PgnReader& reader, std::vector<Reading<Document<Game>>>& games) {
    while (auto game = reader.next()) games.push_back(std::move(*game));
}

std::string without_last_blank(std::string text) {
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

/// Its comments before the move, or everything that follows it.
std::string annotations_of(const Document<Game>::Node& node, bool before) {
    std::string text;
    for (const Annotation& annotation : node.annotations) {
        if (const auto* comment = std::get_if<Comment>(&annotation)) {
            if (comment->before == before) text += "\"" + comment->text + "\" ";
        } else if (const auto* glyph = std::get_if<Glyph>(&annotation); glyph && !before) {
            text += "$" + std::to_string(glyph->number) + " ";
        } else if (const auto* kept = std::get_if<Property>(&annotation); kept && !before) {
            if (kept->name == "line") text += kept->values.at(0) + " ";
        }
    }
    return text;
}

/// Empty for the event that a result stands for.
std::string move_in(const Document<Game>& document, NodeId id, const Game& before) {
    const auto& content = document.node(id).content;
    if (const auto* event = std::get_if<Event>(&content)) {
        const auto* move = std::get_if<Move>(event);
        return move == nullptr ? "" : write_san(before.board(), *move);
    }
    if (std::holds_alternative<Edit>(content)) return "--";
    return "<" + document.verdict(id)->text + ">";
}

std::string outline_from(const Document<Game>& document, NodeId id) {
    std::string text;
    for (; id != 0; id = document.first_child(id)) {
        const Game before = document.game(document.parent(id));
        const std::string move = move_in(document, id, before);
        if (move.empty()) continue;
        const std::string comments = annotations_of(document.node(id), true);
        text += comments.empty() ? move + " " : "[" + comments + move + "] ";
        text += annotations_of(document.node(id), false);
        if (document.first_child(document.parent(id)) != id) continue;
        for (NodeId other = document.next_sibling(id); other != 0;
             other = document.next_sibling(other)) {
            text += "(" + without_last_blank(outline_from(document, other)) + ") ";
        }
    }
    return text;
}

}  // namespace

std::vector<Reading<Document<Game>>> read_pgn(std::string_view text, std::size_t piece_size) {
    PgnReader reader;
    std::vector<Reading<Document<Game>>> games;
    while (!text.empty()) {
        reader.feed(text.substr(0, piece_size));
        text.remove_prefix(std::min(piece_size, text.size()));
        drain(reader, games);
    }
    reader.finish();
    drain(reader, games);
    return games;
}

Document<Game> read_one_pgn(std::string_view text) {
    auto games = read_pgn(text);
    EXPECT_EQ(games.size(), 1U) << text;
    if (games.empty() || !games[0]) {
        ADD_FAILURE() << "no game in: " << text;
        return Document(Game{});
    }
    EXPECT_FALSE(games[0].faults.fatal()) << text;
    return std::move(*games[0]);
}

std::string outline(const Document<Game>& document) {
    return without_last_blank(annotations_of(document.node(0), true) +
                              annotations_of(document.node(0), false) +
                              outline_from(document, document.first_child(0)));
}

std::size_t count_moves(const Document<Game>& document) {
    const auto is_move = [&](NodeId id) {
        const auto* event = std::get_if<Event>(&document.node(id).content);
        return event != nullptr && std::holds_alternative<Move>(*event);
    };
    return static_cast<std::size_t>(std::ranges::count_if(document.path(document.last()), is_move));
}

std::string test_data(std::string_view name) {
    std::ifstream file(std::string(ARBITER_SOURCE_DIR "/tests/chess/data/").append(name),
                       std::ios::binary);
    EXPECT_TRUE(file.is_open()) << name;
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace arbiter::chess::testing
