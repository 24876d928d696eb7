#include "players/bots/chess/search.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/chess/rules.hpp"
#include "players/bots/chess/evaluation.hpp"
#include "players/bots/chess/moves.hpp"
#include "players/bots/chess/table.hpp"

namespace arbiter::players {

namespace {

using chess::Move;
using chess::MoveList;
using chess::PieceType;
using chess::Position;

constexpr int infinite = 32'000;
constexpr int mate = 31'000;  // less the number of half-moves until it stands on the board
constexpr int mate_far = mate - 512;
constexpr int ply_max = 100;
constexpr std::uint32_t fifty_moves = 100;
constexpr std::uint64_t nodes_between_checks = 512;

/// How much shallower a late, quiet move is looked at first.
constexpr int reduction(int depth, int number) {
    if (depth < 3 || number < 3) return 0;
    return 1 + (number >= 8 ? 1 : 0) + (depth >= 7 && number >= 5 ? 1 : 0) + (number >= 20 ? 1 : 0);
}

/// Mates count from the position where they are found, and in the table from where they are kept.
constexpr int to_table(int score, int ply) {
    return score > mate_far ? score + ply : score < -mate_far ? score - ply : score;
}
constexpr int from_table(int score, int ply) {
    return score > mate_far ? score - ply : score < -mate_far ? score + ply : score;
}

bool is_in(const std::vector<Move>& moves, Move move) {
    return std::ranges::find(moves, move) != moves.end();
}

bool has_pieces(const chess::Board& board) {
    return (board.of(board.turn) & ~board.of(PieceType::pawn)).several();
}

class Search {
public:
    Search(std::span<const Position> game, const ChessSettings& settings,
           const SearchLimits& limits)
        : root_(game.back()),
          settings_(settings),
          limits_(limits),
          own_table_(settings.table != nullptr ? 0 : ChessTable::entries_for(limits.nodes)),
          table_(settings.table != nullptr ? *settings.table : own_table_),
          root_at_(game.size() - 1) {
        for (const Position& position : game) keys_.push_back(position.key());
        for (const Move move : chess::legal_moves(root_.board())) {
            const bool asked = settings.only.empty() || is_in(settings.only, move);
            if (asked) root_moves_.push_back(move);
        }
        table_.begin_search();
    }

    ChessReport run(const std::function<void(const ChessReport&)>& on_depth) {
        const auto lines = std::min(static_cast<std::size_t>(settings_.lines), root_moves_.size());
        found_.resize(lines);
        found_.front().line = {first_guess()};
        for (int depth = 1; depth <= settings_.depth_max && !stopped_; ++depth) {
            if (!search_lines(depth, on_depth)) break;
            const bool forced = root_moves_.size() == 1 && settings_.only.empty();
            if (forced || std::abs(found_.back().score) > mate - depth) break;
        }
        found_.front().nodes = nodes_;
        return found_.front();
    }

private:
    struct Line {
        std::array<std::uint16_t, ply_max> moves;
        int length = 0;

        void set(Move move, const Line& rest) {
            moves[0] = move.bits();
            length = std::min(rest.length + 1, ply_max);
            std::copy_n(rest.moves.begin(), length - 1, moves.begin() + 1);
        }
    };
    struct Window {
        int alpha;
        int beta;

        Window turned() const { return {-beta, -alpha}; }
        /// Of no width: only whether a score is above alpha is asked.
        Window null_turned() const { return {-alpha - 1, -alpha}; }
        bool null() const { return beta - alpha == 1; }
    };
    enum class Pass : std::uint8_t { allowed, just_made };

    /// Without any search: the best capture, if that loses nothing, otherwise the first move.
    Move first_guess() const {
        return std::ranges::max(root_moves_, {},
                                [&](Move move) { return order(root_, move, 0, 0); });
    }

    /// Every line one after another, each without the first moves of those before it. False if there was no
    /// time for all of them.
    bool search_lines(int depth, const std::function<void(const ChessReport&)>& on_depth) {
        left_out_.clear();
        for (std::size_t rank = 0; rank < found_.size(); ++rank) {
            ChessReport& report = found_[rank];
            search_root(depth, report);
            if (stopped_) return false;
            report.depth = depth;
            report.rank = static_cast<int>(rank) + 1;
            report.nodes = nodes_;
            if (on_depth) on_depth(report);
            left_out_.push_back(report.line.front());
        }
        return true;
    }

