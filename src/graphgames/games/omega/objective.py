"""Acceptance beyond parity: objectives that are Boolean formulas over what a play sees infinitely often.

Inside, each of them is an Emerson-Lei condition: a formula (`graphgames.core.acceptance`) over marked sets of vertices.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core import acceptance as formulas
from graphgames.core.acceptance import TRUE, Formula, both, either, finitely, infinitely
from graphgames.core.arena import Arena
from graphgames.core.arrays import Vertices, as_mask
from graphgames.core.data import edge_set
from graphgames.core.ending import Ending, came_back
from graphgames.core.errors import GameError, shown
from graphgames.core.memory import Automaton, product
from graphgames.core.objective import Objective
from graphgames.core.vertex_form import with_vertices_on
from graphgames.games.omega import tree
from graphgames.games.parity.objective import Parity

MOST_SETS = 31
"""A priority has a bit for each set, and no more bits than this."""

Masks = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Leaving:
    """The edges that leave some vertices, as one of several sets of edges: taken as often as the vertices are seen."""

    vertices: Vertices


@dataclass(frozen=True, eq=False)
class Acceptance(Objective, ABC):
    """The base class: fields that are lists of sets, and a formula over them all in a row."""

    on: str = field(default="vertices", kw_only=True)
    """Whether these are sets of ``"vertices"`` or ``"edges"``."""

    data: ClassVar[str] = "sets"
    families: ClassVar[tuple[str, ...]] = ("sets",)
    """The fields that are lists of sets."""
    may_be_empty: ClassVar[tuple[str, ...]] = ()
    """Those of which a list may be empty."""
    together: ClassVar[int] = 1
    """How many bits of a priority say one thing."""
    reads_priorities: ClassVar[bool] = True
    own_memory: ClassVar[bool] = True
    bits: ClassVar[str] = "bit i says whether it is in set i"
    settings: ClassVar[tuple[str, ...]] = ("on",)
    random_options: ClassVar[tuple[str, ...]] = ("share", "priorities")

    def bind(self, arena: Arena) -> Self:
        """Return the objective with a mask over the vertices, or the edges, of this arena for each set."""
        if self.on not in ("vertices", "edges"):
            raise GameError(f"the sets are on {shown(self.on)}; expected 'vertices' or 'edges'")
        bound: dict[str, Any] = {name: self._bound(name, arena) for name in self.families}
        if sum(map(len, bound.values())) > MOST_SETS:
            raise GameError(f"{self.families[0]} and more: there are more than {MOST_SETS} sets")
        return replace(self, **bound)

    def settle(self, arena: Arena) -> tuple[Arena, Self]:
        """Return the arena, with a vertex on all but one of parallel edges of which none is best, and the objective.

        A move to a vertex says then which edge is meant.
        """
        bound = self.bind(arena)
        edges = bound._alike(arena) if self.on == "edges" else np.empty(0, np.int64)
        if not edges.size:
            return arena, bound
        none = np.zeros(edges.size, np.bool_)
        sets: dict[str, Any] = {
            name: [np.concatenate([one, none]) for one in getattr(bound, name)] for name in self.families
        }
        whole = with_vertices_on(arena, edges)
        return whole, replace(bound, **sets).bind(whole)

    def _alike(self, arena: Arena) -> NDArray[np.int64]:
        """Return the edges that have parallel ones, but for one of each, if for the players neither is better."""
        data = self.edge_data
        assert data is not None
        bits = [np.int64(sum(1 << i for i in one)) for one in self._signs]
        tails, heads = arena.tails, arena.successors
        order = np.lexsort((self.preference(data), heads, tails))
        a, b = order[:-1], order[1:]
        parallel = (tails[a] == tails[b]) & (heads[a] == heads[b])
        worse, better = data[a], data[b]
        fits = ((worse ^ better) & bits[2] == 0) & (worse & bits[0] & ~better == 0) & (better & bits[1] & ~worse == 0)
        group = np.concatenate([[0], np.cumsum(~parallel)])[: order.size]
        wrong = np.isin(group[1:], group[1:][parallel & ~fits])
        return np.sort(b[parallel & wrong])

    @property
    def _signs(self) -> tuple[set[int], set[int], set[int]]:
        """The sets that are good for player 0 to see, those that are bad, and those of which the formula says both."""
        atoms = set(formulas.atoms(self.condition()))
        good, bad = ({i for word, i in atoms if word == sign} for sign in ("inf", "fin"))
        return good - bad, bad - good, good & bad

    @property
    def edge_data(self) -> NDArray[np.int64] | None:
        """A bit for each set that holds an edge, shape (m,); None where it is the vertices that are in sets."""
        if self.on == "vertices":
            return None
        return np.asarray((self.masks.astype(np.int64) << np.arange(len(self.masks))[:, None]).sum(axis=0))

    @property
    def speaks_of_edges(self) -> bool:
        """Whether it is edges that are in sets."""
        return self.on == "edges"

    @property
    def over_edges(self) -> Sequence[str]:
        """The fields that say something of edges."""
        return self.families if self.speaks_of_edges else ()

    def preference(self, data: NDArray[Any]) -> NDArray[np.int64]:
        """Return numbers that are larger where sets are better for player 0 to see."""
        good, bad, _ = self._signs
        found = np.zeros(data.shape, np.int64)
        for i in good | bad:
            found += (data >> i & 1) * (1 if i in good else -1)
        return found

    def on_vertices(self, data: NDArray[Any]) -> Self:
        """Return the objective of which vertices are in the sets of these bits, shape (n,)."""
        row, changed = [(data >> i & 1).astype(np.bool_) for i in range(len(self.masks))], dict[str, Any]()
        for name in self.families:
            count = len(getattr(self, name))
            changed[name], row = tuple(row[:count]), row[count:]
        return replace(self, on="vertices", **changed)

    def acceptance_by_edges(self) -> tuple[Formula, tuple[Vertices, ...]] | None:
        """Return what `acceptance` does."""
        return self.acceptance()

    def _bound(self, name: str, arena: Arena) -> tuple[Masks, ...]:
        given: Any = getattr(self, name)
        listed = given.ndim > 1 if isinstance(given, np.ndarray) else isinstance(given, list | tuple)
        least = 0 if name in self.may_be_empty else 1
        if not listed or not least <= len(given) <= MOST_SETS:
            expected = f"a list of sets of {self.on}, {least} to {MOST_SETS} of them"
            raise GameError(f"{name} is {shown(given)}; expected {expected}")
        one = name.removesuffix("s")
        return tuple(self._mask(part, arena, f"{one} {i}") for i, part in enumerate(given))

    def _mask(self, given: Any, arena: Arena, what: str) -> Masks:
        """Return one of the sets as a mask."""
        if self.on == "vertices":
            return as_mask(given, arena, what)
        if isinstance(given, Leaving):
            return as_mask(given.vertices, arena, what)[arena.tails]
        return edge_set(given, arena, what)

    @abstractmethod
    def condition(self) -> Formula:
        """Return the formula over all sets in a row."""

    def acceptance(self) -> tuple[Formula, tuple[Vertices, ...]]:
        return self.condition(), self._in_a_row()

    def _in_a_row(self) -> tuple[Vertices, ...]:
        return tuple(chain.from_iterable(getattr(self, name) for name in self.families))

    @cached_property
    def masks(self) -> Masks:
        """The sets in a row, shape (k, n), or (k, m) if they are on edges, once bound."""
        return np.array(self.acceptance()[1], np.bool_)

    @cached_property
    def paired(self) -> tuple[int, Masks, Masks] | None:
        """The player who wants, for some pair of sets, the first only finitely often and the second infinitely often;
        the first sets, shape (pairs, n), and the second ones. None if the condition is not of that form.

        If it is so for both players, it is the one with fewer pairs.
        """
        forms = [formulas.rabin_pairs(one) for one in (self.condition(), formulas.negated(self.condition()))]
        player, pairs = min(enumerate(forms), key=lambda one: (not one[1], len(one[1])))
        if not pairs:
            return None
        every = np.ones_like(self.masks[:1])
        avoided = [self.masks[list(first)].any(axis=0) for first, _ in pairs]
        wanted = [(every if second is None else self.masks[list(second)]).any(axis=0) for _, second in pairs]
        return player, np.array(avoided), np.array(wanted)

    @cached_property
    def leaves(self) -> tree.Leaves:
        """The leaves of the condition's Zielonka tree, as a memory."""
        return tree.leaves(self.condition(), self.masks)

    def parity_game(self, arena: Arena) -> tuple[Arena, Objective]:
        """Return the parity game over vertices with leaves of the Zielonka tree; vertex v of both is won alike."""
        pairs = product(arena, self.leaves.memory(arena))
        return pairs.arena, Parity(self.leaves.priority[:, self.leaves.colour].ravel())

    @property
    def set_names(self) -> Sequence[str]:
        """A short name for each set in the row."""
        return [str(i) for i in range(len(self._in_a_row()))]

    def holding(self, v: int) -> str:
        """Return the names of the sets that hold vertex v, or edge v, with commas between."""
        names = self.set_names
        return ",".join(names[i] for i in np.flatnonzero(self.masks[:, v]).tolist())

    def describe(self, v: int) -> str:
        """Return in which sets vertex v is."""
        held = self.holding(v) if self.on == "vertices" else ""
        return f", in set {held}" if held else ""

    def note(self, v: int) -> str:
        """Return the names of the sets that hold vertex v."""
        return self.holding(v) if self.on == "vertices" else ""

    @property
    def note_keys(self) -> Sequence[tuple[str, str]]:
        """The names of the sets."""
        return (("i", "in a vertex: the sets that hold it"),) if self.on == "vertices" else ()

    def edge_note(self, e: int) -> str:
        """Return the names of the sets that hold edge number e."""
        return self.holding(e) if self.on == "edges" else ""

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        """The names of the sets."""
        return (("i", "at an edge: the sets that hold it"),) if self.on == "edges" else ()

    @property
    def aims_in_words(self) -> tuple[str, str]:
        if not self.aims[0]:
            return f"to {self.in_words()}", f"that she does not {self.in_words()}"
        first, second = self.aims if self.on == "vertices" else (aim.replace("visit", "pass") for aim in self.aims)
        return first, second

    def in_words(self) -> str:
        """Return the condition in words, to stand after "to"."""
        words = {"inf": "see {} again and again", "fin": "see {} only finitely often"}
        return self._in_words(self.condition(), words)

    def _in_words(self, formula: Formula, words: dict[str, str]) -> str:
        sign, *parts = formula
        if sign in words:
            return words[sign].format(f"set {self.set_names[parts[0]]}")
        if not parts:
            return "win anyway" if sign == "and" else "win never"
        inner = [self._in_words(part, words) for part in parts]
        return f" {sign} ".join(f"({one})" if len(part) > 2 else one for one, part in zip(inner, parts, strict=True))

    @property
    def loop_rule(self) -> str:
        return (
            "A play that comes back to a vertex with the same memory is over: {0} wins if the sets that the way round "
            "passes make the condition true, {1} if not."
        )

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return who wins a play around a cycle, by the sets that it passes."""
        if self.on == "edges":
            held = int(np.bitwise_or.reduce(self.data_on(arena, cycle)))
            seen = [i for i in range(len(self.masks)) if held >> i & 1]
        else:
            seen = np.flatnonzero(self.masks[:, list(cycle)].any(axis=1)).tolist()
        won = formulas.holds(self.condition(), seen)
        return Ending(int(not won), came_back(arena, cycle[0]) + formulas.passed(self.way_round, seen))

    @property
    def way_round(self) -> formulas.Passed:
        none = ("and", *map(finitely, range(len(self.set_names))))
        return ((none, ", past no set"), (TRUE, ", past set {} alone")), self.set_names

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], marked: Masks | None = None) -> Self:
        """Return the objective in which bit i of a vertex's priority says whether it is in set i of the row."""
        cls._refuse_set(marked)
        count = max(int(priority.max(initial=0)).bit_length(), 1)
        return cls._of_row([(priority >> i & 1).astype(np.bool_) for i in range(count)])

    @classmethod
    def _of_row(cls, row: list[Masks]) -> Self:
        """Return the objective with these sets as bits of a priority number them."""
        made: Any = cls
        found: Self = made(tuple(row))
        return found

    def row(self) -> Masks:
        """Return the sets as bits of a priority number them, shape (bits, n)."""
        return self.masks

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return priorities with a bit for each set, by which `from_priorities` makes the objective again.

        Raise `GameError` if the last set is empty, since no priority would tell of it, or the sets are on edges.
        """
        if self.on == "edges":
            raise GameError(
                f"this {self.name} objective is about edges, which priorities cannot express; write it as .arena"
            )
        row = self.row()
        if arena.n and len(row) > 1 and not row[-1].any():
            raise GameError(f"set {len(row) - 1} is empty, which priorities cannot express; write the game as .arena")
        if len(row) > MOST_SETS:
            raise GameError(f"{len(row)} sets are more than a priority has bits; write the game as .arena")
        return np.asarray((row << np.arange(len(row))[:, None]).sum(axis=0), np.int32)

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective of so many sets as ``priorities`` says, none of them empty.

        Each vertex is in each set with probability ``share``, and one more is.
        """
        masks = rng.random((priorities + -priorities % cls.together if n else cls.together, n)) < share
        if n:
            masks[np.arange(len(masks)), rng.integers(0, n, len(masks))] = True
        return cls._of_row(list(masks))

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Return the objective on another arena; a new vertex is in no set. Raise `GameError` if they are on edges."""
        if self.on == "edges":
            raise GameError(f"the {self.name} objective of this game is about edges; change them in the game's file")
        kept: dict[str, Any] = {
            name: tuple(one[vertices] & (vertices >= 0) for one in getattr(self, name)) for name in self.families
        }
        return replace(self, **kept)


@dataclass(frozen=True, eq=False)
class Goals(Acceptance):
    """The base class of the objectives that GR(1) comprises: some assumption fails, or all guarantees are met."""

    own_memory: ClassVar[bool] = False

    @property
    @abstractmethod
    def goals(self) -> tuple[Masks, Masks]:
        """The assumptions, shape (a, n), and the guarantees, shape (g, n)."""

    @property
    def extents(self) -> dict[str, int]:
        """How many assumptions and guarantees there are, and the largest rank and level."""
        assumptions, guarantees = self.goals
        (a, n), g = assumptions.shape, len(guarantees)
        rows = max(a, 1)
        return {"guarantees": g, "rows": rows, "ranks": (n + 2) * rows, "levels": (n + 1) * g}

    def memory(self, arena: Arena) -> Automaton:
        """Return two counters: the guarantee and the assumption to see next. Each goes on when a play leaves that."""
        assumptions, guarantees = self.goals
        g, a = len(guarantees), max(len(assumptions), 1)
        goal = (np.arange(g)[:, None] + guarantees) % g
        waiting = (np.arange(a)[:, None] + (assumptions if len(assumptions) else 0)) % a
        table = goal[:, None] * a + waiting[None]
        return Automaton.of_vertices(
            np.broadcast_to(table, (g, a, arena.n)).reshape(-1, arena.n), arena, self._named(g, a)
        )

    def _named(self, g: int, a: int) -> Callable[[int], str]:
        """Return what names the states of the memory."""
        return lambda q: ", ".join(
            ([f"guarantee {q // a} next"] if g > 1 or a == 1 else []) + ([f"assumption {q % a} next"] if a > 1 else [])
        )


@dataclass(frozen=True, eq=False)
class GeneralizedBuchi(Goals):
    """Player 0 wants the play to visit each of several sets of vertices infinitely often.

    In files of priorities, bit i of a vertex's priority says whether it is in set i: 5 is in the sets 0 and 2.

    Attributes
    ----------
    sets : sequence of iterables, ndarrays or callables
        The sets, at least one and at most 31. Each is labels in a list, set or the like; or a function that is true of
        the labels meant; or a NumPy array, of vertex numbers or a boolean mask of length n. Once bound each is a mask.
    on : str
        ``"edges"`` if they are sets of edges that the play is to take: pairs of labels in a list; or a function of the
        labels of tail and head; or an array of edge numbers or a mask of length m; or the name of edge data. Parallel
        edges must differ so that one is better for a player than the others. By default ``"vertices"``.

    Examples
    --------
    >>> import graphgames as gg
    >>> robot = gg.Game.from_graph({"dock": ["hall"], "hall": ["dock", "yard"], "yard": ["hall"]},
    ...                            GeneralizedBuchi([["dock"], ["yard"]]), owner=lambda room: 0)
    >>> solution = gg.solve(robot)
    >>> solution.outcome("hall"), solution.play("hall", limit=4)
    ('win', ['hall', 'dock', 'hall', 'yard', 'hall'])
    >>> ways = {"hall": ["hall", "yard"], "yard": ["hall"]}
    >>> rounds = gg.GeneralizedBuchi([[("hall", "hall")], [("hall", "yard")]], on="edges")
    >>> gg.solve(ways, rounds, owner={"hall": 0, "yard": 1}).play("hall", limit=4)
    ['hall', 'hall', 'yard', 'hall']
    """

    sets: Sequence[Vertices]
    name: ClassVar[str] = "generalized-buchi"
    title: ClassVar[str] = "generalised Büchi game"
    aims: ClassVar[tuple[str, str]] = (
        "to visit every set again and again",
        "to visit some set only finitely often",
    )

    def condition(self) -> Formula:
        """Return that every set is seen infinitely often."""
        return both(*map(infinitely, range(len(self.sets))))

    @property
    def goals(self) -> tuple[Masks, Masks]:
        """No assumptions, and the sets."""
        return self.masks[:0], self.masks

    def _named(self, g: int, a: int) -> Callable[[int], str]:
        return lambda q: f"set {q} next"

    @property
    def loop_rule(self) -> str:
        return (
            "A play that comes back to a vertex with the same set to visit next is over: "
            "{0} wins if the way round passed every set, {1} if not."
        )

    @property
    def way_round(self) -> formulas.Passed:
        place = "past no vertex" if self.on == "vertices" else "along no edge"
        missed = [(finitely(i), f", {place} of set {i}") for i in range(len(self.sets))]
        return [*missed, (TRUE, ", past every set")], ()


@dataclass(frozen=True, eq=False)
class GeneralizedCoBuchi(Goals):
    """Player 0 wants the play to visit some one of several sets of vertices only finitely often.

    Attributes
    ----------
    sets : sequence of iterables, ndarrays or callables
        As those of `GeneralizedBuchi`, whose players have changed places here.
    on : str
        As that of `GeneralizedBuchi`.

    Examples
    --------
    >>> from graphgames import GeneralizedCoBuchi, solve
    >>> rooms = {"hall": ["attic", "cellar"], "attic": ["hall"], "cellar": ["hall"]}
    >>> away = GeneralizedCoBuchi([["attic"], ["cellar"]])
    >>> solve(rooms, away, owner={"hall": 0, "attic": 0, "cellar": 0}).winner_of("hall")
    0
    """

    sets: Sequence[Vertices]
    name: ClassVar[str] = "generalized-cobuchi"
    title: ClassVar[str] = "generalised co-Büchi game"
    aims: ClassVar[tuple[str, str]] = (
        "to visit some set only finitely often",
        "to visit every set again and again",
    )

    def condition(self) -> Formula:
        """Return that some set is seen only finitely often."""
        return either(*map(finitely, range(len(self.sets))))

    @property
    def goals(self) -> tuple[Masks, Masks]:
        """The sets as assumptions, and a guarantee that is never met."""
        return self.masks, np.zeros((1, self.masks.shape[1]), np.bool_)


@dataclass(frozen=True, eq=False)
class GR1(Goals):
    """If the play visits every assumption infinitely often, player 0 wants it to visit every guarantee so, too.

    GR(1) is *generalised reactivity of rank 1* (Piterman, Pnueli, Sa'ar 2006). In files of priorities, bit 2i says
    whether a vertex is in assumption i, bit 2i + 1 whether it is in guarantee i.

    Attributes
    ----------
    assumptions, guarantees : sequence of iterables, ndarrays or callables
        Sets of vertices as those of `GeneralizedBuchi`. There may be no assumption.
    on : str
        As that of `GeneralizedBuchi`.

    Examples
    --------
    A porter must come to the door again and again, if the lift comes again and again:

    >>> import graphgames as gg
    >>> house = gg.Arena.from_edges([("wait", "wait"), ("wait", "lift"), ("lift", "door"), ("door", "wait")],
    ...                             owner={"wait": 1, "lift": 0, "door": 0})
    >>> solution = gg.solve(gg.Game(house, gg.GR1(assumptions=[["lift"]], guarantees=[["door"]])))
    >>> solution.outcome("wait"), bool(gg.verify(solution))
    ('loss', True)
    """

    assumptions: Sequence[Vertices]
    guarantees: Sequence[Vertices]
    families: ClassVar[tuple[str, ...]] = ("assumptions", "guarantees")
    may_be_empty: ClassVar[tuple[str, ...]] = ("assumptions",)
    together: ClassVar[int] = 2
    bits: ClassVar[str] = "bit 2i says whether it is in assumption i, bit 2i + 1 whether it is in guarantee i"
    name: ClassVar[str] = "gr1"
    title: ClassVar[str] = "GR(1) game"
    aims: ClassVar[tuple[str, str]] = (
        "to visit every guarantee again and again, or some assumption only finitely often",
        "to visit every assumption again and again, and some guarantee only finitely often",
    )
    data: ClassVar[str] = "guarantees"

    def condition(self) -> Formula:
        """Return that some assumption is seen only finitely often, or every guarantee infinitely often."""
        a, g = len(self.assumptions), len(self.guarantees)
        return either(*map(finitely, range(a)), both(*map(infinitely, range(a, a + g))))

    @property
    def goals(self) -> tuple[Masks, Masks]:
        return self.masks[: len(self.assumptions)], self.masks[len(self.assumptions) :]

    @property
    def set_names(self) -> Sequence[str]:
        """``a0``, ``a1``, ... and ``g0``, ``g1``, ..."""
        return [f"a{i}" for i in range(len(self.assumptions))] + [f"g{i}" for i in range(len(self.guarantees))]

    def row(self) -> Masks:
        """Return assumptions and guarantees by turns; the last ones stand again where there are fewer of them."""
        assumptions, guarantees = self.goals
        if not len(assumptions):
            assumptions = np.ones_like(guarantees[:1])
        count = max(len(assumptions), len(guarantees))
        last = [np.minimum(np.arange(count), len(one) - 1) for one in (assumptions, guarantees)]
        return np.stack([assumptions[last[0]], guarantees[last[1]]], axis=1).reshape(2 * count, -1)

    @classmethod
    def _of_row(cls, row: list[Masks]) -> Self:
        """Return the objective with assumptions and guarantees by turns."""
        return cls(tuple(row[::2]), tuple(row[1::2]) or (np.zeros_like(row[0]),))


@dataclass(frozen=True, eq=False)
class _Pairs(Acceptance):
    """The base class of Rabin and Streett objectives."""

    pairs: Sequence[Vertices]
    families: ClassVar[tuple[str, ...]] = ("pairs",)
    together: ClassVar[int] = 2
    bits: ClassVar[str] = "bits 2i and 2i + 1 say whether it is in the first and in the second set of pair i"
    data: ClassVar[str] = "pairs"

    def bind(self, arena: Arena) -> Self:
        """Return the objective with the two masks of each pair one behind the other."""
        given: Any = self.pairs
        if isinstance(given, list | tuple) and not all(isinstance(one, np.ndarray) for one in given):
            for one in given:
                if not isinstance(one, list | tuple) or len(one) != 2:
                    raise GameError(f"pairs holds {shown(one)}; expected pairs of sets of vertices")
            given = tuple(chain.from_iterable(given))
        if isinstance(given, list | tuple) and len(given) % 2:
            raise GameError(f"pairs has {len(given)} sets; expected two for each pair")
        return super(_Pairs, replace(self, pairs=given)).bind(arena)

    def _in_a_row(self) -> tuple[Vertices, ...]:
        flat = all(isinstance(one, np.ndarray) for one in self.pairs)
        return tuple(self.pairs if flat else chain.from_iterable(self.pairs))

    def _count(self) -> int:
        return len(self._in_a_row()) // 2

    @property
    def set_names(self) -> Sequence[str]:
        """The number of the pair with a sign for each of its sets."""
        return [f"{sign}{i}" for i in range(self._count()) for sign in "-+"]

    @classmethod
    def _of_row(cls, row: list[Masks]) -> Self:
        """Return the objective with the sets of each pair one behind the other."""
        made: Any = cls
        found: Self = made(tuple([*row, np.zeros_like(row[0])][: len(row) + len(row) % 2]))
        return found


@dataclass(frozen=True, eq=False)
class Rabin(_Pairs):
    """Player 0 wants, for some pair, the first set only finitely often and the second infinitely often.

    In files of priorities, bits 2i and 2i + 1 say whether a vertex is in the first and in the second set of pair i.

    Attributes
    ----------
    pairs : sequence of pairs of sets of vertices
        Each set as those of `GeneralizedBuchi`. Once bound a mask for each set, those of a pair one behind the other.
    on : str
        As that of `GeneralizedBuchi`.

    Examples
    --------
    >>> import graphgames as gg
    >>> game = gg.Game(gg.Arena.from_edges([(0, 0), (0, 1), (1, 0)], owner=[0, 1]), gg.Rabin([([1], [0])]))
    >>> solution = gg.solve(game)
    >>> solution.winner, bool(gg.verify(solution))
    (array([0, 0], dtype=uint8), True)
    """

    name: ClassVar[str] = "rabin"
    title: ClassVar[str] = "Rabin game"
    aims: ClassVar[tuple[str, str]] = (
        "for some pair, the first set only finitely often and the second again and again",
        "for every pair whose second set is visited again and again, the first one as well",
    )

    def condition(self) -> Formula:
        """Return that of some pair the first set is seen only finitely often, the second infinitely often."""
        return either(*(both(finitely(2 * i), infinitely(2 * i + 1)) for i in range(self._count())))


@dataclass(frozen=True, eq=False)
class Streett(_Pairs):
    """Player 0 wants, for every pair whose first set is visited infinitely often, the second as well.

    In files of priorities, bits 2i and 2i + 1 say whether a vertex is in the first and in the second set of pair i.

    Attributes
    ----------
    pairs : sequence of pairs of sets of vertices
        The request and the response, each as the sets of `GeneralizedBuchi`. Once bound a mask for each set, those of
        a pair one behind the other.
    on : str
        As that of `GeneralizedBuchi`.

    Examples
    --------
    >>> from graphgames import Streett, solve
    >>> server = {"idle": ["request"], "request": ["grant", "idle"], "grant": ["idle"]}
    >>> granted = Streett([(["request"], ["grant"])])
    >>> solution = solve(server, granted, owner={"idle": 1, "request": 0, "grant": 0})
    >>> solution.outcome("request"), solution.winner_of("idle")
    ('win', 0)
    """

    name: ClassVar[str] = "streett"
    title: ClassVar[str] = "Streett game"
    aims: ClassVar[tuple[str, str]] = (
        "for every pair whose first set is visited again and again, the second as well",
        "for some pair, the first set again and again and the second only finitely often",
    )

    def condition(self) -> Formula:
        """Return that of each pair the first set is seen only finitely often, or the second infinitely often."""
        return both(*(either(finitely(2 * i), infinitely(2 * i + 1)) for i in range(self._count())))


@dataclass(frozen=True, eq=False)
class EmersonLei(Acceptance):
    """Player 0 wants a formula over the sets that the play visits infinitely often to be true.

    Attributes
    ----------
    sets : sequence of iterables, ndarrays or callables
        The sets, as those of `GeneralizedBuchi`.
    formula : str
        ``Inf(0)``: set 0 is visited infinitely often; ``Fin(0)``: it is not; ``t``, ``f``, ``&``, ``|``, brackets.
    on : str
        As that of `GeneralizedBuchi`.

    Examples
    --------
    >>> import graphgames as gg
    >>> arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[0, 0, 0])
    >>> either_or = gg.EmersonLei([[1], [2]], "Inf(0) & Fin(1) | Fin(0) & Inf(1)")
    >>> solution = gg.solve(gg.Game(arena, either_or))
    >>> solution.winner, bool(gg.verify(solution))
    (array([0, 0, 0], dtype=uint8), True)
    """

    sets: Sequence[Vertices]
    formula: str = "Inf(0)"
    settings: ClassVar[tuple[str, ...]] = ("formula", "on")
    name: ClassVar[str] = "emerson-lei"
    title: ClassVar[str] = "Emerson-Lei game"

    def bind(self, arena: Arena) -> Self:
        """Return the objective with masks for its sets; raise `GameError` if the formula speaks of others."""
        if not isinstance(self.formula, str):
            raise GameError(
                f"formula is {shown(self.formula)}; expected an acceptance condition like 'Inf(0) & Fin(1)'"
            )
        bound = super().bind(arena)
        most = max((i for _, i in formulas.atoms(bound.condition())), default=-1)
        if most >= len(bound.sets):
            raise GameError(f"the formula names set {most}, but the sets are numbered 0 to {len(bound.sets) - 1}")
        return bound

    def condition(self) -> Formula:
        return formulas.parsed(self.formula)

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective of so many sets as ``priorities`` says, each of which the formula names once."""
        parts = [(infinitely, finitely)[int(rng.integers(2))](i) for i in range(priorities if n else 1)]
        while len(parts) > 1:
            parts.append((both, either)[int(rng.integers(2))](parts.pop(0), parts.pop(0)))
        made = super().random(rng, n, share, priorities)
        return replace(made, formula=formulas.spelled(parts[0]))


