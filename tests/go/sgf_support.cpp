#include "tests/go/sgf_support.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace arbiter::go::testing {

namespace {

void drain(SgfReader& reader, std::vector<Reading<SgfDocument>>& documents) {
    while (auto document = reader.next()) documents.push_back(std::move(*document));
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) {
        if (&word != &words.front()) text += between;
        text += word;
    }
    return text;
}

std::string letter(Color color) { return color == Color::black ? "B" : "W"; }

/// What the outline tells otherwise.
bool is_content(std::string_view name) {
    constexpr std::array<std::string_view, 6> names{"B", "W", "AB", "AW", "AE", "PL"};
    return std::ranges::find(names, name) != names.end();
}
bool is_header(std::string_view name) { return name == "FF" || name == "GM" || name == "SZ"; }

void add_edit(std::vector<std::string>& words, const Edit& edit) {
    if (!edit.black.empty()) words.push_back("+B:" + joined(names(edit.black), ","));
    if (!edit.white.empty()) words.push_back("+W:" + joined(names(edit.white), ","));
    if (!edit.cleared.empty()) words.push_back("-:" + joined(names(edit.cleared), ","));
    if (edit.turn) words.push_back("turn:" + letter(*edit.turn));
}

Edit root_setup(const SgfDocument& document) {
    Edit edit;
    for (const Stone stone : document.start().start().setup.stones) {
        (stone.color == Color::black ? edit.black : edit.white).push_back(stone.point);
    }
    const bool told = find_property(document.node(0).annotations, "PL") != nullptr;
    if (told) edit.turn = document.start().start().setup.turn;
    return edit;
}

std::string outline_of(const SgfDocument& document, NodeId id) {
    std::vector<std::string> words;
    const auto& [content, annotations] = document.node(id);
    if (id == 0) add_edit(words, root_setup(document));
    if (const auto* edit = std::get_if<Edit>(&content)) add_edit(words, *edit);
    if (const auto* event = std::get_if<Event>(&content)) {
        const auto* play = std::get_if<Play>(event);
        words.push_back(letter(play != nullptr ? play->by : std::get<Pass>(*event).by));
        words.push_back(play != nullptr ? to_string(play->point) : "pass");
    }
    const Verdict* verdict = document.verdict(id);
    const bool unreadable = verdict != nullptr && verdict->kind == Verdict::Kind::unreadable;
    for (const Annotation& annotation : annotations) {
        if (const auto* comment = std::get_if<Comment>(&annotation)) {
            words.push_back("{" + comment->text + "}");
            continue;
        }
        const auto& [name, values] = std::get<Property>(annotation);
        if ((is_content(name) && !unreadable) || (id == 0 && is_header(name))) continue;
        words.push_back(name + "=" + joined(values, "/"));
    }
    return joined(words, " ");
}

bool is_left_out(const SgfDocument& document, NodeId id) {
    const auto* event = std::get_if<Event>(&document.node(id).content);
    return event != nullptr && !std::holds_alternative<Play>(*event) &&
           !std::holds_alternative<Pass>(*event);
}

void add_children(const SgfDocument& document, NodeId id, std::vector<std::string>& outlines);

std::string outline_from(const SgfDocument& document, NodeId id) {
    const std::string node = outline_of(document, id);
    std::vector<std::string> children;
    add_children(document, id, children);
    if (children.empty()) return node;
    if (children.size() == 1) return node + " | " + children[0];
    for (std::string& child : children) child = "(" + child + ")";
    return node + " | " + joined(children, " ");
}

/// Events that SGF leaves out are not nodes.
void add_children(const SgfDocument& document, NodeId id, std::vector<std::string>& outlines) {
    for (NodeId child = document.first_child(id); child != 0;
         child = document.next_sibling(child)) {
        if (is_left_out(document, child)) {
            add_children(document, child, outlines);
        } else {
            outlines.push_back(outline_from(document, child));
        }
    }
}

}  // namespace

std::vector<Reading<SgfDocument>> read_sgf(std::string_view text, std::size_t piece_size) {
    SgfReader reader;
    std::vector<Reading<SgfDocument>> documents;
    while (!text.empty()) {
        reader.feed(text.substr(0, piece_size));
        text.remove_prefix(std::min(piece_size, text.size()));
        drain(reader, documents);
    }
    reader.finish();
    drain(reader, documents);
    return documents;
}

SgfDocument read_one_sgf(std::string_view text) {
    auto documents = read_sgf(text);
    EXPECT_EQ(documents.size(), 1U) << text;
    if (documents.empty() || !documents[0]) {
        ADD_FAILURE() << "no game in: " << text;
        return SgfDocument(Game());
    }
    EXPECT_EQ(faults_of(documents[0].faults), std::vector<std::string>()) << text;
    return std::move(*documents[0]);
}

Reading<Game> read_sgf_game(std::string_view text, const Options& options) {
    return read_main_line<Game, stream_sgf>(text, options);
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

std::expected<std::string, Fault> write_sgf_game(const Game& game) {
    return write_game<Game, write_sgf>(game);
}

SgfTree tree_of(std::string_view text) {
    SgfTreeReader reader;
    reader.feed(text);
    reader.finish();
    auto tree = reader.next();
    if (tree && *tree) return std::move(**tree);
    ADD_FAILURE() << "no tree in: " << text;
    return {};
}

std::string outline(const SgfDocument& document) { return outline_from(document, 0); }

std::vector<std::string> verdicts(const SgfDocument& document) {
    std::vector<std::string> words;
    for (NodeId id = 0; id < document.size(); ++id) {
        const Verdict* verdict = document.verdict(id);
        if (verdict == nullptr) continue;
        words.push_back(std::to_string(id) + " " + std::string(arbiter::to_string(verdict->kind)));
    }
    return words;
}

}  // namespace arbiter::go::testing
