"""What the environments of Gymnasium and PettingZoo have in common: one game, seen as planes and masks."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arbiter import _core
from arbiter.vector import VecEnv

COLORS = ("white", "black")
ILLEGAL = ("lose", "raise", "random")


class Table:
    """One game of a batch of one. Observations are (height, width, planes), in backgammon (values,)."""

    def __init__(self, game: str, illegal: str, seed: int, **options: Any) -> None:
        if illegal not in ILLEGAL:
            raise ValueError('illegal is "lose", "raise" or "random"')
        self._env = VecEnv(game, 1, auto_reset=False, seed=seed, **options)
        self._illegal = illegal
        self._random = np.random.default_rng(seed)

    @property
    def action_count(self) -> int:
        return self._env.action_count

    def observation_shape(self) -> tuple[int, ...]:
        return self.observation("white").shape

    def limits(self) -> tuple[int, int]:
        """The least and the greatest number in an observation."""
        dtype = np.iinfo(self._env.observations.dtype)
        return int(dtype.min), int(dtype.max)

    def dtype(self) -> np.dtype[Any]:
        return self._env.observations.dtype

    def reset(self, seed: int | None) -> None:
        self._env.reset(seed=seed)
        if seed is not None:
            self._random = np.random.default_rng(seed)

    @property
    def turn(self) -> str:
        return COLORS[self._env.turns[0]]

    @property
    def over(self) -> bool:
        return bool(self._env.terminated[0])

    @property
    def cut_off(self) -> bool:
        return bool(self._env.truncated[0])

    def rewards(self) -> dict[str, float]:
        return {color: float(self._env.rewards[0, i]) for i, color in enumerate(COLORS)}

    def mask(self) -> npt.NDArray[np.int8]:
        return np.array(self._env.masks[0])

    def observation(self, side: str) -> npt.NDArray[Any]:
        planes = self._env.observe(0, side)
        return planes if planes.ndim == 1 else np.ascontiguousarray(np.moveaxis(planes, 0, -1))

    def act(self, action: int) -> bool:
        """False if the action is not legal and loses the game."""
        legal = 0 <= action < self.action_count and self._env.masks[0, action] == 1
        if not legal:
            if self._illegal == "raise":
                raise ValueError(f"action {action} is not legal")
            if self._illegal == "lose":
                return False
            action = int(self._random.choice(np.flatnonzero(self._env.masks[0])))
        self._env.step([action])
        return True

    def game(self) -> _core.Game:
        return self._env.copy_of_game(0)

    def drawn(self, mode: str | None) -> str | None:
        if mode == "ansi":
            return self.game().text()
        return self.game().svg() if mode == "svg" else None