def Muller(sets: Iterable[Iterable[Any]]) -> EmersonLei:  # noqa: N802, as the class of which it makes one
    """Return the Muller condition: the vertices that are visited infinitely often are exactly those of one set.

    It is an Emerson-Lei condition with a set for each vertex that is named, in the order of their first mention, and
    one for all others. Raise `GameError` if the sets name more than 30 vertices.

    Examples
    --------
    >>> import graphgames as gg
    >>> both = gg.Muller([["a", "b"]])
    >>> moves = {"a": ["b", "c"], "b": ["a"], "c": ["a", "c"]}
    >>> gg.solve(moves, both, owner={"a": 0, "b": 1, "c": 1}).winner_of("a")
    0
    """
    try:
        wanted = [list(one) for one in sets]
        named = list(dict.fromkeys(name for one in wanted for name in one))
    except TypeError:
        raise GameError(f"sets is {shown(sets)}; expected sets of labels of vertices") from None
    if len(named) > MOST_SETS - 1:
        raise GameError(f"the sets name {len(named)} vertices; expected at most {MOST_SETS - 1}")
    others = finitely(len(named))
    seen = (
        both(*((infinitely if name in one else finitely)(k) for k, name in enumerate(named)), others) for one in wanted
    )
    marks: list[Any] = [[name] for name in named]
    return EmersonLei([*marks, lambda name: name not in named], formulas.spelled(either(*seen)))
