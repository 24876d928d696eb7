#include "server/api.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <variant>

#include "core/contract/excerpt.hpp"
#include "core/contract/text.hpp"
#include "core/games/answer.hpp"
#include "server/agenda.hpp"
#include "server/assets.hpp"
#include "server/games.hpp"
#include "server/keys.hpp"
#include "server/response_head.hpp"
#include "server/rooms.hpp"
#include "server/socket.hpp"
#include "server/tools.hpp"
#include "server/view.hpp"

namespace arbiter::server {

using namespace std::chrono_literals;

namespace {

bool same_letters(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

constexpr auto sweep_pause = 500ms;
constexpr std::size_t limited_keys_max = 100'000;

std::unexpected<Problem> wrong(std::string_view code, std::string_view detail) {
    return std::unexpected(problem(422, code, detail));
}

}  // namespace

class Api::Implementation {
public:
    Implementation(ApiOptions options, std::unique_ptr<store::Store> store, Metrics& metrics,
                   Log& log);
    ~Implementation();

    void handle(Request request, Reply reply);
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
    Answer socket(const Call& call);
    Answer all_rules(const Call& call);
    Answer rules(const Call& call);

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

    std::optional<Response> limited(const Request& request, std::string_view key);
    std::optional<std::chrono::milliseconds> wait_for(std::string_view address,
                                                      std::string_view key, referee::Moment at);
    bool may_create(std::string_view key) const;
    void answer(const Route& route, const Call& call, Reply reply);
    std::expected<Games::Visit, Problem> visit(const Call& call);
    std::expected<AnyGame, Problem> game_of(const Call& call, const Games::Visit& visit);
    static std::expected<std::string_view, Problem> notation_of(const Call& call,
                                                                const Games::Visit& visit);
    Answer stream(const Call& call, const Games::Visit& visit);
    void sweep();
    void forget_answers();

