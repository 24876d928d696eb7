#pragma once

#include <algorithm>
#include <vector>

#include "players/bots/go/playout.hpp"

namespace arbiter::players {

/// A first estimate of the moves in a position, before any playout.
template <int Side>
class Priors {
public:
    using Board = ReadingBoard<Side>;
    using Cell = go::Cell;
    using Spot = go::Spot;

    /// The tries that a move starts with, and how many of them are won.
    struct Prior {
        Spot move = 0;
        float tries = even;
        float wins = even / 2;

        void praise(float by) { tries += by, wins += by; }
        void blame(float by) { tries += by; }
    };

    explicit Priors(Playout<Side>& playout) : playout_(playout) {}

    /// Of all legal moves that do not fill an eye for nothing.
    const std::vector<Prior>& of(const Board& board, Cell stone, Spot last) {
        gather(board, stone);
        judge_groups(board, stone);
        if (last != 0) judge_distance(board, last);
        for (Prior& prior : priors_) judge_place(board, stone, prior);
        return priors_;
    }

private:
    static constexpr float even = 10;
    static constexpr float one_stone = 15;    // taken or saved
    static constexpr float more_stones = 30;  // taken or saved
    static constexpr float lost_ladder = 20;
    static constexpr float shape = 10;
    static constexpr float giving_away = 10;
    static constexpr float line = 10;
    static constexpr float corner = 30;
    static constexpr std::array<float, 4> near_last{24, 24, 22, 8};  // by distance

    void gather(const Board& board, Cell stone) {
        priors_.clear();
        index_.fill(none);
        for (const Spot s : board.empties()) {
            if (!board.is_legal(s, stone) || is_spare_eye(board, s, stone)) continue;
            index_[s] = static_cast<std::uint16_t>(priors_.size());
            priors_.push_back({.move = s});
        }
    }

    /// Filling an eye may save a group beside it.
    bool is_spare_eye(const Board& board, Spot s, Cell stone) const {
        return table_.is_eye(board.around(s), stone) &&
               std::ranges::none_of(Board::beside(s), [&](Spot n) {
                   return board.at(n) == stone && board.liberties(n) == 1;
               });
    }

    Prior* prior_of(Spot spot) { return index_[spot] == none ? nullptr : &priors_[index_[spot]]; }
    void praise(Spot spot, int stones) {
        if (Prior* prior = prior_of(spot)) prior->praise(stones > 1 ? more_stones : one_stone);
    }

    /// Groups that can be taken or saved now.
    void judge_groups(const Board& board, Cell stone) {
        for (int i = 0; i < board.size().points(); ++i) {
            const Spot s = Board::spot(go::point_at(board.size(), i));
            if (!board.is_stone(s) || board.head(s) != s || board.liberties(s) > 2) continue;
            const bool in_atari = board.liberties(s) == 1;
            if (board.at(s) == stone) {
                in_atari ? judge_own_atari(board, s) : judge_own_weakness(board, s);
            } else if (in_atari) {
                praise(board.last_liberty(s), board.stones(s));
            } else if (const auto atari = playout_.ladder().atari(board, s)) {
                praise(*atari, board.stones(s));
            }
        }
    }

    void judge_own_atari(const Board& board, Spot group) {
        const Spot way = board.last_liberty(group);
        bool runs = false;
        playout_.rescues(board, group, [&](Spot spot) {
            praise(spot, board.stones(group));
            runs = runs || spot == way;
        });
        if (Prior* prior = prior_of(way); prior != nullptr && !runs) prior->blame(lost_ladder);
    }

    /// A group that the opponent could take in a ladder gains liberties, or room where it is blocked.
    void judge_own_weakness(const Board& board, Spot group) {
        if (!playout_.ladder().atari(board, group)) return;
        board.liberties_of(group).for_each([&](Spot way) {
            if (board.preview(way, board.at(group)).liberties > 2) {
                praise(way, board.stones(group));
            }
        });
    }

    /// By steps from spot to spot, in which a group is one spot.
    void judge_distance(const Board& board, Spot last) {
        queue_.assign(1, last);
        distance_.fill(far);
        distance_[last] = 0;
        // NOLINTNEXTLINE(modernize-loop-convert): the queue grows meanwhile
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const Spot s = queue_[i];
            const std::uint8_t steps = distance_[s];
            if (board.is_stone(s)) {
                board.for_each_stone(s, [&](Spot other) { reach(other, steps); });
            }
            if (Prior* prior = prior_of(s)) prior->praise(near_last[steps]);
            if (steps + 1U >= near_last.size()) continue;
            for (const Spot n : Board::beside(s)) {
                if (board.at(n) != Cell::edge) reach(n, static_cast<std::uint8_t>(steps + 1));
            }
        }
    }
    void reach(Spot spot, std::uint8_t steps) {
        if (distance_[spot] <= steps) return;
        distance_[spot] = steps;
        queue_.push_back(spot);
    }

    void judge_place(const Board& board, Cell stone, Prior& prior) {
        const Spot s = prior.move;
        if (table_.is_shape(board.around(s))) prior.praise(shape);
        if (!table_.is_airy(board.around(s))) {
            const auto preview = board.preview(s, stone);
            if (preview.liberties < 2 && preview.taken == 0) prior.blame(giving_away);
        }
        if (!is_alone(board, s)) return;
        const go::Point point = Board::point(s);
        const int across = std::min<int>(point.column, board.size().width - 1 - point.column);
        const int up = std::min<int>(point.row, board.size().height - 1 - point.row);
        const int edge = std::min(across, up);
        if (edge < 2) prior.blame(edge == 0 ? 3 * line : 2 * line);
        if (edge == 2 || edge == 3) prior.praise(line);
        if (edge >= 2 && std::max(across, up) == 3 && is_corner_free(board, point)) {
            prior.praise(corner);
        }
    }

    /// Whether a corner of a larger board has no stone yet.
    static bool is_corner_free(const Board& board, go::Point point) {
        constexpr int side = 6;
        const go::Size size = board.size();
        if (std::min(size.width, size.height) < 2 * side - 1) return false;
        const int left = point.column < size.width / 2 ? 0 : size.width - side;
        const int bottom = point.row < size.height / 2 ? 0 : size.height - side;
        for (int i = 0; i < side * side; ++i) {
            const go::Point here{static_cast<std::uint8_t>(left + i % side),
                                 static_cast<std::uint8_t>(bottom + i / side)};
            if (board.is_stone(Board::spot(here))) return false;
        }
        return true;
    }

    /// Whether there is no stone within three steps.
    static bool is_alone(const Board& board, Spot spot) {
        constexpr int reach = 3;
        const go::Point point = Board::point(spot);
        const go::Size size = board.size();
        for (int row = std::max(point.row - reach, 0);
             row <= std::min(point.row + reach, size.height - 1); ++row) {
            const int room = reach - std::abs(row - point.row);
            for (int column = std::max(point.column - room, 0);
                 column <= std::min(point.column + room, size.width - 1); ++column) {
                if (board.is_stone(Board::spot(
                        {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}))) {
                    return false;
                }
            }
        }
        return true;
    }

    static constexpr std::uint16_t none = 0xffff;
    static constexpr std::uint8_t far = 0xff;

    Playout<Side>& playout_;
    const Neighbourhoods& table_ = neighbourhoods();
    std::vector<Prior> priors_;
    typename Board::template Array<std::uint16_t> index_{};  // of a spot's prior
    typename Board::template Array<std::uint8_t> distance_{};
    std::vector<Spot> queue_;
};

}  // namespace arbiter::players
