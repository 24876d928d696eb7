#pragma once

#include <optional>

#include "core/base/random.hpp"
#include "core/go/playouts/shapes.hpp"
#include "players/bots/go/ladder.hpp"
#include "players/bots/go/neighbourhoods.hpp"
#include "players/bots/go/reading_board.hpp"

namespace arbiter::players {

/// Playouts in which both sides look at what was just played: they take and save stones in atari and
/// those that soon will be, play the vital points of eyes, answer with common shapes, and do not put
/// themselves in atari.
template <int Side>
class Playout {
public:
    using Board = ReadingBoard<Side>;
    using Cell = go::Cell;
    using Spot = go::Spot;

    /// The last two moves; 0 for a pass or none.
    struct Recent {
        Spot last = 0;
        Spot before = 0;
    };

    Playout(const Board& board, std::uint64_t seed) : random_(seed), ladder_(board) {}

    /// Plays until both sides have passed, or for three moves per point. Calls `on_move` with each
    /// move, 0 for a pass.
    template <class OnMove>
    void play_out(Board& board, Cell turn, Recent recent, OnMove on_move) {
        int passes = 0;
        for (int left = 3 * board.size().points(); left > 0 && passes < 2; --left) {
            const Spot move = choose(board, turn, recent);
            if (move != 0) {
                board.play(move, turn);
                passes = 0;
            } else {
                board.lift_ko();
                ++passes;
            }
            on_move(move);
            recent = {move, recent.last};
            turn = go::enemy_of(turn);
        }
    }

    /// Legal, not an own eye, and not a group given away: in atari it takes something, is a stone thrown
    /// in, or has a shape that kills.
    bool is_sensible(const Board& board, Spot spot, Cell stone) {
        const std::uint16_t around = board.around(spot);
        if (spot == board.ko()) return false;
        if (table_.is_airy(around)) return true;
        if (table_.is_eye(around, stone) || !board.is_legal(spot, stone)) return false;
        const auto preview = board.preview(spot, stone);
        if (preview.liberties >= 2 || preview.taken > 0) return true;
        if (preview.stones == 1) return chance(throw_in);
        return is_killing_shape(board, spot, stone, preview.stones);
    }

    /// Adds the moves that save a group in atari: it runs if that is no ladder, or takes a neighbour.
    template <class Add>
    void rescues(const Board& board, Spot stone, Add add) {
        const Cell own = board.at(stone);
        const Spot way = board.last_liberty(stone);
        if (board.is_legal(way, own)) {
            const int liberties = board.preview(way, own).liberties;
            if (liberties > 2 || (liberties == 2 && !ladder_.takes(board, stone))) add(way);
        }
        board.for_each_stone(stone, [&](Spot s) {
            for (const Spot n : Board::beside(s)) {
                if (board.at(n) != go::enemy_of(own) || board.liberties(n) != 1) continue;
                const Spot taking = board.last_liberty(n);
                if (taking != way && board.is_legal(taking, own)) add(taking);
            }
        });
    }

    Ladder<Side>& ladder() { return ladder_; }

private:
    // Percent of the answers that are made.
    static constexpr std::uint32_t answer_atari = 90;
    static constexpr std::uint32_t settle_weak = 60;
    static constexpr std::uint32_t play_vital = 90;
    static constexpr std::uint32_t play_shape = 95;
    static constexpr std::uint32_t throw_in = 50;

    bool chance(std::uint32_t percent) { return random_.below(100) < percent; }

    void add(Spot spot) {
        if (count_ < candidates_.size()) candidates_[count_++] = spot;
    }
    Spot any() { return candidates_[random_.below(static_cast<std::uint32_t>(count_))]; }

    /// 0: a pass.
    Spot choose(const Board& board, Cell stone, Recent recent) {
        if (recent.last != 0) {
            if (chance(answer_atari) && find_atari(board, stone, recent.last)) return any();
            if (chance(settle_weak) && find_weak(board, stone, recent.last)) return any();
            if (chance(play_vital)) {
                if (const Spot vital = vital_spot(board, stone, recent.last)) return vital;
            }
        }
        if (chance(play_shape) && find_shapes(board, stone, recent)) return any();
        return anywhere(board, stone);
    }

    bool find_atari(const Board& board, Cell stone, Spot last) {
        count_ = 0;
        if (board.liberties(last) == 1) {
            const Spot taking = board.last_liberty(last);
            if (board.is_legal(taking, stone)) add(taking);
        }
        std::array<Spot, 4> seen{};
        for (std::size_t i = 0; i < 4; ++i) {
            const Spot n = Board::beside(last)[i];
            if (board.at(n) != stone || board.liberties(n) != 1) continue;
            if (std::ranges::find(seen, board.head(n)) != seen.end()) continue;
            seen[i] = board.head(n);
            rescues(board, n, [&](Spot spot) { add(spot); });
        }
        return count_ > 0;
    }

