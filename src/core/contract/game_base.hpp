/// What every game does alike: it asks one judge, for `check` and `play` both, and keeps the events.
///
/// ```cpp
/// #include "core/chess/game.hpp"
/// #include "core/contract/game_base.hpp"
///
/// chess::Game game = *chess::Game::create({});
/// const chess::Event e4 = *game.read_event("e4", std::nullopt);
/// assert(game.check(e4));  // nothing has changed yet
/// assert(game.play(e4) && game.events().size() == 1);
/// assert(!game.play(e4));  // Black is to move
/// assert(game.undo() && game.events().empty());
/// ```
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/interruption.hpp"
#include "core/base/shared_list.hpp"
#include "core/contract/annotation.hpp"
#include "core/contract/effect.hpp"
#include "core/contract/outcome.hpp"
#include "core/contract/rejection.hpp"
#include "core/contract/tags.hpp"
#include "core/contract/traits.hpp"

namespace arbiter {

/// What an event brings about.
template <class Event, class Next>
struct Consequence {
    Next next;    ///< what the game keeps after the event
    Event event;  ///< in its canonical form
    std::optional<Outcome> outcome{};
    Effects effects{};
};

/// For games whose files never change a position without a move.
struct NoEdit {
    bool operator==(const NoEdit&) const = default;
};

/// What every game does alike: it asks one judge, for `check` and `play` both, and keeps the
/// events. `Next` is what the game keeps after an event. `G` befriends this class and supplies:
///
///     Result<Consequence<Event, Next>> judge(const Event&) const;  // the game is not over
///     void adopt(Next&&, const Event&);   // the event has just been appended
///     void revert(const Event&);          // the event has just been removed
///
/// and may supply `restored`, for what need not follow every event that is taken back.
template <class G, class Event, class Next>
class GameBase {
public:
    using Edit = NoEdit;

    const std::optional<Outcome>& outcome() const { return outcome_; }
    std::span<const Event> events() const { return events_; }

    /// The dry run: the effects of the event, or why it is rejected.
    Result<Effects> check(const Event& event) const {
        auto consequence = consider(event);
        if (!consequence) return std::unexpected(std::move(consequence.error()));
        return std::move(consequence->effects);
    }

    /// On rejection nothing has changed.
    Result<Effects> play(const Event& event) {
        auto consequence = consider(event);
        if (!consequence) return std::unexpected(std::move(consequence.error()));
        events_.push_back(std::move(consequence->event));
        self().adopt(std::move(consequence->next), events_.back());
        outcome_ = consequence->outcome;
        return std::move(consequence->effects);
    }

    /// Takes the last event back; false at the start.
    bool undo() {
        if (events_.empty()) return false;
        rewind(events_.size() - 1);
        return true;
    }

    /// Takes events back until no more than `count` are left.
    void rewind(std::size_t count) {
        if (events_.size() <= count) return;
        outcome_.reset();  // nothing is played after the end, so before any event the game was on
        while (events_.size() > count) {
            const Event last = events_.back();
            events_.pop_back();
            self().revert(last);
        }
        self().restored();
    }

    /// The event with these dice, as `read_event` takes it; for games with chance.
    std::string chance_event(std::span<const std::uint8_t> /*rolled*/) const { return {}; }
    /// The only event there is, where nobody has anything to decide.
    std::optional<Event> forced() const { return std::nullopt; }
    /// The outcome that both sides are asked to agree on; nothing where they are not.
    std::optional<Provisional> provisional() const { return std::nullopt; }
    /// What an event brings about beside itself, in a notation that has words for it.
    std::vector<std::string> implied(const Effects& /*effects*/,
                                     std::string_view /*notation*/) const {
        return {};
    }
    /// What a player must know and the formats for agents leave out, in lines.
    std::string beside_state() const { return {}; }
    std::optional<G> edited(const NoEdit& /*edit*/) const { return std::nullopt; }
    std::optional<G> as_played(const Event& /*event*/) const { return std::nullopt; }
    /// An annotation that says what it says.
    std::vector<Remark> remarks(const Annotation& annotation) const {
        return {std::visit([](const auto& same) { return Remark(same); }, annotation)};
    }
    /// Only what a file can hold as it is.
    std::vector<Annotation> annotations(std::span<const Remark> remarks) const {
        std::vector<Annotation> kept;
        for (const Remark& remark : remarks) {
            if (const auto* comment = std::get_if<Comment>(&remark)) kept.emplace_back(*comment);
            if (const auto* glyph = std::get_if<Glyph>(&remark)) kept.emplace_back(*glyph);
            if (const auto* property = std::get_if<Property>(&remark)) kept.emplace_back(*property);
        }
        return kept;
    }

    Tags tags;

protected:
    /// Those of a game's actions that this side can take now.
    std::vector<Action> possible(std::span<const Action> actions, Color by) const {
        std::vector<Action> found;
        for (const Action& action : actions) {
            const auto event = self().read_event(action.text, by);
            if (event && check(*event)) found.push_back(action);
        }
        return found;
    }

    /// Called after the last `revert` of those that belong together.
    void restored() {}

    std::optional<Outcome> outcome_;  ///< a start may be over already

private:
    friend G;
    GameBase() = default;

    G& self() { return static_cast<G&>(*this); }
    const G& self() const { return static_cast<const G&>(*this); }

    Result<Consequence<Event, Next>> consider(const Event& event) const {
        if (outcome_) return std::unexpected(game_is_over(*outcome_));
        if (Interruption::is_due()) return std::unexpected(Rejection{&codes::interrupted, {}});
        auto consequence = self().judge(event);
        if (consequence && consequence->outcome) {
            consequence->effects.push_back(game_over_effect(*consequence->outcome));
        }
        return consequence;
    }

    SharedList<Event> events_;
};

}  // namespace arbiter
