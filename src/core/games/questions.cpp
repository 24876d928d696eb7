#include "core/games/questions.hpp"

#include "core/games/to_json.hpp"

namespace arbiter {

namespace {

std::string answer_over(const AnyGame& game) {
    JsonWriter out;
    out.object([&] {
        out.member("over", game.outcome().has_value());
        out.member("turn", to_string(game.turn()));
        out.member("awaits", to_string(game.awaits()));
        out.key("outcome");
        write(out, game.outcome());
        out.key("provisional");
        write(out, game.provisional());
    });
    return out.take();
}

std::expected<std::string, Fault> answer_check(const AnyGame& game, std::string_view move) {
    if (move.empty()) {
        return std::unexpected(
            Fault{"missing_argument", "check is about a move: name one", {}, Severity::error});
    }
    AnyGame after = game;
    const auto effects = after.play(move);
    JsonWriter out;
    out.object([&] {
        out.member("legal", effects.has_value());
        if (!effects) {
            out.key("rejection");
            return write(out, effects.error());
        }
        const NotationInfo& notation = game.notation_for(move);
        out.key("effects");
        write(out, *effects);
        out.key("events");
        write_moves(out, game.events_of(move, {}, notation), notation);
        out.key("outcome");
        write(out, after.outcome());
    });
    return out.take();
}

}  // namespace

std::optional<std::expected<std::string, Fault>> answer_common(const AnyGame& game,
                                                               std::string_view question,
                                                               std::string_view argument) {
    if (question == "over") return answer_over(game);
    if (question == "check") return answer_check(game, argument);
    return std::nullopt;
}

}  // namespace arbiter
