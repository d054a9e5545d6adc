"""The arena: a finite directed graph in compressed sparse rows, with an owner for each vertex or none.

An arena is checked once, when it is made, and its arrays are read-only from then on. It takes four bytes per edge and
nine per vertex. Whatever is computed from it once, such as its reverse, is kept with it (`remember`).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.arguments import place
from graphgames.core.arrays import ByVertex, collection_paused, frozen, offsets_of, owned, plain_array
from graphgames.core.chance import CHANCE, probabilities
from graphgames.core.data import Data, by_mover, data_of_successors, exact_data, in_order, kept
from graphgames.core.errors import ArenaError, counted, did_you_mean, shown
from graphgames.core.late import optional
from graphgames.core.naming import (
    Positions,
    are_successors,
    attribute_owners,
    check_name,
    is_adjacency,
    look_alike,
    numbered_edges,
    numbered_successors,
    owner_numbers,
    quoted_label,
    without_numbers,
)
from graphgames.core.remembering import Remembering
from graphgames.core.unknown_attributes import Suggesting

if TYPE_CHECKING:
    import networkx as nx
    from scipy.sparse import csr_array

MAX_VERTICES = 2**31 - 1

_SUGGESTED = 10_000  # for a name that is none, so many labels are looked at for one that is like it


class Vertex(int):
    """A vertex by its number, which `Arena.vertex` takes for no label."""

    __slots__ = ()


class _Besides(NamedTuple):
    """What is given of an arena besides its edges, as the class takes it."""

    owner: ByVertex | None = None
    labels: Sequence[Any] | None = None
    players: tuple[str, str] | None = None
    probability: Sequence[Any] | NDArray[Any] | None = None
    edge_data: Data | None = None
    vertex_data: Data | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Arena(Remembering):
    """A finite directed graph with vertices 0 to n - 1, and perhaps an owner for each.

    Parallel edges and self-loops are allowed. Without owners the arena is *impartial*: the players alternate. An arena
    cannot be changed; without arguments there is an `ArenaBuilder`, to which vertices and edges are added one by one.

    Parameters
    ----------
    indptr : array_like of int64, shape (n + 1,)
        The edges out of v are numbers ``indptr[v]`` to ``indptr[v + 1] - 1``. A dictionary of successors, as for
        `from_dict`, or a list of edges, as for `from_edges`, may stand here instead, without ``successors``; or, with
        an owner for each vertex, the tail of each edge, as for `from_arrays`, if these are no offsets of the heads.
    successors : array_like of int32, shape (m,)
        The head of each edge.
    owner : array_like of uint8, shape (n,), dict or callable, optional
        Which player moves at each vertex, 0 or 1, or 2 where chance moves: an array or a list by vertex number, a
        dictionary by label, or a function of a label. Names will do: Eve and Adam, Even and Odd, Max and Min, or
        ``players``; and chance.
    labels : sequence, optional
        A name or a position for each vertex; anything hashable.
    players : pair of str, optional
        The names of player 0 and player 1 in ``owner``.
    edges : array_like of shape (m, 2), or any iterable of pairs, optional
        The edges, as for `from_edges`, instead of ``indptr`` and ``successors``.
    probability : sequence of length m, optional
        The probability of each edge that leaves a vertex of chance: a Fraction, text like ``"1/3"``, or a decimal; or
        integers as weights, which are divided by their sum. None or 0 for the other edges. It is kept as integers
        ``probability``, shape (m,), over a common ``denominator`` of each vertex, shape (n,).
    edge_data, vertex_data : mapping of str to sequence, optional
        Named numbers or booleans for each edge or vertex, as weights or rewards; kept as read-only arrays of int64 or
        bool, or of objects where there are Fractions. A float is read as the decimal that it is written as.

    Raises
    ------
    ArenaError
        If the arrays do not fit each other, if a successor or an owner is out of range, if the probabilities of a
        vertex do not sum to exactly 1, or if something is no number.

    Notes
    -----
    Arrays are copied unless they are read-only, so that nobody can write to those of an arena.

    Examples
    --------
    >>> arena = Arena([0, 2, 3, 3], [1, 2, 2], owner=[0, 1, 0])
    >>> arena
    Arena(n=3, m=3, owned)
    >>> arena.successors_of(0), arena.dead_ends
    (array([1, 2], dtype=int32), array([2]))
    """

    indptr: NDArray[np.int64]
    successors: NDArray[np.int32]
    owner: NDArray[np.uint8] | None = None
    labels: Sequence[Any] | None = None
    probability: NDArray[np.int64] | None = None
    denominator: NDArray[np.int64] | None = None
    edge_data: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    vertex_data: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    def __init__(
        self,
        indptr: ArrayLike | Mapping[Any, Iterable[Any]] | list[Any] | None = None,
        successors: ArrayLike | None = None,
        owner: ByVertex | None = None,
        labels: Sequence[Any] | None = None,
        players: tuple[str, str] | None = None,
        *,
        edges: NDArray[Any] | Iterable[Sequence[Any]] | None = None,
        probability: Sequence[Any] | NDArray[Any] | None = None,
        edge_data: Data | None = None,
        vertex_data: Data | None = None,
    ):
        if edges is not None and (indptr is not None or successors is not None):
            raise ArenaError("edges are given, and indptr or successors, too; give one or the other")
        besides = _Besides(owner, labels, players, probability, edge_data, vertex_data)
        if edges is not None:
            made = self._of_pairs(edges, None, besides)
        elif successors is None:
            made = self._of_graph(indptr, besides)
        else:
            made = self._of_rows(cast("Any", indptr), successors, besides)
        self.__dict__.update(made.__dict__)

    if not TYPE_CHECKING:

        @wraps(__init__, (), ())  # it takes the same arguments
        def __new__(cls, *given, **named):
            """Return an arena for `__init__` to fill; without arguments an `ArenaBuilder`."""
            return object.__new__(cls) if given or named else ArenaBuilder()

    @classmethod
    def _of_rows(cls, indptr: ArrayLike, successors: ArrayLike, besides: _Besides) -> Self:
        """Return the arena of compressed rows, or of tails and heads in their place."""
        offsets = _integers(indptr, "indptr")
        if offsets.size == 0:
            raise ArenaError("indptr is empty; expected n + 1 offsets, for no vertex [0]")
        n = offsets.size - 1
        if n > MAX_VERTICES:
            raise ArenaError(f"an arena holds at most {MAX_VERTICES} vertices, not {n}")
        heads = _integers(successors, "successors")
        if offsets[0] != 0 or offsets[-1] != heads.size:
            if offsets.size == heads.size and isinstance(besides.owner, Sized) and len(besides.owner) != n:  # tails
                return cls._of_ends(offsets, heads, None, besides)
            raise ArenaError(
                f"indptr runs from {offsets[0]} to {offsets[-1]}; expected 0 to the {heads.size} successors; tails and "
                "heads of edges are taken by Arena.from_arrays(tails, heads, owner=...)"
            )
        falls = np.flatnonzero(offsets[1:] < offsets[:-1])
        if falls.size:
            v = int(falls[0])
            raise ArenaError(f"indptr falls from {offsets[v]} to {offsets[v + 1]} at vertex {v}; offsets never fall")
        if heads.size and (int(heads.min()) < 0 or int(heads.max()) >= n):
            e = int(np.argmax((heads < 0) | (heads >= n)))
            v = int(np.searchsorted(offsets, e, "right")) - 1
            raise ArenaError(f"vertex {v} has an edge to {heads[e]}, but the vertices are 0 to {n - 1}")
        rows = cls.trusted(owned(offsets, np.int64), owned(heads, np.int32), None, _labels(besides.labels, n))
        return rows._completed(besides)

    @classmethod
    def _of_graph(cls, graph: Any, besides: _Besides) -> Self:
        """Return the arena of what an arena takes instead of compressed rows: a dictionary, or lists."""
        graph = dict(enumerate(graph)) if are_successors(graph) else graph
        if isinstance(graph, Mapping):
            return cls._of_successors(graph, besides)
        if is_adjacency(graph):
            tails, heads = np.asarray(graph).nonzero()
            return cls._of_ends(tails, heads, len(graph), besides)
        rows = isinstance(graph, np.ndarray) and graph.ndim == 2 and graph.shape[1] == 2
        if rows or (isinstance(graph, list) and all(isinstance(edge, tuple | list) for edge in graph)):
            return cls._of_pairs(graph, None, besides)
        raise ArenaError(
            "an Arena takes a dictionary or lists of successors, a list of edges, or compressed rows, indptr and "
            "successors; Arena.from_arrays takes tails and heads, from_scipy a matrix"
            + "; read(path) reads the game in a file"
            * isinstance(graph, str)
        )

    def _completed(self, besides: _Besides, order: NDArray[np.int64] | None = None) -> Self:
        """Check and store all besides the graph; edge data come in the order of the edges, or else in this order."""
        owner, _, players, probability, edge_data, vertex_data = besides
        put = self.__dict__
        if owner is not None:
            put["owner"] = _owners(owner_numbers(owner, self, players), self)
        given = exact_data(edge_data, self.m, "edges")
        if order is not None:
            probability = in_order(probability, order)
            given = {name: values[order] for name, values in given.items()}
        chance = probabilities(self.indptr, self.owner, probability, lambda v: quoted_label(self.label(v)))
        if chance is not None:
            put["probability"], put["denominator"] = chance
        put["edge_data"], put["vertex_data"] = kept(given), kept(exact_data(vertex_data, self.n, "vertices"))
        return self

    @classmethod
    def trusted(
        cls,
        indptr: NDArray[np.int64],
        successors: NDArray[np.int32],
        owner: NDArray[np.uint8] | None = None,
        labels: Sequence[Any] | None = None,
        probability: NDArray[np.int64] | None = None,
        denominator: NDArray[np.int64] | None = None,
        edge_data: Mapping[str, NDArray[Any]] | None = None,
        vertex_data: Mapping[str, NDArray[Any]] | None = None,
    ) -> Self:
        """Return an arena of arrays known to be right, without checking each edge (for readers)."""
        arena = object.__new__(cls)
        arena.__dict__.update(
            indptr=frozen(indptr, np.int64),
            successors=frozen(successors, np.int32),
            owner=None if owner is None else frozen(owner, np.uint8),
            labels=labels,
            probability=None if probability is None else frozen(probability, np.int64),
            denominator=None if denominator is None else frozen(denominator, np.int64),
            edge_data=kept(edge_data),
            vertex_data=kept(vertex_data),
        )
        return arena

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arrays only, without cached values; unpickled arrays are read-only again."""
        arrays = self.indptr, self.successors, self.owner, self.labels, self.probability, self.denominator
        return type(self).trusted, (*arrays, dict(self.edge_data), dict(self.vertex_data))

    @classmethod
    def from_edges(
        cls,
        edges: NDArray[Any] | Iterable[Sequence[Any]],
        n: int | None = None,
        owner: ByVertex | None = None,
        labels: Sequence[Any] | None = None,
        players: tuple[str, str] | None = None,
        *,
        probability: Sequence[Any] | NDArray[Any] | None = None,
        edge_data: Data | None = None,
        vertex_data: Data | None = None,
    ) -> Self:
        """Make an arena from pairs of vertices.

        Parameters
        ----------
        edges : array_like of shape (m, 2), or any iterable of pairs
            Tail and head of each edge, in any order; the edges out of a vertex keep their order. Integers are vertex
            numbers, but names where a dictionary of owners has just the ends of the edges. Any other names, such as
            strings or pairs, become the labels in the order they come in, unless ``labels`` gives them in another. A
            number in third place of a tuple is the probability of an edge that chance takes, and the edge data
            ``weight`` of another, which objectives with weights read.
        n : int, optional
            How many vertices there are; by default as many as ``owner``, else the largest vertex named, plus one.
        owner, labels, players
            As in the class.
        probability, edge_data, vertex_data
            As in the class; those of edges in the order given here.

        Raises
        ------
        ArenaError
            If something is no pair of vertices, or names a vertex that is not there, or the data do not fit.

        Examples
        --------
        >>> Arena.from_edges([(0, 1), (2, 0), (0, 2)]).successors_of(0)
        array([1, 2], dtype=int32)
        >>> Arena.from_edges([("mill", "hill"), ("hill", "mill")], owner={"hill": "Eve", "mill": "Adam"}).labels
        ('mill', 'hill')
        >>> Arena.from_edges([(1, 0), (0, 1)], edge_data={"weight": [-1, 5]}).edge_data["weight"]
        array([ 5, -1])
        >>> Arena.from_edges([("home", "dock", -3), ("dock", "home", 4)]).edge_data["weight"]
        array([-3,  4])
        """
        return cls._of_pairs(edges, n, _Besides(owner, labels, players, probability, edge_data, vertex_data))

    @classmethod
    def _of_pairs(cls, edges: Any, n: int | None, besides: _Besides) -> Self:
        """Return the arena that `from_edges` makes."""
        edges, numbers = without_numbers(edges)
        pairs, labels = numbered_edges(edges, besides.labels)
        if n is None and labels is None and isinstance(besides.owner, Mapping):
            ends = np.unique(pairs)
            if ends.size and ends[-1] >= ends.size and besides.owner.keys() == {*ends.tolist()}:  # numbers are names
                labels, pairs = tuple(ends.tolist()), np.searchsorted(ends, pairs)
        if numbers is not None and "weight" in (besides.edge_data or {}):
            raise ArenaError("the weights are given in the edges and in edge_data; keep one of them")
        return cls._of_ends(pairs[:, 0], pairs[:, 1], n, besides._replace(labels=labels), numbers)

    @classmethod
    def from_dict(
        cls,
        successors: Mapping[Any, Iterable[Any]],
        owner: ByVertex | None = None,
        players: tuple[str, str] | None = None,
    ) -> Self:
        """Make an arena from the successors of each vertex.

        Parameters
        ----------
        successors : mapping
            From each vertex to where its edges go. The names become the labels, in this order; those that are only
            gone to come last and have no edges. Names that are just the numbers 0 to n - 1 are vertex numbers. The
            successors may themselves be a dictionary, to the number of each edge: its probability where chance moves,
            and its ``weight`` elsewhere; or to a dictionary of its data by name, as in NetworkX.
        owner, players
            As in the class.

        Raises
        ------
        ArenaError
            If the successors of a vertex are not in a list or the like, a name is not hashable, or some edges have a
            number and others have none.

        Examples
        --------
        >>> arena = Arena.from_dict({"a": ["b", "c"], "b": ["a"]}, owner=lambda name: int(name == "b"))
        >>> arena, arena.labels
        (Arena(n=3, m=3, owned), ('a', 'b', 'c'))
        >>> throw = Arena.from_dict({"a": {"coin": -2}, "coin": {"a": 0.5, "b": 0.5}}, {"a": 0, "coin": 2, "b": 1})
        >>> throw.edge_data["weight"], throw.probability_of(1)
        (array([-2,  0,  0]), Fraction(1, 2))
        """
        return cls._of_successors(successors, _Besides(owner, None, players))

    @classmethod
    def _of_successors(cls, successors: Mapping[Any, Iterable[Any]], besides: _Besides) -> Self:
        """Return the arena of a dictionary, with the numbers of its edges unless other data are given."""
        tails, heads, labels, n = numbered_successors(successors)
        numbers = data_of_successors(successors) if all(one is None for one in besides[3:]) else None
        return cls._of_ends(tails, heads, n, besides._replace(labels=labels), numbers)

    @classmethod
    def from_arrays(
        cls,
        tails: ArrayLike,
        heads: ArrayLike,
        n: int | None = None,
        owner: ByVertex | None = None,
        labels: Sequence[Any] | None = None,
        players: tuple[str, str] | None = None,
        *,
        probability: Sequence[Any] | NDArray[Any] | None = None,
        edge_data: Data | None = None,
        vertex_data: Data | None = None,
    ) -> Self:
        """Make an arena from the tails and the heads of its edges, two arrays of the same length.

        O(n + m) where the tails ascend, else O(n + m log m). ``probability`` and ``edge_data`` are in the order of the
        arrays given, and come along into that of the arena. Raise `ArenaError` if the lengths differ, an edge names a
        vertex that is out of range, or the data do not fit.
        """
        return cls._of_ends(tails, heads, n, _Besides(owner, labels, players, probability, edge_data, vertex_data))

    @classmethod
    def _of_ends(
        cls, tails: ArrayLike, heads: ArrayLike, n: int | None, besides: _Besides, numbers: Sequence[Any] | None = None
    ) -> Self:
        """Return the arena that `from_arrays` makes, where each edge may have a number, as `by_mover` takes it."""
        tail, head = _integers(tails, "tails"), _integers(heads, "heads")
        if tail.size != head.size:
            raise ArenaError(f"there are {tail.size} tails and {head.size} heads; expected as many")
        if n is None:
            n = _count(besides.owner, besides.labels, tail, head)
        elif isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0:
            raise ArenaError(
                f"n is {shown(n)}; expected a number of vertices, 0 or more; the players are given by owner=..."
            )
        for ends, what in ((tail, "from"), (head, "to")):
            if ends.size and (int(ends.min()) < 0 or int(ends.max()) >= n):
                e = int(np.argmax((ends < 0) | (ends >= n)))
                there = f"the vertices are 0 to {n - 1}" if n else "the arena has none"
                raise ArenaError(f"edge {e} goes {what} vertex {ends[e]}, but {there}")
        if n > MAX_VERTICES:
            raise ArenaError(f"an arena holds at most {MAX_VERTICES} vertices, not {n}")
        indptr = offsets_of(tail, n)
        order, heads = _by_tail(tail), head.astype(np.int32, copy=False)
        heads = heads[order] if order is not None else heads.copy() if heads is head else heads
        arena = cls.trusted(indptr, heads, None, _labels(besides.labels, n))
        if numbers is not None:
            besides = arena._with_numbers(besides, numbers, tail)
        return arena._completed(besides, order)

    def _with_numbers(self, besides: _Besides, numbers: Sequence[Any], tail: NDArray[Any]) -> _Besides:
        """Return what is given, and the number of each edge as its probability where chance moves, else its weight."""
        owners = np.zeros(self.n)
        if besides.owner is not None and besides.probability is None:
            owners = np.asarray(owner_numbers(besides.owner, self, besides.players))
        likely, data = by_mover(numbers, (owners == CHANCE)[tail].tolist())
        probability = likely if besides.probability is None else besides.probability
        return besides._replace(probability=probability, edge_data={**(besides.edge_data or {}), **data})

    @classmethod
    @collection_paused()
    def from_networkx(
        cls,
        graph: nx.Graph[Any],
        owner: str | ByVertex | None = "owner",
        players: tuple[str, str] | None = None,
        data: Iterable[str] = (),
        node_data: Iterable[str] = (),
    ) -> Self:
        """Make an arena from a NetworkX graph; its nodes become the labels.

        An undirected edge becomes two. Parallel edges of a multigraph stay. The edge attribute ``probability`` says how
        likely an edge of chance is.

        Parameters
        ----------
        graph : networkx.Graph, DiGraph, MultiGraph or MultiDiGraph
            Any nodes.
        owner : str, dict, callable, array_like or None
            The node attribute that holds the owner; for ``"owner"`` also ``player``, as in files. If no node has it (or
            with None) the arena has no owners. Or the owners themselves, as in the class.
        players
            As in the class.
        data, node_data : iterable of str
            The attributes of edges and nodes that the arena keeps as ``edge_data`` and ``vertex_data``.

        Raises
        ------
        ArenaError
            If only some of the nodes have an owner, it is none of 0, 1 and 2, or an attribute is missing or no number.

        Examples
        --------
        >>> import networkx as nx
        >>> Arena.from_networkx(nx.DiGraph([("a", "b"), ("b", "a")])).labels
        ('a', 'b')
        """
        if not (hasattr(graph, "is_directed") and hasattr(graph, "nodes")):
            raise ArenaError(
                f"{shown(graph)} is not a NetworkX graph; for a dictionary of successors use Arena.from_dict"
            )
        nodes = tuple(graph.nodes)
        number = {node: v for v, node in enumerate(nodes)}
        directed = graph if graph.is_directed() else graph.to_directed()
        m = directed.number_of_edges()
        tails = np.fromiter((number[u] for u, _ in directed.edges()), np.int32, m)
        heads = np.fromiter((number[w] for _, w in directed.edges()), np.int32, m)
        if isinstance(owner, str):
            given = attribute_owners(graph, owner)
            missing = [node for node, value in given.items() if value is None]
            if missing and len(missing) < len(nodes):
                raise ArenaError(
                    f"node {missing[0]!r} has no {owner!r}, but others have; give it to all nodes or to none"
                )
            owner = None if missing or not nodes else list(given.values())
        likely = _last(directed.edges(data="probability"))
        probability = None if all(p is None for p in likely) else likely
        edge_data = {name: _last(directed.edges(data=name), name) for name in data}
        vertex_data = {name: _last(graph.nodes(data=name), name) for name in node_data}
        besides = _Besides(owner, nodes, players, probability, edge_data, vertex_data)
        return cls._of_ends(tails, heads, len(nodes), besides)

    @classmethod
    def from_scipy(cls, matrix: object, owner: ByVertex | None = None, labels: Sequence[Any] | None = None) -> Self:
        """Make an arena from a square SciPy sparse matrix or array: every stored entry is an edge.

        A NumPy array of 0 and 1 with three rows or more will do. Raise `ArenaError` if the matrix is not square.

        Examples
        --------
        >>> from scipy.sparse import csr_array
        >>> Arena.from_scipy(csr_array([[0, 1], [1, 0]]))
        Arena(n=2, m=2, impartial)
        """
        if is_adjacency(matrix):
            return cls(cast("Any", matrix), None, owner, labels)
        if not hasattr(matrix, "tocsr"):
            raise ArenaError(f"{shown(matrix)} is not a sparse matrix of SciPy")
        rows = matrix.tocsr()
        if rows.shape[0] != rows.shape[1]:
            raise ArenaError(f"the matrix has shape {rows.shape}; expected a square one")
        return cls(rows.indptr, rows.indices, owner, labels)

    def to_networkx(self) -> nx.MultiDiGraph[Any]:
        """Return the arena as a NetworkX multigraph: nodes are the labels, or the numbers, with attribute ``owner``.

        The edges of chance have an attribute ``probability``, a Fraction; edge and vertex data become attributes. Raise
        `ArenaError` if vertices have the same label.
        """
        return networkx_graph(self, {} if self.owner is None else {"owner": self.owner.tolist()}, {})

    def to_scipy(self) -> csr_array[Any]:
        """Return the adjacency matrix: an entry counts the parallel edges."""
        from scipy.sparse import csr_array

        ones = np.ones(self.m, np.int32)
        matrix = csr_array((ones, self.successors.copy(), self.indptr.copy()), shape=(self.n, self.n))
        matrix.sum_duplicates()
        return matrix

    @property
    def n(self) -> int:
        """The number of vertices."""
        return self.indptr.size - 1

    @property
    def m(self) -> int:
        """The number of edges, each parallel edge counted."""
        return self.successors.size

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        owned, count = "impartial" if self.owner is None else "owned", self.chance_vertices.size
        chance = f", {counted(count, 'chance vertex', 'chance vertices')}" if count else ""
        return f"Arena(n={self.n}, m={self.m}, {owned}{chance})"

    @property
    def chance_vertices(self) -> NDArray[np.int64]:
        """The vertices where chance moves, ascending."""
        return np.flatnonzero(self.owner == CHANCE) if self.probability is not None else np.empty(0, np.int64)

    def probability_of(self, e: int) -> Fraction | None:
        """Return the exact probability of edge number e, or None where it does not leave a vertex of chance."""
        e = place(e, self.m, "an edge", ArenaError)
        if self.probability is None or self.denominator is None or not self.probability[e]:
            return None
        return Fraction(int(self.probability[e]), int(self.denominator[self.tail(e)]))

    def successors_of(self, v: int) -> NDArray[np.int32]:
        """Return the heads of the edges out of v, shape (out-degree,), a read-only view.

        Raise `ArenaError` if v is not the number of a vertex.
        """
        v = self._place(v)
        return self.successors[self.indptr[v] : self.indptr[v + 1]]

    def between(self, v: int, w: int) -> list[int]:
        """Return the numbers of the edges from v to w, ascending; none if w is -1, as where there is no move."""
        v, w = self._place(v), self._place(w, -1)
        found: list[int] = (np.flatnonzero(self.successors_of(v) == w) + self.indptr[v]).tolist()
        return found

    @property
    def names(self) -> Sequence[Any]:
        """The names of the vertices, in order: their labels, or else their numbers."""
        return range(self.n) if self.labels is None else self.labels

    def with_labels(self, labels: Mapping[Any, Any] | Sequence[Any] | None) -> Self:
        """Return the same arena with other labels: one for each vertex, a new one for some of the old ones, or none.

        >>> Arena.from_edges([("hill", "mill"), ("mill", "lake")]).with_labels({"mill": "the mill"}).labels
        ['hill', 'the mill', 'lake']
        """
        if isinstance(labels, Mapping):
            names = list(self.names)
            for label, name in labels.items():
                names[self.vertex(label)] = name
            labels = names
        data = self.probability, self.denominator, self.edge_data, self.vertex_data
        return self.trusted(self.indptr, self.successors, self.owner, _labels(labels, self.n), *data)

    def label(self, v: int) -> Hashable:
        """Return the label of v, or v itself where the arena has none; raise `ArenaError` if there is no vertex v."""
        v = self._place(v)
        return v if self.labels is None else self.labels[v]

    def _place(self, v: object, none: int | None = None) -> int:
        """Return the number of a vertex, or the number that stands for none; raise `ArenaError` for anything else."""
        if type(v) is int and 0 <= v < self.indptr.size - 1:  # most are, and loops over vertices ask
            return v
        if none is not None and isinstance(v, int | np.integer) and v == none:
            return none
        hint = "; arena.vertex(label) is the number of a label" * (self.labels is not None)
        return place(v, self.n, "a vertex", ArenaError, hint)

    def display_name(self, v: int) -> object:
        """Return how v is called in sentences and pictures: its label, or what the rules show of a position.

        Behind a label that looks like another stands its number.

        >>> arena = Arena.from_edges([(0, 1)], labels=["hill", "hill "])
        >>> arena.display_name(0), arena.display_name(1)
        ('hill #0', 'hill  #1')
        """
        if isinstance(self.labels, Positions):
            return self.labels.display_name(v)
        label = self.label(v)
        return f"{label} #{v}" if v in self._alike else label

    @cached_property
    def _alike(self) -> frozenset[int]:
        return frozenset() if self.labels is None or isinstance(self.labels, range) else look_alike(self.labels)

    @cached_property
    def _repeated(self) -> frozenset[int]:
        if isinstance(self.labels, range | Positions) or len(set(self.labels or ())) == self.n:
            return frozenset()
        return frozenset(v for group in self._by_label.values() if len(group) > 1 for v in group)

    def name_of_one(self, v: int) -> Hashable:
        """Return the label of v, and ``#v`` where others have it, too."""
        return f"#{v}" if v in self._repeated else self.label(v)

    def vertex(self, name: object) -> int:
        """Return the number of the vertex that a person names.

        Parameters
        ----------
        name : object
            A label, or what a label reads as text; without labels a number from 0 to n - 1. ``"#5"``, where it is no
            label, is vertex number 5 whatever the labels are, and so is a ``Vertex``, such as the start of a `Game`.
            An integer that is no label is taken as its digits.

        Raises
        ------
        ArenaError
            If there is no such vertex, or several have that label.

        Examples
        --------
        >>> Arena.from_edges([(0, 1)], labels=["hill", "mill"]).vertex("mill")
        1
        """
        found = self._named(name)
        if len(found) == 1:
            return found[0]
        if found:
            raise ArenaError(
                f"{len(found)} vertices are called {name!r}: {_listed([f'#{v}' for v in found])}; "
                "name one by its number like that, or give them different labels"
            )
        there = "the arena has none" if self.n == 0 else f"they are 0 to {self.n - 1}"
        if self.labels is not None and self.n:
            there = f"they are {_listed([repr(self.labels[v]) for v in range(min(self.n, 6))])}"
        known = [label for label in (self.labels or ())[:_SUGGESTED] if isinstance(label, str)]
        suggestion = did_you_mean(name, known).removesuffix(".") if isinstance(name, str) else ""
        there = there[0].upper() + there[1:] if suggestion else there
        several = (
            "; --objective nimbers adds games on a graph in which a player who cannot move loses, in Python "
            "solution.at(v) + solution.at(w) of such a solution"
        ) * (self.owner is None)
        if parts := self.several(name):
            raise ArenaError(f"{shown(name)} are {len(parts)} vertices; name one at a time{several}")
        number = _number(f"#{name}") if isinstance(name, int | str) else None
        if self.labels is not None and number is not None and number < self.n:
            there += f"; vertex number {number} is '#{number}'"
        raise ArenaError(f"there is no vertex {shown(name)}{suggestion or ';'} {there}")

    def several(self, name: object) -> list[str]:
        """Return the names of the vertices that a text lists, as ``"2,4"`` and ``"2+4"`` do; none if it is no list.

        >>> Arena.from_edges([(0, 1)]).several("1 + 0")
        ['1', '0']
        """
        parts = [part.strip() for part in re.split("[,+]", name)] if isinstance(name, str) else []
        listed = len(parts) > 1 and not self._named(name) and all(len(self._named(part)) == 1 for part in parts)
        return parts if listed else []

    def _named(self, name: object) -> list[int]:
        """Return the numbers of the vertices of that name."""
        number = _number(name)
        numbered = [number] if number is not None and number < self.n else []
        if self.labels is None or isinstance(name, Vertex):
            return numbered
        try:
            found = self._by_label.get(name, [])
        except TypeError:  # unhashable, so no label
            found = []
        if isinstance(name, bool | float):  # which equal integers, but are none
            found = [v for v in found if type(self.labels[v]) is type(name)]
        if not found and (isinstance(name, str) or type(name) is int):
            text = str(name)
            found = self._by_text.get(text, numbered if text[:1] == "#" else [])
        return found

    @cached_property
    def _by_label(self) -> dict[Any, list[int]]:
        return _grouped(self.labels or ())

    @cached_property
    def _by_text(self) -> dict[Any, list[int]]:
        return _grouped([str(label) for label in self.labels or ()])

    @cached_property
    def index(self) -> dict[Any, int]:
        """The vertex of each label."""
        return {label: places[-1] for label, places in _grouped(self.names).items()}

    @property
    def out_degree(self) -> NDArray[np.int64]:
        """The out-degree of each vertex, shape (n,)."""
        return np.diff(self.indptr)

    @property
    def dead_ends(self) -> NDArray[np.int64]:
        """The vertices without a move, ascending."""
        return np.flatnonzero(self.indptr[1:] == self.indptr[:-1])

    @property
    def tails(self) -> NDArray[np.int32]:
        """The tail of each edge, shape (m,); computed at each call."""
        return np.repeat(np.arange(self.n, dtype=np.int32), self.out_degree)

    def tail(self, e: int) -> int:
        """Return the tail of one edge in O(log n), where `tails` takes O(m).

        Examples
        --------
        >>> Arena.from_edges([(0, 1), (2, 0), (2, 2)]).tail(1)
        2
        """
        return int(np.searchsorted(self.indptr, e, "right")) - 1

    def edges(self) -> Iterator[tuple[int, int]]:
        """Go through the edges as pairs, by tail; for small arenas."""
        return zip(self.tails.tolist(), self.successors.tolist(), strict=True)


