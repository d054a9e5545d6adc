"""Games of OpenSpiel with perfect information as rules: positions are states, and moves are actions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, shown
from graphgames.core.late import optional
from graphgames.games.models.recover import simplest


class SpielPosition:
    """A state of a game of OpenSpiel; two states that are written alike, with the same player to move, are equal.

    Attributes
    ----------
    state : pyspiel.State
        The state.
    action : int or None
        The action that led to it, as it was found first.
    """

    __slots__ = ("_key", "action", "state")

    def __init__(self, state: Any, action: int | None = None):
        self.state, self.action = state, action
        self._key = str(state), state.current_player()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielPosition) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        return self._key[0]

    def __repr__(self) -> str:
        return f"SpielPosition({self._key[0]!r})"


class SpielRules:
    """A game of OpenSpiel as `Rules`, to be expanded, solved, and marked."""

    def __init__(self, game: Any):
        self.game = game
        self.start = SpielPosition(game.new_initial_state())
        self.action_count = int(game.num_distinct_actions())
        if game.get_type().provides_observation_tensor:
            self.described = _tensor

    def moves(self, position: SpielPosition) -> Iterator[SpielPosition]:
        """Return the positions behind the legal actions."""
        state = position.state
        if not state.is_terminal():
            for action in state.legal_actions():
                yield SpielPosition(state.child(action), action)

    def mover(self, position: SpielPosition) -> int:
        """Return the player to move, 2 where chance does; 0 at an end."""
        state = position.state
        return 0 if state.is_terminal() else CHANCE if state.is_chance_node() else int(state.current_player())

    def outcome(self, position: SpielPosition) -> str:
        """Return who has won, for player 0, who is to move at an end."""
        gained = position.state.returns()[0]
        return "win" if gained > 0 else "loss" if gained < 0 else "draw"

    def move_of(self, position: SpielPosition, after: SpielPosition) -> Any:
        """Return the action that leads from a position to another."""
        state = position.state
        first = sorted(state.legal_actions(), key=lambda action: action != after.action)
        return next(action for action in first if SpielPosition(state.child(action)) == after)

    def render(self, position: SpielPosition) -> str:
        """Return a position as OpenSpiel writes it."""
        return str(position)


class SpielChances(SpielRules):
    """A game of OpenSpiel in which chance moves."""

    def chances(self, position: SpielPosition) -> Iterator[tuple[SpielPosition, Fraction]]:
        """Return the positions that chance leads to, each with its probability, the simplest that the float may be."""
        for action, likely in position.state.chance_outcomes():
            yield SpielPosition(position.state.child(action), action), simplest(likely)


def _tensor(position: SpielPosition) -> Any:
    """Return a position as an array, as OpenSpiel describes it to the player to move."""
    state = position.state
    player = max(state.current_player(), 0)
    shape = state.get_game().observation_tensor_shape()
    return np.array(state.observation_tensor(player), np.float32).reshape(shape)


def from_openspiel(game: object) -> SpielRules:
    """Return a game of OpenSpiel as rules, for `evaluate`, `solve` and `expand`.

    Parameters
    ----------
    game : pyspiel.Game or str
        A game of two players with perfect information, in turns, whose end says who has won; or its name.

    Raises
    ------
    MissingDependencyError
        If a name is given and OpenSpiel is not installed.
    GameError
        If it is another game.

    Examples
    --------
    >>> import graphgames as gg
    >>> mark = gg.evaluate(gg.from_openspiel("tic_tac_toe"), "uniform")  # doctest: +SKIP
    >>> mark.exploitability  # doctest: +SKIP
    Fraction(887, 945)
    >>> gg.from_openspiel(["tic_tac_toe"])
    Traceback (most recent call last):
    graphgames.core.errors.GameError: ['tic_tac_toe'] is not a game of OpenSpiel; expected one, or its name, ...
    """
    loaded: Any = game
    if isinstance(game, str):
        pyspiel = optional("pyspiel", "openspiel", "open_spiel")
        try:
            loaded = pyspiel.load_game(game)
        except RuntimeError as error:
            raise GameError(f"OpenSpiel cannot load {shown(game)}: {str(error).splitlines()[0]}") from None
    if not hasattr(loaded, "new_initial_state"):
        raise GameError(f"{shown(game)} is not a game of OpenSpiel; expected one, or its name, such as 'tic_tac_toe'")
    about = loaded.get_type()
    words = (about.dynamics.name, about.information.name, about.utility.name)
    if loaded.num_players() != 2 or words[:2] != ("SEQUENTIAL", "PERFECT_INFORMATION") or words[2] != "ZERO_SUM":
        traits = ", ".join(word.lower().replace("_", " ") for word in words)
        raise GameError(
            f"{about.short_name} is a game of {loaded.num_players()} players, {traits}; expected two players who move "
            "in turns, with perfect information, one of whom gains what the other loses"
        )
    return (SpielRules if about.chance_mode.name == "DETERMINISTIC" else SpielChances)(loaded)
