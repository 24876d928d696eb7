#include <algorithm>
#include <array>

#include <arpa/inet.h>

#include "core/base/text.hpp"
#include "server/http/connection.hpp"
#include "server/http/problem.hpp"
#include "server/http/request_parser.hpp"
#include "server/http/response_head.hpp"

namespace arbiter::server {

namespace {

/// Errors of the transport look like those of the service.
Response own_complaint(int status, std::string_view code, std::string_view detail) {
    Response response = complaint(status, code, detail);
    set_common_headers(response);
    return response;
}

constexpr std::size_t read_bytes = 4 << 10;
constexpr std::size_t write_bytes = 64 << 10;

bool is_address(const std::string& text) {
    in6_addr bytes;
    return inet_pton(AF_INET, text.c_str(), &bytes) == 1 ||
           inet_pton(AF_INET6, text.c_str(), &bytes) == 1;
}

/// The last address that X-Forwarded-For names: the one that the nearest proxy saw itself.
std::optional<std::string> forwarded_for(const Request& request) {
    std::string text;
    for (const auto& [name, value] : request.headers) {
        constexpr std::string_view wanted = "x-forwarded-for";
        if (std::ranges::equal(name, wanted, {}, lower)) text = value;
    }
    text.erase(0, text.rfind(',') + 1);
    std::erase(text, ' ');
    return is_address(text) ? std::optional(text) : std::nullopt;
}

/// The trace id in "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" (W3C Trace Context).
std::string_view trace_in(std::string_view traceparent) {
    constexpr std::size_t id_at = 3;
    constexpr std::size_t id_size = 32;
    constexpr std::string_view shape = "xx-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-xxxxxxxxxxxxxxxx-xx";
    const auto fits = [](char c, char wanted) {
        return wanted == '-' ? c == '-' : (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    };
    if (!std::ranges::equal(traceparent, shape, fits)) return {};
    const std::string_view id = traceparent.substr(id_at, id_size);
    return id.find_first_not_of('0') == id.npos ? std::string_view() : id;
}

/// So that a client can name its request to an operator, and a proxy join it with its own trace.
void add_id(Response& response, std::string_view id) {
    constexpr std::size_t span_size = 16;
    response.headers.emplace_back("X-Request-Id", id);
    response.headers.emplace_back(
        "traceparent", "00-" + std::string(id) + "-" + std::string(id.substr(span_size)) + "-01");
}

/// What the observer is told of a request after it was answered.
struct Asked {
    std::string method;
    std::string path;
    std::string address;
    std::string id;
    std::chrono::steady_clock::time_point at = std::chrono::steady_clock::now();
};

/// One connection's requests, one after another.
class HttpSession {
public:
    explicit HttpSession(std::shared_ptr<Connection> connection)
        : connection_(std::move(connection)), options_(connection_->options()) {}

    /// Until the connection ends, or becomes a WebSocket.
    Awaitable<std::unique_ptr<Upgrade>> run();

private:
    enum class Next : std::uint8_t { request, goodbye, nothing };
    enum class Input : std::uint8_t { whole, gone };
    using Reading = std::expected<Input, RequestFault>;

    Awaitable<Next> serve_one();
    Awaitable<bool> first_bytes();
    Awaitable<bool> more_bytes();
    Awaitable<Reading> read(RequestParser& parser);
    Awaitable<bool> head_is_read(const RequestParser& parser);
    RequestFault incomplete() const;

    Request finished(RequestParser& parser) const;
    Awaitable<std::optional<Response>> answer(Request request);
    Awaitable<bool> answered(std::stop_source& given_up);
    Awaitable<Next> respond(const Asked& asked, Response response, const RequestParser& parser);
    Awaitable<Next> refuse(const Asked& asked, const RequestFault& fault);
    Awaitable<Next> converse(const Asked& asked, Request request, const RequestParser& parser);
    Awaitable<bool> write(std::string_view head, std::string_view body);
    void note(const Asked& asked, const Response& response, std::size_t bytes) const;

    std::shared_ptr<Connection> connection_;
    const TransportOptions& options_;
    std::array<char, read_bytes> piece_;  // read from the socket at once
    std::string input_;                   // read and not yet understood
    std::unique_ptr<Upgrade> upgrade_;
};

Awaitable<std::unique_ptr<Upgrade>> HttpSession::run() {
    Next next = Next::request;
    while (next == Next::request) next = co_await serve_one();
    if (next == Next::goodbye) co_await connection_->linger();
    co_return std::move(upgrade_);
}

Awaitable<HttpSession::Next> HttpSession::serve_one() {
    if (!co_await first_bytes()) co_return Next::nothing;
    RequestParser parser({.header_size_max = options_.header_size_max,
                          .target_size_max = options_.target_size_max,
                          .body_size_max = options_.body_size_max});
    const Reading reading = co_await read(parser);
    if (reading == Input::gone) co_return Next::nothing;
    Asked asked{.method = parser.head().method,
                .path = parser.head().target.substr(0, parser.head().target.find('?')),
                .address = connection_->address(),
                .id = connection_->hub().request_ids.next()};
    if (!reading) co_return co_await refuse(asked, reading.error());

    Request request = finished(parser);
    asked.address = request.address;
    if (const auto trace = trace_in(request.header("traceparent")); !trace.empty()) {
        asked.id = trace;
    }
    request.id = asked.id;
    if (parser.websocket_upgrade()) {
        co_return co_await converse(asked, std::move(request), parser);
    }
    auto response = co_await answer(std::move(request));
    if (!response) co_return Next::nothing;
    co_return co_await respond(asked, std::move(*response), parser);
}

Awaitable<bool> HttpSession::first_bytes() {
    if (connection_->hub().stopping) co_return false;
    if (!input_.empty()) co_return true;
    connection_->expire_after(options_.idle_timeout);
    connection_->idle(true);
    const bool any = co_await more_bytes();
    connection_->idle(false);
    co_return any;
}

Awaitable<bool> HttpSession::more_bytes() {
    const std::size_t size = co_await connection_->read(piece_);
    input_.append(piece_.data(), size);
    co_return size > 0;
}

Awaitable<HttpSession::Reading> HttpSession::read(RequestParser& parser) {
    connection_->expire_after(options_.header_timeout);
    while (true) {
        const bool in_head = !parser.head_done();
        const auto used = parser.put(input_);
        if (!used) co_return std::unexpected(used.error());
        input_.erase(0, *used);
        if (in_head && parser.head_done()) {
            if (!co_await head_is_read(parser)) co_return Input::gone;
            if (!parser.done() && !input_.empty()) continue;
        }
        if (parser.done()) co_return Input::whole;
        if (*used > 0 && !input_.empty()) continue;
        const bool nothing_yet = input_.empty() && in_head && *used == 0;
        if (co_await more_bytes()) continue;
        if (nothing_yet) co_return Input::gone;
        co_return std::unexpected(incomplete());
    }
}

/// The body's timeout starts; a client that expects "100 Continue" gets it.
Awaitable<bool> HttpSession::head_is_read(const RequestParser& parser) {
    connection_->expire_after(options_.body_timeout);
    if (!parser.expects_continue() || !input_.empty()) co_return true;
    co_return co_await write("HTTP/1.1 100 Continue\r\n\r\n", {});
}

RequestFault HttpSession::incomplete() const {
    if (connection_->timed_out()) {
        return {408, "request_timeout", "the request took too long to arrive"};
    }
    return {400, "incomplete_request", "the connection ended in the middle of the request"};
}

Request HttpSession::finished(RequestParser& parser) const {
    Request request = parser.take();
    request.at = connection_->now();
    request.address = connection_->address();
    if (connection_->from_trusted_proxy()) {
        request.address = forwarded_for(request).value_or(request.address);
    }
    return request;
}

/// Nothing if the connection was cut meanwhile.
Awaitable<std::optional<Response>> HttpSession::answer(Request request) {
    Hub& hub = connection_->hub();
    if (++hub.waiting_requests > options_.waiting_requests_max) {
        --hub.waiting_requests;
        co_return own_complaint(503, "overloaded", "too many requests are waiting");
    }
    hub.observer.waiting(1);
    connection_->expire_never();
    std::stop_source given_up;
    request.given_up = given_up.get_token();
    const bool is_quick = hub.service.is_quick(request);
    auto ask = [&hub, reply = connection_->make_reply(), asked = std::move(request)]() mutable {
        --hub.waiting_requests;
        hub.observer.waiting(-1);
        guarded(
            hub.observer, [&] { hub.service.handle(std::move(asked), reply); },
            [&] { reply(own_complaint(500, "internal_error", "the server made a mistake")); });
    };
    is_quick ? ask() : asio::post(hub.workers, std::move(ask));
    if (co_await answered(given_up)) {
        auto reply = connection_->take_reply();
        if (!reply) given_up.request_stop();  // the connection was cut
        co_return reply;
    }
    given_up.request_stop();
    hub.observer.failed("a request was not answered", "the service took too long");
    auto response = own_complaint(503, "no_answer", "the answer took too long");
    response.headers.emplace_back("Connection", "close");
    co_return response;
}

/// Whether there was an answer in time, or a cut. Most come at once: only a client that waits for
/// longer is watched.
Awaitable<bool> HttpSession::answered(std::stop_source& given_up) {
    const auto at_once = std::min(options_.answer_timeout, std::chrono::milliseconds(50));
    if (co_await connection_->heard(at_once)) co_return true;
    connection_->watch_for_the_end([given_up]() mutable { given_up.request_stop(); });
    const bool heard = co_await connection_->heard(options_.answer_timeout - at_once);
    connection_->forget_the_end();
    co_return heard;
}

Awaitable<HttpSession::Next> HttpSession::respond(const Asked& asked, Response response,
                                                  const RequestParser& parser) {
    add_id(response, asked.id);
    const bool streams = static_cast<bool>(response.stream) && asked.method != "HEAD";
    const bool closes = std::erase_if(response.headers, [](const auto& header) {
                            return header.first == "Connection";
                        }) > 0;
    const bool keep_alive = parser.keep_alive() && !closes && !connection_->hub().stopping;
    Framing framing = Framing::length;
    if (streams) framing = parser.chunks_allowed() ? Framing::chunked : Framing::until_close;
    const std::string head =
        head_of(response,
                {.framing = framing,
                 .afterwards = keep_alive && !streams ? Afterwards::keep_alive : Afterwards::close,
                 .date = connection_->date()});
    const bool bodiless = asked.method == "HEAD" || !may_have_body(response.status) || streams;
    const std::string_view body = bodiless ? std::string_view() : response.body;
    const bool written = co_await write(head, body);
    note(asked, response, body.size());
    if (!written) co_return Next::nothing;
    if (!streams) co_return keep_alive ? Next::request : Next::goodbye;
    co_await serve_events(connection_, std::move(response), framing == Framing::chunked);
    co_return Next::goodbye;
}

/// The beginning of the next request is unknown: the connection is closed.
Awaitable<HttpSession::Next> HttpSession::refuse(const Asked& asked, const RequestFault& fault) {
    Response response = own_complaint(fault.status, fault.code, fault.detail);
    add_id(response, asked.id);
    const std::string head =
        head_of(response, {.afterwards = Afterwards::close, .date = connection_->date()});
    const bool written = co_await write(head, response.body);
    note(asked, response, response.body.size());
    co_return written ? Next::goodbye : Next::nothing;
}

Awaitable<HttpSession::Next> HttpSession::converse(const Asked& asked, Request request,
                                                   const RequestParser& parser) {
    if (!input_.empty()) {
        const RequestFault early{400, "bad_request",
                                 "a message came before the handshake was over"};
        co_return co_await refuse(asked, early);
    }
    connection_->expire_never();
    auto queue = std::make_shared<FeedQueue>(options_.feed_bytes_max);
    std::expected<std::unique_ptr<Conversation>, Response> conversation;
    co_await connection_->on_workers([&] {
        Hub& hub = connection_->hub();
        guarded(
            hub.observer, [&] { conversation = hub.service.converse(request, queue); },
            [&] {
                conversation = std::unexpected(
                    own_complaint(500, "internal_error", "the server made a mistake"));
            });
    });
    if (!conversation) {
        co_return co_await respond(asked, std::move(conversation.error()), parser);
    }
    note(asked, {.status = 101, .route = "websocket"}, 0);
    upgrade_ =
        std::make_unique<Upgrade>(std::move(request), std::move(queue), std::move(*conversation));
    co_return Next::nothing;
}

Awaitable<bool> HttpSession::write(std::string_view head, std::string_view body) {
    do {
        const std::string_view piece = body.substr(0, write_bytes);
        connection_->expire_after(options_.write_timeout);
        const Connection::Buffers buffers{asio::buffer(head), asio::buffer(piece)};
        if (!co_await connection_->write(buffers)) co_return false;
        head = {};
        body.remove_prefix(piece.size());
    } while (!body.empty());
    co_return true;
}

void HttpSession::note(const Asked& asked, const Response& response, std::size_t bytes) const {
    connection_->hub().observer.answered({.method = asked.method,
                                          .path = asked.path,
                                          .route = response.route,
                                          .status = response.status,
                                          .took = std::chrono::steady_clock::now() - asked.at,
                                          .bytes = bytes,
                                          .address = asked.address,
                                          .id = asked.id});
}

}  // namespace

Awaitable<void> serve_http(std::shared_ptr<Connection> connection) {
    // A WebSocket may live long, and there are many: nothing of this is kept for it.
    auto session = std::make_unique<HttpSession>(connection);
    auto upgrade = co_await session->run();
    session.reset();
    if (upgrade) co_await serve_websocket(std::move(connection), std::move(upgrade));
}

}  // namespace arbiter::server
