#include "core/go/formats/sgf_ending.hpp"

#include <algorithm>

#include "core/base/excerpt.hpp"
#include "core/contract/sgf_tree.hpp"
#include "core/go/formats/sgf_result.hpp"
#include "core/go/notations/sgf_point.hpp"

namespace arbiter::go {

namespace {

/// The points that TB and TW of a node mark. FF[4] has each point at most once.
Grid territory_in(std::span<const Annotation> node, Size size) {
    Grid territory(size);
    for (const Color color : {Color::black, Color::white}) {
        const Property* property = find_property(node, color == Color::black ? "TB" : "TW");
        if (property == nullptr) continue;
        const auto useful = static_cast<std::size_t>(size.points());
        for (std::size_t i = 0; i < std::min(property->values.size(), useful); ++i) {
            std::vector<Point> points;
            if (read_sgf_points(property->values[i], size, points)) continue;
            for (const Point point : points) territory.at(point) = color;
        }
    }
    return territory;
}

/// Marks the stones in the other side's territory. The marks are added to the events, the points of
/// their groups are returned in order.
std::vector<Point> mark_dead_stones(const Position& position, const Grid& territory,
                                    std::vector<Event>& events) {
    std::vector<Point> dead;
    for_each_point(position.size(), [&](Point point) {
        const auto stone = position.at(point);
        const auto owner = territory.at(point);
        if (!stone || !owner || owner == stone || std::ranges::binary_search(dead, point)) return;
        events.emplace_back(MarkDead{Color::black, point});
        const auto group = position.group(point);
        dead.insert(dead.end(), group.begin(), group.end());
        std::ranges::sort(dead);
    });
    return dead;
}

/// Plays the settlement that leads to the result.
bool settled(Game& game, const ToldResult& told, std::span<const Annotation> last_node) {
    if (game.phase() != Phase::marking) return false;
    const auto events =
        settlement({game.position(), game.rules(), game.account()}, told, last_node);
    if (!events) return false;
    for (const Event& event : *events) static_cast<void>(game.play(event));
    return true;
}

void end_with(Game& game, const ToldResult& told, std::span<const Annotation> last_node) {
    const Outcome& outcome = told.outcome;
    if (outcome.reason == reasons::resignation) {
        static_cast<void>(game.play(Resign{opponent(*outcome.winner)}));
    } else if (outcome.reason == reasons::time_forfeit) {
        static_cast<void>(game.play(LoseOnTime{opponent(*outcome.winner)}));
    } else if (outcome.reason == reasons::forfeit || !settled(game, told, last_node)) {
        static_cast<void>(game.play(Conclude{outcome}));
    }
}

}  // namespace

std::optional<std::vector<Event>> settlement(const LastBoard& board, const ToldResult& told,
                                             std::span<const Annotation> last_node) {
    std::vector<Event> events;
    const Grid territory = territory_in(last_node, board.position.size());
    const auto dead = mark_dead_stones(board.position, territory, events);
    if (!agrees(told, score(board.position, board.rules, board.account, dead))) return std::nullopt;
    events.emplace_back(Agree{Color::black});
    events.emplace_back(Agree{Color::white});
    return events;
}

void follow_result(Game& game, std::string_view result, std::span<const Annotation> last_node,
                   TextPlace place, Faults& faults) {
    const auto told = result_told(result);
    if (!told && !is_open_result(result)) {
        faults.warn("unknown_result", "unknown result: " + in_quotes(result), place);
    }
    if (told && game.outcome() && !agrees(*told, game)) {
        faults.warn("result_contradicts_board",
                    "the result is " + excerpt(result) + ", but: " + sentence(*game.outcome()),
                    place);
    }
    if (told && !game.outcome()) end_with(game, *told, last_node);
    if (says_more(result, game)) game.tags.emplace_back("RE", result);
}

}  // namespace arbiter::go
