#pragma once

#include "bindings/python/batch/env.hpp"
#include "core/chess/board/board.hpp"
#include "core/chess/position.hpp"
#include "core/contract/game.hpp"

namespace arbiter::batch {

/// Chess with AlphaZero's 4,672 actions, and 19 planes or AlphaZero's 119; docs/python.md lists them.
class ChessEnv {
public:
    struct Rules {
        int planes = 119;
        /// Whether a draw that could be claimed ends the game: the third repetition, 50 moves.
        bool claims = true;
        /// Whether a dead position must be proved (FIDE 5.2.2), which takes time, or the material decides.
        bool proves_dead = false;
    };
    using Start = chess::Position;

    static constexpr std::string_view game = "chess";
    static constexpr int action_count = 8 * 8 * 73;

    static Reading<Rules> rules(const Options& options);
    static Reading<Start> start(std::string_view text, const Rules& rules);
    static Shape shape(const Rules& rules) { return {rules.planes, 8, 8, action_count}; }

    explicit ChessEnv(const Rules& rules) : rules_(rules) {}

    void restart(const Start* start, Random& random);
    void act(Action action, Random& random);
    std::span<const Action> legal() const { return {actions_.data(), count_}; }
    const std::optional<Rewards>& rewards() const { return rewards_; }
    Color turn() const { return board().turn; }
    void observe(std::uint8_t* planes, Color side) const;
    std::string state() const;
    std::string name(Action action) const;
    Action bot_action(BotCall call) const;

private:
    const chess::Board& board() const { return boards_.back(); }
    chess::Move move_of(Action action) const;
    /// Keeps the board, lists its moves, and judges whether the game is over.
    void arrive(chess::Board next);
    std::optional<Rewards> judge() const;
    std::uint8_t occurrences() const;
    /// Forgets the boards that nobody needs any more.
    void forget();
    void observe_board(std::size_t ago, std::uint8_t* planes, Color side) const;

    Rules rules_;
    // All that can still be repeated or seen, as FIDE 9.2.3 compares them: without en passant squares that
    // nobody can use.
    std::vector<chess::Board> boards_;
    std::vector<std::uint64_t> keys_;        // of each; different boards may have the same
    std::vector<std::uint8_t> occurrences_;  // of each, so far
    std::uint32_t halfmove_clock_ = 0;
    std::uint32_t fullmove_number_ = 1;
    bool king_takes_rook_ = false;  // how castling is numbered: Chess960
    std::array<Action, chess::MoveList::capacity> actions_;
    std::size_t count_ = 0;
    std::optional<Rewards> rewards_;
};

}  // namespace arbiter::batch
