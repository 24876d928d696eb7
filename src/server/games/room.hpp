#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "referee/referee.hpp"
#include "server/api/problem.hpp"
#include "server/games/agenda.hpp"
#include "server/http/message.hpp"
#include "server/telemetry/log.hpp"
#include "store/journal.hpp"

namespace arbiter::server {

/// How an event is put on the wire.
enum class Wire : std::uint8_t { websocket, server_sent_events };

/// Who looks on.
struct Watcher {
    std::shared_ptr<Feed> feed;
    Wire wire = Wire::websocket;
    std::optional<Color> seat;  ///< whose key it showed
};

/// A change that somebody wants.
struct Wish {
    Color by;
    std::string move;  ///< in any notation
    referee::Moment at;
    /// What it was made for: the version or the number of the game's events, at least one of them.
    std::optional<std::uint64_t> version;
    std::optional<std::uint64_t> ply;
    /// Makes a repetition safe: key and digest of the request.
    std::optional<store::Answer> repeatable;
    /// Gets 200 with what followed, or a problem. Called once, from any thread, and must not come
    /// back to the room.
    Reply reply;
    int attempts = 0;  ///< that other processes were faster
};

class Room;

/// Who plays the seats that are the server's own.
class Host {
public:
    virtual ~Host() = default;
    /// The seat has something to decide. Returns at once; the answer is submitted to the room.
    virtual void attend(std::shared_ptr<Room> room, const referee::Referee& state, Color seat) = 0;
};

/// One game while somebody is concerned with it. What it shows has been synced: a change is decided,
/// written, and only then seen.
class Room : public std::enable_shared_from_this<Room> {
public:
    struct Shared {
        store::Store& store;
        Agenda& agenda;
        Log& log;
        Host* host = nullptr;  ///< null: nobody
    };
    Room(const Shared& shared, store::Journal journal);

    /// From the journal; nothing if there is no such game. A journal that cannot be replayed is
    /// trouble.
    static std::expected<std::shared_ptr<Room>, store::StoreError> load(const Shared& shared,
                                                                        std::string_view id);

    /// Replies later, from any thread. Wishes are granted one after another.
    void submit(Wish wish);

    /// What was agreed on when the game was created.
    const referee::Created& terms() const { return *terms_; }
    /// The game as it stands.
    referee::Referee state() const;
    std::uint64_t version() const;

    /// Sends what came after `after`, then everything that follows, in order and without gaps.
    /// `greeting` is sent before. Returns a number for `leave`, or trouble of the store.
    using Greeting = std::function<std::shared_ptr<const std::string>(const referee::Referee&)>;
    std::expected<std::uint64_t, store::StoreError> watch(Watcher watcher, std::uint64_t after,
                                                          const Greeting& greeting);
    void leave(std::uint64_t watcher);

    /// Another process has changed the game: reads what is new.
    void catch_up();
    /// A flag may have fallen, or a seat of the server's own may have to move.
    void wake();
    /// The host's last answer could not be stored.
    void ask_again();
    /// Tells everyone that the server stops.
    void close(std::string_view reason);

    /// Nobody watches, nothing is under way, and nothing has been asked since then.
    bool idle_since(referee::Moment moment) const;
    std::size_t watcher_count() const;
    /// The journal went on in a way that does not fit: the room must be loaded anew.
    bool is_damaged() const;

private:
    /// A change that is being written.
    struct Pending {
        std::optional<Wish> wish;  // nothing: the referee's own doing
        referee::Referee::Decision decision;
        std::string hash;
        std::string body;
    };

    const referee::Referee& referee() const { return journal_.referee(); }

    // The lock is held in all of these. Replies and feeds only queue what they are given.
    void go_on();
    void grant(Wish wish);
    bool answered_before(Wish& wish);
    bool is_current(const Wish& wish) const;
    bool flag_has_fallen(referee::Moment at) const;
    void write(Pending pending);
    void conclude(Pending pending, const store::CommitResult& verdict);
    bool read_news();
    void announce(std::uint64_t version, const referee::Event& event, const std::string& now);
    template <class Message>
    void tell(Message message_for);
    void set_alarm();
    void call_host();
    void plan_presence();

    void go_on_later();
    void tell_presence();

    store::Store& store_;
    Agenda& agenda_;
    Log& log_;
    Host* host_;
    std::shared_ptr<const referee::Created> terms_;
    mutable std::mutex mutex_;
    store::Journal journal_;
    std::optional<store::Damage> damage_;  // the journal holds an entry that does not fit
    std::deque<Wish> wishes_;
    std::vector<std::pair<std::uint64_t, Watcher>> watchers_;
    std::uint64_t watchers_ever_ = 0;
    std::optional<referee::Moment> alarm_;
    std::uint64_t asked_host_ = 0;  // at this version
    mutable referee::Moment last_asked_;
    bool busy_ = false;    // a change is being written
    bool behind_ = false;  // another process has written
    bool presence_planned_ = false;
};

}  // namespace arbiter::server