def owners(arena: Arena) -> NDArray[np.uint8]:
    """Return who moves at each vertex: the owners, zeros for an arena without."""
    return np.zeros(arena.n, np.uint8) if arena.owner is None else arena.owner


@collection_paused()
def networkx_graph(
    arena: Arena, of_nodes: Mapping[str, list[Any]], of_edges: Mapping[str, list[Any]]
) -> nx.MultiDiGraph[Any]:
    """Return an arena as `Arena.to_networkx` does, where nodes and edges have these attributes beside its data."""
    library = optional("networkx", "networkx")
    for name, places in arena._by_label.items():
        if len(places) > 1:
            raise ArenaError(f"{len(places)} vertices are called {name!r}, but the nodes of a graph differ by name")
    nodes = _attributes(arena.n, {name: values.tolist() for name, values in arena.vertex_data.items()}, of_nodes)
    edges = _attributes(arena.m, {name: values.tolist() for name, values in arena.edge_data.items()}, of_edges)
    names, tails = list(arena.names), arena.tails
    if arena.probability is not None and arena.denominator is not None:
        likely = np.flatnonzero(arena.probability)
        shares = arena.probability[likely].tolist(), arena.denominator[tails[likely]].tolist()
        for e, part, whole in zip(likely.tolist(), *shares, strict=True):
            edges[e]["probability"] = Fraction(part, whole)
    graph: nx.MultiDiGraph[Any] = library.MultiDiGraph()
    graph.add_nodes_from(zip(names, nodes, strict=True))
    ends = (map(names.__getitem__, several.tolist()) for several in (tails, arena.successors))
    graph.add_edges_from(zip(*ends, edges, strict=True))
    return graph


