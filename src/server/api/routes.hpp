#pragma once

#include <atomic>
#include <span>
#include <variant>

#include "server/api/api.hpp"
#include "server/api/games.hpp"
#include "server/api/stateless.hpp"
#include "server/mcp/machine.hpp"

namespace arbiter::server {

/// The routes and their handlers: game_routes.cpp has those of a game that the server keeps,
/// mcp_route.cpp the Model Context Protocol, api.cpp the others.
class Api::Implementation {
public:
    Implementation(ApiOptions options, std::unique_ptr<store::Store> store, Metrics& metrics,
                   Log& log);
    ~Implementation();
    Implementation(const Implementation&) = delete;
    Implementation(Implementation&&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    Implementation& operator=(Implementation&&) = delete;

    void handle(const Request& request, Reply reply);
    bool is_quick(const Request& request) const;
    std::expected<std::unique_ptr<Conversation>, Response> converse(const Request& request,
                                                                    std::shared_ptr<Feed> feed);
    void stop(std::string_view reason);

    /// A request that has found its route.
    struct Call {
        const Request& request;
        const Target& target;
        std::vector<std::string> parts;

        const std::string& id() const { return parts.front(); }
        /// Of a seat, a watcher or a creator.
        std::string_view key() const;
    };
    using Plain = Answer (Implementation::*)(const Call&);
    using Later = void (Implementation::*)(const Call&, Reply);
    struct Route {
        std::string_view method;
        std::string_view pattern;
        std::variant<Plain, Later> handler;
    };
    static std::span<const Route> routes();

private:
    Answer health(const Call& call);
    Answer readiness(const Call& call);
    Answer metrics(const Call& call);
    Answer openapi(const Call& call);
    Answer docs(const Call& call);
    Answer start(const Call& call);
    Answer socket(const Call& call);
    Answer all_rules(const Call& call);
    Answer players(const Call& call);
    Answer arena(const Call& call);
    Answer rules(const Call& call);

    void model_context(const Call& call, Reply reply);
    void create(const Call& call, Reply reply);
    void move(const Call& call, Reply reply);
    Answer list(const Call& call);
    Answer show(const Call& call);
    Answer legal(const Call& call);
    Answer check(const Call& call);
    Answer history(const Call& call);
    Answer events(const Call& call);
    Answer export_game(const Call& call);
    Answer board(const Call& call);
    Answer ask(const Call& call);

    Answer validate(const Call& call) { return server::validate(call.request.body); }
    Answer convert(const Call& call) { return server::convert(call.request.body); }
    Answer tool_legal(const Call& call) { return server::list_legal(call.request.body); }
    Answer tool_check(const Call& call) { return server::check(call.request.body); }
    Answer tool_play(const Call& call) { return server::play(call.request.body); }
    Answer tool_render(const Call& call) { return server::render(call.request.body, call.target); }
    Answer tool_ask(const Call& call) { return server::ask(call.request.body); }

    std::optional<Response> limited(const Request& request, std::string_view key);
    std::optional<std::chrono::milliseconds> wait_for(std::string_view address,
                                                      std::string_view key, referee::Moment at);
    bool may_create(std::string_view key) const;
    void answer(const Route& route, const Call& call, Reply reply);
    std::expected<Games::Visit, Problem> visit(const Call& call);
    std::expected<AnyGame, Problem> game_of(const Call& call, const Games::Visit& visit);
    static std::expected<Form, Problem> form_of(const Call& call, const Games::Visit& visit);
    Answer stream(const Call& call, const Games::Visit& visit);
    void sweep();
    void forget_answers();

    ApiOptions options_;
    std::unique_ptr<store::Store> store_;
    Metrics& metrics_;
    Log& log_;
    RateLimiter requests_;
    RateLimiter creations_;
    mcp::Machine model_context_;
    Gauge& rooms_open_;
    Gauge& watchers_;
    std::atomic<bool> stopping_ = false;
    std::vector<std::string> create_hashes_;
    platform::ThreadScheduler scheduler_;
    BotHost bots_;
    Rooms rooms_;
    Games games_;
};

}  // namespace arbiter::server
