#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "core/games/to_json.hpp"
#include "server/api/move_request.hpp"
#include "server/api/moves.hpp"
#include "server/api/rendering.hpp"
#include "server/api/routes.hpp"
#include "server/api/view.hpp"

namespace arbiter::server {

namespace {

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

bool keeps_annotations(std::string_view game, std::string_view format) {
    for (const GameInfo& info : games()) {
        const auto found = std::ranges::find(info.formats, format, &FormatInfo::name);
        if (info.name == game && found != info.formats.end()) return found->keeps != Keeps::nothing;
    }
    return false;
}

/// With clocks, and with what the game was created from, where the format has a place for them.
Answer exported(const Games::Visit& visit, const AnyGame& game, std::string_view format) {
    if (!keeps_annotations(game.name(), format)) return written(game, format);
    return written(visit.state->document_at(game.event_count()), format);
}

}  // namespace

Answer Api::Implementation::list(const Call& call) { return games_.list(call.target); }

std::expected<Games::Visit, Problem> Api::Implementation::visit(const Call& call) {
    auto visited = games_.visit(call.id(), call.key());
    const auto least = query_number(call.target, "min_version", 0);
    if (!least) return std::unexpected(least.error());
    if (!visited || visited->state->version() >= *least) return visited;
    // The client has seen at another server what this one has not heard of yet.
    visited->room->catch_up();
    visited->state = visited->room->state();
    if (visited->state->version() >= *least) return visited;
    return wrong("version_not_reached",
                 "the game is at version " + std::to_string(visited->state->version()));
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

/// ?notation= and ?format=
std::expected<Form, Problem> Api::Implementation::form_of(const Call& call,
                                                          const Games::Visit& visit) {
    Form form{std::string(call.target.text("notation")), std::string(call.target.text("format"))};
    if (auto problem = problem_with(form, visit.state->game())) return std::unexpected(*problem);
    return form;
}

/// The client has this version already.
std::optional<Response> Api::Implementation::unchanged(const Call& call,
                                                       const Games::Visit& visit) {
    const std::string_view held = call.request.header("If-None-Match");
    const std::uint64_t version = visit.state->version();
    if (held.empty() || version_in(held) != version) return std::nullopt;
    return Response{304, {{"ETag", etag_of(version)}}, {}, {}};
}

/// Of the whole answer; nothing for the JSON view.
std::optional<std::string_view> Api::Implementation::format_of(const Call& call) {
    const auto format = call.target.parameter("format");
    return format ? format : accepted_format(call.request.header("Accept"));
}

Answer Api::Implementation::show(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    if (auto same = unchanged(call, *visited)) return *std::move(same);
    const std::string tag = etag_of(visited->state->version());
    const auto format = format_of(call);
    const bool is_view = !format && !call.target.parameter("ply");
    auto game = game_of(call, *visited);
    if (!game) return std::unexpected(game.error());
    // Here the format is that of the whole answer.
    const Form form{std::string(call.target.text("notation"))};
    if (auto problem = problem_with(form, *game)) return std::unexpected(*problem);

    Answer shown = Response{};
    if (format == "board.svg" || format == "board.png" || format == "board.txt") {
        shown = drawn(*game, format->substr(6), call.target, call.request.given_up,
                      visited->seat.value_or(Color::white));
    } else if (format) {
        shown = exported(*visited, *game, *format);
    } else {
        JsonWriter out;
        if (is_view) {
            write_view(out, *visited->state, {.form = form, .now = call.request.at});
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
                const NotationInfo& notation = notation_in(form, *game);
                write_moves(out, *game->history(notation.name), notation);
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
    const auto form = form_of(call, *visited);
    if (!form) return std::unexpected(form.error());
    JsonWriter out;
    out.object([&] {
        write_now(out, referee, call.request.at);
        write_legal(out, referee.game(), notation_in(*form, referee.game()));
        write_actions(out, referee);
        write_state_in(out, *form, referee.game());
    });
    return json_response(out.take());
}

void Api::Implementation::move(const Call& call, Reply reply) {
    auto asked = read_move_request(call.request, call.target);
    if (!asked) return reply(response(asked.error()));
    const auto seat = games_.seat(call.id(), call.key());
    if (!seat) return reply(response(seat.error()));
    games_.submit(*seat,
                  {.request = {.by = seat->color,
                               .text = std::move(asked->move),
                               .at = call.request.at,
                               .expected = asked->expected,
                               .repeat = {}},
                   .repeat_key = call.request.header("Idempotency-Key"),
                   .form = std::move(asked->form),
                   .address = call.request.address},
                  std::move(reply));
}

Answer Api::Implementation::remove_game(const Call& call) {
    Answer removed =
        games_.remove(call.id(), {call.key(), is_operator(call.key())}, Games::Removal::game);
    if (removed) reviews_.forget(call.id());
    return removed;
}

Answer Api::Implementation::remove_names(const Call& call) {
    return games_.remove(call.id(), {call.key(), is_operator(call.key())}, Games::Removal::names);
}

Answer Api::Implementation::pass(const Call& call) { return games_.pass(call.id(), call.key()); }

Answer Api::Implementation::check(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const auto asked = read_check_request(call.request, call.target);
    if (!asked) return std::unexpected(asked.error());
    const auto& [move, by, form] = *asked;
    const referee::Referee& referee = *visited->state;
    const AnyGame& game = referee.game();
    if (auto problem = problem_with(form, game)) return std::unexpected(*problem);
    const NotationInfo& notation = notation_in(form, game, move);
    const Color side = by.value_or(visited->seat.value_or(game.turn()));
    const auto decided = referee.decide({side, move, call.request.at});
    if (!decided) return std::unexpected(refusal(game, decided.error(), notation));
    JsonWriter out;
    out.object([&] {
        out.member("version", referee.version());
        out.key("effects");
        arbiter::write(out, game.spelled(decided->effects, notation));
        out.key("events");
        write_moves(out, game.events_of(move, side, notation), notation);
        out.key("outcome");
        arbiter::write(out, decided->after.game().outcome());
        write_state_in(out, form, decided->after.game());
    });
    return json_response(out.take());
}

Answer Api::Implementation::history(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    const referee::Referee& referee = *visited->state;
    const auto form = form_of(call, *visited);
    if (!form) return std::unexpected(form.error());
    const NotationInfo& notation = notation_in(*form, referee.game());
    const auto moves = *referee.game().history(notation.name);
    JsonWriter out;
    out.object([&] {
        out.member("version", referee.version());
        out.key("moves");
        out.array([&] {
            for (std::size_t i = 0; i < moves.size(); ++i) {
                out.object([&] {
                    out.member("ply", i + 1);
                    out.key("move");
                    notation.is_json ? out.raw(moves[i]) : out.value(moves[i]);
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
    const auto after = query_number(call.target, "after", 0);
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
    auto after = query_number(call.target, "after", visited.state->version());
    if (!after) return std::unexpected(after.error());
    if (const auto seen = number_in(call.request.header("Last-Event-ID"))) after = *seen;
    const auto form = form_of(call, visited);
    if (!form) return std::unexpected(form.error());
    Response opened{200, {{"Content-Type", "text/event-stream"}}, {}, {}};
    opened.stream = [this, room = visited.room, seat = visited.seat, from = *after,
                     format = form->format, address = call.request.address](
                        const std::shared_ptr<Feed>& feed) -> std::shared_ptr<void> {
        const auto watcher =
            std::make_shared<FeedWatcher>(feed, event_stream_rendering(format), seat);
        const auto begun = clock_.thread_time();
        const auto watched = room->watch(watcher, from, {});
        charge(address, clock_.thread_time() - begun);
        if (!watched) {
            feed->close(watched.error().is_too_much ? "too_far_behind" : "store_unavailable");
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
    auto text = exported(*visited, *game, format);
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
    if (auto same = unchanged(call, *visited)) return *std::move(same);
    const auto game = game_of(call, *visited);
    if (!game) return std::unexpected(game.error());
    const std::string& path = call.target.path();
    auto picture = drawn(*game, path.substr(path.rfind('.') + 1), call.target,
                         call.request.given_up, visited->seat.value_or(Color::white));
    if (picture) picture->headers.emplace_back("ETag", etag_of(visited->state->version()));
    return picture;
}

Answer Api::Implementation::ask(const Call& call) {
    const auto visited = visit(call);
    if (!visited) return std::unexpected(visited.error());
    auto game = game_of(call, *visited);
    if (!game) return std::unexpected(game.error());
    if (const auto notation = call.target.text("notation"); !notation.empty()) {
        const auto set = game->set_notation(notation);
        if (!set) return std::unexpected(unreadable(set.error()));
    }
    return while_wanted(call.request.given_up, [&]() -> Answer {
        auto answer = game->ask(call.target.text("question"), call.target.text("argument"));
        if (!answer) return std::unexpected(unreadable(answer.error()));
        return json_response(std::move(*answer));
    });
}

}  // namespace arbiter::server
