#include "server/games/rooms.hpp"

#include <algorithm>

#include "store/names.hpp"

namespace arbiter::server {

Rooms::Rooms(const Room::Shared& shared, Limits limits) : shared_(shared), limits_(limits) {}

Rooms::~Rooms() = default;

std::shared_ptr<Room> Rooms::cached(std::string_view id) const {
    const std::lock_guard lock(mutex_);
    const auto found = rooms_.find(std::string(id));
    return found == rooms_.end() ? nullptr : found->second;
}

bool Rooms::is_present(std::string_view id, const Expected& expected) const {
    const auto room = cached(id);
    return room && room->is_present(expected);
}

std::optional<std::size_t> Rooms::event_count(std::string_view id) const {
    const auto room = cached(id);
    if (!room) return std::nullopt;
    return room->state()->game().event_count();
}

bool Rooms::are_playing(const AnyGame& game) const {
    constexpr std::size_t opening_events = 10;
    const std::uint64_t hash = game.hash();
    return std::ranges::any_of(all(), [&](const std::shared_ptr<Room>& room) {
        const State state = room->state();
        const AnyGame& played = state->game();
        return !played.outcome() && played.event_count() > opening_events &&
               &played.traits() == &game.traits() && played.hash() == hash;
    });
}

std::expected<std::shared_ptr<Room>, store::StoreError> Rooms::find(std::string_view id) {
    if (auto room = cached(id)) {
        if (!room->is_damaged()) return room;
        drop(room);
    }
    auto loaded = Room::load(shared_, id);
    if (!loaded || !*loaded) return loaded;
    {
        const std::lock_guard lock(mutex_);
        const auto [place, is_new] = rooms_.emplace(id, *loaded);
        if (!is_new) return place->second;
    }
    // What another process wrote while it was being read was announced to no room.
    if (shared_.store.is_shared()) (*loaded)->catch_up();
    return loaded;
}

void Rooms::drop(const std::shared_ptr<Room>& room) {
    const std::lock_guard lock(mutex_);
    std::erase_if(rooms_, [&](const auto& named) { return named.second == room; });
}

State Rooms::open(store::Journal journal) {
    auto room = std::make_shared<Room>(shared_, std::move(journal));
    {
        const std::lock_guard lock(mutex_);
        rooms_.emplace(room->terms().id, room);
    }
    room->wake();
    return room->state();
}

void Rooms::create(Creation creation, Done done) {
    store::Change change = store::Journal::create(creation.created, creation.begun);
    change.answer = std::move(creation.answer);
    store::Journal journal(std::move(creation.begun.after), change.entries.back().hash);
    shared_.store.write(
        std::move(change), [this, made = std::move(journal),
                            answer = std::move(done)](const store::CommitResult& result) mutable {
            switch (result.status) {
                case store::CommitStatus::stored: return answer(open(std::move(made)));
                case store::CommitStatus::conflict: return answer(Taken{});
                case store::CommitStatus::unavailable:
                    return answer(NotStored{true, result.sentence});
                case store::CommitStatus::unknown: break;
            }
            // The journal says whether the game was stored. Not on this thread, which is the store's.
            shared_.scheduler.soon([this, game = std::move(made), later = std::move(answer),
                                    sentence = result.sentence]() mutable {
                const auto entries = shared_.store.read(game.referee().terms().id, 0);
                const bool is_there = entries && !entries->empty();
                is_there ? later(open(std::move(game))) : later(NotStored{false, sentence});
            });
        });
}

std::expected<bool, store::StoreError> Rooms::remove(std::string_view id) {
    auto removed = shared_.store.remove(id);
    if (removed && *removed) retire(id);
    return removed;
}

std::expected<bool, store::StoreError> Rooms::remove_names(std::string_view id) {
    auto removed = store::remove_names(shared_.store, id);
    if (removed && *removed) retire(id);
    return removed;
}

/// The room finds out by itself, sends its watchers away and refuses what is on its way.
void Rooms::retire(std::string_view id) {
    const auto room = cached(id);
    if (!room) return;
    drop(room);
    room->catch_up();
}

void Rooms::heard(std::string_view id, std::uint64_t version) {
    if (version == 0) return retire(id);
    const auto room = cached(id);
    if (room && room->version() < version) room->catch_up();
}

std::vector<std::shared_ptr<Room>> Rooms::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<Room>> rooms;
    rooms.reserve(rooms_.size());
    for (const auto& [id, room] : rooms_) rooms.push_back(room);
    return rooms;
}

void Rooms::drop_idle() {
    const std::lock_guard lock(mutex_);
    const auto idle = rooms_.size() > limits_.rooms_max ? referee::Duration::zero() : limits_.idle;
    const auto since = shared_.clock.now() - idle;
    // Whoever else holds a room may be about to use it.
    std::erase_if(rooms_, [&](const auto& named) {
        return named.second.use_count() == 1 && named.second->idle_since(since);
    });
}

/// Above the budget those go that have been idle for longest.
void Rooms::drop_heavy() {
    struct Weighed {
        referee::Moment last_asked;
        std::size_t bytes;
        std::shared_ptr<Room> room;
    };
    std::vector<Weighed> weighed;
    std::size_t bytes = 0;
    for (auto& room : all()) {
        weighed.push_back({room->last_asked(), room->weight(), room});
        bytes += weighed.back().bytes;
    }
    std::ranges::sort(weighed, {}, &Weighed::last_asked);
    const std::lock_guard lock(mutex_);
    for (const Weighed& heavy : weighed) {
        if (bytes <= limits_.bytes_max) break;
        // The map and this list hold it, and nobody else.
        if (heavy.room.use_count() > 2 || !heavy.room->idle_since(shared_.clock.now())) continue;
        if (rooms_.erase(heavy.room->terms().id) != 0) bytes -= heavy.bytes;
    }
    weight_ = bytes;
    is_full_ = bytes > limits_.bytes_max;
}

void Rooms::sweep() {
    constexpr std::size_t batch = 100;
    drop_idle();
    drop_heavy();
    const auto now_ms = shared_.clock.now().time_since_epoch().count();
    const auto overdue = shared_.store.overdue(now_ms, batch);
    if (!overdue) return;
    for (const std::string& id : *overdue) {
        if (const auto room = find(id); room && *room) (*room)->wake();
    }
}

void Rooms::close(std::string_view reason) {
    for (const auto& room : all()) room->close(reason);
}

std::size_t Rooms::count() const {
    const std::lock_guard lock(mutex_);
    return rooms_.size();
}

std::size_t Rooms::watcher_count() const {
    std::size_t watchers = 0;
    for (const auto& room : all()) watchers += room->watcher_count();
    return watchers;
}

}  // namespace arbiter::server
