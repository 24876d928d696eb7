#include "server/api/live.hpp"

#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "server/api/problem.hpp"
#include "server/api/rendering.hpp"
#include "server/api/view.hpp"

namespace arbiter::server {

namespace {

std::string_view text_of(const Json& message, std::string_view key) {
    const Json* member = message.find(key);
    const auto* text = member != nullptr ? member->as<std::string>() : nullptr;
    return text != nullptr ? std::string_view(*text) : std::string_view();
}

/// Nothing if it is missing.
std::expected<std::optional<std::uint64_t>, Problem> number_of(const Json& message,
                                                               std::string_view key) {
    const Json* member = message.find(key);
    if (member == nullptr || member->is_null()) return std::nullopt;
    const auto* number = member->as<std::int64_t>();
    if (number != nullptr && *number >= 0) return static_cast<std::uint64_t>(*number);
    return wrong("bad_parameter", std::string(key) + " is a whole number");
}

std::expected<Form, Problem> form_of(const Json& message) {
    auto notation = read_word(message, "notation");
    auto format = read_word(message, "format");
    if (!notation) return std::unexpected(notation.error());
    if (!format) return std::unexpected(format.error());
    return Form{*std::move(notation), *std::move(format)};
}

/// The `id` of a message comes back with its answer, whatever it is.
std::string id_of(const Json& message) {
    constexpr std::size_t size_max = 200;
    const Json* id = message.find("id");
    if (id == nullptr || id->is_null()) return {};
    JsonWriter out;
    out.value(*id);
    return out.size() <= size_max ? out.take() : std::string();
}

template <class Body>
std::shared_ptr<const std::string> message(std::string_view type, const std::string& id,
                                           Body body) {
    JsonWriter out;
    out.object([&] {
        out.member("type", type);
        if (!id.empty()) {
            out.key("id");
            out.raw(id);
        }
        body(out);
    });
    return std::make_shared<const std::string>(out.take());
}

}  // namespace

Socket::~Socket() {
    for (const auto& [id, watching] : watching_) watching.room->leave(watching.watcher);
}

void Socket::receive(std::string_view text, referee::Moment at) {
    const auto begun = shared_.clock.thread_time();
    answer(text, at);
    shared_.charge(address_, shared_.clock.thread_time() - begun);
}

void Socket::answer(std::string_view text, referee::Moment at) {
    const auto json = read_json(text);
    const bool is_object = json && json->as<Json::Object>() != nullptr;
    const std::string_view key = is_object ? text_of(*json, "key") : std::string_view();
    if (!shared_.may_send(address_, key, at)) {
        const Problem slower = problem(429, "too_many_requests", "too many messages; wait");
        return send_problem(is_object ? *json.value : Json{}, slower);
    }
    if (!is_object) {
        return send_problem(Json{}, problem(400, "bad_message", "a message is a JSON object"));
    }
    const std::string_view type = text_of(*json, "type");
    const auto known = std::ranges::find(kinds(), type, &Kind::type);
    if (known == kinds().end()) {
        return send_problem(
            *json, problem(400, "unknown_type",
                           "type is subscribe, unsubscribe, play or ping, not " + in_quotes(type)));
    }
    Faults faults;
    JsonView(*json).refuse_unknown(known->keys, Severity::error, faults);
    if (faults.fatal()) return send_problem(*json, unreadable("the message", faults));
    if (known->computes && !shared_.may_compute(address_, text_of(*json, "game"))) {
        return send_problem(
            *json, problem(429, "too_much_work", "your requests took too much computing; wait"));
    }
    (this->*known->receive)(*json, at);
}

std::span<const Socket::Kind> Socket::kinds() {
    using namespace std::string_view_literals;
    static constexpr std::array subscribed{"type"sv,  "id"sv,       "game"sv,  "key"sv,
                                           "after"sv, "notation"sv, "format"sv};
    static constexpr std::array unsubscribed{"type"sv, "id"sv, "game"sv, "key"sv};
    static constexpr std::array played{"type"sv,     "id"sv,    "game"sv,    "key"sv,
                                       "move"sv,     "ply"sv,   "version"sv, "idempotency_key"sv,
                                       "notation"sv, "format"sv};
    static constexpr std::array pinged{"type"sv, "id"sv, "key"sv};
    static constexpr std::array<Kind, 4> all{
        {{"subscribe", subscribed, &Socket::subscribe, true},
         {"unsubscribe", unsubscribed, &Socket::unsubscribe, false},
         {"play", played, &Socket::play, true},
         {"ping", pinged, &Socket::ping, false}}};
    return all;
}

void Socket::send_problem(const Json& about, const Problem& problem) {
    feed_->send(message("problem", id_of(about), [&](JsonWriter& out) {
        out.member("status", problem.status);
        out.key("body");
        out.raw(problem.document);
    }));
}

void Socket::subscribe(const Json& request, referee::Moment at) {
    const std::string_view id = text_of(request, "game");
    auto visit = games_.visit(id, text_of(request, "key"));
    if (!visit) return send_problem(request, visit.error());
    const auto after = number_of(request, "after");
    if (!after) return send_problem(request, after.error());
    const auto form = form_of(request);
    if (!form) return send_problem(request, form.error());
    if (const auto problem = problem_with(*form, visit->state->game())) {
        return send_problem(request, *problem);
    }
    stop_watching(id);
    if (watching_.size() >= games_max) {
        return send_problem(request,
                            problem(429, "too_many_games", "a socket may watch at most 100 games"));
    }
    const auto greeting = [&](const referee::Referee& referee) {
        return message("subscribed", id_of(request), [&](JsonWriter& out) {
            out.member("game", id);
            out.member("version", referee.version());
            out.key("seat");
            if (visit->seat) {
                out.value(to_string(*visit->seat));
            } else {
                out.null();
            }
            out.key("view");
            write_view(out, referee, {.form = *form, .now = at});
            write_state_in(out, *form, referee.game());
        });
    };
    const auto watcher =
        std::make_shared<FeedWatcher>(feed_, websocket_rendering(form->format), visit->seat);
    const auto watched =
        visit->room->watch(watcher, after->value_or(visit->state->version()), greeting);
    if (!watched) {
        const auto& [is_too_much, sentence] = watched.error();
        return send_problem(request, is_too_much ? problem(422, "too_far_behind", sentence)
                                                 : unavailable(sentence));
    }
    watching_.emplace(id, Watching{visit->room, watcher});
}

void Socket::stop_watching(std::string_view id) {
    const auto found = watching_.find(id);
    if (found == watching_.end()) return;
    found->second.room->leave(found->second.watcher);
    watching_.erase(found);
}

void Socket::unsubscribe(const Json& request, referee::Moment) {
    const std::string_view id = text_of(request, "game");
    stop_watching(id);
    feed_->send(
        message("unsubscribed", id_of(request), [&](JsonWriter& out) { out.member("game", id); }));
}

void Socket::play(const Json& request, referee::Moment at) {
    auto move = read_move(request);
    const auto version = number_of(request, "version");
    const auto ply = number_of(request, "ply");
    auto form = form_of(request);
    if (!move) return send_problem(request, move.error());
    if (!form) return send_problem(request, form.error());
    if (!version) return send_problem(request, version.error());
    if (!ply) return send_problem(request, ply.error());
    const std::string id(text_of(request, "game"));
    auto reply = [feed = feed_, number = id_of(request), id](const Response& answer) {
        feed->send(
            message(answer.status == 200 ? "played" : "problem", number, [&](JsonWriter& out) {
                out.member("game", id);
                out.member("status", answer.status);
                out.key("body");
                out.raw(answer.body);
            }));
    };
    const auto seat = games_.seat(id, text_of(request, "key"));
    if (!seat) return reply(response(seat.error()));
    games_.submit(*seat,
                  {.request = {.by = seat->color,
                               .text = std::move(*move),
                               .at = at,
                               .expected = {.version = *version, .ply = *ply},
                               .repeat = {}},
                   .repeat_key = text_of(request, "idempotency_key"),
                   .form = *std::move(form),
                   .address = address_},
                  std::move(reply));
}

void Socket::ping(const Json& request, referee::Moment) {
    feed_->send(message("pong", id_of(request), [](JsonWriter&) {}));
}

}  // namespace arbiter::server
