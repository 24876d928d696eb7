#pragma once

#include <expected>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tables/board_play.hpp"
#include "tables/gitgammon/backgammon_play.hpp"
#include "tables/play.hpp"
#include "tables/secret.hpp"
#include "tables/terms.hpp"

/// A table in git: two players, a referee, and nothing but files between them.
namespace arbiter::tables {

class Table {
public:
    /// A new table; an opening roll is made.
    struct New {
        std::string id;
        std::string game;
        Options options;
        PerColor<std::string> players;
        std::string now;
        std::optional<int> days_per_move{};
    };
    /// Faults: `bad_id`, `empty_text`, `unknown_game`, `no_tables` for a game that cannot be played
    /// in git, those of the game's own options, `cannot_express` where state.json cannot express the
    /// start.
    static Reading<Table> create(const New& wanted, const Secret& secret);

    /// From the referee's files. Faults: those of the files, and `other_id` where table.json is of
    /// another folder.
    static Reading<Table> read(const Texts& texts, std::string_view id);
    /// The table as it was when it was created, whose rolls come from elsewhere.
    static Reading<Table> replayed(const Terms& terms, referee::DiceSource& dice);
    Texts write() const;

    const Terms& terms() const { return terms_; }
    AnyGame game() const;
    /// What the side to move can send, in words of the game: moves, and "roll" and "double" where
    /// both are possible.
    std::vector<std::string> choices() const;
    /// What a game is played for, in words; empty where nothing but the winner counts.
    std::string stake() const;
    Color active_player() const;
    const std::optional<Outcome>& outcome() const;
    const std::vector<Message>& messages() const;
    const std::optional<MoveFileName>& last_move() const;
    const std::string& updated_at() const;
    std::string fingerprint() const;
    /// Empty where the game has no dice.
    std::vector<referee::Throw> rolls() const;
    int next_sequence() const { return last_move() ? last_move()->sequence + 1 : 1; }

    /// Nothing changes if the file is refused.
    std::expected<void, MoveRejection> play(const NamedFile& file,
                                            const Circumstances& circumstances);
    std::expected<std::string, MoveRejection> compose(const MoveRequest& request) const;
    /// Whether the side to move has had its days.
    bool is_late(const std::string& now) const;
    /// Ends the game against the side to move, which is late.
    void lose_on_time(const std::string& now);
    void add(Message message);
    /// When the game is over the players may see where the dice came from.
    void reveal(const referee::Seed& seed);

private:
    using Play = std::variant<BackgammonPlay, BoardPlay>;
    Table(Terms terms, Play play) : terms_(std::move(terms)), play_(std::move(play)) {}
    static Reading<Table> begin(Terms terms, const Circumstances& circumstances);

    Terms terms_;
    Play play_;
};

/// Where the rolls come from that follow a move file; empty: the opening rolls. They are those of
/// `referee::CommittedDice` for a game of this name:
///
///     duel                the opening rolls, and every roll of a table of version 0.2.0
///     duel/SHA-256        those after a move: of the file's `moves` as canonical JSON, and of its
///                         `expectedState` where they are an action
///
/// So nobody can take a move back and play another one before the same roll.
referee::CommittedDice dice_of(const Terms& terms, const referee::Seed& seed,
                               std::string_view move_file);
/// The seed of a table's dice; any if it has none.
referee::Seed seed_of(const Terms& terms, const Secret& secret);

/// A source for games that have no dice.
class NoDice final : public referee::DiceSource {
public:
    std::optional<referee::Throw> roll(std::uint64_t) override { return std::nullopt; }
};

}  // namespace arbiter::tables
