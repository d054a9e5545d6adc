"""The environment of PettingZoo: two agents who move in turns."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from graphgames.policies.match import MODES, Environment, Match


class TurnsEnv(Environment, AECEnv[str, Any, Any]):
    """A game of two agents; `graphgames.to_pettingzoo` makes it."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [*MODES],
        "name": "graphgames",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, match: Match, illegal: float):
        super().__init__()
        self.show(match)
        self.illegal = illegal
        observation, _ = match.spaces
        count = match.actions.count
        self.possible_agents = [f"player_{player}" for player in match.course.movers]
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Dict({"observation": observation, "action_mask": spaces.Box(0, 1, (count,), np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new play."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.match.begin(self._rng)
        self._settle()

    def step(self, action: Any) -> None:
        """Make the move of the agent whose turn it is; one that is not possible ends the play."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if int(action) not in self.match.moves:
            self.rewards[agent] = self.illegal
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.match.take(int(action))
            self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Note what was gained, whether the play is over, and whose turn it is."""
        match, gained = self.match, self.match.collect()
        for agent in self.agents if gained else ():
            self.rewards[agent] = gained if agent == "player_0" else -gained
        self.terminations = dict.fromkeys(self.agents, match.over)
        self.truncations = dict.fromkeys(self.agents, match.cut)
        if match.moves:
            self.agent_selection = f"player_{match.mover}"
        elif len(self.agents) > 1 and match.made:
            self.agent_selection = next(agent for agent in self.agents if agent != self.agent_selection)
        else:
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of the position, and the possible actions of the agent, none if it must wait."""
        waits = agent != self.agent_selection
        mask = self.match.mask
        return {"observation": self.match.observation, "action_mask": mask * np.int8(not waits)}

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def close(self) -> None:
        """Do nothing: no window is open. PettingZoo asks for it beside ``render``."""
