#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/any_document.hpp"
#include "players/analysis/analysis.hpp"

/// A game looked at afterwards: what each move has cost.
///
///     for (std::size_t ply = 0; ply < game.event_count(); ++ply) {
///         const ReviewQuestion question = question_at(game, ply);
///         const auto analysis = analyst.analyse(question.game, question.task(), budget);
///         if (auto move = reviewed(question, *analysis, scale)) moves.push_back(*move);
///     }
///     const ReviewSummary summary = summary_of(moves, scale);
namespace arbiter::players {

/// A game before one of its events.
struct ReviewQuestion {
    AnyGame game;
    std::size_t ply;     ///< events before it
    std::string played;  ///< in the notation of the record
    AnalysisTask task(int depth = 0) const { return {.played = played, .depth = depth}; }
};
/// `ply` is less than the number of events.
ReviewQuestion question_at(const AnyGame& game, std::size_t ply);

enum class Grade : std::uint8_t { good, doubtful, bad, blunder };
std::string_view to_string(Grade grade);

struct ReviewedMove {
    std::size_t ply = 0;  ///< events before it
    Color by = Color::white;
    bool forced = false;  ///< nothing was to be decided: it says only how the game stood, or luck
    RatedMove played{};   ///< in the notation of the game, like the best
    RatedMove best{};
    double loss = 0;  ///< in the unit of the scale
    double cost = 0;  ///< by the measure of the scale
    Grade grade = Grade::good;
    std::optional<double> luck{};
    std::optional<double> luck_in_result{};  ///< both as in `Analysis`

    bool operator==(const ReviewedMove&) const = default;
};

/// Nothing if the event cannot be judged: a resignation, an agreement.
std::optional<ReviewedMove> reviewed(const ReviewQuestion& question, const Analysis& analysis,
                                     const Scale& scale);

struct SideSummary {
    std::size_t decisions = 0;
    std::size_t doubtful = 0;
    std::size_t bad = 0;
    std::size_t blunders = 0;
    double loss = 0;  ///< of all decisions
    double luck = 0;  ///< of all rolls
    double luck_in_result = 0;
    double accuracy = 100;  ///< from 0 to 100: the mean over its decisions

    double average_loss() const {
        return decisions == 0 ? 0 : loss / static_cast<double>(decisions);
    }
};

struct ReviewSummary {
    PerColor<SideSummary> sides;
    std::vector<std::size_t> worst;  ///< at most five indices, what changed most first
};
ReviewSummary summary_of(std::span<const ReviewedMove> moves, const Scale& scale);

/// What is shown as a whole.
struct Review {
    const AnyGame& game;
    std::string_view by;  ///< who judged
    const Scale& scale;
    std::span<const ReviewedMove> moves;
};

/// White's chance to win after a reviewed move.
double white_chance(const ReviewedMove& move);
/// "+0.35", "-M4", "-0.123": for the side that has moved.
std::string value_text(const Judgement& judgement, const Scale& scale);
/// White's chance to win through the game, with the mistakes on it. `theme` as in pictures.
std::string curve_svg(const Review& review, std::string_view theme);

/// The move and its line in the notation of the game, as far as they are legal.
RatedMove spelled(const AnyGame& game, const RatedMove& rated);

/// {"ply", "by", "move", "value", "chance", ..., "best": {...}, "loss", "cost", "grade"}
void write(JsonWriter& out, const ReviewedMove& move);
ReviewedMove read_reviewed_move(JsonView json, Faults& faults);
std::vector<ReviewedMove> read_reviewed_moves(JsonView list, Faults& faults);
/// The members moves, best first, of what `analyse` says; moves in the notation of the game.
void write(JsonWriter& out, const Analysis& analysis, const AnyGame& game);
/// The members game, by, unit, white, black and worst, a list of plies.
void write_summary(JsonWriter& out, const Review& review);
/// The same, and moves.
void write(JsonWriter& out, const Review& review);
std::string review_json(const Review& review);

/// One page that needs nothing else: the curve, the worst moves with their boards, every move.
std::string review_page(const Review& review);

/// Writes a review into a document: evaluations, glyphs, and the better line as a variation.
void annotate(AnyDocument& document, const Review& review);

}  // namespace arbiter::players
