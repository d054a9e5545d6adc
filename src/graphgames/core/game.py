"""A game: an arena and what player 0 wants. It is checked once, when it is made; solvers rely on that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Annotated, Any, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, Vertex
from graphgames.core.arguments import two_names
from graphgames.core.arrays import ByVertex
from graphgames.core.chance import CHANCE
from graphgames.core.claim import LABEL, MOVE, Declared, Each, Integer, Maybe, Number, PerVertex
from graphgames.core.drawing import Drawable
from graphgames.core.errors import ArenaError, GameError, shown, warn_caller
from graphgames.core.memory import Automaton
from graphgames.core.naming import (
    NOBODY,
    OWNER,
    OWNERS,
    PLAYERS,
    are_successors,
    attribute_owners,
    is_adjacency,
    wins,
    with_article,
    without_owner,
)
from graphgames.core.objective import Objective
from graphgames.core.remembering import ReadOnly

if TYPE_CHECKING:
    from graphgames.core.vertex_form import SplitEdges


def _made(thing: object) -> str:
    """Return how an arena, or a game, is made where this thing is given for one."""
    if hasattr(thing, "with_objective"):
        return "with_objective(objective) makes a game of it"
    return "make one with Arena.from_edges, from_dict or from_networkx"


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
        The label of the vertex where the play begins, if there is one. The game keeps its number (a ``Vertex``).
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
    start: Any = None
    players: tuple[str, str] = ("Eve", "Adam")

    def __post_init__(self) -> None:
        arena, objective = self.arena, self.objective
        if not isinstance(arena, Arena):
            raise GameError(f"{shown(arena)} is not an arena; {_made(arena)}")
        if isinstance(objective, type) and issubclass(objective, Objective):
            name = objective.__name__
            raise GameError(f"{name} is a class; expected an objective, such as {name}(...)")
        if not isinstance(objective, Objective):
            raise GameError(f"{shown(objective)} is not an objective; expected one such as Reach([0]) or NormalPlay()")
        object.__setattr__(self, "players", two_names(self.players))
        if objective.needs_owner and arena.owner is None and arena.n:
            raise GameError(
                f"{with_article(objective.name)} objective needs an owner for each vertex, and this arena has none; "
                "say who moves where the arena is made, as owner={'a': 0, 'b': 1} or owner=lambda v: 0"
            )
        if not objective.allows_chance and arena.chance_vertices.size:
            first = int(arena.chance_vertices[0])
            raise GameError(
                f"vertex {arena.label(first)} belongs to chance, and {with_article(objective.name)} objective is for "
                f"two players only{f'; with chance it is {objective.chance_form}' * bool(objective.chance_form)}",
                first,
            )
        if not objective.allows_dead_ends and (stuck := arena.dead_ends).size:
            others = f" (nor have {stuck.size - 1} others)" if stuck.size > 1 else ""
            raise GameError(
                f"vertex {arena.label(int(stuck[0]))} has no move{others}, and "
                f"{with_article(objective.name)} objective has no meaning for a play that stops;\n"
                "give it a self-loop or an edge to a vertex that its owner loses",
                int(stuck[0]),
            )
        if self.start is not None:
            try:
                object.__setattr__(self, "start", Vertex(arena.vertex(self.start)))
            except ArenaError as error:
                raise GameError(f"the start is {shown(self.start)}: {error}") from None
        objective = _of_arena(arena, objective)
        for name, settled in zip(("arena", "objective"), objective.settle(arena), strict=True):
            object.__setattr__(self, name, settled)

    @property
    def remark(self) -> str:
        """What the reader of its file took for granted, and its author may not have meant."""
        return str(self.__dict__.get("_remark", ""))

    @classmethod
    def from_graph(
        cls,
        graph: object,
        objective: Objective,
        owner: ByVertex | None = None,
        start: object = None,
        players: tuple[str, str] | None = None,
    ) -> Self:
        """Make a game of plain data.

        Parameters
        ----------
        graph : dict, iterable of pairs, NetworkX graph, SciPy sparse matrix, NumPy matrix of 0 and 1, or Arena
            A dictionary from each vertex to its successors, or edges between vertices, of any hashable names.
        objective : Objective
            What player 0 wants. For a NetworkX graph the name of a node attribute may stand for its data:
            ``Parity("priority")``, ``Reach("target")``; ``Parity()`` and ``Buchi()`` take that of their own name.
        owner : dict, callable, array_like or str, optional
            Who moves where, as in `Arena`; for a NetworkX graph also the name of a node attribute, by default
            ``"owner"``.
        start : label, optional
            Where the play begins.
        players : pair of str, optional
            The names of player 0 and player 1, by default those that name the owners, or Eve and Adam.

        Warns
        -----
        UserWarning
            If the objective needs owners and there are none: then player 0 makes every move; if the owners are two
            names that are unusual, and no players are given: then the first one is player 0.

        Raises
        ------
        ArenaError
            If it is no graph, or the owners do not fit it.
        GameError
            If the objective does not fit.

        Examples
        --------
        >>> from graphgames import NormalPlay, Parity
        >>> Game.from_graph({"a": ["b"], "b": ["a"]}, Parity({"a": 2, "b": 1}), owner={"a": "Even", "b": "Odd"})
        Game(Arena(n=2, m=2, owned), parity)
        >>> import networkx as nx
        >>> Game.from_graph(nx.DiGraph([("a", "b")]), NormalPlay(), start="a").start
        0
        """
        unread = set[Any]()
        if players is None and (people := _people(graph, owner)):
            players = people
            warn_caller(
                f"player 0 is {people[0]}, who is named first, and player 1 is {people[1]}; "
                f"players={people[::-1]} turns that round"
            )
        if hasattr(graph, "nodes") and isinstance(objective, Objective):
            unread = {name for _, data in graph.nodes(data=True) for name in data}
            unread -= {value for value in vars(objective).values() if isinstance(value, str)}
            objective = _by_attribute(graph, objective)
            arena = _with_data(graph, objective, owner, players)
        else:
            arena = arena_of(graph, owner, players)
        if isinstance(objective, Objective) and objective.needs_owner and arena.owner is None and arena.n:
            warn_caller(f"no vertex has an owner, so {without_owner(unread - arena.vertex_data.keys())}")
            data = arena.probability, arena.denominator, arena.edge_data, arena.vertex_data
            owners = np.zeros(arena.n, np.uint8)
            arena = Arena.trusted(arena.indptr, arena.successors, owners, arena.labels, *data)
        return cls(arena, objective, start, _players_of(graph, owner) if players is None else players)

    _made_from = from_graph

    @property
    def impartial(self) -> bool:
        """Whether the players alternate and the vertices belong to neither."""
        return self.arena.owner is None

    @property
    def forms(self) -> tuple[str, ...]:
        """The names by which solvers are found, the nearest first: where chance moves there is one more."""
        name = self.objective.name
        return (name,) if self.arena.probability is None else (f"{name} with chance", name)

    @property
    def has_draws(self) -> bool:
        """Whether there can be positions that neither player is certain to win."""
        by_chance = self.objective.has_draws_by_chance and self.arena.probability is not None
        return self.objective.has_draws or by_chance

    @property
    def draw_words(self) -> tuple[str, str]:
        """What such a position is called, and several of them."""
        return self.objective.draw_words if self.has_draws else ("draw", "draws")

    @cached_property
    def idle(self) -> int | None:
        """The player who has no vertex where vertices have owners, as in a Markov decision process."""
        if self.arena.owner is None or not self.arena.n:
            return None
        there = np.bincount(np.asarray(self.arena.owner), minlength=2)[:2] > 0
        return None if there.all() else 1 if not there.any() else int(there[0])

    @property
    def absent(self) -> int | None:
        """The idle player, if he has no name of his own."""
        player = self.idle
        return None if player is None or self.players[player] != type(self).players[player] else player

    @property
    def winners(self) -> tuple[str, str]:
        """Who wins, by name: the players, or ``"nobody"`` in place of one who is absent."""
        if self.impartial:
            return "player to move", "player not to move"
        first, second = (NOBODY if player == self.absent else name for player, name in enumerate(self.players))
        return first, second

    @property
    def region_names(self) -> tuple[str, ...]:
        """What the regions of the two players are called, and the positions that neither wins, where there are such."""
        first, second = (f"{'the ' * self.impartial}{name}" for name in self.winners)
        won = self.objective.regions or (wins(first, second), wins(second, first))
        return (*won, self.draw_words[0]) if self.has_draws else won

    @property
    def legend(self) -> tuple[str, ...]:
        """What the regions are called in the legend of a picture."""
        return self.region_names

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        """What a legend says of the numbers beside edges: pairs of a sign and its meaning."""
        return self.objective.edge_keys

    def edge_note(self, e: int) -> str:
        """Return what is written beside edge number e, which `edge_keys` explains."""
        return self.objective.edge_note(e)

    def mover(self, v: int) -> int:
        """Return who moves at vertex v as people see it: its owner.

        Examples
        --------
        >>> from graphgames import Arena, Reach
        >>> Game(Arena.from_edges([(0, 1), (1, 1)], owner=[1, 0]), Reach([1])).mover(0)
        1
        """
        return 0 if self.arena.owner is None else int(self.arena.owner[v])

    def edge_name(self, e: int) -> str:
        """Return what the move along edge number e is called, where its ends do not say it; else ""."""
        return ""

    def move_name(self, v: int, w: int) -> str:
        """Return what the move from vertex v to w is called, where that is not the name of w; else ""."""
        return ""

    def move_note(self, v: int, w: int) -> str:
        """Return how a player moves from vertex v to w, where that says more than the name of w."""
        return ""

    @property
    def extents(self) -> dict[str, int]:
        """What the declarations of claims speak of besides vertices and edges."""
        states = 1 if self.memory is None else self.memory.states or 1
        form = self.vertex_form
        return {"most": form.arena.n * states, "memory": states, **form.objective.extents}

    @cached_property
    def memory(self) -> Automaton | None:
        """What all strategies must remember of a play, None if nothing, or if each has a memory of its own."""
        form = self.vertex_form
        return form.objective.memory(form.arena) if self.split is None else self.memory_back(form.memory)

    @property
    def remembers(self) -> bool:
        """Whether strategies remember something of a play."""
        return self.objective.own_memory or self.memory is not None

    def memory_back(self, memory: Automaton | None) -> Automaton | None:
        """Return the memory on this arena of one that goes on by the vertices of the ``vertex_form``."""
        return memory if memory is None or self.split is None else self.split.memory_back(memory, self.arena)

    @property
    def answers(self) -> dict[str, Declared]:
        """What a solution says of each vertex, by its name in JSON, with its declaration."""
        return dict(_answers(self.objective.value_types, self.has_draws, self.remembers))

    @cached_property
    def split(self) -> SplitEdges | None:
        """How the edges that the objective speaks of become vertices; None where it speaks of vertices."""
        if self.objective.edge_data is None:
            return None
        from graphgames.core.vertex_form import split_edges  # which few need, and costs time at the start

        return split_edges(self.arena, self.objective)

    @cached_property
    def vertex_form(self) -> Game:
        """The game with marks or priorities on vertices alone, and the same winners; the game itself where it is so."""
        split = self.split
        return self if split is None else Game(split.arena, split.objective, self.start, self.players)

    def __repr__(self) -> str:
        return f"Game({self.arena!r}, {self.objective.name}{self.objective.settings_in_words})"


@cache
def _answers(types: tuple[type, ...], draws: bool, remembers: bool) -> dict[str, Declared]:
    """Return the declarations of winners, moves and values, which are of these types; to make them takes time."""
    return {
        "winner": Annotated[NDArray[np.uint8], PerVertex(Integer(0, 2 if draws else 1))],
        "strategy": Annotated[NDArray[np.int32], Each(MOVE, "memory", "n") if remembers else PerVertex(MOVE)],
        "value": Annotated[NDArray[Any] | None, Maybe(PerVertex(Number(types) if types else LABEL))],
    }


def arena_of(graph: Any, owner: ByVertex | None = None, players: tuple[str, str] | None = None) -> Arena:
    """Return the arena that plain data describe; raise `ArenaError` if they are none that is known."""
    if isinstance(graph, Arena):
        if owner is None:
            return graph
        rows, data = (graph.indptr, graph.successors), (graph.edge_data, graph.vertex_data)
        return Arena(*rows, owner, graph.labels, players, edge_data=data[0], vertex_data=data[1])
    graph = dict(enumerate(graph)) if are_successors(graph) else graph
    if isinstance(graph, Mapping):
        return Arena.from_dict(graph, owner, players)
    if hasattr(graph, "is_directed") and hasattr(graph, "nodes"):
        return Arena.from_networkx(graph, "owner" if owner is None else owner, players)
    if hasattr(graph, "tocsr") or is_adjacency(graph):
        return Arena.from_scipy(graph, owner)
    if isinstance(graph, Iterable) and not isinstance(graph, str | bytes):
        return Arena.from_edges(graph, None, owner, None, players)
    raise ArenaError(
        f"{shown(graph)} is not a graph; expected a dictionary of successors, a list of edges, a NetworkX graph, a "
        "sparse matrix or an arena"
    )


def _with_data(graph: Any, objective: Objective, owner: ByVertex | None, players: tuple[str, str] | None) -> Arena:
    """Return the arena of a NetworkX graph, with those attributes of edges and nodes that the objective names."""
    named = {value for value in vars(objective).values() if isinstance(value, str)} | set(objective.reads_data)
    named |= set(objective.stand_ins.values())
    edges, nodes = attributes_of(graph)
    of_edges, of_nodes = sorted(named & edges), sorted(named & nodes)
    wanted = "weight" in objective.reads_data and getattr(objective, "vertex_weight", "") is None
    others = edges - {"probability"}
    if wanted and getattr(objective, "weight", None) in (None, "weight") and not of_edges and not of_nodes and others:
        raise GameError(
            f"no edge of the graph has the attribute 'weight'; edges have {', '.join(sorted(map(str, others)))}: name "
            f"one, as in {type(objective).__name__}(weight={min(map(str, others))!r})"
        )
    return Arena.from_networkx(graph, "owner" if owner is None else owner, players, of_edges, of_nodes)


def _players_of(graph: Any, owner: Any) -> tuple[str, str]:
    """Return the names of the players that the owners are given by, where they are usual ones."""
    used = {one for one in _owners_given(graph, owner) if isinstance(one, str)} - {"chance"}
    return next((pair for pair in PLAYERS if used and used <= {*pair}), PLAYERS[0])


def _people(graph: Any, owner: Any) -> tuple[str, str] | None:
    """Return the two unusual names of players that the owners are given by, the first one first; else None."""
    given = [one for one in _owners_given(graph, owner) if OWNERS.get(str(one).lower()) != CHANCE]
    names = [one for one in given if isinstance(one, str) and one.isalpha() and one.lower() not in OWNERS]
    used = [*dict.fromkeys(names)]
    if len(used) != 2 or len(names) < len(given):
        return None
    return used[0], used[1]


def _owners_given(graph: Any, owner: Any) -> Collection[Any]:
    """Return the owners of a mapping, a list, or the nodes of a NetworkX graph, as they are given."""
    if isinstance(owner, Mapping | list | tuple):
        return owner.values() if isinstance(owner, Mapping) else owner
    return attribute_owners(graph, owner or OWNER[0]).values() if hasattr(graph, "nodes") else ()


def attributes_of(graph: Any) -> tuple[set[Any], set[Any]]:
    """Return the attributes of the edges and of the nodes of a NetworkX graph; there are none of anything else."""
    if not hasattr(graph, "nodes"):
        return set(), set()
    edges, nodes = (set[Any]().union(*(data for *_, data in of(data=True))) for of in (graph.edges, graph.nodes))
    return edges, nodes


def _by_own_name(objective: Objective, edges: Collection[str], vertices: Collection[str]) -> str:
    """Return the field of an objective without data that these data of edges or vertices are the only ones for."""
    if not objective.edges or objective.speaks_of_edges or getattr(objective, objective.data) is not None:
        return ""
    there = [objective.edges] * (objective.edges in edges) + [objective.data] * (objective.data in vertices)
    return there[0] if len(there) == 1 else ""


def _of_arena(arena: Arena, objective: Objective) -> Objective:
    """Return the objective with the data of its own name that the arena has, where none are given."""
    own = _by_own_name(objective, arena.edge_data, arena.vertex_data)
    if own and own == objective.data:
        row = arena.vertex_data[own]
        return replace(objective, **{own: row != 0 if objective.mark else row})
    return replace(objective, **{own: own}) if own else objective


def _by_attribute(graph: Any, objective: Objective) -> Objective:
    """Return the objective with the attribute that its data name looked up at the nodes of a NetworkX graph.

    Where nothing is named it is the attribute of its own name, if a node or an edge has that.
    """
    of_edges, of_nodes = attributes_of(graph)
    own = _by_own_name(objective, of_edges, of_nodes)
    if own and own == objective.edges:
        return replace(objective, **{own: own})
    name = own or (getattr(objective, objective.data) if objective.data else None)
    if not isinstance(name, str):
        return objective
    if name not in of_nodes:
        if name in graph:
            return objective
        raise GameError(f"no node of the graph has the attribute {name!r}")
    return replace(objective, **{objective.data: lambda node: graph.nodes[node].get(name)})
