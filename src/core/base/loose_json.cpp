#include "core/base/loose_json.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/base/text.hpp"

namespace arbiter {

namespace {

/// Splits a text into the words of JSON, JavaScript's and Python's comments included.
class LooseLexer {
public:
    enum class Kind : std::uint8_t { end, string, word, bracket, comment };

    struct Token {
        Kind kind = Kind::end;
        std::string_view text;  ///< a bracket, comma, colon or any other sign is one character

        bool is(char sign) const { return kind == Kind::bracket && text.front() == sign; }
    };

    explicit LooseLexer(std::string_view text) : rest_(text) {}

    Token next() {
        constexpr std::string_view blanks = " \t\r\n";
        rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
        if (rest_.empty()) return {Kind::end, rest_};
        const char first = rest_.front();
        if (first == '"' || first == '\'') return take(Kind::string, string_size());
        if (const auto size = comment_size()) return take(Kind::comment, size);
        if (const auto size = word_size()) return take(Kind::word, size);
        return take(Kind::bracket, 1);
    }

    Token next_but_comments() {
        Token token = next();
        while (token.kind == Kind::comment) token = next();
        return token;
    }

    /// What comes after the last token.
    std::string_view rest() const { return rest_; }

private:
    Token take(Kind kind, std::size_t size) {
        const Token token{kind, rest_.substr(0, size)};
        rest_.remove_prefix(token.text.size());
        return token;
    }

    /// Up to the quotation mark that ends it, or to the end of the text.
    std::size_t string_size() const {
        for (std::size_t i = 1; i < rest_.size(); ++i) {
            if (rest_[i] == '\\') {
                ++i;
            } else if (rest_[i] == rest_.front()) {
                return i + 1;
            }
        }
        return rest_.size();
    }

    std::size_t comment_size() const {
        if (rest_.starts_with("/*")) {
            const auto end = rest_.find("*/", 2);
            return end == std::string_view::npos ? rest_.size() : end + 2;
        }
        if (!rest_.starts_with("//") && !rest_.starts_with('#')) return 0;
        return std::min(rest_.find('\n'), rest_.size());
    }

    std::size_t word_size() const {
        const auto ends = [](char c) {
            return !is_letter(c) && !is_digit(c) && c != '_' && c != '.' && c != '-' && c != '+';
        };
        return static_cast<std::size_t>(std::ranges::find_if(rest_, ends) - rest_.begin());
    }

    std::string_view rest_;
};

using LooseToken = LooseLexer::Token;
using LooseKind = LooseLexer::Kind;

bool opens(const LooseToken& token) { return token.is('{') || token.is('[') || token.is('('); }
bool closes(const LooseToken& token) { return token.is('}') || token.is(']') || token.is(')'); }

/// The first token of the value, after `name =` if that comes before it.
LooseToken first_token(LooseLexer& lexer) {
    LooseToken token = lexer.next_but_comments();
    if (token.kind != LooseKind::word) return token;
    LooseLexer ahead = lexer;
    if (!ahead.next_but_comments().is('=')) return token;
    token = ahead.next_but_comments();
    lexer = ahead;
    return token;
}

/// Puts JSON in the place of everything that only looks like it, so that every character stays where
/// it is and what is wrong with the rest has its place.
class Tightened {
public:
    explicit Tightened(std::string_view text) : text_(text), json_(text) {
        LooseLexer lexer(text);
        take_assignment(lexer);
        LooseToken before;
        for (LooseToken token = lexer.next(); token.kind != LooseKind::end; token = lexer.next()) {
            if (token.kind == LooseKind::comment) {
                take_comment(token);
                continue;
            }
            if (token.kind == LooseKind::string) take_string(token);
            if (token.kind == LooseKind::word) take_word(token);
            if (token.is('(')) write("[", token, python_syntax);
            if (token.is(')')) write("]", token, python_syntax);
            if (closes(token) && comma_) write(" ", *comma_, trailing_comma);
            comma_.reset();
            if (token.is(',') && !opens(before) && !before.is(',')) comma_ = token;
            before = token;
        }
    }

