#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "server/games/room.hpp"

namespace arbiter::server {

/// A game that is to be kept.
struct Creation {
    referee::Event created;
    referee::Referee::Decision begun;  ///< what followed by itself: an opening roll
    std::optional<store::Answer> answer;
};
/// The id, or the key of the answer, is taken.
struct Taken {};
using CreationResult = std::variant<State, Taken, NotStored>;

/// The games in memory. A room is opened when somebody asks for its game and closed when nobody has
/// for a while; the journal alone is enough to open it again.
class Rooms {
public:
    struct Limits {
        referee::Duration idle{std::chrono::seconds(20)};
        std::size_t rooms_max = 10'000;  ///< above this, idle rooms are closed at once
        std::size_t bytes_max = std::size_t{1} << 30U;  ///< the same for what all of them weigh
    };
    Rooms(const Room::Shared& shared, Limits limits);
    ~Rooms();

    /// Null if there is no such game.
    std::expected<std::shared_ptr<Room>, store::StoreError> find(std::string_view id);

    /// If so, `find` does not wait for the store.
    bool is_open(std::string_view id) const { return cached(id) != nullptr; }

    /// If so, a move that expects this does not wait for a store that others share.
    bool is_present(std::string_view id, const Expected& expected) const;

    /// Of a game that is open.
    std::optional<std::size_t> event_count(std::string_view id) const;

    /// Whether an open game that runs has reached the same position, beyond what everybody plays.
    bool are_playing(const AnyGame& game) const;

    /// Stores a new game and opens its room. `done` is called once, from any thread.
    using Done = std::move_only_function<void(CreationResult)>;
    void create(Creation creation, Done done);

    /// Deletes a game, or the names in it, and closes its room. False if it is not there.
    std::expected<bool, store::StoreError> remove(std::string_view id);
    std::expected<bool, store::StoreError> remove_names(std::string_view id);

    /// Another process has changed a game; version 0: deleted or rewritten it.
    void heard(std::string_view id, std::uint64_t version);

    /// The rooms that are in use weigh too much for another one.
    bool is_full() const { return is_full_; }
    /// What all rooms weighed at the last sweep.
    std::size_t weight() const { return weight_; }

    /// Closes idle rooms, and wakes games whose flag fell while nobody looked.
    void sweep();

    /// Sends all watchers away.
    void close(std::string_view reason);

    std::size_t count() const;
    std::size_t watcher_count() const;

private:
    std::shared_ptr<Room> cached(std::string_view id) const;
    std::vector<std::shared_ptr<Room>> all() const;
    State open(store::Journal journal);
    void drop(const std::shared_ptr<Room>& room);
    void retire(std::string_view id);
    void drop_idle();
    void drop_heavy();

    Room::Shared shared_;
    Limits limits_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<Room>> rooms_;
    std::atomic<bool> is_full_ = false;
    std::atomic<std::size_t> weight_ = 0;
};

}  // namespace arbiter::server
