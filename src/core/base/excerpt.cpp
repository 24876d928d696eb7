#include "core/base/excerpt.hpp"

#include "core/base/utf8.hpp"

namespace arbiter {

namespace {

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }

}  // namespace

std::string excerpt(std::string_view text, std::size_t bytes_max) {
    std::string quotation;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const bool shown = length > 0 && !is_control(text.front());
        const std::string_view character = shown ? text.substr(0, length) : "?";
        if (quotation.size() + character.size() > bytes_max) break;
        quotation += character;
        text.remove_prefix(character.size());
    }
    return quotation;
}

std::string in_quotes(std::string_view text) { return '"' + excerpt(text, 40) + '"'; }

}  // namespace arbiter
