#include <algorithm>

#include "core/chess/formats/pgn.hpp"
#include "core/chess/formats/pgn_reader.hpp"
#include "core/chess/formats/pgn_result.hpp"
#include "core/chess/formats/pgn_tags.hpp"
#include "core/chess/formats/pgn_text.hpp"
#include "core/chess/notations/san.hpp"

namespace arbiter::chess {

namespace {

constexpr std::size_t line_length_max = 79;

/// Breaks words into lines. A word is held back until everything attached to it is known.
class Paragraph {
public:
    explicit Paragraph(std::string& out) : out_(out) {}

    void word(std::string_view text) {
        flush();
        if (opening_.empty()) {
            word_.assign(text);
        } else {
            word_.assign(opening_).append(text);
            opening_.clear();
        }
        pending_ = true;
    }
    /// Attaches to the next word, or to the last one.
    void open(char bracket) { opening_ += bracket; }
    void attach(std::string_view text) {
        if (!pending_) return word(text);
        word_ += text;
    }
    /// A line of its own.
    void line(std::string_view text) {
        flush();
        if (!empty_) out_ += '\n';
        out_ += text;
        out_ += '\n';
        column_ = 0;
        empty_ = true;
    }

    void flush() {
        if (!pending_) return;
        if (!empty_) {
            const bool fits = column_ + 1 + word_.size() <= line_length_max;
            out_ += fits ? ' ' : '\n';
            column_ = fits ? column_ + 1 : 0;
        }
        out_ += word_;
        column_ += word_.size();
        empty_ = false;
        pending_ = false;
    }

private:
    std::string& out_;
    bool empty_ = true;
    std::size_t column_ = 0;
    std::string word_;
    std::string opening_;
    bool pending_ = false;
};

/// One line, and nothing in it that would end the comment.
std::string fit_for_comment(std::string_view text) {
    std::string line(text);
    std::ranges::replace(line, '}', ')');
    std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return line;
}

/// Programs take a line for a tag or an escape by its first character, many even in a comment: a word
/// that begins so does not begin a line.
void write_word(Paragraph& out, std::string_view word) {
    if (word.starts_with('[') || word.starts_with('%')) {
        out.attach(" ");
        out.attach(word);
    } else {
        out.word(word);
    }
}

void write_comment(Paragraph& out, std::string_view comment) {
    std::string_view text = trimmed(comment);
    const bool fits =
        std::ranges::none_of(text, [](char c) { return c == '}' || c == '\n' || c == '\r'; });
    const std::string made = fits ? std::string() : fit_for_comment(text);
    if (!fits) text = made;
    out.open('{');
    for (bool first = true; first || !text.empty(); first = false) {
        const std::string_view word = text.substr(0, text.find(' '));
        first ? out.word(word) : write_word(out, word);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    out.attach("}");
}

class MovetextWriter {
public:
    MovetextWriter(std::string& out, const Document<Game>& document)
        : out_(out), document_(document) {}

    void write(std::string_view result) {
        write_annotations(0, false, 0);
        const Position& position = document_.start().position();
        const auto number = position.fullmove_number();
        write_line({document_.first_child(0), position, number, position.turn()}, 0);
        out_.word(result);
        out_.flush();
    }

    /// Whether a variation was left out.
    bool too_deep() const { return too_deep_; }

private:
    using Node = Document<Game>::Node;

    /// Before a node. Numbers go on where the position is not known any more.
    struct Place {
        NodeId node;
        Position position;
        std::uint32_t number;
        Color turn;
    };

    void write_line(Place at, std::size_t depth) {
        bool needs_number = true;
        for (; at.node != 0; at.node = document_.first_child(at.node)) {
            const Node& node = document_.node(at.node);
            if (!is_written(at.node)) continue;
            const Position next = position_after(at);
            const std::string word = word_of(at, next);
            const bool noted = has_comment(node, true);
            if (at.turn == Color::white || needs_number || noted) write_number(at);
            write_annotations(at.node, true, depth);
            write_word(out_, word);
            write_annotations(at.node, false, depth);
            needs_number = has_comment(node, false);
            if (document_.first_child(document_.parent(at.node)) == at.node) {
                needs_number = write_variations(at, depth) || needs_number;
            }
            advance(at, next);
        }
    }

    /// PGN has a word for moves, and keeps those that stand for no event.
    bool is_written(NodeId id) const {
        const auto& content = document_.node(id).content;
        if (const auto* event = std::get_if<Event>(&content)) {
            return std::holds_alternative<Move>(*event);
        }
        const Verdict* verdict = document_.verdict(id);
        return std::holds_alternative<Edit>(content) ||
               (verdict != nullptr && !verdict->text.empty());
    }

    /// The same position where it is not known.
    Position position_after(const Place& at) const {
        const auto& content = document_.node(at.node).content;
        if (const auto* event = std::get_if<Event>(&content)) {
            return at.position.after(std::get<Move>(*event));
        }
        const bool passes = std::holds_alternative<Edit>(content) && !at.position.in_check();
        return passes ? at.position.after_pass() : at.position;
    }

    std::string word_of(const Place& at, const Position& next) const {
        if (const auto* event = std::get_if<Event>(&document_.node(at.node).content)) {
            return write_san(at.position.board(), std::get<Move>(*event), next.board());
        }
        const Verdict* verdict = document_.verdict(at.node);
        return verdict != nullptr && !verdict->text.empty() ? verdict->text : "--";
    }

    void advance(Place& at, const Position& next) const {
        const Verdict* verdict = document_.verdict(at.node);
        if (verdict != nullptr && verdict->kind == Verdict::Kind::unreadable) return;
        at.position = next;
        at.number += at.turn == Color::black ? 1 : 0;
        at.turn = opponent(at.turn);
    }

    bool write_variations(Place at, std::size_t depth) {
        bool any = false;
        while ((at.node = document_.next_sibling(at.node)) != 0) {
            if (!is_written(at.node)) continue;
            too_deep_ = too_deep_ || depth == PgnReader::variation_depth_max;
            if (too_deep_) return any;
            out_.open('(');
            write_line(at, depth + 1);
            out_.attach(")");
            any = true;
        }
        return any;
    }

    void write_number(const Place& at) {
        out_.word(std::to_string(at.number) + (at.turn == Color::white ? "." : "..."));
    }

    static bool has_comment(const Node& node, bool before) {
        return std::ranges::any_of(node.annotations, [&](const Annotation& annotation) {
            const auto* comment = std::get_if<Comment>(&annotation);
            return comment != nullptr && comment->before == before;
        });
    }

    /// Nothing else may stand in a text; a result ends the game unless it is in a variation.
    static bool is_kept_word(const Property& property, std::size_t depth) {
        if (property.name != kept_word || property.values.size() != 1) return false;
        const std::string_view word = property.values[0];
        return (depth > 0 && result_named(word)) || is_annotation(word);
    }

    static bool is_kept_line(const Property& property) {
        if (property.name != kept_line_name || property.values.size() != 1) return false;
        const std::string_view line = property.values[0];
        if (line.contains('\n')) return false;
        return line.starts_with('%') ||
               (line.starts_with('<') && line.find('>') >= line.size() - 1);
    }

    void write_annotations(NodeId id, bool before, std::size_t depth) {
        for (const Annotation& annotation : document_.node(id).annotations) {
            if (const auto* comment = std::get_if<Comment>(&annotation)) {
                if (comment->before == before) write_comment(out_, comment->text);
            } else if (const auto* glyph = std::get_if<Glyph>(&annotation); glyph && !before) {
                out_.word("$" + std::to_string(glyph->number));
            } else if (const auto* kept = std::get_if<Property>(&annotation); kept && !before) {
                if (is_kept_word(*kept, depth)) out_.word(kept->values[0]);
                if (is_kept_line(*kept)) out_.line(kept->values[0]);
            }
        }
    }

    Paragraph out_;
    const Document<Game>& document_;
    bool too_deep_ = false;
};

void write_tag(std::string& out, const std::string& name, std::string_view value) {
    out += '[' + name + " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    out += "\"]\n";
}

}  // namespace

std::expected<std::string, Fault> write_pgn(const Document<Game>& document) {
    std::string text;
    const Tags tags = export_tags(document);
    for (const auto& [name, value] : tags) write_tag(text, name, value);
    text += '\n';
    MovetextWriter movetext(text, document);
    movetext.write(*find_tag(tags, "Result"));
    if (movetext.too_deep()) return std::unexpected(cannot_express("variations deeper than 64"));
    return std::move(text += "\n\n");
}

std::expected<std::string, Fault> write_pgn_of(const Game& game) {
    auto document = Document<Game>::of(game);
    state_outcome(document.tags(), game.outcome());
    document.result = result_of(game.outcome());
    return write_pgn(document);
}

}  // namespace arbiter::chess