    bool is_looked_at(Move move) const {
        return is_in(root_moves_, move) && !is_in(left_out_, move);
    }

    void search_root(int depth, ChessReport& report) {
        constexpr int margin = 40;
        Window window{-infinite, infinite};
        if (depth >= 5 && std::abs(report.score) < mate_far) {
            window = {report.score - margin, report.score + margin};
        }
        while (true) {
            Line line;
            const int score = visit(root_, depth, 0, window, Pass::just_made, line);
            const bool low = score <= window.alpha && window.alpha > -infinite;
            const bool high = score >= window.beta && window.beta < infinite;
            const bool holds = !stopped_ || score > window.alpha;
            if (line.length > 0 && holds && !low) keep(line, score, report);
            if (stopped_ || (!low && !high)) return;
            window = {low ? -infinite : window.alpha, high ? infinite : window.beta};
        }
    }

    void keep(const Line& line, int score, ChessReport& report) const {
        report.score = score;
        report.line.clear();
        Position position = root_;
        for (int i = 0; i < line.length; ++i) {
            const MoveList moves = chess::legal_moves(position.board());
            const auto* found = std::ranges::find(moves, line.moves[static_cast<std::size_t>(i)],
                                                  [](Move move) { return move.bits(); });
            if (found == moves.end()) break;
            report.line.push_back(*found);
            position = position.after(*found);
        }
    }

    /// True once nothing more may be looked at. Counts this node otherwise.
    bool out_of_budget() {
        if (stopped_) return true;
        if (nodes_ >= limits_.nodes) return stopped_ = true;
        if (nodes_ % nodes_between_checks == 0 && limits_.should_stop()) return stopped_ = true;
        ++nodes_;
        return false;
    }

    /// FIDE 9.2: what has stood there before in this line will come again, and what has stood there
    /// twice in the game may be claimed.
    bool is_repetition(const Position& position) const {
        const std::size_t last = keys_.size() - 1;
        const std::size_t reach = std::min<std::size_t>(position.halfmove_clock(), last);
        int earlier = 0;
        for (std::size_t back = 4; back <= reach; back += 2) {
            if (keys_[last - back] != position.key()) continue;
            if (last - back >= root_at_ || ++earlier == 2) return true;
        }
        return false;
    }

    int static_score(const Position& position) const {
        const int score = evaluate(position.board());
        if (settings_.error_max == 0) return score;
        const auto span = 2 * static_cast<std::uint64_t>(settings_.error_max) + 1;
        const std::uint64_t drawn = mixed(settings_.seed, position.key()) % span;
        return score + static_cast<int>(drawn) - settings_.error_max;
    }

    int order(const Position& position, Move move, std::uint16_t known, int ply) const {
        constexpr int first = 1 << 28;
        constexpr int captures = 1 << 24;
        constexpr int losing_captures = -(1 << 24);
        if (move.bits() == known) return first;
        const auto& board = position.board();
        if (is_forcing(board, move)) {
            const bool loses = exchange(board, move) < 0;
            return (loses ? losing_captures : captures) + capture_order(board, move);
        }
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (move.bits() == killers[0]) return captures - 1;
        if (move.bits() == killers[1]) return captures - 2;
        return history(board.turn, move);
    }

    int& history(Color color, Move move) {
        return history_[static_cast<std::size_t>(color)][static_cast<std::size_t>(move.from())]
                       [static_cast<std::size_t>(move.to())];
    }
    int history(Color color, Move move) const {
        return history_[static_cast<std::size_t>(color)][static_cast<std::size_t>(move.from())]
                       [static_cast<std::size_t>(move.to())];
    }

