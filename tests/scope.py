"""Small scope, all of it: every claim over a small grid about every small game, and whether what is believed is true.

A kind of certificate has a `Scope`: the small games it can prove something of, the grid of winners, moves, values and
entries of certificates, and a judge that knows the definitions and no certificate. Thousands of claims about a game are
checked side by side, in the disjoint union of as many copies of it; a claim is believed if no condition finds a fault
among its own vertices. Whatever is believed must be true, moves included: whoever keeps to the moves that are shown,
while the other does what he likes, gets what the values say.

`games` goes through all games up to isomorphism. Where a game has more claims than a limit, claims are drawn: some
anywhere in the grid, some with most entries as a solver gives them.
"""

from __future__ import annotations

import random
import subprocess
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from io import BytesIO
from itertools import combinations_with_replacement, permutations, product
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import graphgames as gg
from graphgames import certificates
from graphgames.cli import proved
from graphgames.core.acceptance import spelled
from graphgames.core.checking import MalformedClaimError
from graphgames.core.memory import Automaton
from graphgames.core.value import INFINITY, Bracket, ends
from graphgames.formats import cert
from graphgames.formats.json_ import write_solution
from graphgames.formats.problem_json import write_problem
from graphgames.games.chance.certificate import Layer
from graphgames.games.impartial.checker import grundy_faults, loopy_faults
from graphgames.games.impartial.problem import NimberProblem
from graphgames.reference.check import KINDS as REFERENCE
from graphgames.reference.check import check as reference
from tests import naive, naive_chance, naive_parity
from tests.games.fair.oracle import loops_won
from tests.games.omega.by_strategies import reached, walks_round
from tests.games.omega.oracle import mcnaughton
from tests.games.weighted.test_all_claims import Truth as WeightedTruth

CHANCE = 2

Edge: TypeAlias = tuple[int, int, int]
"""Where it leads, its weight or reward, and its share of the throws."""

Small: TypeAlias = tuple[tuple[int, int, tuple[Edge, ...]], ...]
"""For each vertex of a game its owner, what the objective says of it, and its edges."""

Fields: TypeAlias = Mapping[str, NDArray[Any]]
Holds: TypeAlias = Callable[[list[int], list[int], list[Any]], bool]
"""Whether winners, moves and values are true."""

Verdict: TypeAlias = Callable[[gg.Arena, Sequence[int]], Any]
"""From an arena and the numbers of its edges in the game to who wins and what it is worth, by definition."""


