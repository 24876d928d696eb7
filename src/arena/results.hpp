#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/tournament.hpp"

/// What a tournament has shown, in the forms in which people and programs read it.
namespace arbiter::arena {

enum class Stage : std::uint8_t { running, stopped, over };
std::string_view to_string(Stage stage);

struct Results {
    const Tournament& tournament;
    Stage stage;
    Ratings ratings;
    std::vector<std::size_t> ranking;  ///< players by rating, the best first

    const Standing& standing(std::size_t player) const { return tournament.standings()[player]; }
    const std::string& name(std::size_t player) const {
        return tournament.terms().players[player].name;
    }
    std::size_t forfeits(std::size_t player) const;
    /// Of 1: answers that were refused, among all.
    double refusal_rate(std::size_t player) const;
    /// In milliseconds.
    double time_per_turn(std::size_t player) const;
};
Results results_of(const Tournament& tournament, Stage stage);

/// As schemas/arena-results.schema.json has it.
std::string to_json(const Results& results);
/// One line for each player, after one with the names of the columns (RFC 4180).
std::string to_csv(const Results& results);
/// A page that needs nothing but itself.
std::string to_html(const Results& results);

/// For a terminal or a log: the table, and what the test says.
std::string to_text(const Results& results);
/// "+12", "0"
std::string elo_text(double elo);
/// "12 of 40 games"
std::string games_text(const Results& results);
/// "LLR 1.20 (-2.94 to 2.94), elo0 is kept"; empty where there is no test.
std::string sprt_text(const Results& results);

}  // namespace arbiter::arena
