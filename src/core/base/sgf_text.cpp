#include "core/base/sgf_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace arbiter {

namespace {

constexpr bool is_line_break(char c) { return c == '\n' || c == '\r'; }

/// CR LF and LF CR are one line break.
std::size_t line_break_length(std::string_view text) {
    const bool two = text.size() > 1 && is_line_break(text[1]) && text[0] != text[1];
    return two ? 2 : 1;
}

std::string unescaped(std::string_view raw, char line_break) {
    std::string text;
    text.reserve(raw.size());
    while (!raw.empty()) {
        const bool escaped = raw.front() == '\\';
        if (escaped) raw.remove_prefix(1);
        if (raw.empty()) break;
        const char c = raw.front();
        if (is_line_break(c)) {
            raw.remove_prefix(line_break_length(raw));
            if (!escaped) text += line_break;
            continue;
        }
        text += is_sgf_blank(c) ? ' ' : c;
        raw.remove_prefix(1);
    }
    return text;
}

/// Where windows-1252 differs from Latin-1: 0x80 to 0x9F. Undefined bytes remain control characters.
constexpr std::array<std::uint16_t, 32> windows_1252_marks{
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

constexpr unsigned windows_1252_code(unsigned char byte) {
    return byte >= 0x80 && byte < 0xA0 ? windows_1252_marks[byte - 0x80U] : byte;
}

/// Up to U+FFFF.
void append_utf8(std::string& out, unsigned code) {
    const auto append = [&](unsigned byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return append(code);
    if (code < 0x800) {
        append(0xC0 | code >> 6);
    } else {
        append(0xE0 | code >> 12);
        append(0x80 | (code >> 6 & 0x3F));
    }
    append(0x80 | (code & 0x3F));
}

}  // namespace

bool is_root_property(std::string_view name) {
    switch (sgf_code(name)) {
        case sgf_code("AP"):
        case sgf_code("CA"):
        case sgf_code("FF"):
        case sgf_code("GM"):
        case sgf_code("ST"):
        case sgf_code("SZ"): return true;
        default: return false;
    }
}

std::optional<std::size_t> sgf_game_in_last_line(std::string_view text) {
    constexpr std::string_view game_begin = "(;";
    const auto line_end = text.rfind('\n');
    if (line_end == text.npos) return std::nullopt;
    std::string_view line = text.substr(line_end + 1);
    if (!line.starts_with(game_begin)) return std::nullopt;
    line.remove_prefix(game_begin.size());
    const auto bracket = line.find('[');
    if (bracket == line.npos || !is_root_property(line.substr(0, bracket))) return std::nullopt;
    const bool quoted = line.find(']', bracket) != line.npos;  // a text about SGF: it escapes it
    return quoted ? std::nullopt : std::optional(line_end + 1);
}

bool has_sgf_game(std::string_view text) {
    for (auto at = text.find('('); at != text.npos; at = text.find('(', at + 1)) {
        const auto next = std::ranges::find_if_not(text.substr(at + 1), is_sgf_blank);
        if (next != text.end() && *next == ';') return true;
    }
    return false;
}

std::optional<int> sgf_game_number(std::string_view text) {
    constexpr std::string_view name = "GM[";
    constexpr std::size_t head_size_max = 4096;
    const auto head = text.substr(0, head_size_max);
    const auto begin = head.find(name);
    if (begin == head.npos) return std::nullopt;
    const auto value = head.substr(begin + name.size());
    return sgf_number(value.substr(0, value.find(']')));
}

std::string sgf_text(std::string_view raw) { return unescaped(raw, '\n'); }

std::string sgf_simple_text(std::string_view raw) { return unescaped(raw, ' '); }

std::string sgf_raw(std::string_view text) {
    std::string raw;
    raw.reserve(text.size());
    for (const char c : text) {
        if (c == ']' || c == '\\') raw += '\\';
        raw += c;
    }
    return raw;
}

std::optional<std::pair<std::string_view, std::string_view>> sgf_composed(std::string_view raw) {
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] == '\\') {
            ++i;
        } else if (raw[i] == ':') {
            return std::pair{raw.substr(0, i), raw.substr(i + 1)};
        }
    }
    return std::nullopt;
}

std::string sgf_closed(std::string_view raw) {
    std::string closed;
    closed.reserve(raw.size());
    bool escaped = false;
    for (const char c : raw) {
        if (c == ']' && !escaped) closed += '\\';
        closed += c;
        escaped = c == '\\' && !escaped;
    }
    if (escaped) closed += '\\';
    if (const auto game = sgf_game_in_last_line(closed)) closed.insert(*game, 1, '\\');
    return closed;
}

std::optional<int> sgf_number(std::string_view raw) {
    constexpr std::size_t digits_max = 6;
    const std::string_view digits = sgf_trimmed(raw);
    if (digits.empty() || digits.size() > digits_max) return std::nullopt;
    if (digits.find_first_not_of("0123456789") != digits.npos) return std::nullopt;
    int number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

std::string windows_1252_to_utf8(std::string_view text) {
    std::string converted;
    converted.reserve(text.size());
    for (const char c : text) {
        append_utf8(converted, windows_1252_code(static_cast<unsigned char>(c)));
    }
    return converted;
}

}  // namespace arbiter