    /// Groups with two liberties beside the last move: an atari after which an enemy's group gains
    /// nothing by running, or more liberties for an own one that is threatened by such an atari.
    bool find_weak(const Board& board, Cell stone, Spot last) {
        count_ = 0;
        if (board.liberties(last) == 2) judge_weak(board, last, stone);
        for (const Spot n : Board::beside(last)) {
            if (board.at(n) == stone && board.liberties(n) == 2) judge_weak(board, n, stone);
        }
        return count_ > 0;
    }

    void judge_weak(const Board& board, Spot group, Cell stone) {
        const Cell runner = board.at(group);
        std::array<Spot, 2> ways{};
        std::size_t n = 0;
        board.liberties_of(group).for_each([&](Spot s) { ways[n++] = s; });
        const std::array<int, 2> room{board.preview(ways[0], runner).liberties,
                                      board.preview(ways[1], runner).liberties};
        bool is_threatened = false;
        for (std::size_t i = 0; i < 2; ++i) {
            // After the atari the runner has one liberty less than on an empty one.
            const bool escapes = room[1 - i] - 1 > 2;
            if (escapes || !is_safe(board, ways[i], go::enemy_of(runner))) continue;
            is_threatened = true;
            if (runner != stone) add(ways[i]);
        }
        for (std::size_t i = 0; i < 2 && is_threatened && runner == stone; ++i) {
            if (room[i] > 2 && board.is_legal(ways[i], runner)) add(ways[i]);
        }
    }

    static bool is_safe(const Board& board, Spot spot, Cell stone) {
        return board.is_legal(spot, stone) && board.preview(spot, stone).liberties > 1;
    }

    /// The empty spots around one, if they are few and touch stones of one side only.
    static std::optional<go::Space> small_space(const Board& board, Spot start) {
        go::Space space;
        space.add(start);
        Cell owner = Cell::empty;
        for (std::size_t i = 0; i < space.count; ++i) {
            for (const Spot n : Board::beside(space.spots[i])) {
                const Cell cell = board.at(n);
                if (cell == Cell::edge) continue;
                if (cell == Cell::empty) {
                    if (space.contains(n)) continue;
                    if (space.count == go::Space::most) return std::nullopt;
                    space.add(n);
                } else if (owner == Cell::empty) {
                    owner = cell;
                } else if (owner != cell) {
                    return std::nullopt;
                }
            }
        }
        return space;
    }

    static Spot vital_spot(const Board& board, Cell stone, Spot last) {
        for (const Spot n : Board::beside(last)) {
            if (board.at(n) != Cell::empty) continue;
            const auto space = small_space(board, n);
            const auto vital = space ? go::vital_point(*space, Board::stride) : std::nullopt;
            if (vital && board.is_legal(*vital, stone)) return *vital;
        }
        return 0;
    }

    bool find_shapes(const Board& board, Cell stone, Recent recent) {
        count_ = 0;
        for (const Spot center : {recent.last, recent.before}) {
            if (center == 0) continue;
            for (const Spot s : Board::ring(center)) {
                if (board.at(s) == Cell::empty && table_.is_shape(board.around(s)) &&
                    is_sensible(board, s, stone)) {
                    add(s);
                }
            }
        }
        return count_ > 0;
    }

    Spot anywhere(const Board& board, Cell stone) {
        const auto empties = board.empties();
        const std::size_t count = empties.size();
        const std::size_t first = random_.below(static_cast<std::uint32_t>(count));
        for (std::size_t i = 0; i < count; ++i) {
            const Spot s = empties[first + i < count ? first + i : first + i - count];
            if (is_sensible(board, s, stone)) return s;
        }
        return 0;
    }

    static bool is_killing_shape(const Board& board, Spot spot, Cell stone, int stones) {
        if (stones > static_cast<int>(go::Space::most)) return false;
        go::Space shape;
        shape.add(spot);
        for (const Spot n : Board::beside(spot)) {
            if (board.at(n) != stone || shape.contains(n)) continue;
            board.for_each_stone(n, [&](Spot s) { shape.add(s); });
        }
        return stones == 2 || go::vital_point(shape, Board::stride).has_value();
    }

    const Neighbourhoods& table_ = neighbourhoods();
    Random random_;
    Ladder<Side> ladder_;
    std::array<Spot, 32> candidates_{};
    std::size_t count_ = 0;
};

}  // namespace arbiter::players
