#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arbiter::platform {

/// "https://example.org:8443/v1?x=1": where a request goes.
struct Url {
    enum class Scheme : std::uint8_t { http, https };

    Scheme scheme = Scheme::http;
    std::string host;    ///< an IPv6 address without its brackets
    std::string port;    ///< default: "80" or "443", as the scheme has it
    std::string target;  ///< path and query; begins with a slash

    /// What the header Host says: the port only where it is not the scheme's.
    std::string authority() const;
    /// The same place with more path behind it, before a query.
    Url below(std::string_view path) const;
    bool operator==(const Url&) const = default;
};

/// Nothing if the text is not such an address. User names, fragments, blanks and control characters are
/// refused.
std::optional<Url> read_url(std::string_view text);
std::string to_string(const Url& url);

}  // namespace arbiter::platform