@dataclass(frozen=True)
class Scope:
    """What is gone through for one kind of certificate."""

    kind: str
    objective: Callable[[Small, int], Any]
    """The objective of so many copies of a game; None for nimbers."""
    proof: Callable[[Fields], Any]
    """The certificate from its entries, and from the tails and heads of the edges."""
    labels: Mapping[str, Callable[[gg.Game], Sequence[Any]]]
    """For each row of entries of the certificate what each may be."""
    judge: Callable[[Any, Small], Holds]
    checker: tuple[str, str, str] = ("", "", "")
    """The module of the checker, the class of its claims and its conditions."""
    values: Callable[[Any, Small], Sequence[Any]] | None = None
    winners: tuple[int, ...] = (0, 1)
    owners: tuple[int, ...] = (0, 1)
    impartial: bool = False
    marks: tuple[int, ...] = (0,)
    weights: tuple[int, ...] = (0,)
    shares: tuple[int, ...] = (1,)
    degree: tuple[int, int] = (1, 2)
    """How many edges leave a vertex, at least and at most."""
    solver: str | None = None
    entries: Callable[[Any], Mapping[str, Sequence[Any]]] = field(default=lambda proof: vars(proof))
    """The rows of entries of a certificate that a solver gives."""
    local: bool = True
    """Whether the conditions at a vertex speak of its entries and of those of its successors alone."""
    whole: Callable[[Small], Hashable] = lambda small: None
    """What the conditions at a vertex take from the whole game."""
    own: tuple[str, ...] = ("moves*",)
    """The rows of entries, as patterns for names, of which only the conditions at the vertex itself speak."""
    reads: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Which rows of entries some conditions read, at the vertex itself and at its successors, as patterns for names.

    Entries are chosen row by row, in this order; what such a condition refuses is refused whatever the others are.
    """
    list_of: tuple[str, tuple[str, ...], tuple[str, ...]] | None = None
    """How the names of the rows begin that are a list of steps, which may speak of all vertices in turn, the conditions
    that look at each step and those before it, and those that look at where all of them lead. Before, all other rows
    are put together that the other conditions believe."""
    wholly: tuple[str, ...] = ()
    """The conditions that speak of the whole game; they are looked at once what the others believe is put together."""
    without: tuple[str, ...] = ()
    """The conditions that are not looked at."""
    simple: bool = False
    """Whether no two edges from a vertex lead to the same one."""

    def vertices(self, n: int) -> list[tuple[int, int, tuple[Edge, ...]]]:
        """Return all that a vertex of a game with n vertices can be."""
        found = []
        for owner, mark in product(self.owners, self.marks):
            shares = self.shares if owner == CHANCE else (1,)
            edges = list(product(range(n), self.weights, shares))
            for count in range(self.degree[0], self.degree[1] + 1):
                found += [(owner, mark, out) for out in combinations_with_replacement(edges, count)]
        if self.simple:
            found = [one for one in found if len({w for w, _, _ in one[2]}) == len(one[2])]
        return [one for one in found if one[0] != CHANCE or one[2]]

    def problem(self, small: Small, copies: int = 1) -> Any:
        """Return so many copies of a game side by side."""
        arena = union(small, copies, self.impartial)
        made = self.objective(small, copies)
        return NimberProblem(arena) if made is None else gg.Game(arena, made)


def union(small: Small, copies: int, impartial: bool = False) -> gg.Arena:
    """Return the disjoint union of copies of an arena."""
    n, base = len(small), np.arange(copies, dtype=np.int64) * len(small)
    heads = np.array([w for _, _, out in small for w, _, _ in out], np.int64)
    degrees = np.tile([len(out) for _, _, out in small], copies)
    indptr, successors = np.concatenate([[0], np.cumsum(degrees)]), (base[:, None] + heads).ravel().astype(np.int32)
    if impartial or not n:
        return gg.Arena(indptr, successors, None if impartial else [])
    owner = [one for one, _, _ in small]
    shares = [share if whose == CHANCE else 0 for whose, _, out in small for _, _, share in out]
    likely = np.tile(np.array(shares, np.int64), copies) if CHANCE in owner else None
    return gg.Arena(indptr, successors, np.tile(np.array(owner, np.uint8), copies), probability=likely)


def marks(small: Small, copies: int) -> NDArray[np.int64]:
    """Return the marks of the vertices of copies of a game."""
    return np.tile(np.array([mark for _, mark, _ in small], np.int64), copies)


def beside(several: Iterable[Small]) -> Small:
    """Return several games as one, side by side."""
    made: list[tuple[int, int, tuple[Edge, ...]]] = []
    for small in several:
        n = len(made)
        made += [(owner, mark, tuple((n + w, x, share) for w, x, share in out)) for owner, mark, out in small]
    return tuple(made)


def weights(small: Small, copies: int = 1) -> Any:
    """Return the weights of the edges of a game, or of copies of it as an array, which is quicker to read."""
    given = [weight for _, _, out in small for _, weight, _ in out]
    return given if copies == 1 else np.tile(np.array(given, np.int64), copies)


def games(scope: Scope, n: int) -> Iterator[Small]:
    """Go through all games with n vertices, one of each that differ in the numbers of the vertices alone.

    The vertices stand by what they are whatever the numbers are; of those that are alike all orders are compared.
    """

    def alike(v: int, vertex: tuple[int, int, tuple[Edge, ...]]) -> Any:
        owner, mark, out = vertex
        return owner, mark, tuple(sorted((w != v, weight, share) for w, weight, share in out))

    several = [dict[Any, list[Any]]() for _ in range(n)]
    for v, vertex in product(range(n), scope.vertices(n)):
        several[v].setdefault(alike(v, vertex), []).append(vertex)
    for kinds in combinations_with_replacement(sorted(several[0]) if n else [], n):
        orders = [one for one in permutations(range(n)) if all(kinds[v] == kinds[w] for v, w in enumerate(one))]
        for small in product(*(several[v][kind] for v, kind in enumerate(kinds))):
            if all(small <= renumbered(small, order) for order in orders):
                yield small


def renumbered(small: Small, order: Sequence[int]) -> Small:
    """Return a game whose vertices have other numbers."""
    made: list[Any] = [None] * len(small)
    for v, (owner, mark, out) in enumerate(small):
        made[order[v]] = (owner, mark, tuple(sorted((order[w], weight, share) for w, weight, share in out)))
    return tuple(made)


def drawn(scope: Scope, n: int, rng: random.Random) -> Small:
    """Return one of the games with n vertices."""
    return tuple(rng.choices(_vertices(scope.kind, n), k=n))


@cache
def _vertices(kind: str, n: int) -> list[tuple[int, int, tuple[Edge, ...]]]:
    return SCOPES[kind].vertices(n)


class Grid(NamedTuple):
    """What each entry of a claim about a game may be: first what a solver says, where one was asked."""

    names: list[tuple[str, int]]
    """Row and vertex of each entry."""
    choices: list[NDArray[np.object_]]

    @property
    def size(self) -> int:
        """How many claims there are."""
        return prod(len(one) for one in self.choices)

    def size_of(self, some: Iterable[int]) -> int:
        """Return how many ways there are to choose some entries."""
        return prod(len(self.choices[k]) for k in some)

    @property
    def key(self) -> str:
        """The choices, to be compared."""
        return str([one.tolist() for one in self.choices])


def grid(scope: Scope, game: Any, small: Small, told: bool) -> Grid:
    """Return the grid of a game."""
    n, rows, right = len(small), dict[str, Sequence[Any]](), dict[str, Sequence[Any]]()
    if scope.winners:
        rows["winner"] = [code for code in scope.winners if code < 2 or game.has_draws]
        if "moves0" not in scope.labels:  # else there is a row of moves for each state of a memory
            rows["moves"] = (-1, *range(n + ("moves1" not in scope.labels)))
    if scope.values:
        rows["value"] = scope.values(game, small)
    rows |= {name: several for name, entries in scope.labels.items() if (several := entries(game))}
    if told:
        try:
            solution = gg.solve(game, solver=scope.solver)
        except gg.GraphGamesError:
            pass
        else:
            right = {name: row for name, row in scope.entries(solution.certificate).items() if name in scope.labels}
            right |= {"winner": getattr(solution, "winner", ()), "value": solution.values}
            if "moves" in rows:
                right["moves"] = solution.strategy.moves.tolist()
            elif scope.winners:
                right |= {f"moves{k}": row for k, row in enumerate(solution.strategy.moves.tolist())}
    names, choices = [], []
    for name, row in rows.items():
        for v in range(n):
            first = [right[name][v]] if len(right.get(name, ())) == n else []
            first = [one.item() if isinstance(one, np.generic) else one for one in first]
            several = [*first, *(one for one in row if one not in first)]
            names.append((name, v))
            choices.append(np.empty(len(several), object))
            choices[-1][:] = several
    return Grid(names, choices)


def claims(found: Grid, limit: int, rng: np.random.Generator, chunk: int = 20_000) -> Iterator[NDArray[np.int64]]:
    """Yield all claims as the numbers of their entries' choices, shape (claims, entries), or as many as the limit."""
    sizes = np.array([len(one) for one in found.choices])
    if found.size <= limit:
        for begin in range(0, found.size, chunk):
            numbers = np.arange(begin, min(begin + chunk, found.size))
            yield np.array(np.unravel_index(numbers, sizes), np.int64).T
        return
    for kept in (0.0, 0.6, 0.85):
        for begin in range(0, limit // 3, chunk):
            shape = min(chunk, limit // 3 - begin), sizes.size
            yield np.where(rng.random(shape) < kept, 0, rng.integers(0, sizes, shape))


EXACT = ("value", "bias", "slope", "low", "high", "bound", "lift")
"""The rows of entries that hold exact numbers, by how their names begin, whatever these are in a claim."""


def is_exact(name: str, several: Iterable[Any]) -> bool:
    """Return whether entries are kept as Python's own numbers, and not as integers of 64 bits, which is quicker."""
    return name.startswith(EXACT) or not all(type(one) is int and abs(one) < LARGE for one in several)


def fields(found: Grid, n: int, digits: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """Return the rows of entries of claims side by side; moves are numbers of the union."""
    rows: dict[str, NDArray[Any]] = {}
    exact = {name for (name, _), several in zip(found.names, found.choices, strict=True) if is_exact(name, several)}
    for k, (name, v) in enumerate(found.names):
        row = rows.setdefault(name, np.empty((len(digits), n), object if name in exact else np.int64))
        row[:, v] = found.choices[k].astype(row.dtype)[digits[:, k]]
    for name, row in rows.items():
        if name.startswith("moves"):
            numbers = row.astype(np.int64)
            shifted = numbers + np.arange(len(digits))[:, None] * n
            row[:] = np.where(numbers < 0, -1, shifted % max(1, row.size))
    return {name: row.ravel() for name, row in rows.items()}


def solution(scope: Scope, game: Any, rows: Mapping[str, NDArray[np.object_]]) -> Any:
    """Return the claim that rows of entries make about a game."""
    entries = {name: row for name, row in rows.items() if name == "moves" or name in scope.labels}
    proof = scope.proof({**entries, "tails": game.arena.tails, "heads": game.arena.successors})
    if isinstance(game, NimberProblem):
        return gg.NimberSolution(game, rows["grundy"].astype(np.int32), "by hand", proof)
    moves: Any = None
    if "moves" in rows:
        moves = gg.Strategy(rows["moves"].astype(np.int32))
    else:
        memory = remembering(game, rows_of("update", rows, np.int64)) if "update0" in rows else game.memory
        moves = gg.FiniteMemoryStrategy(game.arena, np.array(rows_of("moves", rows, np.int32)), memory)
    return gg.ArenaSolution(game, rows["winner"].astype(np.uint8), moves, "by hand", proof, rows.get("value"))


def remembering(game: Any, update: Sequence[Sequence[int]]) -> Automaton:
    """Return the memory whose next state is that of the vertex that the play leaves, in the row of the state now."""
    after, tails = np.array(update, np.int64), game.arena.tails
    return Automaton(len(update), 0, lambda state, edge: after[state, tails[edge]])


def faulty(scope: Scope, claim: Any) -> tuple[NDArray[np.bool_], bool]:
    """Return the vertices at which a condition finds a fault, and whether the conditions were looked at.

    Else they are the vertices that the claim is refused for before that.
    """
    bad = np.zeros(claim.problem.arena.n, np.bool_)
    if isinstance(claim.problem, NimberProblem):
        proof = claim.certificate
        arguments = (proof,) if proof.kind == "loopy-values" else (proof.grundy, proof.depth)
        faults = (loopy_faults if proof.kind == "loopy-values" else grundy_faults)(claim.problem.arena, *arguments)
        bad[[fault.vertex for fault in faults[1] if fault.vertex is not None]] = True
        return bad, True
    try:
        read = noting(getattr(checker_of(scope), scope.checker[1]), bad)(claim)
    except MalformedClaimError as error:
        assert bad.any(), error.report
        return bad, False
    for name, condition in conditions(scope).items():
        if name not in scope.without:
            bad[condition(read).bad % max(1, bad.size)] = True  # some look at vertices with the state of a memory
    return bad, True


def checker_of(scope: Scope) -> Any:
    """Return the module of the checker."""
    return import_module(f"graphgames.games.{scope.checker[0]}")


def conditions(scope: Scope) -> dict[str, Callable[[Any], Any]]:
    """Return the conditions of the checker by their names."""
    return {one.__name__: one for one in getattr(checker_of(scope), scope.checker[2])}


def only(scope: Scope, names: Container[str]) -> Scope:
    """Return the scope in which these conditions alone are looked at."""
    return replace(scope, without=tuple(name for name in conditions(scope) if name not in names))


def by_parts(scope: Scope) -> Scope:
    """Return the scope without the conditions that speak of the whole game."""
    return replace(scope, without=(*scope.without, *scope.wholly))


def noting(kind: Any, bad: NDArray[np.bool_]) -> Any:
    """Return a class of claims that takes note of the vertices that it refuses, and goes on without those claims."""

    class Noting(kind):  # type: ignore[misc]
        def refuse(self, wrong: NDArray[np.bool_], say: Callable[[int], str]) -> None:
            if np.any(wrong):
                bad[np.flatnonzero(wrong) % bad.size] = True
                raise MalformedClaimError("refused")

    return Noting


def faults_at(scope: Scope, small: Small, found: Grid, digits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return at which vertices the conditions find a fault in claims, shape (claims, vertices).

    A claim that is refused before the conditions are looked at has its faults at the vertices that it is refused for.
    """
    return faults_beside(scope, lambda left: scope.problem(small, left.size), len(small), found, digits)


def faults_beside(
    scope: Scope, problem: Callable[[NDArray[np.int64]], Any], n: int, found: Grid, digits: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return the same for claims about games with n vertices, given those of the claims with some numbers together."""
    left, answer = np.arange(len(digits)), np.zeros((len(digits), n), np.bool_)
    while left.size:
        claim = solution(scope, problem(left), fields(found, n, digits[left]))
        bad, looked = faulty(scope, claim)
        answer[left] = wrong = bad.reshape(-1, n)
        if looked:
            break
        left = left[~wrong.any(axis=1)]
    return answer


def believed(scope: Scope, small: Small, found: Grid, digits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which claims are believed."""
    return np.asarray(~faults_at(scope, small, found, digits).any(axis=1))


def strays(scope: Scope, small: Small, rng: np.random.Generator, several: int = 300) -> list[str]:
    """Return where a condition at a vertex finds something else once entries are altered of which it does not speak.

    These are the entries that are not `nearby`; for a condition of which is known what it ``reads`` all others, as far
    as the conditions before it find nothing, as in `begun`. Half of the claims are drawn anywhere, half near to what a
    solver says. Claims that are refused before the conditions are looked at must be so whatever is altered.
    """
    game, found_at = scope.problem(small), list[str]()
    found = grid(scope, game, small, told=True)
    sizes = np.array([len(one) for one in found.choices])
    shape = several, sizes.size
    first, other = (np.where(rng.random(shape) < 0.45, 0, rng.integers(0, sizes, shape)) for _ in range(2))
    for v in range(len(small)):
        some = [
            (only(scope, [name]), read_by(scope, name, small, found, v), [*scope.reads][:k])
            for k, name in enumerate(scope.reads)
        ]
        for looking, kept, before in ((by_parts(scope), nearby(scope, small, found, v), []), *some):
            again = other.copy()
            again[:, [*kept]] = first[:, [*kept]]
            one, two = (faults_at(looking, small, found, rows) for rows in (first, again))
            both = np.ones(several, np.bool_)
            for rows in (first, again) if scope.checker[0] else ():
                both &= looked_at(scope, small, found, rows)
                both &= ~faults_at(only(scope, before), small, found, rows)[:, v]
            wrong = np.flatnonzero((one[:, v] != two[:, v]) & both)
            found_at += [f"{scope.kind}: {small}: vertex {v}: {first[k]} and {again[k]}" for k in wrong[:1].tolist()]
    return found_at


def looked_at(scope: Scope, small: Small, found: Grid, digits: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return the claims that are not refused before the conditions are looked at."""
    left = np.arange(len(digits))
    while left.size:
        claim = solution(scope, scope.problem(small, left.size), fields(found, len(small), digits[left]))
        bad, looked = faulty(only(scope, ()), claim)
        if looked:
            break
        left = left[~bad.reshape(-1, len(small)).any(axis=1)]
    kept = np.zeros(len(digits), np.bool_)
    kept[left] = True
    return kept


class TooManyError(Exception):
    """More claims are left at a time than the limit."""


def all_believed(scope: Scope, small: Small, found: Grid, limit: int) -> tuple[NDArray[np.int64], int]:
    """Return those of all claims of a grid that are believed, and how many were made to find them.

    The conditions at a vertex speak of its entries and of those of its successors alone, and not of their moves. So
    what they believe is found once for all games with such a vertex (`relation`), and what all vertices believe is put
    together; where a vertex has too many entries around it, claims are made with those that are left of the others. In
    the end what is left is made once more, and all conditions are looked at. Raise `TooManyError` where more than the
    limit are left at a time.
    """
    rows, made = put_together(scope, small, found, limit)
    return rows[~faults(scope, small, found, rows).any(axis=1)], made + len(rows)


def put_together(scope: Scope, small: Small, found: Grid, limit: int) -> tuple[NDArray[np.int64], int]:
    """Return what may be believed by what is known of each vertex, as `all_believed` before all is looked at again."""
    n, parts = len(small), by_parts(scope)
    near = [nearby(scope, small, found, v) for v in range(n)]
    rows, known, made, left = np.zeros((1, len(found.names)), np.int64), set[int](), 0, {*range(n)}

    def more(v: int) -> int:
        return found.size_of(near[v] - known)

    while left:
        v = min(left, key=more)
        left.remove(v)
        if scope.reads or found.size_of(near[v]) <= 2 * limit:
            columns, pairs, several = relation(parts, small, found, v, 2 * limit)
            made += several
            rows = joined(rows, columns, pairs, known, limit)
            known |= near[v]
            continue
        if len(rows) * more(v) > limit:
            raise TooManyError
        fresh = sorted(near[v] - known)
        rows, known = spread(rows, found, fresh), known | near[v]
        made += len(rows)
        rows = rows[~faults(parts, small, found, rows)[:, v]]
    return rows, made


def with_lists(scope: Scope, small: Small, found: Grid, limit: int) -> tuple[NDArray[np.int64], int]:
    """Return those of all claims with lists of steps that are believed, and how many were made; as `all_believed`.

    What the other conditions believe is found first, with an empty list. Then a step is added at a time. A list of
    which a step does not follow is refused whatever comes after it, and so is one that leads a vertex elsewhere, once
    no other step of it is to come; with the last step all conditions are looked at everywhere.
    """
    begin, each, end = scope.list_of  # type: ignore[misc]
    fresh = [k for k, (name, _) in enumerate(found.names) if name.startswith(begin)]
    kept = [k for k in range(len(found.names)) if k not in fresh]
    labels = {name: row for name, row in scope.labels.items() if not name.startswith(begin)}
    first = replace(scope, kind=f"{scope.kind} without a list", labels=labels, without=(*each, *end))
    some, made = all_believed(
        first, small, Grid([found.names[k] for k in kept], [found.choices[k] for k in kept]), limit
    )
    rows = np.zeros((len(some), len(found.names)), np.int64)  # no step is the first choice
    rows[:, kept] = some
    for k in fresh:
        if len(rows) * len(found.choices[k]) > limit:
            raise TooManyError
        rows, v = spread(rows, found, [k]), found.names[k][1]
        last = k in fresh[-len(small) :]
        looked = np.flatnonzero((rows[:, k] > 0) | last)
        made += looked.size
        wrong = faults(scope if last else replace(scope, without=end), small, found, rows[looked])
        rows = np.delete(rows, looked[wrong[:, : v + 1 if last else None].any(axis=1)], axis=0)
    return rows, made


def nearby(scope: Scope, small: Small, found: Grid, v: int) -> set[int]:
    """Return the numbers of the entries of which the conditions at a vertex speak."""
    after = {w for w, _, _ in small[v][2]}
    of_others = {name for name, _ in found.names if not any(fnmatchcase(name, one) for one in scope.own)}
    return {k for k, (name, u) in enumerate(found.names) if u == v or (u in after and name in of_others)}


def read_by(scope: Scope, condition: str, small: Small, found: Grid, v: int) -> set[int]:
    """Return the numbers of the entries that a condition reads at a vertex."""
    here, there = (pattern.split() for pattern in scope.reads[condition])
    after = {w for w, _, _ in small[v][2]}
    return {
        k
        for k, (name, u) in enumerate(found.names)
        if (u == v and any(fnmatchcase(name, one) for one in here))
        or (u in after and any(fnmatchcase(name, one) for one in there))
    }


def spread(rows: NDArray[np.int64], found: Grid, fresh: Sequence[int]) -> NDArray[np.int64]:
    """Return the claims with all choices for some entries in place of each claim."""
    sizes = [len(found.choices[k]) for k in fresh]
    if not fresh:
        return rows
    several = np.array(np.unravel_index(np.arange(prod(sizes)), sizes), np.int64).T
    made = np.repeat(rows, len(several), axis=0)
    made[:, fresh] = np.tile(several, (len(rows), 1))
    return made


def faults(scope: Scope, small: Small, found: Grid, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return at which vertices the conditions find a fault, for as many claims as there are."""
    parts = np.array_split(rows, max(1, len(rows) // 100_000))
    return np.concatenate(
        [faults_at(scope, small, found, part) for part in parts if len(part)] or [np.zeros((0, len(small)), bool)]
    )


_RELATIONS: dict[Hashable, NDArray[np.int64]] = {}


def relation(scope: Scope, small: Small, found: Grid, v: int, limit: int) -> tuple[list[int], NDArray[np.int64], int]:
    """Return the entries around a vertex, those choices of them that the conditions there believe, and what was made.

    They are the same in all games in which the vertex has the same edges, up to the numbers of vertices, and its
    successors the same owners and marks; so they are looked for in the first of these, where it is vertex 0. All
    vertices must have the same choices. A claim that is refused for another vertex was not looked at, and stays.
    """

    def seen(order: Sequence[int]) -> tuple[Any, ...]:
        again = renumbered(small, order)
        after = {w for w, _, _ in again[0][2]}
        return again[0], tuple((u, owner, mark, bool(out)) for u, (owner, mark, out) in enumerate(again) if u in after)

    order = min((one for one in permutations(range(len(small))) if one[v] == 0), key=seen)
    key, made, columns = (scope.kind, *seen(order), found.key, scope.whole(small)), 0, list[int]()
    again = renumbered(small, order)
    first = sorted(nearby(scope, again, found, 0))
    if key not in _RELATIONS:
        rows, made = begun(scope, again, found, first, limit)
        rest = replace(scope, without=(*scope.without, *scope.reads))  # these were looked at on the way
        if not scope.reads or conditions(scope).keys() - {*rest.without}:
            made += len(rows)
            rows = rows[~faults(rest, again, found, rows)[:, 0]]
        _RELATIONS[key] = rows[:, first]
    pairs, back = _RELATIONS[key].copy(), {u: w for w, u in enumerate(order)}
    for k, column in zip(first, pairs.T, strict=True):
        name, u = found.names[k]
        columns.append(found.names.index((name, back[u])))
        if name.startswith("moves"):
            entries = found.choices[k].tolist()
            column[:] = np.array([entries.index(back.get(w, w)) for w in entries], np.int64)[column]
    return columns, pairs, made


def begun(scope: Scope, small: Small, found: Grid, first: Sequence[int], limit: int) -> tuple[NDArray[np.int64], int]:
    """Return choices of the entries around vertex 0 that may be believed there, and how many were made to find them.

    Condition by condition what it reads is chosen, and what it refuses is left out. At a successor those alone are
    looked at that read nothing of the next ones, which are not known. Of claims that are alike in what a condition
    reads one is made; all, where it is refused before the condition is looked at, perhaps for another entry.
    """
    rows, known, made = np.zeros((1, len(found.names)), np.int64), set[int](), 0
    near = sorted({found.names[k][1] for k in first})

    def chosen(some: NDArray[np.int64], fresh: Sequence[int]) -> NDArray[np.int64]:
        if len(some) * found.size_of(fresh) > limit:
            raise TooManyError
        return spread(some, found, fresh)

    for condition, (_, after) in scope.reads.items():
        looking = only(scope, [condition])
        for u in [0] if after else near:
            read = sorted(read_by(scope, condition, small, found, u))
            fresh = [k for k in read if k in {*first} - known]
            if known | {*fresh} >= {*read}:
                each = np.unique(numbered(rows[:, [k for k in read if k in known]]), return_index=True)[1]
                some = chosen(rows[each], fresh)
                right, unclear = ~faults(looking, small, found, some)[:, u], np.zeros(len(some), np.bool_)
                unclear[~right] = ~looked_at(looking, small, found, some[~right])
                sure, rest = (joined(rows, read, some[one][:, read], known, limit) for one in (right, unclear))
                rows = np.concatenate([sure, rest[~faults(looking, small, found, rest)[:, u]]])
                made += len(some) + len(rest)
            else:
                rows = chosen(rows, fresh)
            known.update(fresh)
    return chosen(rows, [k for k in first if k not in known]), made


def numbered(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a number for each row, the same for those alone that are alike."""
    numbers, most = np.zeros(len(rows), np.int64), 1
    for column in rows.T:
        size = int(column.max(initial=0)) + 1
        if most * size > LARGE:
            numbers, most = np.unique(numbers, return_inverse=True)[1], len(rows)
        numbers, most = numbers * size + column, most * size
    return numbers


def joined(
    rows: NDArray[np.int64], columns: list[int], pairs: NDArray[np.int64], known: set[int], limit: int
) -> NDArray[np.int64]:
    """Return the claims that go on as some entries may; these agree where both say something."""
    both, fresh = [k for k in columns if k in known], [k for k in columns if k not in known]
    together = numbered(np.concatenate([rows[:, both], pairs[:, [columns.index(k) for k in both]]]))
    ours, theirs = together[: len(rows)], together[len(rows) :]
    order = np.argsort(theirs, kind="stable")
    begin, end = (np.searchsorted(theirs[order], ours, side) for side in ("left", "right"))
    count = end - begin
    if count.sum() > limit:
        raise TooManyError
    first = np.repeat(begin - np.cumsum(count) + count, count) + np.arange(count.sum())
    made = np.repeat(rows, count, axis=0)
    made[:, fresh] = pairs[order[first]][:, [columns.index(k) for k in fresh]]
    return made


class Tally(NamedTuple):
    """How many claims there were, how many of them were believed, and the lies among those."""

    complete: bool
    """Whether these are all claims of the grid."""
    claims: int
    """How many claims were decided, by themselves or with all that say the same of some vertices."""
    made: int
    """How many were handed to the checker."""
    believed: int
    lies: list[str]
    kept: list[tuple[Any, bool]]
    """Some claims as single solutions, and whether they were believed."""


def attack(scope: Scope, small: Small, limit: int, rng: np.random.Generator, keep: int = 0) -> Tally:
    """Make claims about a game, all of them or as many as the limit; return what was believed."""
    game = scope.problem(small)
    whole = grid(scope, game, small, told=False)
    parted = scope.local or scope.list_of is not None
    few = whole.size <= (DIRECTLY if parted else limit)
    rows: NDArray[np.int64] | None = None
    count = made = 0
    if parted and not few:
        with suppress(TooManyError):
            rows, made = (with_lists if scope.list_of else all_believed)(scope, small, whole, limit)
    holds = remembered(scope.judge(game, small))
    lies, kept = list[str](), list[tuple[Any, bool]]()

    def judged(found: Grid, several: NDArray[np.int64]) -> None:
        seen = [k for k, (name, _) in enumerate(found.names) if name.startswith(SEEN)]
        for row in several[np.unique(numbered(several[:, seen]), return_index=True)[1]]:
            said = shown(found, len(small), row)
            if not holds(*said):
                proof = single(scope, game, found, row).certificate.to_dict()
                lies.append(f"{scope.kind}: {small}: {said}: {proof}")

    among = None if rows is None else {row.tobytes() for row in rows}
    if rows is not None:
        judged(whole, rows)
        count = len(rows)
    complete = few or rows is not None
    found = whole if few else grid(scope, game, small, told=True) if keep or not complete else None
    drawn = SHARE if complete and not few else limit if few else min(limit, DRAWN)
    for digits in claims(found, drawn, rng) if found else ():
        accepted = believed(scope, small, found, digits)  # type: ignore[arg-type]
        made += len(digits)
        judged(found, digits[accepted])  # type: ignore[arg-type]
        if among is None:
            count += int(accepted.sum())
        else:
            same = same_claims(found, whole, digits[accepted])  # type: ignore[arg-type]
            assert all(row.tobytes() in among for row in same), f"{scope.kind}: {small}: not by vertices"
        if keep:
            yes, no = np.flatnonzero(accepted)[:keep], rng.integers(0, len(digits), keep)
            kept += [(single(scope, game, found, digits[k]), bool(accepted[k])) for k in (*yes, *no)]  # type: ignore[arg-type]
    return Tally(complete, whole.size if complete else made, made, count, lies, kept)


def same_claims(found: Grid, other: Grid, digits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return claims of one grid as those of another, without those that it does not have."""
    made = np.empty_like(digits)
    for k, (one, two) in enumerate(zip(found.choices, other.choices, strict=True)):
        place = {str(entry): number for number, entry in enumerate(two)}
        made[:, k] = np.array([place.get(str(entry), -1) for entry in one], np.int64)[digits[:, k]]
    return made[(made >= 0).all(axis=1)]


DIRECTLY = 1_000
"""So many claims at most are made one beside the other, without an argument why some stand for others."""

DRAWN = 300_000
"""So many claims at most are drawn of a game of which not all can be made."""

SHARE = 3_000
"""Where claims are made vertex by vertex so many are drawn as well, of which the believed ones must be among those."""


def remembered(holds: Holds) -> Holds:
    """Return a judge that says the same of the same claim without looking again; a lie is reported once."""
    known: dict[str, bool] = {}

    def again(winner: list[int], moves: list[int], values: list[Any]) -> bool:
        key = f"{winner}{moves}{values}"
        if key in known:
            return True
        known[key] = holds(winner, moves, values)
        return known[key]

    return again


def differences(scope: Scope, kept: Sequence[tuple[Any, bool]], looked: Counter[str] | None = None) -> list[str]:
    """Return where other checkers say something else of single claims than the conditions said.

    How many each of them looked at is added to ``looked``.
    """
    answers: list[list[tuple[str, bool]]] = [[("verify", gg.verify(claim).ok)] for claim, _ in kept]
    texts = []
    for k, (claim, _) in enumerate(kept):
        if claim.certificate.kind in REFERENCE:
            game, file = BytesIO(), BytesIO()
            write_problem(claim.problem, game)
            write_solution(claim, file)
            answers[k].append(("reference", reference(game.getvalue(), file.getvalue()).ok))
        text = BytesIO()
        with suppress(gg.GraphGamesError):
            cert.write_solution(claim, text)
            texts.append((k, text.getvalue()))
    for (k, _), one in zip(texts, by_program([text for _, text in texts]), strict=False):
        answers[k].append(("proved", one))
    if looked is not None:
        looked.update(name for several in answers for name, _ in several)
    return [
        f"{name} says {one}, and the conditions {said}: {claim.problem} {claim.to_dict()} {claim.certificate.to_dict()}"
        for (claim, said), several in zip(kept, answers, strict=True)
        for name, one in several
        if one != said
    ]


def by_program(texts: list[bytes]) -> list[bool]:
    """Return what the proved checker says of claims, nothing where it is not built."""
    try:
        program = proved.program()
    except gg.GraphGamesError:
        return []
    if not texts:
        return []
    done = subprocess.run([program, "-"], input=b"".join(texts), capture_output=True, check=False)
    lines = done.stdout.decode().splitlines()
    assert len(lines) == len(texts), done
    return [line.startswith("proved: ") for line in lines]


def single(scope: Scope, game: Any, found: Grid, row: NDArray[np.int64]) -> Any:
    """Return one claim as a solution of the game itself."""
    given: dict[str, list[Any]] = {}
    for k, (name, _) in enumerate(found.names):
        given.setdefault(name, []).append(found.choices[k][row[k]])
    rows = fields(found, game.arena.n, row[None])
    rows |= {name: np.array(one, object) for name, one in given.items() if name.startswith("moves")}
    return solution(scope, game, rows)


SEEN = ("winner", "moves", "update", "turns", "value", "grundy")
"""The rows of entries that a judge looks at, by how their names begin."""


def shown(found: Grid, n: int, row: NDArray[np.int64]) -> tuple[list[int], list[Any], list[Any]]:
    """Return the winners, the moves and the values of a claim; behind several rows of moves what is remembered.

    Behind the moves stand the turns.
    """
    said: dict[str, list[Any]] = {}
    for k, (name, _) in enumerate(found.names):
        said.setdefault(name, []).append(found.choices[k][row[k]])
    rows = [name for name in sorted(said) if name.startswith(("moves", "update", "turns"))]
    moves = [said[name] for name in rows] if {*rows} - {"moves"} else said.get("moves", [-1] * n)
    return said.get("winner", []), moves, said.get("value", said.get("grundy", []))


# What is true, by the definitions.


def restricted(arena: gg.Arena, moves: Sequence[int], player: int | None) -> tuple[gg.Arena, list[int]]:
    """Return the arena in which a player, or whoever moves, keeps to moves, and which edges are left."""
    tails, heads = arena.tails.tolist(), arena.successors.tolist()
    owner = [0] * arena.n if arena.owner is None else arena.owner.tolist()
    mine = [moves[v] >= 0 and player in (None, owner[v]) for v in range(arena.n)]
    kept = [e for e, (v, w) in enumerate(zip(tails, heads, strict=True)) if not mine[v] or moves[v] == w]
    indptr = np.cumsum([0, *(sum(tails[e] == v for e in kept) for v in range(arena.n))])
    likely = None if arena.probability is None else arena.probability[kept]
    return gg.Arena(indptr, arena.successors[kept], arena.owner, probability=likely), kept


def by_definition(
    verdict: Callable[[Any, Small, gg.Arena, list[int]], Any], valued: bool, game: Any, small: Small
) -> Holds:
    """Return the judge of claims, given who wins and what it is worth on an arena with some of the edges."""
    arena = game.arena
    true = verdict(game, small, arena, [*range(arena.m)])
    edges = {(v, int(w)) for v in range(arena.n) for w in arena.successors_of(v)}
    players = (None,) if arena.owner is None else (0, 1)

    def holds(winner: list[int], moves: list[int], values: list[Any]) -> bool:
        winners, worth = true
        if winner != winners or (valued and values != worth):
            return False
        if any(w >= 0 and (v, w) not in edges for v, w in enumerate(moves)):
            return False
        return all(verdict(game, small, *restricted(arena, moves, player)) == true for player in players)

    return holds


def of_reach(game: Any, small: Small, arena: gg.Arena, kept: list[int]) -> Any:
    player = int(game.objective.name == "safe")
    ranks = naive.attractor(arena, {v for v, (_, mark, _) in enumerate(small) if mark != player}, player)
    return [player if v in ranks else 1 - player for v in range(arena.n)], [ranks.get(v, -1) for v in range(arena.n)]


def of_last_move(game: Any, small: Small, arena: gg.Arena, kept: list[int]) -> Any:
    marked = [v for v, (_, mark, out) in enumerate(small) if mark and not out]
    return naive.retrograde(arena, range(arena.n) if game.objective.name == "misere" else marked)


def of_buchi(game: Any, small: Small, arena: gg.Arena, kept: list[int]) -> Any:
    player = int(game.objective.name == "cobuchi")
    region = naive.buchi(arena, {v for v, (_, mark, _) in enumerate(small) if mark}, player)
    return [player if v in region else 1 - player for v in range(arena.n)], []


def of_parity(game: Any, small: Small, arena: gg.Arena, kept: list[int]) -> Any:
    return naive_parity.parity_by_strategies(gg.Game(arena, game.objective)), []


def of_almost_sure(game: Any, small: Small, arena: gg.Arena, kept: list[int]) -> Any:
    return naive_chance.almost_sure_winners(arena, [mark for _, mark, _ in small]), []


def of_weights(game: Any, small: Small) -> Holds:
    """Return the judge of games with weights; a winner follows from the value and the threshold."""
    truth = WeightedTruth(game)

    def holds(winner: list[int], moves: list[int], values: list[Any]) -> bool:
        numbers = np.empty(len(values), object)
        numbers[:] = values
        made = gg.ArenaSolution(game, winner, gg.Strategy(moves), "by hand", certificates.StrategyPair(), numbers)  # type: ignore[arg-type]
        return truth.contains(made)

    return holds


def of_payoff(game: Any, small: Small, arena: gg.Arena, kept: list[int]) -> Any:
    """Return averages or discounted values where chance may move, and the winners by the threshold 0."""
    weight = weights(small)
    rows = [weight[e] for e in kept]
    if game.objective.name == "discounted":
        given = game.objective.discounts(game.arena)
        values = naive_chance.discounted(arena, rows, [given[e] for e in kept])
    else:
        values = naive_chance.averages(arena, rows)
    return [int(one < 0) for one in values], values


def of_brackets(game: Any, small: Small, reached: Callable[[gg.Arena, list[int]], list[Any]], largest: Any) -> Holds:
    """Return the judge of values between bounds: the better for each player, whatever the other does, by his moves.

    ``largest`` is the value at which player 0 is said to win.
    """
    arena = game.arena
    true = reached(arena, [*range(arena.m)])
    edges = {(v, int(w)) for v in range(arena.n) for w in arena.successors_of(v)}

    def holds(winner: list[int], moves: list[int], values: list[Any]) -> bool:
        if any(w >= 0 and (v, w) not in edges for v, w in enumerate(moves)):
            return False
        low, high = zip(*map(ends, values), strict=True)
        if not all(a <= x <= b for a, x, b in zip(low, true, high, strict=True)):
            return False
        said = [0 if x == largest else 1 if x == 0 or largest is INFINITY else 2 for x in true]
        if any(who not in (right, 2 * (a != b)) for who, right, a, b in zip(winner, said, low, high, strict=True)):
            return False
        by_max, by_min = (reached(*restricted(arena, moves, player)) for player in (0, 1))
        kept = all(a <= x for a, x in zip(low, by_max, strict=True))
        return kept and all(x <= b for x, b in zip(by_min, high, strict=True))

    return holds


def of_reaching(game: Any, small: Small) -> Holds:
    target = [mark == 1 for _, mark, _ in small]
    if game.objective.name == "reach-probability":
        return of_brackets(game, small, lambda arena, kept: naive_chance.probabilities(arena, target), 1)

    def avoided(arena: gg.Arena, kept: list[int]) -> list[Fraction]:
        return [1 - x for x in naive_chance.probabilities(arena, target, player=1)]

    return of_brackets(game, small, avoided, 1)


def of_chances(game: Any, small: Small) -> Holds:
    priority = [mark for _, mark, _ in small]
    return of_brackets(game, small, lambda arena, kept: naive_chance.winning_chances(arena, priority), 1)


def of_rewards(game: Any, small: Small) -> Holds:
    target, reward = [mark == 1 for _, mark, _ in small], weights(small)
    must = game.objective.unreached == "inf"

    def reached(arena: gg.Arena, kept: list[int]) -> list[Any]:
        return naive_chance.expectations(arena, target, [reward[e] for e in kept], must)

    return of_brackets(game, small, reached, INFINITY)


def of_counted(game: Any, small: Small) -> Holds:
    """Return the judge of rewards that count only if the target is reached, by many rounds of the definition.

    What the rounds miss is less than a tenth here; where the value is infinite they come to more than 5. There is a row
    of moves for when nothing was collected, and one for later. What is proved of Max's is that they are worth the value
    if she goes to the target once she has collected enough, as the rounds let her do.
    """
    arena, target, reward = game.arena, [mark == 1 for _, mark, _ in small], weights(small)
    most, heads, tails = 25, arena.successors.tolist(), arena.tails.tolist()
    below = naive_chance.counted(arena, target, reward, most, 150)

    @cache
    def by(player: int, rows: tuple[tuple[int, ...], ...]) -> list[float]:
        """What is to be had if a player keeps to moves."""
        kept = [[small[v][0] != player or row[v] in (-1, w) for v, w in zip(tails, heads, strict=True)] for row in rows]
        return naive_chance.counted(arena, target, reward, most, 150, np.array([kept[0], *[kept[1]] * (most - 1)]))

    def holds(winner: list[int], moves: Any, values: list[Any]) -> bool:
        rows = tuple(tuple(row) for row in moves)
        edges = {(v, w) for v, w in zip(tails, heads, strict=True)}
        if any(w >= 0 and (v, w) not in edges for row in rows for v, w in enumerate(row)):
            return False
        if winner != [int(x <= 5) for x in below]:
            return False
        for (low, high), x, least, largest in zip(map(ends, values), below, by(0, rows), by(1, rows), strict=True):
            if (high != INFINITY or low == INFINITY) if x > 5 else high == INFINITY:
                return False
            if x <= 5 and not (low <= least + 0.1 * (1 + x) and high >= largest - 1e-6):
                return False
        return True

    return holds


def of_steps(game: Any, small: Small) -> Holds:
    """Return the judge of probabilities in time, where there is a row of moves for each number of steps left."""
    arena, steps = game.arena, game.objective.steps
    target = [mark == 1 for _, mark, _ in small]

    def worth(v: int, left: int, only: int = -1) -> Any:
        if target[v]:
            return 1
        if not left or not arena.out_degree[v]:
            return 0
        after = [(arena.probability_of(e), worth(int(arena.successors[e]), left - 1), int(arena.successors[e]))
                 for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1]))]  # fmt: skip
        if arena.owner[v] == CHANCE:
            return sum(p * x for p, x, _ in after)
        return (max, min)[int(arena.owner[v])](x for _, x, w in after if only in (-1, w))

    true = [worth(v, steps) for v in range(arena.n)]

    def holds(winner: list[int], moves: Any, values: list[Any]) -> bool:
        said = [0 if x == 1 else 1 if x == 0 else 2 for x in true]
        if winner != said or values != true:
            return False
        edges = [set(arena.successors_of(v).tolist()) for v in range(arena.n)]
        return all(
            w < 0 or (left > 0 and w in edges[v] and worth(v, left, w) == worth(v, left))
            for left, row in enumerate(moves)
            for v, w in enumerate(row)
        )

    return holds


def of_condition(game: Any, small: Small) -> Holds:
    """Return the judge of acceptance conditions, where there is a row of moves for each state of a memory."""
    arena, objective = game.arena, game.objective
    n, own = arena.n, objective.name in ("rabin", "streett", "emerson-lei")
    edges, formula = list(zip(arena.tails, arena.successors, strict=True)), spelled(objective.condition())

    def winners(memory: Automaton, moves: Sequence[Sequence[int]], player: int | None) -> list[int]:
        """Who wins where the memory is at its start, if a player keeps to moves."""
        left, states = [], memory.states or 0
        owner, sets = [owner for owner, _, _ in small] * states, list(np.tile(objective.masks, states))
        for q, (e, (v, w)) in product(range(states), enumerate(edges)):
            if player != owner[v] or moves[q][v] in (-1, w):
                left.append((q * n + v, memory.after(q, e) * n + w))
        pairs = gg.Arena.from_edges(left, n=states * n, owner=owner)
        return mcnaughton(gg.Game(pairs, gg.EmersonLei(sets, formula)))[:n]

    true = winners(remembering(game, [[0] * n]), (), None)

    def holds(winner: list[int], moves: Any, values: list[Any]) -> bool:
        after = [arena.successors_of(v).tolist() for v in range(n)]
        moves, update = (moves[: len(moves) // 2], moves[len(moves) // 2 :]) if own else (moves, ())
        if winner != true or any(w >= 0 and w not in after[v] for row in moves for v, w in enumerate(row)):
            return False
        memory = remembering(game, update) if own else game.memory
        return all(winners(memory, moves, player) == true for player in (0, 1))

    return holds


def of_fair_edges(game: Any, small: Small) -> Holds:
    """Return the judge of games with fair edges, where some moves are made in turn.

    From where a player is said to win, he must win each set of edges that can recur if he keeps to his moves; where he
    makes some in turn, all of them recur. So this is so of both players only if the winners are right, too.
    """
    edges, wins = loops_won(game)
    loops = walks_round([(u, w, e) for e, (u, w) in enumerate(edges)])
    owner = [player for player, _, _ in small]

    def holds(winner: list[int], moves: Any, values: list[Any]) -> bool:
        moves, turns = moves
        if any(w >= 0 and w not in game.arena.successors_of(v) for v, w in enumerate(moves)):
            return False
        in_turn = [turns[u] & (1 if w == moves[u] else 2) > 0 for u, w in edges]
        for player in (0, 1):
            mine = [owner[u] == player for u, _ in edges]
            left = {e for e, (u, w) in enumerate(edges) if not mine[e] or moves[u] < 0 or w == moves[u] or in_turn[e]}
            always = {e for e in left if mine[e] and in_turn[e]}
            lost = [
                tails
                for tails, loop in loops
                if loop <= left and {e for e in always if edges[e][0] in tails} <= loop and wins(loop) == bool(player)
            ]
            for v in (v for v, who in enumerate(winner) if who == player):
                come = reached(v, [edges[e] for e in left])
                if any(tails <= come for tails in lost):
                    return False
        return True

    return holds


def of_nimbers(game: Any, small: Small) -> Holds:
    true = []
    for v in range(game.arena.n):
        number, reached = naive.loopy_value(game.arena, v, game.arena.n + 1)
        true.append(min(reached) if number else -1)
    return lambda winner, moves, values: values == true


# What is gone through.


def around(low: int, more: int) -> Callable[[Any], Sequence[int]]:
    """Return the numbers from ``low`` to ``more`` beyond the number of vertices."""
    return lambda game: range(low, game.arena.n + more + 1)


SHOWN = ("moves*", "winner")
LARGE = 2**60
ENDS = (-(2**63), 2**63 - 1, 0)
"""Weights at the ends of 64 bits."""


def potentials(game: Any) -> Sequence[int]:
    """Return numbers around 0, the largest weight, and past them."""
    most = max((abs(int(x)) for x in game.objective.weight.tolist()), default=0)
    most = 2**63 if most > LARGE else 2
    return sorted({-most - 1, -1, 0, 1, 2, most, most + 1, 2 * most + 1})


def arrays(kind: Any, **types: Any) -> Callable[[Fields], Any]:
    """Return how a certificate is made of rows, each as an array of a type."""
    return lambda rows: kind(**{name: rows[name].astype(dtype) for name, dtype in types.items()})


def credits(game: Any, small: Small) -> Sequence[Any]:
    """Return credits: what is true nearby, the cap, large losses, and the infinities."""
    cap, large = game.objective.cap, any(x < -LARGE for x in weights(small))
    near = {0, 1, 2, *(() if cap is None else (int(cap), int(cap) + 1)), *((2**63, 2**64) if large else ())}
    return [*sorted(near), INFINITY, -INFINITY]


def payoffs(game: Any, small: Small) -> Sequence[Any]:
    """Return sums and averages of some weights, what stands for infinities elsewhere, and these."""
    large = any(abs(x) > LARGE for x in weights(small))
    some = sorted(ENDS if large else range(-2, 2))
    found: set[Any] = {*some, max(some) + 1, min(some) - 1, Fraction(1, 2), Fraction(-1, 2), game.objective.threshold}
    if large:
        found |= {sum(some), Fraction(sum(some), 2), Fraction(min(some), 2), Fraction(max(some), 2)}
    return [*sorted(found), INFINITY, -INFINITY]


def rows_of(name: str, rows: Fields, dtype: Any) -> tuple[Any, ...]:
    """Return the rows called name0, name1, ... of a certificate."""
    return tuple(rows[one].astype(dtype) for one in sorted(rows) if one.startswith(name))


def probability_values(share: Fraction, game: Any, small: Small) -> Sequence[Any]:
    """Return probabilities, among them that of a share of a throw and of the rest."""
    half = Fraction(1, 2)
    return [0, 1, half, share, 1 - share, Bracket(0, half), Bracket(half, 1), Bracket(0, 1)]


def reward_values(one: int, game: Any, small: Small) -> Sequence[Any]:
    """Return sums of rewards of which each is 0 or this one."""
    return [0, one, 2 * one, Fraction(one, 2), INFINITY, Bracket(0, one), Bracket(one, 2 * one), Bracket(0, INFINITY)]


def pieces(scale: int) -> Callable[[Fields], Any]:
    return lambda rows: certificates.EnergyBounds(scale, rows["bound"])


def _scopes() -> Iterator[Scope]:
    c = certificates
    reach = ("reachability.checker", "RankClaim", "CONDITIONS")
    rank = {"rank": around(-1, 1)}
    for name, player in (("reach", 0), ("safe", 1)):
        make = gg.Reach if player == 0 else gg.Safe
        yield Scope(
            f"attractor-ranks {name}",
            lambda small, k, make=make: make(marks(small, k) == 1),  # type: ignore[misc]
            partial(lambda player, rows: c.AttractorRanks(player, rows["rank"].astype(np.int32)), player),
            rank,
            partial(by_definition, of_reach, False),
            reach,
            marks=(0, 1),
            degree=(0, 2),
        )
    last = ("lastmove.checker", "RemotenessClaim", "CONDITIONS")
    for name, impartial in product(("normal", "misere"), (False, True)):
        yield Scope(
            f"remoteness {'impartial ' * impartial}{name}",
            partial(_last_move, name),
            arrays(c.Remoteness, remoteness=np.int32),
            {"remoteness": around(-1, 1)},
            partial(by_definition, of_last_move, False),
            last,
            winners=(0, 1, 2),
            owners=(0,) if impartial else (0, 1),
            impartial=impartial,
            marks=(0, 1) if name == "normal" else (0,),
            degree=(0, 2),
        )
    labels = ("buchi.checker", "LabelsClaim", "CONDITIONS")
    pair = ("parity.checker", "PairClaim", "CONDITIONS")
    counts = ("chance.long_run.counts_checker", "CountsClaim", "CONDITIONS")
    for name, player in (("buchi", 0), ("cobuchi", 1)):
        make2 = gg.Buchi if player == 0 else gg.CoBuchi
        yield Scope(
            f"buchi-labels {name}",
            lambda small, k, make=make2: make(marks(small, k) == 1),  # type: ignore[misc]
            partial(
                lambda player, rows: c.BuchiLabels(
                    player, rows["alpha"].astype(np.int32), rows["beta"].astype(np.int32)
                ),
                player,
            ),
            {"alpha": around(-1, 1), "beta": around(-1, 1)},
            partial(by_definition, of_buchi, False),
            labels,
            marks=(0, 1),
            reads={
                "moves_stand_where_needed": ("winner moves", ""),
                "moves_are_edges": ("moves", ""),
                "alpha_stops_at_the_border": ("winner alpha", ""),
                "alpha_is_zero_at_marked": ("winner alpha", ""),
                "beta_is_infinite_where_marks_are_forced": ("winner beta", ""),
                "loser_stays_inside": ("winner", "winner"),
                "winner_stays_inside": ("winner moves", "winner"),
                "no_marked_loop": ("winner moves", ""),
                "alpha_falls_elsewhere": ("winner moves alpha", "winner alpha"),
                "beta_falls_at_marked": ("winner moves beta", "winner beta"),
            },
        )
    yield Scope(
        "strategy-pair",
        lambda small, k: gg.Parity(marks(small, k)),
        lambda rows: c.StrategyPair(),
        {},
        partial(by_definition, of_parity, False),
        pair,
        marks=(0, 1, 2, 3),
        degree=(1, 2),
        local=False,  # a cycle is one of all its vertices
    )
    yield Scope(
        "priority-counts",
        lambda small, k: gg.Parity(marks(small, k)),
        lambda rows: c.PriorityCounts((0, 1, 2), rows_of("count", rows, np.int64)),
        {f"count{level}": lambda game: (0, 1, 2) for level in range(3)},
        partial(by_definition, of_almost_sure, False),
        counts,
        winners=(0, 1, 2),
        owners=(0, 1, CHANCE),
        marks=(0, 1, 2),
        entries=lambda proof: {
            f"count{k}": row for k, row in zip(getattr(proof, "level", ()), getattr(proof, "count", ()), strict=True)
        },
    )
    yield from _conditions()
    nim = {"grundy": around(-1, 1), "counter": around(0, 1)}
    nothing: Any = lambda small, k: None  # noqa: E731
    yield Scope(
        "grundy-values", nothing, arrays(c.GrundyValues, grundy=np.int32, depth=np.int32),
        {"grundy": around(0, 1), "depth": around(0, 2)}, of_nimbers, winners=(), owners=(0,), impartial=True,
        degree=(0, 3),
    )  # fmt: skip
    yield Scope(
        "loopy-values", nothing, arrays(c.LoopyValues, grundy=np.int32, counter=np.int32), nim, of_nimbers,
        winners=(), owners=(0,), impartial=True, degree=(0, 3),
        local=False,  # a condition looks two moves ahead
    )  # fmt: skip
    yield from _weighted()
    yield from _chance()


def _conditions() -> Iterator[Scope]:
    c, few = certificates, around(-1, 0)
    for name, make, ranks, steps in (
        ("gr1 with two guarantees", lambda one, two: gg.GR1([one], [two, one ^ two]), 2, 1),
        ("gr1 with two assumptions", lambda one, two: gg.GR1([two, one ^ two], [one]), 1, 2),
        ("generalized-buchi", lambda one, two: gg.GeneralizedBuchi([one, two]), 2, 1),
        ("generalized-cobuchi", lambda one, two: gg.GeneralizedCoBuchi([one, two]), 1, 2),
        ("gr1", lambda one, two: gg.GR1([one], [two]), 1, 1),
    ):
        yield Scope(
            f"goal-ranks {name}",
            partial(lambda make, small, k: make(marks(small, k) & 1 > 0, marks(small, k) & 2 > 0), make),
            lambda rows: c.GoalRanks(
                *(
                    np.array(rows_of(one, rows, np.int32)) if one != "level" else rows["level"].astype(np.int32)
                    for one in ("rank", "level", "steps")
                )
            ),
            {f"rank{j}": few for j in range(ranks)}
            | {"level": few}
            | {f"steps{j}": around(-1, 0) for j in range(steps)}
            | {f"moves{k}": lambda game: range(-1, game.arena.n) for k in range(ranks * steps)},
            of_condition,
            ("omega.checker", "RanksClaim", "RANKS"),
            marks=(0, 1, 2, 3),
            reads={
                "ranks_stand_where_needed": ("winner rank? level steps?", ""),
                "moves_stand_where_needed": ("winner moves?", ""),
                "moves_are_edges": ("winner moves?", ""),
                "loser_stays_inside": ("winner", "winner"),
                "winner_stays_inside": ("winner moves?", "winner"),
                "rank_falls": ("winner moves? rank?", "winner rank?"),
                "level_falls": ("winner moves? level", "winner level"),
                "steps_fall": ("winner moves? level steps?", "winner level steps?"),
            },
            entries=lambda proof: (
                {
                    f"{name}{k}": row
                    for name in ("rank", "steps")
                    for k, row in enumerate(getattr(proof, name, np.empty((0, 0))).tolist())
                }
                | {"level": getattr(proof, "level", ())}
            ),
        )
    formula = "Inf(0) & Fin(1) | Fin(0) & Inf(1)"
    two = in_states("update", 1, lambda game: range(len(game.objective.leaves.after)))
    two |= in_states("moves", 1, lambda game: range(-1, game.arena.n))
    moving = {
        "moves_stand_where_needed": ("winner moves?", ""),
        "moves_are_edges": ("winner moves?", ""),
        "loser_stays_inside": ("winner", "winner"),
        "winner_stays_inside": ("winner moves?", "winner"),
    }
    for name, pairs, condition in (
        ("streett", 1, lambda one, two: gg.Streett([(one, two)])),
        ("streett with two pairs", 2, lambda one, two: gg.Streett([(one, two), (two, one)])),
        ("rabin", 1, lambda one, two: gg.Rabin([(one, two)])),
        ("rabin with two pairs", 2, lambda one, two: gg.Rabin([(one, two), (two, one)])),
        ("emerson-lei", 2, lambda one, two: gg.EmersonLei([one, two], formula)),
        ("emerson-lei with fin alone", 2, lambda one, two: gg.EmersonLei([one, two], "Fin(0) | Inf(0) & Fin(1)")),
    ):
        game: Any = partial(lambda make, small, k: make(marks(small, k) & 1 > 0, marks(small, k) & 2 > 0), condition)
        yield Scope(
            f"rabin-measures {name}",
            game,
            lambda rows: c.RabinMeasures(
                *(np.array(rows_of(one, rows, np.int64)) for one in ("update", "measure", "rank"))
            ),
            two | {f"measure{d}": around(-1, pairs - 1) for d in range(2)} | in_states("rank", pairs, few),
            of_condition,
            ("omega.measures_checker", "MeasuresClaim", "CONDITIONS"),
            marks=(0, 1, 2, 3),
            entries=lambda proof: {
                f"{one}{k}": row
                for one in ("update", "measure", "rank")
                for k, row in enumerate(getattr(proof, one, np.empty((0, 0))).tolist())
            },
            own=("moves*", "update*"),
            reads=moving
            | {
                "numbers_stand_where_needed": ("winner measure? rank?", ""),
                "measure_falls": ("winner moves? measure?", "measure?"),
                "rank_falls": ("winner moves? update? rank?", "rank?"),
            },
        )
        yield Scope(
            f"remembered-moves {name}",
            game,
            lambda rows: c.RememberedMoves(np.array(rows_of("update", rows, np.int64))),
            two,
            of_condition,
            ("omega.checker", "MovesClaim", "MOVES"),
            marks=(0, 1, 2, 3),
            entries=lambda proof: {f"update{q}": row for q, row in enumerate(getattr(proof, "update", ()))},
            own=("moves*", "update*"),
            reads=moving,
            wholly=("no_loop_for_the_loser",),
        )

    fair: list[tuple[str, Any, tuple[int, ...]]] = [
        ("reach", gg.FairReach, (0, 1)),
        ("safe", gg.FairSafe, (0, 1)),
        ("buchi", gg.FairBuchi, (0, 1)),
        ("cobuchi", gg.FairCoBuchi, (0, 1)),
        ("parity", gg.FairParity, (0, 1, 2)),
    ]
    for name, kind, marked in fair:
        yield Scope(
            f"fair-moves {name}",
            partial(_fair, kind),
            lambda rows: c.FairMoves(_in_turn(rows)),
            {"turns": lambda game: range(4)},
            of_fair_edges,
            ("fair.checker", "FairClaim", "CONDITIONS"),
            marks=marked,
            weights=(0, 1),  # of the fair edges it is 1
            degree=(0 if name in ("reach", "safe") else 1, 2),
            entries=lambda proof: {},
            own=("moves", "turns"),
            reads={
                "moves_stand_where_needed": ("winner moves", ""),
                "moves_are_edges": ("moves turns", ""),
                "loser_stays_inside": ("winner", "winner"),
                "turns_are_fair": ("winner moves turns", "winner"),
                "winner_stays_inside": ("winner moves turns", "winner"),
            },
            wholly=("winner_is_fair", "no_round_for_the_loser"),
        )


def _fair(kind: Any, small: Small, copies: int) -> Any:
    given = marks(small, copies)
    return kind(given if kind is gg.FairParity else given == 1, fair=np.array(weights(small, copies)) == 1)


def _in_turn(rows: Fields) -> NDArray[np.int8]:
    """Return which edges are taken in turn: by a number for each vertex the one of the move, and the others."""
    bits = rows["turns"].astype(np.int8)[rows["tails"]]
    moved = rows["moves"].astype(np.int64)[rows["tails"]] == rows["heads"]
    return np.where(moved, bits & 1, bits >> 1).astype(np.int8)


def in_states(name: str, each: int, entries: Callable[[Any], Sequence[int]]) -> dict[str, Any]:
    """Return rows of entries, so many for each of two states of the memory, of which the game may need one alone."""

    def row(k: int) -> Callable[[Any], Sequence[int]]:
        return lambda game: entries(game) if k // each < len(game.objective.leaves.after) else ()

    return {f"{name}{k}": row(k) for k in range(2 * each)}


def _last_move(name: str, small: Small, copies: int) -> Any:
    if name == "misere":
        return gg.MiserePlay()
    ended = [bool(mark) and not out for _, mark, out in small]
    return gg.NormalPlay(np.tile(ended, copies)) if any(ended) else gg.NormalPlay()


PAYOFF = {"winner_has_the_threshold": ("winner value", ""), "moves_are_edges": ("moves", "")}
CREDIT = {
    "winner_has_a_credit": ("winner value", ""),
    "moves_are_edges": ("moves", ""),
    "credits_suffice": ("value moves", "value"),
}
BOUNDED = CREDIT | {
    "credits_are_least": ("value bound", ""),
    "bounds_rise": ("value moves bound", "value bound"),
}
LAYERED = CREDIT | {
    "layers_prove_the_credits": ("value layer bound?", ""),
    "bounds_rise_in_layers": ("moves layer bound?", "layer bound?"),
}


def _weighted() -> Iterator[Scope]:
    c, weighted = certificates, "weighted.checker"
    for dead_ends, cap in product(("stay", "lose"), (None, 0, 1, 2)):
        name = f"{dead_ends}{'' if cap is None else f' cap {cap}'}"
        energy: Any = partial(lambda d, p, small, k: gg.Energy(weights(small, k), dead_ends=d, cap=p), dead_ends, cap)
        if cap is None:
            for scale in (1, 2, 3):
                yield Scope(
                    f"energy-bounds {name} scale {scale}", energy, pieces(scale), {"bound": potentials}, of_weights,
                    (weighted, "EnergyClaim", "ENERGY"), credits, weights=(-2, -1, 0, 1), degree=(0, 2), own=SHOWN,
                    reads=BOUNDED,
                )  # fmt: skip
            continue
        for layers in (1, 2):
            many = {f"bound{k}": potentials for k in range(layers)}
            yield Scope(
                f"energy-layers {name} layers {layers}", energy,
                lambda rows: c.EnergyLayers(2, rows["layer"].astype(np.int64), rows_of("bound", rows, object)),
                {"layer": partial(lambda layers, game: range(layers), layers), **many}, of_weights,
                (weighted, "LayersClaim", "LAYERS"), credits, weights=(-2, -1, 0, 1), degree=(0, 2), own=SHOWN,
                reads=LAYERED, entries=lambda proof: {},
            )  # fmt: skip
    yield from _payoffs()
    for layers, cap in product((1, 2), (2**62, 2**63 - 1, 2**63)):
        many = {f"bound{k}": potentials for k in range(layers)}
        yield Scope(
            f"energy-layers at the ends of 64 bits cap {cap} layers {layers}",
            partial(lambda p, small, k: gg.Energy(weights(small, k), cap=p), cap),
            lambda rows: c.EnergyLayers(2, rows["layer"].astype(np.int64), rows_of("bound", rows, object)),
            {"layer": partial(lambda layers, game: range(layers), layers), **many}, of_weights,
            (weighted, "LayersClaim", "LAYERS"), credits, weights=(-(2**63), 2**62, 0), degree=(0, 2), own=SHOWN,
            reads=LAYERED, entries=lambda proof: {},
        )  # fmt: skip
    for dead_ends, cap in product(("stay", "lose"), (0, 1, 2)):
        lifted: Any = partial(lambda d, p, small, k: gg.Energy(weights(small, k), dead_ends=d, cap=p), dead_ends, cap)
        steps: Any = partial(lambda p, game: (0, 1, 2, p, p + 1, INFINITY), cap)
        yield Scope(
            f"energy-lifts {dead_ends} cap {cap}", lifted, _lifts, {f"lift{k}": steps for k in range(3)}, of_weights,
            (weighted, "LiftedClaim", "LIFTED"), credits, weights=(-2, -1, 0, 1), degree=(0, 2), own=SHOWN,
            entries=lambda proof: {}, local=False, list_of=("lift", ("lifts_follow",), ("lifts_reach_the_credits",)),
        )  # fmt: skip


def _lifts(rows: Fields) -> Any:
    """Return the certificate whose steps go round the vertices, once for each row; 0 is no step."""
    several = [(v, one) for row in rows_of("lift", rows, object) for v, one in enumerate(row.tolist()) if one != 0]
    return certificates.EnergyLifts(tuple(v for v, _ in several), tuple(one for _, one in several))


def _payoffs() -> Iterator[Scope]:
    """Mean and total payoff: with dead ends, with thresholds, and with weights at the ends of 64 bits."""
    few: Any = lambda game: (0, 1, potentials(game)[-3], potentials(game)[-2])  # noqa: E731
    c, settings = certificates, list[dict[str, Any]]([{"dead_ends": "stay"}, {"dead_ends": "lose"}])
    settings += [{"threshold": Fraction(1, 2)}, {"threshold": -1}]
    far: list[dict[str, Any]] = [{}, {"threshold": 2**63}, {"threshold": -(2**63)}]
    for how, edges in [*((one, (-2, -1, 0, 1)) for one in settings), *((one, ENDS) for one in far)]:
        name = " ".join(map(str, how.values())) + " at the ends of 64 bits" * (edges == ENDS)
        mean: Any = partial(lambda how, small, k: gg.MeanPayoff(weights(small, k), **how), how)
        total: Any = partial(lambda how, small, k: gg.TotalPayoff(weights(small, k), **how), how)
        yield Scope(
            f"mean-potentials {name}", mean, arrays(c.MeanPotentials, low=object, high=object),
            {"low": few, "high": few}, of_weights, ("weighted.checker", "MeanClaim", "MEAN"), payoffs,
            weights=edges, degree=(0, 2), own=SHOWN, reads=PAYOFF | {
                "who_is_stuck_has_lost": ("value", ""),
                "values_never_fall": ("value moves low", "value low"),
                "values_never_rise": ("value moves high", "value high"),
            },
        )  # fmt: skip
        yield Scope(
            f"total-ranks {name}", total,
            lambda rows: c.TotalRanks(2, rows["bound"], rows["alpha"], rows["beta"]),
            {"bound": few, "alpha": lambda game: (0, 1), "beta": lambda game: (0, 1)}, of_weights,
            ("weighted.total_checker", "TotalClaim", "TOTAL"), payoffs, weights=edges, degree=(0, 2), own=SHOWN,
            reads=PAYOFF | {
                "sums_do_not_fall": ("value moves bound alpha", "value bound alpha"),
                "sums_do_not_rise": ("value moves bound beta", "value bound beta"),
            },
            entries=lambda proof: {"bound": proof.bound, "alpha": proof.alpha, "beta": proof.beta},
        )  # fmt: skip
    large: Any = lambda small, k: gg.Energy(weights(small, k))  # noqa: E731
    yield Scope(
        "energy-bounds at the ends of 64 bits", large, pieces(2), {"bound": potentials}, of_weights,
        ("weighted.checker", "EnergyClaim", "ENERGY"), credits, weights=ENDS, degree=(0, 2), own=SHOWN, reads=BOUNDED,
    )  # fmt: skip


def _rewards(unreached: str, small: Small, copies: int) -> Any:
    return gg.ExpectedReward(marks(small, copies) == 1, weights(small, copies), unreached=unreached)


DISCOUNTED = {
    "players_have_moves": ("moves", ""),
    "winner_has_the_threshold": ("winner value", ""),
    "no_step_is_worth_more": ("value moves", "value"),
    "no_step_is_worth_less": ("value moves", "value"),
}


def _chance() -> Iterator[Scope]:
    c, anyone = certificates, (0, 1, CHANCE)
    sums = (0, 1, -1, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 3), 2)
    yield Scope(
        "gain-bias", lambda small, k: gg.MeanPayoff(weights(small, k)), arrays(c.GainBias, bias=object),
        {"bias": lambda game: (0, 1, -1, Fraction(1, 2), 2)}, partial(by_definition, of_payoff, True),
        ("chance.long_run.gain_checker", "GainClaim", "CONDITIONS"), lambda game, small: sums,
        owners=anyone, weights=(-1, 0, 1), shares=(1, 2), own=SHOWN,
    )  # fmt: skip
    by_edge = {-1: 0, 0: Fraction(1, 3), 1: Fraction(9, 10)}
    for discount in ("1/2", "9/10", "0", "of each edge"):
        how: Any = partial(lambda d, small, k: gg.Discounted(weights(small, k), discount=d), discount)
        if discount == "of each edge":
            how = lambda small, k: gg.Discounted(weights(small, k), discount=[by_edge[x] for x in weights(small, k)])  # noqa: E731
        yield Scope(
            f"bellman-equations {discount}", how,
            lambda rows: c.BellmanEquations(), {}, partial(by_definition, of_payoff, True),
            ("weighted.checker", "DiscountedClaim", "DISCOUNTED"), lambda game, small: (*sums, 10, -10, -2),
            owners=anyone, weights=(-1, 0, 1), shares=(1, 2), own=SHOWN, reads=DISCOUNTED,
        )  # fmt: skip
    ends_of_sums: Any = lambda game, small: (0, 1, 2**63 - 1, -(2**63), Fraction(-1, 2), 2**64 - 2, -(2**64))  # noqa: E731
    yield Scope(
        "gain-bias at the ends of 64 bits", lambda small, k: gg.MeanPayoff(weights(small, k)),
        arrays(c.GainBias, bias=object), {"bias": lambda game: (0, 1, 2**63, -(2**63), Fraction(1, 2))},
        partial(by_definition, of_payoff, True), ("chance.long_run.gain_checker", "GainClaim", "CONDITIONS"),
        ends_of_sums, owners=anyone, weights=ENDS, shares=(1, 2), own=SHOWN,
    )  # fmt: skip
    yield Scope(
        "winning-chances", lambda small, k: gg.ParityProbability(marks(small, k)),
        lambda rows: c.WinningChances((0, 1, 2), rows_of("count", rows, np.int64), rows["rank"].astype(np.int64)),
        {f"count{level}": lambda game: (0, 1) for level in range(3)} | {"rank": lambda game: (0, 1, 2)}, of_chances,
        ("chance.long_run.chances_checker", "ChancesClaim", "CONDITIONS"), partial(probability_values, Fraction(1, 3)),
        winners=(0, 1, 2), owners=(0, CHANCE), marks=(0, 1, 2), shares=(1, 2),
        reads={"winners_are_certain": ("winner value", "")},
        entries=lambda proof: {
            f"count{k}": row for k, row in zip(getattr(proof, "level", ()), getattr(proof, "count", ()), strict=True)
        } | {"rank": proof.rank},
    )  # fmt: skip
    for discount in ("1/2", f"{2**63 - 1}/{2**63}"):
        yield Scope(
            f"bellman-equations {discount} at the ends of 64 bits",
            partial(lambda d, small, k: gg.Discounted(weights(small, k), discount=d), discount),
            lambda rows: c.BellmanEquations(), {}, partial(by_definition, of_payoff, True),
            ("weighted.checker", "DiscountedClaim", "DISCOUNTED"),
            lambda game, small: (*ends_of_sums(game, small), 2**63 * (2**63 - 1), -(2**126)),
            owners=anyone, weights=ENDS, shares=(1, 2), own=SHOWN, reads=DISCOUNTED,
        )  # fmt: skip
    for name, reach, shares in (
        ("", gg.ReachProbability, (1, 2)),
        (" avoid", gg.AvoidProbability, (1, 2)),
        (" at the ends of 64 bits", gg.ReachProbability, (1, 2**62)),
    ):
        yield Scope(
            f"reaching-ranks{name}", partial(lambda reach, small, k: reach(marks(small, k) == 1), reach),
            arrays(c.ReachingRanks, rank=np.int64), {"rank": lambda game: (0, 1, 2)}, of_reaching,
            ("chance.reaching.checker", "ReachingClaim", "CONDITIONS"),
            partial(probability_values, Fraction(1, shares[1] + 1)), winners=(0, 1, 2),
            owners=anyone, marks=(0, 1), shares=shares, degree=(0, 2), own=SHOWN,
            reads={
                "players_have_moves": ("moves", ""),
                "winners_are_certain": ("winner value", ""),
                "ends_are_right": ("value", ""),
                "high_is_enough": ("value moves", "value"),
                "low_is_kept": ("value moves rank", "value rank"),
            },
        )  # fmt: skip
    for unreached, some, more in (
        ("inf", (0, 1), ""), ("continue", (0, 1), ""), ("inf", (0, 2**63 - 1), " at the ends of 64 bits"),
    ):  # fmt: skip
        yield Scope(
            f"reward-ranks {unreached}{more}",
            partial(_rewards, unreached),
            arrays(c.RewardRanks, rank=np.int64, step=np.int64),
            {"rank": lambda game: (0, 1, 2), "step": lambda game: (0, 1, 2)}, of_rewards,
            ("chance.rewards.checker", "RewardClaim", "CONDITIONS"), partial(reward_values, some[1]),
            owners=anyone, marks=(0, 1), weights=some, degree=(0, 2), own=SHOWN,
            reads={
                "players_have_moves": ("moves", ""),
                "winners_are_right": ("winner value", ""),
                "ends_are_right": ("value", ""),
                "high_is_enough": ("value moves rank", "value rank"),
                "low_is_kept": ("value moves rank", "value rank"),
                "infinite_values_are_right": ("value moves rank step", "value rank step"),
            },
        )  # fmt: skip
    layer: dict[str, Any] = {
        "value0": _worth,
        "value1": _worth,
        "slope": _worth,
        "moves1": lambda game: range(-1, game.arena.n),
    }
    layer |= {name: lambda game: (0, 1, 2) for name in ("rank", "step", "rank0", "rank1")}
    counted = Scope(
        "reward-layers", partial(_rewards, "zero"), _layers, {**layer, "reach_rank": lambda game: (-1, 0, 1, 2)},
        of_counted,
        ("chance.rewards.layer_checker", "LayerClaim", "CONDITIONS"), partial(reward_values, 1),
        owners=anyone, marks=(0, 1), weights=(0, 1), degree=(0, 2), own=SHOWN, entries=_of_layers,
        reads={
            "winners_are_right": ("winner value", ""),
            "players_have_moves": ("moves", ""),
            "values_are_of_the_first_layer": ("value value0", ""),  # its moves are those that are shown
            "ends_are_right": ("value value0 value1 slope", ""),
            "low_is_kept": ("value value0 value1 slope", "value value0 value1 slope"),
            "moves_are_edges": ("value moves moves1", ""),
            "high_is_enough": ("value value0 value1 slope moves moves1", "value value0 value1 slope"),
            "reach_ranks_are_right": ("value slope reach_rank", "reach_rank"),
            "infinite_values_are_right": ("value moves rank step", "value rank step"),
            "layer_ranks_fall": (
                "value value0 value1 slope moves moves1 rank0 rank1", "value value0 value1 slope rank0 rank1"
            ),
        },
    )  # fmt: skip
    yield counted
    yield replace(counted, kind="reward-layers with brackets")
    for steps in (0, 1, 2):
        few: dict[str, Any] = {f"value{k}": lambda game: (0, 1, Fraction(1, 2)) for k in range(steps + 1)}
        few |= {f"moves{k}": lambda game: range(-1, game.arena.n) for k in range(steps + 1)}
        yield Scope(
            f"steps {steps}",
            partial(lambda s, small, k: gg.BoundedReachProbability(marks(small, k) == 1, steps=s), steps),
            lambda rows: c.StepValues(rows_of("value", rows, object)),
            few, of_steps, ("chance.bounded.checker", "StepClaim", "CONDITIONS"),
            lambda game, small: (0, 1, Fraction(1, 2), Fraction(3, 4)), winners=(0, 1, 2), owners=anyone,
            marks=(0, 1), degree=(0, 2), own=(*SHOWN, "value", f"value{steps}"),
            reads={
                "ends_are_right": ("value? moves?", ""),
                "the_last_values_are_claimed": (f"winner value value{steps}", ""),
                "steps_are_the_best": ("value? moves?", " ".join(f"value{k}" for k in range(steps))),
            },
            entries=lambda proof: {f"value{k}": row for k, row in enumerate(proof.values)},
        )  # fmt: skip


def _worth(game: Any) -> Sequence[Any]:
    return (0, 1, 2, Fraction(1, 2), Fraction(3, 2), Bracket(0, 1), Bracket(1, 2))


def _layers(rows: Fields) -> Any:
    """Return the certificate with two layers, the first of which has the moves that are shown."""
    layers = tuple(
        Layer(
            rows[f"value{k}"], rows["moves" if k == 0 else "moves1"].astype(np.int32), rows[f"rank{k}"].astype(np.int64)
        )
        for k in (0, 1)
    )
    rank, step, reach_rank = (rows[name].astype(np.int64) for name in ("rank", "step", "reach_rank"))
    return certificates.RewardLayers(rank, step, reach_rank, rows["slope"], layers)


def _of_layers(proof: Any) -> Mapping[str, Sequence[Any]]:
    """Return the rows of a certificate of a solver, which may have more layers, or none."""
    layers: Any = getattr(proof, "layers", ())
    if len(layers) < 2:
        return {}
    rows = {f"{name}{k}": getattr(layers[k], name) for k in (0, 1) for name in ("value", "rank")}
    names = ("rank", "step", "reach_rank", "slope")
    return rows | {name: getattr(proof, name) for name in names} | {"moves1": layers[1].moves}


SCOPES = {scope.kind: scope for scope in _scopes()}
