#pragma once

namespace arbiter::players {

/// How many points each side still needs, before a game begins.
struct MatchScore {
    int own;
    int other;
    /// Whether the game without a cube, when a side first needs one point, is over or never is.
    bool crawford_played = false;
};

/// The chance to win a match between equal sides; 0 or 1 once a side needs nothing more.
double match_chance(const MatchScore& away);

}  // namespace arbiter::players
