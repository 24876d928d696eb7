#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/referee.hpp"
#include "store/store.hpp"

/// What a room is asked to do, and what came of it.
namespace arbiter::server {

/// A game at one version. It never changes: a room goes on to another one.
using State = std::shared_ptr<const referee::Referee>;

/// Events that were stored together, and the game after them.
struct Update {
    std::vector<referee::Event> events;
    State after;

    std::uint64_t first_version() const { return after->version() - events.size() + 1; }
};

struct Accepted : Update {
    Effects effects;   ///< of the move itself
    std::string hash;  ///< of the last entry
};
/// The same request was accepted before.
struct Repeated {
    store::Answer answer;  ///< as it was stored then
};
/// By the rules or the referee.
struct Rejected {
    Rejection rejection;
    State state;
};
/// Made for another version than the present one.
struct Conflict {
    State state;
};
/// The key of the Repeat belongs to another request.
struct KeyReused {};
struct NotStored {
    bool is_certain;       ///< it was not made; otherwise it may have been
    std::string sentence;  ///< why
};
using MoveResult = std::variant<Accepted, Repeated, Rejected, Conflict, KeyReused, NotStored>;

/// What a move is made for: the version, or the number of the game's events, or both.
struct Expected {
    std::optional<std::uint64_t> version;
    std::optional<std::uint64_t> ply;
};

/// Makes it safe to send a request again.
struct Repeat {
    store::Answer answer;  ///< with key and digest of the request; the rest is not known yet
    /// Adds what a repetition gets. Who receives requests decides on its form.
    std::function<void(store::Answer&, const Accepted&)> complete;
};

struct MoveRequest {
    Color by;
    std::string text;  ///< in any notation
    referee::Moment at;
    Expected expected;
    std::optional<Repeat> repeat;
};

}  // namespace arbiter::server