    ApiOptions options_;
    std::unique_ptr<store::Store> store_;
    Metrics& metrics_;
    Log& log_;
    RateLimiter requests_;
    RateLimiter creations_;
    Gauge& rooms_open_;
    Gauge& watchers_;
    std::atomic<bool> stopping_ = false;
    std::vector<std::string> create_hashes_;
    Agenda agenda_;
    Rooms rooms_;
    Games games_;
};

namespace {

Answer page(std::string_view name) {
    const auto found = asset(name);
    if (!found) return std::unexpected(problem(404, "no_such_page", "there is no such page"));
    return Response{
        200, {{"Content-Type", std::string(found->media_type)}}, std::string(found->content), {}};
}

/// What follows "Bearer ", or the parameter `key`, which is for links and pictures.
std::string_view shown_key(const Request& request, const Target& target) {
    constexpr std::string_view scheme = "bearer ";
    const std::string_view header = request.header("Authorization");
    if (same_letters(header.substr(0, scheme.size()), scheme)) {
        return trimmed(header.substr(scheme.size()));
    }
    return target.text("key");
}

std::expected<std::optional<std::uint64_t>, Problem> number(const Json& body,
                                                            std::string_view key) {
    const Json* member = body.find(key);
    if (member == nullptr || member->is_null()) return std::nullopt;
    const auto* value = member->as<std::int64_t>();
    if (value == nullptr || *value < 0) {
        return wrong("bad_parameter", std::string(key) + " is a whole number");
    }
    return static_cast<std::uint64_t>(*value);
}

/// The format of the first type in an Accept header that is known here; nothing for the JSON view.
std::optional<std::string_view> accepted_format(std::string_view accept) {
    struct Type {
        std::string_view media;
        std::optional<std::string_view> format;
    };
    static constexpr std::array<Type, 8> types{{{"application/json", std::nullopt},
                                                {"*/*", std::nullopt},
                                                {"text/html", std::nullopt},
                                                {"application/x-chess-pgn", "pgn"},
                                                {"application/x-go-sgf", "sgf"},
                                                {"image/svg+xml", "board.svg"},
                                                {"image/png", "board.png"},
                                                {"text/plain", "board.txt"}}};
    while (!accept.empty()) {
        const auto end = std::min(accept.find(','), accept.size());
        const auto range = accept.substr(0, end);
        const auto media = trimmed(range.substr(0, range.find(';')));
        const auto known = std::ranges::find(types, media, &Type::media);
        if (known != types.end()) return known->format;
        accept.remove_prefix(std::min(end + 1, accept.size()));
    }
    return std::nullopt;
}

/// A number in the query, or what stands for it if it is missing.
std::expected<std::uint64_t, Problem> number(const Target& target, std::string_view name,
                                             std::uint64_t otherwise) {
    const auto text = target.parameter(name);
    if (!text) return otherwise;
    const auto value = version_of(*text);
    if (!value) return wrong("bad_parameter", std::string(name) + " is a whole number");
    return *value;
}

Response slow_down(std::string_view code, std::string_view detail, std::chrono::milliseconds wait) {
    Response refused = response(problem(429, code, detail));
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    refused.headers.emplace_back("Retry-After", std::to_string(seconds));
    return refused;
}

std::string etag(const referee::Referee& referee) {
    return '"' + std::to_string(referee.version()) + '"';
}

Response preflight(std::string_view methods) {
    return {204,
            {{"Allow", std::string(methods)},
             {"Access-Control-Allow-Methods", std::string(methods)},
             {"Access-Control-Allow-Headers",
              "Authorization, Content-Type, If-Match, Idempotency-Key, Last-Event-ID"},
             {"Access-Control-Max-Age", "86400"}},
            {},
            {}};
}

}  // namespace

std::string_view Api::Implementation::Call::key() const { return shown_key(request, target); }

std::span<const Api::Implementation::Route> Api::Implementation::routes() {
    using I = Implementation;
    static constexpr std::array<Route, 28> table{{
        {"GET", "/", &I::docs},
        {"GET", "/docs", &I::docs},
        {"GET", "/openapi.json", &I::openapi},
        {"GET", "/healthz", &I::health},
        {"GET", "/readyz", &I::readiness},
        {"GET", "/metrics", &I::metrics},
        {"GET", "/api/rules", &I::all_rules},
        {"GET", "/api/rules/{game}", &I::rules},
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
        {"GET", "/ws", &I::socket},
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
      rooms_open_(metrics.gauge("arbiter_rooms", "Games held in memory")),
      watchers_(metrics.gauge("arbiter_watchers", "Subscriptions to games")),
      rooms_(*store_, agenda_, {.idle = options_.room_idle}),
      games_(*store_, agenda_, rooms_, metrics) {
    for (const std::string& key : options_.create_keys) create_hashes_.push_back(hash_of(key));
    store_->on_news([this](std::string_view id, std::uint64_t version) {
        agenda_.soon([this, game = std::string(id), version] { rooms_.heard(game, version); });
    });
    agenda_.soon([this] { sweep(); });
    agenda_.soon([this] { forget_answers(); });
}

/// What was handed to the store is still answered: whom it answers must be there.
Api::Implementation::~Implementation() {
    agenda_.stop();
    store_.reset();
}

void Api::Implementation::sweep() {
    rooms_.sweep();
    rooms_open_.set(static_cast<std::int64_t>(rooms_.count()));
    watchers_.set(static_cast<std::int64_t>(rooms_.watcher_count()));
    agenda_.at(now() + sweep_pause, [this] { sweep(); });
}

void Api::Implementation::forget_answers() {
    const auto before = now() - options_.answers_kept;
    const auto forgotten = store_->forget_answers(before.time_since_epoch().count());
    if (!forgotten) log_.warning("old answers stay", {{"problem", forgotten.error().problem}});
    agenda_.at(now() + 1h, [this] { forget_answers(); });
}

void Api::Implementation::stop(std::string_view reason) {
    stopping_ = true;
    rooms_.close(reason);
}

/// How long somebody has to wait who asks too much.
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

void Api::Implementation::handle(Request request, Reply reply) {
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
            const Call call{request, *target, std::move(*parts)};
            return answer(route, call,
                          [done = std::move(finish), pattern = route.pattern](
                              Response made) mutable { done(std::move(made), pattern); });
        }
        methods += std::string(route.method) + (route.method == "GET" ? ", HEAD, " : ", ");
    }
    if (methods.empty()) {
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
        return std::unexpected(problem(503, "store_unavailable", ready.error().problem));
    }
    return json_response(R"({"status":"ready"})");
}

Answer Api::Implementation::metrics(const Call&) {
    return Response{
        200, {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}}, metrics_.text(), {}};
}

Answer Api::Implementation::openapi(const Call&) { return page("openapi.json"); }

Answer Api::Implementation::socket(const Call&) {
    Response refused = complaint(426, "upgrade_required", "this is for WebSockets");
    refused.headers.emplace_back("Upgrade", "websocket");
    return refused;
}

Answer Api::Implementation::docs(const Call&) {
    auto shown = page("docs.html");
    if (shown) {
        shown->headers.emplace_back("Content-Security-Policy",
                                    "default-src 'none'; style-src 'unsafe-inline'; "
                                    "script-src 'unsafe-inline'; connect-src 'self'; "
                                    "img-src 'self'");
    }
    return shown;
}

Answer Api::Implementation::all_rules(const Call&) { return catalogue(); }
Answer Api::Implementation::rules(const Call& call) { return catalogue(call.parts.front()); }

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

Answer Api::Implementation::list(const Call& call) { return games_.list(call.target); }

std::expected<Games::Visit, Problem> Api::Implementation::visit(const Call& call) {
    return games_.visit(call.id(), call.key());
}

/// The game as it stands, or as it was at ?ply=N.
std::expected<AnyGame, Problem> Api::Implementation::game_of(const Call& call,
                                                             const Games::Visit& visit) {
    const auto wanted = call.target.parameter("ply");
    if (!wanted) return visit.referee.game();
    const auto ply = version_of(*wanted);
    const std::size_t count = visit.referee.game().event_count();
    if (!ply || *ply > count) {
        return wrong("bad_parameter", "ply is a number from 0 to " + std::to_string(count));
    }
    return visit.referee.game_at(*ply);
}

std::expected<std::string_view, Problem> Api::Implementation::notation_of(
    const Call& call, const Games::Visit& visit) {
    return read_notation(visit.referee.game().name(), call.target.text("notation"));
}

Answer Api::Implementation::show(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const std::string tag = etag(visited->referee);
    auto format = call.target.parameter("format");
    if (!format) format = accepted_format(call.request.header("Accept"));
    const bool is_view = !format && !call.target.parameter("ply");
    auto game = game_of(call, *visited);
    if (!game) return std::unexpected(game.error());
    const auto notation = notation_of(call, *visited);
    if (!notation) return std::unexpected(notation.error());

    Answer shown = Response{};
    if (format == "board.svg" || format == "board.png" || format == "board.txt") {
        shown = drawn(*game, format->substr(6), call.target);
    } else if (format) {
        shown = written(*game, *format);
    } else {
        JsonWriter out;
        if (is_view) {
            write_view(out, visited->referee, {.notation = *notation, .now = call.request.at});
        } else {
            out.object([&] {
                out.member("id", call.id());
                out.member("game", game->name());
                out.member("version", visited->referee.version());
                out.member("ply", game->event_count());
                out.member("turn", to_string(game->turn()));
                out.key("outcome");
                arbiter::write(out, game->outcome());
                out.key("moves");
                arbiter::write(out, game->history(*notation));
                out.key("state");
                write_state(out, *game);
            });
        }
        shown = json_response(out.take());
    }
    if (shown) shown->headers.emplace_back("ETag", tag);
    return shown;
}

Answer Api::Implementation::legal(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const referee::Referee& referee = visited->referee;
    const bool rolls = referee.game().awaits() == Awaits::chance;
    const auto notation = notation_of(call, *visited);
    if (!notation) return std::unexpected(notation.error());
    JsonWriter out;
    out.object([&] {
        write_now(out, referee, call.request.at);
        out.key("legal");
        arbiter::write(out, rolls ? std::vector<std::string>{} : referee.game().legal(*notation));
        out.key("actions");
        out.object([&] {
            out.key("white");
            arbiter::write(out, referee.actions(Color::white));
            out.key("black");
            arbiter::write(out, referee.actions(Color::black));
        });
    });
    return json_response(out.take());
}

void Api::Implementation::move(const Call& call, Reply reply) {
    static constexpr std::array<std::string_view, 3> known{"move", "ply", "version"};
    const auto body = read_body(call.request.body, known);
    if (!body) return reply(response(body.error()));
    auto text = read_move(*body);
    const auto ply = number(*body, "ply");
    auto version = number(*body, "version");
    if (!text) return reply(response(text.error()));
    if (!ply) return reply(response(ply.error()));
    if (!version) return reply(response(version.error()));
    if (const auto if_match = call.request.header("If-Match"); !if_match.empty()) {
        const auto named = version_of(if_match);
        if (!named) {
            return reply(
                complaint(400, "bad_if_match", "If-Match names a version in quotes, as ETag does"));
        }
        if (*version && **version != *named) {
            return reply(
                complaint(400, "bad_if_match", "If-Match and the body name different versions"));
        }
        version = named;
    }
    games_.change({.id = call.id(),
                   .key = call.key(),
                   .move = std::move(*text),
                   .version = *version,
                   .ply = *ply,
                   .repeat_key = call.request.header("Idempotency-Key"),
                   .at = call.request.at},
                  std::move(reply));
}

Answer Api::Implementation::check(const Call& call) {
    static constexpr std::array<std::string_view, 2> known{"move", "by"};
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const auto body = read_body(call.request.body, known);
    if (!body) return std::unexpected(body.error());
    const auto move = read_move(*body);
    auto by = read_side(*body);
    if (!move) return std::unexpected(move.error());
    if (!by) return std::unexpected(by.error());
    const referee::Referee& referee = visited->referee;
    const Color side = by->value_or(visited->seat.value_or(referee.game().turn()));
    const auto decided = referee.decide({side, *move, call.request.at});
    if (!decided) return std::unexpected(refusal(referee.game(), decided.error()));
    JsonWriter out;
    out.object([&] {
        out.member("version", referee.version());
        out.key("effects");
        arbiter::write(out, decided->effects);
        out.key("outcome");
        arbiter::write(out, decided->after.game().outcome());
    });
    return json_response(out.take());
}

Answer Api::Implementation::history(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const referee::Referee& referee = visited->referee;
    const auto notation = notation_of(call, *visited);
    if (!notation) return std::unexpected(notation.error());
    const auto moves = referee.game().history(*notation);
    JsonWriter out;
    out.object([&] {
        out.member("version", referee.version());
        out.key("moves");
        out.array([&] {
            for (std::size_t i = 0; i < moves.size(); ++i) {
                out.object([&] {
                    out.member("ply", i + 1);
                    out.member("move", moves[i]);
                    const auto played = referee.plies();
                    if (i < referee.first_ply() || i - referee.first_ply() >= played.size()) return;
                    const auto& ply = played[i - referee.first_ply()];
                    out.member("by", ply.by ? to_string(*ply.by) : "dice");
                    out.member("at", referee::to_string(ply.at));
                });
            }
        });
    });
    return json_response(out.take());
}

Answer Api::Implementation::events(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    if (call.request.header("Accept").contains("text/event-stream")) return stream(call, *visited);
    const auto after = number(call.target, "after", 0);
    if (!after) return std::unexpected(after.error());
    const auto entries = store_->read(call.id(), *after);
    if (!entries)
        return std::unexpected(problem(503, "store_unavailable", entries.error().problem));
    JsonWriter out;
    out.object([&] {
        out.member("version", visited->referee.version());
        out.key("events");
        out.array([&] {
            for (const store::Entry& entry : *entries) {
                const auto event = referee::read_event(entry.body);
                if (!event || entry.version > visited->referee.version()) break;
                out.object([&] {
                    out.member("version", entry.version);
                    referee::write_public(out, *event);
                    out.member("hash", entry.hash);
                });
            }
        });
    });
    return json_response(out.take());
}

Answer Api::Implementation::stream(const Call& call, const Games::Visit& visited) {
    auto after = number(call.target, "after", visited.referee.version());
    if (!after) return std::unexpected(after.error());
    if (const auto seen = version_of(call.request.header("Last-Event-ID"))) after = *seen;
    Response opened{200, {{"Content-Type", "text/event-stream"}}, {}, {}};
    opened.stream = [room = visited.room, seat = visited.seat,
                     from = *after](std::shared_ptr<Feed> feed) -> std::shared_ptr<void> {
        const auto number = room->watch({feed, Wire::server_sent_events, seat}, from, {});
        if (!number) {
            feed->close("store_unavailable");
            return nullptr;
        }
        return {new char, [room, id = *number](char* token) {
                    room->leave(id);
                    delete token;
                }};
    };
    return opened;
}

Answer Api::Implementation::export_game(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const auto format = call.target.parameter("format").value_or("record");
    const auto game = game_of(call, *visited);
    if (!game) return std::unexpected(game.error());
    auto text = written(*game, format);
    if (text) {
        const std::string extension = format == "record" ? "json" : std::string(format);
        text->headers.emplace_back("Content-Disposition",
                                   "attachment; filename=\"" + call.id() + "." + extension + "\"");
    }
    return text;
}

Answer Api::Implementation::board(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const auto game = game_of(call, *visited);
    if (!game) return std::unexpected(game.error());
    const std::string& path = call.target.path();
    auto picture = drawn(*game, path.substr(path.rfind('.') + 1), call.target);
    if (picture) picture->headers.emplace_back("ETag", etag(visited->referee));
    return picture;
}

Answer Api::Implementation::ask(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const auto game = game_of(call, *visited);
    if (!game) return std::unexpected(game.error());
    auto answer = game->ask(call.target.text("question"), call.target.text("argument"));
    if (!answer) return std::unexpected(unreadable(answer.error()));
    return json_response(std::move(*answer));
}

Api::Api(ApiOptions options, std::unique_ptr<store::Store> store, Metrics& metrics, Log& log)
    : implementation_(
          std::make_unique<Implementation>(std::move(options), std::move(store), metrics, log)) {}
Api::~Api() = default;

void Api::handle(Request request, Reply reply) {
    implementation_->handle(std::move(request), std::move(reply));
}
std::expected<std::unique_ptr<Conversation>, Response> Api::converse(const Request& request,
                                                                     std::shared_ptr<Feed> feed) {
    return implementation_->converse(request, std::move(feed));
}
void Api::stop(std::string_view reason) { implementation_->stop(reason); }

std::vector<std::string> Api::routes() {
    std::vector<std::string> lines;
    for (const auto& route : Implementation::routes()) {
        lines.push_back(std::string(route.method) + " " + std::string(route.pattern));
    }
    return lines;
}

}  // namespace arbiter::server
