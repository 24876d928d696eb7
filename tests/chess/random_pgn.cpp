#include "tests/chess/random_pgn.hpp"

#include <array>
#include <map>
#include <random>

#include "core/chess/notations/fen.hpp"
#include "tests/support/random_chess.hpp"

namespace arbiter::chess::testing {

namespace {

constexpr std::array<std::string_view, 24> words{
    "a",     "better",   "1-0",    "*",      "(",      ")",
    "{",     "[",        "]",      ";",      "%",      "%clk",
    "[%clk", "0:01:02]", "[Event", "\"x\"]", "$1",     "\\",
    "\"",    "",         "--",     "½",      "Žižkov", "0123456789012345678901234567890"};

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    Document<Game> document() {
        Document<Game> document{Game(start())};
        document.result = std::array{"1-0", "0-1", "1/2-1/2", "*"}[below(4)];
        add_comments(document.node(0), 2, false);
        add_kept_lines(document.node(0));
        add_line(document, 0, document.start().position(), 40, 3);
        document.tags() = tags(document);
        return document;
    }

private:
    std::mt19937_64 random_;

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
    bool one_in(std::size_t n) { return below(n) == 0; }

    Start start() {
        Start start;
        if (one_in(3)) {
            start.variant = Variant::chess960;
            start.position = chess960_start(static_cast<int>(below(960)));
        }
        if (one_in(3)) start.position = random_game(random_(), start.position, 30).positions.back();
        return start;
    }

    std::string text(std::size_t words_max) {
        std::string text;
        for (std::size_t n = below(words_max + 1); n > 0; --n) {
            text += words[below(words.size())];
            if (n > 1) text += ' ';
        }
        while (text.starts_with(' ')) text.erase(0, 1);
        while (text.ends_with(' ')) text.pop_back();
        return text;
    }

    void add_comments(Document<Game>::Node& node, std::size_t most, bool before) {
        if (!one_in(4)) return;
        for (std::size_t n = 1 + below(most); n > 0; --n) {
            node.annotations.emplace_back(Comment{text(30), before});
        }
    }

    /// Lines to which PGN gives no meaning.
    void add_kept_lines(Document<Game>::Node& node) {
        if (!one_in(10)) return;
        const std::string line = one_in(2) ? "%" + text(9) : "<x y" + std::string(below(2), '>');
        node.annotations.emplace_back(Property{"line", {line}});
    }

    /// A variation has a move at least.
    void add_line(Document<Game>& document, NodeId parent, const Position& start,
                  std::size_t plies_max, int depth) {
        const std::size_t plies = below(plies_max + 1);
        const RandomGame moves = random_game(random_(), start, depth == 3 ? plies : plies + 1);
        for (std::size_t i = 0; i < moves.moves.size(); ++i) {
            const NodeId id = document.add(parent, Event(moves.moves[i]));
            auto& node = document.node(id);
            if (one_in(4)) add_comments(node, 2, true);
            for (std::size_t n = one_in(4) ? below(3) : 0; n > 0; --n) {
                node.annotations.emplace_back(Glyph{static_cast<int>(below(256))});
            }
            add_comments(node, 2, false);
            add_kept_lines(node);
            add_comments(node, 1, false);
            for (std::size_t n = depth > 0 && one_in(6) ? below(3) : 0; n > 0; --n) {
                add_line(document, parent, moves.positions[i], 8, depth - 1);
            }
            parent = id;
        }
    }

    Tags tags(const Document<Game>& document) {
        Tags tags;
        for (const char* name : {"Event", "Site", "Date", "Round", "White", "Black"}) {
            tags.emplace_back(name, text(6));
        }
        tags.emplace_back("Result", document.result);
        std::map<std::string, std::string> others;
        for (std::size_t n = below(4); n > 0; --n)
            others["Tag" + std::to_string(below(20))] = text(6);
        if (document.start().start().variant == Variant::chess960) others["Variant"] = "Chess960";
        if (document.start().start().position != Position::start()) {
            others["SetUp"] = "1";
            others["FEN"] = write_fen(document.start().start().position);
        }
        tags.insert(tags.end(), others.begin(), others.end());
        return tags;
    }
};

}  // namespace

Document<Game> random_pgn(std::uint64_t seed) { return Generator(seed).document(); }

}  // namespace arbiter::chess::testing
