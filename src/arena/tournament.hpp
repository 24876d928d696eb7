#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/ratings.hpp"
#include "arena/report.hpp"
#include "arena/schedule.hpp"
#include "arena/sprt.hpp"
#include "arena/terms.hpp"

namespace arbiter::arena {

/// How often, of the games one player had against another or against all.
struct Score {
    std::size_t wins = 0;
    std::size_t draws = 0;
    std::size_t losses = 0;

    std::size_t games() const { return wins + draws + losses; }
    double points() const { return static_cast<double>(wins) + static_cast<double>(draws) / 2; }
    void add(double points);
    bool operator==(const Score&) const = default;
};

/// Points won and lost in pairs of games with the same dice and the sides swapped, so that luck goes
/// both ways. Of each pair, the average of its two games.
struct PairPoints {
    std::size_t pairs = 0;
    double sum = 0;
    double squares = 0;

    void add(double points);
    double mean() const { return pairs == 0 ? 0 : sum / static_cast<double>(pairs); }
    /// Student's interval of 95 % is mean - error to mean + error; nothing of fewer than two pairs.
    std::optional<double> error() const;
};

/// What is known of one player.
struct Standing {
    Score score;
    PairPoints points;
    PairPoints points_less_luck;                  ///< of the pairs that were judged
    std::size_t voids = 0;                        ///< games without a result
    std::size_t failures = 0;                     ///< of these: because its service did not serve
    std::map<std::string, std::size_t> forfeits;  ///< by reason
    SideReport behaviour;
    std::vector<Score> against;  ///< by player
};

/// A tournament as far as it is known: its terms and the reports so far. Whoever adds the same
/// reports in the same order knows the same. Void games count for nobody.
class Tournament {
public:
    explicit Tournament(Terms terms);

    const Terms& terms() const { return terms_; }
    const Schedule& schedule() const { return schedule_; }

    /// False, and nothing has changed, if there is no such game or it was reported before.
    bool add(const GameReport& report);
    bool has(std::size_t number) const { return number < has_.size() && has_[number]; }

    std::size_t finished() const { return finished_; }
    /// All that were drawn so far have been played, and no more will come; or the test is decided.
    bool is_over() const;

    const std::vector<Standing>& standings() const { return standings_; }
    Ratings ratings() const;
    /// The hash of the player's prompt at the start; nothing if it is not asked in words.
    const std::optional<std::string>& prompt(std::size_t player) const { return prompts_[player]; }
    /// How often games ended for each reason.
    const std::map<std::string, std::size_t>& endings() const { return endings_; }
    /// Whether games are worth different numbers of points: then these rank the players.
    bool counts_points() const;
    const std::optional<Sprt>& sprt() const { return sprt_; }

private:
    void count(const GameReport& report, const Fixture& game);
    void close_meeting(std::size_t meeting);

    Terms terms_;
    Schedule schedule_;
    std::optional<Sprt> sprt_;
    std::vector<Standing> standings_;
    std::vector<bool> has_;                      // by the number of a game
    std::vector<std::optional<double>> points_;  // of the meeting's first player, by game
    std::vector<double> net_points_;             // the same with the stakes
    std::vector<std::optional<double>> points_less_luck_;
    std::map<std::string, std::size_t> endings_;
    std::vector<std::optional<std::string>> prompts_;
    std::map<std::pair<std::size_t, std::size_t>, Encounters> encounters_;  // by first and second
    std::size_t finished_ = 0;
};

/// The side that has the first move, where that is always the same.
std::optional<Color> first_side(std::string_view game);

}  // namespace arbiter::arena
