#include "core/chess/formats/pgn_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/text.hpp"
#include "core/base/utf8.hpp"

namespace arbiter::chess {

namespace {

struct Sign {
    std::string_view text;
    int nag;
};

/// Those for which the standard, or the field, has numbers.
constexpr std::array signs{
    Sign{"!", 1},  Sign{"?", 2},    Sign{"!!", 3},   Sign{"??", 4},  Sign{"!?", 5},
    Sign{"?!", 6}, Sign{"=", 10},   Sign{"∞", 13},   Sign{"+=", 14}, Sign{"+/=", 14},
    Sign{"⩲", 14}, Sign{"=+", 15},  Sign{"=/+", 15}, Sign{"⩱", 15},  Sign{"+/-", 16},
    Sign{"±", 16}, Sign{"-/+", 17}, Sign{"∓", 17},   Sign{"+-", 18}, Sign{"-+", 19},
};

/// As UTF-8. A line break stands where a blank would: writers break long lines.
std::string on_one_line(std::string_view text) {
    const auto is_line_break = [](char c) { return c == '\r' || c == '\n'; };
    if (std::ranges::none_of(text, is_line_break)) return to_utf8(text);
    std::string line;
    line.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) == "\r\n") continue;
        line += is_line_break(text[i]) ? ' ' : text[i];
    }
    return to_utf8(line);
}

/// \" and \\ are a quotation mark and a backslash; any other backslash stands for itself.
std::string unescaped(std::string_view value) {
    std::string text;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto pair = value.substr(i, 2);
        if (pair == "\\\"" || pair == "\\\\") ++i;
        text += value[i];
    }
    return text;
}

bool has_bare_quote(std::string_view value) {
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] == '"') return true;
        if (value[i] == '\\') ++i;
    }
    return false;
}

std::optional<PgnTag> read_unquoted_tag(std::string_view text) {
    const auto blank = std::ranges::find_if(text, is_pgn_blank);
    const std::string_view name(text.begin(), blank);
    const auto value = trimmed(text.substr(name.size()));
    if (name.empty() || value.empty()) return std::nullopt;
    return PgnTag{to_utf8(name), on_one_line(value), PgnTag::Quotes::missing};
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_pgn_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_pgn_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string comment_text(std::string_view text) { return on_one_line(trimmed(text)); }

std::optional<PgnTag> read_tag(std::string_view text) {
    if (!text.ends_with(']')) return std::nullopt;
    text = trimmed(text.substr(1, text.size() - 2));
    const auto quote = text.find('"');
    if (quote == std::string_view::npos) return read_unquoted_tag(text);
    if (quote + 1 == text.size() || !text.ends_with('"')) return std::nullopt;
    const auto name = trimmed(text.substr(0, quote));
    if (name.empty() || std::ranges::any_of(name, is_pgn_blank)) return std::nullopt;
    const auto value = text.substr(quote + 1, text.size() - quote - 2);
    const auto quotes = has_bare_quote(value) ? PgnTag::Quotes::bare_inside : PgnTag::Quotes::fine;
    return PgnTag{to_utf8(name), on_one_line(unescaped(value)), quotes};
}

std::string word_text(std::string_view word) { return to_utf8(word); }

bool is_annotation(std::string_view word) {
    if (word.starts_with('$')) return word.find_first_not_of("0123456789", 1) == word.npos;
    return !word.empty() && word.find_first_not_of("!?") == word.npos;
}

std::optional<int> nag_of(std::string_view annotation) {
    if (!annotation.starts_with('$')) {
        const auto sign = std::ranges::find(signs, annotation, &Sign::text);
        return sign == signs.end() ? std::nullopt : std::optional(sign->nag);
    }
    int number = 0;
    const char* const end = annotation.data() + annotation.size();
    const auto read = std::from_chars(annotation.data() + 1, end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return number;
}

bool is_null_move(std::string_view word) { return word == "--" || word == "Z0" || word == "@@@@"; }

bool is_surplus(std::string_view word) {
    constexpr std::array<std::string_view, 5> words{"+", "++", "#", "e.p.", "ep"};
    return std::ranges::find(words, word) != words.end();
}

bool is_clearly_a_move(std::string_view word) {
    return is_letter(word[0]) && word != "Z0" && word != "ep" && word != "e.p.";
}

}  // namespace arbiter::chess
