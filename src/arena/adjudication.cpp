#include "arena/adjudication.hpp"

#include <cstdlib>

namespace arbiter::arena {

void Adjudicator::hear(Color side, int score) {
    const auto count = [](std::size_t& moves, bool goes_on) { moves = goes_on ? moves + 1 : 0; };
    Opinion& opinion = opinions_[side];
    opinion.score = score;
    if (resign_) {
        count(opinion.lost, score <= -resign_->score);
        count(opinion.won, score >= resign_->score);
    }
    if (draw_) count(opinion.even, std::abs(score) <= draw_->score);
}

std::optional<Color> Adjudicator::loser() const {
    if (!resign_) return std::nullopt;
    for (const Color side : both_colors) {
        const bool is_agreed = !resign_->both || opinions_[opponent(side)].won >= resign_->moves;
        if (opinions_[side].lost >= resign_->moves && is_agreed) return side;
    }
    return std::nullopt;
}

bool Adjudicator::is_draw(std::size_t plies) const {
    return draw_ && plies >= 2 * draw_->after && opinions_.white.even >= draw_->moves &&
           opinions_.black.even >= draw_->moves;
}

}  // namespace arbiter::arena
