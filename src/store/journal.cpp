#include "store/journal.hpp"

#include <algorithm>
#include <expected>

#include "store/chain.hpp"

namespace arbiter::store {

namespace {

using referee::Event;
using referee::Referee;

/// A server's own player moves at once. If the server dies meanwhile, another one finds the game
/// overdue after this time.
constexpr auto thinking_time = std::chrono::seconds(15);

std::optional<referee::Moment> next_look(const Referee& referee) {
    const auto deadline = referee.deadline();
    const auto seat = referee.awaited();
    if (!seat || referee.terms().seats[*seat].player.empty()) return deadline;
    const referee::Moment look = referee.updated_at() + thinking_time;
    return deadline ? std::min(*deadline, look) : look;
}

std::int64_t milliseconds(referee::Moment moment) { return moment.time_since_epoch().count(); }

std::string first_fault(const Faults& faults) {
    return faults.empty() ? "it cannot be read" : faults.begin()->sentence;
}

std::unexpected<std::string> damaged(std::string sentence) {
    return std::unexpected(std::move(sentence));
}

/// Adds events to the end of a change, each chained to the one before; gives the newest hash.
std::string chain(Change& change, std::string hash, std::span<const Event> events) {
    for (const Event& event : events) {
        Entry entry{.version = change.version + change.entries.size() + 1,
                    .at_ms = milliseconds(event.at),
                    .body = referee::to_json(event),
                    .hash = {}};
        hash = chained(hash, change.summary.id, entry);
        entry.hash = hash;
        change.entries.push_back(std::move(entry));
    }
    return hash;
}

/// The event of an entry that must have this version and follow this hash.
std::expected<Event, std::string> checked_event(std::string_view id, const Entry& entry,
                                                std::uint64_t version, std::string_view previous) {
    if (entry.version != version) {
        return damaged("entry " + std::to_string(version) + " is missing");
    }
    if (entry.hash != chained(previous, id, entry)) return damaged("it breaks the hash chain");
    auto event = referee::read_event(entry.body);
    if (!event) return damaged("the event is unreadable: " + first_fault(event.faults));
    if (milliseconds(event->at) != entry.at_ms) {
        return damaged("the event is of another moment than its entry");
    }
    return std::move(*event);
}

std::expected<Referee, std::string> begin(std::string_view id, const Event& event) {
    auto begun = Referee::begin(event);
    if (!begun) return damaged("the game cannot begin: " + first_fault(begun.faults));
    if (begun->terms().id != id) return damaged("it begins the game " + begun->terms().id);
    return std::move(*begun);
}

}  // namespace

std::expected<Journal, Damage> Journal::replay(std::string_view id,
                                               std::span<const Entry> entries) {
    const auto damage = [&](std::uint64_t version, std::string sentence) {
        return std::unexpected(Damage{std::string(id), version, std::move(sentence)});
    };
    if (entries.empty()) return damage(0, "the game has no entries");
    const Entry& first = entries.front();
    const auto event = checked_event(id, first, 1, chain_start);
    if (!event) return damage(first.version, event.error());
    auto begun = begin(id, *event);
    if (!begun) return damage(first.version, begun.error());
    Journal journal(std::move(*begun), first.hash);
    for (const Entry& entry : entries.subspan(1)) {
        if (auto followed = journal.follow(entry); !followed) {
            return std::unexpected(std::move(followed.error()));
        }
    }
    return journal;
}

std::expected<Event, Damage> Journal::follow(const Entry& entry) {
    const std::string& id = referee_.terms().id;
    auto event = checked_event(id, entry, referee_.version() + 1, hash_);
    if (!event) return std::unexpected(Damage{id, entry.version, event.error()});
    if (!referee_.apply(*event)) {
        return std::unexpected(Damage{
            id, entry.version, std::string(type_of(event->content)) + " cannot follow here"});
    }
    hash_ = entry.hash;
    return std::move(*event);
}

Change Journal::create(const Event& created, const Referee::Decision& begun) {
    Change change{.summary = summary_of(begun.after)};
    std::string hash = chain(change, std::string(chain_start), {&created, 1});
    chain(change, std::move(hash), begun.events);
    return change;
}

Change Journal::append(const Referee::Decision& decision) const {
    Change change{.summary = summary_of(decision.after), .version = referee_.version()};
    chain(change, hash_, decision.events);
    return change;
}

Summary summary_of(const Referee& referee) {
    const referee::Created& terms = referee.terms();
    const AnyGame& game = referee.game();

    Summary summary;
    summary.id = terms.id;
    summary.game = game.name();
    summary.white = terms.seats.white.name;
    summary.black = terms.seats.black.name;
    summary.is_public = !terms.watch_hash.has_value();
    summary.created_ms = milliseconds(referee.created_at());
    summary.updated_ms = milliseconds(referee.updated_at());
    summary.version = referee.version();
    summary.ply = game.event_count();
    summary.turn = game.turn();
    if (const auto& outcome = game.outcome()) {
        summary.outcome = {outcome->result, outcome->winner, std::string(outcome->reason)};
    }
    if (const auto look = next_look(referee)) summary.deadline_ms = milliseconds(*look);
    return summary;
}

}  // namespace arbiter::store
