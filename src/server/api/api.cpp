#include <algorithm>
#include <array>
#include <iterator>
#include <thread>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "platform/png.hpp"
#include "server/api/file_body.hpp"
#include "server/api/move_request.hpp"
#include "server/api/routes.hpp"
#include "server/api/site.hpp"
#include "server/api/view.hpp"
#include "server/games/keys.hpp"
#include "server/http/observer.hpp"
#include "server/http/response_head.hpp"
#include "server/telemetry/process.hpp"

namespace arbiter::server {

using namespace std::chrono_literals;

namespace {

bool same_letters(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

constexpr auto sweep_pause = 500ms;
constexpr auto clock_pause = 2s;
constexpr std::size_t limited_keys_max = 100'000;
/// A move that takes no longer than a usual request: its body, and the events of its game.
constexpr std::size_t usual_move_size_max = 1024;
constexpr std::size_t usual_events_max = 500;
constexpr double group_bounds[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

/// The text after "Bearer ", or the parameter `pass`, which pictures use. An address never holds a key:
/// addresses are logged. Only a model's resources have one, which are not.
std::string_view shown_key(const Request& request, const Target& target) {
    constexpr std::string_view scheme = "bearer ";
    const std::string_view header = request.header("Authorization");
    if (same_letters(header.substr(0, scheme.size()), scheme)) {
        return trimmed(header.substr(scheme.size()));
    }
    const std::string_view pass = target.text("pass");
    return pass.empty() ? target.text("key") : pass;
}

bool is_probe(std::string_view path) { return path == "/healthz" || path == "/readyz"; }

std::size_t costly_thread_count(std::size_t wanted) {
    return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency() / 2);
}

std::unique_ptr<platform::ThreadScheduler> own_scheduler(const ApiOptions& options,
                                                         const platform::Clock& clock) {
    if (options.scheduler != nullptr) return nullptr;
    return std::make_unique<platform::ThreadScheduler>(clock);
}

Response preflight(std::string_view methods) {
    return {204,
            {{"Allow", std::string(methods)},
             {"Access-Control-Allow-Methods", std::string(methods)},
             {"Access-Control-Allow-Headers",
              "Authorization, Content-Type, If-Match, Idempotency-Key, Last-Event-ID, "
              "MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id"},
             {"Access-Control-Max-Age", "86400"}},
            {},
            {}};
}

}  // namespace

std::string_view Api::Implementation::Call::key() const { return shown_key(request, target); }

std::span<const Api::Implementation::Route> Api::Implementation::routes() {
    using I = Implementation;
    using enum Cost;
    static constexpr std::array<Route, 41> table{{
        {"GET", "/", &I::start, none},
        {"GET", "/docs", &I::docs, none},
        {"GET", "/openapi.json", &I::openapi, none},
        {"GET", "/healthz", &I::health, none, true},
        {"GET", "/readyz", &I::readiness, none, true},
        {"GET", "/metrics", &I::metrics, none, true},
        {"GET", "/api/rules", &I::all_rules},
        {"GET", "/api/rules/{game}", &I::rules},
        {"GET", "/api/players", &I::players},
        {"GET", "/api/arena", &I::arena},
        {"GET", "/api/arena/games", &I::arena_games, large},
        {"GET", "/api/arena/games/{number}", &I::arena_game, large},
        {"POST", "/api/games", &I::create},
        {"GET", "/api/games", &I::list},
        {"GET", "/api/games/{id}", &I::show},
        {"DELETE", "/api/games/{id}", &I::remove_game, none},
        {"DELETE", "/api/games/{id}/names", &I::remove_names},
        {"GET", "/api/games/{id}/pass", &I::pass},
        {"GET", "/api/games/{id}/legal", &I::legal},
        {"GET", "/api/games/{id}/turn", &I::turn},
        {"POST", "/api/games/{id}/moves", &I::move, Cost::move},
        {"POST", "/api/games/{id}/check", &I::check},
        {"GET", "/api/games/{id}/history", &I::history},
        {"GET", "/api/games/{id}/events", &I::events},
        {"GET", "/api/games/{id}/export", &I::export_game, large},
        {"GET", "/api/games/{id}/board.svg", &I::board, large},
        {"GET", "/api/games/{id}/board.png", &I::board, large},
        {"GET", "/api/games/{id}/board.txt", &I::board},
        {"GET", "/api/games/{id}/ask", &I::ask, large},
        {"GET", "/api/games/{id}/analysis", &I::analysis},
        {"POST", "/api/validate", &I::with_tool<tools::validate>},
        {"POST", "/api/convert", &I::with_tool<tools::convert>},
        {"POST", "/api/legal", &I::with_tool<tools::list_legal>},
        {"POST", "/api/check", &I::with_tool<tools::check>},
        {"POST", "/api/play", &I::with_tool<tools::play>},
        {"POST", "/api/render", &I::with_tool<tools::render>, large},
        {"POST", "/api/ask", &I::with_tool<tools::ask>, large},
        {"POST", "/api/analyse", &I::analyse, large},
        {"GET", "/ws", &I::socket, none},
        {"POST", "/mcp", &I::model_context, none},
        {"GET", "/mcp", &I::model_stream, none},
    }};
    return table;
}

Api::Implementation::Implementation(ApiOptions options, std::unique_ptr<store::Store> store,
                                    Metrics& metrics, Log& log)
    : options_(std::move(options)),
      store_(std::move(store)),
      metrics_(metrics),
      log_(log),
      tournament_(options_.arena),
      documentation_(options_.docs),
      requests_(options_.requests, limited_keys_max),
      creations_(options_.creations, limited_keys_max),
      bot_games_(options_.bot_games, limited_keys_max),
      work_(options_.work, limited_keys_max),
      stored_bytes_(options_.stored_bytes, limited_keys_max),
      model_context_([this](Request request, Reply reply) {
          handle(std::move(request), std::move(reply), Door::inside);
      }),
      rooms_open_(metrics.gauge("arbiter_rooms", "Games held in memory")),
      watchers_(metrics.gauge("arbiter_watchers", "Subscriptions to games")),
      clock_skew_(metrics.gauge("arbiter_clock_skew_ms",
                                "How far the database's clock is ahead of this machine's")),
      scheduler_lag_(metrics.gauge("arbiter_scheduler_lag_ms",
                                   "How late fallen flags and idle games were last looked for")),
      commit_seconds_(metrics.histogram("arbiter_commit_seconds", "For a transaction of the store",
                                        latency_bounds_s)),
      commit_changes_(metrics.histogram("arbiter_commit_changes",
                                        "Changes that shared a transaction", group_bounds)),
      clock_(*options_.clock),
      own_scheduler_(own_scheduler(options_, clock_)),
      scheduler_(own_scheduler_ ? *own_scheduler_ : *options_.scheduler),
      bots_({.players = options_.players,
             .threads = options_.player_threads,
             .has_threads = own_scheduler_ != nullptr},
            {scheduler_, clock_, *options_.entropy, log}),
      rooms_({*store_, scheduler_, clock_, log, &bots_},
             {.idle = options_.room_idle, .bytes_max = options_.rooms_bytes_max}),
      games_({*store_, scheduler_, clock_, *options_.entropy, rooms_, bots_, options_.events_max,
              options_.receipt_key.get(), stored_bytes_, [this] { return is_in_time(); }},
             metrics),
      sockets_{.games = games_,
               .clock = clock_,
               .may_send = [this](std::string_view address, std::string_view key,
                                  referee::Moment at) { return !wait_for(address, key, at); },
               .may_compute =
                   [this](std::string_view address, std::string_view game) {
                       return !is_long(game) || !overworked(address);
                   },
               .charge = [this](std::string_view address,
                                std::chrono::nanoseconds computed) { charge(address, computed); }},
      reviews_({.lane = costly_,
                .scheduler = scheduler_,
                .clock = clock_,
                .log = log,
                .wait_of = [this](std::string_view address) { return overworked_for(address); },
                .charge = sockets_.charge}),
      probes_("probes",
              {.threads = own_scheduler_ ? 1U : 0U, .waiting_max = 64, .waiting_of_one_max = 64},
              metrics),
      costly_("costly",
              {.threads = own_scheduler_ ? costly_thread_count(options_.costly_threads) : 0,
               .waiting_max = options_.costly_waiting_max,
               .waiting_of_one_max = options_.costly_waiting_of_one_max,
               .steps_back = true},
              metrics) {
    for (const std::string& key : options_.create_keys) create_hashes_.push_back(hash_of(key));
    for (const std::string& key : options_.operator_keys) operator_hashes_.push_back(hash_of(key));
    store_->on_news([this](std::string_view id, std::uint64_t version) {
        scheduler_.soon([this, game = std::string(id), version] { rooms_.heard(game, version); });
    });
    store_->on_commit([this](store::Committed committed) {
        commit_seconds_.observe(std::chrono::duration<double>(committed.took).count());
        commit_changes_.observe(static_cast<double>(committed.changes));
    });
    for (const Route& route : routes()) prepare_metrics(metrics, route.method, route.pattern);
    refresh_gauges();
    keep_time();
    scheduler_.soon([this] { sweep(clock_.now()); });
    scheduler_.soon([this] { forget_answers(); });
    scheduler_.soon([this] { forget_games(); });
}

/// What asks the store goes first; the store still answers what was handed to it.
Api::Implementation::~Implementation() {
    stopping_ = true;
    reviews_.close("the server is stopping");
    costly_.stop();
    probes_.stop();
    bots_.stop();
    if (own_scheduler_) own_scheduler_->stop();
    store_.reset();
}

void Api::Implementation::sweep(referee::Moment planned) {
    scheduler_lag_.set(std::max<std::int64_t>(0, (clock_.now() - planned).count()));
    if (is_in_time()) rooms_.sweep();
    rooms_open_.set(static_cast<std::int64_t>(rooms_.count()));
    watchers_.set(static_cast<std::int64_t>(rooms_.watcher_count()));
    const auto next = clock_.now() + sweep_pause;
    scheduler_.at(next, [this, next] { sweep(next); });
}

void Api::Implementation::refresh_gauges() {
    const auto set = [&](std::string_view name, std::string_view help, std::size_t value) {
        metrics_.gauge(name, help).set(static_cast<std::int64_t>(value));
    };
    const auto [thinking, waiting] = bots_.load();
    set("arbiter_bots_thinking", "Seats for which the server's players think", thinking);
    set("arbiter_bots_waiting", "Seats that wait for a thread to think", waiting);
    set("arbiter_rooms_bytes", "What the games in memory take, about", rooms_.weight());
    const store::Gauges store = store_->gauges();
    set("arbiter_store_log_bytes", "SQLite's log that is not in the file yet", store.log_bytes);
    set("arbiter_store_readers_in_use", "Connections of the store that read", store.readers_in_use);
    set("arbiter_store_readers_waited_for", "Threads that wait for such a connection",
        store.readers_waited_for);
    set("arbiter_store_listening", "1 if changes by other servers are heard", store.is_listening);
}

/// No flag falls because somebody set the machine's clock: a server of its own follows it as slowly as
/// adjtime(3) would. All servers that share a store judge by its clock: otherwise one whose clock is
/// ahead would declare flags fallen that are not.
void Api::Implementation::keep_time() {
    store_->is_shared() ? adjust_clock() : follow_clock();
    const auto pause = is_in_time() ? std::chrono::milliseconds(clock_pause) : 100ms;
    scheduler_.at(clock_.now() + pause, [this] { keep_time(); });
}

void Api::Implementation::adjust_clock() {
    const auto asked = clock_.unadjusted();
    const auto shared_ms = store_->clock_ms();
    const auto took = clock_.unadjusted() - asked;
    if (!shared_ms || !*shared_ms || took > clock_pause) return;
    const referee::Moment shared{std::chrono::milliseconds(**shared_ms)};
    const auto skew = shared - (asked + took / 2);
    clock_skew_.set(skew.count());
    clock_.adjust(skew);
    is_in_time_ = true;
}

/// A server that starts while the database does not answer must not judge by its own clock.
bool Api::Implementation::is_in_time() const { return !store_->is_shared() || is_in_time_; }

void Api::Implementation::follow_clock() {
    constexpr std::chrono::milliseconds step = clock_pause / 2000;
    clock_.adjust(clock_.offset() + std::clamp(clock_.drift() - clock_.offset(), -step, step));
}

void Api::Implementation::forget_answers() {
    const auto before = clock_.now() - options_.answers_kept;
    const auto forgotten = store_->forget_answers(before.time_since_epoch().count());
    if (!forgotten) log_.warning("old answers stay", {{"reason", forgotten.error().sentence}});
    scheduler_.at(clock_.now() + 1h, [this] { forget_answers(); });
}

/// Some at a time, so that the flags of other games do not wait.
void Api::Implementation::forget_games() {
    constexpr std::size_t some = 50;
    const std::size_t forgotten =
        forget_games(store::GameStatus::finished, options_.finished_kept) +
        forget_games(store::GameStatus::running, options_.running_kept);
    const auto pause = forgotten >= some ? 100ms : std::chrono::milliseconds(1h);
    scheduler_.at(clock_.now() + pause, [this] { forget_games(); });
}

std::size_t Api::Implementation::forget_games(store::GameStatus status,
                                              std::chrono::milliseconds kept) {
    constexpr std::size_t some = 50;
    if (kept == 0ms) return 0;
    const auto before_ms = (clock_.now() - kept).time_since_epoch().count();
    const auto old = store_->unchanged_since(status, before_ms, some);
    if (!old) {
        log_.warning("old games stay", {{"reason", old.error().sentence}});
        return 0;
    }
    std::size_t forgotten = 0;
    for (const std::string& id : *old) {
        const auto removed = rooms_.remove(id);
        if (!removed) {
            log_.warning("an old game stays", {{"game", id}, {"reason", removed.error().sentence}});
            return 0;
        }
        ++forgotten;
        log_.info("deleted an old game", {{"game", id}});
    }
    return forgotten;
}

void Api::Implementation::stop(std::string_view reason) {
    stopping_ = true;
    rooms_.close(reason);
    reviews_.close(reason);
}

/// How long a client that sends too many requests has to wait.
std::optional<std::chrono::milliseconds> Api::Implementation::wait_for(std::string_view address,
                                                                       std::string_view key,
                                                                       referee::Moment at) {
    if (const auto wait = requests_.refuses("address " + network_of(address), at)) return wait;
    if (key.empty()) return std::nullopt;
    return requests_.refuses("key " + hash_of(key), at);
}

std::optional<Response> Api::Implementation::limited(const Request& request, std::string_view key) {
    const auto wait = wait_for(request.address, key, request.at);
    if (!wait) return std::nullopt;
    return slow_down("too_many_requests", "too many requests; wait a moment", *wait);
}

void Api::Implementation::handle(Request request, Reply reply, Door door) {
    auto finish = [done = std::move(reply), head = request.method == "HEAD",
                   cors = cors_of(request, options_.door)](Response answer,
                                                           std::string_view route) mutable {
        set_common_headers(answer);
        std::ranges::move(cors, std::back_inserter(answer.headers));
        answer.route = route;
        if (head) answer.stream = nullptr;
        done(std::move(answer));
    };
    auto target = Target::read(request.target);
    if (!target) {
        if (auto page = lost(request, 400)) return finish(std::move(*page), "/");
        return finish(complaint(400, "bad_target", "the address has a broken escape"), "");
    }
    if (auto refused = wrong_host(request, options_.door)) return finish(*std::move(refused), "");
    if (door != Door::inside && target->parameter("key")) {
        return finish(complaint(400, "key_in_address",
                                "addresses are logged: send a key as Authorization: Bearer KEY, or "
                                "get a pass at /api/games/{id}/pass"),
                      "");
    }
    if (door != Door::admin && !is_probe(target->path())) {
        const std::string_view key = shown_key(request, *target);
        if (auto refused = limited(request, key)) return finish(std::move(*refused), "");
    }
    const std::string method = request.method == "HEAD" ? "GET" : request.method;
    std::string methods;
    for (const Route& route : routes()) {
        auto parts = match(route.pattern, target->path());
        if (!parts || !is_open(route, door)) continue;
        if (route.method == method) {
            if (auto refused = intruder(request, route)) {
                return finish(*std::move(refused), route.pattern);
            }
            auto changed = with_json_body(request, *target);
            Call call{changed ? *std::move(changed) : std::move(request), *std::move(target),
                      *std::move(parts)};
            return answer(route, std::move(call),
                          [done = std::move(finish), pattern = route.pattern](
                              Response made) mutable { done(std::move(made), pattern); });
        }
        methods += std::string(route.method) + (route.method == "GET" ? ", HEAD, " : ", ");
    }
    if (methods.empty()) {
        const bool may_be_page = method == "GET" && door != Door::admin;
        auto page = may_be_page ? site(request, target->path()) : std::nullopt;
        if (!page && may_be_page) page = documentation_.at(request, target->path());
        if (!page && door != Door::admin) page = lost(request, 404);
        if (page) return finish(std::move(*page), "/");
        return finish(response(problem(404, "no_such_page",
                                       "there is nothing at " + in_quotes(target->path()))),
                      "");
    }
    methods += "OPTIONS";
    if (method == "OPTIONS") return finish(preflight(methods), "");
    Response refused = response(
        problem(405, "method_not_allowed", in_quotes(request.method) + " is not allowed here"));
    refused.headers.emplace_back("Allow", methods);
    finish(std::move(refused), "");
}

/// Only what may change something is looked at.
std::optional<Response> Api::Implementation::intruder(const Request& request,
                                                      const Route& route) const {
    if (route.method == "GET") return std::nullopt;
    if (auto refused = wrong_origin(request, options_.door)) return refused;
    return wrong_type(request, match("/api/{tool}", route.pattern).has_value());
}

/// With an address of their own, the metrics are nowhere else; probes are everywhere.
bool Api::Implementation::is_open(const Route& route, Door door) const {
    if (door == Door::admin) return route.is_admin;
    return !route.is_admin || !options_.has_admin || is_probe(route.pattern);
}

/// Probes and metrics, which must be answered when everything else is stuck; and a move in a game whose
/// room is open: the store is only written to, and that happens later.
bool Api::Implementation::is_quick(const Request& request) const {
    if (is_probe(request.target) || request.target == "/metrics") return true;
    if (request.method != "POST" || request.body.size() > usual_move_size_max ||
        !request.header("Idempotency-Key").empty()) {
        return false;
    }
    const auto parts = match("/api/games/{id}/moves", request.target);
    if (!parts) return false;
    const auto events = rooms_.event_count(parts->front());
    return events && *events <= usual_events_max &&
           (!store_->is_shared() || is_for_present(request, parts->front()));
}

/// For another version the room would read what other servers have written.
bool Api::Implementation::is_for_present(const Request& request, std::string_view id) const {
    const auto target = Target::read(request.target);
    if (!target) return false;
    const auto asked = read_move_request(request, *target);
    return asked && rooms_.is_present(id, asked->expected);
}

/// Whatever concerns such a game takes time.
bool Api::Implementation::is_long(std::string_view id) const {
    return rooms_.event_count(id) > usual_events_max;
}

bool Api::Implementation::is_costly(const Route& route, const Call& call) const {
    constexpr std::size_t body_size_max = 4096;
    if (route.cost != Cost::some) return route.cost == Cost::large;
    if (call.request.body.size() > body_size_max || call.target.parameter("ply")) return true;
    if (!route.pattern.contains("{id}")) return false;
    if (format_of(call).value_or("").starts_with("board.")) return true;
    return is_long(call.id());
}

void Api::Implementation::answer(const Route& route, Call call, Reply reply) {
    if (route.cost == Cost::none) return carry_out(route, call, std::move(reply));
    if (is_costly(route, call)) return answer_in_lane(route, std::move(call), std::move(reply));
    if (route.cost == Cost::move && !is_long(call.id())) {
        // To ask the system for the time of a thread costs as much as to judge a move.
        if (call.request.body.size() <= usual_move_size_max) {
            return carry_out(route, call, std::move(reply));
        }
    } else if (auto refused = overworked(call.request.address)) {
        return reply(*std::move(refused));
    }
    const auto begun = clock_.thread_time();
    carry_out(route, call, std::move(reply));
    charge(call.request.address, clock_.thread_time() - begun);
}

void Api::Implementation::answer_in_lane(const Route& route, Call call, Reply reply) {
    const std::string client = network_of(call.request.address);
    const auto held = std::make_shared<Reply>(std::move(reply));
    auto job = [this, &route, held, asked = std::move(call)] {
        if (stopping_ || asked.request.given_up.stop_requested()) {
            return (*held)(response(given_up()));
        }
        if (auto refused = overworked(asked.request.address)) {
            return (*held)(*std::move(refused));
        }
        const auto begun = clock_.thread_time();
        try {
            carry_out(route, asked, [held](Response made) { (*held)(std::move(made)); });
        } catch (const platform::Stopped&) {
            (*held)(response(given_up()));
        } catch (const std::exception& error) {
            log_.error("a costly request failed",
                       {{"why", error.what()}, {"request", asked.request.id}});
            (*held)(complaint(500, "internal_error", "the server made a mistake"));
        }
        charge(asked.request.address, clock_.thread_time() - begun);
    };
    switch (costly_.add(client, std::move(job))) {
        case Lane::Entry::taken: return;
        case Lane::Entry::lane_is_full:
            return (*held)(complaint(503, "overloaded", "too many costly requests are waiting"));
        case Lane::Entry::client_waits_already: break;
    }
    (*held)(slow_down("too_much_work", "too many of your costly requests are waiting", 1s));
}

/// Set once a client has used up its share of computing.
std::optional<std::chrono::milliseconds> Api::Implementation::overworked_for(
    std::string_view address) {
    return work_.refuses(network_of(address), clock_.now(), 0);
}

std::optional<Response> Api::Implementation::overworked(std::string_view address) {
    const auto wait = overworked_for(address);
    if (!wait) return std::nullopt;
    return slow_down("too_much_work", "your requests took too much computing; wait a moment",
                     *wait);
}

/// What takes no longer than a usual request is covered by the limit of requests.
void Api::Implementation::charge(std::string_view address, std::chrono::nanoseconds computed) {
    constexpr std::chrono::nanoseconds usual = 2ms;
    if (computed <= usual) return;
    const std::chrono::duration<double, std::milli> cost = computed;
    work_.charge(network_of(address), clock_.now(), cost.count());
}

void Api::Implementation::carry_out(const Route& route, const Call& call, Reply reply) {
    if (const auto* later = std::get_if<Later>(&route.handler)) {
        return (this->**later)(call, std::move(reply));
    }
    Answer made = (this->*std::get<Plain>(route.handler))(call);
    reply(made ? std::move(*made) : response(std::move(made.error())));
}

std::expected<std::unique_ptr<Conversation>, Response> Api::Implementation::converse(
    const Request& request, std::shared_ptr<Feed> feed) {
    const auto target = Target::read(request.target);
    if (!target || target->path() != "/ws") {
        return std::unexpected(complaint(404, "no_such_page", "WebSockets are served at /ws"));
    }
    if (auto refused = wrong_host(request, options_.door))
        return std::unexpected(*std::move(refused));
    if (auto refused = limited(request, {})) return std::unexpected(std::move(*refused));
    if (auto refused = wrong_origin(request, options_.door))
        return std::unexpected(*std::move(refused));
    if (stopping_) {
        return std::unexpected(complaint(503, "stopping", "the server is stopping"));
    }
    return std::make_unique<Socket>(sockets_, std::move(feed), request.address);
}

Answer Api::Implementation::health(const Call&) { return json_response(R"({"status":"ok"})"); }

/// On a thread of its own, since the store may be slow to answer.
void Api::Implementation::readiness(const Call&, Reply reply) {
    const auto held = std::make_shared<Reply>(std::move(reply));
    const auto entry = probes_.add({}, [this, held] {
        Answer ready = store_readiness();
        (*held)(ready ? *std::move(ready) : response(std::move(ready.error())));
    });
    if (entry != Lane::Entry::taken) (*held)(response(unavailable("the store does not answer")));
}

Answer Api::Implementation::store_readiness() {
    if (stopping_) return std::unexpected(problem(503, "stopping", "the server is stopping"));
    if (store_->is_shared() && std::chrono::abs(clock_.offset()) > options_.clock_skew_max) {
        return std::unexpected(problem(503, "clock_skew",
                                       "the clocks of this machine and of the database differ by " +
                                           std::to_string(clock_.offset().count()) + " ms"));
    }
    const auto ready = store_->ready();
    if (!ready) return std::unexpected(unavailable(ready.error().sentence));
    return json_response(R"({"status":"ready"})");
}

Answer Api::Implementation::metrics(const Call&) {
    refresh_gauges();
    return Response{200,
                    {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}},
                    metrics_.text() + process_metrics(ARBITER_VERSION),
                    {}};
}

Answer Api::Implementation::openapi(const Call&) { return document("openapi.json"); }

Answer Api::Implementation::socket(const Call&) {
    Response refused = complaint(426, "upgrade_required", "this is for WebSockets");
    refused.headers.emplace_back("Upgrade", "websocket");
    return refused;
}

Answer Api::Implementation::docs(const Call&) {
    if (documentation_.empty()) return document("docs.html");
    return Response{302, {{"Location", "/docs/"}}, {}, {}};
}

Answer Api::Implementation::start(const Call& call) {
    auto page = site(call.request, "/");
    return page ? std::move(*page) : document("docs.html");
}

Answer Api::Implementation::all_rules(const Call&) { return catalogue(); }
Answer Api::Implementation::rules(const Call& call) { return catalogue(call.parts.front()); }

Answer Api::Implementation::players(const Call&) {
    JsonWriter out;
    write_players(out, bots_.catalogue());
    return json_response(out.take());
}

bool Api::Implementation::may_create(std::string_view key) const {
    return create_hashes_.empty() || std::ranges::any_of(create_hashes_, [&](const auto& hash) {
               return matches(key, hash);
           });
}

bool Api::Implementation::is_operator(std::string_view key) const {
    return std::ranges::any_of(operator_hashes_,
                               [&](const auto& hash) { return matches(key, hash); });
}

void Api::Implementation::create(const Call& call, Reply reply) {
    if (!may_create(call.key())) {
        return reply(complaint(401, "api_key_missing", "creating games here needs an API key"));
    }
    const std::string who =
        create_hashes_.empty() ? network_of(call.request.address) : hash_of(call.key());
    if (const auto wait = creations_.refuses(who, call.request.at)) {
        return reply(slow_down("too_many_games", "too many new games; wait a while", *wait));
    }
    const auto refusal_of = [&](std::size_t own_players,
                                std::size_t bytes) -> std::optional<Response> {
        if (own_players > 1 && create_hashes_.empty() && !options_.games_between_bots) {
            return complaint(
                403, "bots_only",
                "only holders of an API key may let two players of the server play each other");
        }
        if (own_players > 0) {
            if (const auto wait = bot_games_.refuses(who, call.request.at)) {
                return slow_down("too_many_games", "too many new games with players of the server",
                                 *wait);
            }
        }
        const auto wait = stored_bytes_.refuses(who, call.request.at, static_cast<double>(bytes));
        if (!wait) return std::nullopt;
        return too_much_stored(*wait);
    };
    games_.create({.body = call.request.body,
                   .repeat_key = call.request.header("Idempotency-Key"),
                   .at = call.request.at,
                   .given_up = call.request.given_up,
                   .refusal_of = refusal_of},
                  std::move(reply));
}

Api::Api(ApiOptions options, std::unique_ptr<store::Store> store, Metrics& metrics, Log& log)
    : implementation_(
          std::make_unique<Implementation>(std::move(options), std::move(store), metrics, log)),
      admin_(*implementation_) {}
Api::~Api() = default;

void Api::handle(Request request, Reply reply) {
    implementation_->handle(std::move(request), std::move(reply));
}
bool Api::is_quick(const Request& request) const { return implementation_->is_quick(request); }
std::expected<std::unique_ptr<Conversation>, Response> Api::converse(const Request& request,
                                                                     std::shared_ptr<Feed> feed) {
    return implementation_->converse(request, std::move(feed));
}
const platform::Clock& Api::clock() const { return implementation_->clock(); }
void Api::Admin::handle(Request request, Reply reply) {
    api_.handle(std::move(request), std::move(reply), Implementation::Door::admin);
}
std::expected<std::unique_ptr<Conversation>, Response> Api::Admin::converse(const Request&,
                                                                            std::shared_ptr<Feed>) {
    return std::unexpected(complaint(404, "no_such_page", "there are no WebSockets here"));
}
void Api::stop(std::string_view reason) { implementation_->stop(reason); }

}  // namespace arbiter::server
