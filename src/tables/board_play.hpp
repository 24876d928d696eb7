#pragma once

#include <expected>
#include <vector>

#include "core/games/any_game.hpp"
#include "tables/play.hpp"
#include "tables/terms.hpp"

namespace arbiter::tables {

/// A table of a game without dice. Its state.json has the keys of gitgammon's without the dice, and
/// the position in the game's first format for agents that can express the start; everything but
/// messages and times follows from the record.
class BoardPlay {
public:
    static Reading<BoardPlay> begin(const Terms& terms, const std::string& now);
    /// Faults: those of the two files, and `state_contradicts_record`.
    static Reading<BoardPlay> read(const Texts& texts, const Terms& terms);

    std::string state() const;
    std::string record() const;
    static std::string match() { return {}; }
    static std::string stake() { return {}; }
    const AnyGame& game() const { return game_; }
    std::vector<std::string> choices() const { return game_.legal(); }

    std::expected<void, MoveRejection> play(const NamedFile& file,
                                            const Circumstances& circumstances);
    /// A move file with the requested moves and actions.
    std::expected<std::string, MoveRejection> compose(const MoveRequest& request) const;

    /// The side to move has no time left.
    void lose_on_time();
    void add(Message message);
    const std::vector<Message>& messages() const { return messages_; }
    const std::optional<MoveFileName>& last_move() const { return last_move_; }
    const std::string& updated_at() const { return updated_at_; }
    Color active_player() const { return game_.turn(); }
    const std::optional<Outcome>& outcome() const { return game_.outcome(); }
    /// SHA-256 over the state as canonical JSON.
    std::string fingerprint() const;

private:
    BoardPlay(AnyGame game, PerColor<std::string> players);

    AnyGame game_;
    std::string_view format_;  // of the position
    PerColor<std::string> players_;
    std::optional<MoveFileName> last_move_;
    std::vector<Message> messages_;
    std::string updated_at_;
};

}  // namespace arbiter::tables
