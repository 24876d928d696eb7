#include "core/go/events.hpp"

#include <array>

#include "core/base/excerpt.hpp"
#include "core/base/text.hpp"
#include "core/go/event_json.hpp"
#include "core/go/game.hpp"
#include "core/go/notations/gtp.hpp"
#include "core/go/notations/move_text.hpp"
#include "core/go/notations/rows.hpp"
#include "core/go/notations/sgf_point.hpp"
#include "core/go/notations/sgn.hpp"
#include "core/go/notations/vertex.hpp"

namespace arbiter::go {

namespace {

constexpr std::array notation_infos{
    NotationInfo{"vertex", "D4", "the point, or pass"},
    NotationInfo{"sgn", "D4b", "with the colour last; passb and passw"},
    NotationInfo{"gtp", "B D4", "with the colour first, as in GTP's play"},
    NotationInfo{"sgf", "B[dp]", "as in SGF, counted from the upper left"},
    NotationInfo{"rows", "[15,3]", "row and column from the upper left, as in go-rows"},
    NotationInfo{"json", R"({"point":"D4","by":"black"})", "as agents answer"},
};

Rejection unreadable(std::string_view text, std::string problem) {
    return {&codes::unreadable_move,
            {{"text", excerpt(text, 40)}, {"problem", std::move(problem)}}};
}

/// "mark_dead D4".
std::optional<Event> read_mark(std::string_view text, Color by) {
    const auto blank = text.find(' ');
    if (blank == text.npos) return std::nullopt;
    const auto point = point_named(trimmed(text.substr(blank)));
    if (!point) return std::nullopt;
    const auto word = text.substr(0, blank);
    if (word == "mark_dead") return MarkDead{by, *point};
    if (word == "mark_alive") return MarkAlive{by, *point};
    return std::nullopt;
}

std::string write_move(Color by, std::optional<Point> point, Size size, std::string_view notation) {
    if (notation == "sgn") {
        return point ? write_sgn_move(Play{by, *point}) : write_sgn_move(Pass{by});
    }
    if (notation == "sgf") return write_sgf_move({by, point}, size);
    if (notation == "rows") return write_rows_move(point, size);
    if (notation == "gtp") return write_gtp_move(by, point);
    return write_vertex(point);
}

}  // namespace

std::span<const NotationInfo> Game::notations() { return notation_infos; }

Result<Event> Game::read_event(std::string_view text, std::optional<Color> by) const {
    text = trimmed(text);
    if (outcome_) {
        return std::unexpected(Rejection{&codes::game_over, {{"outcome", sentence(*outcome_)}}});
    }
    if (text.starts_with('{') || text.starts_with('[') || text.starts_with('"')) {
        const auto json = read_json(text);
        if (json) return read_event_json(*this, JsonView(*json), by);
        return std::unexpected(unreadable(text, json.faults.begin()->sentence));
    }
    const Color speaker = by.value_or(turn());
    if (text == "resign") return Resign{speaker};
    if (text == "agree") return Agree{speaker};
    if (text == "resume") return Resume{speaker};
    if (const auto mark = read_mark(text, speaker)) return *mark;
    const auto move = read_move_text(text, size());
    if (!move) {
        return std::unexpected(
            unreadable(text, "a move is a point such as D4, or pass; columns have no letter I"));
    }
    if (move->by && by && move->by != by) {
        return std::unexpected(Rejection{
            &codes::not_your_stone,
            {{"color", std::string(to_string(*move->by))}, {"by", std::string(to_string(*by))}}});
    }
    const Color color = move->by.value_or(speaker);
    if (move->point) return Play{color, *move->point};
    return Pass{color};
}

std::string Game::write_event(const Event& event, std::string_view notation) const {
    if (notation != "json") {
        if (const auto* play = std::get_if<Play>(&event)) {
            return write_move(play->by, play->point, size(), notation);
        }
        if (const auto* pass = std::get_if<Pass>(&event)) {
            return write_move(pass->by, std::nullopt, size(), notation);
        }
    }
    JsonWriter out;
    write_event_json(out, event);
    return out.take();
}

std::vector<std::string> Game::history(std::string_view notation) const {
    std::vector<std::string> words;
    words.reserve(events().size());
    for (const Event& event : events()) words.push_back(write_event(event, notation));
    return words;
}

}  // namespace arbiter::go
