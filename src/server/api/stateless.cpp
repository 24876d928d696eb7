#include "server/api/stateless.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/excerpt.hpp"
#include "core/games/address.hpp"
#include "core/games/to_json.hpp"
#include "platform/library.hpp"
#include "platform/png.hpp"
#include "players/analyst.hpp"
#include "players/bots/built_in.hpp"
#include "referee/referee.hpp"
#include "server/api/form.hpp"

namespace arbiter::server {

namespace {

constexpr std::array<std::string_view, 4> state_keys{"state", "format", "game", "options"};

template <std::size_t Count>
constexpr auto keys_with(const std::array<std::string_view, Count>& more) {
    std::array<std::string_view, state_keys.size() + Count> keys{};
    std::ranges::copy(state_keys, keys.begin());
    std::ranges::copy(more, keys.begin() + state_keys.size());
    return keys;
}

void write_warnings(JsonWriter& out, const Faults& warnings) {
    out.key("warnings");
    arbiter::write(out, warnings);
}

void write_summary(JsonWriter& out, const AnyGame& game) {
    out.member("game", game.name());
    out.member("ply", game.event_count());
    out.member("turn", to_string(game.turn()));
    out.key("outcome");
    arbiter::write(out, game.outcome());
}

std::string_view media_type(std::string_view format, std::string_view text) {
    if (format == "pgn") return "application/x-chess-pgn";
    if (format == "sgf") return "application/x-go-sgf";
    return text.starts_with('{') ? "application/json" : "text/plain; charset=utf-8";
}

std::optional<int> integer(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::expected<RenderOptions, Problem> render_options(const Target& query, Color side) {
    constexpr int size_min = 64;
    constexpr int size_max = 2048;
    RenderOptions options;
    options.bottom = side;
    if (const auto bottom = query.parameter("bottom")) {
        const auto color = color_named(*bottom);
        if (!color) return wrong("bad_parameter", "bottom is white or black");
        options.bottom = *color;
    }
    if (const auto theme = query.parameter("theme")) {
        if (*theme != "light" && *theme != "dark" && *theme != "auto" && *theme != "print") {
            return wrong("bad_parameter", "theme is light, dark, auto or print");
        }
        options.theme = *theme;
    }
    if (const auto size = query.parameter("size")) {
        const auto pixels = integer(*size);
        if (!pixels || *pixels < size_min || *pixels > size_max) {
            return wrong("bad_parameter", "size is a number of pixels from 64 to 2048");
        }
        options.size = *pixels;
    }
    if (const auto coordinates = query.parameter("coordinates")) {
        if (*coordinates != "true" && *coordinates != "false") {
            return wrong("bad_parameter", "coordinates is true or false");
        }
        options.coordinates = *coordinates == "true";
    }
    options.overlay = query.text("overlay");
    options.preview = query.text("preview");
    return options;
}

struct Asked {
    Json body;
    AnyGame game;
    Faults warnings;
};

template <class Known>
std::expected<Asked, Problem> asked(std::string_view text, const Known& known) {
    auto body = read_body(text, known);
    if (!body) return std::unexpected(body.error());
    Faults warnings;
    auto game = read_game(*body, warnings);
    if (!game) return std::unexpected(game.error());
    const auto notation = read_word(*body, "notation");
    if (!notation) return std::unexpected(notation.error());
    if (!notation->empty()) {
        const auto set = game->set_notation(*notation);
        if (!set) return std::unexpected(unreadable(set.error()));
    }
    return Asked{std::move(*body), std::move(*game), std::move(warnings)};
}

}  // namespace

std::string to_text(const Json& json) {
    if (const auto* text = json.as<std::string>()) return *text;
    JsonWriter out;
    out.value(json);
    return out.take();
}

std::expected<std::string, Problem> read_word(const Json& body, std::string_view key) {
    const Json* member = body.find(key);
    if (member == nullptr || member->is_null()) return std::string();
    const auto* text = member->as<std::string>();
    if (text != nullptr) return *text;
    return wrong("wrong_type", std::string(key) + " must be a string");
}

std::expected<Json, Problem> read_any_body(std::string_view body) {
    auto json = read_json(body);
    if (json) return std::move(*json.value);
    const Problem unread = unreadable("the body", json.faults);
    return std::unexpected(
        problem(400, unread.code, "the body is not a JSON document", [&](JsonWriter& out) {
            out.key("faults");
            arbiter::write(out, json.faults);
        }));
}

std::expected<Json, Problem> read_body(std::string_view body,
                                       std::span<const std::string_view> known) {
    auto json = read_any_body(body);
    if (!json) return json;
    Faults faults;
    const JsonView view(*json);
    if (view.object(faults) != nullptr) view.refuse_unknown(known, Severity::error, faults);
    if (faults.fatal()) return std::unexpected(unreadable("the body", faults));
    return json;
}

std::expected<Options, Problem> read_options(const Json* json) {
    Options options;
    if (json == nullptr || json->is_null()) return options;
    const auto* members = json->as<Json::Object>();
    if (members == nullptr) return wrong("wrong_type", "options must be an object");
    for (const auto& [key, value] : *members) {
        if (value.as<Json::Array>() != nullptr || value.as<Json::Object>() != nullptr) {
            return wrong("wrong_type", "option " + in_quotes(key) + " must be a plain value");
        }
        const auto* truth = value.as<bool>();
        options.push_back({key, truth != nullptr ? (*truth ? "on" : "off") : to_text(value)});
    }
    return options;
}

namespace {

/// Reads the state of a body with `read`, which is that of a game or of a document.
template <class T>
std::expected<T, Problem> read_state(const Json& body, Faults& faults,
                                     Reading<T> (*read)(std::string_view, const AnyGame::Source&)) {
    const Json* state = body.find("state");
    if (state == nullptr) return wrong("missing_key", "state is missing");
    const auto format = read_word(body, "format");
    const auto name = read_word(body, "game");
    auto options = read_options(body.find("options"));
    if (!format) return std::unexpected(format.error());
    if (!name) return std::unexpected(name.error());
    if (!options) return std::unexpected(options.error());
    const Json* strict = body.find("strict");
    if (strict != nullptr && strict->as<bool>() == nullptr) {
        return wrong("wrong_type", "strict is true or false");
    }
    auto reading = read(to_text(*state), {*name, *format, std::move(*options),
                                          strict != nullptr && *strict->as<bool>()});
    if (!reading) return std::unexpected(unreadable("the state", reading.faults));
    faults = std::move(reading.faults);
    return std::move(*reading.value);
}

}  // namespace

std::expected<AnyGame, Problem> read_game(const Json& body, Faults& warnings) {
    return read_state<AnyGame>(body, warnings, AnyGame::read);
}

std::expected<AnyDocument, Problem> read_whole(const Json& body, Faults& faults) {
    return read_state<AnyDocument>(body, faults, AnyDocument::read);
}

std::expected<std::string, Problem> read_move(const Json& body) {
    const Json* move = body.find("move");
    if (move == nullptr || move->is_null()) return wrong("missing_key", "move is missing");
    return to_text(*move);
}

std::expected<std::optional<Color>, Problem> read_side(const Json& body) {
    const auto name = read_word(body, "by");
    if (!name) return std::unexpected(name.error());
    if (name->empty()) return std::nullopt;
    const auto color = color_named(*name);
    if (!color) return wrong("bad_parameter", "by is white or black");
    return color;
}

namespace {

Answer sent(std::expected<std::string, Fault> text, std::string_view format) {
    if (!text) return std::unexpected(unreadable(text.error()));
    return Response{
        200, {{"Content-Type", std::string(media_type(format, *text))}}, std::move(*text), {}};
}

}  // namespace

Answer written(const AnyGame& game, std::string_view format) {
    return sent(game.write(format), format);
}
Answer written(const AnyDocument& document, std::string_view format) {
    return sent(document.write(format), format);
}

Answer drawn(const AnyGame& game, std::string_view kind, const Target& query,
             const std::stop_token& given_up, Color side) {
    const auto options = render_options(query, side);
    if (!options) return std::unexpected(options.error());
    if (kind == "txt") {
        return Response{
            200, {{"Content-Type", "text/plain; charset=utf-8"}}, game.text(*options), {}};
    }
    std::string svg = game.svg(*options);
    if (kind == "png") {
        try {
            return Response{
                200, {{"Content-Type", "image/png"}}, platform::png_of(svg, given_up), {}};
        } catch (const platform::LibraryError& error) {
            return std::unexpected(problem(501, "library_missing", error.what()));
        }
    }
    return Response{200, {{"Content-Type", "image/svg+xml"}}, std::move(svg), {}};
}

namespace tools {

Answer validate(const Request& request, const Target& /*query*/) {
    static constexpr auto keys = keys_with(std::array<std::string_view, 1>{"strict"});
    const auto json = read_body(request.body, keys);
    if (!json) return std::unexpected(json.error());
    Faults warnings;
    const auto game = read_game(*json, warnings);
    if (!game && json->find("state") == nullptr) return std::unexpected(game.error());
    JsonWriter out;
    out.object([&] {
        out.member("valid", game.has_value());
        if (!game) {
            out.key("problem");
            return out.raw(game.error().document);
        }
        write_summary(out, *game);
        write_warnings(out, warnings);
    });
    return json_response(out.take());
}

Answer convert(const Request& request, const Target& /*query*/) {
    static constexpr auto keys = keys_with(std::array<std::string_view, 1>{"to"});
    const auto json = read_body(request.body, keys);
    if (!json) return std::unexpected(json.error());
    Faults warnings;
    const auto document = read_whole(*json, warnings);
    if (!document) return std::unexpected(document.error());
    const auto to = read_word(*json, "to");
    if (!to) return std::unexpected(to.error());
    if (to->empty()) return wrong("missing_key", "to is missing: a format of the game");
    const auto text = document->write(*to);
    if (!text) return std::unexpected(unreadable(text.error()));
    if (const std::string rest = document->left_out_by(*to); !rest.empty()) {
        warnings.warn("left_out", *to + " has no place for " + rest);
    }
    JsonWriter out;
    out.object([&] {
        write_summary(out, document->game());
        out.member("format", *to);
        out.member("text", *text);
        write_warnings(out, warnings);
    });
    return json_response(out.take());
}

Answer list_legal(const Request& request, const Target& /*query*/) {
    static constexpr auto keys = keys_with(std::array<std::string_view, 1>{"notation"});
    const auto input = asked(request.body, keys);
    if (!input) return std::unexpected(input.error());
    JsonWriter out;
    out.object([&] {
        write_summary(out, input->game);
        out.key("legal");
        write_moves(out, input->game.legal(), input->game.notation());
    });
    return json_response(out.take());
}

Answer check(const Request& request, const Target& /*query*/) {
    static constexpr auto keys =
        keys_with(std::array<std::string_view, 3>{"move", "by", "notation"});
    const auto input = asked(request.body, keys);
    if (!input) return std::unexpected(input.error());
    const auto move = read_move(input->body);
    const auto by = read_side(input->body);
    if (!move) return std::unexpected(move.error());
    if (!by) return std::unexpected(by.error());
    const AnyGame& game = input->game;
    const auto effects = game.check(*move, *by);
    if (!effects) {
        return std::unexpected(refusal(game, effects.error(), game.notation_for(*move)));
    }
    JsonWriter out;
    out.object([&] {
        out.key("effects");
        arbiter::write(out, *effects);
        const NotationInfo& notation = game.notation_for(*move);
        out.key("events");
        write_moves(out, game.events_of(*move, *by, notation), notation);
    });
    return json_response(out.take());
}

Answer play(const Request& request, const Target& /*query*/) {
    static constexpr auto keys =
        keys_with(std::array<std::string_view, 4>{"move", "by", "to", "notation"});
    auto input = asked(request.body, keys);
    if (!input) return std::unexpected(input.error());
    const auto move = read_move(input->body);
    const auto by = read_side(input->body);
    auto to = read_word(input->body, "to");
    if (!move) return std::unexpected(move.error());
    if (!by) return std::unexpected(by.error());
    if (!to) return std::unexpected(to.error());
    AnyGame& game = input->game;
    const auto effects = game.play(*move, *by);
    if (!effects) {
        return std::unexpected(refusal(game, effects.error(), game.notation_for(*move)));
    }
    if (to->empty()) to = read_word(input->body, "format");
    if (to->empty()) {
        const auto detected = detect(to_text(*input->body.find("state")), game.name());
        // An address can be read, but not written.
        const bool writable = detected && detected->format != address_format;
        to = std::string(writable ? detected->format : game.traits().archive_format);
    }
    const auto text = game.write(*to);
    if (!text) return std::unexpected(unreadable(text.error()));
    JsonWriter out;
    out.object([&] {
        write_summary(out, game);
        out.key("effects");
        arbiter::write(out, *effects);
        out.member("format", *to);
        out.key("state");
        write_document(out, *text);
        write_warnings(out, input->warnings);
    });
    return json_response(out.take());
}

Answer render(const Request& request, const Target& query) {
    static constexpr auto keys = keys_with(std::array<std::string_view, 1>{"kind"});
    const auto input = asked(request.body, keys);
    if (!input) return std::unexpected(input.error());
    const auto kind = read_word(input->body, "kind");
    if (!kind) return std::unexpected(kind.error());
    if (!kind->empty() && *kind != "svg" && *kind != "png" && *kind != "txt") {
        return wrong("bad_parameter", "kind is svg, png or txt");
    }
    return drawn(input->game, kind->empty() ? "svg" : *kind, query, request.given_up);
}

Answer ask(const Request& request, const Target& /*query*/) {
    static constexpr auto keys =
        keys_with(std::array<std::string_view, 3>{"question", "argument", "notation"});
    const auto input = asked(request.body, keys);
    if (!input) return std::unexpected(input.error());
    const auto question = read_word(input->body, "question");
    if (!question) return std::unexpected(question.error());
    if (question->empty()) return wrong("missing_key", "question is missing");
    const Json* argument = input->body.find("argument");
    const bool has_argument = argument != nullptr && !argument->is_null();
    auto answer = input->game.ask(*question, has_argument ? to_text(*argument) : "");
    if (!answer) return std::unexpected(unreadable(answer.error()));
    return json_response(*std::move(answer));
}

namespace {

struct AnalysisTerms {
    int lines;
    int level;
};

std::expected<AnalysisTerms, Problem> read_terms(const Json& body) {
    constexpr int lines_max = 10;
    constexpr int level_most = players::level_max - 1;  // the highest thinks until it is stopped
    const auto number = [&](std::string_view key, int otherwise,
                            int most) -> std::expected<int, Problem> {
        const Json* member = body.find(key);
        if (member == nullptr || member->is_null()) return otherwise;
        const auto value = integer(to_text(*member));
        if (value && *value >= 1 && *value <= most) return *value;
        return wrong("bad_parameter",
                     std::string(key) + " is a number from 1 to " + std::to_string(most));
    };
    const auto lines = number("lines", 3, lines_max);
    const auto level = number("level", 6, level_most);
    if (!lines) return std::unexpected(lines.error());
    if (!level) return std::unexpected(level.error());
    return AnalysisTerms{*lines, *level};
}

/// The move that is to be judged too; empty: none.
std::expected<std::string, Problem> judged_move(const Asked& input) {
    const Json* member = input.body.find("move");
    if (member == nullptr || member->is_null()) return std::string();
    std::string move = to_text(*member);
    const auto effects = input.game.check(move);
    if (effects) return move;
    return std::unexpected(refusal(input.game, effects.error(), input.game.notation_for(move)));
}

Answer analysed(const AnyGame& game, const AnalysisTerms& terms, const std::string& move,
                const std::stop_token& given_up) {
    const auto player = players::built_in("bot", terms.level, 0);
    const std::stop_callback stopping(given_up, [&] { player->stop(); });
    const auto analysis =
        player->analyst()->analyse(game, {.lines = terms.lines, .played = move}, {});
    if (given_up.stop_requested()) return std::unexpected(server::given_up());
    if (!analysis) return wrong("cannot_analyse", analysis.error().sentence);
    const players::Scale& scale = *players::scale_of(game.traits());
    JsonWriter out;
    out.object([&] {
        write_summary(out, game);
        out.member("by", player->name());
        out.member("unit", scale.unit);
        players::write(out, *analysis, game);
        if (move.empty()) return;
        out.key("played");
        const auto judged = reviewed({game, game.event_count(), move}, *analysis, scale);
        judged ? players::write(out, *judged) : out.null();
    });
    return json_response(out.take());
}

}  // namespace

Answer analyse(const Request& request, const std::function<bool(const AnyGame&)>& is_being_played) {
    static constexpr auto keys =
        keys_with(std::array<std::string_view, 4>{"lines", "level", "move", "notation"});
    const auto input = asked(request.body, keys);
    if (!input) return std::unexpected(input.error());
    const auto terms = read_terms(input->body);
    if (!terms) return std::unexpected(terms.error());
    const auto move = judged_move(*input);
    if (!move) return std::unexpected(move.error());
    if (is_being_played(input->game)) {
        return std::unexpected(
            problem(409, "being_played", "a game that is being played here has this position"));
    }
    return analysed(input->game, *terms, *move, request.given_up);
}

}  // namespace tools

Answer catalogue() {
    JsonWriter out;
    out.object([&] {
        out.key("games");
        out.array([&] {
            for (const GameInfo& info : games()) {
                out.object([&] { write_members(out, info); });
            }
        });
        out.key("referee");
        out.object([&] { write_refusals(out, referee::codes::all()); });
    });
    return json_response(out.take());
}

Answer catalogue(std::string_view game) {
    for (const GameInfo& info : games()) {
        if (info.name != game) continue;
        JsonWriter out;
        out.object([&] { write_members(out, info); });
        return json_response(out.take());
    }
    return std::unexpected(problem(404, "unknown_game", "there is no game " + in_quotes(game)));
}

}  // namespace arbiter::server
