#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/results.hpp"
#include "core/base/excerpt.hpp"
#include "players/analyst.hpp"

namespace arbiter::arena {

namespace {

using Row = std::vector<std::string>;

/// How many columns a terminal needs for it, taking each character as one wide.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & '\xC0') != '\x80'; }));
}

std::string padding(std::string_view text, std::size_t columns) {
    return std::string(columns - width_of(text), ' ');
}

/// A name is never cut: two that begin alike would look the same.
std::string printable(const std::string& name) { return excerpt(name, name.size()); }

/// The first two columns to the left, the others to the right.
std::string in_columns(const std::vector<Row>& rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], width_of(row[i]));
        }
    }
    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string blanks = padding(row[i], widths[i]);
            line += i == 1 ? row[i] + blanks : blanks + row[i];
            if (i + 1 < row.size()) line += "  ";
        }
        text += line + "\n";
    }
    return text;
}

}  // namespace

std::string elo_text(double elo) {
    const auto rounded = std::lround(elo);
    return rounded == 0 ? "0" : fmt::format("{:+}", rounded);
}

std::string games_text(const Results& results) {
    const Tournament& tournament = results.tournament;
    const std::size_t planned = games_max(tournament.terms().schedule);
    return fmt::format("{} of {}{} games", tournament.finished(),
                       tournament.sprt() ? "at most " : "", planned);
}

std::string sprt_text(const Results& results) {
    const auto& sprt = results.tournament.sprt();
    if (!sprt) return {};
    const SprtTerms& terms = sprt->terms();
    const auto [lower, upper] = limits_of(terms);
    const auto& pairs = sprt->pairs();
    std::string verdict = "not decided";
    if (sprt->verdict() == SprtVerdict::elo0) {
        verdict = fmt::format("{} is not better by {} Elo", results.name(0), terms.elo1);
    }
    if (sprt->verdict() == SprtVerdict::elo1) {
        verdict = fmt::format("{} is better than by {} Elo", results.name(0), terms.elo0);
    }
    return fmt::format(
        "SPRT of {} to {} {} Elo: LLR {:.2f} ({:.2f} to {:.2f}), {}\n"
        "Pairs by points 0, 1/2, 1, 3/2, 2: {}, {}, {}, {}, {}\n",
        terms.elo0, terms.elo1, to_string(terms.kind), sprt->ratio(), lower, upper, verdict,
        pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
}

std::string interval_text(const Rating& rating) {
    return fmt::format("{} to {}", elo_text(rating.low), elo_text(rating.high));
}

std::string points_text(const PairPoints& points) {
    std::string text = fmt::format("{:+.3f}", points.mean());
    if (const auto error = points.error()) text += fmt::format(" \u00b1 {:.3f}", *error);
    return text;
}

std::string loss_text(const Results& results, std::size_t player) {
    const SideReport& judged = results.standing(player).behaviour;
    const Traits* game = traits_named(results.tournament.terms().game);
    const players::Scale* scale = game == nullptr ? nullptr : players::scale_of(*game);
    if (judged.decisions == 0 || scale == nullptr) return "-";
    return fmt::format("{:.{}f} {}", judged.average_loss() / scale->unit_shown, scale->decimals + 1,
                       scale->shown);
}

std::string to_text(const Results& results) {
    const bool counts_points = results.tournament.counts_points();
    std::vector<Row> rows{{"", "player", "Elo", "95 %", "games", "points", "score", "won", "drawn",
                           "lost", "void", "forfeits", "legal", "ms/turn"}};
    if (counts_points) rows.front().insert(rows.front().begin() + 2, "points/game");
    if (results.is_judged()) rows.front().insert(rows.front().end(), {"loss/move", "blunders"});
    if (results.is_judged() && counts_points) rows.front().emplace_back("less luck");
    std::size_t rank = 0;
    for (const std::size_t player : results.ranking) {
        const Standing& standing = results.standing(player);
        const Score& score = standing.score;
        const Rating& rating = results.ratings.players[player];
        const bool has_played = score.games() > 0;
        const auto games = static_cast<double>(std::max<std::size_t>(score.games(), 1));
        Row row{std::to_string(++rank),
                printable(results.name(player)),
                has_played ? elo_text(rating.elo) : "-",
                results.is_anchor(player) ? "anchor"
                : has_played              ? interval_text(rating)
                                          : "-",
                std::to_string(score.games()),
                fmt::format("{:.1f}", score.points()),
                fmt::format("{:.1f} %", 100 * score.points() / games),
                std::to_string(score.wins),
                std::to_string(score.draws),
                std::to_string(score.losses),
                std::to_string(standing.voids),
                std::to_string(results.forfeits(player)),
                fmt::format("{:.1f} %", 100 * results.legal_rate(player)),
                fmt::format("{:.1f}", results.time_per_turn(player))};
        if (counts_points) row.insert(row.begin() + 2, points_text(standing.points));
        if (results.is_judged()) {
            row.push_back(loss_text(results, player));
            row.push_back(std::to_string(standing.behaviour.blunders));
            if (counts_points) row.push_back(points_text(standing.points_less_luck));
        }
        rows.push_back(std::move(row));
    }
    return in_columns(rows) + sprt_text(results);
}

}  // namespace arbiter::arena
