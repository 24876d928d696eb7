#include "server/games/room.hpp"

#include <algorithm>

#include "core/games/to_json.hpp"
#include "server/api/view.hpp"
#include "store/chain.hpp"
#include "store/summary.hpp"

namespace arbiter::server {

namespace {

using namespace std::chrono_literals;
using referee::Moment;
using referee::Referee;

/// A request that arrived before a flag may still be on its way through the server.
constexpr auto flag_grace = 100ms;
constexpr auto store_retry_pause = 1s;
constexpr auto presence_pause = 200ms;
constexpr int attempts_max = 5;

using Message = std::shared_ptr<const std::string>;

Message message(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

/// {"type": "event", "game": ID, "version": N, "event": {...}, "now": {...}}
std::string event_json(const std::string& id, std::uint64_t version, const referee::Event& event,
                       const std::string& now) {
    JsonWriter out;
    out.object([&] {
        out.member("type", "event");
        out.member("game", id);
        out.member("version", version);
        out.key("event");
        out.object([&] { referee::write_public(out, event); });
        if (now.empty()) return;
        out.key("now");
        out.raw(now);
    });
    return out.take();
}

Message on_wire(Wire wire, std::uint64_t version, std::string_view type, const std::string& json) {
    if (wire == Wire::websocket) return message(json);
    return message("id: " + std::to_string(version) + "\nevent: " + std::string(type) +
                   "\ndata: " + json + "\n\n");
}

std::string now_json(const Referee& referee, Moment at) {
    JsonWriter out;
    out.object([&] { write_now(out, referee, at); });
    return out.take();
}

/// What the one who moved is told.
std::string granted_body(const Referee& before, const Referee::Decision& decision) {
    JsonWriter out;
    out.object([&] {
        write_now(out, decision.after, decision.after.updated_at());
        out.key("effects");
        arbiter::write(out, decision.effects);
        out.key("events");
        out.array([&] {
            std::uint64_t version = before.version();
            for (const referee::Event& event : decision.events) {
                out.object([&] {
                    out.member("version", ++version);
                    referee::write_public(out, event);
                });
            }
        });
    });
    return out.take();
}

Problem version_conflict(const Referee& referee) {
    return problem(409, "version_conflict", "the game has moved on since; look at it again",
                   [&](JsonWriter& out) { write_now(out, referee, referee.updated_at()); });
}

Problem not_stored(std::string_view why) {
    return unavailable("the change could not be stored and was not made: " + std::string(why));
}

void set_version(Response& response, std::uint64_t version) {
    response.headers.emplace_back("ETag", '"' + std::to_string(version) + '"');
}

}  // namespace

Room::Room(const Shared& shared, Referee referee, std::string last_hash)
    : store_(shared.store),
      agenda_(shared.agenda),
      host_(shared.host),
      terms_(referee.shared_terms()),
      referee_(std::move(referee)),
      last_hash_(std::move(last_hash)),
      last_asked_(server::now()) {}

store::Found<std::shared_ptr<Room>> Room::load(const Shared& shared, std::string_view id) {
    auto entries = shared.store.read(id, 0);
    if (!entries) return std::unexpected(entries.error());
    if (entries->empty()) return nullptr;

    const auto damaged = [&](const store::Entry& entry) {
        return std::unexpected(store::Trouble{"the journal of game " + std::string(id) +
                                              " cannot be replayed at version " +
                                              std::to_string(entry.version)});
    };
    std::optional<Referee> referee;
    for (const store::Entry& entry : *entries) {
        const auto event = referee::read_event(entry.body);
        if (!event) return damaged(entry);
        if (!referee) {
            auto begun = Referee::begin(*event);
            if (!begun) return damaged(entry);
            referee = std::move(begun.value);
        } else if (!referee->apply(*event)) {
            return damaged(entry);
        }
    }
    auto room =
        std::make_shared<Room>(shared, std::move(*referee), std::move(entries->back().hash));
    const std::lock_guard lock(room->mutex_);
    room->set_alarm();
    room->call_host();
    return room;
}

Referee Room::state() const {
    const std::lock_guard lock(mutex_);
    last_asked_ = server::now();
    return referee_;
}

std::uint64_t Room::version() const {
    const std::lock_guard lock(mutex_);
    return referee_.version();
}

void Room::submit(Wish wish) {
    const std::lock_guard lock(mutex_);
    last_asked_ = server::now();
    wishes_.push_back(std::move(wish));
    go_on();
}

void Room::go_on() {
    while (!busy_ && !wishes_.empty()) {
        if (behind_) read_news();
        Wish wish = std::move(wishes_.front());
        wishes_.pop_front();
        grant(std::move(wish));
    }
    if (!busy_ && flag_has_fallen(server::now() - flag_grace)) {
        write({std::nullopt, referee_.due(server::now()), {}, {}});
    }
    if (busy_) return;
    set_alarm();
    call_host();
}

bool Room::flag_has_fallen(Moment at) const {
    const auto deadline = referee_.deadline();
    return deadline && at >= *deadline;
}

bool Room::is_current(const Wish& wish) const {
    return wish.version.value_or(referee_.version()) == referee_.version() &&
           wish.ply.value_or(referee_.game().event_count()) == referee_.game().event_count();
}

void Room::grant(Wish wish) {
    if (wish.repeatable && answered_before(wish)) return;
    // The client may have seen at another server what is still under way to this one.
    if (!is_current(wish) && store_.is_shared()) read_news();
    if (flag_has_fallen(wish.at)) {
        auto due = referee_.due(wish.at);
        wishes_.push_front(std::move(wish));
        return write({std::nullopt, std::move(due), {}, {}});
    }
    if (!is_current(wish)) {
        Response conflict = response(version_conflict(referee_));
        set_version(conflict, referee_.version());
        return wish.reply(std::move(conflict));
    }
    auto decided = referee_.decide({wish.by, wish.move, wish.at});
    if (!decided) return wish.reply(response(refusal(referee_.game(), decided.error())));
    std::string body = granted_body(referee_, *decided);
    write({std::move(wish), std::move(*decided), {}, std::move(body)});
}

/// A retry gets the answer that its first attempt got, or would have got.
bool Room::answered_before(Wish& wish) {
    const auto answer = store_.answer(wish.repeatable->key);
    if (!answer) {
        wish.reply(response(not_stored(answer.error().problem)));
        return true;
    }
    if (!*answer) return false;
    if ((*answer)->request != wish.repeatable->request) {
        wish.reply(complaint(422, "idempotency_key_reused",
                             "this Idempotency-Key was used for another request"));
        return true;
    }
    Response again = json_response((*answer)->body, (*answer)->status);
    again.headers.emplace_back("Idempotency-Replayed", "true");
    const auto body = read_json((*answer)->body);
    const Json* version = body ? body->find("version") : nullptr;
    if (version != nullptr && version->as<std::int64_t>() != nullptr) {
        set_version(again, static_cast<std::uint64_t>(*version->as<std::int64_t>()));
    }
    wish.reply(std::move(again));
    return true;
}

void Room::write(Pending pending) {
    const auto& events = pending.decision.events;
    store::Change change;
    change.summary = store::summary_of(pending.decision.after);
    change.version = referee_.version();
    pending.hash = last_hash_;
    for (const referee::Event& event : events) {
        store::Entry entry{change.version + change.entries.size() + 1,
                           event.at.time_since_epoch().count(),
                           referee::to_json(event),
                           {}};
        pending.hash = store::chained(pending.hash, change.summary.id, entry);
        entry.hash = pending.hash;
        change.entries.push_back(std::move(entry));
    }
    if (pending.wish && pending.wish->repeatable) {
        change.answer = pending.wish->repeatable;
        change.answer->status = 200;
        change.answer->body = pending.body;
    }
    busy_ = true;
    store_.write(std::move(change), [self = shared_from_this(), held = std::move(pending)](
                                        const store::Verdict& verdict) mutable {
        const std::lock_guard lock(self->mutex_);
        self->conclude(std::move(held), verdict);
    });
}

void Room::conclude(Pending pending, const store::Verdict& verdict) {
    busy_ = false;
    auto& [wish, decision, hash, body] = pending;
    switch (verdict.fate) {
        case store::Fate::stored: {
            std::uint64_t version = referee_.version();
            referee_ = std::move(decision.after);
            last_hash_ = std::move(hash);
            const std::string now = watchers_.empty() ? "" : now_json(referee_, server::now());
            for (const referee::Event& event : decision.events) {
                ++version;
                announce(version, event, version == referee_.version() ? now : "");
            }
            if (!wish) break;
            Response granted = json_response(std::move(body));
            set_version(granted, referee_.version());
            wish->reply(std::move(granted));
            break;
        }
        case store::Fate::conflict:
            behind_ = true;
            if (!wish) break;
            if (++wish->attempts > attempts_max) {
                wish->reply(response(not_stored("others were faster too many times")));
            } else {
                wishes_.push_front(std::move(*wish));
            }
            break;
        case store::Fate::unavailable:
            if (wish) {
                wish->reply(response(not_stored(verdict.problem)));
            } else {
                alarm_ = server::now() + store_retry_pause;
                agenda_.at(*alarm_, [self = weak_from_this()] {
                    if (const auto room = self.lock()) room->wake();
                });
                return;
            }
            break;
    }
    call_host();
    if (behind_ || !wishes_.empty() || referee_.deadline()) go_on_later();
}

/// This may be the thread of the store, which has better things to do.
void Room::go_on_later() {
    agenda_.soon([self = weak_from_this()] {
        const auto room = self.lock();
        if (!room) return;
        const std::lock_guard lock(room->mutex_);
        if (room->behind_ && !room->busy_) room->read_news();
        room->go_on();
    });
}

void Room::catch_up() {
    const std::lock_guard lock(mutex_);
    behind_ = true;
    if (busy_) return;
    read_news();
    set_alarm();
    call_host();
}

/// True if there was something new.
bool Room::read_news() {
    const auto entries = store_.read(terms_->id, referee_.version());
    if (!entries) return false;
    behind_ = false;
    for (const store::Entry& entry : *entries) {
        const auto event = referee::read_event(entry.body);
        if (!event || entry.version != referee_.version() + 1 || !referee_.apply(*event)) {
            return false;
        }
        last_hash_ = entry.hash;
        const bool last = entry.version == entries->back().version;
        announce(entry.version, *event,
                 last && !watchers_.empty() ? now_json(referee_, server::now()) : "");
    }
    return !entries->empty();
}

template <class MessageFor>
void Room::tell(MessageFor message_for) {
    const auto before = watchers_.size();
    std::erase_if(watchers_, [&](const auto& numbered) {
        const Message text = message_for(numbered.second.wire);
        return text && !numbered.second.feed->send(text);
    });
    if (watchers_.size() != before) plan_presence();
}

void Room::announce(std::uint64_t version, const referee::Event& event, const std::string& now) {
    if (watchers_.empty()) return;
    const std::string json = event_json(terms_->id, version, event, now);
    const std::string_view type = referee::type_of(event.deed);
    Message socket;
    Message stream;
    tell([&](Wire wire) {
        Message& shared = wire == Wire::websocket ? socket : stream;
        if (!shared) shared = on_wire(wire, version, type, json);
        return shared;
    });
}

store::Found<std::uint64_t> Room::watch(Watcher watcher, std::uint64_t after,
                                        const Greeting& greeting) {
    const std::lock_guard lock(mutex_);
    last_asked_ = server::now();
    if (after > referee_.version() && !busy_) read_news();
    std::vector<store::Entry> missed;
    if (after < referee_.version()) {
        auto entries = store_.read(terms_->id, after);
        if (!entries) return std::unexpected(entries.error());
        missed = std::move(*entries);
    }
    if (greeting) watcher.feed->send(greeting(referee_));
    for (const store::Entry& entry : missed) {
        if (entry.version > referee_.version()) break;  // stored, and announced in a moment
        const auto event = referee::read_event(entry.body);
        if (!event) continue;
        watcher.feed->send(on_wire(watcher.wire, entry.version, referee::type_of(event->deed),
                                   event_json(terms_->id, entry.version, *event, "")));
    }
    const std::uint64_t number = ++watchers_ever_;
    watchers_.emplace_back(number, std::move(watcher));
    plan_presence();
    return number;
}

void Room::leave(std::uint64_t watcher) {
    const std::lock_guard lock(mutex_);
    last_asked_ = server::now();
    if (std::erase_if(watchers_, [&](const auto& held) { return held.first == watcher; }) != 0) {
        plan_presence();
    }
}

/// Many come and go at once: they are told of together.
void Room::plan_presence() {
    if (presence_planned_) return;
    presence_planned_ = true;
    agenda_.at(server::now() + presence_pause, [self = weak_from_this()] {
        if (const auto room = self.lock()) room->tell_presence();
    });
}

void Room::tell_presence() {
    const std::lock_guard lock(mutex_);
    presence_planned_ = false;
    const auto present = [&](Color color) {
        return std::ranges::any_of(watchers_,
                                   [&](const auto& held) { return held.second.seat == color; });
    };
    JsonWriter out;
    out.object([&] {
        out.member("type", "presence");
        out.member("game", terms_->id);
        out.member("watchers", watchers_.size());
        out.member("white", present(Color::white));
        out.member("black", present(Color::black));
    });
    const Message text = message(out.take());
    tell([&](Wire wire) { return wire == Wire::websocket ? text : nullptr; });
}

void Room::set_alarm() {
    const auto deadline = referee_.deadline();
    if (!deadline) return;
    const Moment moment = *deadline + flag_grace;
    if (alarm_ && *alarm_ <= moment && *alarm_ > server::now()) return;  // wakes up early enough
    alarm_ = moment;
    agenda_.at(moment, [self = weak_from_this()] {
        if (const auto room = self.lock()) room->wake();
    });
}

void Room::call_host() {
    if (host_ == nullptr || busy_ || asked_host_ == referee_.version()) return;
    const auto seat = referee_.awaited();
    if (!seat || terms_->seats[*seat].player.empty()) return;
    asked_host_ = referee_.version();
    host_->attend(shared_from_this(), referee_, *seat);
}

void Room::ask_again() {
    const std::lock_guard lock(mutex_);
    asked_host_ = 0;
    call_host();
}

void Room::wake() {
    const std::lock_guard lock(mutex_);
    alarm_.reset();
    if (!busy_) go_on();
}

void Room::close(std::string_view reason) {
    const std::lock_guard lock(mutex_);
    for (const auto& [number, watcher] : watchers_) watcher.feed->close(reason);
    watchers_.clear();
}

bool Room::idle_since(Moment moment) const {
    const std::lock_guard lock(mutex_);
    return watchers_.empty() && wishes_.empty() && !busy_ && last_asked_ <= moment;
}

std::size_t Room::watcher_count() const {
    const std::lock_guard lock(mutex_);
    return watchers_.size();
}

}  // namespace arbiter::server
