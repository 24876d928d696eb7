#include "server/games/room.hpp"

#include <algorithm>

#include "core/games/to_json.hpp"
#include "server/api/view.hpp"

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

std::string sentence(const store::Damage& damage) {
    return "the journal of game " + damage.game + " cannot be replayed at version " +
           std::to_string(damage.version) + ": " + damage.sentence;
}

void set_version(Response& response, std::uint64_t version) {
    response.headers.emplace_back("ETag", '"' + std::to_string(version) + '"');
}

}  // namespace

Room::Room(const Shared& shared, store::Journal journal)
    : store_(shared.store),
      agenda_(shared.agenda),
      log_(shared.log),
      host_(shared.host),
      terms_(journal.referee().shared_terms()),
      journal_(std::move(journal)),
      last_asked_(server::now()) {}

std::expected<std::shared_ptr<Room>, store::StoreError> Room::load(const Shared& shared,
                                                                   std::string_view id) {
    auto entries = shared.store.read(id, 0);
    if (!entries) return std::unexpected(entries.error());
    if (entries->empty()) return nullptr;

    auto journal = store::Journal::replay(id, *entries);
    if (!journal) return std::unexpected(store::StoreError{sentence(journal.error())});
    auto room = std::make_shared<Room>(shared, std::move(*journal));
    const std::lock_guard lock(room->mutex_);
    room->set_alarm();
    room->call_host();
    return room;
}

Referee Room::state() const {
    const std::lock_guard lock(mutex_);
    last_asked_ = server::now();
    return referee();
}

std::uint64_t Room::version() const {
    const std::lock_guard lock(mutex_);
    return referee().version();
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
        write({std::nullopt, referee().due(server::now()), {}, {}});
    }
    if (busy_) return;
    set_alarm();
    call_host();
}

bool Room::flag_has_fallen(Moment at) const {
    const auto deadline = referee().deadline();
    return deadline && at >= *deadline;
}

bool Room::is_current(const Wish& wish) const {
    return wish.version.value_or(referee().version()) == referee().version() &&
           wish.ply.value_or(referee().game().event_count()) == referee().game().event_count();
}

void Room::grant(Wish wish) {
    if (wish.repeatable && answered_before(wish)) return;
    // The client may have seen at another server what is still under way to this one.
    if (!is_current(wish) && store_.is_shared()) read_news();
    if (flag_has_fallen(wish.at)) {
        auto due = referee().due(wish.at);
        wishes_.push_front(std::move(wish));
        return write({std::nullopt, std::move(due), {}, {}});
    }
    if (!is_current(wish)) {
        Response conflict = response(version_conflict(referee()));
        set_version(conflict, referee().version());
        return wish.reply(std::move(conflict));
    }
    auto decided = referee().decide({wish.by, wish.move, wish.at});
    if (!decided) return wish.reply(response(refusal(referee().game(), decided.error())));
    std::string body = granted_body(referee(), *decided);
    write({std::move(wish), std::move(*decided), {}, std::move(body)});
}

/// A retry gets the answer that its first attempt got, or would have got.
bool Room::answered_before(Wish& wish) {
    const auto answer = store_.answer(wish.repeatable->key);
    if (!answer) {
        wish.reply(response(not_stored(answer.error().sentence)));
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
    store::Change change = journal_.append(pending.decision);
    pending.hash = change.entries.back().hash;
    if (pending.wish && pending.wish->repeatable) {
        change.answer = pending.wish->repeatable;
        change.answer->status = 200;
        change.answer->body = pending.body;
    }
    busy_ = true;
    store_.write(std::move(change), [self = shared_from_this(), held = std::move(pending)](
                                        const store::CommitResult& result) mutable {
        const std::lock_guard lock(self->mutex_);
        self->conclude(std::move(held), result);
    });
}

void Room::conclude(Pending pending, const store::CommitResult& result) {
    busy_ = false;
    auto& [wish, decision, hash, body] = pending;
    switch (result.status) {
        case store::CommitStatus::stored: {
            std::uint64_t version = referee().version();
            journal_ = store::Journal(std::move(decision.after), std::move(hash));
            const std::string now = watchers_.empty() ? "" : now_json(referee(), server::now());
            for (const referee::Event& event : decision.events) {
                ++version;
                announce(version, event, version == referee().version() ? now : "");
            }
            if (!wish) break;
            Response granted = json_response(std::move(body));
            set_version(granted, referee().version());
            wish->reply(std::move(granted));
            break;
        }
        case store::CommitStatus::conflict:
            behind_ = true;
            if (!wish) break;
            if (++wish->attempts > attempts_max) {
                wish->reply(response(not_stored("others were faster too many times")));
            } else {
                wishes_.push_front(std::move(*wish));
            }
            break;
        case store::CommitStatus::unavailable:
        case store::CommitStatus::unknown:
            if (wish) {
                wish->reply(response(not_stored(result.sentence)));
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
    if (behind_ || !wishes_.empty() || referee().deadline()) go_on_later();
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
    const auto entries = store_.read(terms_->id, referee().version());
    if (!entries) return false;
    for (const store::Entry& entry : *entries) {
        if (auto followed = journal_.follow(entry); !followed) {
            damage_ = std::move(followed.error());
            log_.error("a journal cannot be followed", {{"reason", sentence(*damage_)}});
            return false;
        }
        const auto event = referee::read_event(entry.body);
        const bool last = entry.version == entries->back().version;
        announce(entry.version, *event,
                 last && !watchers_.empty() ? now_json(referee(), server::now()) : "");
    }
    behind_ = false;
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

std::expected<std::uint64_t, store::StoreError> Room::watch(Watcher watcher, std::uint64_t after,
                                                            const Greeting& greeting) {
    const std::lock_guard lock(mutex_);
    last_asked_ = server::now();
    if (after > referee().version() && !busy_) read_news();
    std::vector<store::Entry> missed;
    if (after < referee().version()) {
        auto entries = store_.read(terms_->id, after);
        if (!entries) return std::unexpected(entries.error());
        missed = std::move(*entries);
    }
    if (greeting) watcher.feed->send(greeting(referee()));
    for (const store::Entry& entry : missed) {
        if (entry.version > referee().version()) break;  // stored, and announced in a moment
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
    const auto deadline = referee().deadline();
    if (!deadline) return;
    const Moment moment = *deadline + flag_grace;
    if (alarm_ && *alarm_ <= moment && *alarm_ > server::now()) return;  // wakes up early enough
    alarm_ = moment;
    agenda_.at(moment, [self = weak_from_this()] {
        if (const auto room = self.lock()) room->wake();
    });
}

void Room::call_host() {
    if (host_ == nullptr || busy_ || asked_host_ == referee().version()) return;
    const auto seat = referee().awaited();
    if (!seat || terms_->seats[*seat].player.empty()) return;
    asked_host_ = referee().version();
    host_->attend(shared_from_this(), referee(), *seat);
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

bool Room::is_damaged() const {
    const std::lock_guard lock(mutex_);
    return damage_.has_value();
}

std::size_t Room::watcher_count() const {
    const std::lock_guard lock(mutex_);
    return watchers_.size();
}

}  // namespace arbiter::server
