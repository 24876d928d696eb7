#include "arena/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>

namespace arbiter::arena {

namespace {

constexpr double elo_per_unit = 400 / std::numbers::ln10;  // of the logarithm of a strength
constexpr double chi_squared_95 = 3.841458820694124;       // of one degree of freedom
/// What each side is taken to have won beside its games against its only opponent, if none is drawn.
constexpr double added_wins = 0.5;
/// A draw tells less than a win: what it is worth of one, and how many are worth anything.
constexpr double draw_worth = 0.45;
constexpr double draws_counted_max = 10;
/// With more players an interval would take too long: then it comes from the curvature.
constexpr std::size_t profiled_players_max = 100;

/// How far apart the advantage and the draws may be from nothing and from v = 1 before there is a
/// game: so wide that it matters only where every game is a draw or the first always wins.
constexpr double first_move_prior = 500 / elo_per_unit;
constexpr double draw_prior = 5;
/// Holds the average at 0, which no result does.
constexpr double average_weight = 1;

using Vector = std::vector<double>;

/// A symmetric, positive definite matrix, of which the lower half is used.
class Matrix {
public:
    explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}

    double& operator()(std::size_t row, std::size_t column) {
        return cells_[std::max(row, column) * size_ + std::min(row, column)];
    }

    /// Cholesky: the lower half becomes L of L L^T.
    void factorise() {
        for (std::size_t j = 0; j < size_; ++j) {
            for (std::size_t i = j; i < size_; ++i) {
                double sum = lower(i, j);
                for (std::size_t k = 0; k < j; ++k) sum -= lower(i, k) * lower(j, k);
                // What no game tells anything about stays where it is.
                lower(i, j) = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / lower(j, j);
            }
        }
    }
    /// Once factorised.
    Vector solve(Vector x) {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t k = 0; k < i; ++k) x[i] -= lower(i, k) * x[k];
            x[i] /= lower(i, i);
        }
        for (std::size_t i = size_; i-- > 0;) {
            for (std::size_t k = i + 1; k < size_; ++k) x[i] -= lower(k, i) * x[k];
            x[i] /= lower(i, i);
        }
        return x;
    }

private:
    double& lower(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }

    std::size_t size_;
    Vector cells_;
};

