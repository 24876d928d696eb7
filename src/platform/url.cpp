#include "platform/url.hpp"

#include <algorithm>
#include <charconv>

namespace arbiter::platform {

namespace {

std::string_view default_port(Url::Scheme scheme) {
    return scheme == Url::Scheme::https ? "443" : "80";
}

bool is_port(std::string_view text) {
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, port);
    return error == std::errc() && stop == end && port != 0;
}

bool is_visible(char c) { return c > ' ' && c < '\x7f'; }

constexpr bool is_host_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
}

/// "example.org:80", "[::1]:80"
bool read_authority(std::string_view text, Url& url) {
    std::string_view port;
    if (text.starts_with('[')) {
        const auto close = text.find(']');
        if (close == text.npos) return false;
        url.host = text.substr(1, close - 1);
        port = text.substr(close + 1);
        if (url.host.find_first_not_of("0123456789abcdefABCDEF:.") != url.host.npos) return false;
    } else {
        const auto colon = std::min(text.find(':'), text.size());
        url.host = text.substr(0, colon);
        port = text.substr(colon);
        if (!std::ranges::all_of(url.host, is_host_letter)) return false;
    }
    if (url.host.empty()) return false;
    if (port.empty()) {
        url.port = default_port(url.scheme);
        return true;
    }
    url.port = port.substr(1);
    return port.front() == ':' && is_port(url.port);
}

}  // namespace

std::string Url::authority() const {
    const std::string name = host.find(':') == host.npos ? host : "[" + host + "]";
    return port == default_port(scheme) ? name : name + ":" + port;
}

Url Url::below(std::string_view path) const {
    Url url = *this;
    const auto query = std::min(target.find('?'), target.size());
    std::string_view before = std::string_view(target).substr(0, query);
    while (before.ends_with('/')) before.remove_suffix(1);
    url.target = std::string(before) + std::string(path) + target.substr(query);
    return url;
}

std::optional<Url> read_url(std::string_view text) {
    constexpr std::string_view plain = "http://";
    constexpr std::string_view secure = "https://";
    if (!std::ranges::all_of(text, is_visible) || text.find('#') != text.npos) return std::nullopt;
    Url url;
    if (text.starts_with(secure))
        url.scheme = Url::Scheme::https;
    else if (!text.starts_with(plain))
        return std::nullopt;
    text.remove_prefix(url.scheme == Url::Scheme::https ? secure.size() : plain.size());
    const auto end = std::min(text.find_first_of("/?"), text.size());
    if (!read_authority(text.substr(0, end), url)) return std::nullopt;
    url.target = text.substr(end);
    if (!url.target.starts_with('/')) url.target.insert(0, "/");
    return url;
}

std::string to_string(const Url& url) {
    const std::string scheme = url.scheme == Url::Scheme::https ? "https://" : "http://";
    return scheme + url.authority() + url.target;
}

}  // namespace arbiter::platform
