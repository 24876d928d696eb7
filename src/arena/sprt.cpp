#include "arena/sprt.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "arena/ratings.hpp"

namespace arbiter::arena {

namespace {

constexpr double nothing = 1e-3;  // stands for a count of 0, so that no chance is 0
constexpr double even = 0.5;
/// One unit of (score - 1/2) / deviation of a game.
constexpr double normalized_elo_per_unit = 800 / std::numbers::ln10;

using Five = std::array<double, 5>;
constexpr Five scores{0, 0.25, 0.5, 0.75, 1};

struct Moments {
    double mean;
    double deviation;
};
Moments moments_of(const Five& chances) {
    double mean = 0;
    for (std::size_t i = 0; i < 5; ++i) mean += chances[i] * scores[i];
    double variance = 0;
    for (std::size_t i = 0; i < 5; ++i) variance += chances[i] * std::pow(scores[i] - mean, 2);
    return {mean, std::sqrt(variance)};
}

/// The likeliest chances for which the values, at these chances, are 0 on average: p / (1 + x value)
/// with the x that makes it so. Nothing if the values are not on both sides of 0.
std::optional<Five> likeliest(const Five& observed, const Five& values) {
    const auto [least, most] = std::ranges::minmax(values);
    if (least >= 0 || most <= 0) return std::nullopt;
    double low = -1 / most;
    double high = -1 / least;
    const auto average = [&](double x) {
        double sum = 0;
        for (std::size_t i = 0; i < 5; ++i) sum += observed[i] * values[i] / (1 + x * values[i]);
        return sum;
    };
    // The average falls from infinity to minus infinity between these two.
    for (int step = 0; step < 200; ++step) {
        const double middle = std::midpoint(low, high);
        (average(middle) > 0 ? low : high) = middle;
    }
    const double x = std::midpoint(low, high);
    Five chances{};
    for (std::size_t i = 0; i < 5; ++i) chances[i] = observed[i] / (1 + x * values[i]);
    return chances;
}

Five likeliest_with_score(const Five& observed, double score) {
    Five values{};
    for (std::size_t i = 0; i < 5; ++i) values[i] = scores[i] - score;
    return likeliest(observed, values).value_or(observed);
}

/// Those with (mean - 1/2) / deviation = t, by iteration: for the deviation of the step before, the
/// condition is about an average.
Five likeliest_with_t(const Five& observed, double t) {
    Five chances;
    chances.fill(0.2);
    for (int step = 0; step < 50; ++step) {
        const auto [mean, deviation] = moments_of(chances);
        Five values{};
        for (std::size_t i = 0; i < 5; ++i) {
            const double distance = (mean - scores[i]) / deviation;
            values[i] = scores[i] - even - t * deviation * (1 + distance * distance) / 2;
        }
        const auto next = likeliest(observed, values);
        if (!next) break;
        double change = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            change = std::max(change, std::abs((*next)[i] - chances[i]));
        }
        chances = *next;
        if (change < 1e-10) break;
    }
    return chances;
}

Five likeliest_at(const Five& observed, double elo, EloKind kind) {
    if (kind == EloKind::logistic) return likeliest_with_score(observed, expected_score(elo));
    // A pair's score varies less than a game's, by the root of two.
    return likeliest_with_t(observed, elo / normalized_elo_per_unit * std::numbers::sqrt2);
}

}  // namespace

std::string_view to_string(EloKind kind) {
    return kind == EloKind::normalized ? "normalized" : "logistic";
}

std::optional<EloKind> elo_kind_named(std::string_view name) {
    for (const EloKind kind : {EloKind::normalized, EloKind::logistic}) {
        if (name == to_string(kind)) return kind;
    }
    return std::nullopt;
}

std::string_view to_string(SprtVerdict verdict) {
    switch (verdict) {
        case SprtVerdict::open: return "open";
        case SprtVerdict::elo0: return "elo0";
        case SprtVerdict::elo1: return "elo1";
    }
    return {};
}

double log_likelihood_ratio(const PairCounts& pairs, const SprtTerms& terms) {
    Five observed{};
    double count = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        observed[i] = pairs[i] == 0 ? nothing : static_cast<double>(pairs[i]);
        count += observed[i];
    }
    for (double& chance : observed) chance /= count;
    const Five under0 = likeliest_at(observed, terms.elo0, terms.kind);
    const Five under1 = likeliest_at(observed, terms.elo1, terms.kind);
    double ratio = 0;
    for (std::size_t i = 0; i < 5; ++i) ratio += observed[i] * std::log(under1[i] / under0[i]);
    return count * ratio;
}

SprtLimits limits_of(const SprtTerms& terms) {
    return {std::log(terms.beta / (1 - terms.alpha)), std::log((1 - terms.beta) / terms.alpha)};
}

void Sprt::add(std::size_t half_points) {
    ++pairs_[half_points];
    if (verdict_ != SprtVerdict::open) return;
    const auto [lower, upper] = limits_of(terms_);
    const double now = ratio();
    if (now >= upper) verdict_ = SprtVerdict::elo1;
    if (now <= lower) verdict_ = SprtVerdict::elo0;
}

}  // namespace arbiter::arena
