"""A game: an arena and what player 0 wants. It is checked once, when it is made; solvers rely on that."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from graphgames.core.arena import Arena
from graphgames.core.drawing import Drawable
from graphgames.core.edges import SplitEdges, split_edges
from graphgames.core.errors import GameError
from graphgames.core.objective import Objective


@dataclass(frozen=True, eq=False)
class Game(Drawable):
    """An arena together with an objective.

    Parameters
    ----------
    arena : Arena
        The graph.
    objective : Objective
        What player 0 wants; it is bound to the arena here.
    start : int, optional
        The vertex where the play begins, where there is one.
    players : pair of str
        The names of player 0 and player 1, for people.

    Raises
    ------
    GameError
        If the objective needs owners and the arena has none, if chance moves and the objective is not made for that,
        if it has no meaning for a play that stops and there is a dead end, if its data do not fit the arena, or if
        ``start`` is out of range.

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
    start: int | None = None
    players: tuple[str, str] = ("Eve", "Adam")

    def __post_init__(self) -> None:
        arena, objective = self.arena, self.objective
        if objective.needs_owner and arena.owner is None and arena.n:
            raise GameError(f"a {objective.name} objective needs an owner for each vertex, and this arena has none")
        if not objective.allows_chance and arena.chance_vertices.size:
            first = arena.label(int(arena.chance_vertices[0]))
            raise GameError(
                f"vertex {first} belongs to chance, and a {objective.name} objective is for two players only"
            )
        if not objective.allows_dead_ends:
            stuck = arena.dead_ends
            if stuck.size:
                others = f" (nor have {stuck.size - 1} others)" if stuck.size > 1 else ""
                raise GameError(
                    f"vertex {arena.label(int(stuck[0]))} has no move{others}, and a {objective.name} objective has no "
                    "meaning for a play that stops;\ngive it a self-loop or an edge to a vertex that its owner loses"
                )
        if self.start is not None and not 0 <= self.start < arena.n:
            raise GameError(f"the start is vertex {self.start}, but the vertices are 0 to {arena.n - 1}")
        object.__setattr__(self, "objective", objective.bind(arena))

    @property
    def impartial(self) -> bool:
        """Whether the players alternate and the vertices belong to neither."""
        return self.arena.owner is None

    @cached_property
    def split(self) -> SplitEdges | None:
        """How the edges that the objective speaks of become vertices; None where it speaks of vertices."""
        return None if self.objective.edge_data is None else split_edges(self.arena, self.objective)

    @cached_property
    def vertex_form(self) -> Game:
        """The game with marks or priorities on vertices alone, and the same winners; the game itself where it is so."""
        split = self.split
        return self if split is None else Game(split.arena, split.objective, self.start, self.players)

    def __repr__(self) -> str:
        return f"Game({self.arena!r}, {self.objective.name})"
