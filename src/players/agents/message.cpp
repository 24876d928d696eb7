#include "players/agents/message.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.hpp"
#include "core/games/to_json.hpp"

namespace arbiter::players {

namespace {

using referee::Clock;

/// JSON as such, on one line; anything else as a string.
void write_state(JsonWriter& out, std::string_view text) {
    const auto json = text.starts_with('{') ? read_json(text) : Reading<Json>{};
    json ? out.value(*json) : out.value(trimmed(text));
}

void write_face(JsonWriter& out, const Turn& turn, Color side) {
    const Clock::Face face = turn.clock->face(side, turn.now);
    const auto left = face.left(turn.clock->control());
    out.object([&] {
        out.key("left_ms");
        left ? out.value(left->count()) : out.null();
        out.member("main_ms", face.main.count());
        out.member("period_ms", face.period.count());
        out.member("periods_left", face.periods_left);
        out.member("moves_left", face.moves_left);
    });
}

void write_clock(JsonWriter& out, const Turn& turn) {
    if (turn.clock == nullptr) return out.null();
    out.object([&] {
        out.key("control");
        referee::write(out, turn.clock->control());
        for (const Color side : both_colors) {
            out.key(to_string(side));
            write_face(out, turn, side);
        }
    });
}

void write_refusals(JsonWriter& out, const Turn& turn, const NotationInfo& notation) {
    out.array([&] {
        for (const RejectedAnswer& refusal : turn.refusals) {
            out.object([&] {
                out.member("answer", refusal.answer);
                out.key("rejection");
                arbiter::write(out, turn.game.spelled(refusal.rejection, notation));
            });
        }
    });
}

std::string compact(const Json& json) {
    JsonWriter out;
    out.value(json);
    return out.take();
}

}  // namespace

AnyGame blind(const AnyGame& game) {
    AnyGame copy = game;
    for (const auto& [tag, name] : {std::pair("White", "White"), std::pair("Black", "Black")}) {
        if (find_tag(copy.tags(), tag) != nullptr) copy.set_tag(tag, name);
    }
    return copy;
}

std::expected<Shown, PlayerError> shown(const AnyGame& game, std::span<const AgentFormat> formats) {
    const AnyGame nameless = blind(game);
    std::string sentence;
    for (const AgentFormat& each : formats) {
        auto text = nameless.write(each.name);
        if (text) return Shown{std::string(each.name), *std::move(text)};
        sentence = std::move(text.error().sentence);
    }
    return failed(PlayerError::Kind::cannot_play, std::move(sentence));
}

std::expected<const NotationInfo*, PlayerError> notation_of(const AnyGame& game,
                                                            std::string_view notation,
                                                            std::string_view format) {
    if (notation.empty()) return &game.notation_with(format);
    const auto named = game.notation_named(notation);
    if (!named) return failed(PlayerError::Kind::cannot_play, named.error().sentence);
    return *named;
}

std::vector<std::string> playable(const AnyGame& game, std::string_view notation) {
    if (game.awaits() == Awaits::chance) return {};
    return *game.legal(notation);
}

std::expected<std::string, PlayerError> agent_request(const Turn& turn, const AgentTerms& terms) {
    const AgentFormat wanted{terms.format};
    const auto state = shown(
        turn.game, terms.format.empty() ? turn.game.traits().agents.states : std::span(&wanted, 1));
    if (!state) return std::unexpected(state.error());
    const auto named = notation_of(turn.game, terms.notation, state->format);
    if (!named) return std::unexpected(named.error());
    const NotationInfo& notation = **named;
    JsonWriter out;
    out.object([&] {
        out.member("game", turn.game.name());
        out.member("seat", to_string(turn.seat));
        out.member("awaits", to_string(turn.game.awaits()));
        out.member("format", state->format);
        out.key("state");
        write_state(out, state->text);
        out.member("notation", notation.name);
        if (terms.legal_moves) {
            out.key("legal");
            write_moves(out, playable(turn.game, notation.name), notation);
        }
        out.key("actions");
        out.array([&] {
            for (const std::string& action : turn.actions) out.value(action);
        });
        if (terms.history) {
            out.key("history");
            write_moves(out, *turn.game.history(notation.name), notation);
        }
        out.key("clock");
        write_clock(out, turn);
        out.key("time_ms");
        turn.budget.time ? out.value(turn.budget.time->count()) : out.null();
        out.key("refusals");
        write_refusals(out, turn, notation);
    });
    return out.take();
}

std::string move_in_answer(std::string_view answer) {
    answer = trimmed(answer);
    const auto json = read_json(answer);
    if (!json) return std::string(answer);
    if (const auto* text = json->as<std::string>()) return *text;
    const Json* move = json->find("move");
    // A claim may have the move that it is about beside it: then it is the action that counts.
    if (move == nullptr || json->find("action") != nullptr) return compact(*json);
    if (const auto* text = move->as<std::string>()) return *text;
    return compact(*move);
}

std::optional<int> score_in_answer(std::string_view answer) {
    constexpr double most = 1'000'000;
    const auto json = read_json(trimmed(answer));
    const Json* score = json ? json->find("score") : nullptr;
    if (score == nullptr) return std::nullopt;
    const auto* whole = score->as<std::int64_t>();
    const auto* real = score->as<double>();
    if (whole == nullptr && real == nullptr) return std::nullopt;
    const double number = whole != nullptr ? static_cast<double>(*whole) : *real;
    return static_cast<int>(std::lround(std::clamp(number, -most, most)));
}

}  // namespace arbiter::players
