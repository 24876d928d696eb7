#pragma once

#include <expected>
#include <vector>

#include "core/backgammon/formats/gitgammon_state.hpp"
#include "core/backgammon/game.hpp"
#include "core/games/any_game.hpp"
#include "tables/fingerprint.hpp"
#include "tables/play.hpp"
#include "tables/terms.hpp"

namespace arbiter::tables {

/// A table of backgammon: gitgammon's state, and beside it the game, which remembers every roll, the
/// cube and the match. Gitgammon has no words for those: while nobody can play the dice, because a
/// side may double first or an offer waits for its answer, state.json shows the last dice as used,
/// and the side that has to speak as the active one.
class BackgammonPlay {
public:
    /// Whether the tables of this game are gitgammon's.
    static bool is_for(std::string_view game);
    /// The options of a new table: by default gitgammon's board, and no cube except in a match.
    static Options options(const Options& wanted);
    /// With the opening roll, rolled again while it is a tie.
    static Reading<BackgammonPlay> begin(const Terms& terms, const Circumstances& circumstances);
    /// Faults: those of the two files, and `state_contradicts_record`.
    static Reading<BackgammonPlay> read(const Texts& texts);

    std::string state() const;
    std::string record() const;
    /// The match and the cube: match.json. Empty at a table that has neither.
    std::string match() const;
    /// "match to 5, score 2-1, cube at 2 (White)"; empty there, too.
    std::string stake() const;
    AnyGame game() const;
    /// The legal turns, or what may be said instead of rolling: "roll", "double".
    std::vector<std::string> choices() const;

    /// Plays the file's turn, or does what it says: actions are written as at tables of other games,
    /// and {"action": "roll"} asks for the dice. Then rolls, and passes for who cannot move, until a
    /// player has a choice.
    std::expected<void, MoveRejection> play(const NamedFile& file,
                                            const Circumstances& circumstances);
    /// A move file with the requested moves.
    std::expected<std::string, MoveRejection> compose(const MoveRequest& request) const;

    /// The side to move has no time left.
    void lose_on_time();
    void add(Message message);
    const std::vector<Message>& messages() const { return table_.messages; }
    const std::optional<MoveFileName>& last_move() const { return table_.last_move; }
    const std::string& updated_at() const { return table_.updated_at; }
    Color active_player() const { return table_.active_player; }
    const std::optional<Outcome>& outcome() const { return game_.outcome(); }
    std::string fingerprint() const { return fingerprint_of(state()); }
    /// Every roll so far, in order.
    std::vector<referee::Throw> rolls() const;

private:
    BackgammonPlay(backgammon::Table table, backgammon::Game game)
        : table_(std::move(table)), game_(std::move(game)) {}
    bool has_stake() const { return game_.rules().cube || !game_.rules().money(); }
    bool plays_dice() const;
    bool agrees() const;
    Result<void> may_roll(Color by) const;
    Result<void> say(Color by, const backgammon::Event& event);
    std::expected<void, MoveRejection> turn(const NamedFile& file, const std::string& now);
    /// Whether the file asks for the dice.
    std::expected<bool, MoveRejection> act(const NamedFile& file, const std::string& now);
    bool roll_on(const Circumstances& circumstances, bool asked);
    void tell_end(const std::string& now);

    backgammon::Table table_;
    backgammon::Game game_;
};

}  // namespace arbiter::tables
