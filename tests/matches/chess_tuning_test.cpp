#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>

#include <gtest/gtest.h>

#include "core/base/random.hpp"
#include "core/chess/notations/uci.hpp"
#include "core/chess/rules.hpp"
#include "players/bots/chess/evaluation.hpp"
#include "players/bots/chess/moves.hpp"
#include "players/bots/chess/terms.hpp"
#include "players/bots/chess/weights.hpp"

/// How the weights of the chess bot's evaluation were found: those that come closest to what Stockfish
/// says of quiet positions, and to how their games ended (Texel's method, with Adam's steps).
///
///     node tests/matches/chess_games.mjs 5000 games.txt
///     ARBITER_CHESS_GAMES=games.txt ARBITER_WEIGHTS=weights.txt test_matches --gtest_filter=ChessTuning.*
///
/// writes weights for players/bots/chess/weights.hpp.
namespace arbiter::players {
namespace {

using chess::Board;
using chess::Position;

struct Feature {
    std::uint16_t index;
    std::int16_t count;
};

/// Keeps the counts of the terms, White's less Black's.
class Counts {
public:
    void add(Color color, std::size_t index, int count) {
        counts_[index] += color == Color::white ? count : -count;
    }
    void append_to(std::vector<Feature>& features) const {
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            if (counts_[i] == 0) continue;
            features.push_back(
                {static_cast<std::uint16_t>(i), static_cast<std::int16_t>(counts_[i])});
        }
    }

private:
    std::array<int, chess_terms::count> counts_{};
};

/// A share of points, from a score in hundredths of a pawn.
double share_of_score(double score) { return 1 / (1 + std::exp(-score / 200)); }

class Positions {
public:
    void add(const Board& board, double target) {
        Counts counts;
        ChessTerms(board, counts).visit();
        const double middle = static_cast<double>(phase_of(board)) / phase_max;
        const Color leader = target > 0.5 ? Color::white : Color::black;
        entries_.push_back(
            {features_.size(), middle, winning_sixteenths(board, leader) / 16.0, target});
        counts.append_to(features_);
    }
    /// A line of tests/matches/chess_games.mjs: what is forcing, or was decided before, is left out.
    void add_game(const std::string& line) {
        std::istringstream words(line);
        double result = 0;
        words >> result;
        Position position = Position::start();
        for (std::string word; words >> word;) {
            const auto colon = word.find(':');
            const Board& board = position.board();
            const chess::Move move = interpret(board, *chess::read_uci(word.substr(0, colon)));
            if (colon != std::string::npos && !position.in_check() && !is_forcing(board, move)) {
                const double score = std::stod(word.substr(colon + 1));
                const double target = 0.8 * share_of_score(score) + 0.2 * result;
                if (std::abs(score) < 1500) add(board, target);
            }
            position = position.after(move);
        }
    }

    struct Entry {
        std::size_t first;  // of its features
        double middle;
        double part;
        double target;
    };
    std::size_t size() const { return entries_.size(); }
    const Entry& operator[](std::size_t i) const { return entries_[i]; }
    std::span<const Feature> features(std::size_t i) const {
        const std::size_t end = i + 1 < size() ? entries_[i + 1].first : features_.size();
        return std::span(features_).subspan(entries_[i].first, end - entries_[i].first);
    }

private:
    std::vector<Entry> entries_;
    std::vector<Feature> features_;
};

/// Two numbers a weight: middle game, end game.
using Weights = std::vector<std::array<double, 2>>;

/// Material alone, and that the danger to a king grows faster than what points at it.
Weights first_weights() {
    Weights weights(chess_terms::count);
    for (std::size_t units = 1; units <= chess_terms::danger_max; ++units) {
        const auto danger = static_cast<double>(units);
        weights[chess_terms::danger + units] = {0.35 * danger * danger, danger};
    }
    for (const chess::PieceType type : chess::all_piece_types) {
        if (type == chess::PieceType::king) continue;
        for (std::size_t square = 0; square < 64; ++square) {
            const double value = exchange_value(type);
            weights[chess_terms::placement + 64 * static_cast<std::size_t>(type) + square] = {
                value, value};
        }
    }
    return weights;
}

class Tuning {
public:
    explicit Tuning(const Positions& positions)
        : positions_(positions),
          slope_(weights.size()),
          mean_(weights.size()),
          square_(weights.size()) {}

    Weights weights = first_weights();

    /// The mean square error over the positions of a range.
    double error(std::size_t from, std::size_t to) const {
        double sum = 0;
        for (std::size_t i = from; i < to; ++i) {
            const double miss = share_of_score(score(i)) - positions_[i].target;
            sum += miss * miss;
        }
        return sum / static_cast<double>(to - from);
    }

