#include "core/base/detail.hpp"

#include <algorithm>

namespace arbiter {

namespace {

void append(std::string& text, const DetailValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        text += std::to_string(*number);
    } else if (const auto* word = std::get_if<std::string>(&value)) {
        text += *word;
    } else {
        const auto& words = std::get<std::vector<std::string>>(value);
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (i > 0) text += ", ";
            text += words[i];
        }
    }
}

}  // namespace

const DetailValue* find(const Details& details, std::string_view key) {
    const auto found = std::ranges::find(details, key, &Detail::key);
    return found == details.end() ? nullptr : &found->value;
}

std::string fill(std::string_view pattern, const Details& details) {
    std::string sentence;
    while (!pattern.empty()) {
        const auto open = pattern.find('{');
        const auto close = pattern.find('}', open);
        if (close == std::string_view::npos) break;
        sentence += pattern.substr(0, open);
        const auto key = pattern.substr(open + 1, close - open - 1);
        if (const auto* value = find(details, key)) {
            append(sentence, *value);
        } else {
            sentence += pattern.substr(open, close - open + 1);
        }
        pattern.remove_prefix(close + 1);
    }
    return sentence += pattern;
}

}  // namespace arbiter
