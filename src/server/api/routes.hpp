#pragma once

#include <atomic>
#include <span>
#include <variant>

#include "server/api/api.hpp"
#include "server/api/games.hpp"
#include "server/api/live.hpp"
#include "server/api/reviews.hpp"
#include "server/api/site.hpp"
#include "server/api/stateless.hpp"
#include "server/api/tournament.hpp"
#include "server/http/lane.hpp"
#include "server/mcp/machine.hpp"

namespace arbiter::server {

/// The routes and their handlers: game_routes.cpp has those of a game that the server keeps,
/// arena_routes.cpp those of the tournament, turn_route.cpp waiting for a turn, analysis_routes.cpp what
/// moves are worth, mcp_route.cpp the Model Context Protocol, api.cpp the others.
class Api::Implementation {
public:
    Implementation(ApiOptions options, std::unique_ptr<store::Store> store, Metrics& metrics,
                   Log& log);
    ~Implementation();
    Implementation(const Implementation&) = delete;
    Implementation(Implementation&&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    Implementation& operator=(Implementation&&) = delete;

    /// Where a request came in.
    enum class Door : std::uint8_t {
        front,
        admin,
        inside,  ///< from another route
    };
    void handle(Request request, Reply reply, Door door = Door::front);
    bool is_quick(const Request& request) const;
    std::expected<std::unique_ptr<Conversation>, Response> converse(const Request& request,
                                                                    std::shared_ptr<Feed> feed);
    void stop(std::string_view reason);
    const platform::Clock& clock() const { return clock_; }

    /// A request that has found its route.
    struct Call {
        Request request;
        Target target;
        std::vector<std::string> parts;

        const std::string& id() const { return parts.front(); }
        /// Of a seat, a watcher or a creator.
        std::string_view key() const;
    };
    using Plain = Answer (Implementation::*)(const Call&);
    using Later = void (Implementation::*)(const Call&, Reply);
    /// How much a request computes.
    enum class Cost : std::uint8_t {
        none,   ///< not counted
        move,   ///< counted in long games only, and refused to nobody elsewhere
        some,   ///< much only for a large body, a long game or a past position
        large,  ///< always has a thread of the lane
    };
    struct Route {
        std::string_view method;
        std::string_view pattern;
        std::variant<Plain, Later> handler;
        Cost cost = Cost::some;
        /// Whether it is for operators.
        bool is_admin = false;
    };
    static std::span<const Route> routes();

private:
    Answer health(const Call& call);
    void readiness(const Call& call, Reply reply);
    Answer store_readiness();
    Answer metrics(const Call& call);
    Answer openapi(const Call& call);
    Answer docs(const Call& call);
    Answer start(const Call& call);
    Answer socket(const Call& call);
    Answer all_rules(const Call& call);
    Answer players(const Call& call);
    Answer arena(const Call& call);
    Answer arena_games(const Call& call);
    Answer arena_game(const Call& call);
    Answer rules(const Call& call);

    void model_context(const Call& call, Reply reply);
    Answer model_stream(const Call& call);
    void create(const Call& call, Reply reply);
    void move(const Call& call, Reply reply);
    Answer remove_game(const Call& call);
    Answer remove_names(const Call& call);
    Answer pass(const Call& call);
    Answer list(const Call& call);
    Answer show(const Call& call);
    Answer legal(const Call& call);
    void turn(const Call& call, Reply reply);
    Answer check(const Call& call);
    Answer history(const Call& call);
    Answer events(const Call& call);
    Answer export_game(const Call& call);
    Answer board(const Call& call);
    Answer ask(const Call& call);
    void analysis(const Call& call, Reply reply);
    Answer analyse(const Call& call);

    template <Answer (*tool)(const Request&, const Target&)>
    Answer with_tool(const Call& call) {
        return while_wanted(call.request.given_up, [&] { return tool(call.request, call.target); });
    }

    std::optional<Response> limited(const Request& request, std::string_view key);
    std::optional<std::chrono::milliseconds> wait_for(std::string_view address,
                                                      std::string_view key, referee::Moment at);
    bool may_create(std::string_view key) const;
    bool is_operator(std::string_view key) const;
    static std::optional<std::string_view> format_of(const Call& call);
    static std::optional<Response> unchanged(const Call& call, const Games::Visit& visit);
    /// Whether it is one of the requests that must not hold up the others.
    bool is_costly(const Route& route, const Call& call) const;
    void answer(const Route& route, Call call, Reply reply);
    void answer_in_lane(const Route& route, Call call, Reply reply);
    /// On the thread that has been chosen.
    void carry_out(const Route& route, const Call& call, Reply reply);
    std::optional<Response> overworked(std::string_view address);
    bool is_long(std::string_view id) const;
    bool is_for_present(const Request& request, std::string_view id) const;
    bool is_open(const Route& route, Door door) const;
    std::optional<Response> intruder(const Request& request, const Route& route) const;
    void charge(std::string_view address, std::chrono::nanoseconds computed);
    std::expected<Games::Visit, Problem> visit(const Call& call);
    std::expected<AnyGame, Problem> game_of(const Call& call, const Games::Visit& visit);
    static std::expected<Form, Problem> form_of(const Call& call, const Games::Visit& visit);
    Answer stream(const Call& call, const Games::Visit& visit);
    std::optional<std::chrono::milliseconds> overworked_for(std::string_view address);
    void sweep(referee::Moment planned);
    /// What is only looked up when somebody wants to see it.
    void refresh_gauges();
    void keep_time();
    void adjust_clock();
    void follow_clock();
    /// Whether the time is that of the database, where several servers share it.
    bool is_in_time() const;
    void forget_answers();
    void forget_games();
    std::size_t forget_games(store::GameStatus status, std::chrono::milliseconds kept);

    ApiOptions options_;
    std::unique_ptr<store::Store> store_;
    Metrics& metrics_;
    Log& log_;
    Tournament tournament_;
    Documentation documentation_;
    RateLimiter requests_;
    RateLimiter creations_;
    RateLimiter bot_games_;
    RateLimiter work_;
    RateLimiter stored_bytes_;
    mcp::Machine model_context_;
    Gauge& rooms_open_;
    Gauge& watchers_;
    std::atomic<bool> stopping_ = false;
    std::atomic<bool> is_in_time_ = false;
    std::vector<std::string> create_hashes_;
    std::vector<std::string> operator_hashes_;
    Gauge& clock_skew_;
    Gauge& scheduler_lag_;
    Histogram& commit_seconds_;
    Histogram& commit_changes_;
    platform::AdjustedClock clock_;
    std::unique_ptr<platform::ThreadScheduler> own_scheduler_;  // null: another one was given
    platform::Scheduler& scheduler_;
    BotHost bots_;
    Rooms rooms_;
    Games games_;
    Socket::Shared sockets_;
    mcp::Sessions model_sessions_;  // they watch rooms
    Reviews reviews_;
    // Last: their jobs use the members above.
    Lane probes_;
    Lane costly_;
};

}  // namespace arbiter::server
