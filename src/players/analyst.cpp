#include "players/analyst.hpp"

#include "players/bots/game_analyst.hpp"

namespace arbiter::players {

const Scale* scale_of(const Traits& game) {
    const GameAnalyst* analyst = analyst_for(game);
    return analyst == nullptr ? nullptr : &analyst->scale;
}

std::expected<std::optional<ReviewedMove>, PlayerError> review_event(Analyst& analyst,
                                                                     const AnyGame& game,
                                                                     std::size_t ply,
                                                                     const ReviewTerms& terms) {
    const Scale* scale = scale_of(game.traits());
    if (scale == nullptr) {
        return failed(PlayerError::Kind::cannot_play,
                      "nobody analyses " + std::string(game.title()));
    }
    const ReviewQuestion question = question_at(game, ply);
    const auto analysis = analyst.analyse(question.game, question.task(terms.depth), terms.budget);
    if (!analysis) return std::unexpected(analysis.error());
    return reviewed(question, *analysis, *scale);
}

}  // namespace arbiter::players
