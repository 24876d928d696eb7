#include "core/backgammon/event_json.hpp"

#include <array>

#include "core/backgammon/notations/steps.hpp"
#include "core/contract/event_json.hpp"

namespace arbiter::backgammon {

namespace {

constexpr std::array all_reasons{
    reasons::single,      reasons::gammon,          reasons::backgammon,   reasons::dropped_double,
    reasons::resignation, reasons::match_points,    reasons::time_forfeit, reasons::adjudication,
    reasons::abandoned,   reasons::recorded_result,
};

class EventWriter {
public:
    explicit EventWriter(JsonWriter& out) : out_(out) {}

    void operator()(const OpeningRoll& roll) {
        out_.object([&] {
            out_.member("action", "opening_roll");
            out_.member("white", roll.white.pips());
            out_.member("black", roll.black.pips());
        });
    }
    void operator()(const Roll& roll) {
        out_.object([&] {
            out_.member("action", "roll");
            out_.member("by", arbiter::to_string(roll.by));
            out_.key("dice");
            out_.array([&] {
                out_.value(roll.dice.high().pips());
                out_.value(roll.dice.low().pips());
            });
        });
    }
    void operator()(const Move& move) {
        out_.object([&] {
            out_.member("by", arbiter::to_string(move.by));
            out_.key("moves");
            out_.array([&] {
                for (const CheckerMove one : move.turn.moves()) {
                    out_.object([&] {
                        write_spot("from", one.from);
                        write_spot("to", one.to);
                    });
                }
            });
        });
    }
    void operator()(const Double& event) { write_action(out_, "double", event.by); }
    void operator()(const Take& event) { write_action(out_, "take", event.by); }
    void operator()(const Drop& event) { write_action(out_, "drop", event.by); }
    void operator()(const Beaver& event) { write_action(out_, "beaver", event.by); }
    void operator()(const Raccoon& event) { write_action(out_, "raccoon", event.by); }
    void operator()(const OfferResignation& offer) {
        out_.object([&] {
            out_.member("action", "offer_resignation");
            out_.member("by", arbiter::to_string(offer.by));
            out_.member("level", to_string(offer.level));
        });
    }
    void operator()(const AcceptResignation& event) {
        write_action(out_, "accept_resignation", event.by);
    }
    void operator()(const DeclineResignation& event) {
        write_action(out_, "decline_resignation", event.by);
    }
    void operator()(const LoseOnTime& event) { write_action(out_, "lose_on_time", event.by); }
    void operator()(const Conclude& event) { write_conclusion(out_, event.outcome); }

private:
    void write_spot(std::string_view key, Spot spot) {
        spot.is_point() ? out_.member(key, spot.index()) : out_.member(key, to_string(spot));
    }

    JsonWriter& out_;
};

class EventReader : EventJsonReader {
public:
    EventReader(const Game& game, JsonView event, std::optional<Color> by)
        : EventJsonReader(event, by, {&codes::unreadable_move, &codes::unknown_action}),
          game_(game) {}

    Result<Event> read() {
        if (!read_head()) return refused();
        if (const std::string* action = read_action_name()) return read_action(*action);
        return faults.fatal() ? refused() : read_move();
    }

private:
    Color by() const { return speaker.value_or(game_.turn()); }

    Result<Event> read_action(std::string_view name) {
        if (name == "opening_roll") return read_opening_roll();
        if (name == "roll") return read_roll();
        if (name == "double") return Double{by()};
        if (name == "take") return Take{by()};
        if (name == "drop") return Drop{by()};
        if (name == "beaver") return Beaver{by()};
        if (name == "raccoon") return Raccoon{by()};
        if (name == "offer_resignation" || name == "resign") return read_resignation();
        if (name == "accept_resignation") return AcceptResignation{by()};
        if (name == "decline_resignation") return DeclineResignation{by()};
        if (name == "lose_on_time") return LoseOnTime{by()};
        if (name == "conclude") {
            auto outcome = read_conclusion(all_reasons, reasons::recorded_result);
            if (!outcome) return std::unexpected(std::move(outcome.error()));
            return Conclude{*outcome};
        }
        add(json.at("action", *json.json().find("action")),
            in_quotes(name) +
                " is not one of double, take, drop, beaver, raccoon, offer_resignation, "
                "accept_resignation and decline_resignation");
        return refused();
    }

    std::optional<Die> read_die(JsonView view) {
        const auto number = view.integer(faults);
        if (!number) return std::nullopt;
        const auto die =
            *number < 1 || *number > 6 ? std::nullopt : Die::showing(static_cast<int>(*number));
        if (!die) add(view, "a die shows 1 to 6");
        return die;
    }

    Result<Event> read_opening_roll() {
        const auto white_view = member(json, "white");
        const auto black_view = member(json, "black");
        const auto white = white_view ? read_die(*white_view) : std::nullopt;
        const auto black = black_view ? read_die(*black_view) : std::nullopt;
        if (!white || !black) return refused();
        return OpeningRoll{*white, *black};
    }

    Result<Event> read_roll() {
        const auto view = member(json, "dice");
        const Json::Array* dice = view ? view->array(faults) : nullptr;
        if (dice == nullptr) return refused();
        if (dice->size() != 2) {
            add(*view, "there are two dice");
            return refused();
        }
        const auto first = read_die(view->at(std::size_t{0}, (*dice)[0]));
        const auto second = read_die(view->at(std::size_t{1}, (*dice)[1]));
        if (!first || !second) return refused();
        return Roll{by(), Dice(*first, *second)};
    }

    Result<Event> read_resignation() {
        const Json* value = json.json().find("level");
        if (value == nullptr) return OfferResignation{by(), Level::single};
        const auto level =
            read_word(json.at("level", *value), "single, gammon or backgammon", level_named);
        if (!level) return refused();
        return OfferResignation{by(), *level};
    }

    std::optional<Spot> read_spot(const JsonView& move, std::string_view key) {
        const auto view = member(move, key);
        if (!view) return std::nullopt;
        if (view->json().as<std::string>() != nullptr) {
            const auto named = [](std::string_view word) -> std::optional<Spot> {
                if (word == "bar") return Spot::bar();
                if (word == "off") return Spot::off();
                return std::nullopt;
            };
            return read_word(*view, "a number, bar or off", named);
        }
        const auto number = view->integer(faults);
        if (!number) return std::nullopt;
        const auto spot =
            *number < 0 || *number > 25 ? std::nullopt : Spot::at(static_cast<int>(*number));
        if (!spot) add(*view, "points are 1 to 24, the bar is 25 and off is 0");
        return spot;
    }

    Result<Event> read_move() {
        const auto view = member(json, "moves");
        const Json::Array* moves = view ? view->array(faults) : nullptr;
        if (moves == nullptr) return refused();
        if (moves->size() > 4) {
            add(*view, "a turn has at most four checker moves");
            return refused();
        }
        Turn turn;
        for (std::size_t i = 0; i < moves->size(); ++i) {
            const JsonView move = view->at(i, (*moves)[i]);
            if (move.object(faults) == nullptr) continue;
            const auto from = read_spot(move, "from");
            const auto to = read_spot(move, "to");
            if (from && to) turn.push({*from, *to});
        }
        if (faults.fatal()) return refused();
        return Move{by(), turn};
    }

    const Game& game_;
};

}  // namespace

void write_event_json(JsonWriter& out, const Event& event) { std::visit(EventWriter(out), event); }

Result<Event> read_event_json(const Game& game, JsonView json, std::optional<Color> by) {
    return EventReader(game, json, by).read();
}

}  // namespace arbiter::backgammon
