#include "players/protocols/gtp_analysis.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/text.hpp"
#include "core/go/notations/gtp.hpp"
#include "core/go/notations/vertex.hpp"

namespace arbiter::players {

namespace {

using Dialect = GtpAnalysis::Dialect;
using go::Point;

constexpr std::chrono::milliseconds interval_max{std::chrono::hours(24)};

std::optional<std::size_t> count_in(std::string_view word) {
    std::size_t value = 0;
    const auto end = word.data() + word.size();
    const auto [stop, fault] = std::from_chars(word.data(), end, value);
    if (fault != std::errc() || stop != end) return std::nullopt;
    return value;
}

std::optional<bool> flag_in(std::string_view word) {
    const std::string text = folded(word);
    if (text == "true") return true;
    if (text == "false") return false;
    return std::nullopt;
}

/// "D4,Q16": passes are not points and change nothing.
std::optional<std::vector<Point>> points_in(std::string_view list, go::Size size) {
    std::vector<Point> points;
    while (!list.empty()) {
        const std::string_view word = list.substr(0, list.find(','));
        list.remove_prefix(std::min(word.size() + 1, list.size()));
        const auto move = go::read_vertex(word);
        if (!move || (move->point && !contains(size, *move->point))) return std::nullopt;
        if (move->point) points.push_back(*move->point);
    }
    return points;
}

class Reader {
public:
    Reader(std::span<const std::string_view> words, Dialect dialect, go::Size size)
        : words_(words), dialect_(dialect), size_(size) {}

    std::optional<GtpAnalysis> read() {
        if (!words_.empty()) options_.by = go::color_word(words_.front());
        if (options_.by) (void)next();
        if (!words_.empty() && count_in(words_.front()) && !read_interval()) return std::nullopt;
        while (!words_.empty()) {
            if (!read_pair(folded(next()))) return std::nullopt;
        }
        return options_;
    }

private:
    std::string_view next() {
        if (words_.empty()) return {};
        const std::string_view word = words_.front();
        words_ = words_.subspan(1);
        return word;
    }

    bool read_interval() {
        const auto hundredths = count_in(next());
        if (!hundredths || *hundredths > static_cast<std::size_t>(interval_max.count() / 10)) {
            return false;
        }
        options_.interval = std::chrono::milliseconds(10 * *hundredths);
        return true;
    }

    bool read_count(std::size_t& count) {
        const auto value = count_in(next());
        if (value) count = *value;
        return value.has_value();
    }

    bool read_flag(bool& flag) {
        const auto value = flag_in(next());
        if (value) flag = *value;
        return value.has_value();
    }

    /// PLAYER VERTEX,VERTEX,... UNTILDEPTH: what is said for the other side's answers is not used.
    bool read_points(bool allow) {
        const auto by = go::color_word(next());
        auto points = points_in(next(), size_);
        const auto depth = count_in(next());
        if (!by || !points || !depth || *depth == 0) return false;
        if (options_.by && by != options_.by) return true;
        if (allow) {
            options_.allowed = std::move(*points);
        } else {
            options_.avoided.insert(options_.avoided.end(), points->begin(), points->end());
        }
        return true;
    }

    bool read_pair(std::string_view key) {
        if (key == "interval") return read_interval();
        if (key == "minmoves") return read_count(options_.moves_min);
        if (key == "maxmoves") return read_count(options_.moves_max);
        if (key == "allow" || key == "avoid") return read_points(key == "allow");
        if (dialect_ == Dialect::lz) return false;
        if (key == "ownership") return read_flag(options_.ownership);
        if (key == "rootinfo") return read_flag(options_.root_info);
        return false;
    }

    std::span<const std::string_view> words_;
    Dialect dialect_;
    go::Size size_;
    GtpAnalysis options_;
};

std::string fraction(double value) {
    std::array<char, 32> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 4)
            .ptr;
    return {text.data(), end};
}

std::string of_ten_thousand(double share) {
    return std::to_string(std::lround(10'000 * std::clamp(share, 0.0, 1.0)));
}

/// The chance that a move has at least, in 95 of 100 cases.
double lower_bound(const GoCandidate& candidate) {
    constexpr double deviations = 1.96;
    if (candidate.visits == 0) return 0;
    const double chance = std::clamp(candidate.chance, 0.0, 1.0);
    const double variance = chance * (1 - chance) / static_cast<double>(candidate.visits);
    return std::max(chance - deviations * std::sqrt(variance), 0.0);
}

std::string write_lz(const GoCandidate& candidate) {
    return " winrate " + of_ten_thousand(candidate.chance) + " prior " +
           of_ten_thousand(candidate.prior) + " lcb " + of_ten_thousand(lower_bound(candidate));
}

std::string write_score(double score, double deviation) {
    return " scoreMean " + fraction(score) + " scoreStdev " + fraction(deviation) + " scoreLead " +
           fraction(score) + " scoreSelfplay " + fraction(score);
}

/// Chances alone make the utility: a certain win is 1, a certain loss -1.
std::string write_kata(const GoCandidate& candidate, double deviation) {
    const double bound = lower_bound(candidate);
    return " utility " + fraction(2 * candidate.chance - 1) + " winrate " +
           fraction(candidate.chance) + write_score(candidate.score, deviation) + " prior " +
           fraction(candidate.prior) + " lcb " + fraction(bound) + " utilityLcb " +
           fraction(2 * bound - 1);
}

std::string write_root(const GoReport& report) {
    return " rootInfo visits " + std::to_string(report.playouts) + " utility " +
           fraction(2 * report.chance - 1) + " winrate " + fraction(report.chance) +
           write_score(report.score, report.score_deviation);
}

/// From the upper left corner, row by row; 1 for the side to move.
std::string write_ownership(const GtpAnalysisLine& line) {
    std::string text = " ownership";
    for (int row = line.size.height - 1; row >= 0; --row) {
        for (int column = 0; column < line.size.width; ++column) {
            const int i = row * line.size.width + column;
            const double black = 2 * line.report.black_share[static_cast<std::size_t>(i)] - 1;
            text += " " + fraction(line.turn == Color::black ? black : -black);
        }
    }
    return text;
}

}  // namespace

bool GtpAnalysis::allows(Point point) const {
    if (std::ranges::find(avoided, point) != avoided.end()) return false;
    return !allowed || std::ranges::find(*allowed, point) != allowed->end();
}

std::expected<GtpAnalysis, std::string> read_gtp_analysis(std::span<const std::string_view> words,
                                                          Dialect dialect, go::Size size) {
    auto options = Reader(words, dialect, size).read();
    if (!options) return std::unexpected("syntax error");
    return *std::move(options);
}

std::string write_gtp_analysis(const GtpAnalysisLine& line, const GtpAnalysis& options,
                               Dialect dialect) {
    std::string text;
    std::size_t order = 0;
    for (const GoCandidate& candidate : line.report.candidates) {
        const bool is_wanted = candidate.visits > 0 || order < options.moves_min;
        if (order == options.moves_max || !is_wanted) break;
        text += (order > 0 ? " info move " : "info move ") + go::write_vertex(candidate.move) +
                " visits " + std::to_string(candidate.visits);
        text += dialect == Dialect::lz ? write_lz(candidate)
                                       : write_kata(candidate, line.report.score_deviation);
        text += " order " + std::to_string(order++) + " pv";
        for (const auto& move : candidate.line) text += " " + go::write_vertex(move);
    }
    if (options.root_info) text += write_root(line.report);
    if (options.ownership) text += write_ownership(line);
    return text;
}

}  // namespace arbiter::players