    void remember_cutoff(const Position& position, Move move, int depth, int ply) {
        if (is_forcing(position.board(), move)) return;
        auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers[0] != move.bits()) {
            killers[1] = killers[0];
            killers[0] = move.bits();
        }
        int& count = history(position.turn(), move);
        count += depth * depth;
        if (count < 1 << 20) return;
        for (auto& side : history_) {
            for (auto& from : side) {
                for (int& each : from) each /= 2;
            }
        }
    }

    int visit(const Position& position, int depth, int ply, Window window, Pass pass, Line& line) {
        line.length = 0;
        const bool in_check = position.in_check();
        if (in_check && ply > 0) ++depth;
        if (depth <= 0) return quiet(position, ply, window);
        if (out_of_budget()) return 0;
        if (ply >= ply_max - 1) return static_score(position);
        if (ply > 0) {
            if (is_repetition(position) || is_barren(position.board())) return 0;
            window = {std::max(window.alpha, -mate + ply), std::min(window.beta, mate - ply - 1)};
            if (window.alpha >= window.beta) return window.alpha;
        }

        std::uint16_t known = 0;
        if (const auto* entry = table_.find(position.key())) {
            known = entry->move;
            if (ply > 0 && window.null() && entry->depth >= depth) {
                if (const auto score = proven(*entry, window, ply)) return *score;
            }
        }
        if (window.null() && !in_check) {
            if (const auto score = prune(position, depth, ply, window, pass)) return *score;
        }
        return visit_moves(position, depth, ply, window, known, line);
    }

    static std::optional<int> proven(const ChessTable::Entry& entry, Window window, int ply) {
        const int score = from_table(entry.score, ply);
        using enum ChessTable::Bound;
        if (entry.bound == exact) return score;
        if (entry.bound == at_least && score >= window.beta) return score;
        if (entry.bound == at_most && score <= window.alpha) return score;
        return std::nullopt;
    }

    /// What is so good that even a pass, or a margin less, is good enough.
    std::optional<int> prune(const Position& position, int depth, int ply, Window window,
                             Pass pass) {
        constexpr int margin = 85;
        if (std::abs(window.beta) > mate_far) return std::nullopt;
        const int score = static_score(position);
        if (depth <= 4 && score - margin * depth >= window.beta) return score;
        const bool may_pass = pass == Pass::allowed && depth >= 3 && score >= window.beta &&
                              has_pieces(position.board());
        if (!may_pass) return std::nullopt;
        const Position passed = position.after_pass();
        Line ignored;
        keys_.push_back(passed.key());
        const int after =
            -visit(passed, depth - 3 - depth / 5, ply + 1,
                   Window{window.beta - 1, window.beta}.turned(), Pass::just_made, ignored);
        keys_.pop_back();
        if (stopped_ || after < window.beta) return std::nullopt;
        return after > mate_far ? window.beta : after;
    }

    int visit_moves(const Position& position, int depth, int ply, Window window,
                    std::uint16_t known, Line& line) {
        const MoveList moves = chess::legal_moves(position.board());
        const bool in_check = position.in_check();
        if (moves.empty()) return in_check ? -mate + ply : 0;
        if (ply > 0 && position.halfmove_clock() >= fifty_moves) return 0;

        const bool hopeless = window.null() && !in_check && depth <= 3 &&
                              std::abs(window.alpha) < mate_far &&
                              static_score(position) + 90 + 110 * depth <= window.alpha;
        const int alpha = window.alpha;
        int best = -infinite;
        std::uint16_t best_move = 0;
        MovePicker picker(moves, [&](Move move) { return order(position, move, known, ply); });
        for (int number = 0; !picker.done(); ++number) {
            const Move move = picker.next();
            if (ply == 0 && !is_looked_at(move)) {
                --number;
                continue;
            }
            const Position next = position.after(move);
            const bool quiet = !is_forcing(position.board(), move) && !next.in_check();
            if (hopeless && quiet && number > 0) continue;
            Line rest;
            const int score = try_move(next, depth, ply, window, number, quiet && !in_check, rest);
            if (stopped_) return best > alpha ? best : 0;
            if (score <= best) continue;
            best = score;
            if (score <= window.alpha) continue;
            best_move = move.bits();
            line.set(move, rest);
            window.alpha = score;
            if (score < window.beta) continue;
            remember_cutoff(position, move, depth, ply);
            break;
        }
        const auto bound = best >= window.beta ? ChessTable::Bound::at_least
                           : best > alpha      ? ChessTable::Bound::exact
                                               : ChessTable::Bound::at_most;
        // What is known of some moves only is not known of the position.
        const bool whole = ply > 0 || (left_out_.empty() && settings_.only.empty());
        if (!whole) return best;
        table_.store({position.key(), best_move != 0 ? best_move : known,
                      static_cast<std::int16_t>(to_table(best, ply)),
                      static_cast<std::int8_t>(depth), bound});
        return best;
    }

