#include "server/games/room.hpp"

#include <algorithm>

namespace arbiter::server {

namespace {

using namespace std::chrono_literals;
using referee::Moment;
using referee::Referee;
using store::CommitStatus;

/// A request that arrived before a flag fell may still be on its way through the server.
constexpr auto flag_grace = 100ms;
constexpr auto store_retry_pause = 1s;
constexpr int conflicts_max = 5;
/// More than that a reader could hardly keep up with.
constexpr std::size_t missed_bytes_max = 3 << 20;

std::string sentence(const store::Damage& damage) {
    return "the journal of game " + damage.game + " cannot be replayed at version " +
           std::to_string(damage.version) + ": " + damage.sentence;
}

}  // namespace

Room::Room(const Shared& shared, store::Journal journal)
    : store_(shared.store),
      scheduler_(shared.scheduler),
      clock_(shared.clock),
      log_(shared.log),
      bots_(shared.bots),
      terms_(journal.referee().shared_terms()),
      audience_(std::make_shared<Audience>(terms_->id, scheduler_, clock_)),
      journal_(std::make_shared<const store::Journal>(std::move(journal))),
      last_asked_(clock_.now()) {}

std::expected<std::shared_ptr<Room>, store::StoreError> Room::load(const Shared& shared,
                                                                   std::string_view id) {
    const auto entries = shared.store.read(id, 0);
    if (!entries) return std::unexpected(entries.error());
    if (entries->empty()) return nullptr;
    auto journal = store::Journal::replay(id, *entries);
    if (!journal) return std::unexpected(store::StoreError{sentence(journal.error())});
    auto room = std::make_shared<Room>(shared, std::move(*journal));
    const std::lock_guard lock(room->mutex_);
    room->set_alarm();
    room->call_bots();
    return room;
}

State Room::state() const {
    const std::lock_guard lock(mutex_);
    last_asked_ = clock_.now();
    return present();
}

std::uint64_t Room::version() const {
    const std::lock_guard lock(mutex_);
    return referee().version();
}

std::size_t Room::weight() const {
    // Measured: 99,000 moves on the largest board take 42 MB.
    constexpr std::size_t of_a_room = 16 << 10;
    constexpr std::size_t of_an_event = 450;
    const std::lock_guard lock(mutex_);
    return of_a_room + terms_->record.size() + terms_->document.size() +
           of_an_event * referee().game().event_count();
}

Moment Room::last_asked() const {
    const std::lock_guard lock(mutex_);
    return last_asked_;
}

bool Room::is_damaged() const {
    const std::lock_guard lock(mutex_);
    return damage_.has_value();
}

template <class Work>
void Room::act(Work work) {
    std::vector<std::pair<Done, MoveResult>> answers;
    {
        const std::lock_guard lock(mutex_);
        work();
        answers.swap(answers_);
    }
    for (auto& [done, result] : answers) done(std::move(result));
    audience_->deliver_later();
}

void Room::submit(MoveRequest request, Done done) {
    act([&] {
        last_asked_ = clock_.now();
        waiting_.push_back({std::move(request), std::move(done)});
        go_on();
    });
}

void Room::go_on() {
    if (is_behind_ && !is_writing_) read_news();
    while (!is_writing_ && !waiting_.empty()) {
        Waiting next = std::move(waiting_.front());
        waiting_.pop_front();
        decide(std::move(next));
    }
    if (is_writing_ || damage_) return;
    if (flag_has_fallen(clock_.now() - flag_grace)) return write({}, referee().due(clock_.now()));
    set_alarm();
    call_bots();
}

bool Room::flag_has_fallen(Moment at) const {
    const auto deadline = referee().deadline();
    return deadline && at >= *deadline;
}

bool Room::is_current(const Expected& expected) const {
    const std::size_t ply = referee().game().event_count();
    return expected.version.value_or(referee().version()) == referee().version() &&
           expected.ply.value_or(ply) == ply;
}

bool Room::is_present(const Expected& expected) const {
    const std::lock_guard lock(mutex_);
    return !is_behind_ && !damage_ && is_current(expected);
}

void Room::decide(Waiting waiting) {
    const MoveRequest& request = waiting.request;
    if (request.repeat) {
        if (auto result = answered_before(request.repeat->answer)) {
            return answer(std::move(waiting), std::move(*result));
        }
    }
    // The client may have seen at another server what this one has not heard of yet.
    if (!is_current(request.expected) && store_.is_shared() && !damage_) read_news();
    if (damage_) {
        return answer(std::move(waiting), NotStored{.is_certain = true,  //
                                                    .sentence = sentence(*damage_)});
    }
    if (flag_has_fallen(request.at)) {
        auto due = referee().due(request.at);
        waiting_.push_front(std::move(waiting));
        return write({}, std::move(due));
    }
    if (!is_current(request.expected)) return answer(std::move(waiting), Conflict{present()});
    auto decision = referee().decide({request.by, request.text, request.at});
    if (!decision) return answer(std::move(waiting), Rejected{decision.error(), present()});
    write(std::move(waiting), std::move(*decision));
}

/// A retry gets the answer that its first attempt got, or would have got.
std::optional<MoveResult> Room::answered_before(const store::Answer& sought) {
    auto answer = store_.answer(sought.key);
    // An earlier attempt may have been made.
    if (!answer) return NotStored{.is_certain = false, .sentence = answer.error().sentence};
    if (!*answer) return std::nullopt;
    if ((*answer)->request != sought.request) return KeyReused{};
    return Repeated{std::move(**answer)};
}

void Room::answer(Waiting waiting, MoveResult result) {
    answers_.emplace_back(std::move(waiting.done), std::move(result));
}

void Room::write(std::optional<Waiting> waiting, Referee::Decision decision) {
    store::Change change = journal_->append(decision);
    auto after = std::make_shared<const store::Journal>(std::move(decision.after),
                                                        change.entries.back().hash);
    Accepted accepted{{std::move(decision.events), State(after, &after->referee())},
                      std::move(decision.effects),
                      after->hash()};
    if (waiting && waiting->request.repeat) {
        auto& [stored, complete] = *waiting->request.repeat;
        change.answer = stored;
        complete(*change.answer, accepted);
    }
    is_writing_ = true;
    store_.write(std::move(change),
                 [self = shared_from_this(),
                  held = Write{std::move(waiting), std::move(accepted), std::move(after)}](
                     const store::CommitResult& result) mutable {
                     self->act([&] { self->conclude(std::move(held), result); });
                 });
}

void Room::conclude(Write write, const store::CommitResult& result) {
    switch (result.status) {
        case CommitStatus::stored: return accept(std::move(write));
        case CommitStatus::conflict: return try_again(std::move(write));
        case CommitStatus::unavailable:
            return give_up(std::move(write), {.is_certain = true, .sentence = result.sentence});
        case CommitStatus::unknown: break;
    }
    // Not on this thread, which is the store's.
    scheduler_.soon(
        [self = shared_from_this(), held = std::move(write), sentence = result.sentence]() mutable {
            self->act([&] { self->look_up(std::move(held), sentence); });
        });
}

/// The reply of the store was lost: the journal says whether the change was made.
void Room::look_up(Write write, const std::string& sentence) {
    const auto entries = store_.read(terms_->id, referee().version());
    const NotStored unknown{.is_certain = false, .sentence = sentence};
    is_behind_ = true;
    if (!entries || entries->empty()) return give_up(std::move(write), unknown);
    const auto own = std::ranges::find(*entries, write.after->hash(), &store::Entry::hash);
    own != entries->end() ? accept(std::move(write)) : try_again(std::move(write));
}

void Room::accept(Write write) {
    is_writing_ = false;
    show(std::move(write.after));
    audience_->tell(write.accepted);
    if (write.waiting) answer(std::move(*write.waiting), std::move(write.accepted));
    go_on_later();
}

/// Another process was faster.
void Room::try_again(Write write) {
    is_writing_ = false;
    is_behind_ = true;
    if (auto& waiting = write.waiting) {
        if (++waiting->conflicts > conflicts_max) {
            answer(std::move(*waiting),
                   NotStored{.is_certain = true, .sentence = "others were faster too many times"});
        } else {
            waiting_.push_front(std::move(*waiting));
        }
    }
    go_on_later();
}

void Room::give_up(Write write, NotStored reason) {
    is_writing_ = false;
    if (!write.waiting) return wake_at(clock_.now() + store_retry_pause);
    answer(std::move(*write.waiting), std::move(reason));
    go_on_later();
}

/// This may be the thread of the store, which must not wait for a decision.
void Room::go_on_later() {
    if (!is_behind_) call_bots();
    if (!is_behind_ && waiting_.empty() && !referee().deadline()) return;
    scheduler_.soon([weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->act([&] { self->go_on(); });
    });
}

void Room::catch_up() {
    act([&] {
        is_behind_ = true;
        go_on();
    });
}

/// The room stays behind if the store cannot be read. An entry that does not fit ends the room: what
/// it shows would not be what is stored.
void Room::read_news() {
    const auto entries = store_.read(terms_->id, referee().version());
    if (!entries) return wake_at(clock_.now() + store_retry_pause);
    auto journal = std::make_shared<store::Journal>(*journal_);
    Update update;
    for (const store::Entry& entry : *entries) {
        auto event = journal->follow(entry);
        if (!event) {
            damage_ = std::move(event.error());
            log_.error("a journal cannot be followed", {{"reason", sentence(*damage_)}});
            return audience_->close("journal_damaged");
        }
        update.events.push_back(std::move(*event));
    }
    is_behind_ = false;
    if (entries->empty()) {
        auto reason = replacement();
        if (!reason) return;
        audience_->close(*reason);
        damage_ = {terms_->id, 0, *std::move(reason)};
        return;
    }
    show(std::move(journal));
    update.after = present();
    audience_->tell(update);
}

/// Why the game is not the one that this room holds any more.
std::optional<std::string> Room::replacement() const {
    const auto stored = store_.summary(terms_->id);
    if (!stored) return std::nullopt;
    if (!*stored) return "the game was deleted";
    const auto& seats = terms_->seats;
    const bool has_names =
        (*stored)->white == seats.white.name && (*stored)->black == seats.black.name;
    return has_names ? std::nullopt
                     : std::optional<std::string>("names were removed from the game");
}

std::expected<void, Room::NotWatched> Room::watch(const std::shared_ptr<Watcher>& watcher,
                                                  std::uint64_t after, const Greeting& greeting) {
    if (after > state()->version()) catch_up();
    for (bool has_joined = false; !has_joined;) {
        const State seen = state();
        std::vector<Text> first;
        if (greeting) first.push_back(greeting(*seen));
        if (after < seen->version()) {
            const auto missed = add_missed(first, watcher->rendering(), {after, seen->version()});
            if (!missed) return std::unexpected(missed.error());
        }
        const std::lock_guard lock(mutex_);
        if (is_behind_ && after > referee().version()) {
            // What it has heard of at another server would be told again.
            return std::unexpected(NotWatched{false, "the game cannot be read at present"});
        }
        has_joined = referee().version() == seen->version();  // otherwise it is out of date already
        if (has_joined) audience_->join(watcher, std::move(first));
    }
    audience_->deliver();
    return {};
}

/// A rendering that shows the state needs every event from the first one on.
std::expected<void, Room::NotWatched> Room::add_missed(std::vector<Text>& texts,
                                                       const Rendering& rendering,
                                                       Missed missed) const {
    const bool shows_state = rendering.shows_state();
    const auto entries = store_.read(terms_->id, shows_state ? 0 : missed.after);
    if (!entries) return std::unexpected(NotWatched{false, entries.error().sentence});
    std::size_t bytes = 0;
    std::optional<referee::Referee> past;
    for (const store::Entry& entry : *entries) {
        const auto event = referee::read_event(entry.body);
        if (!event || entry.version > missed.last) break;
        if (shows_state && !past) {
            auto begun = referee::Referee::begin(*event);
            if (begun) past = std::move(*begun.value);
        } else if (past) {
            past->apply(*event);
        }
        if (entry.version <= missed.after) continue;
        texts.push_back(rendering.event({.game = terms_->id,
                                         .version = entry.version,
                                         .event = *event,
                                         .after = nullptr,
                                         .now = clock_.now(),
                                         .state = past ? &past->game() : nullptr}));
        bytes += texts.back() ? texts.back()->size() : 0;
        if (bytes > missed_bytes_max) {
            return std::unexpected(NotWatched{
                true, "the events after version " + std::to_string(missed.after) +
                          " are too many to be sent at once: read them first, then watch"});
        }
    }
    return {};
}

void Room::leave(const std::shared_ptr<const Watcher>& watcher) {
    {
        const std::lock_guard lock(mutex_);
        last_asked_ = clock_.now();
    }
    audience_->leave(watcher);
    audience_->deliver();
}

void Room::set_alarm() {
    if (const auto deadline = referee().deadline()) wake_at(*deadline + flag_grace);
}

void Room::wake_at(Moment moment) {
    if (alarm_ && *alarm_ <= moment && *alarm_ > clock_.now()) return;  // wakes up early enough
    alarm_ = moment;
    scheduler_.at(moment, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->wake();
    });
}

void Room::wake() {
    act([&] {
        alarm_.reset();
        if (!is_writing_) go_on();
    });
}

void Room::show(std::shared_ptr<const store::Journal> journal) {
    journal_ = std::move(journal);
    if (bots_ != nullptr) bots_->moved_on(terms_->id, referee().version());
}

void Room::call_bots() {
    if (bots_ == nullptr || is_writing_ || damage_) return;
    if (asked_bots_ == referee().version()) return;
    const auto seat = referee().awaited();
    if (!seat || terms_->seats[*seat].player.empty()) return;
    asked_bots_ = referee().version();
    bots_->attend(shared_from_this(), present(), *seat);
}

void Room::ask_again() {
    const std::lock_guard lock(mutex_);
    asked_bots_ = 0;
    call_bots();
}

void Room::close(std::string_view reason) {
    audience_->close(reason);
    audience_->deliver();
}

/// Whoever holds the lock uses the room. All rooms wait for this answer, so it does not wait itself.
bool Room::idle_since(Moment moment) const {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    return lock && audience_->is_empty() && waiting_.empty() && !is_writing_ &&
           last_asked_ <= moment;
}

}  // namespace arbiter::server
