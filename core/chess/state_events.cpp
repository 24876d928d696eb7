#include <algorithm>
#include <array>

#include "core/chess/state.hpp"
#include "core/contract/excerpt.hpp"

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

/// The catalogue's own view of the name, which lives as long as the program.
std::optional<std::string_view> reason_named(std::string_view name) {
    const auto found = std::ranges::find(all_reasons, name);
    if (found == all_reasons.end()) return std::nullopt;
    return *found;
}

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
    void operator()(const Conclude& conclude) {
        const Outcome& outcome = conclude.outcome;
        out_.object([&] {
            out_.member("action", "conclude");
            out_.member("result", arbiter::to_string(outcome.result));
            out_.key("winner");
            outcome.winner ? out_.value(arbiter::to_string(*outcome.winner)) : out_.null();
            out_.member("reason", outcome.reason);
        });
    }

private:
    JsonWriter& out_;
    Variant variant_;

    void action(std::string_view name, Color by) {
        out_.object([&] {
            out_.member("action", name);
            out_.member("by", arbiter::to_string(by));
        });
    }

    /// Castling is the king's move of two squares, in Chess960 its move onto the rook.
    Square target(Move move) const {
        if (move.kind() != Move::Kind::castling || variant_ == Variant::chess960) return move.to();
        const Color color = rank_of(move.from()) == Rank::r1 ? Color::white : Color::black;
        return castled_king(color, wing_of(move.from(), move.to()));
    }
};

/// Reads one event; what is wrong with it is collected in `faults_` and becomes one rejection.
class EventReader {
public:
    EventReader(const Game& game, JsonView json, std::optional<Color> speaker)
        : game_(game), json_(json), speaker_(speaker) {}

    Result<Event> read() {
        if (json_.object(faults_) == nullptr) return refused();
        if (const Json* by = json_.json().find("by")) read_speaker(json_.at("by", *by));
        if (faults_.fatal()) return refused();
        return is_action() ? read_action() : read_move_in_turn();
    }

private:
    const Game& game_;
    JsonView json_;
    std::optional<Color> speaker_;
    Faults faults_;

    bool is_action() const { return json_.json().find("action") != nullptr; }

    std::unexpected<Rejection> refused() const {
        std::string problem;
        for (const Fault& fault : faults_) {
            if (!problem.empty()) problem += "; ";
            problem += arbiter::to_string(fault.place) + ": " + fault.sentence;
        }
        JsonWriter out;
        out.value(json_.json());
        return std::unexpected(
            Rejection{is_action() ? &codes::unknown_action : &codes::unreadable_move,
                      {{"text", excerpt(out.text())}, {"problem", std::move(problem)}}});
    }

    void add(JsonView view, std::string sentence) {
        faults_.add("unreadable", std::move(sentence), view.pointer());
    }

    std::optional<JsonView> member(const JsonView& object, std::string_view key) {
        const Json* value = object.require(key, faults_);
        if (value == nullptr) return std::nullopt;
        return object.at(key, *value);
    }

    /// The meaning of a string, which must be one of `names`.
    template <class Meaning>
    auto read_word(JsonView view, std::string_view names, Meaning meaning_of)
        -> decltype(meaning_of("")) {
        const std::string* word = view.string(faults_);
        if (word == nullptr) return std::nullopt;
        const auto meaning = meaning_of(*word);
        if (!meaning) add(view, '"' + excerpt(*word, 40) + "\" is not " + std::string(names));
        return meaning;
    }

    std::optional<Color> read_color(JsonView view) {
        return read_word(view, "white or black", color_named);
    }

    /// A player speaks for nobody else.
    void read_speaker(JsonView view) {
        const auto by = read_color(view);
        if (by && speaker_ && by != speaker_) {
            add(view,
                std::string(arbiter::to_string(*speaker_)) + " cannot speak for the other side");
        }
        if (by) speaker_ = by;
    }

