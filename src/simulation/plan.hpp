#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulation/draws.hpp"

namespace arbiter::simulation {

/// A machine that runs a server, and how wrong its clock is.
struct MachinePlan {
    std::int64_t skew_ms = 0;
    std::int64_t drift_ppm = 0;
};

enum class Channel : std::uint8_t { event_stream, websocket };
struct WatcherPlan {
    Channel channel;
    bool is_slow;
};

enum class Sitter : std::uint8_t { person, twins, bot };  ///< twins: one person with two pages open
struct TablePlan {
    std::uint32_t number;  ///< names it, whatever else is left out
    std::string game;
    std::string clock;  ///< JSON; "null": none
    Sitter white;
    Sitter black;
    bool is_private;
    bool has_repeat_keys;
    std::vector<WatcherPlan> watchers;
};

enum class FaultKind : std::uint8_t {
    crash,       ///< the process is gone, and starts again at the end
    pause,       ///< the process stands still
    clock_jump,  ///< the clock of a machine is set
    cut,         ///< all its connections are cut
    deaf,        ///< it does not hear of other servers' changes
    away,        ///< the database cannot be reached
    commits,     ///< replies to commits are lost, some are made later, some never
    slow,        ///< commits take seconds
    full,        ///< nothing more can be written
    network,     ///< messages are lost or late
};
inline constexpr std::size_t fault_kinds = 10;
std::string_view to_string(FaultKind kind);

struct FaultPlan {
    std::uint32_t number;
    FaultKind kind;
    Span from;
    Span until;
    std::uint32_t machine;
    std::int64_t jump_ms;  ///< of a clock
};

/// All that a simulation does follows from this, and this from its seed.
struct Plan {
    std::uint64_t seed = 0;
    bool is_shared = false;  ///< several servers at one database; otherwise one with a file
    std::vector<MachinePlan> machines;
    std::vector<TablePlan> tables;
    std::vector<FaultPlan> faults;
    Span faults_end{};  ///< from here on nothing is broken any more
    Span play_end{};    ///< from here on nobody begins anything
    Span end{};
};

Plan plan_of(std::uint64_t seed);

}  // namespace arbiter::simulation
