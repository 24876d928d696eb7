#pragma once

#include <cstdint>
#include <expected>
#include <istream>
#include <optional>
#include <string>

#include "simulation/checker.hpp"

/// What the clients of real servers did and were told, judged by the checker of the simulation. A
/// history is a text with one operation a line, as JSON, in the order in which they ended:
///
///     {"type":"ok","operation":"create","client":"t1","game":"k3...","begin":0.1,"end":4.2,"answer":"..."}
///     {"type":"ok","operation":"move","client":"t1","request":3,"game":"k3...","by":"white","version":1,
///      "move":"e4","begin":5,"end":6.5,"answer":"..."}
///     {"type":"ok","operation":"read","client":"t1","game":"k3...","version":2,"begin":7,"end":7.8}
///     {"type":"ok","operation":"event","client":"w1","game":"k3...","version":2,"answer":"..."}
///
/// `type` is ok, fail (told as not made) or info (nobody knows). `version` is the one that a move was
/// made for, otherwise the one that was shown. `answer` is the text of the answer or of the message, and
/// times are milliseconds of one clock. `server` names who answered, where there are several.
namespace arbiter::simulation {

struct Judgement {
    std::uint64_t operations = 0;
    std::uint64_t games = 0;
    std::optional<Finding> finding;
};

/// Compares a history with what the store holds. Fails if a line cannot be read, or the store.
std::expected<Judgement, std::string> judge(std::istream& history, store::Store& store);

}  // namespace arbiter::simulation
