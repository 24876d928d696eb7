#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/fault.hpp"
#include "core/contract/color.hpp"
#include "referee/clock.hpp"
#include "referee/dice.hpp"

/// The events that a referee records. Its state is the fold of these.
namespace arbiter::referee {

struct Seat {
    std::string name;      ///< as people see it; may be empty
    std::string key_hash;  ///< SHA-256 in hexadecimal of what its player must show
    std::string player{};  ///< one of the server's own players; empty: whoever has the key
    bool operator==(const Seat&) const = default;
};

/// The first event of every game.
struct Created {
    std::string id;
    std::string record;  ///< the neutral record that play begins from
    /// What the record was taken from, in the game's archive format, where that holds more: comments
    /// and variations. Otherwise empty.
    std::string document;
    PerColor<Seat> seats;
    TimeControl clock;
    /// What a watcher of a private game must show, hashed; nothing: anyone may watch.
    std::optional<std::string> watch_hash;
    /// What the creator must show to delete the game, hashed; nothing: only an operator may.
    std::optional<std::string> owner_hash{};
    /// Secret until the game is over; nothing where no dice are rolled.
    std::optional<Seed> seed;
    bool operator==(const Created&) const = default;
};
/// An event of the game, in the notation of its record.
struct Played {
    Color by;
    std::string event;
    bool operator==(const Played&) const = default;
};
/// The referee rolled.
struct Rolled {
    std::uint64_t number;  ///< of the roll, counted from 1
    std::string event;
    bool operator==(const Rolled&) const = default;
};
/// A flag fell.
struct Flagged {
    Color side;
    bool operator==(const Flagged&) const = default;
};
struct Aborted {
    Color by;
    bool operator==(const Aborted&) const = default;
};
/// Asks that the game go back to when it had `ply` events.
struct UndoRequested {
    Color by;
    std::size_t ply;
    bool operator==(const UndoRequested&) const = default;
};
struct UndoAccepted {
    Color by;
    std::size_t ply;
    bool operator==(const UndoAccepted&) const = default;
};
struct UndoDeclined {
    Color by;
    bool operator==(const UndoDeclined&) const = default;
};

using Content = std::variant<Created, Played, Rolled, Flagged, Aborted, UndoRequested, UndoAccepted,
                             UndoDeclined>;

struct Event {
    Moment at;
    Content content;
    bool operator==(const Event&) const = default;
};

/// "created", "played", "rolled" ...: the member `type` of an event's JSON.
std::string_view type_of(const Content& content);

/// One line of JSON for the journal, with everything; `read_event` takes it back. Texts are UTF-8.
std::string to_json(const Event& event);
/// Strict: a key that means nothing is a fault, a moment and a hash have one spelling each. The
/// places of faults are JSON Pointers: `unknown_event`, `bad_moment`, `bad_hash`, those of the clock.
Reading<Event> read_event(std::string_view json);

/// What everyone may see of an event: no hashes, and the seed's commitment instead of the seed. A
/// record or event that is JSON is written as such. Writes members into an open object.
void write_public(JsonWriter& out, const Event& event);

/// "2026-11-16T09:30:00.250Z". The years are 0000 to 9999; what lies beyond is written as their end.
std::string to_string(Moment moment);

}  // namespace arbiter::referee
