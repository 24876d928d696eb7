#include "arena/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace arbiter::arena {

namespace {

constexpr double elo_per_unit = 400 / std::numbers::ln10;  // of the logarithm of a strength
constexpr double normal_quantile_975 = 1.959963984540054;

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
        : players_(players), encounters_(encounters), terms_(terms) {
        bool has_draws = false;
        for (const Encounters& each : encounters) has_draws = has_draws || each.draws > 0;
        size_ = players;
        if (terms.has_first_move && !encounters.empty()) first_move_ = size_++;
        if (has_draws) draw_ = size_++;
    }

    std::size_t size() const { return size_; }
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

    /// The variance of the average is the price of `average_weight` and of the prior; it is none of
    /// a rating that is relative to the average.
    double average_variance() const {
        const auto count = static_cast<double>(players_);
        return 1 / (count * (precision(0) + average_weight * count));
    }

private:
    struct Chances {
        double log_win, log_draw, log_loss;
    };

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
        const double games = each.first_wins + each.draws + each.second_wins;
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
    std::span<const Encounters> encounters_;
    RatingTerms terms_;
    std::size_t size_ = 0;
    std::optional<std::size_t> first_move_;
    std::optional<std::size_t> draw_;
};

/// Newton's method, with steps that are halved until they lead uphill.
Vector most_likely(const Model& model) {
    constexpr int steps_max = 100;
    constexpr double close_enough = 1e-12;
    Vector x(model.size());
    double likelihood = model.log_likelihood(x);
    for (int step = 0; step < steps_max; ++step) {
        auto [gradient, information] = model.slope(x);
        information.factorise();
        const Vector way = information.solve(gradient);
        if (dot(way, gradient) < close_enough) break;
        double length = 1;
        Vector next = x;
        double reached = likelihood;
        do {
            for (std::size_t i = 0; i < x.size(); ++i) next[i] = x[i] + length * way[i];
            reached = model.log_likelihood(next);
            length /= 2;
        } while (reached < likelihood && length > 1e-9);
        if (reached < likelihood) break;
        x = std::move(next);
        likelihood = reached;
    }
    return x;
}

/// From the logarithm of a strength to Elo, its uncertainty with that of the draws.
class Scale {
public:
    Scale(const Model& model, const Vector& x, Matrix& factorised) : x_(x), draw_(model.draw()) {
        if (!draw_) return;
        const double draws = std::exp(x[*draw_]);
        factor_ = 2 / (2 + draws);
        slope_ = -draws / (2 + draws);
        Vector unit(x.size());
        unit[*draw_] = 1;
        draw_covariance_ = factorised.solve(std::move(unit));
    }

    Rating rating(std::size_t parameter, double variance) const {
        if (draw_) {
            const double pull = x_[parameter] * slope_;
            variance +=
                2 * pull * draw_covariance_[parameter] + pull * pull * draw_covariance_[*draw_];
        }
        const double unit = elo_per_unit * factor_;
        return {unit * x_[parameter],
                normal_quantile_975 * unit * std::sqrt(std::max(variance, 0.0))};
    }

private:
    const Vector& x_;
    std::optional<std::size_t> draw_;
    double factor_ = 1;
    double slope_ = 0;  // of the factor's logarithm along the draw parameter
    Vector draw_covariance_;
};

}  // namespace

Ratings rate(std::size_t players, std::span<const Encounters> encounters,
             const RatingTerms& terms) {
    Ratings ratings;
    if (players == 0) return ratings;
    const Model model(players, encounters, terms);
    const Vector x = most_likely(model);
    Matrix information = model.slope(x).information;
    information.factorise();
    const Scale scale(model, x, information);

    const auto variance = [&](std::size_t parameter) {
        Vector unit(x.size());
        unit[parameter] = 1;
        return information.solve(std::move(unit))[parameter];
    };
    for (std::size_t player = 0; player < players; ++player) {
        ratings.players.push_back(
            scale.rating(player, variance(player) - model.average_variance()));
    }
    if (const auto first = model.first_move()) {
        ratings.first_move = scale.rating(*first, variance(*first));
    }
    if (const auto draw = model.draw()) {
        const double draws = std::exp(x[*draw]);
        ratings.draw_rate = draws / (2 + draws);
    }
    return ratings;
}

double expected_score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace arbiter::arena
