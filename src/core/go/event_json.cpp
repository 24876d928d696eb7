#include "core/go/event_json.hpp"

#include <array>

#include "core/contract/event_json.hpp"
#include "core/go/notations/move_text.hpp"
#include "core/go/notations/rows.hpp"

namespace arbiter::go {

namespace {

constexpr std::array all_reasons{
    reasons::score,      reasons::resignation,  reasons::time_forfeit, reasons::forfeit,
    reasons::long_cycle, reasons::adjudication, reasons::abandoned,    reasons::recorded_result,
};

class EventWriter {
public:
    explicit EventWriter(JsonWriter& out) : out_(out) {}

    void operator()(const Play& play) {
        out_.object([&] {
            out_.member("point", go::to_string(play.point));
            out_.member("by", arbiter::to_string(play.by));
        });
    }
    void operator()(const Pass& pass) { write_action(out_, "pass", pass.by); }
    void operator()(const MarkDead& mark) { write_mark("mark_dead", mark.by, mark.point); }
    void operator()(const MarkAlive& mark) { write_mark("mark_alive", mark.by, mark.point); }
    void operator()(const Agree& agree) { write_action(out_, "agree", agree.by); }
    void operator()(const Resume& resume) { write_action(out_, "resume", resume.by); }
    void operator()(const Resign& resign) { write_action(out_, "resign", resign.by); }
    void operator()(const LoseOnTime& flag) { write_action(out_, "lose_on_time", flag.by); }
    void operator()(const Conclude& conclude) { write_conclusion(out_, conclude.outcome); }

private:
    void write_mark(std::string_view action, Color by, Point point) {
        out_.object([&] {
            out_.member("action", action);
            out_.member("point", go::to_string(point));
            out_.member("by", arbiter::to_string(by));
        });
    }

    JsonWriter& out_;
};

class EventReader : EventJsonReader {
public:
    EventReader(const Game& game, JsonView event, std::optional<Color> by)
        : EventJsonReader(event, by, {&codes::unreadable_move, &codes::unknown_action}),
          game_(game) {}

    Result<Event> read() {
        if (json.json().as<Json::Array>() != nullptr) return read_row_and_column(json);
        if (json.json().as<std::string>() != nullptr) return read_move(json);
        if (!read_head()) return refused();
        if (const std::string* action = read_action_name()) return read_action(*action);
        const bool as_move = json.json().find("move") != nullptr;  // an answer to `go-grid`
        const auto point = faults.fatal() ? std::nullopt : member(json, as_move ? "move" : "point");
        if (!point) return refused();
        const bool is_place = point->json().as<Json::Array>() != nullptr;
        return is_place ? read_row_and_column(*point) : read_move(*point);
    }

private:
    Color by() const { return speaker.value_or(game_.turn()); }

    /// A vertex, or "pass".
    Result<Event> read_move(JsonView view) {
        const auto vertex = [&](std::string_view word) {
            return read_move_text(word, game_.size());
        };
        const auto move = read_word(view, "a point such as D4, and not pass", vertex);
        if (!move) return refused();
        if (move->by && speaker && move->by != speaker) {
            add(view, "the stone is the other side's");
            return refused();
        }
        const Color color = move->by.value_or(by());
        if (move->point) return Play{color, *move->point};
        return Pass{color};
    }

    /// [row, column] as in `go-rows`: row 0 is the top.
    Result<Event> read_row_and_column(JsonView view) {
        const auto& numbers = *view.json().as<Json::Array>();
        if (numbers.size() != 2) {
            add(view, "a point is [row, column]");
            return refused();
        }
        const auto row = view.at(std::size_t{0}, numbers[0]).integer(faults);
        const auto column = view.at(std::size_t{1}, numbers[1]).integer(faults);
        if (!row || !column) return refused();
        const RowAndColumn place{*row, *column};
        if (const auto point = point_at(game_.size(), place)) return Play{by(), *point};
        return std::unexpected(
            Rejection{&codes::point_off_board,
                      {{"point", go::to_string(place)}, {"size", go::to_string(game_.size())}}});
    }

    Result<Event> read_action(std::string_view name) {
        if (name == "pass") return Pass{by()};
        if (name == "agree") return Agree{by()};
        if (name == "resume") return Resume{by()};
        if (name == "resign") return Resign{by()};
        if (name == "lose_on_time") return LoseOnTime{by()};
        if (name == "mark_dead" || name == "mark_alive") return read_mark(name);
        if (name == "conclude") {
            auto outcome = read_conclusion(all_reasons, reasons::recorded_result);
            if (!outcome) return std::unexpected(std::move(outcome.error()));
            return Conclude{*outcome};
        }
        add(json.at("action", *json.json().find("action")),
            in_quotes(name) +
                " is not one of pass, resign, mark_dead, mark_alive, agree and resume");
        return refused();
    }

    Result<Event> read_mark(std::string_view name) {
        const auto view = member(json, "point");
        const auto point =
            view ? read_word(*view, "a point such as D4", point_named) : std::nullopt;
        if (!point) return refused();
        if (name == "mark_dead") return MarkDead{by(), *point};
        return MarkAlive{by(), *point};
    }

    const Game& game_;
};

}  // namespace

void write_event_json(JsonWriter& out, const Event& event) { std::visit(EventWriter(out), event); }

Result<Event> read_event_json(const Game& game, JsonView json, std::optional<Color> by) {
    return EventReader(game, json, by).read();
}

}  // namespace arbiter::go