def _attributes(count: int, *columns: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    """Return a dictionary for each row of a table; where a column is there twice, the last counts."""
    table = {name: cells for part in columns for name, cells in part.items()}
    names = tuple(table)
    if not names:
        return [{} for _ in range(count)]
    return [dict(zip(names, row, strict=True)) for row in zip(*table.values(), strict=True)]


def _number(name: Any) -> int | None:
    """Return a value as a number, None if it is not a number from 0 on; text may begin with #."""
    if isinstance(name, str):
        digits = name.removeprefix("#")
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 20 else None
    whole = isinstance(name, int | np.integer) and not isinstance(name, bool)
    return int(name) if whole and name >= 0 else None


def _grouped(names: Sequence[Any]) -> dict[Any, list[int]]:
    """Return the places of each name."""
    places: dict[Any, list[int]] = {}
    for v, name in enumerate(names):
        try:
            places.setdefault(name, []).append(v)
        except TypeError:
            raise ArenaError(f"the label {shown(name)} of vertex {v} is not hashable, so it cannot be a name") from None
    return places


def _by_tail(tail: NDArray[Any]) -> NDArray[np.int64] | None:
    """Return the numbers of the edges by their tails, those of one tail in their order; None where they are so."""
    if (tail[1:] >= tail[:-1]).all():
        return None
    place = tail.astype(np.int64) << 32  # many times as fast as a stable sort of the tails
    place |= np.arange(tail.size)
    place.sort()
    place &= 0xFFFFFFFF
    return place


def _listed(names: Sequence[str]) -> str:
    """Return the first five names for a sentence."""
    return ", ".join([*names[:5], *(["..."] if len(names) > 5 else [])])


def _last(rows: Iterable[Any], name: str | None = None) -> list[Any]:
    """Return the last entries; raise `ArenaError` where an edge or a node has no attribute of the name."""
    found = list(rows)
    if name is not None:
        for *ends, value in found:
            if value is None:
                what = f"edge {' -> '.join(map(repr, ends))}" if len(ends) > 1 else f"node {ends[0]!r}"
                raise ArenaError(f"{what} has no {name!r}; give it to all")
    return [row[-1] for row in found]


def _integers(values: ArrayLike, what: str) -> NDArray[Any]:
    array = plain_array(values, what, ArenaError)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ArenaError(f"{what} has shape {array.shape} and dtype {array.dtype}; expected one row of integers")
    return array


def _owners(owner: ArrayLike, arena: Arena) -> NDArray[np.uint8]:
    array, n = plain_array(owner, "owner", ArenaError), arena.n
    if array.shape != (n,):
        raise ArenaError(f"owner has shape {array.shape}, but the arena has {n} vertices")
    if n and array.dtype.kind not in "iub":
        raise ArenaError(f"owner has dtype {array.dtype}; expected 0, 1 or 2 for each vertex")
    if n and (int(array.min()) < 0 or int(array.max()) > CHANCE):
        v = int(np.argmax((array < 0) | (array > CHANCE)))
        raise ArenaError(
            f"vertex {quoted_label(arena.label(v))} has owner {array[v]}; expected 0 or 1, or 2 for chance"
        )
    return owned(array, np.uint8)


def _labels(labels: Sequence[Any] | None, n: int) -> Sequence[Any] | None:
    if labels is not None and len(_sequence(labels)) != n:
        raise ArenaError(f"there are {len(labels)} labels, but the arena has {n} vertices")
    return labels


def _sequence(labels: Any) -> Sequence[Any]:
    """Return the labels, if they are a sequence."""
    sequence = hasattr(labels, "__len__") and hasattr(labels, "__getitem__") and getattr(labels, "ndim", 1) == 1
    if isinstance(labels, Mapping) or not sequence:
        raise ArenaError(f"labels is {shown(labels)}; expected a list with a name for each vertex")
    found: Sequence[Any] = labels
    return found


def _count(owner: ByVertex | None, labels: Sequence[Any] | None, tail: NDArray[Any], head: NDArray[Any]) -> int:
    if labels is not None:
        return len(_sequence(labels))
    named = 1 + max(int(tail.max()), int(head.max())) if tail.size else 0
    if isinstance(owner, Mapping):
        return max(len(owner), named)
    if isinstance(owner, Sized) and not (isinstance(owner, np.ndarray) and owner.ndim == 0):
        return len(owner)
    return named


class _Nodes(dict[Any, dict[str, Any]]):
    """Vertices with their data, as the nodes of a NetworkX graph."""

    def __call__(self, data: bool | str = False) -> list[Any]:
        return list(self) if data is False else [(name, _part(own, data)) for name, own in self.items()]


def _part(own: dict[str, Any], data: bool | str) -> Any:
    return own if data is True else own.get(str(data))


class ArenaBuilder(Suggesting):
    """A graph to which vertices and edges are added one by one; ``Arena()`` returns one without vertices.

    It has the part of a NetworkX graph that is read here, so that `solve` and `Arena.from_networkx` take it with its
    owners and data.

    Examples
    --------
    >>> import graphgames as gg
    >>> graph = gg.Arena()
    >>> graph.add_vertex("hall", owner="Eve", priority=1)
    'hall'
    >>> graph.add_vertex("lift", owner="Adam", priority=2)
    'lift'
    >>> graph.add_edge("hall", "lift")
    >>> graph.add_edge("lift", "hall")
    >>> gg.solve(graph, gg.Parity()).winner_of("hall")
    0
    >>> graph.build()
    Arena(n=2, m=2, owned)
    """

    def __init__(self) -> None:
        self._vertices: dict[Any, dict[str, Any]] = {}
        self._edges: list[tuple[Any, Any, dict[str, Any]]] = []
        self._nodes: _Nodes | None = None

    def add_vertex(self, name: Hashable = None, owner: Hashable = None, **data: object) -> Hashable:
        """Add a vertex, or data to one that there is, and return its name: by default the next number.

        ``owner`` says who moves there, as in `Arena`; other data, such as ``priority``, go by their names.
        """
        name = len(self._vertices) if name is None else name
        check_name(name, "add_vertex")
        own = {**data} if owner is None else {"owner": owner, **data}
        self._vertices.setdefault(name, {}).update(own)
        self._nodes = None
        return name

    def add_edge(self, tail: Hashable, head: Hashable, **data: object) -> None:
        """Add an edge, and its ends where they are new; data, such as ``weight`` or ``probability``, go by names."""
        for name in (tail, head):
            check_name(name, "add_edge")
            if name not in self._vertices:
                self.add_vertex(name)
        self._edges.append((tail, head, data))

    def build(self) -> Arena:
        """Return the arena of what was added so far, with all its data."""
        of_edges = set[str]().union(*(data for *_, data in self._edges)) - {"probability"}
        of_nodes = set[str]().union(*self._vertices.values()) - {"owner"}
        return Arena.from_networkx(self, data=sorted(of_edges), node_data=sorted(of_nodes))  # type: ignore[arg-type]

    @property
    def nodes(self) -> _Nodes:
        """The vertices with their data; names that are just the numbers 0 to n - 1 in order."""
        if self._nodes is None:
            count = len(self._vertices)
            numbers = all(type(name) is int and 0 <= name < count for name in self._vertices)
            self._nodes = _Nodes((name, self._vertices[name]) for name in (range(count) if numbers else self._vertices))
        return self._nodes

    def edges(self, data: bool | str = False) -> list[tuple[Any, ...]]:
        """Return the edges as pairs, or with data as a third part: all, or of one name."""
        return [(u, w) if data is False else (u, w, _part(own, data)) for u, w, own in self._edges]

    def number_of_edges(self) -> int:
        """Return how many edges there are."""
        return len(self._edges)

    def is_directed(self) -> bool:
        """Return True: edges have a direction."""
        return True

    def __contains__(self, name: object) -> bool:
        return name in self._vertices

    def __repr__(self) -> str:
        return f"ArenaBuilder(n={len(self._vertices)}, m={len(self._edges)})"
