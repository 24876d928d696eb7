#pragma once

#include "bindings/python/batch/env.hpp"
#include "core/backgammon/rules.hpp"
#include "core/backgammon/setup.hpp"
#include "core/contract/game.hpp"

namespace arbiter::batch {

/// One game of backgammon: 34 values from the mover's side, three more with the cube. An action moves
/// two checkers: a whole turn, or with a double one half of it.
class BackgammonEnv {
public:
    using Rules = backgammon::Rules;
    using Start = backgammon::Setup;

    static constexpr std::string_view game = "backgammon";
    static constexpr int checker_actions = 2 * 26 * 26;
    /// Beside the moves, with the cube.
    static constexpr Action roll = checker_actions;
    static constexpr Action double_cube = checker_actions + 1;
    static constexpr Action take = checker_actions + 2;
    static constexpr Action drop = checker_actions + 3;

    static Reading<Rules> rules(const Options& options);
    static Reading<Start> start(std::string_view text, const Rules& rules);
    static Shape shape(const Rules& rules) {
        return rules.cube ? Shape{37, 1, 1, checker_actions + 4} : Shape{34, 1, 1, checker_actions};
    }

    explicit BackgammonEnv(const Rules& rules) : rules_(rules) {}

    void restart(const Start* start, Random& random);
    void act(Action action, Random& random);
    std::span<const Action> legal() const { return actions_; }
    const std::optional<Rewards>& rewards() const { return rewards_; }
    Color turn() const { return now_.turn; }
    void observe(std::uint8_t* values, Color side) const;
    std::string state() const;
    std::string name(Action action) const;
    Action bot_action(BotCall call) const;

private:
    const backgammon::Board& board() const { return now_.board; }
    backgammon::Turn turn_of(Action action) const;
    void begin_turn(Random& random);
    void roll_dice(Random& random);
    void list_turns();
    void move(Action action, Random& random);
    void end(Color winner, int points);
    bool leads_to(Action action, const backgammon::Board& board) const;

    Rules rules_;
    backgammon::Setup now_;
    std::optional<backgammon::Hand> hand_;  // the dice that are still to be played
    std::optional<backgammon::Spot>
        limit_;  // of the second half of a double: no higher checker moves
    std::vector<Action> actions_;
    std::optional<Rewards> rewards_;
};

}  // namespace arbiter::batch
