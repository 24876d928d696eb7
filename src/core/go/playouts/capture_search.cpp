#include "core/go/playouts/capture_search.hpp"

#include <algorithm>

#include "core/go/playouts/tactics.hpp"

namespace arbiter::go {

namespace {

constexpr int nodes_max = 2'000;
/// Who takes more stones than that has room to live there.
constexpr int shape_that_kills_max = 6;
/// Longer sequences are kos.
constexpr int depth_max = 40;
constexpr std::size_t line_max = 20;

}  // namespace

CaptureSearch::CaptureSearch(const TacticalBoard& board, Spot target, std::vector<Spot> zone,
                             int& budget)
    : board_(board),
      target_(target),
      defender_(board.at(target)),
      zone_(std::move(zone)),
      budget_(budget) {}

std::size_t CaptureSearch::Hash::operator()(const Key& key) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15;
        hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
}

auto CaptureSearch::key(const TacticalBoard& board, Cell turn, int passes) const -> Key {
    Key key{};
    for (std::size_t i = 0; i < zone_.size(); ++i)
        key[i / 32] |= static_cast<std::uint64_t>(board.at(zone_[i])) << 2 * (i % 32);
    key.back() = std::uint64_t{board.ko()} << 8 | static_cast<std::uint64_t>(turn) << 4 |
                 static_cast<std::uint64_t>(passes);
    return key;
}

bool CaptureSearch::has_two_eyes(const TacticalBoard& board) const {
    int eyes = 0;
    for (const Spot s : board.liberties_of(target_)) {
        if (!is_eye(board, s, defender_)) continue;
        const auto around = board.around(s);
        eyes += std::ranges::all_of(around,
                                    [&](Spot n) {
                                        return board.at(n) == Cell::edge ||
                                               board.head(n) == board.head(target_);
                                    })
                    ? 1
                    : 0;
    }
    return eyes >= 2;
}

/// The point may have changed hands several times: what counts is whose it is in the end.
auto CaptureSearch::at_end(const TacticalBoard& board) const -> Result {
    if (board.at(target_) != Cell::empty)
        return board.at(target_) == defender_ ? Result::stays : Result::taken;
    std::vector<Spot> region{target_};
    bool attacked = false;
    bool defended = false;
    for (std::size_t i = 0; i < region.size(); ++i) {
        for (const Spot n : board.around(region[i])) {
            defended = defended || board.at(n) == defender_;
            attacked = attacked || board.at(n) == enemy_of(defender_);
            if (board.at(n) == Cell::empty && std::ranges::find(region, n) == region.end())
                region.push_back(n);
        }
    }
    return defended && !attacked ? Result::stays : Result::taken;
}

std::vector<Spot> CaptureSearch::moves(const TacticalBoard& board, Cell turn) const {
    std::vector<std::pair<int, Spot>> ranked;
    for (const Spot s : zone_) {
        if (board.at(s) != Cell::empty || !board.is_legal(s, turn) || is_eye(board, s, turn))
            continue;
        const auto preview = board.preview(s, turn);
        int rank = 3 * preview.taken + preview.liberties;
        for (const Spot n : board.around(s)) {
            const bool target = board.at(n) == defender_ && board.at(target_) == defender_ &&
                                board.head(n) == board.head(target_);
            rank += target ? 2 : 0;
        }
        ranked.emplace_back(-rank, s);
    }
    std::ranges::sort(ranked);
    std::vector<Spot> moves;
    for (const auto& [rank, s] : ranked) moves.push_back(s);
    moves.push_back(0);
    return moves;
}

auto CaptureSearch::after(const TacticalBoard& board, Spot move, Cell turn, int passes, int depth)
    -> Result {
    TacticalBoard next = board;
    if (move == 0) {
        if (passes > 0) return at_end(board);
        next.lift_ko();
    } else {
        next.play(move, turn);
        const bool many = next.taken() > shape_that_kills_max;
        if (many && (turn == defender_ || next.at(target_) != defender_))
            return turn == defender_ ? Result::stays : Result::taken;
    }
    return read(next, enemy_of(turn), move == 0 ? passes + 1 : 0, depth + 1);
}

auto CaptureSearch::read_moves(const TacticalBoard& board, Cell turn, int passes, int depth)
    -> Result {
    const Result wanted = turn == defender_ ? Result::stays : Result::taken;
    Result best = turn == defender_ ? Result::taken : Result::stays;
    for (const Spot move : moves(board, turn)) {
        const Result fate = after(board, move, turn, passes, depth);
        if (fate == wanted) return wanted;
        if (fate == Result::unknown) best = Result::unknown;  // a move that repeats does not count
    }
    return best;
}

auto CaptureSearch::read(const TacticalBoard& board, Cell turn, int passes, int depth) -> Result {
    if (board.at(target_) == defender_ && has_two_eyes(board)) return Result::stays;
    if (depth > depth_max || --nodes_left_ < 0) return Result::unknown;
    const Key position = key(board, turn, passes);
    const auto [place, is_new] = known_.try_emplace(position, Result::repeats);
    if (!is_new) return place->second;
    const Result fate = read_moves(board, turn, passes, depth);
    known_[position] = fate;
    return fate;
}

auto CaptureSearch::fate(Cell first) -> Result {
    nodes_left_ = nodes_max;
    const Result fate = read(board_, first, 0, 0);
    budget_ -= nodes_max - nodes_left_;
    return fate;
}

std::vector<Spot> CaptureSearch::line(Cell first) {
    std::vector<Spot> line;
    TacticalBoard board = board_;
    Cell turn = first;
    int passes = 0;
    while (passes < 2 && line.size() < line_max) {
        nodes_left_ = nodes_max;
        const Result wanted = turn == defender_ ? Result::stays : Result::taken;
        const std::vector<Spot> candidates = moves(board, turn);
        const auto good = std::ranges::find_if(candidates, [&](Spot move) {
            return after(board, move, turn, passes, static_cast<int>(line.size())) == wanted;
        });
        const Spot move = good == candidates.end() ? candidates.front() : *good;
        line.push_back(move);
        if (move == 0)
            board.lift_ko();
        else
            board.play(move, turn);
        passes = move == 0 ? passes + 1 : 0;
        turn = enemy_of(turn);
    }
    return line;
}

}  // namespace arbiter::go
