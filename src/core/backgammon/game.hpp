#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/backgammon/codes.hpp"
#include "core/backgammon/events.hpp"
#include "core/backgammon/start.hpp"
#include "core/base/shared_list.hpp"
#include "core/contract/game.hpp"
#include "core/contract/game_base.hpp"

namespace arbiter::backgammon {

/// How one game of a match ended.
struct GameEnd {
    Color winner;
    int points;
    std::string_view reason;
    bool operator==(const GameEnd&) const = default;
};

/// What a game keeps after an event.
struct Next {
    Position position;
    std::optional<GameEnd> end;  ///< of one game of the match
};

/// A game for money or a match: its start and its events, dice included.
class Game : public GameBase<Game, Event, Next> {
public:
    using Event = backgammon::Event;
    using Edit = backgammon::Edit;

    static const Traits traits;
    static std::span<const OptionInfo> options();
    static std::span<const NotationInfo> notations();
    static std::span<const Format<Game>> formats();
    static std::span<const RejectionCode* const> rejections() { return codes::all; }
    static std::span<const QuestionInfo> questions();

    /// Options: `start`, `match`, `cube`, `crawford`, `jacoby`, `beavers`, `automatic_doubles`.
    static Reading<Game> create(const Options& options);

    explicit Game(Start start = {});

    const Start& start() const { return start_; }
    const Rules& rules() const { return start_.rules; }
    const Position& position() const { return positions_.back(); }
    const Board& board() const { return position().board(); }
    /// Every position of the game: the start, then one after each event.
    std::span<const Position> positions() const { return positions_; }
    /// How the last game ended, if one has ended.
    std::optional<GameEnd> last_end() const;
    /// The games that ended, in order, with the number of events up to each end.
    std::span<const std::pair<std::size_t, GameEnd>> ends() const { return ends_; }

    Color turn() const;
    Awaits awaits() const;
    std::uint64_t hash() const;
    std::uint64_t recomputed_hash() const { return hash(); }

    /// Every turn with the dice on the table. Before that every roll, since chance is an event too,
    /// and a double if it is allowed; after a double the answers.
    std::vector<Event> legal() const;
    /// Every action that this side can take now, beside its moves.
    std::vector<Action> actions(Color by) const;
    /// "opening 3-1" with White's die first, "roll 31".
    std::string chance_event(std::span<const std::uint8_t> rolled) const;
    /// The empty turn where nothing can move.
    std::optional<Event> forced() const;
    /// Match, cube and pips.
    std::string beside_state() const;
    static Author author(const Event& event);

    /// "8/5 6/5*", "can't move", "31" for a roll, "opening 31", "double", "take", "drop" ..., or JSON.
    Result<Event> read_event(std::string_view text, std::optional<Color> by = {}) const;
    /// In "text" or "json".
    std::string write_event(const Event& event, std::string_view notation = "text") const;
    std::vector<std::string> history(std::string_view notation = "text") const;
    /// The moves that prose names: "8/5 6/5", "one from 8 to 5".
    std::vector<Mention> mentions(std::string_view prose) const;
    /// By the looks of a move; empty if they do not show it.
    static std::string_view notation_of(std::string_view move);
    /// A word of an effect or a rejection in another notation.
    std::optional<std::string> spelled(std::string_view key, std::string_view word,
                                       std::string_view notation) const;

    /// What only backgammon can tell, as JSON: pips, steps, score.
    std::expected<std::string, Fault> ask(std::string_view question, std::string_view argument,
                                          std::string_view notation = {}) const;

    /// Another game that begins with this position, under the same rules.
    std::optional<Game> edited(const Edit& edit) const;
    std::vector<Remark> remarks(const Annotation& annotation) const;
    std::vector<Annotation> annotations(std::span<const Remark> remarks) const;

    void write_start(JsonWriter& out) const;
    static Reading<Game> read_start(JsonView start);

    std::string svg(const RenderOptions& options) const;
    std::string text(const RenderOptions& options) const;
    std::vector<PerftRow> perft(int depth) const;

    /// The same start, the same events; tags are not part of the game.
    bool operator==(const Game& other) const {
        return start_ == other.start_ && std::ranges::equal(events(), other.events());
    }

private:
    friend GameBase;
    using Consequence = arbiter::Consequence<Event, Next>;
    class Judge;
    Result<Consequence> judge(const Event& event) const;
    void adopt(Next&& next, const Event& event);
    void revert(const Event& event);
    std::string write_at(const Position& position, const Event& event,
                         std::string_view notation) const;

    Start start_;
    SharedList<Position> positions_;
    std::vector<std::pair<std::size_t, GameEnd>> ends_;
};

}  // namespace arbiter::backgammon
