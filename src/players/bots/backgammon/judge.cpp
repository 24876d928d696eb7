#include "players/bots/backgammon/judge.hpp"

#include "core/backgammon/rules.hpp"
#include "players/bots/backgammon/bear_off.hpp"
#include "players/bots/backgammon/net.hpp"

namespace arbiter::players {

namespace {

using backgammon::Board;
using backgammon::Level;
using backgammon::Spot;

BackgammonChances won(const Board& board, Color winner) {
    const Level level = backgammon::level_of(board, winner);
    return {.win = 1,
            .win_gammon = level == Level::single ? 0.F : 1.F,
            .win_backgammon = level == Level::backgammon ? 1.F : 0.F};
}

BackgammonChances race(const Board& board, Color mover) {
    if (const auto lost = BearOffTable::instance().won_by_roller(board, opponent(mover))) {
        return {.win = 1 - *lost};
    }
    return trained_race_net().judge(BackgammonInputs::of_race(board, mover));
}

}  // namespace

bool has_contact(const Board& board) {
    const int white = board.rearmost(Color::white).index();
    const int black = board.rearmost(Color::black).index();
    return white + black > 25;
}

BackgammonChances chances_after_move(const Board& board, Color mover) {
    const Color roller = opponent(mover);
    if (board.count(mover, Spot::off()) == backgammon::checkers_each) return won(board, mover);
    BackgammonChances chances =
        has_contact(board) ? trained_contact_net().judge(BackgammonInputs::of_contact(board, mover))
                           : race(board, mover);
    if (board.count(roller, Spot::off()) > 0) chances.win_gammon = chances.win_backgammon = 0;
    if (board.count(mover, Spot::off()) > 0) chances.lose_gammon = chances.lose_backgammon = 0;
    return chances;
}

}  // namespace arbiter::players
