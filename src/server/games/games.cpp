#include "server/games/games.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/base/utf8.hpp"
#include "core/games/to_json.hpp"
#include "server/api/view.hpp"
#include "server/games/keys.hpp"
#include "store/cursor.hpp"

namespace arbiter::server {

namespace {

using referee::Created;
using referee::Referee;

constexpr std::size_t name_size_max = 100;
constexpr std::size_t repeat_key_size_min = 16;
constexpr std::size_t repeat_key_size_max = 200;

Problem no_such_game(std::string_view id) {
    return problem(404, "no_such_game",
                   "there is no game " + in_quotes(id) + ", or it is not yours to see");
}

bool is_name(std::string_view text) {
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    };
    return text.size() <= name_size_max && is_utf8(text) && std::ranges::none_of(text, is_control);
}

/// Who is to sit where, as it was asked for.
struct SeatWish {
    std::string name;
    std::string player;
};

std::string read_name(JsonView text, Faults& faults) {
    const std::string* name = text.string(faults);
    if (name == nullptr) return {};
    if (is_name(*name)) return *name;
    faults.add("bad_name", "a name has at most 100 bytes and no control characters",
               text.pointer());
    return {};
}

/// "Ada", {"name": "Ada"}, {"player": "bot:3"}, or null.
SeatWish read_seat(JsonView seat, Faults& faults) {
    static constexpr std::array<std::string_view, 2> known{"name", "player"};
    if (seat.json().is_null()) return {};
    if (seat.json().as<Json::Object>() == nullptr) return {read_name(seat, faults), {}};
    seat.refuse_unknown(known, Severity::error, faults);
    const auto text = [&](std::string_view key) {
        const Json* member = seat.json().find(key);
        const bool is_absent = member == nullptr || member->is_null();
        return is_absent ? std::string() : read_name(seat.at(key, *member), faults);
    };
    return {text("name"), text("player")};
}

PerColor<SeatWish> read_seats(JsonView root, Faults& faults) {
    static constexpr std::array<std::string_view, 2> known{"white", "black"};
    PerColor<SeatWish> wishes;
    const Json* seats = root.json().find("seats");
    if (seats == nullptr || seats->is_null()) return wishes;
    const JsonView view = root.at("seats", *seats);
    if (view.object(faults) == nullptr) return wishes;
    view.refuse_unknown(known, Severity::error, faults);
    for (const Color color : both_colors) {
        const Json* seat = seats->find(to_string(color));
        if (seat != nullptr) wishes[color] = read_seat(view.at(to_string(color), *seat), faults);
    }
    return wishes;
}

/// A player of the house gets its title for a name if it was given none.
void seat_players(PerColor<SeatWish>& wishes, const House& house, std::string_view game,
                  Faults& faults) {
    for (const Color color : both_colors) {
        auto& [name, player] = wishes[color];
        if (player.empty()) continue;
        const auto title = house.title(player, game);
        if (!title) {
            faults.add("unknown_player",
                       in_quotes(player) + " is no player of " + std::string(game) +
                           " here; GET /api/players lists them",
                       JsonPointer{"/seats/" + std::string(to_string(color)) + "/player"});
        } else if (name.empty()) {
            name = *title;
        }
    }
}

/// "start": a text in any format, a JSON state, or {"text": ..., "format": ...}.
std::expected<AnyGame, Problem> read_start(const Json& body, Faults& warnings) {
    const Json* start = body.find("start");
    Json request{Json::Object{}};
    auto& members = *std::get_if<Json::Object>(&request.value);
    for (const std::string_view key : {"game", "options"}) {
        if (const Json* member = body.find(key)) members.push_back({std::string(key), *member});
    }
    const Json* text = start->as<Json::Object>() != nullptr ? start->find("text") : nullptr;
    if (text != nullptr) {
        static constexpr std::array<std::string_view, 2> known{"text", "format"};
        Faults faults;
        JsonView(*start).refuse_unknown(known, Severity::error, faults);
        if (faults.fatal()) return std::unexpected(unreadable("the start", faults));
    }
    members.push_back({"state", text != nullptr ? *text : *start});
    if (text != nullptr && start->find("format") != nullptr) {
        members.push_back({"format", *start->find("format")});
    }
    return read_game(request, warnings);
}

std::expected<AnyGame, Problem> read_beginning(const Json& body, Faults& warnings) {
    const Json* start = body.find("start");
    if (start != nullptr && !start->is_null()) return read_start(body, warnings);
    const Json* name = body.find("game");
    const auto* game = name != nullptr ? name->as<std::string>() : nullptr;
    if (game == nullptr) {
        return wrong("missing_key", "game is missing: chess, go or backgammon; or a start");
    }
    auto options = read_options(body.find("options"));
    if (!options) return std::unexpected(options.error());
    auto created = AnyGame::create(*game, *options);
    if (!created) return std::unexpected(unreadable("the options", created.faults));
    warnings = std::move(created.faults);
    return std::move(*created.value);
}

/// What its creator is told. The seats of the server's own players have keys that nobody knows.
struct Keys {
    PerColor<std::optional<std::string>> seats;
    std::optional<std::string> watch;
};

/// Whose keys there are to tell.
struct KeyHolders {
    PerColor<bool> seats;
    bool watch;
};

/// Where a request may be repeated the keys follow from its own secret, so that they can be told
/// again without being stored.
Keys make_keys(std::string_view secret, std::string_view nonce, const KeyHolders& holders) {
    const auto key = [&](std::string_view seat) {
        return secret.empty() ? new_key()
                              : derived_key(secret, std::string(nonce) + "\n" + std::string(seat));
    };
    Keys keys;
    if (holders.seats.white) keys.seats.white = key("white");
    if (holders.seats.black) keys.seats.black = key("black");
    if (holders.watch) keys.watch = key("watch");
    return keys;
}

void write_key_members(JsonWriter& out, std::string_view id, const Keys& keys) {
    const auto each = [&](auto write) {
        out.object([&] {
            if (keys.seats.white) write("white", *keys.seats.white);
            if (keys.seats.black) write("black", *keys.seats.black);
            if (keys.watch) write("watch", *keys.watch);
        });
    };
    out.key("keys");
    each([&](std::string_view name, const std::string& key) { out.member(name, key); });
    out.key("links");
    each([&](std::string_view name, const std::string& key) {
        out.member(name, "/games/" + std::string(id) + "#key=" + key);
    });
}

std::string created_body(std::string_view id, const Keys& keys, std::string_view rest) {
    JsonWriter out;
    out.object([&] {
        out.member("id", id);
        write_key_members(out, id, keys);
        out.key("game");
        out.raw(rest);
    });
    return out.take();
}

Response created_response(std::string_view id, const Keys& keys, std::string_view view) {
    Response response = json_response(created_body(id, keys, view), 201);
    response.headers.emplace_back("Location", "/api/games/" + std::string(id));
    return response;
}

Response reused_key() {
    return complaint(422, "idempotency_key_reused",
                     "this Idempotency-Key was used for another request");
}

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

std::optional<store::Answer> repeatable(std::string_view scope, std::string_view secret,
                                        std::string_view request, referee::Moment at) {
    if (secret.empty()) return std::nullopt;
    return store::Answer{.key = hash_of(std::string(scope) + "\n" + std::string(secret)),
                         .request = hash_of(request),
                         .status = 0,
                         .body = {},
                         .at_ms = at.time_since_epoch().count()};
}

/// What must be the same for a request to be the same again.
std::string digest_of(const Games::Change& change) {
    const auto number = [](std::optional<std::uint64_t> value) {
        return value ? std::to_string(*value) : "-";
    };
    return change.move + "\n" + number(change.version) + "\n" + number(change.ply);
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

std::optional<std::uint64_t> version_of(std::string_view if_match) {
    if (if_match.starts_with("W/")) if_match.remove_prefix(2);
    if (if_match.size() >= 2 && if_match.front() == '"' && if_match.back() == '"') {
        if_match = if_match.substr(1, if_match.size() - 2);
    }
    std::uint64_t version = 0;
    const auto* end = if_match.data() + if_match.size();
    const auto [stop, error] = std::from_chars(if_match.data(), end, version);
    if (error != std::errc() || stop != end) return std::nullopt;
    return version;
}

struct Games::NewGame {
    Referee::Decision begun;  ///< the events after the first, if dice were rolled at once
    referee::Event created;
    Keys keys;
    std::string view;
    std::optional<store::Answer> answer;
    std::string secret;
};

Games::Games(const Parts& parts, Metrics& metrics)
    : store_(parts.store),
      agenda_(parts.agenda),
      rooms_(parts.rooms),
      house_(parts.house),
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
    auto room = rooms_.find(id);
    if (!room) return std::unexpected(unavailable(room.error().sentence));
    if (!*room) return std::unexpected(no_such_game(id));
    Admission admitted{*room, std::nullopt};
    const Created& terms = (*room)->terms();
    if (!key.empty()) {
        if (matches(key, terms.seats.white.key_hash)) admitted.seat = Color::white;
        if (matches(key, terms.seats.black.key_hash)) admitted.seat = Color::black;
    }
    const bool may_see = !terms.watch_hash || admitted.seat || matches(key, *terms.watch_hash);
    if (!may_see) return std::unexpected(no_such_game(id));
    return admitted;
}

std::expected<Games::Visit, Problem> Games::visit(std::string_view id, std::string_view key) {
    auto admitted = admit(id, key);
    if (!admitted) return std::unexpected(admitted.error());
    auto& [room, seat] = *admitted;
    return Visit{room, room->state(), seat};
}

std::expected<Games::NewGame, Problem> Games::read_new_game(const Creation& creation) const {
    static constexpr std::array<std::string_view, 6> known{"game",  "options", "start",
                                                           "seats", "clock",   "private"};
    const auto body = read_body(creation.body, known);
    if (!body) return std::unexpected(body.error());
    Faults warnings;
    auto game = read_beginning(*body, warnings);
    if (!game) return std::unexpected(game.error());

    Faults faults;
    const JsonView root(*body);
    referee::TimeControl clock = referee::Unlimited{};
    if (const Json* control = body->find("clock"); control != nullptr && !control->is_null()) {
        auto read = referee::read_time_control(root.at("clock", *control));
        faults.merge(read.faults);
        if (read) clock = *read;
    }
    bool is_private = false;
    if (const Json* hidden = body->find("private")) {
        const bool* truth = root.at("private", *hidden).boolean(faults);
        is_private = truth != nullptr && *truth;
    }
    PerColor<SeatWish> seats = read_seats(root, faults);
    seat_players(seats, house_, game->name(), faults);
    if (faults.fatal()) return std::unexpected(unreadable("the body", faults));

    const std::string nonce = new_key();
    const KeyHolders holders{{seats.white.player.empty(), seats.black.player.empty()}, is_private};
    Keys keys = make_keys(creation.repeat_key, nonce, holders);
    const auto seat = [&](Color color) {
        auto& [name, player] = seats[color];
        const std::string key = keys.seats[color] ? *keys.seats[color] : new_key();
        return referee::Seat{std::move(name), hash_of(key), std::move(player)};
    };
    Created terms{.id = new_id(),
                  .record = record_of(*game),
                  .seats = {seat(Color::white), seat(Color::black)},
                  .clock = clock,
                  .watch_hash = {},
                  .seed = {}};
    if (keys.watch) terms.watch_hash = hash_of(*keys.watch);
    if (game->name() == "backgammon") terms.seed = referee::Seed::random();

    referee::Event created{creation.at, std::move(terms)};
    const auto referee = Referee::begin(created);
    if (!referee) return std::unexpected(unreadable("the start", referee.faults));
    NewGame made{referee->due(creation.at),       std::move(created), std::move(keys), {}, {},
                 std::string(creation.repeat_key)};
    JsonWriter view;
    write_view(view, made.begun.after, {.notation = {}, .now = creation.at});
    made.view = view.take();
    made.answer = repeatable("create", creation.repeat_key, creation.body, creation.at);
    if (made.answer) {
        JsonWriter kept;
        kept.object([&] {
            kept.member("id", made.begun.after.terms().id);
            kept.member("nonce", nonce);
            kept.member("white", holders.seats.white);
            kept.member("black", holders.seats.black);
            kept.member("private", holders.watch);
            kept.key("game");
            kept.raw(made.view);
        });
        made.answer->status = 201;
        made.answer->body = kept.take();
    }
    return made;
}

std::optional<Response> Games::created_before(const std::string& key, const std::string& digest,
                                              std::string_view secret) {
    const auto answer = store_.answer(key);
    if (!answer) return response(unavailable(answer.error().sentence));
    if (!*answer) return std::nullopt;
    if ((*answer)->request != digest) return reused_key();
    const auto kept = read_json((*answer)->body);
    if (!kept) return response(unavailable("the stored answer cannot be read"));
    const auto text = [&](std::string_view name) {
        const Json* member = kept->find(name);
        const auto* value = member != nullptr ? member->as<std::string>() : nullptr;
        return value != nullptr ? *value : std::string();
    };
    const auto truth = [&](std::string_view name, bool if_absent) {
        const Json* member = kept->find(name);
        const auto* value = member != nullptr ? member->as<bool>() : nullptr;
        return value != nullptr ? *value : if_absent;
    };
    const KeyHolders holders{{truth("white", true), truth("black", true)}, truth("private", false)};
    const Json* game = kept->find("game");
    JsonWriter view;
    if (game != nullptr) view.value(*game);
    Response again =
        created_response(text("id"), make_keys(secret, text("nonce"), holders), view.text());
    again.headers.emplace_back("Idempotency-Replayed", "true");
    return again;
}

void Games::create(const Creation& creation, Reply reply) {
    if (!creation.repeat_key.empty()) {
        if (!is_repeat_key(creation.repeat_key)) return reply(bad_repeat_key());
        const auto sought = repeatable("create", creation.repeat_key, creation.body, creation.at);
        if (auto again = created_before(sought->key, sought->request, creation.repeat_key)) {
            return reply(std::move(*again));
        }
    }
    auto game = read_new_game(creation);
    if (!game) return reply(response(std::move(game.error())));
    store_new(std::move(*game), std::move(reply));
}

void Games::store_new(NewGame game, Reply reply) {
    store::Change change = store::Journal::create(game.created, game.begun);
    change.answer = game.answer;
    std::string hash = change.entries.back().hash;
    store_.write(std::move(change),
                 [this, made = std::move(game), hash = std::move(hash),
                  done = std::move(reply)](const store::CommitResult& result) mutable {
                     const std::string id = made.begun.after.terms().id;
                     switch (result.status) {
                         case store::CommitStatus::stored:
                             created_.add();
                             rooms_.open({made.begun.after, std::move(hash)});
                             return done(created_response(id, made.keys, made.view));
                         case store::CommitStatus::unavailable:
                         case store::CommitStatus::unknown:
                             return done(response(unavailable(result.sentence)));
                         case store::CommitStatus::conflict: break;
                     }
                     if (!made.answer)
                         return done(response(unavailable("the game's name is taken; try again")));
                     agenda_.soon([this, answer = *made.answer, secret = made.secret,
                                   later = std::move(done)]() mutable {
                         auto again = created_before(answer.key, answer.request, secret);
                         later(again ? std::move(*again) : response(unavailable("try again")));
                     });
                 });
}

void Games::change(const Change& change, Reply reply) {
    const auto admitted = admit(change.id, change.key);
    if (!admitted) return reply(response(admitted.error()));
    if (change.key.empty()) {
        return reply(response(problem(
            401, "key_missing", "only the key of a seat moves it: Authorization: Bearer KEY")));
    }
    if (!admitted->seat) {
        const auto& watch = admitted->room->terms().watch_hash;
        if (watch && matches(change.key, *watch)) {
            return reply(complaint(403, "key_only_watches", "this key may only watch"));
        }
        return reply(complaint(401, "key_unknown", "this key belongs to no seat here"));
    }
    if (!change.version && !change.ply) {
        return reply(complaint(428, "version_missing",
                               "name what the change is made for: ply or version in the "
                               "body, or an If-Match header"));
    }
    if (!change.repeat_key.empty() && !is_repeat_key(change.repeat_key)) {
        return reply(bad_repeat_key());
    }
    const std::string scope =
        "change\n" + std::string(change.id) + "\n" + std::string(to_string(*admitted->seat));
    auto counted = [this, at = change.at, done = std::move(reply)](Response answer) mutable {
        commit_seconds_.observe(std::chrono::duration<double>(now() - at).count());
        (answer.status == 200 ? accepted_ : answer.status == 409 ? conflicts_ : refused_).add();
        done(std::move(answer));
    };
    admitted->room->submit(
        {.by = *admitted->seat,
         .move = change.move,
         .at = change.at,
         .version = change.version,
         .ply = change.ply,
         .repeatable = repeatable(scope, change.repeat_key, digest_of(change), change.at),
         .reply = std::move(counted)});
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
        const auto number = version_of(*limit);
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
    const auto page = store_.list(filter);
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
