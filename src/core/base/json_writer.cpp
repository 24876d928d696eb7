#include <array>
#include <cmath>
#include <cstring>

#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "core/base/utf8.hpp"

namespace arbiter {

namespace {

/// The bytes that stand for themselves in a string, whatever is around them.
constexpr std::array<bool, 256> plain_bytes = [] {
    std::array<bool, 256> plain{};
    for (char ascii = ' '; ascii <= '~'; ++ascii) {
        plain[byte_of(ascii)] = ascii != '"' && ascii != '\\';
    }
    return plain;
}();

/// Whether each of eight bytes stands for itself: a test sets the highest bit of the first byte that
/// does not, and perhaps of later ones.
constexpr bool are_plain(std::uint64_t bytes) {
    constexpr std::uint64_t each = 0x0101010101010101;
    constexpr std::uint64_t highest = 0x80 * each;
    const auto zeros = [](std::uint64_t word) { return (word - each) & ~word; };
    const std::uint64_t controls = (bytes - ' ' * each) & ~bytes;
    const std::uint64_t named =
        zeros(bytes ^ '"' * each) | zeros(bytes ^ '\\' * each) | zeros(bytes ^ 0x7f * each);
    return ((bytes | controls | named) & highest) == 0;
}

constexpr std::size_t word_size = sizeof(std::uint64_t);

std::uint64_t word_at(const char* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, word_size);
    return word;
}

/// RFC 8259, section 7.
void append_escaped(std::string& out, char character) {
    switch (character) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: break;
    }
    if (byte_of(character) >= ' ') {
        out += character;
        return;
    }
    constexpr std::string_view hex = "0123456789abcdef";
    out += "\\u00";
    out += hex[byte_of(character) >> 4];
    out += hex[byte_of(character) & 15];
}

}  // namespace

/// Most texts are short and plain, and are added at once.
bool JsonWriter::quote_plain(std::string_view text, std::string_view after) {
    std::array<char, 64> quoted;
    if (text.size() + after.size() + 2 > quoted.size()) return false;
    std::size_t begin = 0;
    for (; begin + word_size <= text.size(); begin += word_size) {
        if (!are_plain(word_at(text.data() + begin))) return false;
    }
    for (const char character : text.substr(begin)) {
        if (!plain_bytes[byte_of(character)]) return false;
    }
    std::size_t end = 0;
    quoted[end++] = '"';
    end += text.copy(quoted.data() + end, text.size());
    quoted[end++] = '"';
    end += after.copy(quoted.data() + end, after.size());
    text_.append(quoted.data(), end);
    return true;
}

void JsonWriter::quote(std::string_view text, std::string_view after) {
    if (quote_plain(text, after)) return;
    text_ += '"';
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && plain_bytes[byte_of(text[plain])]) ++plain;
        text_.append(text, 0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;

        const std::size_t length = utf8_length(text);
        if (length == 0) {
            text_ += "\uFFFD";
        } else if (length == 1) {
            append_escaped(text_, text[0]);
        } else {
            text_.append(text, 0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    text_ += '"';
    text_ += after;
}

void JsonWriter::line_break() {
    text_ += '\n';
    text_.append(2 * depth_, ' ');
}

void JsonWriter::separate() {
    if (separated_) {
        separated_ = false;
        return;
    }
    if (!first_) text_ += ',';
    if (style_ == Style::lines && depth_ > 0) line_break();
    if (style_ == Style::spaced && !first_) text_ += ' ';
    first_ = false;
}

void JsonWriter::open(char bracket) {
    separate();
    text_ += bracket;
    ++depth_;
    first_ = true;
}

void JsonWriter::close(char bracket) {
    --depth_;
    if (style_ == Style::lines && !first_) line_break();
    text_ += bracket;
    first_ = false;
}

void JsonWriter::key(std::string_view name) {
    separate();
    quote(name, style_ == Style::compact ? ":" : ": ");
    separated_ = true;
}

void JsonWriter::raw(std::string_view json) {
    separate();
    text_ += json;
}

void JsonWriter::null() { raw("null"); }

void JsonWriter::value(std::string_view text) {
    separate();
    quote(text);
}

void JsonWriter::value(bool truth) { raw(truth ? "true" : "false"); }

/// JSON has no infinities and no NaN: those become null.
void JsonWriter::value(double number) {
    if (!std::isfinite(number)) return null();
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    const std::string_view digits(buffer, end);
    raw(digits);
    if (digits.find_first_of(".e") == std::string_view::npos) text_ += ".0";
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