double dot(const Vector& a, const Vector& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// The parameters are the logarithms: of each strength, then of g and of v if the model has them.
class Model {
public:
    Model(std::size_t players, std::span<const Encounters> encounters, const RatingTerms& terms)
        : players_(players),
          encounters_(encounters.begin(), encounters.end()),
          terms_(terms),
          size_(players),
          games_(players),
          draws_(players) {
        for (const Encounters& each : encounters) {
            for (const std::size_t player : {each.first, each.second}) {
                games_[player] += games(each);
                draws_[player] += each.draws;
            }
        }
        if (terms.prior_elo) add_wins();
        if (terms.has_first_move && !encounters.empty()) first_move_ = size_++;
        if (sum(draws_) > 0) draw_ = size_++;
    }

    std::size_t size() const { return size_; }
    /// How much twice the logarithm of the likelihood may fall inside the interval of a player, or of
    /// what all games tell about.
    double bound(std::size_t player) const { return bound(games_[player], draws_[player]); }
    double bound() const { return bound(sum(games_) / 2, sum(draws_) / 2); }
    std::optional<std::size_t> first_move() const { return first_move_; }
    std::optional<std::size_t> draw() const { return draw_; }

    double log_likelihood(const Vector& x) const {
        double sum = -0.5 * average_weight * std::pow(total(x), 2);
        for (std::size_t i = 0; i < size_; ++i) sum -= 0.5 * precision(i) * x[i] * x[i];
        for (const Encounters& each : encounters_) {
            const Chances chances = chances_of(each, x);
            sum += each.first_wins * chances.log_win + each.second_wins * chances.log_loss;
            if (each.draws > 0) sum += each.draws * chances.log_draw;
        }
        return sum;
    }

    struct Slope {
        Vector gradient;
        Matrix
            information;  ///< minus the second derivatives: Fisher's, observed and expected alike
    };
    Slope slope(const Vector& x) const {
        Slope slope{Vector(size_), Matrix(size_)};
        const double sum = total(x);
        for (std::size_t i = 0; i < size_; ++i) {
            slope.gradient[i] = -precision(i) * x[i];
            slope.information(i, i) = precision(i);
            if (i >= players_) continue;
            slope.gradient[i] -= average_weight * sum;
            for (std::size_t j = 0; j <= i; ++j) slope.information(i, j) += average_weight;
        }
        for (const Encounters& each : encounters_) add(slope, each, x);
        return slope;
    }

private:
    struct Chances {
        double log_win, log_draw, log_loss;
    };

    static double games(const Encounters& each) {
        return each.first_wins + each.draws + each.second_wins;
    }
    static double sum(const Vector& of) { return std::accumulate(of.begin(), of.end(), 0.0); }

    double bound(double games, double draws) const {
        if (!terms_.prior_elo) return chi_squared_95;
        const double worth = games - draws + draw_worth * std::min(draws, draws_counted_max);
        return chi_squared_95 * worth / (worth + 1);
    }

    /// To each pair its part of the games of whichever of the two has more, as far as they are won.
    void add_wins() {
        const std::size_t count = encounters_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const Encounters each = encounters_[i];
            const double won = each.first_wins + each.second_wins;
            const double most = std::max({games_[each.first], games_[each.second], 1.0});
            const double wins = added_wins * won / most / 2;
            encounters_[i].first_wins += wins;
            encounters_[i].second_wins += wins;
            encounters_.push_back({each.second, each.first, wins, 0, wins});
        }
    }

    double total(const Vector& x) const {
        double sum = 0;
        for (std::size_t i = 0; i < players_; ++i) sum += x[i];
        return sum;
    }

    double precision(std::size_t parameter) const {
        if (!terms_.prior_elo) return 0;
        double deviation = *terms_.prior_elo / elo_per_unit;
        if (parameter == first_move_) deviation = first_move_prior;
        if (parameter == draw_) deviation = draw_prior;
        return 1 / (deviation * deviation);
    }

    Chances chances_of(const Encounters& each, const Vector& x) const {
        const double win = x[each.first] + (first_move_ ? x[*first_move_] : 0);
        const double loss = x[each.second];
        const double draw =
            draw_ ? x[*draw_] + (win + loss) / 2 : -std::numeric_limits<double>::infinity();
        const double most = std::max({win, draw, loss});
        const double sum =
            most + std::log(std::exp(win - most) + std::exp(draw - most) + std::exp(loss - most));
        return {win - sum, draw - sum, loss - sum};
    }

    /// With s = 1, 1/2, 0 for a win, a draw, a loss and d = 1 for a draw, the likelihood depends on
    /// s along (first + advantage - second) and on d along the draw parameter alone.
    void add(Slope& slope, const Encounters& each, const Vector& x) const {
        const Chances chances = chances_of(each, x);
        const double win = std::exp(chances.log_win);
        const double draw = std::exp(chances.log_draw);
        const double games = Model::games(each);
        const double score = win + draw / 2;
        const double score_variance = win + draw / 4 - score * score;
        const double covariance = draw / 2 - score * draw;
        const double surplus = each.first_wins + each.draws / 2 - games * score;

        struct Direction {
            std::size_t parameter;
            double sign;
        };
        std::vector<Direction> directions{{each.first, 1}, {each.second, -1}};
        if (first_move_) directions.push_back({*first_move_, 1});
        for (std::size_t a = 0; a < directions.size(); ++a) {
            const auto [row, sign] = directions[a];
            slope.gradient[row] += sign * surplus;
            for (std::size_t b = 0; b <= a; ++b) {
                slope.information(row, directions[b].parameter) +=
                    sign * directions[b].sign * games * score_variance;
            }
            if (draw_) slope.information(*draw_, row) += sign * games * covariance;
        }
        if (!draw_) return;
        slope.gradient[*draw_] += each.draws - games * draw;
        slope.information(*draw_, *draw_) += games * draw * (1 - draw);
    }

    std::size_t players_;
    std::vector<Encounters> encounters_;
    RatingTerms terms_;
    std::size_t size_;
    Vector games_;  // by player
    Vector draws_;
    std::optional<std::size_t> first_move_;
    std::optional<std::size_t> draw_;
};

