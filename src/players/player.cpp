#include "players/player.hpp"

namespace arbiter::players {

std::string_view to_string(Failure::Kind kind) {
    switch (kind) {
        case Failure::Kind::cannot_play: return "cannot_play";
        case Failure::Kind::crashed: return "crashed";
        case Failure::Kind::silent: return "silent";
        case Failure::Kind::protocol: return "protocol";
        case Failure::Kind::stopped: return "stopped";
    }
    return "";
}

}  // namespace arbiter::players
