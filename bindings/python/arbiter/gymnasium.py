"""The three games as Gymnasium environments: one side against an opponent.

    gymnasium.make("arbiter/Chess-v0", opponent="random", side="white")
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from arbiter.environment import Table


class GameEnv(gymnasium.Env[dict[str, Any], Any]):
    """One side of a game; the opponent ("random", "bot:1" to "bot:8") answers at once."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "random",
        side: str = "white",
        render_mode: str | None = None,
        illegal: str = "lose",
        seed: int = 0,
        max_moves: int = 0,
        **options: Any,
    ) -> None:
        self.side = side
        self.render_mode = render_mode
        self._table = Table(game, illegal, seed, opponent=opponent, side=side, max_moves=max_moves, **options)
        low, high = self._table.limits()
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low, high, self._table.observation_shape(), self._table.dtype().type),
                "action_mask": spaces.Box(0, 1, (self._table.action_count,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self._table.action_count)

    def _seen(self) -> dict[str, Any]:
        return {"observation": self._table.observation(self.side), "action_mask": self._table.mask()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._table.reset(seed)
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], SupportsFloat, bool, bool, dict[str, Any]]:
        if not self._table.act(int(action)):
            return self._seen(), -1.0, True, False, {"illegal": True}
        reward = self._table.rewards()[self.side]
        return self._seen(), reward, self._table.over, self._table.cut_off, {}

    def render(self) -> Any:
        return self._table.drawn(self.render_mode)


for _game in ("chess", "go", "backgammon"):
    gymnasium.register(f"arbiter/{_game.title()}-v0", "arbiter.gymnasium:GameEnv", kwargs={"game": _game})
