#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/tournament.hpp"

/// The results of a tournament, for people and programs.
namespace arbiter::arena {

enum class Stage : std::uint8_t { running, stopped, over };
std::string_view to_string(Stage stage);

struct Results {
    const Tournament& tournament;
    Stage stage;
    Ratings ratings;
    /// The best first: by rating, or by points a game where games are worth different numbers.
    std::vector<std::size_t> ranking;

    const Standing& standing(std::size_t player) const { return tournament.standings()[player]; }
    const std::string& name(std::size_t player) const {
        return tournament.terms().players[player].name;
    }
    std::size_t forfeits(std::size_t player) const;
    bool is_anchor(std::size_t player) const {
        const auto& anchors = tournament.terms().anchors;
        return player < anchors.size() && anchors[player].has_value();
    }
    /// The share of answers that were rejected, from 0 to 1.
    double refusal_rate(std::size_t player) const;
    double legal_rate(std::size_t player) const { return 1 - refusal_rate(player); }
    /// In milliseconds.
    double time_per_turn(std::size_t player) const;
    /// Whether moves were judged.
    bool is_judged() const { return !tournament.terms().analyst.empty(); }
};
Results results_of(const Tournament& tournament, Stage stage);

/// As schemas/arena-results.schema.json has it.
std::string to_json(const Results& results);
/// One line for each player, after one with the names of the columns (RFC 4180).
std::string to_csv(const Results& results);

/// For a terminal or a log: the table, and what the test says.
std::string to_text(const Results& results);
/// "+12", "0"
std::string elo_text(double elo);
/// "-12 to +30"
std::string interval_text(const Rating& rating);
/// "+0.250 ± 0.120", in points a game
std::string points_text(const PairPoints& points);
/// "12.5 centipawns"; "-" for a player without decisions.
std::string loss_text(const Results& results, std::size_t player);
/// "12 of 40 games"
std::string games_text(const Results& results);
/// "LLR 1.20 (-2.94 to 2.94), elo0 is kept"; empty where there is no test.
std::string sprt_text(const Results& results);

}  // namespace arbiter::arena
