"""The three games as PettingZoo environments (AEC): `env("chess")`, `parallel_env("go", size=9)`."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel

from arbiter.environment import COLORS, Table


class RawEnv(AECEnv[str, Any, Any]):
    """One game between the agents "white" and "black". The first agent of `agents` begins.

    `illegal` says what an illegal action does: it loses the game ("lose"), is a ValueError ("raise"), or is
    replaced by a random one ("random"). After `max_cycles` moves of each side the game is truncated.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "is_parallelizable": True, "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        max_cycles: int = 0,
        illegal: str = "lose",
        seed: int = 0,
        **options: Any,
    ) -> None:
        super().__init__()
        self.metadata = {**self.metadata, "name": f"arbiter_{game}_v0"}
        self.render_mode = render_mode
        self._table = Table(game, illegal, seed, max_moves=2 * max_cycles, **options)
        self.possible_agents = list(COLORS)
        low, high = self._table.limits()
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, self._table.observation_shape(), self._table.dtype().type),
                    "action_mask": spaces.Box(0, 1, (self._table.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._table.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._table.reset(seed)
        first = self._table.turn
        self.agents = sorted(self.possible_agents, key=lambda agent: agent != first)
        self.agent_selection = first
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """Each side sees the board from its own side; who is not to move has no legal action."""
        mask = self._table.mask()
        if agent != self._table.turn:
            mask[:] = 0
        return {"observation": self._table.observation(agent), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if self._table.act(int(action)):
            self.rewards = {one: self._table.rewards()[one] for one in self.agents}
            over = self._table.over
        else:
            self.rewards = {one: -1.0 if one == agent else 0.0 for one in self.agents}
            over = True
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, self._table.cut_off and not over)
        done = over or self._table.cut_off
        self.agent_selection = next(a for a in self.agents if a != agent) if done else self._table.turn
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self._table.drawn(self.render_mode)

    def close(self) -> None:
        pass


def env(game: str, **options: Any) -> AECEnv[str, Any, Any]:
    """The environment with the checks that PettingZoo recommends."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(RawEnv(game, **options)))


def parallel_env(game: str, **options: Any) -> ParallelEnv[str, Any, Any]:
    """Both agents act once a cycle. Only for games in which they take turns: backgammon's doubles are two actions."""
    return aec_to_parallel(env(game, **options))