    std::optional<Square> read_square(const JsonView& move, std::string_view key) {
        const auto view = member(move, key);
        return view ? read_word(*view, "a square", square_named) : std::nullopt;
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
        if (move.object(faults_) == nullptr) return std::nullopt;
        const auto from = read_square(move, "from");
        const auto to = read_square(move, "to");
        const auto promotion = read_promotion(move);
        if (faults_.fatal()) return std::nullopt;
        return interpret(game_.board(), {*from, *to, promotion});
    }

    Result<Event> read_move_in_turn() {
        const auto move = read_move(json_);
        if (!move) return refused();
        if (speaker_.value_or(game_.turn()) == game_.turn()) return *move;
        return std::unexpected(Rejection{
            &codes::not_your_turn, {{"turn", std::string(arbiter::to_string(game_.turn()))}}});
    }

    Result<Event> read_action() {
        const JsonView view = json_.at("action", *json_.json().find("action"));
        const std::string* name = view.string(faults_);
        if (name == nullptr) return refused();
        const Color by = speaker_.value_or(game_.turn());
        if (*name == "resign") return Resign{by};
        if (*name == "offer_draw") return OfferDraw{by};
        if (*name == "accept_draw") return AcceptDraw{answering()};
        if (*name == "decline_draw") return DeclineDraw{answering()};
        if (*name == "lose_on_time") return LoseOnTime{by};
        if (*name == "claim_draw") return read_claim(by);
        if (*name == "conclude") return read_conclusion(view);
        add(view, '"' + excerpt(*name, 40) +
                      "\" is none of resign, offer_draw, accept_draw, "
                      "decline_draw and claim_draw");
        return refused();
    }

    /// Whoever answers an offer is the one who did not make it.
    Color answering() const {
        const auto offer = game_.draw_offer();
        return speaker_.value_or(offer ? opponent(*offer) : game_.turn());
    }

    Result<Event> read_claim(Color by) {
        const auto named = [](std::string_view word) -> std::optional<ClaimDraw::Reason> {
            using enum ClaimDraw::Reason;
            if (word == to_string(threefold_repetition)) return threefold_repetition;
            if (word == to_string(fifty_move_rule)) return fifty_move_rule;
            return std::nullopt;
        };
        const auto view = member(json_, "reason");
        const auto reason = view
                                ? read_word(*view, "threefold_repetition or fifty_move_rule", named)
                                : std::nullopt;
        std::optional<Move> move;
        if (const Json* intended = json_.json().find("move"); intended && !intended->is_null()) {
            move = read_move(json_.at("move", *intended));
        }
        if (faults_.fatal()) return refused();
        return ClaimDraw{by, *reason, move};
    }

    /// A result from outside the board is the arbiter's to give, never a player's.
    Result<Event> read_conclusion(JsonView action) {
        if (speaker_) {
            add(action, "a player cannot conclude a game");
            return refused();
        }
        const auto result = read_result();
        const auto winner = read_winner();
        const auto reason = read_reason();
        if (result && (result == GameResult::win) != winner.has_value()) {
            add(json_, "a win has a winner, and nothing else has one");
        }
        if (faults_.fatal()) return refused();
        return Conclude{{*result, winner, *reason}};
    }

    std::optional<GameResult> read_result() {
        const auto named = [](std::string_view word) -> std::optional<GameResult> {
            for (const auto result : {GameResult::win, GameResult::draw, GameResult::no_result}) {
                if (word == arbiter::to_string(result)) return result;
            }
            return std::nullopt;
        };
        const auto view = member(json_, "result");
        return view ? read_word(*view, "win, draw or no_result", named) : std::nullopt;
    }

    std::optional<Color> read_winner() {
        const Json* winner = json_.json().find("winner");
        if (winner == nullptr || winner->is_null()) return std::nullopt;
        return read_color(json_.at("winner", *winner));
    }

    std::optional<std::string_view> read_reason() {
        const Json* reason = json_.json().find("reason");
        if (reason == nullptr || reason->is_null()) return reasons::recorded_result;
        return read_word(json_.at("reason", *reason), "a reason for which chess games end",
                         reason_named);
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
