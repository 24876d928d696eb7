"""Many games at once: planes and masks in numpy arrays, written without the GIL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from arbiter import _core
from arbiter.sources import Source, text_of

Starts = Callable[[int], str] | Source
"""A callable that is given the number of a game and returns its start, or a file with one start a line."""

WHITE, BLACK = 0, 1


def _opponent_level(opponent: str | None) -> int | None:
    """None: the caller moves for both sides."""
    if opponent is None:
        return None
    if opponent == "random":
        return 0
    name, _, level = opponent.partition(":")
    if name == "bot" and (level or "4").isdigit() and 1 <= int(level or "4") <= 8:
        return int(level or "4")
    raise ValueError('an opponent is "random", "bot" or "bot:1" to "bot:8"')


class VecEnv:
    """`n` games of chess, Go or backgammon that advance together.

    The arrays are written in place by every `step` and cannot be written by the caller; copy what is to be kept.

    observations  (n, planes, height, width) uint8; backgammon (n, values) int8; from the side of the mover
    masks         (n, actions) int8: 1 for legal actions
    rewards       (n, 2) float32: White's and Black's, when a game is over
    terminated    (n,) bool: the game is over by the rules; another one has begun
    truncated     (n,) bool: it was cut off after `max_moves`; another one has begun
    turns         (n,) uint8: 0 White, 1 Black
    """

    observations: npt.NDArray[Any]
    masks: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    turns: npt.NDArray[np.uint8]

    def __init__(
        self,
        game: str,
        n: int = 1,
        *,
        threads: int = 1,
        seed: int = 0,
        max_moves: int = 0,
        auto_reset: bool = True,
        starts: Starts | None = None,
        opponent: str | None = None,
        side: str = "white",
        **options: Any,
    ) -> None:
        """`options` are those of the environment: planes and claims in chess; size, komi and rules in Go; cube and
        jacoby in backgammon. `opponent` moves for the other side than `side`: "random", "bot:3"."""
        if n < 1:
            raise ValueError("a batch has at least one game")
        self.game = game
        self.n = n
        self._start_of: Callable[[int], str] | None = None
        lines: list[str] = []
        if callable(starts):
            self._start_of = starts
        elif starts is not None:
            lines = [line for line in text_of(starts).splitlines() if line.strip()]
        self._batch = _core.Batch(
            game,
            options,
            n,
            threads=threads,
            moves_max=max_moves,
            restarts=auto_reset,
            starts=lines,
            opponent=_opponent_level(opponent),
            side=side,
        )
        channels, height, width, self.action_count = self._batch.shape
        flat = (height, width) == (1, 1)
        self._seed = seed
        self._planes = np.zeros((n, channels) if flat else (n, channels, height, width), np.int8 if flat else np.uint8)
        self._masks = np.zeros((n, self.action_count), np.int8)
        self._rewards = np.zeros((n, 2), np.float32)
        self._flags = [np.zeros(n, np.bool_), np.zeros(n, np.bool_)]
        self._turns = np.zeros(n, np.uint8)
        self._actions = np.zeros(n, np.int64)
        self._begin()
        self.observations = _shown(self._planes)
        self.masks = _shown(self._masks)
        self.rewards = _shown(self._rewards)
        self.terminated, self.truncated = map(_shown, self._flags)
        self.turns = _shown(self._turns)

    def _begin(self) -> None:
        self._batch.begin([self._planes, self._masks, self._rewards, *self._flags, self._turns], self._seed % 2**64)
        if self._start_of is not None:
            for i in range(self.n):
                self._batch.restart(i, self._start_of(i))

    def reset(self, *, seed: int | None = None) -> tuple[npt.NDArray[Any], npt.NDArray[np.int8]]:
        """All games anew. Without a seed it is the one after the last; the same seed gives the same dice and starts."""
        self._seed = self._seed + 1 if seed is None else seed
        self._begin()
        return self.observations, self.masks

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[Any],
        npt.NDArray[np.float32],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        npt.NDArray[np.int8],
    ]:
        """One action in each game: observations, rewards, terminated, truncated, masks.

        An action that is not legal is a ValueError, and no game has changed.
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError("actions are whole numbers")
        self._batch.step(np.ascontiguousarray(chosen, np.int64))
        if self._start_of is not None:
            for i in np.flatnonzero(self._flags[0] | self._flags[1]):
                self._batch.restart(int(i), self._start_of(int(i)))
        return self.observations, self.rewards, self.terminated, self.truncated, self.masks

    def sample(self) -> npt.NDArray[np.int64]:
        """A legal action of each game at random, repeatable by the seed; overwritten by the next call."""
        self._batch.sample(self._actions)
        return self._actions

    def observe(self, i: int, side: str) -> npt.NDArray[Any]:
        """The planes of game `i` as that side sees it, whoever is to move."""
        planes: npt.NDArray[Any] = np.zeros_like(self._planes[0])
        self._batch.observe(i, side, planes)
        return planes

    def action_name(self, i: int, action: int) -> str:
        """The action as game `i` would record it: "e2e4", "D4b", "8/5 6/5"."""
        return self._batch.name(i, int(action))

    def action_of(self, i: int, name: str) -> int:
        """The legal action of game `i` with that name."""
        for action in np.flatnonzero(self._masks[i]):
            if self._batch.name(i, int(action)) == name:
                return int(action)
        raise ValueError(f"{name!r} is not a legal action of game {i}")

    def state(self, i: int) -> str:
        """The position of game `i` as text: FEN, SGF, or the neutral record."""
        return self._batch.state(i)

    def copy_of_game(self, i: int) -> _core.Game:
        """Game `i` as a game of its own that begins with its position."""
        return _core.read(self.state(i), self.game)

    def __repr__(self) -> str:
        return f"<VecEnv: {self.n} games of {self.game}>"


def _shown(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same memory, read only."""
    view = array.view()
    view.flags.writeable = False
    return view
