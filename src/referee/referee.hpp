#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/shared_list.hpp"
#include "core/games/any_document.hpp"
#include "referee/event.hpp"

namespace arbiter::referee {

/// Rejections of the referee itself, beside those of the games.
namespace codes {
extern const RejectionCode rolls_are_the_referees, nothing_to_roll, verdicts_are_the_referees,
    abort_too_late, nothing_to_undo, undo_past_dice, no_undo_request, own_undo_request,
    flag_has_fallen, game_is_over;
std::span<const RejectionCode* const> all();
}  // namespace codes

/// Referees one game: seats, clocks, dice, offers. A pure machine: it neither looks at the time nor
/// writes anything down. A request goes in, events come out, and its state is the fold of its events.
class Referee {
public:
    /// From the first event. Faults are those of the record.
    static Reading<Referee> begin(const Event& event);
    /// Takes one more event, as it was decided or read back. False, and nothing has changed, if it
    /// cannot follow here: a journal that was tampered with.
    bool apply(const Event& event);

    struct Request {
        Color by;
        std::string_view
            text;   ///< a move or action in any notation, or an action of the referee's own
        Moment at;  ///< when it arrived
    };
    struct Decision;
    /// The events that a request causes, or why it is rejected. Beside the moves and actions of the games:
    /// `roll`, `abort`, `request_undo`, `accept_undo`, `decline_undo`.
    Result<Decision> decide(const Request& request) const;
    /// The same without a copy of the game: if it is accepted, `referee` has become that of the
    /// decision, and what is left of it can only be assigned to. On rejection nothing has changed.
    static Result<Decision> decide_in_place(Referee& referee, const Request& request);
    /// What happens without a request by this moment: a fallen flag, and at the start a roll. There
    /// may be no events.
    Decision due(Moment now) const;

    /// When `due` must be asked next, if there is a clock that runs.
    std::optional<Moment> deadline() const { return clock_.deadline(); }

    /// They never change: every copy of a referee shares them.
    const Created& terms() const { return *terms_; }
    std::shared_ptr<const Created> shared_terms() const { return terms_; }
    const AnyGame& game() const { return game_; }
    const Clock& clock() const { return clock_; }
    /// How many events there have been, the first included.
    std::uint64_t version() const { return version_; }
    Moment created_at() const { return created_at_; }
    Moment updated_at() const { return updated_at_; }

    struct UndoRequest {
        Color by;
        std::size_t ply;
        bool operator==(const UndoRequest&) const = default;
    };
    const std::optional<UndoRequest>& undo_request() const { return undo_request_; }

    /// The side that has something to decide: the one that is asked for an undo, otherwise the side to
    /// move. Nothing if the game is over.
    std::optional<Color> awaited() const;

    /// Every action by name that this side could take now, beside its moves: "resign", "roll".
    std::vector<std::string> actions(Color by) const;

    /// The game as it was after `ply` events, which is at most `game().event_count()`.
    AnyGame game_at(std::size_t ply) const;

    /// The same with what stands beside the moves: what the game was created from, and the clocks.
    AnyDocument document_at(std::size_t ply) const;

    /// What is known of each event of the game since it was created here.
    struct Ply {
        Moment at;
        std::optional<Color> by;         ///< nothing: the dice
        std::optional<Duration> left{};  ///< on that side's clock afterwards, where it is limited
    };
    std::span<const Ply> plies() const { return plies_; }
    /// How many events the game had when it was created.
    std::size_t first_ply() const { return first_ply_; }

private:
    struct OwnAction;

    Referee(AnyGame game, const Created& terms, Moment at);

    bool take(const Created& content, Moment at);
    bool take(const Played& content, Moment at);
    bool take(const Rolled& content, Moment at);
    bool take(const Flagged& content, Moment at);
    bool take(const Aborted& content, Moment at);
    bool take(const UndoRequested& content, Moment at);
    bool take(const UndoAccepted& content, Moment at);
    bool take(const UndoDeclined& content, Moment at);
    Result<Effects> play(std::string_view text, Color by, Moment at);
    void keep_clock(Moment at);
    void count(Moment at);

    bool has_run_out(Moment at) const;
    std::string next_roll() const;
    bool awaits_roll() const;
    std::optional<Content> automatic() const;
    Result<Content> judge(const OwnAction& action, Color by) const;
    Result<Content> roll(Color by) const;
    Result<Content> abort(Color by) const;
    Result<Content> request_undo(const OwnAction& action, Color by) const;
    std::optional<Rejection> undo_refusal(std::size_t ply) const;

    std::shared_ptr<const Created> terms_;
    AnyGame game_;
    Clock clock_;
    SharedList<Ply> plies_;
    std::size_t first_ply_ = 0;
    std::uint64_t version_ = 1;
    std::uint64_t rolls_ = 0;
    PerColor<bool> has_moved_{};  // a turn, since the game was created here
    std::optional<UndoRequest> undo_request_;
    Moment created_at_;
    Moment updated_at_;
};

struct Referee::Decision {
    std::vector<Event> events;
    Effects effects;  ///< of the request itself
    Referee after;

private:
    /// Adds a move; on rejection nothing is added.
    std::optional<Rejection> make(std::string_view move, Color by, Moment at);
    std::optional<Rejection> make(std::string_view move, const AnyGame::Meaning& meaning, Color by,
                                  Moment at);
    friend class Referee;
    /// False, and nothing is added, if it cannot follow or the game was interrupted.
    bool add(Event event);
    void add_automatic();
};

}  // namespace arbiter::referee
