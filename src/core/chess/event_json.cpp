#include "core/chess/event_json.hpp"

#include <algorithm>
#include <array>

#include "core/base/text.hpp"
#include "core/chess/game.hpp"
#include "core/chess/rules.hpp"
#include "core/contract/event_json.hpp"

namespace arbiter::chess {

namespace {

constexpr std::array all_reasons{
    reasons::checkmate,       reasons::stalemate,
    reasons::dead_position,   reasons::fivefold_repetition,
    reasons::agreement,       reasons::seventy_five_move_rule,
    reasons::resignation,     reasons::threefold_repetition,
    reasons::fifty_move_rule, reasons::time_forfeit,
    reasons::adjudication,    reasons::time_forfeit_without_mating_material,
    reasons::abandoned,       reasons::rules_infraction,
    reasons::recorded_result,
};

constexpr std::string_view to_string(ClaimDraw::Reason reason) {
    return reason == ClaimDraw::Reason::threefold_repetition ? reasons::threefold_repetition
                                                             : reasons::fifty_move_rule;
}

/// Writes an event as an object, each action with who takes it.
class EventWriter {
public:
    EventWriter(JsonWriter& out, Variant variant) : out_(out), variant_(variant) {}

    void operator()(Move move) {
        out_.object([&] {
            out_.member("from", chess::to_string(move.from()));
            out_.member("to", chess::to_string(target(move)));
            out_.key("promotion");
            if (!move.promotion()) return out_.null();
            const char symbol = letter(*move.promotion());
            out_.value(std::string_view(&symbol, 1));
        });
    }
    void operator()(Resign event) { action("resign", event.by); }
    void operator()(OfferDraw event) { action("offer_draw", event.by); }
    void operator()(AcceptDraw event) { action("accept_draw", event.by); }
    void operator()(DeclineDraw event) { action("decline_draw", event.by); }
    void operator()(LoseOnTime event) { action("lose_on_time", event.by); }
    void operator()(const ClaimDraw& claim) {
        out_.object([&] {
            out_.member("action", "claim_draw");
            out_.member("by", arbiter::to_string(claim.by));
            out_.member("reason", to_string(claim.reason));
            if (!claim.move) return;
            out_.key("move");
            (*this)(*claim.move);
        });
    }
    void operator()(const Conclude& conclude) { write_conclusion(out_, conclude.outcome); }

private:
    JsonWriter& out_;
    Variant variant_;

    void action(std::string_view name, Color by) { write_action(out_, name, by); }

    /// Castling is the king's move of two squares, in Chess960 its move onto the rook.
    Square target(Move move) const {
        if (move.kind() != Move::Kind::castling || variant_ == Variant::chess960) return move.to();
        const Color color = rank_of(move.from()) == Rank::r1 ? Color::white : Color::black;
        return castled_king(color, wing_of(move.from(), move.to()));
    }
};

class EventReader : EventJsonReader {
public:
    EventReader(const Game& game, JsonView event, std::optional<Color> by)
        : EventJsonReader(event, by, {&codes::unreadable_move, &codes::unknown_action}),
          game_(game) {}

    Result<Event> read() {
        if (!read_head()) return refused();
        if (const std::string* action = read_action_name()) return read_action(*action);
        return faults.fatal() ? refused() : read_move_in_turn();
    }

private:
    const Game& game_;

    std::optional<Square> read_square(const JsonView& move, std::string_view key) {
        const auto view = member(move, key);
        const auto square = [](std::string_view word) {
            if (word.size() != 2) return std::optional<Square>();
            return square_named(std::string{lower(word[0]), word[1]});
        };
        return view ? read_word(*view, "a square", square) : std::nullopt;
    }

    std::optional<PieceType> read_promotion(const JsonView& move) {
        const Json* value = move.json().find("promotion");
        if (value == nullptr || value->is_null()) return std::nullopt;
        const auto piece = [](std::string_view word) -> std::optional<PieceType> {
            const auto named = word.size() == 1 ? piece_named(word.front()) : std::nullopt;
            if (!named ||
                std::ranges::find(promotion_types, named->type) == promotion_types.end()) {
                return std::nullopt;
            }
            return named->type;
        };
        return read_word(move.at("promotion", *value), "Q, R, B or N", piece);
    }

    std::optional<Move> read_move(const JsonView& move) {
        if (move.object(faults) == nullptr) return std::nullopt;
        const auto from = read_square(move, "from");
        const auto to = read_square(move, "to");
        const auto promotion = read_promotion(move);
        if (faults.fatal()) return std::nullopt;
        return interpret(game_.board(), {*from, *to, promotion});
    }

    Result<Event> read_move_in_turn() {
        const auto move = read_move(json);
        if (!move) return refused();
        if (speaker.value_or(game_.turn()) == game_.turn()) return *move;
        return std::unexpected(Rejection{
            &codes::not_your_turn, {{"turn", std::string(arbiter::to_string(game_.turn()))}}});
    }

    Result<Event> read_action(std::string_view name) {
        const Color by = speaker.value_or(game_.turn());
        if (name == "resign") return Resign{by};
        if (name == "offer_draw") return OfferDraw{by};
        if (name == "accept_draw") return AcceptDraw{answering()};
        if (name == "decline_draw") return DeclineDraw{answering()};
        if (name == "lose_on_time") return LoseOnTime{by};
        if (name == "claim_draw") return read_claim(by);
        if (name == "conclude") {
            auto outcome = read_conclusion(all_reasons, reasons::recorded_result);
            if (!outcome) return std::unexpected(std::move(outcome.error()));
            return Conclude{*outcome};
        }
        add(json.at("action", *json.json().find("action")),
            in_quotes(name) +
                " is not one of resign, offer_draw, accept_draw, decline_draw and claim_draw");
        return refused();
    }

    /// The side that did not make the offer answers it.
    Color answering() const {
        const auto offer = game_.draw_offer();
        return speaker.value_or(offer ? opponent(*offer) : game_.turn());
    }

    Result<Event> read_claim(Color by) {
        const auto named = [](std::string_view word) -> std::optional<ClaimDraw::Reason> {
            using enum ClaimDraw::Reason;
            if (word == to_string(threefold_repetition)) return threefold_repetition;
            if (word == to_string(fifty_move_rule)) return fifty_move_rule;
            return std::nullopt;
        };
        const auto view = member(json, "reason");
        const auto reason = view
                                ? read_word(*view, "threefold_repetition or fifty_move_rule", named)
                                : std::nullopt;
        std::optional<Move> move;
        if (const Json* intended = json.json().find("move"); intended && !intended->is_null()) {
            move = read_move(json.at("move", *intended));
        }
        if (faults.fatal()) return refused();
        return ClaimDraw{by, *reason, move};
    }
};

}  // namespace

void write_event_json(JsonWriter& out, const Game& game, const Event& event) {
    std::visit(EventWriter(out, game.start().variant), event);
}

Result<Event> read_event_json(const Game& game, JsonView json, std::optional<Color> by) {
    return EventReader(game, json, by).read();
}

}  // namespace arbiter::chess
