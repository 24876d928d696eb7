"""The environments under the tests of Gymnasium and PettingZoo, and beside PettingZoo's own."""

from __future__ import annotations

import random
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.classic import chess_v6
from pettingzoo.test import api_test, max_cycles_test, seed_test
from report import Comparison

import arbiter.gymnasium
from arbiter.pettingzoo import env, parallel_env

GAMES: dict[str, dict[str, Any]] = {"chess": {}, "go": {"size": 9}, "backgammon": {}}


def their_own_tests() -> None:
    warnings.simplefilter("ignore")
    for game, options in GAMES.items():
        api_test(env(game, **options), num_cycles=300)
        seed_test(lambda: env(game, **options), num_cycles=50)
        check_env(arbiter.gymnasium.GameEnv(game, **options), skip_render_check=False)
        max_cycles_test(module(game, options))
    print(f"api_test, seed_test, max_cycles_test and check_env pass: {', '.join(GAMES)}")


def module(game: str, options: dict[str, Any]) -> SimpleNamespace:
    """max_cycles_test draws actions without looking at masks, and expects that both act equally often: so illegal
    actions are replaced, and with this seed no double is rolled in backgammon, which would be two actions."""

    def seeded(made: Any) -> Any:
        for number, agent in enumerate(made.possible_agents):
            made.action_space(agent).seed(number)
        return made

    common = {"illegal": "random", "seed": SEEDS.get(game, 1), **options}
    return SimpleNamespace(
        env=lambda **more: seeded(env(game, **common, **more)),
        parallel_env=lambda **more: seeded(parallel_env(game, **common, **more)),
    )


def without_doubles() -> int:
    """The first seed with which eight turns pass without a double."""
    for seed in range(1000):
        both = env("backgammon", illegal="random", seed=seed)
        for _ in range(2):
            both.reset()
            turns = []
            for _ in range(8):
                turns.append(both.agent_selection)
                both.step(int(np.flatnonzero(both.observe(both.agent_selection)["action_mask"])[0]))
            if any(a == b for a, b in zip(turns, turns[1:])):
                break
        else:
            return seed
    raise AssertionError("every seed has doubles")


SEEDS = {"backgammon": without_doubles()}


def pieces(observation: Any) -> Any:
    """The twelve planes of the position now: theirs begin with channel 7."""
    return np.moveaxis(observation[:, :, 7:19], -1, 0)


def chess_beside_pettingzoo() -> None:
    same = Comparison(
        "PettingZoo chess_v6",
        {
            "empty board": "White's first observation there shows no pieces",
            "castling channels": "kingside and queenside are not in the documented order",
            "upside down": "Black's clock channel is turned with the board",
            "en passant": "a pawn that has just moved two squares stands on another rank there",
            "claims": "PettingZoo ends a game already where the next move could repeat; ours when it has",
        },
    )
    theirs, ours = chess_v6.env().unwrapped, env("chess").unwrapped
    choice = random.Random(3)
    seed = 0
    while same.counts.get("positions", 0) < 10_000:
        theirs.reset()
        ours.reset(seed=seed)
        seed += 1
        first = True
        while not any(theirs.terminations.values()):
            side = ours.agent_selection
            one, two = theirs.observe(theirs.agent_selection), ours.observe(side)
            assert (one["action_mask"] == two["action_mask"]).all()
            mine = np.moveaxis(two["observation"][:, :, :12], -1, 0)
            if first:
                assert not pieces(one["observation"]).any() and mine.sum() == 32
                same.differ("empty board")
            elif theirs.board.ep_square is not None:
                assert (pieces(one["observation"]) != mine).any()
                same.differ("en passant")
            else:
                assert (pieces(one["observation"]) == mine).all()
                same.count("tensors")
            castling = [int(one["observation"][0, 0, channel]) for channel in range(4)]
            assert castling == [int(two["observation"][0, 0, plane]) for plane in range(114, 118)]
            if castling[0] != castling[1]:
                same.differ("castling channels")  # they agree with ours: kingside first
            clock = np.argwhere(one["observation"][:, :, 5])
            half = int(two["observation"][0, 0, 118]) // 2
            expected = [7 - half // 8, half % 8] if side == "white" else [half // 8, half % 8]
            assert clock.tolist() == [expected]
            if side == "black":
                same.differ("upside down")
            same.count("positions")
            same.count("masks")
            first = False
            action = int(choice.choice(np.flatnonzero(two["action_mask"]).tolist()))
            theirs.step(action)
            ours.step(action)
        if not any(ours.terminations.values()):
            assert theirs.board.can_claim_draw() or theirs.board.is_insufficient_material()
            same.differ("claims")
        else:
            assert theirs.rewards["player_0"] == ours.rewards["white"]
            same.count("outcomes")
    same.print()


their_own_tests()
chess_beside_pettingzoo()
