#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/scheduler.hpp"
#include "server/games/audience.hpp"
#include "server/games/move.hpp"
#include "server/telemetry/log.hpp"
#include "store/journal.hpp"

namespace arbiter::server {

class Room;

/// Plays the seats that are the server's own.
class Bots {
public:
    virtual ~Bots() = default;
    /// The seat has something to decide. Returns at once; the decision is submitted to the room.
    virtual void attend(std::shared_ptr<Room> room, State state, Color seat) = 0;
    /// The game has reached this version: nothing needs to be decided about an earlier one.
    virtual void moved_on(std::string_view game, std::uint64_t version) = 0;
};

/// A game in the server's memory. Everything it shows is durable: a change is decided, written, and
/// only then seen. The room's lock is held while it decides; answers go out after it is released, and
/// then the watchers are told.
class Room : public std::enable_shared_from_this<Room> {
public:
    struct Shared {
        store::Store& store;
        platform::Scheduler& scheduler;
        const platform::Clock& clock;
        Log& log;
        Bots* bots = nullptr;  ///< null: nobody plays for the server
    };
    Room(const Shared& shared, store::Journal journal);

    /// From the journal; null if there is no such game. A journal that does not replay is an error.
    static std::expected<std::shared_ptr<Room>, store::StoreError> load(const Shared& shared,
                                                                        std::string_view id);

    /// Requests are decided one after another. `done` is called once, from any thread.
    using Done = std::move_only_function<void(MoveResult)>;
    void submit(MoveRequest request, Done done);

    /// What was agreed on when the game was created.
    const referee::Created& terms() const { return *terms_; }
    State state() const;
    std::uint64_t version() const;

    /// Why somebody cannot watch.
    struct NotWatched {
        bool is_too_much;  ///< what was missed is more than can be sent at once
        std::string sentence;
    };
    /// Sends `greeting`, the events after version `after`, then everything that follows, in order and
    /// without gaps.
    using Greeting = std::function<Text(const referee::Referee&)>;
    std::expected<void, NotWatched> watch(const std::shared_ptr<Watcher>& watcher,
                                          std::uint64_t after, const Greeting& greeting);
    void leave(const std::shared_ptr<const Watcher>& watcher);

    /// Another process has changed the game: reads what is new.
    void catch_up();
    /// A flag may have fallen, or a seat of the server's own may have to move.
    void wake();
    /// The last decision of the server's own player could not be stored.
    void ask_again();
    /// Sends the watchers away.
    void close(std::string_view reason);

    /// Nobody watches, nothing is under way, and nothing has been asked since then.
    bool idle_since(referee::Moment moment) const;
    std::size_t watcher_count() const { return audience_->size(); }
    /// The journal went on in a way that does not fit, or is gone: the room must be loaded anew.
    bool is_damaged() const;
    /// Whether the room knows of no newer version than the expected one, and can tell without the store.
    bool is_present(const Expected& expected) const;
    /// About how many bytes it takes.
    std::size_t weight() const;
    referee::Moment last_asked() const;

private:
    /// Versions that a watcher has not seen: those after one, up to another.
    struct Missed {
        std::uint64_t after;
        std::uint64_t last;
    };
    std::expected<void, NotWatched> add_missed(std::vector<Text>& texts, const Rendering& rendering,
                                               Missed missed) const;
    struct Waiting {
        MoveRequest request;
        Done done;
        int conflicts = 0;  // how often another process was faster
    };
    /// A change that the store is writing.
    struct Write {
        std::optional<Waiting> waiting;  // nothing: the referee's own doing
        Accepted accepted;
        std::shared_ptr<const store::Journal> after;
    };

    /// Does the work under the lock, then sends what it answered and told.
    template <class Work>
    void act(Work work);

    // The lock is held in all of these.
    const referee::Referee& referee() const { return journal_->referee(); }
    State present() const { return {journal_, &journal_->referee()}; }
    void go_on();
    void decide(Waiting waiting);
    std::optional<MoveResult> answered_before(const store::Answer& sought);
    bool is_current(const Expected& expected) const;
    bool flag_has_fallen(referee::Moment at) const;
    void write(std::optional<Waiting> waiting, referee::Referee::Decision decision);
    void conclude(Write write, const store::CommitResult& result);
    void look_up(Write write, const std::string& sentence);
    void accept(Write write);
    void try_again(Write write);
    void give_up(Write write, NotStored reason);
    void answer(Waiting waiting, MoveResult result);
    void go_on_later();
    void read_news();
    std::optional<std::string> replacement() const;
    void set_alarm();
    void wake_at(referee::Moment moment);
    void call_bots();
    /// Another version of the game is the present one.
    void show(std::shared_ptr<const store::Journal> journal);

    store::Store& store_;
    platform::Scheduler& scheduler_;
    const platform::Clock& clock_;
    Log& log_;
    Bots* bots_;
    std::shared_ptr<const referee::Created> terms_;
    std::shared_ptr<Audience> audience_;

    mutable std::mutex mutex_;
    std::shared_ptr<const store::Journal> journal_;
    std::optional<store::Damage> damage_;  // the journal holds an entry that does not fit
    std::deque<Waiting> waiting_;
    std::vector<std::pair<Done, MoveResult>> answers_;
    std::optional<referee::Moment> alarm_;
    std::uint64_t asked_bots_ = 0;  // at this version
    mutable referee::Moment last_asked_;
    bool is_writing_ = false;
    bool is_behind_ = false;  // another process has written
};

}  // namespace arbiter::server
