#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "server/api/file_body.hpp"
#include "server/api/live.hpp"
#include "server/api/routes.hpp"
#include "server/api/site.hpp"
#include "server/api/tournament.hpp"
#include "server/api/view.hpp"
#include "server/games/keys.hpp"
#include "server/http/response_head.hpp"

namespace arbiter::server {

using namespace std::chrono_literals;

namespace {

bool same_letters(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

constexpr auto sweep_pause = 500ms;
constexpr std::size_t limited_keys_max = 100'000;

/// The text after "Bearer ", or the parameter `key`, which links and pictures use.
std::string_view shown_key(const Request& request, const Target& target) {
    constexpr std::string_view scheme = "bearer ";
    const std::string_view header = request.header("Authorization");
    if (same_letters(header.substr(0, scheme.size()), scheme)) {
        return trimmed(header.substr(scheme.size()));
    }
    return target.text("key");
}

Response slow_down(std::string_view code, std::string_view detail, std::chrono::milliseconds wait) {
    Response refused = response(problem(429, code, detail));
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    refused.headers.emplace_back("Retry-After", std::to_string(seconds));
    return refused;
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
    static constexpr std::array<Route, 32> table{{
        {"GET", "/", &I::start},
        {"GET", "/docs", &I::docs},
        {"GET", "/openapi.json", &I::openapi},
        {"GET", "/healthz", &I::health},
        {"GET", "/readyz", &I::readiness},
        {"GET", "/metrics", &I::metrics},
        {"GET", "/api/rules", &I::all_rules},
        {"GET", "/api/rules/{game}", &I::rules},
        {"GET", "/api/players", &I::players},
        {"GET", "/api/arena", &I::arena},
        {"POST", "/api/games", &I::create},
        {"GET", "/api/games", &I::list},
        {"GET", "/api/games/{id}", &I::show},
        {"GET", "/api/games/{id}/legal", &I::legal},
        {"POST", "/api/games/{id}/moves", &I::move},
        {"POST", "/api/games/{id}/check", &I::check},
        {"GET", "/api/games/{id}/history", &I::history},
        {"GET", "/api/games/{id}/events", &I::events},
        {"GET", "/api/games/{id}/export", &I::export_game},
        {"GET", "/api/games/{id}/board.svg", &I::board},
        {"GET", "/api/games/{id}/board.png", &I::board},
        {"GET", "/api/games/{id}/board.txt", &I::board},
        {"GET", "/api/games/{id}/ask", &I::ask},
        {"POST", "/api/validate", &I::validate},
        {"POST", "/api/convert", &I::convert},
        {"POST", "/api/legal", &I::tool_legal},
        {"POST", "/api/check", &I::tool_check},
        {"POST", "/api/play", &I::tool_play},
        {"POST", "/api/render", &I::tool_render},
        {"POST", "/api/ask", &I::tool_ask},
        {"GET", "/ws", &I::socket},
        {"POST", "/mcp", &I::model_context},
    }};
    return table;
}

Api::Implementation::Implementation(ApiOptions options, std::unique_ptr<store::Store> store,
                                    Metrics& metrics, Log& log)
    : options_(std::move(options)),
      store_(std::move(store)),
      metrics_(metrics),
      log_(log),
      requests_(options_.requests, limited_keys_max),
      creations_(options_.creations, limited_keys_max),
      model_context_(
          [this](const Request& request, Reply reply) { handle(request, std::move(reply)); }),
      rooms_open_(metrics.gauge("arbiter_rooms", "Games held in memory")),
      watchers_(metrics.gauge("arbiter_watchers", "Subscriptions to games")),
      scheduler_(*options_.clock),
      bots_({.players = options_.players, .threads = options_.player_threads},
            {scheduler_, *options_.clock, *options_.entropy, log}),
      rooms_({*store_, scheduler_, *options_.clock, log, &bots_}, {.idle = options_.room_idle}),
      games_({*store_, scheduler_, *options_.clock, *options_.entropy, rooms_, bots_}, metrics) {
    for (const std::string& key : options_.create_keys) create_hashes_.push_back(hash_of(key));
    store_->on_news([this](std::string_view id, std::uint64_t version) {
        scheduler_.soon([this, game = std::string(id), version] { rooms_.heard(game, version); });
    });
    scheduler_.soon([this] { sweep(); });
    scheduler_.soon([this] { forget_answers(); });
}

/// The store still answers what was handed to it: it goes first.
Api::Implementation::~Implementation() {
    bots_.stop();
    scheduler_.stop();
    store_.reset();
}

void Api::Implementation::sweep() {
    rooms_.sweep();
    rooms_open_.set(static_cast<std::int64_t>(rooms_.count()));
    watchers_.set(static_cast<std::int64_t>(rooms_.watcher_count()));
    scheduler_.at(options_.clock->now() + sweep_pause, [this] { sweep(); });
}

void Api::Implementation::forget_answers() {
    const auto before = options_.clock->now() - options_.answers_kept;
    const auto forgotten = store_->forget_answers(before.time_since_epoch().count());
    if (!forgotten) log_.warning("old answers stay", {{"reason", forgotten.error().sentence}});
    scheduler_.at(options_.clock->now() + 1h, [this] { forget_answers(); });
}

void Api::Implementation::stop(std::string_view reason) {
    stopping_ = true;
    rooms_.close(reason);
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

void Api::Implementation::handle(const Request& request, Reply reply) {
    auto finish = [done = std::move(reply), head = request.method == "HEAD"](
                      Response answer, std::string_view route) mutable {
        set_common_headers(answer);
        answer.route = route;
        if (head) answer.stream = nullptr;
        done(std::move(answer));
    };
    const auto target = Target::read(request.target);
    if (!target) {
        return finish(complaint(400, "bad_target", "the address has a broken escape"), "");
    }
    const bool is_probe = target->path() == "/healthz" || target->path() == "/readyz";
    const std::string_view key = shown_key(request, *target);
    if (auto refused = is_probe ? std::nullopt : limited(request, key)) {
        return finish(std::move(*refused), "");
    }
    const std::string method = request.method == "HEAD" ? "GET" : request.method;
    std::string methods;
    for (const Route& route : routes()) {
        auto parts = match(route.pattern, target->path());
        if (!parts) continue;
        if (route.method == method) {
            const auto changed = with_json_body(request, *target);
            const Call call{changed ? *changed : request, *target, std::move(*parts)};
            return answer(route, call,
                          [done = std::move(finish), pattern = route.pattern](
                              Response made) mutable { done(std::move(made), pattern); });
        }
        methods += std::string(route.method) + (route.method == "GET" ? ", HEAD, " : ", ");
    }
    if (methods.empty()) {
        auto page = method == "GET" ? site(request, target->path()) : std::nullopt;
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

/// A move in a game whose room is open: the store is only written to, and that happens later.
bool Api::Implementation::is_quick(const Request& request) const {
    constexpr std::size_t body_size_max = 1024;
    if (request.method != "POST" || request.body.size() > body_size_max || store_->is_shared() ||
        !request.header("Idempotency-Key").empty()) {
        return false;
    }
    const auto parts = match("/api/games/{id}/moves", request.target);
    return parts && rooms_.is_open(parts->front());
}

void Api::Implementation::answer(const Route& route, const Call& call, Reply reply) {
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
    if (auto refused = limited(request, {})) return std::unexpected(std::move(*refused));
    if (stopping_) {
        return std::unexpected(complaint(503, "stopping", "the server is stopping"));
    }
    return std::make_unique<Socket>(
        games_, std::move(feed),
        [this, address = request.address](std::string_view key, referee::Moment at) {
            return !wait_for(address, key, at);
        });
}

Answer Api::Implementation::health(const Call&) { return json_response(R"({"status":"ok"})"); }

Answer Api::Implementation::readiness(const Call&) {
    if (stopping_) return std::unexpected(problem(503, "stopping", "the server is stopping"));
    const auto ready = store_->ready();
    if (!ready) {
        return std::unexpected(unavailable(ready.error().sentence));
    }
    return json_response(R"({"status":"ready"})");
}

Answer Api::Implementation::metrics(const Call&) {
    return Response{
        200, {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}}, metrics_.text(), {}};
}

Answer Api::Implementation::openapi(const Call&) { return document("openapi.json"); }

Answer Api::Implementation::socket(const Call&) {
    Response refused = complaint(426, "upgrade_required", "this is for WebSockets");
    refused.headers.emplace_back("Upgrade", "websocket");
    return refused;
}

Answer Api::Implementation::docs(const Call&) { return document("docs.html"); }

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

Answer Api::Implementation::arena(const Call&) {
    auto shown = tournament_in(options_.arena);
    if (!shown) return std::unexpected(problem(404, "no_arena", shown.error()));
    return json_response(std::move(*shown));
}

bool Api::Implementation::may_create(std::string_view key) const {
    return create_hashes_.empty() || std::ranges::any_of(create_hashes_, [&](const auto& hash) {
               return matches(key, hash);
           });
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
    games_.create({.body = call.request.body,
                   .repeat_key = call.request.header("Idempotency-Key"),
                   .at = call.request.at},
                  std::move(reply));
}

Api::Api(ApiOptions options, std::unique_ptr<store::Store> store, Metrics& metrics, Log& log)
    : implementation_(
          std::make_unique<Implementation>(std::move(options), std::move(store), metrics, log)) {}
Api::~Api() = default;

void Api::handle(Request request, Reply reply) {
    implementation_->handle(request, std::move(reply));
}
bool Api::is_quick(const Request& request) const { return implementation_->is_quick(request); }
std::expected<std::unique_ptr<Conversation>, Response> Api::converse(const Request& request,
                                                                     std::shared_ptr<Feed> feed) {
    return implementation_->converse(request, std::move(feed));
}
void Api::stop(std::string_view reason) { implementation_->stop(reason); }

}  // namespace arbiter::server
