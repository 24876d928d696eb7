#include "core/go/picture/marks.hpp"

#include "core/go/game.hpp"

namespace arbiter::go {

namespace {

std::string status(const Game& game) {
    if (const auto& outcome = game.outcome()) {
        const std::string ending = sentence(*outcome);
        return outcome->reason == reasons::score ? ending + ", " + to_string(game.score()) : ending;
    }
    if (game.phase() == Phase::marking) return "Dead stones are being marked";
    return capitalized(game.turn()) + " to move";
}

/// The liberties of each stone's group; 0 for empty points.
std::vector<int> liberties_of_stones(const Position& position) {
    const Size size = position.size();
    std::vector<int> counts(static_cast<std::size_t>(size.points()), 0);
    for (int i = 0; i < size.points(); ++i) {
        if (counts[static_cast<std::size_t>(i)] != 0) continue;
        const Point point = point_at(size, i);
        const auto liberties = static_cast<int>(position.liberties(point).size());
        for (const Point stone : position.group(point))
            counts[static_cast<std::size_t>(index(size, stone))] = liberties;
    }
    return counts;
}

std::optional<Preview> preview_of(const Game& game, std::string_view move) {
    if (move.empty()) return std::nullopt;
    Preview preview;
    const auto event = game.read_event(move);
    if (!event) {
        preview.refusal = sentence(event.error());
        return preview;
    }
    const auto* play = std::get_if<Play>(&*event);
    if (play != nullptr) preview.stone = {play->by, play->point};
    if (const auto effects = game.check(*event); !effects) {
        preview.refusal = sentence(effects.error());
    } else if (play != nullptr) {
        Position after = game.position();
        preview.taken = after.play(*preview.stone);
    }
    return preview;
}

}  // namespace

Marks marks(const Game& game, const RenderOptions& options) {
    Marks marks{.turn = game.phase() == Phase::play ? std::optional(game.turn()) : std::nullopt,
                .status = status(game),
                .last_move = game.last_move(),
                .ko = game.rules().ko == KoRule::none ? std::nullopt : game.position().ko(),
                .dead = {game.dead().begin(), game.dead().end()},
                .preview = preview_of(game, options.preview)};
    if (options.overlay == "ownership") marks.owners = game.score().owners;
    if (options.overlay == "liberties") marks.liberties = liberties_of_stones(game.position());
    return marks;
}

}  // namespace arbiter::go
