#include "core/go/events.hpp"

#include <algorithm>
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
    NotationInfo{"sgn", "D4b",
                 "with the colour last; passb, deadD4, aliveD4, agreeb, resumeb, resignb"},
    NotationInfo{"gtp", "B D4", "with the colour first, as in GTP's play"},
    NotationInfo{"sgf", "B[dp]", "as in SGF, counted from the upper left"},
    NotationInfo{"rows", "[15,3]", "row and column from the upper left, as in go-rows", true},
    NotationInfo{"json", R"({"point":"D4","by":"black"})", "as agents answer", true},
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

struct SgnMoveOf {
    using Word = std::optional<SgnMove>;
    using enum SgnAction::Kind;

    Color turn;

    Word operator()(const Play& play) const { return play; }
    Word operator()(const Pass& pass) const { return pass; }
    Word operator()(const MarkDead& mark) const { return marked(dead, mark.point, mark.by); }
    Word operator()(const MarkAlive& mark) const { return marked(alive, mark.point, mark.by); }
    Word operator()(const Agree& event) const { return SgnAction{agree, {}, event.by}; }
    Word operator()(const Resume& event) const { return SgnAction{resume, {}, event.by}; }
    Word operator()(const Resign& event) const { return SgnAction{resign, {}, event.by}; }
    Word operator()(const LoseOnTime&) const { return std::nullopt; }
    Word operator()(const Conclude&) const { return std::nullopt; }

private:
    Word marked(SgnAction::Kind kind, Point point, Color by) const {
        return SgnAction{kind, point, by == turn ? std::nullopt : std::optional(by)};
    }
};

std::string write_move(Color by, std::optional<Point> point, Size size, std::string_view notation) {
    if (notation == "sgf") return write_sgf_move({by, point}, size);
    if (notation == "rows") return write_rows_move(point, size);
    if (notation == "gtp") return write_gtp_move(by, point);
    return write_vertex(point);
}

/// A player names the other side's colour.
Rejection not_theirs(Color by, Color named) {
    return {&codes::not_your_stone,
            {{"color", std::string(to_string(named))}, {"by", std::string(to_string(by))}}};
}

/// `word` is what the text means in SGN, if anything: then it means nothing else.
std::optional<MoveText> move_in(std::string_view text, const std::optional<SgnMove>& word,
                                Size size) {
    if (!word) return read_move_text(text, size);
    if (const auto* play = std::get_if<Play>(&*word)) return MoveText{play->by, play->point};
    if (const auto* pass = std::get_if<Pass>(&*word)) return MoveText{pass->by, std::nullopt};
    return std::nullopt;
}

Result<Event> event_in(std::string_view text, const Game& game, std::optional<Color> by) {
    const auto place = rows_move_as_json(text);
    if (place || text.starts_with('{') || text.starts_with('"')) {
        const auto json = read_json(place ? *place : text);
        if (json) return read_event_json(game, JsonView(*json), by);
        return std::unexpected(unreadable(text, json.faults.begin()->sentence));
    }
    const Color speaker = by.value_or(game.turn());
    if (text == "resign") return Resign{speaker};
    if (text == "agree") return Agree{speaker};
    if (text == "resume") return Resume{speaker};
    if (const auto mark = read_mark(text, speaker)) return *mark;
    const auto word = read_sgn_move(text);
    if (const auto* action = word ? std::get_if<SgnAction>(&*word) : nullptr) {
        if (action->by && by && action->by != by) {
            return std::unexpected(not_theirs(*by, *action->by));
        }
        return event_of(*action, speaker);
    }
    const auto move = move_in(text, word, game.size());
    if (!move) {
        return std::unexpected(unreadable(
            text, game.phase() == Phase::marking
                      ? "play has ended; write mark_dead D4, mark_alive D4, agree or resume"
                      : "a move is a point such as D4, or pass; columns have no letter I"));
    }
    if (move->by && by && move->by != by) return std::unexpected(not_theirs(*by, *move->by));
    const Color color = move->by.value_or(speaker);
    if (move->point) return Play{color, *move->point};
    return Pass{color};
}

}  // namespace

Event event_of(const SgnAction& action, Color turn) {
    using enum SgnAction::Kind;
    const Color by = action.by.value_or(turn);
    switch (action.kind) {
        case dead: return MarkDead{by, *action.point};
        case alive: return MarkAlive{by, *action.point};
        case agree: return Agree{by};
        case resume: return Resume{by};
        case resign: break;
    }
    return Resign{by};
}

std::optional<SgnMove> sgn_move_of(const Event& event, Color turn) {
    return std::visit(SgnMoveOf{turn}, event);
}

std::span<const NotationInfo> Game::notations() { return notation_infos; }

std::string_view Game::notation_of(std::string_view move) {
    move = trimmed(move);
    if (rows_move_as_json(move)) return "rows";
    if (move.starts_with('{')) return "json";
    if (const auto vertex = read_vertex(move)) return vertex->point ? "vertex" : "";
    if (read_sgn_move(move)) return "sgn";
    if (read_gtp_move(move)) return "gtp";
    return read_sgf_move(move, {Size::side_max, Size::side_max}) ? "sgf" : "";
}

std::vector<std::string> Game::implied(const Effects& effects, std::string_view notation) const {
    std::vector<std::string> words;
    if (notation != "sgn") return words;
    for (const auto& [kind, data] : effects) {
        if (kind != "captured" && kind != "self_captured") continue;
        for (const auto& name : std::get<std::vector<std::string>>(*find(data, "points"))) {
            words.push_back(write_sgn_move(Capture{*point_named(name)}));
        }
    }
    return words;
}

/// Points are letters and numbers but in the notation `rows`.
std::optional<std::string> Game::spelled(std::string_view key, std::string_view word,
                                         std::string_view notation) const {
    constexpr std::array<std::string_view, 4> keys{"point", "points", "group", "dead"};
    if (std::ranges::find(keys, key) == keys.end()) return std::nullopt;
    const auto in_rows = rows_point_named(word, size());
    const auto point = in_rows ? in_rows : point_named(word);
    if (notation != "rows") return in_rows ? std::optional(to_string(*point)) : std::nullopt;
    if (!point || !contains(size(), *point)) return std::nullopt;
    return write_rows_move(point, size());
}

Result<Event> Game::read_event(std::string_view text, std::optional<Color> by) const {
    if (outcome_) {
        return std::unexpected(Rejection{&codes::game_over, {{"outcome", sentence(*outcome_)}}});
    }
    auto event = event_in(trimmed(text), *this, by);
    const bool is_move =
        event && phase() == Phase::play &&
        (std::holds_alternative<Play>(*event) || std::holds_alternative<Pass>(*event));
    if (is_move && by && rules().turns == Turns::named) {
        if (auto refused = out_of_turn(*by)) return std::unexpected(std::move(*refused));
    }
    return event;
}

std::string Game::write_event(const Event& event, std::string_view notation) const {
    return write_event(event, notation, turn());
}

std::string Game::write_event(const Event& event, std::string_view notation, Color turn) const {
    if (notation == "sgn") {
        if (const auto word = sgn_move_of(event, turn)) return write_sgn_move(*word);
    }
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
    for (std::size_t i = 0; i < events().size(); ++i) {
        words.push_back(write_event(events()[i], notation, turn_before(i)));
    }
    return words;
}

}  // namespace arbiter::go
