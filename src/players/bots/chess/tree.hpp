#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/chess/position.hpp"
#include "players/bots/chess/history.hpp"
#include "players/bots/chess/search.hpp"

namespace arbiter::players {

/// One alpha-beta search to a fixed depth after another, and what they have in common.
class ChessTree {
public:
    static constexpr int infinite = 32'000;
    static constexpr int mate =
        31'000;  ///< less the number of half-moves until it stands on the board
    static constexpr int mate_far = mate - 512;
    static constexpr int ply_max = 100;

    struct Window {
        int alpha;
        int beta;

        Window turned() const { return {-beta, -alpha}; }
        /// Only whether a score is above alpha is asked.
        Window null_turned() const { return {-alpha - 1, -alpha}; }
        bool null() const { return beta - alpha == 1; }
    };
    struct Line {
        std::array<std::uint16_t, ply_max> moves;
        int length = 0;

        void set(chess::Move move, const Line& rest);
    };

    ChessTree(std::span<const chess::Position> game, const ChessSettings& settings,
              const SearchLimits& limits, ChessTable& table);

    /// The score of the root within the window, and the line that has it.
    int search(int depth, Window window, Line& line);

    /// Root moves that are not looked at, beside those that the settings rule out.
    std::vector<chess::Move> left_out;

    const chess::Position& root() const { return root_; }
    const std::vector<chess::Move>& root_moves() const { return root_moves_; }
    /// Without any search: the best capture, if that loses nothing, otherwise the first move.
    chess::Move first_guess() const;
    std::uint64_t nodes() const { return nodes_; }
    bool stopped() const { return stopped_; }

private:
    using Move = chess::Move;
    using Position = chess::Position;

    /// How a position is searched.
    struct Order {
        int depth;
        int ply;
        Window window;
        bool may_pass = true;
        std::uint16_t excluded =
            0;  ///< a move that is not looked at, to see how good the others are

        bool is_root() const { return ply == 0; }
        Order deeper(int depth_left, Window turned) const { return {depth_left, ply + 1, turned}; }
    };
    /// What is known of a position before its moves are tried.
    struct Facts {
        std::optional<ChessTable::Entry> entry;
        bool in_check = false;
        bool improving = false;  ///< it stands better than at its last move
        int evaluated = 0;       ///< without what searches have learnt
        int standing = 0;        ///< with it, or what the table knows better
        std::uint16_t known() const { return entry ? entry->move : std::uint16_t{0}; }
    };
    /// What is kept for each distance from the root.
    struct Frame {
        std::array<std::uint16_t, 2> killers{};
        ChessHistory::PieceTo played = ChessHistory::nothing;
        std::optional<int> static_score;  ///< nothing in check
    };
    /// The moves of a position, while they are tried.
    struct Trial;

    bool out_of_budget();
    bool is_repetition(const Position& position) const;
    int static_score(const Position& position) const;
    ChessHistory::Trail trail(int ply) const;
    int order_of(const Position& position, Move move, std::uint16_t known, int ply) const;
    bool is_looked_at(Move move, const Order& order) const;

    int visit(const Position& position, Order order, Line& line);
    Facts facts(const Position& position, const Order& order);
    static std::optional<int> proven(const ChessTable::Entry& entry, const Order& order);
    std::optional<int> prune(const Position& position, const Order& order, const Facts& facts);
    std::optional<int> pass(const Position& position, const Order& order, int standing);
    int visit_moves(const Position& position, const Order& order, const Facts& facts, Line& line);
    bool is_hopeless(const Position& position, const Trial& trial, Move move) const;
    int extension(const Position& position, const Order& order, const Facts& facts, Move move);
    int try_move(const Position& next, const Trial& trial, int depth, int reduced, Line& rest);
    int reduction(const Trial& trial, Move move, bool gives_check) const;
    void learn(const Position& position, const Trial& trial, Move best);
    void keep(const Position& position, const Order& order, const Trial& trial, int alpha);
    int quiet(const Position& position, int ply, Window window);

    const Position& root_;
    const ChessSettings& settings_;
    const SearchLimits& limits_;
    ChessTable& table_;
    ChessHistory history_;
    ChessCorrections corrections_;
    std::vector<std::uint64_t> keys_;  // of the game, then of the line that is looked at
    std::size_t root_at_;
    std::array<Frame, ply_max + 4> frames_{};  // the first two stand before the root
    std::uint64_t nodes_ = 0;
    int root_depth_ = 0;
    bool stopped_ = false;
    std::vector<Move> root_moves_;
};

}  // namespace arbiter::players
