#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/games/room.hpp"

namespace arbiter::server {

/// The games that somebody is concerned with. Others are in the journal alone and cost nothing: a
/// room is opened when it is asked for and closed when nobody has been there for a while.
class Rooms {
public:
    struct Limits {
        referee::Duration idle{std::chrono::seconds(20)};
        std::size_t rooms_max = 10'000;  ///< more than these are closed as soon as they are idle
    };
    Rooms(const Room::Shared& shared, Limits limits);
    ~Rooms();

    /// Null if there is no such game.
    std::expected<std::shared_ptr<Room>, store::StoreError> find(std::string_view id);

    /// Then `find` waits for nothing.
    bool is_open(std::string_view id) const { return cached(id) != nullptr; }

    /// Opens the room of a new game, which has been stored.
    void open(store::Journal journal);

    /// Another process has changed a game.
    void heard(std::string_view id, std::uint64_t version);

    /// Closes what is idle, and wakes games whose flag fell while nobody looked.
    void sweep();

    /// Tells everyone goodbye.
    void close(std::string_view reason);

    std::size_t count() const;
    std::size_t watcher_count() const;

private:
    std::shared_ptr<Room> cached(std::string_view id) const;
    std::vector<std::shared_ptr<Room>> all() const;
    void drop(const std::shared_ptr<Room>& room);
    void drop_idle();

    Room::Shared shared_;
    Limits limits_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<Room>> rooms_;
};

}  // namespace arbiter::server
