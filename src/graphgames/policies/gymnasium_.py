"""The environment of Gymnasium, and the wrapper that puts a shield around any environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError, shown
from graphgames.core.value import plain
from graphgames.policies.match import MODES, Environment, Match
from graphgames.policies.shields import Shield


class GameEnv(Environment, gymnasium.Env[Any, Any]):
    """A game in which one agent plays against an opponent; `graphgames.to_gymnasium` makes it."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*MODES], "render_fps": 2}

    def __init__(self, match: Match, player: int, illegal: float):
        self.show(match)
        self.player, self.illegal = player, illegal
        self.observation_space, self.action_space = match.spaces
        self._refused = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new play; return the observation and ``action_mask``."""
        super().reset(seed=seed)
        self.match.begin(self.np_random)
        self._refused = False
        return self.match.observation, self._info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move, and those of the opponent and of chance behind it; one that is not possible ends the play."""
        match, reward = self.match, 0.0
        if self._refused or (not (match.over or match.cut) and int(action) not in match.moves):
            reward, self._refused = 0.0 if self._refused else self.illegal, True
        else:
            if not (match.over or match.cut):
                match.take(int(action))
            reward = match.collect() * (1 - 2 * self.player)
        return self.match.observation, reward + 0.0, match.over or self._refused, match.cut, self._info

    @property
    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.match.mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are possible, as sb3-contrib asks for it."""
        return self.match.mask.astype(np.bool_)


class ShieldedEnv(gymnasium.Wrapper[Any, Any, Any, Any]):
    """An environment behind a shield; `Shield.wrap` makes it.

    ``info["action_mask"]`` and ``action_masks()`` leave out what breaks the promise. An action that does so all
    the same is replaced by the first that keeps it, which stands in ``info["taken"]``. Where nothing keeps the promise
    any more, the shield allows everything.
    """

    def __init__(self, env: Any, shield: Shield, state: Callable[[Any], Any] | None):
        if not isinstance(env, gymnasium.Env):
            raise GameError(f"{shown(env)} is not an environment of Gymnasium; expected one, such as of to_gymnasium")
        super().__init__(env)
        self.shield = shield
        self._state = state or (
            lambda observation: self.get_wrapper_attr("position") if env.has_wrapper_attr("position") else observation
        )
        self._mask: NDArray[np.int8] = np.zeros(0, np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new play."""
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, self._shielded(observation, info)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Make a move that keeps the promise: this one, if it does."""
        taken = action if self._mask[int(action)] else type(action)(np.argmax(self._mask))
        observation, reward, terminated, truncated, info = self.env.step(taken)
        return observation, reward, terminated, truncated, {**self._shielded(observation, info), "taken": taken}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions keep the promise, as sb3-contrib asks for it."""
        return self._mask.astype(np.bool_)

    def _shielded(self, observation: Any, info: dict[str, Any]) -> dict[str, Any]:
        count = int(getattr(self.env.action_space, "n", 0))
        if not count:
            raise GameError(f"the actions of the environment are {shown(self.env.action_space)}; expected Discrete")
        state = self._state(observation)
        possible = np.asarray(info.get("action_mask", np.ones(count, np.int8)), np.int8)
        names = self.get_wrapper_attr("moves") if self.env.has_wrapper_attr("moves") else None
        safe = possible.copy()
        if names is None:
            safe &= self.shield.action_mask(plain(state), count)
        else:
            for action, name in names.items():
                safe[action] = self.shield.allows(state, name)
        self._mask = safe if safe.any() else possible
        return {**info, "action_mask": self._mask.copy()}