/// Something in Elo that the parameters imply: a value and its slope.
struct Quantity {
    double value = 0;
    Vector slope;
};

/// The Elo of a difference between the logarithms of two strengths, in units of `elo_per_unit`.
class Scale {
public:
    Scale(const Model& model, const Vector& x)
        : x_(x), draw_(model.draw()), half_draws_(draw_ ? std::exp(x[*draw_]) / 2 : 0) {}

    /// Adds `weight` times the Elo of x[plus] - x[minus]; of x[plus] alone if there is no minus.
    void add(Quantity& sum, std::size_t plus, std::optional<std::size_t> minus,
             double weight) const {
        const double difference = x_[plus] - (minus ? x_[*minus] : 0);
        const double up = std::exp(difference / 2);
        const double down = 1 / up;
        sum.value += weight * (std::log(up + half_draws_) - std::log(down + half_draws_));
        const double slope = weight * (up / (up + half_draws_) + down / (down + half_draws_)) / 2;
        sum.slope[plus] += slope;
        if (minus) sum.slope[*minus] -= slope;
        if (!draw_) return;
        sum.slope[*draw_] +=
            weight * half_draws_ * (1 / (up + half_draws_) - 1 / (down + half_draws_));
    }

private:
    const Vector& x_;
    std::optional<std::size_t> draw_;
    double half_draws_;
};

/// A spring that pulls a quantity towards a value. Where the likelihood is highest against it, no
/// other point with the same quantity is likelier.
struct Spring {
    double strength = 0;
    double towards = 0;
};

/// Climbs to the maximum of the logarithm of the likelihood less the energy of a spring, by Newton's
/// method with steps that are halved until they lead uphill.
template <class Measure>
void climb(const Model& model, Vector& x, const Spring& spring, Measure measure) {
    constexpr int steps_max = 100;
    const double close_enough =
        spring.strength == 0 ? 1e-12 : 1e-6;  // in the likelihood's logarithm
    const auto height = [&](const Vector& at) {
        const double energy =
            spring.strength == 0
                ? 0
                : spring.strength / 2 * std::pow(measure(at).value - spring.towards, 2);
        return model.log_likelihood(at) - energy;
    };
    double present = height(x);
    for (int step = 0; step < steps_max; ++step) {
        auto [gradient, information] = model.slope(x);
        if (spring.strength != 0) {
            const Quantity quantity = measure(x);
            const double pull = spring.strength * (spring.towards - quantity.value);
            for (std::size_t i = 0; i < x.size(); ++i) {
                gradient[i] += pull * quantity.slope[i];
                for (std::size_t j = 0; j <= i; ++j) {
                    information(i, j) += spring.strength * quantity.slope[i] * quantity.slope[j];
                }
            }
        }
        information.factorise();
        const Vector way = information.solve(gradient);
        if (dot(way, gradient) < close_enough) break;
        double length = 1;
        Vector next = x;
        double reached = present;
        do {
            for (std::size_t i = 0; i < x.size(); ++i) next[i] = x[i] + length * way[i];
            reached = height(next);
            length /= 2;
        } while (!(reached >= present) && length > 1e-9);
        if (!(reached >= present)) break;
        x = std::move(next);
        present = reached;
    }
}

/// Estimates quantities, with their intervals.
class Estimator {
public:
    explicit Estimator(const Model& model)
        : model_(model),
          best_(best_of(model)),
          most_(model.log_likelihood(best_)),
          information_(model.slope(best_).information) {
        information_.factorise();
    }

    const Vector& best() const { return best_; }

