#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/shared_list.hpp"
#include "core/chess/codes.hpp"
#include "core/chess/events.hpp"
#include "core/chess/position.hpp"
#include "core/chess/start.hpp"
#include "core/contract/game.hpp"
#include "core/contract/game_base.hpp"
#include "core/contract/perft_table.hpp"

namespace arbiter::chess {

/// What a game keeps after an event.
struct Next {
    std::optional<Position> position;  ///< after a move
    std::optional<Color> draw_offer;   ///< the side whose offer stands
};

/// How often a position stands among earlier ones, newest last (FIDE 9.2.3).
int occurrences_in(std::span<const Position> earlier, const Position& present);
/// FIDE 9.6: a draw that needs no claim, in a position with legal moves that has occurred so often,
/// this time included.
std::optional<Outcome> draw_without_progress(const Position& position, int occurrences);

/// A chess game: its start and its events.
class Game : public GameBase<Game, Event, Next> {
public:
    using Event = chess::Event;
    using Edit = chess::Edit;

    static const Traits traits;
    static std::span<const OptionInfo> options();
    static std::span<const NotationInfo> notations();
    static std::span<const Format<Game>> formats();
    static std::span<const RejectionCode* const> rejections() { return codes::all; }
    static std::span<const QuestionInfo> questions();

    /// Options: `variant` (standard, chess960), `start` (a Chess960 number or a FEN).
    static Reading<Game> create(const Options& options);

    explicit Game(Start start = {});

    const Start& start() const { return start_; }
    const Position& position() const { return positions_.back(); }
    const Board& board() const { return position().board(); }
    /// Every position of the game: the start, then one after each move.
    std::span<const Position> positions() const { return positions_; }
    std::optional<Move> last_move() const;
    /// The side whose draw offer stands.
    std::optional<Color> draw_offer() const { return draw_offer_; }
    /// How often the present position has occurred, this time included.
    int occurrences() const;

    Color turn() const { return position().turn(); }
    Awaits awaits() const { return outcome_ ? Awaits::nothing : Awaits::move; }
    std::uint64_t hash() const { return position().key(); }
    std::uint64_t recomputed_hash() const { return position().recomputed_key(); }

    std::vector<Event> legal() const;
    /// Every action that this side can take now, beside its moves.
    std::vector<Action> actions(Color by) const;
    static Author author(const Event& event);

    /// Moves in UCI, SAN or JSON, actions in JSON or as a word: `resign`, `offer_draw`.
    Result<Event> read_event(std::string_view text, std::optional<Color> by = {}) const;
    /// In "san", "uci" or "json"; an action is JSON in any of them.
    std::string write_event(const Event& event, std::string_view notation = "san") const;
    /// Every event so far, each written in the position where it happened.
    std::vector<std::string> history(std::string_view notation = "san") const;
    /// The moves that prose names: "Nf3", "bishop takes c6", "castle kingside".
    std::vector<Mention> mentions(std::string_view prose) const;
    /// By the looks of a move; empty if they do not show it.
    static std::string_view notation_of(std::string_view move);
    /// A word of an effect or a rejection in another notation.
    std::optional<std::string> spelled(std::string_view key, std::string_view word,
                                       std::string_view notation) const;

    /// What only chess can tell, as JSON: attackers, draw, mobility, winnable.
    std::expected<std::string, Fault> ask(std::string_view question, std::string_view argument,
                                          std::string_view notation = {}) const;

    /// The same position with the other side to move; nothing in check.
    std::optional<Game> edited(const Edit& edit) const;
    /// The game goes on after an automatic draw.
    std::optional<Game> as_played(const Event& event) const;
    /// PGN's commands in comments: [%clk 1:05:00], [%eval 0.3], [%cal Ge2e4].
    std::vector<Remark> remarks(const Annotation& annotation) const;
    std::vector<Annotation> annotations(std::span<const Remark> remarks) const;

    void write_start(JsonWriter& out) const;
    static Reading<Game> read_start(JsonView setup);

    std::string svg(const RenderOptions& options) const;
    /// The board, and below it who is to move or how it ended.
    std::string text(const RenderOptions& options) const;
    /// Without a table, every position is counted anew.
    std::vector<PerftRow> perft(int depth, PerftTable* table = nullptr) const;

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
    std::optional<Outcome> automatic_outcome(const Position& next, int occurrences,
                                             const Board* before) const;
    int occurrences_after(std::span<const Position> earlier, const Position& next) const;
    int occurrences_after(const Position& next) const {
        return occurrences_after(positions_, next);
    }
    std::string write_at(const Position& position, const Event& event,
                         std::string_view notation) const;

    Start start_;
    SharedList<Position> positions_;
    SharedList<std::optional<Color>> offers_before_;  // the offer that stood before each event
    std::optional<Color> draw_offer_;
};

}  // namespace arbiter::chess
