#include <algorithm>
#include <array>

#include "players/analysis/review.hpp"

namespace arbiter::players {

namespace {

/// PGN's glyphs, which SGF has too: ?!, ? and ??.
std::optional<Glyph> glyph_of(Grade grade) {
    switch (grade) {
        case Grade::good: return std::nullopt;
        case Grade::doubtful: return Glyph{6};
        case Grade::bad: return Glyph{2};
        case Grade::blunder: return Glyph{4};
    }
    return std::nullopt;
}

/// As files have it: from White's side.
std::optional<Evaluation> evaluation_of(const ReviewedMove& move, const Scale& scale) {
    const double sign = move.by == Color::white ? 1 : -1;
    const Judgement& judgement = move.played.judgement;
    if (judgement.mate_in) {
        return Evaluation{sign * *judgement.mate_in, Evaluation::Unit::mate};
    }
    if (!scale.in_files) return std::nullopt;
    return Evaluation{sign * judgement.value, *scale.in_files};
}

std::string comment_on(const ReviewedMove& move, const Scale& scale) {
    return value_text(move.played.judgement, scale) + ", better " + move.best.move + " " +
           value_text(move.best.judgement, scale);
}

template <class T>
void drop(std::vector<Remark>& remarks) {
    std::erase_if(remarks, [](const Remark& remark) { return std::holds_alternative<T>(remark); });
}

/// What people said stays; an evaluation and a verdict on the move are replaced.
std::vector<Remark> remarks_with(std::vector<Remark> remarks, const ReviewedMove& move,
                                 const Scale& scale) {
    if (const auto evaluation = evaluation_of(move, scale)) {
        drop<Evaluation>(remarks);
        remarks.insert(remarks.begin(), *evaluation);
    }
    const auto glyph = glyph_of(move.grade);
    if (!glyph) return remarks;
    drop<Glyph>(remarks);
    remarks.insert(remarks.begin(), *glyph);
    const Comment comment{comment_on(move, scale)};
    if (std::ranges::find(remarks, Remark(comment)) == remarks.end()) remarks.emplace_back(comment);
    return remarks;
}

}  // namespace

void annotate(AnyDocument& document, const Review& review) {
    for (const ReviewedMove& move : review.moves) {
        const NodeId before = document.node_at(move.ply);
        const std::vector<NodeId> after = document.children(before);
        if (after.empty()) return;  // the review is of another document
        const NodeId node = after.front();
        document.annotate(node, remarks_with(document.remarks(node), move, review.scale));
        if (move.grade == Grade::good) continue;
        // A line that the format cannot continue stays out of it; the comment names its first move.
        static_cast<void>(document.add(before, move.best.line));
    }
}

}  // namespace arbiter::players
