#include "core/base/loose_json.hpp"

#include <algorithm>

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

using Token = LooseLexer::Token;
using Kind = LooseLexer::Kind;

std::string_view without_quotes(std::string_view text) {
    const char quote = text.front();
    text.remove_prefix(1);
    if (text.ends_with(quote)) text.remove_suffix(1);
    return text;
}

}  // namespace

std::vector<OutlineMember> outline_of(std::string_view text) {
    std::vector<OutlineMember> members;
    LooseLexer lexer(text);
    Token token = lexer.next_but_comments();
    if (!token.is('{')) return members;
    Token before = token;
    for (std::size_t depth = 1; depth > 0 && token.kind != Kind::end;) {
        token = lexer.next_but_comments();
        if (token.is('{') || token.is('[') || token.is('(')) ++depth;
        if (token.is('}') || token.is(']') || token.is(')')) --depth;
        if (depth == 1 && token.is(':') && before.kind == Kind::string) {
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
        const Token token = lexer.next_but_comments();
        if (bracket == '"') return token.kind == Kind::string;
        return token.is(bracket) || (bracket == '[' && token.is('('));
    });
}

}  // namespace arbiter
