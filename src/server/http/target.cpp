#include "server/http/target.hpp"

#include <algorithm>

#include "core/base/utf8.hpp"

namespace arbiter::server {

namespace {

std::optional<unsigned> hex_value(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
    return std::nullopt;
}

enum class Plus : std::uint8_t { is_plus, is_blank };

std::optional<std::string> unescaped(std::string_view text, Plus plus) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && plus == Plus::is_blank) {
            plain += ' ';
        } else if (text[i] != '%') {
            plain += text[i];
        } else {
            if (i + 2 >= text.size()) return std::nullopt;
            const auto high = hex_value(text[i + 1]);
            const auto low = hex_value(text[i + 2]);
            if (!high || !low) return std::nullopt;
            plain += static_cast<char>(*high * 16 + *low);
            i += 2;
        }
    }
    const bool good = !plain.contains('\0') && is_utf8(plain);
    return good ? std::optional(std::move(plain)) : std::nullopt;
}

/// Up to the separator, which is taken away as well.
std::string_view next_part(std::string_view& rest, char separator) {
    const auto end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

/// A part in braces fits any but an empty one.
bool fits(std::string_view pattern, std::string_view path) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '{') {
            if (at == path.size() || path[at] != pattern[i]) return false;
            ++at;
            continue;
        }
        i = pattern.find('}', i);
        const std::size_t end = std::min(path.find('/', at), path.size());
        if (end == at) return false;
        at = end;
    }
    return at == path.size();
}

/// RFC 3986 2.3
bool is_unreserved(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("-._~").contains(c);
}

}  // namespace

std::string escaped(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string safe;
    for (const char c : text) {
        if (is_unreserved(c)) {
            safe += c;
            continue;
        }
        const auto code = static_cast<unsigned char>(c);
        safe += {'%', digits[code / 16], digits[code % 16]};
    }
    return safe;
}

std::optional<Target> Target::read(std::string_view text) {
    std::string_view rest = text.substr(0, text.find('#'));
    auto path = unescaped(next_part(rest, '?'), Plus::is_plus);
    if (!path || !path->starts_with('/')) return std::nullopt;

    Target target;
    target.path_ = std::move(*path);
    while (!rest.empty()) {
        std::string_view value = next_part(rest, '&');
        if (value.empty()) continue;
        auto name = unescaped(next_part(value, '='), Plus::is_blank);
        auto content = unescaped(value, Plus::is_blank);
        if (!name || !content) return std::nullopt;
        target.parameters_.emplace_back(std::move(*name), std::move(*content));
    }
    return target;
}

std::optional<std::string_view> Target::parameter(std::string_view name) const {
    const auto found =
        std::ranges::find(parameters_, name, [](const auto& named) { return named.first; });
    if (found == parameters_.end()) return std::nullopt;
    return found->second;
}

std::optional<std::vector<std::string>> match(std::string_view pattern, std::string_view path) {
    if (!fits(pattern, path)) return std::nullopt;
    std::vector<std::string> parts;
    while (!pattern.empty()) {
        const std::string_view found = next_part(path, '/');
        if (next_part(pattern, '/').starts_with('{')) parts.emplace_back(found);
    }
    return parts;
}

}  // namespace arbiter::server
