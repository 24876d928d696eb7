#include "players/player.hpp"

namespace arbiter::players {

std::string_view to_string(PlayerError::Kind kind) {
    switch (kind) {
        case PlayerError::Kind::cannot_play: return "cannot_play";
        case PlayerError::Kind::crashed: return "crashed";
        case PlayerError::Kind::silent: return "silent";
        case PlayerError::Kind::protocol: return "protocol";
        case PlayerError::Kind::unavailable: return "unavailable";
        case PlayerError::Kind::stopped: return "stopped";
    }
    return "";
}

std::expected<Question, PlayerError> Player::question(const Turn&) const {
    return failed(PlayerError::Kind::cannot_play, "this player is not asked in words");
}

std::unexpected<PlayerError> failed(PlayerError::Kind kind, std::string sentence) {
    return std::unexpected(PlayerError{kind, std::move(sentence), {}});
}

}  // namespace arbiter::players