    /// The first move in full; the others only to see whether they are better at all.
    int try_move(const Position& next, int depth, int ply, Window window, int number, bool quiet,
                 Line& rest) {
        keys_.push_back(next.key());
        const int reduced = quiet ? reduction(depth, number) : 0;
        int score = 0;
        bool in_full = number == 0;
        if (!in_full) {
            score = -visit(next, depth - 1 - reduced, ply + 1, window.null_turned(), Pass::allowed,
                           rest);
            if (reduced > 0 && score > window.alpha && !stopped_) {
                score = -visit(next, depth - 1, ply + 1, window.null_turned(), Pass::allowed, rest);
            }
            in_full = score > window.alpha && !window.null() && !stopped_;
        }
        if (in_full) score = -visit(next, depth - 1, ply + 1, window.turned(), Pass::allowed, rest);
        keys_.pop_back();
        return score;
    }

    /// Only what takes or promotes, until the board is quiet enough to be judged; out of check,
    /// everything.
    int quiet(const Position& position, int ply, Window window) {
        if (out_of_budget()) return 0;
        if (is_barren(position.board())) return 0;
        const bool in_check = position.in_check();
        if (ply >= ply_max - 1) return static_score(position);
        int best = -mate + ply;
        if (!in_check) {
            best = static_score(position);
            if (best >= window.beta) return best;
            window.alpha = std::max(window.alpha, best);
        }
        const int standing = best;
        const auto& board = position.board();
        const MoveList moves = in_check ? chess::legal_moves(board) : forcing_moves(board);
        if (moves.empty()) {
            const bool stalemate = !in_check && !chess::has_legal_move(board);
            return stalemate ? 0 : best;
        }
        MovePicker picker(moves, [&](Move move) { return capture_order(board, move); });
        while (!picker.done()) {
            const Move move = picker.next();
            if (!in_check && !is_promising(board, move, standing, window.alpha)) continue;
            const int score = -quiet(position.after(move), ply + 1, window.turned());
            if (stopped_) return 0;
            if (score <= best) continue;
            best = score;
            window.alpha = std::max(window.alpha, score);
            if (score >= window.beta) break;
        }
        return best;
    }

    static bool is_promising(const chess::Board& board, Move move, int standing, int alpha) {
        constexpr int margin = 180;
        const int gain = exchange(board, move);
        return gain >= 0 && standing + gain + margin > alpha;
    }

    const Position& root_;
    const ChessSettings& settings_;
    const SearchLimits& limits_;
    ChessTable own_table_;
    ChessTable& table_;
    std::vector<std::uint64_t> keys_;  // of the game, then of the line that is looked at
    std::size_t root_at_;
    std::array<std::array<std::uint16_t, 2>, ply_max> killers_{};
    std::array<std::array<std::array<int, 64>, 64>, 2> history_{};
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    std::vector<Move> root_moves_;
    std::vector<Move> left_out_;  // of them: the first moves of better lines
    std::vector<ChessReport> found_;
};

}  // namespace

std::optional<int> ChessReport::mate_in() const {
    if (score > mate_far) return (mate - score + 1) / 2;
    if (score < -mate_far) return -(mate + score) / 2;
    return std::nullopt;
}

ChessReport search_chess(std::span<const Position> game, const ChessSettings& settings,
                         const SearchLimits& limits,
                         const std::function<void(const ChessReport&)>& on_depth) {
    return Search(game, settings, limits).run(on_depth);
}

}  // namespace arbiter::players
