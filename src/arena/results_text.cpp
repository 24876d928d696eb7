#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/results.hpp"
#include "core/base/excerpt.hpp"

namespace arbiter::arena {

namespace {

constexpr std::size_t name_width_max = 32;

using Row = std::vector<std::string>;

/// How many columns a terminal needs for it, taking each character as one wide.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (c & '\xC0') != '\x80'; }));
}

std::string padding(std::string_view text, std::size_t columns) {
    return std::string(columns - width_of(text), ' ');
}

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

std::string to_text(const Results& results) {
    std::vector<Row> rows{{"", "player", "Elo", "+/-", "games", "points", "score", "won", "drawn",
                           "lost", "forfeits", "illegal", "ms/turn"}};
    std::size_t rank = 0;
    for (const std::size_t player : results.ranking) {
        const Score& score = results.standing(player).score;
        const Rating& rating = results.ratings.players[player];
        const bool has_played = score.games() > 0;
        const auto games = static_cast<double>(std::max<std::size_t>(score.games(), 1));
        rows.push_back({std::to_string(++rank), excerpt(results.name(player), name_width_max),
                        has_played ? elo_text(rating.elo) : "-",
                        has_played ? fmt::format("{:.0f}", rating.error) : "-",
                        std::to_string(score.games()), fmt::format("{:.1f}", score.points()),
                        fmt::format("{:.1f} %", 100 * score.points() / games),
                        std::to_string(score.wins), std::to_string(score.draws),
                        std::to_string(score.losses), std::to_string(results.forfeits(player)),
                        fmt::format("{:.1f} %", 100 * results.refusal_rate(player)),
                        fmt::format("{:.1f}", results.time_per_turn(player))});
    }
    return in_columns(rows) + sprt_text(results);
}

}  // namespace arbiter::arena
