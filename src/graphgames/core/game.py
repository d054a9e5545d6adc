"""A game: an arena and what player 0 wants. It is checked once, when it is made; solvers rely on that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphgames.core.arena import Arena, Vertex
from graphgames.core.drawing import Drawable
from graphgames.core.errors import ArenaError, GameError, shown
from graphgames.core.objective import Objective
from graphgames.core.remembering import ReadOnly


@dataclass(frozen=True, eq=False)
class Game(ReadOnly, Drawable):
    """An arena together with an objective.

    Parameters
    ----------
    arena : Arena
        The graph.
    objective : Objective
        What player 0 wants; it is bound to the arena here.
    start : label, optional
        The vertex where the play begins, where there is one, by its label. The game has it as its number (a `Vertex`).
    players : pair of str
        The names of player 0 and player 1, for people.

    Raises
    ------
    GameError
        If the objective needs owners and the arena has none, if it has no meaning for a play that stops and there is a
        dead end, if its data do not fit the arena, or if ``start`` is out of range.

    Examples
    --------
    >>> from graphgames import Arena, Buchi
    >>> Game(Arena.from_edges([(0, 1)], owner=[0, 1]), Buchi([1]))
    Traceback (most recent call last):
        ...
    graphgames.core.errors.GameError: vertex 1 has no move, and a buchi objective has no meaning for a play that stops;
    give it a self-loop or an edge to a vertex that its owner loses
    """

    arena: Arena
    objective: Objective
    start: Any = None
    players: tuple[str, str] = ("Eve", "Adam")

    def __post_init__(self) -> None:
        arena, objective = _checked(self.arena, self.objective)
        object.__setattr__(self, "players", _names(self.players))
        if objective.needs_owner and arena.owner is None and arena.n:
            raise GameError(f"a {objective.name} objective needs an owner for each vertex, and this arena has none")
        if not objective.allows_dead_ends:
            stuck = arena.dead_ends
            if stuck.size:
                others = f" (nor have {stuck.size - 1} others)" if stuck.size > 1 else ""
                raise GameError(
                    f"vertex {arena.label(int(stuck[0]))} has no move{others}, and a {objective.name} objective has no "
                    "meaning for a play that stops;\ngive it a self-loop or an edge to a vertex that its owner loses"
                )
        if self.start is not None:
            object.__setattr__(self, "start", _start(arena, self.start))
        object.__setattr__(self, "objective", objective.bind(arena))

    @property
    def impartial(self) -> bool:
        """Whether the players alternate and the vertices belong to neither."""
        return self.arena.owner is None

    def __repr__(self) -> str:
        return f"Game({self.arena!r}, {self.objective.name})"


def _checked(arena: Any, objective: Any) -> tuple[Arena, Objective]:
    """Return an arena and an objective, if they are that."""
    if not isinstance(arena, Arena):
        raise GameError(
            f"{shown(arena)} is no arena; make one with Arena.from_edges, Arena.from_dict or Arena.from_networkx"
        )
    if isinstance(objective, type) and issubclass(objective, Objective):
        raise GameError(f"{objective.__name__} is a class; expected an objective, such as {objective.__name__}(...)")
    if not isinstance(objective, Objective):
        raise GameError(f"{shown(objective)} is no objective; expected one such as Reach([0]) or NormalPlay()")
    return arena, objective


def _start(arena: Arena, name: Any) -> Vertex:
    """Return the vertex where the play begins."""
    try:
        return Vertex(arena.vertex(name))
    except ArenaError as error:
        raise GameError(f"the start is {shown(name)}: {error}") from None


def _names(players: Any) -> tuple[str, str]:
    """Return the names of the players, if they are two."""
    if not isinstance(players, tuple | list) or len(players) != 2 or not all(isinstance(one, str) for one in players):
        raise GameError(f"players is {shown(players)}; expected the names of player 0 and player 1")
    return players[0], players[1]
