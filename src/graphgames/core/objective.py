"""The base classes of objectives: what player 0 wants of a play, and everything the rest of the package needs to know.

An objective is one class in the folder of its kind. Pictures, plays, the page, formats and the command line know
objectives by these members alone, so that a new one is that class and its name in the kind's row of the catalogue.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.acceptance import TRUE, Formula, Passed
from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import Vertices, as_mask
from graphgames.core.certificate import Certificate
from graphgames.core.conventions import CONVENTIONS
from graphgames.core.data import edge_set
from graphgames.core.ending import Ending, came_back
from graphgames.core.errors import GameError
from graphgames.core.joining import Joinable
from graphgames.core.memory import Automaton
from graphgames.core.naming import wins, with_article
from graphgames.core.oracle import DRAW
from graphgames.core.remembering import ReadOnly
from graphgames.core.value import Value, written

_MARKED_EDGE = "●"


@dataclass(frozen=True, eq=False)
class Objective(ReadOnly, Joinable):
    """The base class of objectives.

    Examples
    --------
    >>> from graphgames import Buchi, Objective
    >>> issubclass(Buchi, Objective), Buchi.name, Buchi.title, Buchi.aims[0]
    (True, 'buchi', 'Büchi game', 'to visit accepting vertices again and again')
    """

    name: ClassVar[str] = ""
    """The name on the command line and in JSON."""
    title: ClassVar[str] = ""
    """The name of such a game: ``"Büchi game"``."""
    aims: ClassVar[tuple[str, str]] = ("", "")
    """What each player wants, to stand after "wants": ``"to visit the target"``; see `aims_in_words`."""
    needs_owner: ClassVar[bool] = True
    """Whether the arena must say who moves where; otherwise it may be impartial."""
    allows_dead_ends: ClassVar[bool] = False
    """Whether a play may stop because there is no move."""
    has_draws: ClassVar[bool] = False
    """Whether there can be positions that neither player wins."""
    allows_chance: ClassVar[bool] = False
    """Whether chance may own vertices."""
    chance_form: ClassVar[str] = ""
    """The name of the objective that asks for the same where chance moves, if this one is for two players alone."""
    has_draws_by_chance: ClassVar[bool] = False
    """Whether there can be positions that neither player is certain to win where chance moves."""
    counts_moves: ClassVar[bool] = False
    """Whether the value of a vertex is a number of moves."""
    reads_priorities: ClassVar[bool] = False
    """Whether it is made from priorities; otherwise it needs none, and they are passed over."""
    bits: ClassVar[str] = ""
    """What the bits of a priority say in a file, where they are no ranks: ``"bit i says ..."``."""
    signed_priorities: ClassVar[bool] = False
    """Whether they may be negative, in files that can say so."""
    reads_data: ClassVar[tuple[str, ...]] = ()
    """The names of the data of edges or vertices that it is made from, where a file has them."""
    stand_ins: ClassVar[Mapping[str, str]] = {}
    """Which other data stand for some of these where there are none of that name."""
    of_chance: ClassVar[Mapping[str, Any]] = {}
    """Which of these the edges of chance need not have in a file, and what they have then."""
    settings: ClassVar[tuple[str, ...]] = ()
    """The fields that can be set on the command line, by numbers or words."""
    by_priority: ClassVar[bool] = False
    """Whether the largest of its `priorities` that is seen again and again decides who wins, in all plays."""
    last_move: ClassVar[bool] = False
    """Whether the player who moves last decides who wins."""
    counted: ClassVar[str] = ""
    """Whether a play is worth the discounted ``"sum"`` of what its moves pay, or the ``"mean"``; empty if neither."""
    has_parity_form: ClassVar[bool] = False
    """Whether the parity game with its `priorities`, in which a vertex that `over` marks has a self-loop as its only
    move, has the same winners."""
    data: ClassVar[str] = ""
    """The field that holds a mark or a number for each vertex, and the word for a marked vertex; may be empty."""
    edges: ClassVar[str] = ""
    """The field that holds a mark or a number for each edge instead; empty where only vertices can have them."""
    mark: ClassVar[str] = ""
    """The word for the vertices that `marked` gives."""
    value_types: ClassVar[tuple[type, ...]] = ()
    """The types that the value of a vertex may have besides ``int``: ``Fraction`` and the classes of
    ``graphgames.core.value``. If empty, the value is a number of moves or vertices, from -1 to n."""
    value_name: ClassVar[str] = "value"
    """The name of the value of a vertex."""
    judged_by_loops: ClassVar[bool] = False
    """Whether the loop that a play comes to decides what it is worth, so that pictures mark those of optimal plays."""
    regions: ClassVar[tuple[str, str] | None] = None
    """What the regions of the two players are called where nobody wins a play, since its value alone counts."""
    draw_words: ClassVar[tuple[str, str]] = ("draw", "draws")
    """What a position that neither player wins is called, and several of them."""
    own_memory: ClassVar[bool] = False
    """Whether each strategy has a memory of its own, of which the certificate says how it goes on."""
    random_options: ClassVar[tuple[str, ...]] = ()
    """The options of `random` that it uses."""

    def bind(self, arena: Arena) -> Self:
        """Return the objective with its data as arrays over the vertices of this arena.

        Raise `GameError` if a vertex is out of range or an array has the wrong length.
        """
        return self

    def settle(self, arena: Arena) -> tuple[Arena, Self]:
        """Return the arena of a game with this objective, and the objective with its data as arrays over that one.

        It is the arena itself, unless moves from vertex to vertex could not say there which edge is meant.
        """
        return arena, self.bind(arena)

    @property
    def extents(self) -> Mapping[str, int]:
        """The sizes that the declarations of its certificates speak of besides those of the arena, by name."""
        return {}

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """Those of its fields, by name, that are arrays over the vertices or the edges once it is bound."""
        held = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: given for name, given in held.items() if isinstance(given, np.ndarray)}

    def memory(self, arena: Arena) -> Automaton | None:
        """Return what the strategies of such a game must remember of a play.

        None if they need no memory, or each has its own.
        """
        return None

    def acceptance(self) -> tuple[Formula, tuple[Vertices, ...]] | None:
        """Return what a play must see infinitely often, as a formula and the sets that it numbers.

        None if the objective asks for something else.
        """
        return None

    def parity_game(self, arena: Arena) -> tuple[Arena, Objective] | None:
        """Return the parity game that strategies with memory are found in, on another arena; None if there is none."""
        return None

    # What is seen at a vertex.

    @property
    def marked(self) -> NDArray[np.bool_] | None:
        """The vertices with a double outline in pictures, shape (n,), where there are such."""
        return None

    @property
    def convention(self) -> str:
        """Which of the `priorities` that stand in a file decides, and which are good for player 0."""
        return "max-even"

    @property
    def numbers(self) -> NDArray[Any] | None:
        """The number that each vertex has, shape (n,), where the objective gives them numbers."""
        return None

    @property
    def aims_in_words(self) -> tuple[str, str]:
        """What each player wants here, as ``aims`` says it of all such objectives."""
        return self.aims

    @property
    def move_words(self) -> str:
        """What the moves that are drawn bold are called in a legend."""
        return "the strategy"

    def describe(self, v: int) -> str:
        """Return what is special about vertex v, to stand after its name: ``", accepting"``."""
        return ""

    def note(self, v: int) -> str:
        """Return what is written into vertex v of a game that is not solved."""
        return ""

    @property
    def note_keys(self) -> Sequence[tuple[str, str]]:
        """The signs that `note` writes, and what they mean."""
        return ()

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        """The signs that `edge_note` writes, and what they mean."""
        return ()

    def edge_note(self, e: int) -> str:
        """Return what is written beside edge number e."""
        return ""

    def taken(self, edges: Sequence[int], mover: int, value: Value | None = 0) -> int:
        """Return which of parallel edges, by their numbers, a player takes: the best, given the value of their head."""
        data = self.edge_data
        if data is None:
            return edges[0]
        values = self.preference(data[np.array(edges)])
        return edges[int(np.argmax(-values if mover == 1 else values))]

    @property
    def value_keys(self) -> Sequence[tuple[str, str]]:
        """The signs that `value_text` writes, and what they mean."""
        return (("n", f"in a vertex: {self.value_name}"),)

    def value_text(self, value: Value, winner: int) -> str:
        """Return how the value of a vertex that this player wins is written."""
        return str(value) if value >= 0 else "∞"

    def value_in_words(self, value: Value | None) -> str:
        """Return the value of a vertex, in words; or what one without a value is called that neither player wins."""
        return "left to chance" if value is None else f"{self.value_name} {self.value_text(value, DRAW)}"

    def answer(self, name: str, value: Any, winner: int, players: Sequence[str]) -> str:
        """Return what is claimed of a vertex of this name, as the beginning of a sentence."""
        if winner == DRAW and self.has_draws_by_chance:
            return f"from {name} it is {self.draw_words[0]} who wins"
        if winner == DRAW:
            return f"the play from {name} is a draw"
        return f"{wins(players[winner], players[1 - winner])} from {name}"

    # Who wins a play.

    def ending(self, arena: Arena, v: int, mover: int) -> Ending | None:
        """Return how a play ends that comes to vertex v with this player to move, None if it goes on if it can."""
        return None

    endless: ClassVar[int | None] = None
    """Who wins every play without end, ``DRAW`` for nobody; None where that depends on the play."""

    @property
    def loop_rule(self) -> str:
        """What `cycle_ending` says in general, in a sentence; ``{0}`` and ``{1}`` stand for the players' names."""
        return "A play that comes back to a vertex with the same player to move ends in a draw."

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return who wins the endless play around a cycle of vertices, and why; a play came back to the first."""
        return Ending(None, f"{came_back(arena, cycle[0])} with the same player to move")

    @property
    def way_round(self) -> Passed:
        """What `cycle_ending` says behind the vertex, by the sets of `acceptance` that are seen on the way round."""
        return ((TRUE, ""),), ()

    def values_of_moves(self, arena: Arena, v: int, values: NDArray[Any]) -> dict[int, Any]:
        """Return what each move from v is worth to player 0, by the vertex that it leads to.

        Nothing where only who wins counts, or how soon.
        """
        return {}

    # Data on edges.

    @property
    def edge_data(self) -> NDArray[Any] | None:
        """The mark or number of each edge, shape (m,), once bound; None where it is the vertices that have them."""
        found: NDArray[Any] | None = getattr(self, self.edges) if self.edges else None
        return found

    @property
    def over_edges(self) -> Sequence[str]:
        """The fields that say something of edges."""
        return (self.edges,) if self.edge_data is not None else ()

    @property
    def neutral(self) -> int:
        """The mark or number of an edge that says nothing, where other edges have others."""
        return 0

    def preference(self, data: NDArray[Any]) -> NDArray[np.int64]:
        """Return numbers that are larger where a mark or number is better for player 0."""
        return data.astype(np.int64)

    def data_on(self, arena: Arena, cycle: Sequence[int]) -> NDArray[Any]:
        """Return the marks or numbers along a cycle; of parallel edges whoever moves takes the best."""
        data = self.edge_data
        if data is None:
            return np.asarray(getattr(self, self.data))[list(cycle)]
        mover = owners(arena)
        steps = zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        return np.array([data[self.taken(arena.between(u, w), int(mover[u]))] for u, w in steps])

    def _either(self) -> None:
        """Raise `GameError` unless exactly one of the fields for vertices and for edges is given.

        A convention in the place of the latter is taken as such.
        """
        given = getattr(self, self.edges or "", None)
        if hasattr(self, "convention") and isinstance(given, str) and given in CONVENTIONS:
            self.__dict__.update({self.edges: None, "convention": given})
        if self.edges and (getattr(self, self.data) is None) == (getattr(self, self.edges) is None):
            raise GameError(f"{with_article(self.name)} objective needs exactly one of {self.data} and {self.edges}")

    @property
    def speaks_of_edges(self) -> bool:
        """Whether it is the edges that have the marks or numbers, also before it is bound."""
        return bool(self.edges) and getattr(self, self.edges) is not None

    def on_vertices(self, data: NDArray[Any]) -> Self:
        """Return the objective of which vertices have such data as its edges have, shape (n,)."""
        return replace(self, **{self.edges: None, self.data: data})

    def acceptance_by_edges(self) -> tuple[Formula, tuple[Vertices, ...]] | None:
        """Return what `acceptance` does, where the edges have the data of sets of edges."""
        data = self.edge_data
        return self.acceptance() if data is None else self.on_vertices(data).acceptance()

    def _on_vertices(self) -> Any:
        """Return the field for vertices; raise `GameError` where the edges have the data."""
        if self.edge_data is not None:
            raise GameError(f"this {self.name} objective is about edges; take the game's vertex_form")
        return getattr(self, self.data)

    # From priorities and to priorities.

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], marked: NDArray[np.bool_] | None = None) -> Self:
        """Return the objective that a file means by the priority of each vertex, shape (n,).

        ``marked``, shape (n,), are the vertices whose priority is in the set that the user named. Raise `GameError` if
        there is a set and the objective has none.
        """
        cls._refuse_set(marked)
        return cls()

    @classmethod
    def _refuse_set(cls, marked: NDArray[np.bool_] | None) -> None:
        """Raise `GameError` if there is a set of priorities, for objectives that have no use for one."""
        if marked is not None:
            raise GameError(f"a set of priorities has no meaning for {with_article(cls.name)} objective")

    @classmethod
    def made_of(cls, there: Collection[str], besides: Collection[str] = ()) -> bool:
        """Return whether these data make the objective; what is set besides need not be among them."""
        needed = [name for name in cls.reads_data if name not in besides]
        return bool(needed) and all(name in there or cls.stand_ins.get(name) in there for name in needed)

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return priorities by which `from_priorities` makes the objective again, shape (n,).

        What is good for player 0 is even.
        """
        return np.zeros(arena.n, np.int32)

    def to_data(self) -> tuple[Mapping[str, NDArray[Any]], Mapping[str, NDArray[Any]]]:
        """Return the data of edges and of vertices, by ``reads_data``, that a file holds of this objective."""
        return {}, {}

    def changed_settings(self) -> dict[str, Any]:
        """Return those of ``settings`` that have other values than by default."""
        values = {name: (getattr(self, name), getattr(type(self), name)) for name in self.settings}
        return {name: value for name, (value, default) in values.items() if np.ndim(value) or value != default}

    @property
    def remark(self) -> str:
        """What it takes for granted that a person may not expect, in a sentence; mostly nothing."""
        return ""

    @property
    def settings_in_words(self) -> str:
        """What `changed_settings` says in brackets, to stand behind the name: ``" (threshold 3)"``."""
        changed = self.changed_settings().items()
        if not changed:
            return ""
        parts = [f"{name} {'of each edge' if np.ndim(value) else written(value)}" for name, value in changed]
        return f" ({', '.join(parts)})"

    @property
    def over(self) -> NDArray[np.bool_] | None:
        """The vertices where a play is decided when it comes there, shape (n,), where there are such."""
        return None

    def strategy_certificate(self) -> Certificate | None:
        """Return the certificate that consists of the two strategies alone, None where they prove nothing alone."""
        return None

    # An equivalent objective on another arena or with a change.

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective over n vertices: each marked with probability ``share``, or with a priority."""
        return cls()

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Return the objective on another arena, for each of whose vertices the old number is given, -1 if it is new.

        A new vertex has no mark and the number 0.
        """
        if not self.data:
            return self
        old = np.asarray(self._on_vertices())
        new = np.zeros(vertices.size, old.dtype)
        new[vertices >= 0] = old[vertices[vertices >= 0]]
        return replace(self, **{self.data: new})

    def with_mark(self, v: int, marked: bool) -> Self:
        """Return the objective with another mark of vertex v, in the sense of ``data``.

        Raise `GameError` if it marks no vertices.
        """
        raise GameError(f"no vertex of {with_article(self.name)} game is marked")

    def with_priority(self, v: int, priority: int) -> Self:
        """Return the objective with another priority of vertex v; raise `GameError` if its vertices have none."""
        raise GameError("only the vertices of a parity game have priorities")


