#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/clock.hpp"

/// Requests and responses as values, without sockets: what the transport hands to the API, and what
/// tests and fuzzers can make by hand.
namespace arbiter::server {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Request {
    std::string method;
    std::string target;  ///< path and query, as it was sent
    Headers headers;
    std::string body;
    std::string address;  ///< of the client, without the port
    platform::Moment at;  ///< when it had arrived whole

    /// The first header of that name, in any case; empty if there is none.
    std::string_view header(std::string_view name) const;
};

class Feed;

struct Response {
    int status = 200;
    Headers headers;  ///< without Content-Length, Date, Connection
    std::string body;
    /// Set for server-sent events: called once the head is sent, with where the messages go. What it
    /// returns is kept as long as the connection lives.
    std::move_only_function<std::shared_ptr<void>(std::shared_ptr<Feed>)> stream;
    /// Which of the service's routes answered, for the metrics: "/api/games/{id}". Of static storage.
    std::string_view route = {};

    /// As of a request.
    std::string_view header(std::string_view name) const;
};

/// Called once, from any thread.
using Reply = std::move_only_function<void(Response)>;

/// Messages for one connection: what the API puts in, the transport takes out and writes. It holds a
/// bounded amount; a reader that falls behind is closed rather than waited for.
class Feed {
public:
    virtual ~Feed() = default;
    /// False if the connection is gone or too slow; it will get no more. Never blocks.
    virtual bool send(std::shared_ptr<const std::string> message) = 0;
    /// Ends the connection after what has been sent.
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
    /// May block for a while (the store); the transport calls it from its worker threads, unless
    /// it is known to be quick.
    virtual void handle(Request request, Reply reply) = 0;
    /// Whether this request waits for nothing and takes no longer than to wake a worker.
    virtual bool is_quick(const Request&) const { return false; }
    /// For a WebSocket upgrade of `request`: the conversation, or the response that refuses it.
    virtual std::expected<std::unique_ptr<Conversation>, Response> converse(
        const Request& request, std::shared_ptr<Feed> feed) = 0;
};

}  // namespace arbiter::server
