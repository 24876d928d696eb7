#include "server/games/audience.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace arbiter::server {

namespace {

using namespace std::chrono_literals;

/// Many watchers come and go at once: one message tells of all of them.
constexpr auto presence_pause = 200ms;

}  // namespace

void Audience::queue(Item item) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(item));
}

void Audience::join(std::shared_ptr<Watcher> watcher, std::vector<Text> first) {
    queue(Join{std::move(watcher), std::move(first)});
}

void Audience::leave(std::shared_ptr<const Watcher> watcher) { queue(Leave{std::move(watcher)}); }

void Audience::tell(const Update& update) {
    if (!is_empty()) queue(update);
}

void Audience::close(std::string_view reason) { queue(Close{std::string(reason)}); }

void Audience::deliver() {
    std::unique_lock lock(mutex_);
    if (is_delivering_) return;
    is_delivering_ = true;
    while (!queue_.empty()) {
        const std::vector<Item> items = std::exchange(queue_, {});
        lock.unlock();
        for (const Item& item : items) std::visit([this](const auto& i) { handle(i); }, item);
        lock.lock();
        size_ = watchers_.size();
    }
    is_delivering_ = false;
}

void Audience::deliver_later() {
    {
        const std::lock_guard lock(mutex_);
        if (queue_.empty() || is_delivering_) return;
    }
    scheduler_.soon([self = shared_from_this()] { self->deliver(); });
}

void Audience::handle(const Join& join) {
    for (const Text& text : join.first) join.watcher->send(text);
    watchers_.push_back(join.watcher);
    plan_presence();
}

void Audience::handle(const Leave& leave) {
    if (std::erase(watchers_, leave.watcher) != 0) plan_presence();
}

void Audience::handle(const Update& update) {
    std::uint64_t version = update.first_version();
    const referee::Referee& after = *update.after;
    for (const referee::Event& event : update.events) {
        const bool is_last = version == after.version();
        const auto missing = static_cast<std::size_t>(after.version() - version);
        const Told told{.game = game_,
                        .version = version++,
                        .event = event,
                        .after = is_last ? &after : nullptr,
                        .now = clock_.now()};
        send([&](const Rendering& rendering) {
            if (!rendering.shows_state()) return rendering.event(told);
            // Only moves and rolls follow one another in an update: one event of the game each.
            const AnyGame state =
                is_last ? after.game() : after.game_at(after.game().event_count() - missing);
            Told with_state = told;
            with_state.state = &state;
            return rendering.event(with_state);
        });
    }
}

void Audience::handle(const TellPresence&) {
    presence_planned_ = false;
    Presence presence{.game = game_, .watchers = watchers_.size(), .seats = {}};
    for (const auto& watcher : watchers_) {
        if (watcher->seat()) presence.seats[*watcher->seat()] = true;
    }
    send([&](const Rendering& rendering) { return rendering.presence(presence); });
}

void Audience::handle(const Close& close) {
    for (const auto& watcher : watchers_) watcher->close(close.reason);
    watchers_.clear();
}

template <class Render>
void Audience::send(Render render) {
    std::map<const Rendering*, Text> texts;
    const auto is_gone = [&](const std::shared_ptr<Watcher>& watcher) {
        const auto [text, is_new] = texts.try_emplace(&watcher->rendering());
        if (is_new) text->second = render(watcher->rendering());
        return text->second && !watcher->send(text->second);
    };
    if (std::erase_if(watchers_, is_gone) != 0) plan_presence();
}

void Audience::plan_presence() {
    if (std::exchange(presence_planned_, true)) return;
    scheduler_.at(clock_.now() + presence_pause, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->queue(TellPresence{});
        self->deliver();
    });
}

std::size_t Audience::size() const {
    const std::lock_guard lock(mutex_);
    return size_;
}

bool Audience::is_empty() const {
    const std::lock_guard lock(mutex_);
    return size_ == 0 && queue_.empty() && !is_delivering_;
}

}  // namespace arbiter::server
