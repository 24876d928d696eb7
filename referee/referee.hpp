#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/any_game.hpp"
#include "referee/event.hpp"

namespace arbiter::referee {

/// What the referee itself refuses; the rest is refused by the games.
namespace codes {
extern const RejectionCode rolls_are_the_referees, nothing_to_roll, verdicts_are_the_referees,
    abort_too_late, nothing_to_undo, undo_past_dice, no_undo_request, own_undo_request,
    flag_has_fallen;
std::span<const RejectionCode* const> all();
}  // namespace codes

/// Referees one game: seats, clocks, dice, offers. A pure machine: it neither looks at the time nor
/// writes anything down. A request in, events out; what holds is what the events say.
class Referee {
public:
    /// From the first event. Faults are those of the record.
    static Reading<Referee> begin(const Event& created);
    /// Takes one more event, as it was decided or read back. False, and nothing has changed, if it
    /// cannot follow here: a journal that was tampered with.
    bool apply(const Event& event);

    struct Request {
        Color by;
        std::string_view text;  ///< a move or action in any notation, or a word of the referee
        Moment at;              ///< when it arrived
    };
    struct Decision;
    /// What follows from a request, or why it is refused. Beside the moves and actions of the games:
    /// `roll`, `abort`, `request_undo`, `accept_undo`, `decline_undo`.
    Result<Decision> decide(const Request& request) const;
    /// What follows by itself by this moment: a fallen flag, and at the start a roll.
    /// No events: nothing.
    Decision due(Moment now) const;

    /// When `due` must be asked next, if there is a clock that runs.
    std::optional<Moment> deadline() const;

    const Created& terms() const { return terms_; }
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

    /// Every action by name that this side could take now, beside its moves: "resign", "roll".
    std::vector<std::string> actions(Color by) const;

    /// The game as it was when it had so many events; `ply` is at most `game().event_count()`.
    AnyGame game_at(std::size_t ply) const;
};

struct Referee::Decision {
    std::vector<Event> events;
    Effects effects;  ///< of the request itself
    Referee after;
};

}  // namespace arbiter::referee