@dataclass(frozen=True, eq=False)
class Marking(Objective):
    """The base class of objectives that mark vertices, with one field: `Vertices`, a mask once bound.

    ``good`` says whether the vertices of the field, which ``data`` names, are good for player 0.
    """

    reads_priorities: ClassVar[bool] = True
    good: ClassVar[bool] = True
    places: ClassVar[tuple[str, str]] = ("vertex", "vertices")
    """What its vertices are called, one and several."""
    random_options: ClassVar[tuple[str, ...]] = ("share",)

    @classmethod
    def _of(cls, mask: NDArray[np.bool_]) -> Self:
        """Return the objective with this mask."""
        made: Any = cls
        objective: Self = made(mask)
        return objective

    @property
    def marked_things(self) -> tuple[str, str]:
        """What a marked vertex, or edge, is called, and several of them."""
        one, several = self.places if self.edge_data is None else ("edge", "edges")
        return f"{self.mark} {one}", f"{self.mark} {several}"

    @property
    def mask(self) -> NDArray[np.bool_]:
        """The field, once bound."""
        return np.asarray(self._on_vertices(), np.bool_)

    def bind(self, arena: Arena) -> Self:
        """Return the objective with its data as a mask over the vertices or the edges of this arena."""
        self._either()
        given = getattr(self, self.data)
        if given is not None or not self.edges:
            return replace(self, **{self.data: as_mask(given, arena, self.data)})
        return replace(self, **{self.edges: edge_set(getattr(self, self.edges), arena, self.edges)})

    @property
    def marked(self) -> NDArray[np.bool_] | None:
        return self.mask if self.edge_data is None else None

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        return ((_MARKED_EDGE, self.mark),) if self.edge_data is not None else ()

    def edge_note(self, e: int) -> str:
        return _MARKED_EDGE if self.edge_data is not None and self.edge_data[e] else ""

    def preference(self, data: NDArray[Any]) -> NDArray[np.int64]:
        """Return 1 for a good mark and -1 for a bad one, 0 where there is none."""
        return data.astype(np.int64) if self.good else -data.astype(np.int64)

    def describe(self, v: int) -> str:
        return f", {self.mark}" if self.marked is not None and self.marked[v] else ""

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], marked: NDArray[np.bool_] | None = None) -> Self:
        """Return the objective that takes the chosen vertices, by default so that the even ones are good."""
        return cls._of(((priority & 1) == int(not cls.good)) if marked is None else marked)

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return 2 for a good vertex and 1 for the others, 1 for a bad one and 0 for the others."""
        return self.mask + np.int32(self.good)

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective: each vertex is in the field with probability ``share``."""
        return cls._of(rng.random(n, np.float32) < share)

    def with_mark(self, v: int, marked: bool) -> Self:
        """Return the objective with vertex v in the field or not."""
        mask = self.mask.copy()
        mask[v] = marked
        return replace(self, **{self.data: mask})
