#include "players/bots/chess/search.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/base/sort.hpp"
#include "core/chess/rules.hpp"
#include "players/bots/chess/tree.hpp"

namespace arbiter::players {

namespace {

using chess::Move;
using chess::Position;

/// Ever deeper searches of one position.
class ChessSearch {
    using Window = ChessTree::Window;
    using Line = ChessTree::Line;
    using OnDepth = std::function<void(const ChessReport&)>;

public:
    ChessSearch(std::span<const Position> game, const ChessSettings& settings,
                const SearchLimits& limits)
        : settings_(settings),
          own_table_(settings.table != nullptr ? 0 : ChessTable::entries_for(limits.nodes)),
          table_(settings.table != nullptr ? *settings.table : own_table_),
          tree_(game, settings, limits, table_) {
        if (settings.thread == 0) table_.begin_search();
    }

    std::vector<ChessReport> run(const OnDepth& on_depth) {
        const std::size_t moves = tree_.root_moves().size();
        found_.resize(std::min(static_cast<std::size_t>(settings_.lines), moves));
        found_.front().line = {tree_.first_guess()};
        for (int depth = 1 + settings_.thread % 2; depth <= settings_.depth_max; ++depth) {
            if (!search_lines(depth, on_depth) || is_enough(depth)) break;
        }
        found_.front().nodes = tree_.nodes();
        // Lines of different depths cannot be compared.
        const bool mixed = found_.size() > 1 && !complete_.empty();
        return mixed ? std::move(complete_) : std::move(found_);
    }

private:
    /// Every line one after another, each without the first moves of those before it. False if there was no
    /// time for all of them.
    bool search_lines(int depth, const OnDepth& on_depth) {
        tree_.left_out.clear();
        const std::vector<Move> before = found_.front().line;
        for (ChessReport& report : found_) {
            search_line(depth, report);
            if (tree_.stopped()) return false;
            report.depth = depth;
            report.nodes = tree_.nodes();
            tree_.left_out.push_back(report.line.front());
        }
        tree_.left_out.clear();
        // A later line may turn out better: what one search has learnt, the next one knows.
        sort_short(found_, std::ranges::greater{}, &ChessReport::score);
        for (std::size_t rank = 0; rank < found_.size(); ++rank) {
            found_[rank].rank = static_cast<int>(rank) + 1;
            if (on_depth) on_depth(found_[rank]);
        }
        if (found_.size() > 1) complete_ = found_;
        const bool same = before.front() == found_.front().line.front();
        unchanged_ = same ? unchanged_ + 1 : 0;
        return true;
    }

    /// Around the score of the depth before; wider where that does not hold.
    void search_line(int depth, ChessReport& report) {
        int margin = 15;
        Window window{-ChessTree::infinite, ChessTree::infinite};
        if (depth >= 5 && std::abs(report.score) < ChessTree::mate_far) {
            window = {report.score - margin, report.score + margin};
        }
        while (true) {
            Line line;
            const int score = tree_.search(depth, window, line);
            const bool low = score <= window.alpha && window.alpha > -ChessTree::infinite;
            const bool high = score >= window.beta && window.beta < ChessTree::infinite;
            const bool holds = !tree_.stopped() || score > window.alpha;
            if (line.length > 0 && holds && !low) keep(line, score, report);
            if (tree_.stopped() || (!low && !high)) return;
            margin *= 3;
            const bool wide = margin > 400;
            if (low) window.alpha = wide ? -ChessTree::infinite : score - margin;
            if (high) window.beta = wide ? ChessTree::infinite : score + margin;
        }
    }

    void keep(const Line& line, int score, ChessReport& report) const {
        report.score = score;
        report.line.clear();
        Position position = tree_.root();
        for (int i = 0; i < line.length; ++i) {
            const auto moves = chess::legal_moves(position.board());
            const auto* found = std::ranges::find(moves, line.moves[static_cast<std::size_t>(i)],
                                                  [](Move move) { return move.bits(); });
            if (found == moves.end()) break;
            report.line.push_back(*found);
            position = position.after(*found);
        }
    }

    /// Whether a deeper search would change nothing.
    bool is_enough(int depth) {
        const bool forced = tree_.root_moves().size() == 1 && settings_.only.empty();
        if (forced || std::abs(found_.back().score) > ChessTree::mate - depth) return true;
        const int mate = found_.front().mate_in().value_or(0);
        if (mate > 0 && mate <= settings_.mate_in) return true;
        return settings_.stops_early && found_.size() == 1 && is_plain(depth);
    }

    /// The best move has been the best for long, and every other one is clearly worse: a recapture.
    bool is_plain(int depth) {
        constexpr int depth_min = 8;
        constexpr int lead = 150;
        const ChessReport& best = found_.front();
        if (depth < depth_min || unchanged_ < depth_min - 2 || best.mate_in()) return false;
        tree_.left_out = {best.line.front()};
        const int bar = best.score - lead;
        Line ignored;
        const int others = tree_.search(depth / 2 + 1, {bar - 1, bar}, ignored);
        tree_.left_out.clear();
        return others < bar && !tree_.stopped();
    }

    const ChessSettings& settings_;
    ChessTable own_table_;
    ChessTable& table_;
    ChessTree tree_;
    std::vector<ChessReport> found_;
    std::vector<ChessReport> complete_;  // of the last depth that was searched for all lines
    int unchanged_ = 0;                  // for how many depths the best move has been the same
};

/// 1000 / (1 + e^-x) for x in sixteenths, between rows of a table: the same on every machine.
int logistic(int sixteenths) {
    constexpr std::array<int, 15> at_halves{500, 622, 731, 818, 881, 924, 953, 971,
                                            982, 989, 993, 996, 998, 998, 999};
    const int x = std::abs(sixteenths);
    const auto at = static_cast<std::size_t>(x / 8);
    const int value = at + 1 >= at_halves.size()
                          ? 1000
                          : at_halves[at] + (at_halves[at + 1] - at_halves[at]) * (x % 8) / 8;
    return sixteenths >= 0 ? value : 1000 - value;
}

}  // namespace

std::optional<int> ChessReport::mate_in() const {
    if (score > ChessTree::mate_far) return (ChessTree::mate - score + 1) / 2;
    if (score < -ChessTree::mate_far) return -(ChessTree::mate + score) / 2;
    return std::nullopt;
}

ChessChances ChessReport::chances() const {
    if (const auto mate = mate_in())
        return *mate > 0 ? ChessChances{1000, 0, 0} : ChessChances{0, 0, 1000};
    constexpr int even_chance = 120;  // a lead that wins every second game
    constexpr int spread = 80;
    const auto winning = [](int lead) { return logistic(16 * (lead - even_chance) / spread); };
    const int win = winning(score);
    const int loss = winning(-score);
    return {win, 1000 - win - loss, loss};
}

ChessReport search_chess(std::span<const Position> game, const ChessSettings& settings,
                         const SearchLimits& limits,
                         const std::function<void(const ChessReport&)>& on_depth) {
    return ChessSearch(game, settings, limits).run(on_depth).front();
}

std::vector<ChessReport> best_chess_moves(std::span<const Position> game,
                                          const ChessSettings& settings,
                                          const SearchLimits& limits) {
    return ChessSearch(game, settings, limits).run({});
}

}  // namespace arbiter::players
