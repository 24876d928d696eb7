#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "server/api/routes.hpp"

namespace arbiter::server {

namespace {

/// "http://localhost:6274" without scheme and port; empty if it is not an origin.
std::string_view host_of(std::string_view origin) {
    const auto scheme = origin.find("://");
    if (scheme == origin.npos) return {};
    const std::string_view place = origin.substr(scheme + 3);
    if (place.starts_with('[')) return place.substr(0, place.find(']') + 1);
    return place.substr(0, place.find(':'));
}

/// Against DNS rebinding: a page whose name was made to lead to this machine must not send requests for
/// its reader. The origin must be known; that it equals the address of the request is not enough.
bool may_ask(std::string_view origin, const std::vector<std::string>& known) {
    constexpr std::array<std::string_view, 3> local{"localhost", "127.0.0.1", "[::1]"};
    return origin.empty() || std::ranges::find(known, origin) != known.end() ||
           std::ranges::find(local, host_of(origin)) != local.end();
}

mcp::Caller caller_of(const Request& request) {
    const std::string_view version = request.header("MCP-Protocol-Version");
    return {.address = request.address,
            .authorization = std::string(request.header("Authorization")),
            .at = request.at,
            // Before 2025-06-18 there was no such header.
            .agreed = version.empty() ? mcp::Version::v2025_03_26 : mcp::version_named(version),
            .mirror = mcp::Caller::Mirror{.version = std::string(version),
                                          .method = std::string(request.header("Mcp-Method")),
                                          .name = std::string(request.header("Mcp-Name"))}};
}

Response response_of(mcp::Answer answer) {
    if (answer.message.empty()) return {answer.status, {}, {}, {}};
    return json_response(std::move(answer.message), answer.status);
}

}  // namespace

void Api::Implementation::model_context(const Call& call, Reply reply) {
    const std::string_view origin = call.request.header("Origin");
    if (!may_ask(origin, options_.mcp_origins)) {
        return reply(complaint(403, "origin_refused",
                               "pages of " + in_quotes(origin) + " may not use /mcp"));
    }
    model_context_.receive(call.request.body, caller_of(call.request),
                           [done = std::move(reply)](mcp::Answer answer) mutable {
                               done(response_of(std::move(answer)));
                           });
}

}  // namespace arbiter::server
