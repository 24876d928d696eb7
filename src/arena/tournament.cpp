#include "arena/tournament.hpp"

#include <algorithm>
#include <cmath>

#include "core/games/any_game.hpp"

namespace arbiter::arena {

void Score::add(double points) { ++(points == 1 ? wins : points == 0 ? losses : draws); }

void PairPoints::add(double points) {
    ++pairs;
    sum += points;
    squares += points * points;
}

namespace {

/// The 97.5 % quantile of Student's distribution: Cornish and Fisher's series, exact enough from
/// three degrees of freedom.
double student_quantile(std::size_t degrees) {
    if (degrees == 1) return 12.706;
    if (degrees == 2) return 4.303;
    constexpr double z = 1.959963984540054;
    const auto n = static_cast<double>(degrees);
    const double z3 = z * z * z;
    const double z5 = z3 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

}  // namespace

std::optional<double> PairPoints::error() const {
    if (pairs < 2) return std::nullopt;
    const auto count = static_cast<double>(pairs);
    const double variance = std::max(squares - sum * sum / count, 0.0) / (count - 1);
    return student_quantile(pairs - 1) * std::sqrt(variance / count);
}

std::optional<Color> first_side(std::string_view game) {
    const Traits* traits = traits_named(game);
    return traits == nullptr ? std::nullopt : traits->first_mover;
}

Tournament::Tournament(Terms terms)
    : terms_(std::move(terms)),
      schedule_(terms_.schedule),
      standings_(terms_.players.size()),
      has_(schedule_.games()),
      points_(schedule_.games()),
      net_points_(schedule_.games()),
      points_less_luck_(schedule_.games()) {
    if (terms_.sprt) sprt_.emplace(*terms_.sprt);
    for (Standing& standing : standings_) standing.against.resize(terms_.players.size());
    prompts_.resize(terms_.players.size());
    const auto start =
        terms_.openings.empty() ? Reading<AnyGame>{} : AnyGame::read(terms_.openings.front());
    if (!start) return;
    std::ranges::transform(terms_.players, prompts_.begin(), [&](const auto& player) {
        return players::prompt_hash(player, *start);
    });
}

bool Tournament::add(const GameReport& report) {
    if (report.number >= schedule_.games() || has_[report.number]) return false;
    has_[report.number] = true;
    ++finished_;
    const Fixture game = schedule_.game(report.number);
    count(report, game);
    const Color first = report.number % 2 == 0 ? Color::white : Color::black;
    points_[report.number] = report.points(first);
    net_points_[report.number] = report.net_points(first);
    points_less_luck_[report.number] = report.points_less_luck(first);
    ++endings_[report.failure ? "void" : report.reason];
    if (has_[report.number ^ 1]) close_meeting(game.meeting());
    return true;
}

void Tournament::count(const GameReport& report, const Fixture& game) {
    for (const Color color : both_colors) {
        Standing& standing = standings_[game.players[color]];
        standing.behaviour += report.sides[color];
        const auto points = report.points(color);
        if (!points) ++standing.voids;
        if (report.failure && report.failure->by == color) ++standing.failures;
        if (points) standing.score.add(*points);
        if (points) standing.against[game.players[opponent(color)]].add(*points);
    }
    if (report.forfeit) {
        ++standings_[game.players[report.forfeit->by]].forfeits[report.forfeit->reason];
    }
    const Color first = first_side(terms_.game).value_or(Color::white);
    const auto points = report.points(first);
    if (!points) return;
    const std::pair sides(game.players[first], game.players[opponent(first)]);
    Encounters& encounters =
        encounters_.try_emplace(sides, Encounters{sides.first, sides.second}).first->second;
    ++(*points == 1   ? encounters.first_wins
       : *points == 0 ? encounters.second_wins
                      : encounters.draws);
}

/// A pair with a void game tells nothing about who is better. In a Swiss tournament it is shared.
void Tournament::close_meeting(std::size_t meeting) {
    const auto& one = points_[2 * meeting];
    const auto& other = points_[2 * meeting + 1];
    if (sprt_ && one && other) sprt_->add(static_cast<std::size_t>(2 * (*one + *other)));
    if (one && other) {
        const auto share = [&](double points, PairPoints Standing::* where) {
            const Meeting& players = schedule_.meetings()[meeting];
            (standings_[players.first].*where).add(points / 2);
            (standings_[players.second].*where).add(-points / 2);
        };
        share(net_points_[2 * meeting] + net_points_[2 * meeting + 1], &Standing::points);
        const auto& fair_one = points_less_luck_[2 * meeting];
        const auto& fair_other = points_less_luck_[2 * meeting + 1];
        if (fair_one && fair_other) share(*fair_one + *fair_other, &Standing::points_less_luck);
    }
    if (schedule_.complete() || finished_ < schedule_.games()) return;
    std::vector<double> points;
    for (std::size_t number = 0; number < schedule_.games(); number += 2) {
        points.push_back(points_[number].value_or(0.5) + points_[number + 1].value_or(0.5));
    }
    schedule_.draw_round(points);
    has_.resize(schedule_.games());
    points_.resize(schedule_.games());
    net_points_.resize(schedule_.games());
    points_less_luck_.resize(schedule_.games());
}

bool Tournament::is_over() const {
    if (sprt_ && sprt_->verdict() != SprtVerdict::open) return true;
    return schedule_.complete() && finished_ == schedule_.games();
}

Ratings Tournament::ratings() const {
    std::vector<Encounters> list;
    list.reserve(encounters_.size());
    for (const auto& [sides, encounters] : encounters_) list.push_back(encounters);
    return rate(terms_.players.size(), list,
                {.has_first_move = first_side(terms_.game).has_value(), .anchors = terms_.anchors});
}

bool Tournament::counts_points() const {
    const Traits* traits = traits_named(terms_.game);
    return traits != nullptr && traits->chance.has_value();
}

}  // namespace arbiter::arena
