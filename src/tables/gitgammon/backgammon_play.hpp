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

/// A table of backgammon: gitgammon's state, and beside it the game, which remembers every roll and
/// what the game was won by.
class BackgammonPlay {
public:
    /// Whether the tables of this game are gitgammon's.
    static bool is_for(std::string_view game);
    /// The options of a new table: those that gitgammon can express. The fault is
    /// `option_not_here`.
    static Reading<Options> options(const Options& wanted);
    /// With the opening roll, rolled again while it is a tie.
    static Reading<BackgammonPlay> begin(const Terms& terms, const Circumstances& circumstances);
    /// Faults: those of the two files, and `state_contradicts_record`.
    static Reading<BackgammonPlay> read(const Texts& texts);

    std::string state() const;
    std::string record() const;
    AnyGame game() const;

    /// Plays the file's turn, rolls for the next player, and passes for who cannot move; or ends the
    /// game where the file is a resignation, which is written as at tables of other games.
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
    bool agrees() const;
    std::expected<void, MoveRejection> resign(const NamedFile& file,
                                              const Circumstances& circumstances);

    backgammon::Table table_;
    backgammon::Game game_;
};

}  // namespace arbiter::tables
