#include "core/base/utf8.hpp"

#include <algorithm>
#include <cstdint>

#include "core/base/text.hpp"

namespace arbiter {

namespace {

/// What the first byte says about a character. The second byte's range keeps out over-long forms,
/// surrogates and what lies beyond U+10FFFF.
struct Lead {
    std::size_t length;
    std::uint8_t second_min = 0x80;
    std::uint8_t second_max = 0xBF;
};

constexpr Lead lead_of(std::uint8_t first) {
    if (first < 0x80) return {1};
    if (first < 0xC2) return {0};
    if (first < 0xE0) return {2};
    if (first == 0xE0) return {3, 0xA0, 0xBF};
    if (first == 0xED) return {3, 0x80, 0x9F};
    if (first < 0xF0) return {3};
    if (first == 0xF0) return {4, 0x90, 0xBF};
    if (first < 0xF4) return {4};
    if (first == 0xF4) return {4, 0x80, 0x8F};
    return {0};
}

void append_latin1(std::string& out, char character) {
    const std::uint8_t code = byte_of(character);
    if (code < 0x80) {
        out += character;
    } else {
        out += static_cast<char>(0xC0 | code >> 6);
        out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const Lead lead = lead_of(byte_of(text[0]));
    if (lead.length > text.size()) return 0;
    for (std::size_t i = 1; i < lead.length; ++i) {
        const std::uint8_t next = byte_of(text[i]);
        const bool fits = i == 1 ? next >= lead.second_min && next <= lead.second_max
                                 : next >= 0x80 && next <= 0xBF;
        if (!fits) return 0;
    }
    return lead.length;
}

bool is_utf8(std::string_view text) {
    const auto is_ascii = [](char character) { return byte_of(character) < 0x80; };
    if (std::ranges::all_of(text, is_ascii)) return true;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string to_utf8(std::string_view text) {
    if (is_utf8(text)) return std::string(text);
    std::string converted;
    for (const char character : text) append_latin1(converted, character);
    return converted;
}

}  // namespace arbiter
