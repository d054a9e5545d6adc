"""Games of synthesis: a parity game made of an automaton, and the map from its vertices back to states and letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from graphgames.core.game import Game
from graphgames.games.synthesis.automata import Automaton, Node


class Choice(NamedTuple):
    """What the environment may do in a state: inputs that leave the controller the same edges.

    Attributes
    ----------
    vertex : int
        Where the controller chooses; the losing sink if no edge is left to it.
    inputs : Node
        Those inputs.
    edges : tuple of int
        The edges of the state, by number, among which the controller chooses.
    heads : tuple of int
        The vertex that each of them leads to.
    """

    vertex: int
    inputs: Node
    edges: tuple[int, ...]
    heads: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class HoaGame(Game):
    """A parity game made of an automaton, with the way back to states and letters.

    Attributes
    ----------
    automaton : Automaton
        What was read; vertex s of the arena is its state s.
    choices : tuple of tuple of Choice
        For each state what the environment may do.
    """

    automaton: Automaton | None = None
    choices: tuple[tuple[Choice, ...], ...] = ()
