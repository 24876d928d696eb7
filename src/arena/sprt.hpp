#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Is one player better than another? The sequential probability ratio test stops as soon as the
/// results decide between two hypotheses.
///
/// It counts pairs of games with the same opening and the sides swapped, by how many
/// points the first player made: 0, 1/2, 1, 3/2 or 2. Unlike single games, pairs are independent of
/// how balanced an opening is. The ratio is the generalised one: under each hypothesis the chances
/// of the five are those that make the results most likely (Van den Bergh, "Comments on Normalized
/// Elo" and "The generalized maximum likelihood ratio for the expectation value of a distribution").
namespace arbiter::arena {

using PairCounts = std::array<std::uint64_t, 5>;

enum class EloKind : std::uint8_t {
    normalized,  ///< of the score's distance from 1/2 in standard deviations of one game
    logistic,    ///< of the score itself
};
std::string_view to_string(EloKind kind);
std::optional<EloKind> elo_kind_named(std::string_view name);

struct SprtTerms {
    double elo0 = 0;      ///< the hypothesis that the first player is at most this much better
    double elo1 = 5;      ///< the hypothesis that it is at least this much better
    double alpha = 0.05;  ///< how often elo1 may be accepted where elo0 holds
    double beta = 0.05;   ///< how often elo0 may be kept where elo1 holds
    EloKind kind = EloKind::normalized;

    bool operator==(const SprtTerms&) const = default;
};

/// The logarithm of the likelihood ratio of elo1 to elo0.
double log_likelihood_ratio(const PairCounts& pairs, const SprtTerms& terms);

enum class SprtVerdict : std::uint8_t { open, elo0, elo1 };
std::string_view to_string(SprtVerdict verdict);

/// Wald's limits.
struct SprtLimits {
    double lower;
    double upper;
};
SprtLimits limits_of(const SprtTerms& terms);

/// A running test. A verdict is final, even if games that were under way end after it.
class Sprt {
public:
    explicit Sprt(const SprtTerms& terms) : terms_(terms) {}

    /// A pair has ended; `half_points` of the first player, 0 to 4.
    void add(std::size_t half_points);

    const SprtTerms& terms() const { return terms_; }
    const PairCounts& pairs() const { return pairs_; }
    double ratio() const { return log_likelihood_ratio(pairs_, terms_); }
    SprtVerdict verdict() const { return verdict_; }

private:
    SprtTerms terms_;
    PairCounts pairs_{};
    SprtVerdict verdict_ = SprtVerdict::open;
};

}  // namespace arbiter::arena
