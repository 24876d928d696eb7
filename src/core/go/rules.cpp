#include "core/go/rules.hpp"

#include <algorithm>

namespace arbiter::go {

namespace {

bool simple_ko(const Rules& rules) {
    return rules.ko == KoRule::simple || rules.ko == KoRule::simple_and_positional;
}

std::optional<History::Compare> superko(const Rules& rules) {
    switch (rules.ko) {
        case KoRule::positional:
        case KoRule::simple_and_positional: return History::Compare::stones;
        case KoRule::situational: return History::Compare::stones_and_turn;
        default: return std::nullopt;
    }
}

/// The group that the stone would be part of, itself included.
std::vector<Point> group_with(Position position, Stone stone) { return position.play(stone); }

/// What is left to ask once the point is empty. Nothing is put together in words here: this runs
/// for every point of a board.
struct Verdict {
    const RejectionCode* code = nullptr;
    std::uint32_t repeated_move = 0;
};

Verdict judge(const Position& position, const History& history, const Rules& rules, Stone stone) {
    if (rules.suicide == Suicide::forbidden && position.is_suicide(stone)) {
        return {&codes::no_liberties};
    }
    if (simple_ko(rules) && stone.color == position.turn() && position.ko() == stone.point) {
        return {&codes::ko};
    }
    if (const auto compare = superko(rules)) {
        if (const auto move = history.repeated_by(position, stone, *compare)) {
            return {&codes::repeats_position, *move};
        }
    }
    return {};
}

}  // namespace

History::History(const Position& start, std::uint32_t moves) { push(start, moves, 0); }

void History::push(const Position& after, std::uint32_t moves, std::uint32_t last_pass) {
    if (table_.size() <= 2 * entries_.size()) make_room();
    const auto same_before = last_with(after.key());
    entries_.push_back({std::make_shared<const Stones>(after.stones()), after.key(), after.turn(),
                        after.ko(), moves, last_pass, same_before});
    table_[slot(after.key())] = static_cast<std::uint32_t>(entries_.size());
}

void History::make_room() {
    constexpr std::size_t least = 64;
    table_.assign(std::max(least, 2 * table_.size()), 0);
    std::uint32_t number = 0;
    for (const Entry& entry : entries_) table_[slot(entry.key)] = ++number;
}

/// Keys are as good as random: any of their bits will do.
std::size_t History::slot(std::uint64_t key) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t place = key & mask;
    while (table_[place] != 0 && entries_[table_[place] - 1].key != key) place = (place + 1) & mask;
    return place;
}

std::optional<std::uint32_t> History::last_with(std::uint64_t key) const {
    const std::uint32_t number = table_[slot(key)];
    if (number == 0) return std::nullopt;
    return number - 1;
}

void History::push_play(const Position& after) { push(after, back().moves + 1, back().last_pass); }

void History::push_pass(const Position& after) {
    push(after, back().moves + 1, static_cast<std::uint32_t>(entries_.size()));
}

void History::pop() {
    const Entry& entry = entries_.back();
    table_[slot(entry.key)] = entry.same_before ? *entry.same_before + 1 : 0;
    entries_.pop_back();
}

std::optional<std::uint32_t> History::repeated_by(const Position& position, Stone stone,
                                                  Compare compare) const {
    const auto latest = last_with(position.key_after(stone));
    if (!latest) return std::nullopt;
    Position after = position;
    after.play(stone);
    const Stones stones = after.stones();
    for (auto i = latest; i; i = entries_[*i].same_before) {
        const Entry& entry = entries_[*i];
        const bool turn_matters = compare == Compare::stones_and_turn;
        if (*entry.stones == stones && (!turn_matters || entry.turn == after.turn())) {
            return entry.moves;
        }
    }
    return std::nullopt;
}

bool History::is_cycle(const Position& after) const {
    const auto latest = last_with(after.key());
    if (!latest) return false;
    const Stones stones = after.stones();
    for (auto i = latest; i && *i >= back().last_pass; i = entries_[*i].same_before) {
        if (entries_[*i].turn == after.turn() && *entries_[*i].stones == stones) return true;
    }
    return false;
}

std::optional<Rejection> refusal(const Position& position, const History& history,
                                 const Rules& rules, Stone stone) {
    const std::string point = to_string(stone.point);
    if (!contains(position.size(), stone.point)) {
        return Rejection{&codes::point_off_board,
                         {{"point", point}, {"size", to_string(position.size())}}};
    }
    if (const auto occupant = position.at(stone.point)) {
        return Rejection{&codes::point_occupied, {{"point", point}, {"occupant", word(*occupant)}}};
    }
    const auto [code, repeated_move] = judge(position, history, rules, stone);
    if (code == nullptr) return std::nullopt;
    Rejection rejection{code, {{"point", point}, {"color", word(stone.color)}}};
    if (code == &codes::no_liberties) {
        rejection.data.push_back({"group", names(group_with(position, stone))});
    } else if (code == &codes::repeats_position) {
        rejection.data.push_back({"move_number", std::int64_t{repeated_move}});
    } else {
        // A move elsewhere, and the opponent's answer.
        rejection.data.push_back({"retake_after", std::int64_t{history.back().moves} + 2});
    }
    return rejection;
}

std::vector<Point> legal_points(const Position& position, const History& history,
                                const Rules& rules, Color color) {
    std::vector<Point> points;
    for (int i = 0; i < position.size().points(); ++i) {
        const Stone stone{color, point_at(position.size(), i)};
        if (!position.is_empty(stone.point)) continue;
        if (judge(position, history, rules, stone).code == nullptr) points.push_back(stone.point);
    }
    return points;
}

}  // namespace arbiter::go