    enum class Interval : std::uint8_t { profile, curvature };
    /// `bound`: of the interval, see `Model::bound`.
    template <class Measure>
    Rating rating(Measure measure, double bound, Interval interval) {
        const Quantity at_best = measure(best_);
        const Vector way = information_.solve(at_best.slope);
        const double deviation = std::sqrt(std::max(dot(way, at_best.slope), 0.0));
        double below = std::sqrt(chi_squared_95) * deviation;
        double above = below;
        if (interval == Interval::profile && bound > 0 && deviation > 1e-9) {
            below = at_best.value - end_of(measure, bound, at_best.value, -deviation);
            above = end_of(measure, bound, at_best.value, deviation) - at_best.value;
        }
        return {elo_per_unit * at_best.value, elo_per_unit * (at_best.value - below),
                elo_per_unit * (at_best.value + above)};
    }

private:
    /// The farthest value whose likelihood is not too small, on the side of `unit`, its standard
    /// deviation: where the likelihood falls as a parabola, the first try finds it.
    template <class Measure>
    double end_of(Measure measure, double bound, double best, double unit) {
        const double wanted = bound / 2;
        constexpr int tries_max = 60;
        constexpr double stiffness = 10;  // relative to that of the likelihood
        Vector x = best_;
        double reach = std::sqrt(bound) * (1 + 1 / stiffness);
        double near = 0;
        double far = 0;  // 0: not known yet
        for (int tries = 0; tries < tries_max; ++tries) {
            climb(model_, x, {stiffness / (unit * unit), best + reach * unit}, measure);
            const double drop = most_ - model_.log_likelihood(x);
            if (std::abs(drop - wanted) < 1e-3 * wanted) break;
            (drop < wanted ? near : far) = reach;
            double next = reach * std::clamp(std::sqrt(wanted / std::max(drop, 1e-9)), 0.25, 4.0);
            const bool is_between = next > near && (far == 0 || next < far);
            if (!is_between || tries % 4 == 3) next = far == 0 ? 2 * reach : (near + far) / 2;
            if (std::abs(next - reach) < 1e-9 * reach) break;
            reach = next;
        }
        return measure(x).value;
    }

    static Vector best_of(const Model& model) {
        Vector x(model.size());
        climb(model, x, {}, [&](const Vector&) { return Quantity{0, Vector(model.size())}; });
        return x;
    }

    const Model& model_;
    Vector best_;
    double most_;
    Matrix information_;
};

}  // namespace

Ratings rate(std::size_t players, std::span<const Encounters> encounters,
             const RatingTerms& terms) {
    Ratings ratings;
    if (players == 0) return ratings;
    const Model model(players, encounters, terms);
    Estimator estimator(model);
    std::vector<std::size_t> references;
    double offset = 0;
    for (std::size_t i = 0; i < std::min(players, terms.anchors.size()); ++i) {
        if (!terms.anchors[i]) continue;
        references.push_back(i);
        offset += *terms.anchors[i];
    }
    if (!references.empty()) offset /= static_cast<double>(references.size());
    if (references.empty()) {
        for (std::size_t i = 0; i < players; ++i) references.push_back(i);
    }
    const auto interval = players <= profiled_players_max ? Estimator::Interval::profile
                                                          : Estimator::Interval::curvature;
    const double weight = 1 / static_cast<double>(references.size());
    for (std::size_t player = 0; player < players; ++player) {
        Rating rating = estimator.rating(
            [&](const Vector& x) {
                const Scale scale(model, x);
                Quantity sum{0, Vector(x.size())};
                for (const std::size_t other : references) scale.add(sum, player, other, weight);
                return sum;
            },
            model.bound(player), interval);
        for (double* bound : {&rating.elo, &rating.low, &rating.high}) *bound += offset;
        ratings.players.push_back(rating);
    }
    if (const auto first = model.first_move()) {
        ratings.first_move = estimator.rating(
            [&](const Vector& x) {
                Quantity sum{0, Vector(x.size())};
                Scale(model, x).add(sum, *first, std::nullopt, 1);
                return sum;
            },
            model.bound(), interval);
    }
    if (const auto draw = model.draw()) {
        const double draws = std::exp(estimator.best()[*draw]);
        ratings.draw_rate = draws / (2 + draws);
    }
    return ratings;
}

double expected_score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace arbiter::arena
