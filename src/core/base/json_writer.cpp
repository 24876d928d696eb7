#include <algorithm>
#include <cmath>

#include "core/base/json.hpp"
#include "core/base/plain_text.hpp"
#include "core/base/text.hpp"
#include "core/base/utf8.hpp"

namespace arbiter {

namespace {

/// RFC 8259, section 7.
std::string escaped(char character) {
    switch (character) {
        case '"': return "\\\"";
        case '\\': return "\\\\";
        case '\b': return "\\b";
        case '\f': return "\\f";
        case '\n': return "\\n";
        case '\r': return "\\r";
        case '\t': return "\\t";
        default: break;
    }
    if (byte_of(character) >= ' ') return {character};
    constexpr std::string_view hex = "0123456789abcdef";
    return {'\\', 'u', '0', '0', hex[byte_of(character) >> 4], hex[byte_of(character) & 15]};
}

}  // namespace

void JsonWriter::grow(std::size_t size) { text_.resize(std::max(size_ + size, 2 * text_.size())); }

void JsonWriter::add(std::string_view text) {
    std::ranges::copy(text, room(text.size()));
    size_ += text.size();
}

/// Most texts are plain, and are added at once.
void JsonWriter::quote(std::string_view text, std::string_view after) {
    if (plain_length(text) != text.size()) return quote_escaped(text, after);
    const std::size_t size = text.size() + after.size() + 2;
    char* at = room(size);
    *at++ = '"';
    at = std::ranges::copy(text, at).out;
    *at++ = '"';
    for (const char c : after) *at++ = c;
    size_ += size;
}

void JsonWriter::quote_escaped(std::string_view text, std::string_view after) {
    add('"');
    while (!text.empty()) {
        const std::size_t plain = plain_length(text);
        add(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) break;

        const std::size_t length = utf8_length(text);
        if (length == 0) {
            add("\uFFFD");
        } else if (length == 1) {
            add(escaped(text[0]));
        } else {
            add(text.substr(0, length));
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    add('"');
    add(after);
}

void JsonWriter::line_break() {
    add('\n');
    std::ranges::fill_n(room(2 * depth_), static_cast<std::ptrdiff_t>(2 * depth_), ' ');
    size_ += 2 * depth_;
}

void JsonWriter::separate() {
    if (separated_) {
        separated_ = false;
        return;
    }
    if (!first_) add(',');
    if (style_ == Style::lines && depth_ > 0) line_break();
    if (style_ == Style::spaced && !first_) add(' ');
    first_ = false;
}

void JsonWriter::open(char bracket) {
    separate();
    add(bracket);
    ++depth_;
    first_ = true;
}

void JsonWriter::close(char bracket) {
    --depth_;
    if (style_ == Style::lines && !first_) line_break();
    add(bracket);
    first_ = false;
}

void JsonWriter::key(std::string_view name) {
    separate();
    quote(name, std::string_view(": ").substr(0, style_ == Style::compact ? 1 : 2));
    separated_ = true;
}

void JsonWriter::raw(std::string_view json) {
    separate();
    add(json);
}

void JsonWriter::null() { raw("null"); }

void JsonWriter::value(std::string_view text) {
    separate();
    quote(text);
}

void JsonWriter::value(bool truth) { truth ? raw("true") : raw("false"); }

/// JSON has no infinities and no NaN: those become null.
void JsonWriter::value(double number) {
    if (!std::isfinite(number)) return null();
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    const std::string_view digits(buffer, end);
    raw(digits);
    if (digits.find_first_of(".e") == std::string_view::npos) add(".0");
}

void JsonWriter::value(const Json& json) {
    if (json.is_null()) return null();
    if (const auto* truth = json.as<bool>()) return value(*truth);
    if (const auto* integer = json.as<std::int64_t>()) return value(*integer);
    if (const auto* number = json.as<double>()) return value(*number);
    if (const auto* text = json.as<std::string>()) return value(*text);
    if (const auto* elements = json.as<Json::Array>()) {
        return array([&] {
            for (const Json& element : *elements) value(element);
        });
    }
    object([&] {
        for (const auto& [name, content] : *json.as<Json::Object>()) member(name, content);
    });
}

void JsonWriter::value(const DetailValue& detail) {
    if (const auto* number = std::get_if<std::int64_t>(&detail)) return value(*number);
    if (const auto* text = std::get_if<std::string>(&detail)) return value(*text);
    array([&] {
        for (const std::string& word : std::get<std::vector<std::string>>(detail)) value(word);
    });
}

}  // namespace arbiter
