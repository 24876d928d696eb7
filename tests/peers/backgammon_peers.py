"""Random games of backgammon beside OpenSpiel: the boards that every roll can lead to, and the ends."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
from report import Comparison

from arbiter import VecEnv

POSITIONS = 10_500
BAR = 100
# A double has hundreds of turns in thousands of ways: one in so many is compared.
DOUBLES = 12
Board = tuple[int, ...]


def their_board(state: Any, player: int) -> Board:
    """As our 28 values, from that player's side. X moves from 24 to 1, so its point p has the index 24 - p."""
    us, them = player, 1 - player
    mine, others = ([int(state.board(side, i)) for i in range(24)] for side in (us, them))
    points = [a - b for a, b in zip(mine, others)]
    if player == 0:
        points.reverse()
    bar = [int(state.board(side, BAR)) for side in (us, them)]
    return (*points, bar[0], -bar[1], 15 - bar[0] - sum(mine), bar[1] + sum(others) - 15)


def their_results(state: Any, player: int) -> set[Board]:
    """The boards after the whole turn: OpenSpiel splits doubles as well."""
    found, halfway = set(), set()
    waiting = [state]
    while waiting:
        now = waiting.pop()
        for action in now.legal_actions():
            after = now.child(action)
            board = their_board(after, player)
            if after.is_terminal() or after.is_chance_node() or after.current_player() != player:
                found.add(board)
            elif board not in halfway:
                halfway.add(board)
                waiting.append(after)
    return found


def moved(board: Board, action: int, dice: list[int]) -> Board:
    """What docs/python.md says of an action, checker by checker."""
    after = list(board)
    low_first, pair = divmod(action, 676)
    high, low = max(dice), min(dice)
    for source, die in zip(divmod(pair, 26), (low, high) if low_first else (high, low)):
        if source == 0:
            continue
        after[24 if source == 25 else source - 1] -= 1
        target = source - die
        if target <= 0:
            after[26] += 1
        elif after[target - 1] == -1:
            after[target - 1] = 1
            after[25] -= 1
        else:
            after[target - 1] += 1
    return tuple(after)


def our_results(env: VecEnv, start: str, dice: list[int]) -> Iterator[tuple[Board, list[int]]]:
    env._batch.restart(0, start)
    board = tuple(int(value) for value in env.observations[0, :28])
    for first in np.flatnonzero(env.masks[0]).tolist():
        after = moved(board, first, dice)
        if dice[0] != dice[1]:
            yield after, [first]
            continue
        env._batch.restart(0, start)
        env.step([first])
        assert tuple(env.observe(0, "white")[:28]) == after
        if env.terminated[0] or env.turns[0] != 0:
            yield after, [first]
        else:
            for second in np.flatnonzero(env.masks[0]).tolist():
                yield moved(after, second, dice), [first, second]


def xgid(board: Board, dice: list[int]) -> str:
    """White is the player at the bottom, who moves."""

    def letter(count: int) -> str:
        return "-" if count == 0 else chr((ord("A") if count > 0 else ord("a")) + abs(count) - 1)

    middle = "".join(letter(count) for count in board[:24])
    return f"XGID={letter(board[25])}{middle}{letter(board[24])}:0:0:1:{dice[0]}{dice[1]}:0:0:0:0:10"


def main() -> None:
    same = Comparison(
        "OpenSpiel",
        {"points": "OpenSpiel pays 1 for a win by default; ours pays gammons and backgammons"},
    )
    choice = random.Random(1)
    spiel = pyspiel.load_game("backgammon")
    env = VecEnv("backgammon", 1, auto_reset=False)
    while same.counts.get("positions", 0) < POSITIONS:
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice.choice(state.legal_actions()))
                continue
            player = state.current_player()
            dice = [int(die) for die in re.search(r"Dice: (\d)(\d)", str(state)).groups()]
            ways: dict[Board, list[int]] = {}
            start = xgid(their_board(state, player), dice)
            if dice[0] != dice[1] or choice.randrange(DOUBLES) == 0:
                ways = dict(our_results(env, start, dice))
                theirs = their_results(state, player)
                assert set(ways) == theirs, (start, set(ways) ^ theirs)
                same.count("positions")
                same.count("boards", len(theirs))
            while not state.is_terminal() and not state.is_chance_node() and state.current_player() == player:
                state.apply_action(choice.choice(state.legal_actions()))
            if state.is_terminal() and ways:
                env._batch.restart(0, start)
                for action in ways[their_board(state, player)]:
                    env.step([action])
                assert env.terminated[0] and env.rewards[0, 0] > 0 and state.returns()[player] > 0
                same.count("outcomes")
                if env.rewards[0, 0] > 1:
                    same.differ("points")
    same.print()


main()
