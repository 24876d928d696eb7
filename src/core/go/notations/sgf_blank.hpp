#pragma once

#include <string_view>

namespace arbiter::go {

/// White space in SGF: more characters than elsewhere.
constexpr bool is_sgf_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Without the white space around it.
constexpr std::string_view sgf_trimmed(std::string_view text) {
    while (!text.empty() && is_sgf_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_sgf_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace arbiter::go
