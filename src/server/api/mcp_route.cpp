#include "core/base/sha256.hpp"
#include "server/api/routes.hpp"
#include "server/http/problem.hpp"

namespace arbiter::server {

namespace {

constexpr std::string_view session_header = "Mcp-Session-Id";

mcp::Caller caller_of(const Request& request, mcp::Sessions& sessions) {
    const std::string_view version = request.header("MCP-Protocol-Version");
    return {.address = request.address,
            .authorization = std::string(request.header("Authorization")),
            .at = request.at,
            // Before 2025-06-18 there was no such header.
            .agreed = version.empty() ? mcp::Version::v2025_03_26 : mcp::version_named(version),
            .mirror = mcp::Caller::Mirror{.version = std::string(version),
                                          .method = std::string(request.header("Mcp-Method")),
                                          .name = std::string(request.header("Mcp-Name"))},
            .given_up = request.given_up,
            .subscriptions = sessions.find(request.header(session_header))};
}

Response event_stream() { return {200, {{"Content-Type", "text/event-stream"}}, {}, {}}; }

Response response_of(mcp::Answer answer) {
    if (answer.stream) {
        Response stream = event_stream();
        stream.stream = std::move(answer.stream);
        return stream;
    }
    if (answer.message.empty()) return {answer.status, {}, {}, {}};
    return json_response(std::move(answer.message), answer.status);
}

}  // namespace

void Api::Implementation::model_context(const Call& call, Reply reply) {
    model_context_.receive(call.request.body, caller_of(call.request, model_sessions_),
                           [this, done = std::move(reply)](mcp::Answer answer) mutable {
                               const bool is_begun = answer.agreed.has_value();
                               Response response = response_of(std::move(answer));
                               if (is_begun) {
                                   const std::string id = to_hex(options_.entropy->bytes<16>());
                                   model_sessions_.open(id);
                                   response.headers.emplace_back(session_header, id);
                               }
                               done(std::move(response));
                           });
}

/// The stream of a session's notifications.
Answer Api::Implementation::model_stream(const Call& call) {
    const std::string id(call.request.header(session_header));
    if (id.empty()) {
        // What tells clients that there are no notifications without a session.
        Response refused = response(problem(405, "method_not_allowed",
                                            "notifications need " + std::string(session_header)));
        refused.headers.emplace_back("Allow", "POST, OPTIONS");
        return refused;
    }
    if (!model_sessions_.find(id)) {
        return std::unexpected(problem(404, "no_such_session", "there is no such session"));
    }
    Response stream = event_stream();
    stream.stream = [this, id](const std::shared_ptr<Feed>& feed) -> std::shared_ptr<void> {
        model_sessions_.connect(id, feed);
        return feed;
    };
    return stream;
}

}  // namespace arbiter::server
