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

/// Stones in the other side's territory are dead.
void mark_dead_stones(Game& game, const Grid& territory) {
    for_each_point(game.size(), [&](Point point) {
        const auto stone = game.position().at(point);
        const auto owner = territory.at(point);
        if (!stone || !owner || owner == stone) return;
        static_cast<void>(game.play(
            MarkDead{Color::black, point}));  // the other stones of the group are rejected
    });
}

/// Plays the marks and agreements that lead to that result. False, and nothing has changed, if they
/// lead to another.
bool settled(Game& game, const ToldResult& told, const Grid& territory) {
    if (game.phase() != Phase::marking) return false;
    const std::size_t before = game.events().size();
    mark_dead_stones(game, territory);
    if (agrees(told, game.score())) {
        static_cast<void>(game.play(Agree{Color::black}));
        static_cast<void>(game.play(Agree{Color::white}));
        return true;
    }
    while (game.events().size() > before) game.undo();
    return false;
}

void end_with(Game& game, const ToldResult& told, const Grid& territory) {
    const Outcome& outcome = told.outcome;
    if (outcome.reason == reasons::resignation) {
        static_cast<void>(game.play(Resign{opponent(*outcome.winner)}));
    } else if (outcome.reason == reasons::time_forfeit) {
        static_cast<void>(game.play(LoseOnTime{opponent(*outcome.winner)}));
    } else if (outcome.reason == reasons::forfeit || !settled(game, told, territory)) {
        static_cast<void>(game.play(Conclude{outcome}));
    }
}

}  // namespace

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
    if (told && !game.outcome()) end_with(game, *told, territory_in(last_node, game.size()));
    if (says_more(result, game)) game.tags.emplace_back("RE", result);
}

}  // namespace arbiter::go
