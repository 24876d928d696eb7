#include "players/analysis/review.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace arbiter::players {

namespace {

constexpr std::size_t worst_max = 5;

/// As far as they are legal.
std::vector<std::string> spelled_line(const AnyGame& game, std::span<const std::string> moves) {
    AnyGame after = game;
    for (const std::string& move : moves) {
        if (!after.play(move)) break;
    }
    auto written = after.history();
    written.erase(written.begin(),
                  written.begin() + static_cast<std::ptrdiff_t>(game.event_count()));
    return written;
}

Grade grade_of(double cost, const Scale& scale) {
    if (cost >= scale.blunder) return Grade::blunder;
    if (cost >= scale.bad) return Grade::bad;
    return cost >= scale.doubtful ? Grade::doubtful : Grade::good;
}

/// From 100 for a move that costs nothing towards 0 for one that costs the game. The curve is the one
/// that lichess made known; a unit of equity is from a loss to a win half the way.
double accuracy_of(const ReviewedMove& move, const Scale& scale) {
    const double cost = scale.measure == Scale::Measure::chance ? move.cost : move.cost / 2;
    return std::clamp(103.1668 * std::exp(-4.354 * cost) - 3.1669, 0.0, 100.0);
}

/// By how much a move changed who wins. Where a side is far ahead, analysts differ most on how far, and
/// it matters least: there, a chance counts as still closer to a win.
double weight_of(const ReviewedMove& move, const Scale& scale) {
    if (scale.measure != Scale::Measure::chance) return move.cost;
    const auto decided = [](double chance) {
        const double win = chance * chance * chance;
        const double loss = (1 - chance) * (1 - chance) * (1 - chance);
        return win / (win + loss);
    };
    return decided(move.best.judgement.chance) - decided(move.played.judgement.chance);
}

void count(SideSummary& side, const ReviewedMove& move, const Scale& scale) {
    side.luck += move.luck.value_or(0);
    side.luck_in_result += move.luck_in_result.value_or(0);
    if (move.forced) return;
    const auto before = static_cast<double>(side.decisions++);
    side.accuracy = (side.accuracy * before + accuracy_of(move, scale)) / (before + 1);
    side.loss += move.loss;
    side.doubtful += move.grade == Grade::doubtful ? 1U : 0U;
    side.bad += move.grade == Grade::bad ? 1U : 0U;
    side.blunders += move.grade == Grade::blunder ? 1U : 0U;
}

/// With a fixed number of decimals, as std::to_chars writes them; its tables are larger than all of this.
std::string fixed(double value, int decimals) {
    std::int64_t one = 1;
    for (int i = 0; i < decimals; ++i) one *= 10;
    const auto whole = std::llround(std::abs(value) * static_cast<double>(one));
    std::string text = (value < 0 && whole > 0 ? "-" : "") + std::to_string(whole / one);
    if (decimals > 0) text += '.' + std::to_string(one + whole % one).substr(1);
    return text;
}

}  // namespace

std::string_view to_string(Grade grade) {
    switch (grade) {
        case Grade::good: return "good";
        case Grade::doubtful: return "doubtful";
        case Grade::bad: return "bad";
        case Grade::blunder: return "blunder";
    }
    return {};
}

ReviewQuestion question_at(const AnyGame& game, std::size_t ply) {
    AnyGame before = game;
    before.rewind(ply + 1);
    std::string played = before.history(game.traits().record_notation)->back();
    before.rewind(ply);
    return {std::move(before), ply, std::move(played)};
}

RatedMove spelled(const AnyGame& game, const RatedMove& rated) {
    RatedMove written = rated;
    if (written.line.empty()) written.line = {rated.move};
    written.line = spelled_line(game, written.line);
    if (written.line.empty()) written.line = {rated.move};  // "roll", which is not an event
    written.move = written.line.front();
    return written;
}

std::optional<ReviewedMove> reviewed(const ReviewQuestion& question, const Analysis& analysis,
                                     const Scale& scale) {
    if (!analysis.played || analysis.moves.empty()) return std::nullopt;
    ReviewedMove move{.ply = question.ply,
                      .by = question.game.turn(),
                      .forced = analysis.forced,
                      .played = spelled(question.game, *analysis.played),
                      .best = spelled(question.game, analysis.moves.front())};
    move.luck = analysis.luck;
    move.luck_in_result = analysis.luck_in_result;
    const Judgement& best = move.best.judgement;
    const Judgement& played = move.played.judgement;
    const auto worth =
        scale.measure == Scale::Measure::chance ? &Judgement::chance : &Judgement::value;
    if (move.forced || played.*worth >= best.*worth) {
        move.best = move.played;
        return move;
    }
    move.loss = std::max(best.value - played.value, 0.0);
    move.cost = best.*worth - played.*worth;
    move.grade = grade_of(move.cost, scale);
    return move;
}

ReviewSummary summary_of(std::span<const ReviewedMove> moves, const Scale& scale) {
    ReviewSummary summary;
    for (const ReviewedMove& move : moves) count(summary.sides[move.by], move, scale);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (moves[i].cost > 0) summary.worst.push_back(i);
    }
    std::ranges::sort(summary.worst, {}, [&](std::size_t i) {
        return std::tuple(moves[i].grade == Grade::good, -weight_of(moves[i], scale), i);
    });
    summary.worst.resize(std::min(summary.worst.size(), worst_max));
    return summary;
}

double white_chance(const ReviewedMove& move) {
    const double chance = move.played.judgement.chance;
    return move.by == Color::white ? chance : 1 - chance;
}

std::string value_text(const Judgement& judgement, const Scale& scale) {
    if (judgement.mate_in) {
        const int moves = *judgement.mate_in;
        return (moves < 0 ? "-M" : "+M") + std::to_string(std::abs(moves));
    }
    const std::string number = fixed(judgement.value / scale.unit_shown, scale.decimals);
    return number.starts_with('-') ? number : "+" + number;
}

}  // namespace arbiter::players
