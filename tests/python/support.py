"""Random games for the tests."""

from __future__ import annotations

import random
from typing import Any

import arbiter

NAMES = ("chess", "go", "backgammon")


def new_game(name: str, **options: Any) -> arbiter.Game:
    if name == "go":
        options.setdefault("size", 7)
    return arbiter.new(name, **options)


def random_game(name: str, seed: int, moves: int, **options: Any) -> arbiter.Game:
    """A game after so many random events, or at its end."""
    choice = random.Random(seed)
    game = new_game(name, **options)
    for _ in range(moves):
        legal = game.legal
        if not legal:
            break
        game.play(choice.choice(legal))
    return game
