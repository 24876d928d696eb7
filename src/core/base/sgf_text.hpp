#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Decodes and encodes the values of SGF properties. A raw value is the text between the brackets.
namespace arbiter {

/// White space in SGF: more characters than elsewhere.
constexpr bool is_sgf_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Without the white space around it.
constexpr std::string_view sgf_trimmed(std::string_view text) {
    while (!text.empty() && is_sgf_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_sgf_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Properties that only a root has: one elsewhere may belong to the next game.
bool is_root_property(std::string_view name);

/// A name of one or two letters, such as FF[4] has, as a number; 0 for others. Names are compared so
/// often that it shows.
constexpr unsigned sgf_code(std::string_view name) {
    const auto letter = [&](std::size_t i) {
        return unsigned{static_cast<unsigned char>(name[i])};
    };
    if (name.size() == 1) return letter(0);
    return name.size() == 2 ? letter(0) << 8U | letter(1) : 0U;
}
/// The offset of the last of several lines if it begins like a game: with `(;` and a root property.
std::optional<std::size_t> sgf_game_in_last_line(std::string_view text);

/// Whether a game begins somewhere in the text: a parenthesis before a node.
bool has_sgf_game(std::string_view text);
/// The first GM near the beginning of a text: 1 is Go, 6 is backgammon.
std::optional<int> sgf_game_number(std::string_view text);

/// FF[4] "Text": resolves escapes, removes soft line breaks, and turns other line breaks into line
/// feeds and other white space into blanks.
std::string sgf_text(std::string_view raw);
/// FF[4] "SimpleText": the same, with blanks for line breaks.
std::string sgf_simple_text(std::string_view raw);
/// The raw value of a text. Reading it gives the same text, white space excepted.
std::string sgf_raw(std::string_view text);

/// The parts of a composed value, around its first unescaped colon; nothing without one.
std::optional<std::pair<std::string_view, std::string_view>> sgf_composed(std::string_view raw);

/// The value made valid between brackets: escapes a bracket that would end it too early, and a
/// backslash at its end.
std::string sgf_closed(std::string_view raw);

/// A number without a sign and of at most six digits; blanks around it are allowed.
std::optional<int> sgf_number(std::string_view raw);

/// Text of another charset, as UTF-8.
std::string windows_1252_to_utf8(std::string_view text);

}  // namespace arbiter
