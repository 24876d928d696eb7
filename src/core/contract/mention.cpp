#include "core/contract/mention.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace arbiter {

namespace {

constexpr bool is_inner(char c) {
    return is_letter(c) || is_digit(c) || std::string_view("-/+#=*'>").contains(c);
}

}  // namespace

std::vector<ProseWord> prose_words(std::string_view text) {
    std::vector<ProseWord> words;
    for (std::size_t i = 0; i < text.size();) {
        if (!is_letter(text[i]) && !is_digit(text[i])) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && is_inner(text[end])) ++end;
        const auto last = text.substr(i, end - i).find_last_not_of("-/='>");
        words.push_back({text.substr(i, last + 1), i});
        i = end;
    }
    return words;
}

bool is_among(std::string_view word, std::string_view list) {
    if (word.empty() || word.contains(' ')) return false;
    std::string wanted = " ";
    for (const char c : word) wanted += lower(c);
    wanted += ' ';
    return list.contains(wanted);
}

bool is_one_phrase(std::string_view between) {
    return std::ranges::all_of(between,
                               [](char c) { return std::string_view(" ,\t\"'").contains(c); });
}

}  // namespace arbiter
