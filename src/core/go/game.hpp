#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/shared_list.hpp"
#include "core/contract/game.hpp"
#include "core/contract/game_base.hpp"
#include "core/go/board/regions.hpp"
#include "core/go/events.hpp"
#include "core/go/position.hpp"
#include "core/go/rules.hpp"
#include "core/go/score.hpp"
#include "core/go/start.hpp"

namespace arbiter::go {

enum class Phase : std::uint8_t {
    play,
    marking,  ///< both sides have passed and agree on dead stones
    over,
};

/// What changes besides the board.
struct Moment {
    Phase phase = Phase::play;
    Color turn = Color::black;
    int passes = 0;
    Account account;
    std::vector<Point> dead;  ///< in the order of the points
    PerColor<bool> agreed{};

    bool operator==(const Moment&) const = default;
};

/// What a game keeps after an event.
struct Next {
    Moment moment;
    std::optional<Position> position;  ///< after a play or a pass
};

/// A game of Go: its start and its events.
class Game : public GameBase<Game, Event, Next> {
public:
    using Event = go::Event;
    using Edit = go::Edit;

    static const Traits traits;
    static std::span<const OptionInfo> options();
    static std::span<const NotationInfo> notations();
    static std::span<const Format<Game>> formats();
    static std::span<const RejectionCode* const> rejections() { return codes::all; }
    static std::span<const QuestionInfo> questions();

    /// Options: `size`, `rules` and each of their fields, `handicap`, `placement` (fixed, free),
    /// `stones` (in SGN), `turn`.
    static Reading<Game> create(const Options& options);

    /// Chinese rules on 19x19.
    Game() : Game(Start{}, Position{}) {}
    /// Faults: those of `Position::from`, and `handicap_out_of_range`.
    static Reading<Game> from(Start start, const Locate& locate);

    const Start& start() const { return start_; }
    const Rules& rules() const { return start_.rules; }
    Size size() const { return start_.setup.size; }
    const Position& position() const { return position_; }
    const History& past() const { return history_; }
    Phase phase() const { return outcome_ ? Phase::over : moments_.back().phase; }
    /// The number of stones that a side has captured so far.
    int prisoners(Color by) const { return account().prisoners[by]; }
    /// The stones on the board in the order they were placed.
    std::vector<Stone> stones() const;
    /// The last play or pass; nothing at the start.
    std::optional<std::variant<Play, Pass>> last_move() const;
    /// The number of plays and passes, those before the start included.
    std::uint32_t move_count() const { return history_.back().moves; }
    /// The number of passes since the last stone.
    int passes() const { return moments_.back().passes; }
    /// The points marked as dead, in order; final once the game is over.
    std::span<const Point> dead() const { return moments_.back().dead; }
    bool has_agreed(Color by) const { return moments_.back().agreed[by]; }
    const Account& account() const { return moments_.back().account; }
    /// The score if play ended here, without the stones marked as dead.
    Score score() const;

    /// The side to move; while dead stones are marked, the side whose agreement is awaited.
    Color turn() const { return turn_before(events().size()); }
    /// Whose turn it was before that event.
    Color turn_before(std::size_t event) const;
    Awaits awaits() const;
    std::uint64_t hash() const;
    std::uint64_t recomputed_hash() const;

    /// Plays and a pass; while dead stones are marked, agreeing and resuming.
    std::vector<Event> legal() const;
    /// Every action that this side can take now, beside its moves.
    std::vector<Action> actions(Color by) const;
    static Author author(const Event& event);
    /// Why this side may not move: it is the other's turn. Nothing if it is its own.
    std::optional<Rejection> out_of_turn(Color by) const;

    /// Moves as D4, D4b, B D4, B[dd], [15,3], (15, 3) or JSON; actions in JSON or as words: `mark_dead D4`.
    Result<Event> read_event(std::string_view text, std::optional<Color> by = {}) const;
    std::string write_event(const Event& event, std::string_view notation = "vertex") const;
    std::vector<std::string> history(std::string_view notation = "vertex") const;
    /// The moves that prose names: "D4".
    std::vector<Mention> mentions(std::string_view prose) const;
    /// The stones that were taken, in SGN: A1c.
    std::vector<std::string> implied(const Effects& effects, std::string_view notation) const;
    /// By the looks of a move; empty if they do not show it.
    static std::string_view notation_of(std::string_view move);
    /// A word of an effect or a rejection in another notation.
    std::optional<std::string> spelled(std::string_view key, std::string_view word,
                                       std::string_view notation) const;

    /// Answers one of `questions` in JSON.
    std::expected<std::string, Fault> ask(std::string_view question, std::string_view argument,
                                          std::string_view notation = "vertex") const;

    /// Another game that begins after the edit, without the prisoners so far; nothing if a group would
    /// have no liberties.
    std::optional<Game> edited(const Edit& edit) const;
    /// Another game that begins after a stone or a pass that the rules refuse, executed as in SGF.
    std::optional<Game> as_played(const Event& event) const;
    /// SGF's properties: C, CR, LB, BL ... What has no remark of its own stays a `Property`.
    std::vector<Remark> remarks(const Annotation& annotation) const;
    std::vector<Annotation> annotations(std::span<const Remark> remarks) const;

    void write_start(JsonWriter& out) const;
    static Reading<Game> read_start(JsonView setup);

    /// The score as the stones are marked now, with the keys score, dead and agreed.
    std::optional<Provisional> provisional() const;
    std::string beside_state() const;
    /// Moves and passes, with the numbers that a diagram gives them.
    MoveRange numbered_moves() const;
    std::string svg(const RenderOptions& options) const;
    std::string text(const RenderOptions& options) const;
    std::vector<PerftRow> perft(int depth) const;

    /// The same start, the same events; tags are not part of the game.
    bool operator==(const Game& other) const {
        return start_ == other.start_ && std::ranges::equal(events(), other.events());
    }

private:
    Game(Start start, Position position);

    friend GameBase;
    using Consequence = arbiter::Consequence<Event, Next>;
    class Judge;
    Result<Consequence> judge(const Event& event) const;
    void adopt(Next&& next, const Event& event);
    void revert(const Event& event);
    void restored();
    /// `moves`: how many have been played.
    bool ends_play(const Position& position, const Moment& moment, std::uint32_t moves) const;
    /// `turn` is the side whose turn it was then.
    std::string write_event(const Event& event, std::string_view notation, Color turn) const;
    /// A game that begins where this one stands, with a board in place of its own. `put` are stones in
    /// the order they were put down, also those that are not on the board any more.
    std::optional<Game> resumed_on(const Grid& board, std::span<const Stone> put, Color turn,
                                   const Before& before) const;
    /// The number of handicap stones that Black still has to place before White moves.
    int handicap_missing() const;
    /// The handicap after another move: where each move names its colour, the stones that Black
    /// places before any other move are one.
    int handicap_after(const Event& move) const;

    Start start_;
    Position position_;
    History history_;
    SharedList<Moment> moments_;  // the start, then one after each event
};

}  // namespace arbiter::go
