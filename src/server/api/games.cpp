#include "server/api/games.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "server/api/creation.hpp"
#include "server/api/moves.hpp"
#include "server/api/view.hpp"
#include "server/games/keys.hpp"

namespace arbiter::server {

namespace {

using referee::Created;

constexpr std::size_t repeat_key_size_min = 16;
constexpr std::size_t repeat_key_size_max = 200;
/// What an entry takes in a store, with its hash and its place in the index.
constexpr double bytes_of_a_move = 300;

Problem no_such_game(std::string_view id) {
    return problem(404, "no_such_game",
                   "there is no game " + in_quotes(id) + ", or it is not yours to see");
}

Problem time_unknown() { return unavailable("the time of the database is not known yet"); }

bool is_repeat_key(std::string_view key) {
    const auto is_visible = [](char c) { return c > ' ' && c < 0x7F; };
    return key.size() >= repeat_key_size_min && key.size() <= repeat_key_size_max &&
           std::ranges::all_of(key, is_visible);
}

Response bad_repeat_key() {
    return complaint(422, "bad_idempotency_key",
                     "an Idempotency-Key has 16 to 200 visible characters, such as a UUID; "
                     "it must be as hard to guess as a key");
}

std::optional<store::Answer> answer_for(std::string_view scope, std::string_view secret,
                                        std::string_view request, referee::Moment at) {
    if (secret.empty()) return std::nullopt;
    return store::Answer{.key = hash_of(std::string(scope) + "\n" + std::string(secret)),
                         .request = hash_of(request),
                         .status = 0,
                         .body = {},
                         .at_ms = at.time_since_epoch().count()};
}

/// What must be the same for a request to be the same again.
std::string digest_of(const MoveRequest& request) {
    const auto number = [](std::optional<std::uint64_t> value) {
        return value ? std::to_string(*value) : "-";
    };
    const auto& [version, ply] = request.expected;
    return request.text + "\n" + number(version) + "\n" + number(ply);
}

bool is_owner(const Created& terms, std::string_view key) {
    return terms.owner_hash && matches(key, *terms.owner_hash);
}

/// Who won, or else how it ended.
std::optional<std::variant<Color, GameResult>> result_named(std::string_view name) {
    if (const auto winner = color_named(name)) return *winner;
    for (const auto result : {GameResult::draw, GameResult::no_result}) {
        if (name == to_string(result)) return result;
    }
    return std::nullopt;
}

}  // namespace

Games::Games(const Parts& parts, Metrics& metrics)
    : parts_(parts),
      created_(metrics.counter("arbiter_games_created_total", "Games that were created")),
      accepted_(metrics.counter("arbiter_changes_total", "Changes of games by their answer",
                                {{"answer", "accepted"}})),
      refused_(metrics.counter("arbiter_changes_total", "Changes of games by their answer",
                               {{"answer", "refused"}})),
      conflicts_(metrics.counter("arbiter_changes_total", "Changes of games by their answer",
                                 {{"answer", "conflict"}})),
      commit_seconds_(metrics.histogram("arbiter_change_seconds",
                                        "From the arrival of a change to its durable answer",
                                        latency_bounds_s)) {}

std::expected<Games::Admission, Problem> Games::admit(std::string_view id, std::string_view key) {
    if (parts_.rooms.is_full() && !parts_.rooms.is_open(id)) {
        return std::unexpected(problem(503, "overloaded", "too many games are in use"));
    }
    if (!parts_.is_in_time()) return std::unexpected(time_unknown());
    auto room = parts_.rooms.find(id);
    if (!room) return std::unexpected(unavailable(room.error().sentence));
    if (!*room) return std::unexpected(no_such_game(id));
    Admission admitted{*room, std::nullopt};
    const Created& terms = (*room)->terms();
    if (!key.empty()) {
        const std::string shown = hash_of(key);
        if (are_equal(shown, terms.seats.white.key_hash)) admitted.seat = Color::white;
        if (are_equal(shown, terms.seats.black.key_hash)) admitted.seat = Color::black;
    }
    const bool may_see = !terms.watch_hash || admitted.seat || matches(key, *terms.watch_hash) ||
                         is_pass(key, terms.id, *terms.watch_hash, parts_.clock.now()) ||
                         is_owner(terms, key);
    if (!may_see) return std::unexpected(no_such_game(id));
    return admitted;
}

std::expected<Games::Visit, Problem> Games::visit(std::string_view id, std::string_view key) {
    auto admitted = admit(id, key);
    if (!admitted) return std::unexpected(admitted.error());
    auto& [room, seat] = *admitted;
    return Visit{room, room->state(), seat};
}

std::expected<Games::Seat, Problem> Games::seat(std::string_view id, std::string_view key) {
    auto admitted = admit(id, key);
    if (!admitted) return std::unexpected(admitted.error());
    if (key.empty()) {
        return std::unexpected(problem(
            401, "key_missing", "only the key of a seat moves it: Authorization: Bearer KEY"));
    }
    if (admitted->seat) return Seat{std::move(admitted->room), *admitted->seat};
    const auto& watch = admitted->room->terms().watch_hash;
    if (watch && matches(key, *watch)) {
        return std::unexpected(problem(403, "key_only_watches", "this key may only watch"));
    }
    return std::unexpected(problem(401, "key_unknown", "this key belongs to no seat here"));
}

Answer Games::remove(std::string_view id, const Remover& by, Removal removal) {
    const auto room = parts_.rooms.find(id);
    if (!room) return std::unexpected(unavailable(room.error().sentence));
    if (!*room) return std::unexpected(no_such_game(id));
    if (!by.is_operator && !is_owner((*room)->terms(), by.key)) {
        const auto admitted = admit(id, by.key);
        if (!admitted) return std::unexpected(admitted.error());
        return std::unexpected(
            by.key.empty()
                ? problem(401, "key_missing",
                          "only its creator deletes a game: Authorization: "
                          "Bearer KEY, with the key `owner`")
                : problem(403, "key_not_owners", "this key is not that of the game's creator"));
    }
    const auto removed =
        removal == Removal::game ? parts_.rooms.remove(id) : parts_.rooms.remove_names(id);
    if (!removed) return std::unexpected(not_stored({false, removed.error().sentence}));
    if (!*removed) return std::unexpected(no_such_game(id));
    return Response{204, {}, {}, {}};
}

Answer Games::pass(std::string_view id, std::string_view key) {
    constexpr auto valid_for = std::chrono::minutes(10);
    const auto admitted = admit(id, key);
    if (!admitted) return std::unexpected(admitted.error());
    const Created& terms = admitted->room->terms();
    const auto until = parts_.clock.now() + valid_for;
    // Of a public game everybody may see everything: any text would do.
    const std::string& secret = terms.watch_hash ? *terms.watch_hash : terms.seats.white.key_hash;
    JsonWriter out;
    out.object([&] {
        out.member("pass", pass_for(terms.id, secret, until));
        out.member("expires", referee::to_string(until));
    });
    return json_response(out.take());
}

void Games::create(const Requested& requested, Reply reply) {
    const auto& [body, repeat_key, at, given_up, refusal_of] = requested;
    if (!parts_.is_in_time()) return reply(response(time_unknown()));
    const auto answer = answer_for("create", repeat_key, body, at);
    if (answer) {
        if (!is_repeat_key(repeat_key)) return reply(bad_repeat_key());
        if (auto again = created_before(*answer, repeat_key)) return reply(std::move(*again));
    }
    auto game = while_wanted(given_up, [&] {
        return read_new_game({body, repeat_key, answer, at, parts_.events_max, parts_.receipt_key},
                             parts_.bots, parts_.entropy);
    });
    if (!game) return reply(response(std::move(game.error())));
    const auto& seats = game->creation.begun.after.terms().seats;
    const auto own_players = std::ranges::count_if(
        both_colors, [&](Color color) { return !seats[color].player.empty(); });
    const auto& kept = game->creation.answer;
    const std::size_t bytes =
        referee::to_json(game->creation.created).size() + (kept ? kept->body.size() : 0);
    if (auto refused = refusal_of(static_cast<std::size_t>(own_players), bytes)) {
        return reply(*std::move(refused));
    }
    auto done = [this, keys = std::move(game->keys), view = std::move(game->view),
                 receipt = std::move(game->receipt), answer, secret = std::string(repeat_key),
                 told = std::move(reply)](const CreationResult& result) mutable {
        if (const auto* state = std::get_if<State>(&result)) {
            created_.add();
            return told(created_response((*state)->terms().id, keys, view, receipt));
        }
        if (const auto* reason = std::get_if<NotStored>(&result)) {
            return told(
                response(reason->is_certain ? unavailable(reason->sentence) : not_stored(*reason)));
        }
        if (!answer) return told(response(unavailable("the game's id is taken; try again")));
        // The same request was faster. Not on this thread, which is the store's.
        parts_.scheduler.soon([this, answer = *answer, secret = std::move(secret),
                               later = std::move(told)]() mutable {
            auto again = created_before(answer, secret);
            later(again ? std::move(*again) : response(unavailable("try again")));
        });
    };
    parts_.rooms.create(std::move(game->creation), std::move(done));
}

std::optional<Response> Games::created_before(const store::Answer& sought,
                                              std::string_view secret) {
    const auto answer = parts_.store.answer(sought.key);
    if (!answer) return response(not_stored({false, answer.error().sentence}));
    if (!*answer) return std::nullopt;
    if ((*answer)->request != sought.request) return response_to(KeyReused{}, {});
    return created_again(**answer, secret);
}

void Games::submit(const Seat& seat, Submission submission, Reply reply) {
    auto& [request, repeat_key, form, address] = submission;
    if (!request.expected.version && !request.expected.ply) {
        return reply(complaint(428, "version_missing",
                               "name what the move is made for: an If-Match header with the ETag "
                               "of the game, ?ply=N, or ply or version beside the move"));
    }
    const State state = seat.room->state();
    if (auto cannot_show = problem_with(form, state->game())) {
        return reply(response(*std::move(cannot_show)));
    }
    if (state->game().event_count() >= parts_.events_max && request.text != "resign") {
        return reply(response(too_many_events(parts_.events_max)));
    }
    if (const auto wait = parts_.stored_bytes.refuses(network_of(address), request.at, 0)) {
        return reply(too_much_stored(*wait));
    }
    Answering answering{request.text, std::move(form), parts_.receipt_key};
    const std::string scope = "change\n" + seat.room->terms().id + "\n" + word(seat.color);
    if (auto answer = answer_for(scope, repeat_key, digest_of(request), request.at)) {
        if (!is_repeat_key(repeat_key)) return reply(bad_repeat_key());
        answering.completed = std::make_shared<std::string>();
        request.repeat =
            Repeat{std::move(*answer), [answering](store::Answer& kept, const Accepted& accepted) {
                       complete_answer(kept, accepted, answering);
                   }};
    }
    auto done = [this, at = request.at, answering = std::move(answering),
                 client = network_of(address),
                 told = std::move(reply)](const MoveResult& result) mutable {
        if (const auto* accepted = std::get_if<Accepted>(&result)) {
            const auto events = static_cast<double>(accepted->events.size());
            parts_.stored_bytes.charge(client, at, events * bytes_of_a_move);
        }
        const bool is_accepted =
            std::holds_alternative<Accepted>(result) || std::holds_alternative<Repeated>(result);
        const bool is_conflict = std::holds_alternative<Conflict>(result);
        (is_accepted ? accepted_ : is_conflict ? conflicts_ : refused_).add();
        commit_seconds_.observe(std::chrono::duration<double>(parts_.clock.now() - at).count());
        told(response_to(result, answering));
    };
    seat.room->submit(std::move(request), std::move(done));
}

Answer Games::list(const Target& query) {
    constexpr std::size_t limit_max = 200;
    store::Filter filter;
    const auto text = [&](std::string_view name) -> std::optional<std::string> {
        const std::string_view value = query.text(name);
        return value.empty() ? std::nullopt : std::optional<std::string>(value);
    };
    filter.game = text("game");
    filter.player = text("player");
    if (const auto status = text("status")) {
        if (*status != "running" && *status != "finished") {
            return wrong("bad_parameter", "status is running or finished");
        }
        filter.status =
            *status == "running" ? store::GameStatus::running : store::GameStatus::finished;
    }
    if (const auto result = text("result")) {
        filter.result = result_named(*result);
        if (!filter.result) {
            return wrong("bad_parameter", "result is white, black, draw or no_result");
        }
    }
    if (const auto limit = query.parameter("limit")) {
        const auto number = number_in(*limit);
        if (!number || *number < 1 || *number > limit_max) {
            return wrong("bad_parameter", "limit is a number from 1 to 200");
        }
        filter.limit = *number;
    }
    if (const auto before = text("before")) {
        filter.before = store::read_cursor(*before);
        if (!filter.before) {
            return wrong("bad_parameter", "before is what an earlier page gave as next");
        }
    }
    const auto page = parts_.store.list(filter);
    if (!page) return std::unexpected(unavailable(page.error().sentence));
    JsonWriter out;
    out.object([&] {
        out.key("games");
        out.array([&] {
            for (const store::Summary& summary : page->games) write_summary(out, summary);
        });
        out.key("next");
        if (page->next) {
            out.value(to_string(*page->next));
        } else {
            out.null();
        }
    });
    return json_response(out.take());
}

}  // namespace arbiter::server
