#include "core/chess/formats/pgn_writer.hpp"

#include <algorithm>

#include "core/chess/formats/pgn_reader.hpp"
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
        word_ = opening_;
        word_ += text;
        opening_.clear();
        pending_ = true;
    }
    /// Attaches to the next word, or to the last one.
    void open(char bracket) { opening_ += bracket; }
    void attach(std::string_view text) { word_ += text; }

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
    std::string line(trimmed(text));
    std::ranges::replace(line, '}', ')');
    std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return line;
}

class MovetextWriter {
public:
    explicit MovetextWriter(std::string& out) : out_(out) {}

    void write(const PgnGame& game) {
        write_comments(game.comments);
        write_line(game.moves, game.start.position, 0);
        out_.word(game.result);
        out_.flush();
    }

private:
    void write_line(const std::vector<PgnMove>& moves, Position position, std::size_t depth) {
        bool needs_number = true;
        for (const PgnMove& move : moves) {
            if (position.turn() == Color::white || needs_number || !move.comments_before.empty()) {
                write_number(position);
            }
            write_comments(move.comments_before);
            out_.word(write_san(position.board(), move.move));
            for (const int nag : move.nags) out_.word("$" + std::to_string(nag));
            write_comments(move.comments);
            write_variations(move, position, depth);
            needs_number = !move.comments.empty() || !move.variations.empty();
            position = position.after(move.move);
        }
    }

    void write_variations(const PgnMove& move, const Position& position, std::size_t depth) {
        if (depth == PgnReader::variation_depth_max) return;
        for (const auto& variation : move.variations) {
            if (variation.empty()) continue;
            out_.open('(');
            write_line(variation, position, depth + 1);
            out_.attach(")");
        }
    }

    void write_number(const Position& position) {
        const std::string number = std::to_string(position.fullmove_number());
        out_.word(number + (position.turn() == Color::white ? "." : "..."));
    }

    void write_comments(const std::vector<std::string>& comments) {
        for (const std::string& comment : comments) write_comment(fit_for_comment(comment));
    }

    /// Many programs take a line for a tag or an escape by its first character, even in a comment:
    /// a word that begins so does not begin a line.
    void write_comment(std::string_view text) {
        out_.open('{');
        for (bool first = true; first || !text.empty(); first = false) {
            const std::string_view word = text.substr(0, text.find(' '));
            if (!first && (word.starts_with('[') || word.starts_with('%'))) {
                out_.attach(" ");
                out_.attach(word);
            } else {
                out_.word(word);
            }
            text.remove_prefix(std::min(word.size() + 1, text.size()));
        }
        out_.attach("}");
    }

    Paragraph out_;
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

std::string write_pgn(const PgnGame& game) {
    std::string text;
    for (const auto& [name, value] : export_tags(game)) write_tag(text, name, value);
    text += '\n';
    MovetextWriter(text).write(game);
    return text += "\n\n";
}

}  // namespace arbiter::chess