    const std::string& json() const { return json_; }
    const Faults& warnings() const { return warnings_; }

private:
    struct Slip {
        std::string_view code;
        std::string_view sentence;
    };
    static constexpr Slip json_comment{"json_comment", "JSON has no comments"};
    static constexpr Slip trailing_comma{"trailing_comma",
                                         "JSON has no comma after the last element"};
    static constexpr Slip python_syntax{
        "python_syntax", "this is Python; JSON has \"text\", null, true, false and [1, 2]"};

    void warn(const Slip& slip, std::size_t offset) {
        const auto is_told = [&](const Fault& fault) { return fault.code == slip.code; };
        if (std::ranges::any_of(warnings_, is_told)) return;
        warnings_.warn(slip.code, std::string(slip.sentence), place_in(text_, offset));
    }

    std::size_t offset_of(const LooseToken& token) const {
        return static_cast<std::size_t>(token.text.data() - text_.data());
    }

    void write(std::string_view replacement, const LooseToken& token, const Slip& slip) {
        warn(slip, offset_of(token));
        json_.replace(offset_of(token), replacement.size(), replacement);
    }

    void blank_out(std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (json_[i] != '\n') json_[i] = ' ';
        }
    }

    void take_assignment(LooseLexer& lexer) {
        LooseLexer ahead = lexer;
        const LooseToken first = ahead.next_but_comments();
        if (first.kind != LooseKind::word) return;
        const LooseToken sign = ahead.next_but_comments();
        if (!sign.is('=')) return;
        warn(python_syntax, offset_of(first));
        blank_out(offset_of(first), offset_of(sign) + 1);
        lexer = ahead;
    }

    void take_comment(const LooseToken& comment) {
        warn(json_comment, offset_of(comment));
        blank_out(offset_of(comment), offset_of(comment) + comment.text.size());
    }

    /// One with a quotation mark of JSON's in it stays as it is: it would grow.
    void take_string(const LooseToken& string) {
        const std::string_view text = string.text;
        const bool whole = text.size() >= 2 && text.ends_with('\'');
        if (!whole || text.front() != '\'' || text.contains('"') || text.contains("\\'")) return;
        write("\"", string, python_syntax);
        json_[offset_of(string) + text.size() - 1] = '"';
    }

    void take_word(const LooseToken& word) {
        if (word.text == "None") write("null", word, python_syntax);
        if (word.text == "True") write("true", word, python_syntax);
        if (word.text == "False") write("false", word, python_syntax);
    }

    std::string_view text_;
    std::string json_;
    Faults warnings_;
    std::optional<LooseToken> comma_;  // the last one, while nothing has come after it
};

std::string_view without_quotes(std::string_view text) {
    const char quote = text.front();
    text.remove_prefix(1);
    if (text.ends_with(quote)) text.remove_suffix(1);
    return text;
}

}  // namespace

Reading<Json> read_loose_json(std::string_view text) {
    Reading<Json> strict = read_json(text);
    if (strict || strict.faults.begin()->code != "json_syntax") return strict;
    const Tightened tightened(text);
    if (tightened.warnings().empty()) return strict;
    Reading<Json> document = read_json(tightened.json());
    Faults faults = tightened.warnings();
    faults.merge(document.faults);
    document.faults = std::move(faults);
    return document;
}

std::vector<OutlineMember> outline_of(std::string_view text) {
    std::vector<OutlineMember> members;
    LooseLexer lexer(text);
    LooseToken token = first_token(lexer);
    if (!token.is('{')) return members;
    LooseToken before = token;
    for (std::size_t depth = 1; depth > 0 && token.kind != LooseKind::end;) {
        token = lexer.next_but_comments();
        if (opens(token)) ++depth;
        if (closes(token)) --depth;
        if (depth == 1 && token.is(':') && before.kind == LooseKind::string) {
            members.push_back({without_quotes(before.text), lexer.rest()});
            if (members.size() == outline_members_max) break;
        }
        before = token;
    }
    return members;
}

bool opens_with(std::string_view value, std::string_view brackets) {
    LooseLexer lexer(value);
    return std::ranges::all_of(brackets, [&](char bracket) {
        const LooseToken token = lexer.next_but_comments();
        if (bracket == '"') return token.kind == LooseKind::string;
        return token.is(bracket) || (bracket == '[' && token.is('('));
    });
}

}  // namespace arbiter