    /// Goes through the positions once, in steps of some thousand.
    void epoch(std::size_t end, double rate) {
        constexpr std::size_t batch = 8192;
        for (std::size_t from = 0; from < end; from += batch) {
            const std::size_t to = std::min(from + batch, end);
            for (std::size_t i = from; i < to; ++i) collect(i);
            step(rate, static_cast<double>(to - from));
        }
    }

private:
    double score(std::size_t i) const {
        double middle = 0;
        double end = 0;
        for (const Feature feature : positions_.features(i)) {
            middle += feature.count * weights[feature.index][0];
            end += feature.count * weights[feature.index][1];
        }
        const auto& entry = positions_[i];
        return (middle * entry.middle + end * (1 - entry.middle)) * entry.part;
    }
    void collect(std::size_t i) {
        const auto& entry = positions_[i];
        const double share = share_of_score(score(i));
        const double slope = (share - entry.target) * share * (1 - share) * entry.part;
        for (const Feature feature : positions_.features(i)) {
            slope_[feature.index][0] += slope * feature.count * entry.middle;
            slope_[feature.index][1] += slope * feature.count * (1 - entry.middle);
        }
    }
    /// A square is worth the same to a piece as its mirror image on the other wing.
    void share_among_wings() {
        for (std::size_t i = 0; i < 6 * 64; ++i) {
            if (i % 8 > 3) continue;
            for (std::size_t part = 0; part < 2; ++part) {
                double& left = slope_[chess_terms::placement + i][part];
                double& right = slope_[chess_terms::placement + (i ^ 7)][part];
                left = right = (left + right) / 2;
            }
        }
    }
    /// What few positions tell of stays near its first weight.
    void step(double rate, double count) {
        constexpr double pull = 3e-8;
        share_among_wings();
        for (std::size_t i = 0; i < weights.size(); ++i) {
            for (std::size_t part = 0; part < 2; ++part) {
                const double slope =
                    slope_[i][part] / count + pull * (weights[i][part] - first_[i][part]);
                slope_[i][part] = 0;
                mean_[i][part] += 0.1 * (slope - mean_[i][part]);
                square_[i][part] += 0.001 * (slope * slope - square_[i][part]);
                weights[i][part] -= rate * mean_[i][part] / (std::sqrt(square_[i][part]) + 1e-7);
            }
        }
    }

    const Positions& positions_;
    const Weights first_ = first_weights();
    Weights slope_;
    Weights mean_;
    Weights square_;
};

void write_weights(const Weights& weights, const char* file) {
    std::ofstream out(file);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        out << '{' << std::lround(weights[i][0]) << ", " << std::lround(weights[i][1]) << "},"
            << (i % 8 == 7 ? '\n' : ' ');
    }
}

TEST(ChessTuning, FindsTheWeightsOfLabelledGames) {
    const char* file = std::getenv("ARBITER_CHESS_GAMES");
    const char* output = std::getenv("ARBITER_WEIGHTS");
    if (file == nullptr || output == nullptr) GTEST_SKIP() << "ARBITER_CHESS_GAMES names no file";
    Positions positions;
    std::ifstream games(file);
    for (std::string line; std::getline(games, line);) positions.add_game(line);
    const std::size_t kept_back = positions.size() / 20;
    const std::size_t end = positions.size() - kept_back;
    Tuning tuning(positions);
    constexpr int epochs = 120;
    for (int i = 0; i < epochs; ++i) {
        tuning.epoch(end, i < epochs * 2 / 3 ? 1.0 : 0.2);
        if (i % 10 != 9) continue;
        std::printf("%d: %.6f, of those kept back %.6f\n", i + 1, tuning.error(0, end),
                    tuning.error(end, positions.size()));
        std::fflush(stdout);
        write_weights(tuning.weights, output);
    }
}

/// Random positions, as the bots' own weights judge them.
TEST(ChessTuning, ComesCloserToTheLabels) {
    Positions positions;
    Random random(5);
    Position position = Position::start();
    while (positions.size() < 2'000) {
        const auto moves = chess::legal_moves(position.board());
        const auto count = static_cast<std::uint32_t>(moves.size());
        const bool over = moves.empty() || position.halfmove_clock() > 40;
        position = over ? Position::start() : position.after(moves[random.below(count)]);
        const int score = evaluate(position.board());
        positions.add(position.board(),
                      share_of_score(position.turn() == Color::white ? score : -score));
    }
    Tuning tuning(positions);
    const double before = tuning.error(0, positions.size());
    for (int i = 0; i < 60; ++i) tuning.epoch(positions.size(), 2.0);
    EXPECT_LT(tuning.error(0, positions.size()), before / 2);
}

}  // namespace
}  // namespace arbiter::players
