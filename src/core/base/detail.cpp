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

namespace {

/// "squares:is|are" chooses by the number of words in a list; other keys stand for their value.
void append_place(std::string& text, std::string_view place, const Details& details) {
    const auto colon = place.find(':');
    const auto* value = find(details, place.substr(0, colon));
    if (value == nullptr) {
        text.append("{").append(place).append("}");
    } else if (colon == place.npos) {
        append(text, *value);
    } else {
        const auto* words = std::get_if<std::vector<std::string>>(value);
        const bool one = words == nullptr || words->size() == 1;
        const auto forms = place.substr(colon + 1);
        const auto bar = forms.find('|');
        text += one ? forms.substr(0, bar) : forms.substr(bar + 1);
    }
}

}  // namespace

std::string fill(std::string_view pattern, const Details& details) {
    std::string sentence;
    while (!pattern.empty()) {
        const auto open = pattern.find('{');
        const auto close = pattern.find('}', open);
        if (close == std::string_view::npos) break;
        sentence += pattern.substr(0, open);
        append_place(sentence, pattern.substr(open + 1, close - open - 1), details);
        pattern.remove_prefix(close + 1);
    }
    return sentence += pattern;
}

}  // namespace arbiter
