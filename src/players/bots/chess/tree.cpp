#include "players/bots/chess/tree.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>

#include "core/chess/rules.hpp"
#include "players/bots/chess/evaluation.hpp"
#include "players/bots/chess/moves.hpp"

namespace arbiter::players {

namespace {

using chess::Board;
using chess::MoveList;
using chess::PieceType;

constexpr std::uint32_t fifty_moves = 100;
constexpr std::uint64_t nodes_between_checks = 512;
constexpr int killer_order = 1 << 20;  // above every history

/// Mates count from the position where they are found, and in the table from where they are kept.
constexpr int to_table(int score, int ply) {
    return score > ChessTree::mate_far    ? score + ply
           : score < -ChessTree::mate_far ? score - ply
                                          : score;
}
constexpr int from_table(int score, int ply) {
    return score > ChessTree::mate_far    ? score - ply
           : score < -ChessTree::mate_far ? score + ply
                                          : score;
}
constexpr bool is_mate(int score) { return std::abs(score) > ChessTree::mate_far; }

/// How much shallower the n-th move of a depth is looked at first: about ln(depth) ln(n) / 2, in integers.
constexpr int late_move_reduction(int depth, int number) {
    constexpr auto logarithms = [] {  // 32 times the natural one
        std::array<int, 64> table{};
        constexpr std::array<int, 7> of_powers{0, 22, 44, 67, 89, 111, 133};
        for (int i = 1; i < 64; ++i) {
            const int power = static_cast<int>(std::bit_width(static_cast<unsigned>(i))) - 1;
            const int rest = i - (1 << power);
            const auto at = static_cast<std::size_t>(power);
            table[static_cast<std::size_t>(i)] =
                of_powers[at] + rest * (of_powers[at + 1] - of_powers[at]) / (1 << power);
        }
        return table;
    }();
    const auto log = [&](int n) { return logarithms[static_cast<std::size_t>(std::min(n, 63))]; };
    return (700 + log(depth) * log(number) * 4 / 9) / 1024;
}

bool has_officers(const Board& board) {
    return (board.of(board.turn) & ~board.of(PieceType::pawn)).several();
}

bool is_one_of(const std::vector<chess::Move>& moves, chess::Move move) {
    return std::ranges::find(moves, move) != moves.end();
}

/// Moves that were tried before the best one; history learns from the first of them only.
class Tried {
public:
    Tried() {}
    void add(chess::Move move) {
        if (count_ < most) std::construct_at(&moves_[count_++], move);
    }
    const chess::Move* begin() const { return moves_.data(); }
    const chess::Move* end() const { return moves_.data() + count_; }

private:
    static constexpr std::size_t most = 32;
    union {
        std::array<chess::Move, most> moves_;  // only the first count_ are ever made or read
    };
    std::size_t count_ = 0;
};

}  // namespace

struct ChessTree::Trial {
    const Order& order;
    const Facts& facts;
    Window window;
    int number = 0;  // of the move, from 1
    bool quiet = false;
    bool checks = false;
    int past = 0;  // how the move has done
    int best = -infinite;
    std::uint16_t best_move = 0;
    bool best_forces = false;
    Tried quiet_tried{};
    Tried captures_tried{};
};

void ChessTree::Line::set(Move move, const Line& rest) {
    moves[0] = move.bits();
    length = std::min(rest.length + 1, ply_max);
    std::copy_n(rest.moves.begin(), length - 1, moves.begin() + 1);
}

ChessTree::ChessTree(std::span<const Position> game, const ChessSettings& settings,
                     const SearchLimits& limits, ChessTable& table)
    : root_(game.back()),
      settings_(settings),
      limits_(limits),
      table_(table),
      root_at_(game.size() - 1) {
    for (const Position& position : game) keys_.push_back(position.key());
    for (const Move move : chess::legal_moves(root_.board())) {
        const bool asked = settings.only.empty() || is_one_of(settings.only, move);
        if (asked) root_moves_.push_back(move);
    }
}

int ChessTree::search(int depth, Window window, Line& line) {
    root_depth_ = depth;
    return visit(root_, {.depth = depth, .ply = 0, .window = window, .may_pass = false}, line);
}

chess::Move ChessTree::first_guess() const {
    return std::ranges::max(root_moves_, {}, [&](Move move) {
        const bool loses = !exchange_gains(root_.board(), move, 0);
        return loses ? -MovePicker::forcing : order_of(root_, move, 0, 0);
    });
}

/// True once nothing more may be looked at. Counts this node otherwise.
bool ChessTree::out_of_budget() {
    if (stopped_) return true;
    if (nodes_ >= limits_.nodes) return stopped_ = true;
    if (nodes_ % nodes_between_checks == 0 && limits_.should_stop()) return stopped_ = true;
    ++nodes_;
    return false;
}

/// FIDE 9.2: what has stood there before in this line will come again, and what has stood there
/// twice in the game may be claimed.
bool ChessTree::is_repetition(const Position& position) const {
    const std::size_t last = keys_.size() - 1;
    const std::size_t reach = std::min<std::size_t>(position.halfmove_clock(), last);
    int earlier = 0;
    for (std::size_t back = 4; back <= reach; back += 2) {
        if (keys_[last - back] != position.key()) continue;
        if (last - back >= root_at_ || ++earlier == 2) return true;
    }
    return false;
}

/// A lead fades where nothing happens.
int ChessTree::static_score(const Position& position) const {
    const int quiet = static_cast<int>(std::min(position.halfmove_clock(), fifty_moves));
    const int score = evaluate(position.board()) * (200 - quiet) / 200;
    if (settings_.error_max == 0) return score;
    const auto span = 2 * static_cast<std::uint64_t>(settings_.error_max) + 1;
    const std::uint64_t drawn = mixed(settings_.seed, position.key()) % span;
    return score + static_cast<int>(drawn) - settings_.error_max;
}

ChessHistory::Trail ChessTree::trail(int ply) const {
    const auto at = static_cast<std::size_t>(ply);
    return {frames_[at + 1].played, frames_[at].played};
}

int ChessTree::order_of(const Position& position, Move move, std::uint16_t known, int ply) const {
    if (move.bits() == known) return MovePicker::first;
    const Board& board = position.board();
    if (is_forcing(board, move)) {
        return MovePicker::forcing + capture_order(board, move) +
               history_.of_capture(board, move) / 8;
    }
    const auto& killers = frames_[static_cast<std::size_t>(ply) + 2].killers;
    if (move.bits() == killers[0]) return killer_order + 1;
    if (move.bits() == killers[1]) return killer_order;
    return history_.of_quiet(board, move, trail(ply));
}

bool ChessTree::is_looked_at(Move move, const Order& order) const {
    if (!order.is_root()) return move.bits() != order.excluded;
    return is_one_of(root_moves_, move) && !is_one_of(left_out, move);
}

int ChessTree::visit(const Position& position, Order order, Line& line) {
    line.length = 0;
    if (order.depth <= 0) return quiet(position, order.ply, order.window);
    if (out_of_budget()) return 0;
    if (order.ply >= ply_max - 1) return static_score(position);
    if (!order.is_root()) {
        if (is_repetition(position) || is_barren(position.board())) return 0;
        order.window = {std::max(order.window.alpha, -mate + order.ply),
                        std::min(order.window.beta, mate - order.ply - 1)};
        if (order.window.alpha >= order.window.beta) return order.window.alpha;
    }
    const Facts known = facts(position, order);
    const bool may_cut = order.excluded == 0 && !order.is_root() && order.window.null();
    if (may_cut && known.entry && known.entry->depth >= order.depth &&
        position.halfmove_clock() < 90) {
        if (const auto score = proven(*known.entry, order)) return *score;
    }
    if (may_cut && !known.in_check && settings_.mate_in == 0) {
        if (const auto score = prune(position, order, known)) return *score;
    }
    // Without a move to begin with it is cheaper to find one first.
    if (order.depth >= 4 && known.known() == 0 && order.excluded == 0) --order.depth;
    return visit_moves(position, order, known, line);
}

ChessTree::Facts ChessTree::facts(const Position& position, const Order& order) {
    const auto at = static_cast<std::size_t>(order.ply) + 2;
    Facts known{.entry = {}, .in_check = position.in_check()};
    known.entry = table_.find(position.key());
    frames_[at].static_score.reset();
    if (known.in_check) return known;
    known.evaluated = known.entry ? known.entry->static_score : static_score(position);
    const int score = known.evaluated + corrections_.of(position.board());
    frames_[at].static_score = score;
    known.standing = score;
    const auto before = order.ply >= 2 ? frames_[at - 2].static_score : std::nullopt;
    known.improving = !before || score > *before;
    if (!known.entry) return known;
    const int found = from_table(known.entry->score, order.ply);
    using enum ChessTable::Bound;
    const bool tells =
        known.entry->bound == exact || (known.entry->bound == at_least) == (found > score);
    if (tells && !is_mate(found)) known.standing = found;
    return known;
}

std::optional<int> ChessTree::proven(const ChessTable::Entry& entry, const Order& order) {
    const int score = from_table(entry.score, order.ply);
    using enum ChessTable::Bound;
    if (entry.bound == exact) return score;
    if (entry.bound == at_least && score >= order.window.beta) return score;
    if (entry.bound == at_most && score <= order.window.alpha) return score;
    return std::nullopt;
}

/// What is so good that even a pass, or a margin less, is good enough; and what is so bad that only
/// a capture could help.
std::optional<int> ChessTree::prune(const Position& position, const Order& order,
                                    const Facts& facts) {
    if (is_mate(order.window.beta)) return std::nullopt;
    const int beta = order.window.beta;
    const int margin = 80 * (order.depth - (facts.improving ? 1 : 0));
    if (order.depth <= 8 && facts.standing - margin >= beta) return facts.standing;
    if (order.depth <= 3 && facts.standing + 150 + 200 * order.depth < order.window.alpha) {
        const int score = quiet(position, order.ply, order.window);
        if (stopped_ || score <= order.window.alpha) return score;
    }
    const bool may_pass = order.may_pass && order.depth >= 3 && facts.standing >= beta &&
                          has_officers(position.board());
    return may_pass ? pass(position, order, facts.standing) : std::nullopt;
}

std::optional<int> ChessTree::pass(const Position& position, const Order& order, int standing) {
    const int beta = order.window.beta;
    const Position passed = position.after_pass();
    Order after =
        order.deeper(order.depth - 3 - order.depth / 3 - std::min((standing - beta) / 200, 2),
                     Window{beta - 1, beta}.turned());
    after.may_pass = false;
    Line ignored;
    frames_[static_cast<std::size_t>(order.ply) + 2].played = ChessHistory::nothing;
    keys_.push_back(passed.key());
    const int score = -visit(passed, after, ignored);
    keys_.pop_back();
    if (stopped_ || score < beta) return std::nullopt;
    return is_mate(score) ? beta : score;
}

/// Moves so late, or with so little behind them, that they are not worth a look.
bool ChessTree::is_hopeless(const Position& position, const Trial& trial, Move move) const {
    const Order& order = trial.order;
    const bool looks_at_all = order.is_root() || settings_.mate_in > 0 || trial.best <= -mate_far;
    if (looks_at_all || !has_officers(position.board())) return false;
    const Board& board = position.board();
    if (trial.checks) return order.depth <= 4 && !exchange_gains(board, move, -250 * order.depth);
    if (!trial.quiet) return order.depth <= 6 && !exchange_gains(board, move, -100 * order.depth);
    const int tries = (3 + order.depth * order.depth) / (trial.facts.improving ? 1 : 2);
    if (!trial.facts.in_check && trial.number > tries) return true;
    const int left = std::max(order.depth - late_move_reduction(order.depth, trial.number), 1);
    const bool behind = trial.facts.standing + 100 + 100 * left <= trial.window.alpha;
    if (!trial.facts.in_check && left <= 7 && behind) return true;
    if (left <= 3 && trial.past < -4'000 * left) return true;
    return left <= 7 && !exchange_gains(board, move, -25 * left * left);
}

/// One ply more for the known move where all others are worse by a margin; fewer where they are good as well.
int ChessTree::extension(const Position& position, const Order& order, const Facts& facts,
                         Move move) {
    const bool may_be_single = order.depth >= 7 && !order.is_root() && order.excluded == 0 &&
                               move.bits() == facts.known() && order.ply < 2 * root_depth_ &&
                               facts.entry->depth >= order.depth - 3 &&
                               facts.entry->bound != ChessTable::Bound::at_most;
    if (!may_be_single) return 0;
    const int score = from_table(facts.entry->score, order.ply);
    if (is_mate(score)) return 0;
    const int margin = score - 2 * order.depth;
    Order others = order;
    others.depth = (order.depth - 1) / 2;
    others.window = {margin - 1, margin};
    others.excluded = move.bits();
    Line ignored;
    const int found = visit(position, others, ignored);
    if (stopped_) return 0;
    return found < margin ? 1 : score >= order.window.beta ? -1 : 0;
}

int ChessTree::reduction(const Trial& trial, Move move, bool gives_check) const {
    const Order& order = trial.order;
    const bool late = order.depth >= 3 && trial.number >= (order.is_root() ? 4 : 2);
    if (!late || settings_.mate_in > 0) return 0;
    if (!trial.quiet) return trial.number > 6 ? 1 : 0;
    int reduced = late_move_reduction(order.depth, trial.number);
    const auto& killers = frames_[static_cast<std::size_t>(order.ply) + 2].killers;
    if (!order.window.null()) reduced -= order.is_root() ? 2 : 1;
    if (!trial.facts.improving) ++reduced;
    if (gives_check || trial.facts.in_check) --reduced;
    if (move.bits() == killers[0] || move.bits() == killers[1]) --reduced;
    reduced -= std::clamp(trial.past / 8'000, -2, 2);
    return std::clamp(reduced, 0, order.depth - 2);
}

int ChessTree::visit_moves(const Position& position, const Order& order, const Facts& facts,
                           Line& line) {
    const Board& board = position.board();
    const MoveList moves = chess::legal_moves(board);
    if (moves.empty()) return facts.in_check ? -mate + order.ply : 0;
    if (!order.is_root() && position.halfmove_clock() >= fifty_moves) return 0;
    const auto at = static_cast<std::size_t>(order.ply) + 2;
    frames_[at + 2].killers = {};
    const CheckingMoves checking(board);
    Trial trial{.order = order, .facts = facts, .window = order.window};
    MovePicker picker(board, moves, [&](Move move) {
        return order_of(position, move, facts.known(), order.ply);
    });
    while (!picker.done()) {
        const Move move = picker.next();
        if (!is_looked_at(move, order)) continue;
        ++trial.number;
        trial.quiet = !is_forcing(board, move);
        trial.checks = checking.contain(board, move);
        trial.past = !trial.quiet ? 0
                     : picker.order() < killer_order
                         ? picker.order()
                         : history_.of_quiet(board, move, trail(order.ply));
        if (is_hopeless(position, trial, move)) continue;
        const int more = extension(position, order, facts, move);
        if (stopped_) break;
        const Position next = position.after(move);
        const bool gives_check = next.in_check();
        const bool forces =
            gives_check && order.ply < 2 * root_depth_ && exchange_gains(board, move, 0);
        const int depth = order.depth - 1 + (more == 0 && forces ? 1 : more);
        frames_[at].played = ChessHistory::piece_to(board, move);
        Line rest;
        const int score = try_move(next, trial, depth, reduction(trial, move, gives_check), rest);
        if (stopped_) break;
        if (score > trial.best) {
            trial.best = score;
            if (score > trial.window.alpha) {
                trial.best_move = move.bits();
                trial.best_forces = !trial.quiet;
                line.set(move, rest);
                trial.window.alpha = score;
                if (score >= trial.window.beta) {
                    learn(position, trial, move);
                    break;
                }
            }
        }
        (trial.quiet ? trial.quiet_tried : trial.captures_tried).add(move);
    }
    if (stopped_) return trial.best > order.window.alpha ? trial.best : 0;
    if (trial.number == 0) return order.window.alpha;  // the one move is excluded
    keep(position, order, trial, order.window.alpha);
    return trial.best;
}

/// What is known of some moves only is not known of the position.
void ChessTree::keep(const Position& position, const Order& order, const Trial& trial, int alpha) {
    const bool whole =
        order.is_root() ? left_out.empty() && settings_.only.empty() : order.excluded == 0;
    if (!whole) return;
    const auto bound = trial.best >= order.window.beta ? ChessTable::Bound::at_least
                       : trial.best > alpha            ? ChessTable::Bound::exact
                                                       : ChessTable::Bound::at_most;
    const auto found = frames_[static_cast<std::size_t>(order.ply) + 2].static_score;
    const int miss = trial.best - found.value_or(trial.best);
    const bool tells =
        bound == ChessTable::Bound::exact || (bound == ChessTable::Bound::at_least) == (miss > 0);
    if (miss != 0 && tells && !trial.best_forces && !is_mate(trial.best)) {
        corrections_.note(position.board(), order.depth, miss);
    }
    table_.store(position.key(),
                 {.move = trial.best_move,
                  .score = static_cast<std::int16_t>(to_table(trial.best, order.ply)),
                  .static_score = static_cast<std::int16_t>(trial.facts.evaluated),
                  .depth = static_cast<std::int8_t>(order.depth),
                  .bound = bound});
}

/// The best move has refuted the position: it is worth more from now on, and what was tried before it less.
void ChessTree::learn(const Position& position, const Trial& trial, Move best) {
    const Board& board = position.board();
    const int depth = trial.order.depth;
    const int bonus = std::min(20 * depth * depth + 60 * depth, 2'000);
    const auto followed = trail(trial.order.ply);
    if (trial.quiet) {
        auto& killers = frames_[static_cast<std::size_t>(trial.order.ply) + 2].killers;
        if (killers[0] != best.bits()) killers = {best.bits(), killers[0]};
        history_.note_quiet(board, best, followed, bonus);
        for (const Move move : trial.quiet_tried)
            history_.note_quiet(board, move, followed, -bonus);
    } else {
        history_.note_capture(board, best, bonus);
    }
    for (const Move move : trial.captures_tried) history_.note_capture(board, move, -bonus);
}

/// The first move in full; the others only to see whether they are better at all.
int ChessTree::try_move(const Position& next, const Trial& trial, int depth, int reduced,
                        Line& rest) {
    const Window window = trial.window;
    const Order& order = trial.order;
    keys_.push_back(next.key());
    int score = 0;
    bool in_full = trial.number == 1;
    if (!in_full) {
        score = -visit(next, order.deeper(depth - reduced, window.null_turned()), rest);
        if (reduced > 0 && score > window.alpha && !stopped_) {
            score = -visit(next, order.deeper(depth, window.null_turned()), rest);
        }
        in_full = score > window.alpha && !window.null() && !stopped_;
    }
    if (in_full) score = -visit(next, order.deeper(depth, window.turned()), rest);
    keys_.pop_back();
    return score;
}

/// Only what takes or promotes, until the board is quiet enough to be judged; out of check,
/// everything.
int ChessTree::quiet(const Position& position, int ply, Window window) {
    if (out_of_budget()) return 0;
    if (is_barren(position.board()) || is_repetition(position)) return 0;
    const bool in_check = position.in_check();
    if (ply >= ply_max - 1) return static_score(position);
    const auto entry = table_.find(position.key());
    if (entry && window.null()) {
        if (const auto score = proven(*entry, {.depth = 0, .ply = ply, .window = window}))
            return *score;
    }
    int best = -mate + ply;
    int evaluated = 0;
    int standing = 0;
    if (!in_check) {
        evaluated = entry ? entry->static_score : static_score(position);
        best = standing = evaluated + corrections_.of(position.board());
        if (best >= window.beta) return best;
    }
    const std::uint16_t known = entry ? entry->move : std::uint16_t{0};
    frames_[static_cast<std::size_t>(ply) + 2].played = ChessHistory::nothing;
    const Board& board = position.board();
    const MoveList moves = in_check ? chess::legal_moves(board) : forcing_moves(board);
    if (moves.empty()) return !in_check && !chess::has_legal_move(board) ? 0 : best;
    Window open{std::max(window.alpha, best), window.beta};
    std::uint16_t best_move = 0;
    MovePicker picker(board, moves,
                      [&](Move move) { return order_of(position, move, known, ply); });
    while (!picker.done()) {
        const Move move = picker.next();
        if (!in_check) {
            if (picker.loses()) break;
            const int hope = standing + 180 + victim_value(board, move);
            if (hope <= open.alpha && !move.promotion()) continue;
        }
        const Position next = position.after(move);
        keys_.push_back(next.key());
        const int score = -quiet(next, ply + 1, open.turned());
        keys_.pop_back();
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= open.alpha) continue;
        open.alpha = score;
        best_move = move.bits();
        if (score >= window.beta) break;
    }
    table_.store(position.key(), {.move = best_move,
                                  .score = static_cast<std::int16_t>(to_table(best, ply)),
                                  .static_score = static_cast<std::int16_t>(evaluated),
                                  .depth = 0,
                                  .bound = best >= window.beta ? ChessTable::Bound::at_least
                                                               : ChessTable::Bound::at_most});
    return best;
}

}  // namespace arbiter::players
