#include "platform/http_client.hpp"

#include <mutex>
#include <optional>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>

namespace arbiter::platform {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::use_awaitable;
using boost::system::system_error;

using Kind = HttpFault::Kind;
using Posted = std::expected<HttpAnswer, HttpFault>;

std::unexpected<HttpFault> fault(Kind kind, const Url& url, std::string_view what) {
    return std::unexpected(HttpFault{kind, to_string(url) + " " + std::string(what)});
}

http::request<http::string_body> message_of(const HttpRequest& request) {
    constexpr unsigned http_1_1 = 11;
    http::request<http::string_body> message(http::verb::post, request.url.target, http_1_1);
    message.set(http::field::host, request.url.authority());
    message.set(http::field::user_agent, "arbiter");
    message.set(http::field::content_type, "application/json");
    message.set(http::field::accept, "application/json");
    message.set(http::field::connection, "close");
    for (const auto& [name, value] : request.headers) message.set(name, value);
    message.body() = request.body;
    message.prepare_payload();
    return message;
}

template <class Stream>
asio::awaitable<HttpAnswer> exchange(Stream& stream, const HttpRequest& request) {
    const auto message = message_of(request);
    co_await http::async_write(stream, message, use_awaitable);
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(HttpClient::answer_bytes_max);
    co_await http::async_read(stream, buffer, parser, use_awaitable);
    co_return HttpAnswer{parser.get().result_int(), std::move(parser.get().body())};
}

asio::awaitable<HttpAnswer> over_tls(beast::tcp_stream connected, const HttpRequest& request) {
    asio::ssl::context context(asio::ssl::context::tls_client);
    context.set_default_verify_paths();
    context.set_verify_mode(asio::ssl::verify_peer);
    beast::ssl_stream<beast::tcp_stream> stream(std::move(connected), context);
    stream.set_verify_callback(asio::ssl::host_name_verification(request.url.host));
    // What SSL_set_tlsext_host_name does, without the cast in that macro.
    std::string host = request.url.host;
    SSL_ctrl(stream.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
             host.data());
    co_await stream.async_handshake(asio::ssl::stream_base::client, use_awaitable);
    co_return co_await exchange(stream, request);
}

/// How far a request has come.
enum class Step : std::uint8_t { connecting, talking };

asio::awaitable<HttpAnswer> posted(const HttpRequest& request, Step& step) {
    const auto executor = co_await asio::this_coro::executor;
    asio::ip::tcp::resolver resolver(executor);
    const auto places =
        co_await resolver.async_resolve(request.url.host, request.url.port, use_awaitable);
    beast::tcp_stream stream(executor);
    stream.expires_never();
    co_await stream.async_connect(places, use_awaitable);
    step = Step::talking;
    if (request.url.scheme == Url::Scheme::https) {
        co_return co_await over_tls(std::move(stream), request);
    }
    co_return co_await exchange(stream, request);
}

/// What an error means depends on how far one has come; TLS is refused before anything was said.
HttpFault fault_of(const system_error& error, Step step, const Url& url) {
    const bool is_tls = error.code().category() == asio::error::get_ssl_category();
    if (step == Step::connecting || is_tls) {
        return fault(Kind::unreachable, url, "cannot be reached: " + error.code().message())
            .error();
    }
    return fault(Kind::broken, url, "gives no proper answer: " + error.code().message()).error();
}

}  // namespace

struct HttpClient::State {
    std::mutex mutex;
    asio::io_context* running = nullptr;
    bool is_stopped = false;
};

HttpClient::HttpClient() : state_(std::make_unique<State>()) {}
HttpClient::~HttpClient() = default;

Posted HttpClient::post(const HttpRequest& request,
                        std::chrono::steady_clock::time_point deadline) {
    asio::io_context context(1);
    const auto begin_or_end = [&](asio::io_context* now) {
        const std::scoped_lock lock(state_->mutex);
        state_->running = now;
        return std::exchange(state_->is_stopped, false);
    };
    std::optional<Posted> result;
    Step step = Step::connecting;
    begin_or_end(&context);
    asio::co_spawn(context, posted(request, step),
                   [&](const std::exception_ptr& failure, HttpAnswer answer) {
                       if (!failure) {
                           result = std::move(answer);
                           return;
                       }
                       try {
                           std::rethrow_exception(failure);
                       } catch (const system_error& error) {
                           result = std::unexpected(fault_of(error, step, request.url));
                       }
                   });
    context.run_until(deadline);
    if (begin_or_end(nullptr)) return fault(Kind::stopped, request.url, "was not waited for");
    if (!result) return fault(Kind::timed_out, request.url, "gives no answer");
    return *std::move(result);
}

void HttpClient::stop() noexcept {
    const std::scoped_lock lock(state_->mutex);
    if (state_->running == nullptr) return;
    state_->is_stopped = true;
    state_->running->stop();
}

}  // namespace arbiter::platform
