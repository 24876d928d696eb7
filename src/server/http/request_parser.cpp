#include "server/http/request_parser.hpp"

#include <optional>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

namespace arbiter::server {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

using Fault = std::optional<RequestFault>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

RequestFault bad_request(std::string detail) { return {400, "bad_request", std::move(detail)}; }

RequestFault fault_of(const beast::error_code& error) {
    if (error == http::error::header_limit) {
        return {431, "header_too_large", "the headers of the request are too large"};
    }
    if (error == http::error::body_limit) {
        return {413, "body_too_large", "the body of the request is too large"};
    }
    if (error == http::error::bad_version) {
        return {400, "version_not_supported", "the server speaks HTTP/1.1 and HTTP/1.0"};
    }
    return bad_request("this is not an HTTP request: " + error.message());
}

/// http://example.org/games?x=1 is the same as /games?x=1 (RFC 9112 3.2.2).
std::string origin_form(std::string_view target) {
    const auto scheme = target.find("://");
    if (target.starts_with('/') || scheme == target.npos) return std::string(target);
    const auto path = target.find_first_of("/?", scheme + 3);
    if (path == target.npos) return "/";
    const std::string_view rest = target.substr(path);
    return rest.starts_with('?') ? "/" + std::string(rest) : std::string(rest);
}

using Head = http::request_header<>;

/// A proxy may choose another of two lengths than we do, and would then take the rest of this request
/// for the next one (RFC 9112 6.1, 11.2).
Fault ambiguous_length(const Head& head) {
    const auto count = head.count(http::field::transfer_encoding);
    if (count == 0) {
        const bool listed = head[http::field::content_length].find(',') != beast::string_view::npos;
        if (head.count(http::field::content_length) > 1 || listed) {
            return bad_request("Content-Length is given twice");
        }
        return std::nullopt;
    }
    if (head.count(http::field::content_length) > 0) {
        return bad_request("both Content-Length and Transfer-Encoding are given");
    }
    if (count > 1 || !beast::iequals(head[http::field::transfer_encoding], "chunked")) {
        return RequestFault{400, "encoding_not_supported",
                            "the only Transfer-Encoding understood is \"chunked\""};
    }
    if (head.version() < 11) return bad_request("HTTP/1.0 has no Transfer-Encoding");
    return std::nullopt;
}

Fault fault_of(const Head& head, const RequestLimits& limits) {
    if (head.target().size() > limits.target_size_max) {
        return RequestFault{414, "target_too_long", "the target of the request is too long"};
    }
    const std::string target = origin_form(view(head.target()));
    if (!target.starts_with('/') && target != "*") {
        return bad_request("the target of a request begins with a slash");
    }
    const auto hosts = head.count(http::field::host);
    if (hosts > 1 || (hosts == 0 && head.version() >= 11)) {
        return bad_request("a request has one Host header");
    }
    const auto expectation = head[http::field::expect];
    if (!expectation.empty() && !beast::iequals(expectation, "100-continue")) {
        return RequestFault{417, "expectation_failed",
                            "the only Expect understood is 100-continue"};
    }
    return ambiguous_length(head);
}

Request request_of(const Head& head) {
    Request request;
    request.method = view(head.method_string());
    request.target = origin_form(view(head.target()));
    for (const auto& field : head) {
        request.headers.emplace_back(view(field.name_string()), view(field.value()));
    }
    return request;
}

}  // namespace

struct RequestParser::Impl {
    explicit Impl(const RequestLimits& all) : limits(all) {
        parser.header_limit(static_cast<std::uint32_t>(limits.header_size_max));
        parser.body_limit(limits.body_size_max);
        // First the head alone: it is checked before the body is read.
        parser.eager(false);
    }

    std::expected<std::size_t, RequestFault> put(std::string_view bytes);
    Fault finish_head();

    RequestLimits limits;
    http::request_parser<http::string_body> parser;
    Request request;  // the head; taken before trailers could change it
    bool head_done = false;
    bool websocket_upgrade = false;
};

std::expected<std::size_t, RequestFault> RequestParser::Impl::put(std::string_view bytes) {
    // Beast asserts that it sees the whole last chunk, which has at least this size.
    constexpr std::string_view last_chunk = "0\r\n\r\n";
    if (head_done && parser.chunked() && bytes.size() < last_chunk.size()) return 0;
    beast::error_code error;
    const std::size_t used = parser.put(boost::asio::buffer(bytes), error);
    if (error && error != http::error::need_more) return std::unexpected(fault_of(error));
    if (parser.is_header_done() && !head_done) {
        if (auto fault = finish_head()) return std::unexpected(std::move(*fault));
    }
    // The parser needs a chunk's header, and the trailers, in one piece.
    if (error && bytes.size() - used > limits.header_size_max + limits.target_size_max) {
        return std::unexpected(fault_of(http::error::header_limit));
    }
    return used;
}

Fault RequestParser::Impl::finish_head() {
    head_done = true;
    const Head& head = parser.get().base();
    if (auto fault = fault_of(head, limits)) return fault;
    request = request_of(head);
    websocket_upgrade = beast::websocket::is_upgrade(parser.get());
    parser.eager(true);
    return std::nullopt;
}

RequestParser::RequestParser(const RequestLimits& limits) : impl_(std::make_unique<Impl>(limits)) {}
RequestParser::~RequestParser() = default;
RequestParser::RequestParser(RequestParser&&) noexcept = default;
RequestParser& RequestParser::operator=(RequestParser&&) noexcept = default;

std::expected<std::size_t, RequestFault> RequestParser::put(std::string_view bytes) {
    // RFC 9112 2.2: empty lines before a request are ignored.
    std::size_t skipped = 0;
    if (!impl_->parser.got_some()) {
        while (bytes.substr(skipped).starts_with("\r\n")) skipped += 2;
    }
    const std::string_view rest = bytes.substr(skipped);
    if (rest.empty() || (rest == "\r" && !impl_->parser.got_some())) return skipped;
    const auto used = impl_->put(rest);
    if (!used) return used;
    return skipped + *used;
}

bool RequestParser::head_done() const { return impl_->head_done; }
bool RequestParser::done() const { return impl_->parser.is_done(); }
bool RequestParser::keep_alive() const { return impl_->parser.keep_alive(); }
bool RequestParser::chunks_allowed() const { return impl_->parser.get().version() >= 11; }
bool RequestParser::websocket_upgrade() const { return impl_->websocket_upgrade; }
const Request& RequestParser::head() const { return impl_->request; }

bool RequestParser::expects_continue() const {
    return !done() && chunks_allowed() && !impl_->request.header("Expect").empty();
}

Request RequestParser::take() {
    impl_->request.body = std::move(impl_->parser.get().body());
    return std::move(impl_->request);
}

}  // namespace arbiter::server
