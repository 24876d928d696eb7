#include "server/api/creation.hpp"

#include <algorithm>
#include <array>

#include "core/base/excerpt.hpp"
#include "core/base/utf8.hpp"
#include "core/games/to_json.hpp"
#include "server/api/stateless.hpp"
#include "server/api/view.hpp"
#include "server/games/keys.hpp"
#include "store/receipt.hpp"

namespace arbiter::server {

namespace {

using referee::Created;
using referee::Referee;

constexpr std::size_t name_size_max = 100;

bool is_name(std::string_view text) {
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    };
    return text.size() <= name_size_max && is_utf8(text) && std::ranges::none_of(text, is_control);
}

/// Who is to sit where.
struct SeatRequest {
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
SeatRequest read_seat(JsonView seat, Faults& faults) {
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

PerColor<SeatRequest> read_seats(JsonView root, Faults& faults) {
    static constexpr std::array<std::string_view, 2> known{"white", "black"};
    PerColor<SeatRequest> seats;
    const Json* member = root.json().find("seats");
    if (member == nullptr || member->is_null()) return seats;
    const JsonView view = root.at("seats", *member);
    if (view.object(faults) == nullptr) return seats;
    view.refuse_unknown(known, Severity::error, faults);
    for (const Color color : both_colors) {
        const Json* seat = member->find(to_string(color));
        if (seat != nullptr) seats[color] = read_seat(view.at(to_string(color), *seat), faults);
    }
    return seats;
}

/// One of the server's own players has its title for a name by default.
void seat_players(PerColor<SeatRequest>& seats, const BotHost& bots, std::string_view game,
                  Faults& faults) {
    for (const Color color : both_colors) {
        auto& [name, player] = seats[color];
        if (player.empty()) continue;
        const auto title = bots.title(player, game);
        if (!title) {
            faults.add("unknown_player",
                       in_quotes(player) + " is not a player of " + std::string(game) +
                           " here; GET /api/players lists them",
                       JsonPointer{"/seats/" + std::string(to_string(color)) + "/player"});
        } else if (name.empty()) {
            name = *title;
        }
    }
}

/// What a game begins with.
struct Beginning {
    AnyGame game;
    std::string document;  ///< in its own format, where the text holds more than the game
};

/// Comments and variations that may be kept beside a game.
constexpr std::size_t document_size_max = std::size_t{1} << 20;

std::string document_in(const Json& request, const AnyGame& game) {
    const auto format = read_word(request, "format").value_or("");
    const auto detected = detect(to_text(*request.find("state")), game.name(), format);
    if (!detected) return {};
    Faults faults;
    const auto document = read_whole(request, faults);
    if (!document || document->left_out_by("record").empty()) return {};
    auto text = document->write(detected->format);
    return text && text->size() <= document_size_max ? std::move(*text) : std::string();
}

/// "start": a text in any format, a JSON state, or {"text": ..., "format": ...}.
std::expected<Beginning, Problem> read_start(const Json& body, std::size_t events_max,
                                             Faults& warnings) {
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
    auto game = read_game(request, warnings);
    if (!game) return std::unexpected(game.error());
    if (game->event_count() > events_max) return std::unexpected(too_many_events(events_max));
    std::string document = document_in(request, *game);
    return Beginning{std::move(*game), std::move(document)};
}

std::expected<Beginning, Problem> read_beginning(const Json& body, std::size_t events_max,
                                                 Faults& warnings) {
    const Json* start = body.find("start");
    if (start != nullptr && !start->is_null()) return read_start(body, events_max, warnings);
    const Json* name = body.find("game");
    const auto* game = name != nullptr ? name->as<std::string>() : nullptr;
    if (game == nullptr) {
        std::string names;
        for (const GameInfo& info : games())
            names += (names.empty() ? "" : ", ") + std::string(info.name);
        return wrong("missing_key", "game is missing (" + names + "), or a start");
    }
    auto options = read_options(body.find("options"));
    if (!options) return std::unexpected(options.error());
    auto created = AnyGame::create(*game, *options);
    if (!created) return std::unexpected(unreadable("the options", created.faults));
    warnings = std::move(created.faults);
    return Beginning{std::move(*created.value), {}};
}

/// Who has a key that is told.
struct KeyHolders {
    PerColor<bool> seats;
    bool watch;
};

/// `make` gives the key of "white", "black", "watch" or "owner".
template <class Make>
Keys make_keys(const KeyHolders& holders, Make make) {
    Keys keys;
    if (holders.seats.white) keys.seats.white = make("white");
    if (holders.seats.black) keys.seats.black = make("black");
    if (holders.watch) keys.watch = make("watch");
    keys.owner = make("owner");
    return keys;
}

/// A request that may be repeated gets keys that are derived from its own secret: they can be told
/// again without being stored.
auto derive_from(std::string_view secret, std::string_view nonce) {
    return [secret, nonce](std::string_view holder) {
        return derived_key(secret, std::string(nonce) + "\n" + std::string(holder));
    };
}

void write_key_members(JsonWriter& out, std::string_view id, const Keys& keys) {
    const auto each = [&](auto write) {
        if (keys.seats.white) write("white", *keys.seats.white);
        if (keys.seats.black) write("black", *keys.seats.black);
        if (keys.watch) write("watch", *keys.watch);
    };
    out.key("keys");
    out.object([&] {
        each([&](std::string_view name, const std::string& key) { out.member(name, key); });
        out.member("owner", keys.owner);
    });
    out.key("links");
    out.object([&] {
        each([&](std::string_view name, const std::string& key) {
            out.member(name, "/games/" + std::string(id) + "#key=" + key);
        });
    });
}

void write_outcome(JsonWriter& out, std::string_view view, std::string_view receipt) {
    out.key("game");
    out.raw(view);
    if (receipt.empty()) return;
    out.key("receipt");
    out.raw(receipt);
}

std::string created_body(std::string_view id, const Keys& keys, std::string_view view,
                         std::string_view receipt) {
    JsonWriter out;
    out.object([&] {
        out.member("id", id);
        write_key_members(out, id, keys);
        write_outcome(out, view, receipt);
    });
    return out.take();
}

/// What the body of the request says.
struct Terms : Beginning {
    PerColor<SeatRequest> seats;
    referee::TimeControl clock = referee::Unlimited{};
    bool is_private = false;
};

std::expected<Terms, Problem> read_terms(std::string_view text, std::size_t events_max,
                                         const BotHost& bots) {
    static constexpr std::array<std::string_view, 6> known{"game",  "options", "start",
                                                           "seats", "clock",   "private"};
    const auto body = read_body(text, known);
    if (!body) return std::unexpected(body.error());
    Faults warnings;
    auto beginning = read_beginning(*body, events_max, warnings);
    if (!beginning) return std::unexpected(beginning.error());

    Faults faults;
    const JsonView root(*body);
    Terms terms{std::move(*beginning), {}};
    if (const Json* control = body->find("clock"); control != nullptr && !control->is_null()) {
        auto read = referee::read_time_control(root.at("clock", *control));
        faults.merge(read.faults);
        if (read) terms.clock = *read;
    }
    if (const Json* hidden = body->find("private")) {
        const bool* truth = root.at("private", *hidden).boolean(faults);
        terms.is_private = truth != nullptr && *truth;
    }
    terms.seats = read_seats(root, faults);
    seat_players(terms.seats, bots, terms.game.name(), faults);
    if (faults.fatal()) return std::unexpected(unreadable("the body", faults));
    return terms;
}

Created created_with(const Terms& terms, const Keys& keys, platform::Entropy& entropy) {
    const auto seat = [&](Color color) {
        const auto& [name, player] = terms.seats[color];
        const std::string key = keys.seats[color] ? *keys.seats[color] : new_key(entropy);
        return referee::Seat{name, hash_of(key), player};
    };
    Created created{.id = new_id(entropy),
                    .record = record_of(terms.game),
                    .document = terms.document,
                    .seats = {seat(Color::white), seat(Color::black)},
                    .clock = terms.clock,
                    .watch_hash = {},
                    .owner_hash = hash_of(keys.owner),
                    .seed = {}};
    if (keys.watch) created.watch_hash = hash_of(*keys.watch);
    if (terms.game.traits().chance) {
        created.seed = referee::Seed(entropy.bytes<referee::Seed::size>());
    }
    return created;
}

std::string receipt_for(const Creation& creation, const platform::SigningKey& key) {
    const auto last = store::Journal::create(creation.created, creation.begun).entries.back();
    const referee::Referee& after = creation.begun.after;
    JsonWriter out;
    store::write(
        out, store::signed_with(
                 key, {.game = after.terms().id, .version = after.version(), .hash = last.hash}));
    return out.take();
}

/// The response without its keys, which `created_again` derives from the secret.
std::string kept_body(std::string_view nonce, const KeyHolders& holders, const NewGame& made) {
    JsonWriter out;
    out.object([&] {
        out.member("id", made.creation.begun.after.terms().id);
        out.member("nonce", nonce);
        out.member("white", holders.seats.white);
        out.member("black", holders.seats.black);
        out.member("private", holders.watch);
        write_outcome(out, made.view, made.receipt);
    });
    return out.take();
}

}  // namespace

Response created_response(std::string_view id, const Keys& keys, std::string_view view,
                          std::string_view receipt) {
    Response response = json_response(created_body(id, keys, view, receipt), 201);
    response.headers.emplace_back("Location", "/api/games/" + std::string(id));
    return response;
}

std::expected<NewGame, Problem> read_new_game(const NewGameRequest& request, const BotHost& bots,
                                              platform::Entropy& entropy) {
    const auto terms = read_terms(request.body, request.events_max, bots);
    if (!terms) return std::unexpected(terms.error());
    const auto& seats = terms->seats;
    const KeyHolders holders{{seats.white.player.empty(), seats.black.player.empty()},
                             terms->is_private};
    const std::string nonce = new_key(entropy);
    Keys keys = request.repeat_key.empty()
                    ? make_keys(holders, [&](std::string_view) { return new_key(entropy); })
                    : make_keys(holders, derive_from(request.repeat_key, nonce));

    referee::Event created{request.at, created_with(*terms, keys, entropy)};
    const auto referee = Referee::begin(created);
    if (!referee) return std::unexpected(unreadable("the start", referee.faults));
    NewGame made{.creation = {std::move(created), referee->due(request.at), request.answer},
                 .keys = std::move(keys),
                 .view = {},
                 .receipt = {}};
    JsonWriter view;
    write_view(view, made.creation.begun.after, {.now = request.at});
    made.view = view.take();
    if (request.receipt_key != nullptr) {
        made.receipt = receipt_for(made.creation, *request.receipt_key);
    }
    if (auto& answer = made.creation.answer) {
        answer->status = 201;
        answer->body = kept_body(nonce, holders, made);
    }
    return made;
}

Response created_again(const store::Answer& answer, std::string_view secret) {
    const auto kept = read_json(answer.body);
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
    const std::string nonce = text("nonce");
    const auto json = [&](std::string_view name) {
        JsonWriter out;
        if (const Json* member = kept->find(name)) out.value(*member);
        return out.take();
    };
    Response again = created_response(text("id"), make_keys(holders, derive_from(secret, nonce)),
                                      json("game"), json("receipt"));
    again.headers.emplace_back("Idempotency-Replayed", "true");
    return again;
}

}  // namespace arbiter::server
