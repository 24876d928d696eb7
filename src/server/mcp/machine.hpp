#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/json.hpp"
#include "server/http/message.hpp"
#include "server/mcp/subscriptions.hpp"

/// The Model Context Protocol, without its transports: one JSON-RPC message in, at most one out.
/// Its tools and resources are requests to the API; see tools.hpp and resources.hpp.
namespace arbiter::server::mcp {

/// Revisions of the protocol. Up to 2025-11-25 a client sends `initialize` first to agree on a
/// revision; since then every request names its own.
enum class Version : std::uint8_t {
    v2024_11_05,
    v2025_03_26,
    v2025_06_18,
    v2025_11_25,
    v2026_07_28
};

std::string_view to_string(Version version);
std::optional<Version> version_named(std::string_view text);

/// Who sends a message.
struct Caller {
    std::string address;
    std::string authorization;  ///< as in the header of that name; may be empty
    platform::Moment at;
    /// The revision that was agreed on before the message, if any.
    std::optional<Version> agreed;

    /// The parts of the message that the headers of an HTTP request repeat.
    struct Mirror {
        std::string version;
        std::string method;
        std::string name;
    };
    std::optional<Mirror> mirror;
    std::stop_token given_up{};  ///< as in a request
    /// What the client watches, and where it is told; null: there is no connection that lasts.
    std::shared_ptr<Subscriptions> subscriptions{};
};

struct Answer {
    std::string message;  ///< one line of JSON; empty: no answer
    int status = 200;     ///< over HTTP
    /// Set after `initialize`.
    std::optional<Version> agreed = {};
    /// Set where the answer is a stream of messages, as in a response.
    std::move_only_function<std::shared_ptr<void>(std::shared_ptr<Feed>)> stream = {};
};

/// Called once, from any thread.
using Done = std::move_only_function<void(Answer)>;

/// Handles a request, as `Service::handle` does.
using Carrier = std::function<void(Request, Reply)>;

/// Keeps no state about clients, except what they watch: a request may come over any connection.
class Machine {
public:
    explicit Machine(Carrier carrier);

    /// `done` gets the answer, which may be empty.
    void receive(std::string_view message, const Caller& caller, Done done) const;

private:
    struct Call;
    struct Batch;
    struct Fault;
    using Handler = void (Machine::*)(Call, Done) const;
    struct Method;

    static const Method* find(const Call& call);
    static std::optional<Fault> misfit(const Call& call);
    /// A part of the description of the tools and resources.
    const Json& told(std::string_view key) const;

    void receive_one(const Json& message, const Caller& caller, Done done) const;
    void receive_all(const Json::Array& messages, const Caller& caller, Done done) const;
    void go_on(const std::shared_ptr<Batch>& batch) const;
    void carry_out(Call call, Done done) const;

    void initialize(Call call, Done done) const;
    void ping(Call call, Done done) const;
    void discover(Call call, Done done) const;
    void list_tools(Call call, Done done) const;
    void call_tool(Call call, Done done) const;
    void list_resources(Call call, Done done) const;
    void list_templates(Call call, Done done) const;
    void read_resource(Call call, Done done) const;
    void subscribe(Call call, Done done) const;
    void unsubscribe(Call call, Done done) const;
    void listen(Call call, Done done) const;
    void list_prompts(Call call, Done done) const;
    void get_prompt(Call call, Done done) const;
    void complete(Call call, Done done) const;

    /// Watches resources from now on, until what `done` gets is destroyed; it gets nothing if one of
    /// them cannot be watched. `changed` may be called from any thread.
    using Watched = std::move_only_function<void(std::shared_ptr<void>)>;
    using Changed = std::function<bool(const std::string& uri)>;
    void watch(const std::vector<std::string>& uris, const Call& call, Changed changed,
               Watched done) const;

    Carrier carrier_;
    Json catalogue_;
};

}  // namespace arbiter::server::mcp
