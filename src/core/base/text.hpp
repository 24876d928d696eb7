#pragma once

#include <string>
#include <string_view>

namespace arbiter {

/// Without blanks and line breaks around it.
constexpr std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Up to the first blank or line break, without those before it.
constexpr std::string_view first_word(std::string_view text) {
    text = trimmed(text);
    return text.substr(0, text.find_first_of(" \t\r\n"));
}

// Of ASCII alone, whatever the locale.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Letters and digits only, in lower case: "Time forfeit" and "time_forfeit" are one word.
constexpr std::string folded(std::string_view text) {
    std::string word;
    for (const char c : text) {
        if (is_letter(c) || is_digit(c)) word += lower(c);
    }
    return word;
}

/// For an index: a character may be negative.
constexpr unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

}  // namespace arbiter
