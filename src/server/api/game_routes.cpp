#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "core/games/to_json.hpp"
#include "server/api/moves.hpp"
#include "server/api/rendering.hpp"
#include "server/api/routes.hpp"
#include "server/api/view.hpp"

namespace arbiter::server {

namespace {

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

/// A number in the query; `otherwise` if it is missing.
std::expected<std::uint64_t, Problem> number(const Target& target, std::string_view name,
                                             std::uint64_t otherwise) {
    const auto text = target.parameter(name);
    if (!text) return otherwise;
    const auto value = number_in(*text);
    if (!value) return wrong("bad_parameter", std::string(name) + " is a whole number");
    return *value;
}

}  // namespace

Answer Api::Implementation::list(const Call& call) { return games_.list(call.target); }

std::expected<Games::Visit, Problem> Api::Implementation::visit(const Call& call) {
    return games_.visit(call.id(), call.key());
}

/// The present game, or as it was at ?ply=N.
std::expected<AnyGame, Problem> Api::Implementation::game_of(const Call& call,
                                                             const Games::Visit& visit) {
    const auto wanted = call.target.parameter("ply");
    if (!wanted) return visit.state->game();
    const auto ply = number_in(*wanted);
    const std::size_t count = visit.state->game().event_count();
    if (!ply || *ply > count) {
        return wrong("bad_parameter", "ply is a number from 0 to " + std::to_string(count));
    }
    return visit.state->game_at(*ply);
}

std::expected<std::string_view, Problem> Api::Implementation::notation_of(
    const Call& call, const Games::Visit& visit) {
    return read_notation(visit.state->game().name(), call.target.text("notation"));
}

Answer Api::Implementation::show(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const std::string tag = etag_of(visited->state->version());
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
            write_view(out, *visited->state, {.notation = *notation, .now = call.request.at});
        } else {
            out.object([&] {
                out.member("id", call.id());
                out.member("game", game->name());
                out.member("version", visited->state->version());
                out.member("ply", game->event_count());
                out.member("turn", to_string(game->turn()));
                out.key("outcome");
                arbiter::write(out, game->outcome());
                out.key("moves");
                arbiter::write(out, *game->history(*notation));
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
    const referee::Referee& referee = *visited->state;
    const bool rolls = referee.game().awaits() == Awaits::chance;
    const auto notation = notation_of(call, *visited);
    if (!notation) return std::unexpected(notation.error());
    JsonWriter out;
    out.object([&] {
        write_now(out, referee, call.request.at);
        out.key("legal");
        arbiter::write(out, rolls ? std::vector<std::string>{} : *referee.game().legal(*notation));
        write_actions(out, referee);
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
        const auto named = version_in(if_match);
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
    const auto seat = games_.seat(call.id(), call.key());
    if (!seat) return reply(response(seat.error()));
    games_.submit(*seat,
                  {.by = seat->color,
                   .text = std::move(*text),
                   .at = call.request.at,
                   .expected = {.version = *version, .ply = *ply},
                   .repeat = {}},
                  call.request.header("Idempotency-Key"), std::move(reply));
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
    const referee::Referee& referee = *visited->state;
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
    const referee::Referee& referee = *visited->state;
    const auto notation = notation_of(call, *visited);
    if (!notation) return std::unexpected(notation.error());
    const auto moves = *referee.game().history(*notation);
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
    if (!entries) return std::unexpected(unavailable(entries.error().sentence));
    JsonWriter out;
    out.object([&] {
        out.member("version", visited->state->version());
        out.key("events");
        out.array([&] {
            for (const store::Entry& entry : *entries) {
                const auto event = referee::read_event(entry.body);
                if (!event || entry.version > visited->state->version()) break;
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
    auto after = number(call.target, "after", visited.state->version());
    if (!after) return std::unexpected(after.error());
    if (const auto seen = number_in(call.request.header("Last-Event-ID"))) after = *seen;
    Response opened{200, {{"Content-Type", "text/event-stream"}}, {}, {}};
    opened.stream = [room = visited.room, seat = visited.seat,
                     from = *after](const std::shared_ptr<Feed>& feed) -> std::shared_ptr<void> {
        const auto watcher = std::make_shared<FeedWatcher>(feed, event_stream_rendering(), seat);
        if (!room->watch(watcher, from, {})) {
            feed->close("store_unavailable");
            return nullptr;
        }
        return {watcher.get(), [room, watcher](const void*) { room->leave(watcher); }};
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
    if (picture) picture->headers.emplace_back("ETag", etag_of(visited->state->version()));
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

}  // namespace arbiter::server
