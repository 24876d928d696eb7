#include "server/api/door.hpp"

#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "server/api/file_body.hpp"
#include "server/http/problem.hpp"

namespace arbiter::server {

namespace {

/// "localhost:6274" without the port.
std::string_view without_port(std::string_view place) {
    const auto bracket = place.starts_with('[') ? place.find(']') : 0;
    return place.substr(0, place.find(':', bracket));
}

/// "http://localhost:6274" without the scheme; empty if it is not an origin.
std::string_view place_of(std::string_view origin) {
    const auto scheme = origin.find("://");
    return scheme == origin.npos ? std::string_view() : origin.substr(scheme + 3);
}

bool is_local(std::string_view host) {
    constexpr std::array<std::string_view, 3> local{"localhost", "127.0.0.1", "[::1]"};
    return std::ranges::find(local, host) != local.end();
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
    return std::ranges::find(list, text) != list.end();
}

bool may_change(const Request& request, const DoorPolicy& policy) {
    const std::string_view origin = request.header("Origin");
    if (origin.empty() || contains(policy.origins, origin) || contains(policy.origins, "*")) {
        return true;
    }
    const std::string_view place = place_of(origin);
    return is_local(without_port(place)) || (!place.empty() && place == request.header("Host"));
}

bool only_reads(std::string_view method) { return method == "GET" || method == "HEAD"; }

}  // namespace

std::optional<Response> wrong_host(const Request& request, const DoorPolicy& policy) {
    const std::string_view host = without_port(request.header("Host"));
    // No browser leaves it out.
    if (!policy.checks_host || host.empty() || is_local(host) || contains(policy.hosts, host)) {
        return std::nullopt;
    }
    return complaint(403, "host_refused",
                     in_quotes(host) + " is not a name of this server; --host adds one");
}

std::optional<Response> wrong_origin(const Request& request, const DoorPolicy& policy) {
    if (may_change(request, policy)) return std::nullopt;
    return complaint(
        403, "origin_refused",
        "pages of " + in_quotes(request.header("Origin")) + " may not change anything here");
}

std::optional<Response> wrong_type(const Request& request, bool takes_files) {
    if (request.body.empty()) return std::nullopt;
    const std::string type = media_type_of(request).name;
    const bool is_json = type == "application/json" || type.ends_with("+json");
    if (is_json || (takes_files && is_file(request))) return std::nullopt;
    return complaint(415, "unsupported_media_type",
                     "JSON is sent with Content-Type: application/json");
}

Headers cors_of(const Request& request, const DoorPolicy& policy) {
    const std::string_view asked = request.header("Access-Control-Request-Method");
    const bool is_preflight = request.method == "OPTIONS" && !asked.empty();
    const bool reads = only_reads(is_preflight ? asked : request.method);
    Headers headers;
    std::string_view allowed = "*";
    if (!reads && request.method != "OPTIONS") headers.emplace_back("Vary", "Origin");
    if (!reads && (is_preflight || request.method != "OPTIONS")) {
        allowed = may_change(request, policy) ? request.header("Origin") : std::string_view();
    }
    if (allowed.empty()) return headers;
    headers.emplace_back("Access-Control-Allow-Origin", allowed);
    headers.emplace_back("Access-Control-Expose-Headers",
                         "ETag, Location, Idempotency-Replayed, Retry-After");
    return headers;
}

}  // namespace arbiter::server
