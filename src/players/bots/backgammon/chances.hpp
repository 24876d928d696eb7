#pragma once

namespace arbiter::players {

/// What a side can expect of a game: a gammon is a win too, and a backgammon a gammon.
struct BackgammonChances {
    float win = 0.5F;
    float win_gammon = 0;
    float win_backgammon = 0;
    float lose_gammon = 0;
    float lose_backgammon = 0;

    /// For the other side.
    BackgammonChances turned() const {
        return {1 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon};
    }
    /// Points a game without a cube is worth.
    float equity() const {
        return 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon;
    }
    void add(const BackgammonChances& other, float weight) {
        win += weight * other.win;
        win_gammon += weight * other.win_gammon;
        win_backgammon += weight * other.win_backgammon;
        lose_gammon += weight * other.lose_gammon;
        lose_backgammon += weight * other.lose_backgammon;
    }
};

}  // namespace arbiter::players
