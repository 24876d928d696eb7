#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/clock.hpp"

/// Requests and responses as values, without sockets: the transport passes them to the API; tests and
/// fuzzers make their own.
namespace arbiter::server {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request {
    std::string method;
    std::string target;  ///< path and query, as it was sent
    Headers headers;
    std::string body;
    std::string address;  ///< of the client, without the port
    platform::Moment at;  ///< when the whole request had arrived
    /// Names the request in the log and in the answer: 32 hexadecimal digits. It is the trace id of a
    /// `traceparent` header (W3C Trace Context), or a new one.
    std::string id{};
    /// Stop is requested once nobody waits for the answer: the client has gone, the time for an answer
    /// is up, or the server stops.
    std::stop_token given_up{};

    /// The first header of that name, which is not case-sensitive; empty if there is none.
    std::string_view header(std::string_view name) const;
};

class Feed;

struct Response {
    int status = 200;
    Headers headers;  ///< without Content-Length, Date, Connection
    std::string body;
    /// Set for server-sent events: called with the feed once the head is sent. What it returns lives
    /// as long as the connection.
    std::move_only_function<std::shared_ptr<void>(std::shared_ptr<Feed>)> stream;
    /// The route that answered, for the metrics: "/api/games/{id}". Of static storage.
    std::string_view route = {};

    /// As in a request.
    std::string_view header(std::string_view name) const;
};

/// Called once, from any thread.
using Reply = std::move_only_function<void(Response)>;

/// Messages for one connection: the API adds them, the transport writes them. It holds a bounded
/// amount; the connection of a reader that falls behind is closed.
class Feed {
public:
    virtual ~Feed() = default;
    /// False if the connection is gone or too slow; it gets no more messages. Never blocks.
    virtual bool send(std::shared_ptr<const std::string> message) = 0;
    /// Closes the connection after the messages that were sent.
    virtual void close(std::string_view reason) = 0;
};

/// A WebSocket conversation as the API sees it. Its methods are called one at a time.
class Conversation {
public:
    virtual ~Conversation() = default;  ///< the connection is gone
    virtual void receive(std::string_view message, platform::Moment at) = 0;
};

/// What the transport serves.
class Service {
public:
    virtual ~Service() = default;
    /// May block for a while (the store): the transport calls it from a worker thread, unless the
    /// request is quick. Work that takes long belongs on threads of the service's own, and ends when
    /// the request is given up.
    virtual void handle(Request request, Reply reply) = 0;
    /// Whether this request never blocks and takes no longer than waking a worker.
    virtual bool is_quick(const Request&) const { return false; }
    /// For a WebSocket upgrade: the conversation, or the response that refuses it.
    virtual std::expected<std::unique_ptr<Conversation>, Response> converse(
        const Request& request, std::shared_ptr<Feed> feed) = 0;
};

}  // namespace arbiter::server
