"""Small scope for problems that are not games on arenas: all claims over a small grid about small problems.

As in `tests.scope`, but each claim goes to the checker by itself, and to the reference checker as well where it is
believed. A kind has small problems, for each a grid of entries, and a judge that knows the definition and no
certificate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, permutations, product
from typing import Any

import numpy as np

import graphgames as gg
from graphgames import certificates
from graphgames.core.report import Failure
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.games.geography.problem import Geography
from graphgames.games.grid.solution import GridSolution
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.heaps.solution import HeapSolution
from graphgames.games.races.solution import RaceSolution
from tests import naive, scope_inputs, scope_models, scope_rules, scope_sums, scope_trees
from tests.games.geography.test_checker import forest, kernels, matching, ranks
from tests.games.heaps.test_heaps import definition
from tests.games.races.test_race import every_dag, make
from tests.scope_listing import Listing, attack, decide

__all__ = ["KINDS", "Listing", "attack", "decide"]


def array(entries: Sequence[int], dtype: Any = np.int64) -> Any:
    return np.array(entries, dtype)


# Races.


def races() -> Iterator[Listing]:
    """Races of one token with three vertices, of two tokens with two: all graphs, a few schedules."""
    one = [((0, 0),), ((0, 0), (1, 0)), ((1, 0), (1, 0), (0, 0))]
    for graph, schedule, want, start in product(every_dag(3), one, (0, 1), (0, 1)):
        yield race(make(graph, [start], schedule, (want,)))
    for graph, wants in product(every_dag(2), product((0, 1), repeat=2)):
        yield race(make(graph, [0, 0], ((0, 0), (1, 1), (0, 1)), wants))


def race(problem: gg.Race) -> Listing:
    shape = [(len(turns), problem.arena.n) for turns in problem.turns]
    rows = [problem.arena.successors_of(v).tolist() for v in range(problem.arena.n)]

    def made(entries: list[int]) -> RaceSolution:
        tables, rest = [], entries
        for turns, n in shape:
            tables.append(array(rest[: turns * n], np.int32).reshape(turns, n))
            rest = rest[turns * n :]
        return RaceSolution(problem, certificates.RaceDistances(tuple(tables)))

    def holds(solution: RaceSolution) -> bool:
        return solution.winner_of() == naive.race(rows, problem.goal, problem.start, problem)

    places = [(token, turn, v) for token, (turns, n) in enumerate(shape) for turn, v in product(range(turns), range(n))]

    def speaks(entries: list[int], fault: Failure) -> Iterable[int] | None:
        """A number speaks of those ahead at the next turn."""
        said = re.search(r", (token \d) is claimed .* at its turn (\d)", fault.message)
        if said is None or fault.vertex is None:
            return None
        token, turn = problem.tokens.index(said[1]), int(said[2]) - 1
        after = (turn + 1) % shape[token][0]
        return map(places.index, [(token, turn, fault.vertex), *((token, after, w) for w in rows[fault.vertex])])

    return Listing(problem, [range(-1, problem.arena.n + 1)] * len(places), made, holds, speaks=speaks)


# Heaps.


def heaps() -> Iterator[Listing]:
    """Heap games by codes with up to three digits: values of the heaps up to 3, and periods."""
    for code in (
        "0.1",
        "0.2",
        "0.3",
        "0.4",
        "0.7",
        "0.07",
        "0.33",
        "0.77",
        "4.",
        "4.1",
        "0.3...",
        "0.8",
        "0.137",
        "0.F",
    ):
        yield heap(code, 3, (None,))
        yield heap(code, 5, periods(2))


def periods(most: int) -> list[Any]:
    spans = product(range(most + 1), range(1, most + 1), (0, 1), range(8), (True, False))
    return [None, *(certificates.HeapPeriod(*span) for span in spans)]


def heap(code: str, largest: int, spans: Sequence[Any]) -> Listing:
    problem = HeapProblem(gg.HeapGame.from_code(code), largest)
    true = definition(problem.game, 40)
    several = range(5) if len(spans) == 1 else (0, 1)

    def made(entries: list[Any]) -> HeapSolution:
        period, mask, *values = entries
        given = array(values, np.int32)
        return HeapSolution(problem, given, "by hand", certificates.HeapValues(given, mask, period, problem.game.code))

    def holds(solution: HeapSolution) -> bool:
        period = solution.certificate.period
        if solution.values.tolist() != true[: largest + 1]:
            return False
        return period is None or all(true[n] == true[period.index(n)[0]] for n in range(len(true)))

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """The value of a heap speaks of those of smaller heaps, but for how they go on."""
        if fault.vertex is None or "one period before" in fault.message:
            return None
        return range(3 + fault.vertex)

    masks = (0, 1, 2, 3, 7) if len(spans) == 1 else (0,)
    return Listing(problem, [spans, masks, *[several] * (largest + 1)], made, holds, speaks=speaks)


# Grids.


def grids() -> Iterator[Listing]:
    """Grids with up to two impassable cells, one of two that differ in rows and columns: up to three segments."""
    cells = [(x, y) for x in range(3) for y in range(3)]
    for blocked in [blocked for count in range(3) for blocked in combinations(cells, count)]:
        if [*blocked] <= sorted((y, x) for x, y in blocked):
            yield from (grid(blocked, segments) for segments in (1, 2, 3))


def grid(blocked: Sequence[tuple[int, int]], segments: int) -> Listing:
    problem, size = gg.BlockedGrid(list(blocked)), 12
    losing = naive.grid_losing(set(blocked), size, size)

    def made(entries: list[int]) -> GridSolution:
        x, y, length = (array(entries[k::3]) for k in range(3))
        return GridSolution(problem, certificates.LosingSegments(x, y, length))

    def holds(solution: GridSolution) -> bool:
        cells = [(x, y) for x in range(size) for y in range(size)]
        return all(solution.certificate.holds(cell) == (cell in losing) for cell in cells if cell not in blocked)

    def speaks(entries: list[int], fault: Failure) -> Iterable[int] | None:
        """Of segments that are named by where they begin; what is said of other cells speaks of all segments."""
        lengths = [*range(2, 3 * segments, 3)]
        if fault.message.startswith("only the last"):
            return [next(k for k in lengths if (entries[k] == 0) != (k == lengths[-1]))]
        if said := re.match(r"length\[(\d)\] is", fault.message):
            return [lengths[int(said[1])]]
        if not fault.message.startswith(("a segment begins", "the segment", "the losing cell")):
            return None
        named = [*map(eval, re.findall(r"\(-?\d, -?\d\)", fault.message))]
        found = [k for k in range(segments) if (entries[3 * k], entries[3 * k + 1]) in named]
        return [3 * k + row for k in found for row in range(3)] if len(found) == len(named) else None

    choices: list[Sequence[Any]] = [range(-1, 4)] * (3 * segments - 1)
    return Listing(problem, [*choices, (0, 1)], made, holds, speaks=speaks)


# Geography.


def geographies() -> Iterator[Listing]:
    """Graphs up to isomorphism, with up to three vertices and three edges, loops and parallel edges.

    Each theorem stands on each of the games.
    """
    for kind, n in product(GEOGRAPHY, (1, 2, 3)):
        seen: set[tuple[tuple[int, ...], ...]] = set()
        pairs = (
            [*product(range(n), repeat=2)]
            if not kind.startswith("u")
            else [(u, w) for u in range(n) for w in range(u + 1)]
        )
        for edges in chain.from_iterable(combinations(pairs * 2, count) for count in range(4)):
            fits = "vertex" not in kind or (len(set(edges)) == len(edges) and all(u != w for u, w in edges))
            if fits and (least := renumbered(edges, n, directed=not kind.startswith("u"))) not in seen:
                seen.add(least)
                yield from geography(kind, n, edges)


def renumbered(edges: Sequence[tuple[int, ...]], n: int, directed: bool) -> tuple[tuple[int, ...], ...]:
    """Return the least of the graphs that differ in the numbers of their vertices alone."""
    orders = ([tuple(p[v] for v in edge) for edge in edges] for p in permutations(range(n)))
    return min(tuple(sorted(order if directed else (tuple(sorted(edge)) for edge in order))) for order in orders)


def geography(kind: str, n: int, edges: Sequence[tuple[int, ...]]) -> Iterator[Listing]:
    problem = Geography(kind, [gg.Arena.from_edges([(u, w) for u, w in edges], n=n)])
    start = cache(lambda: gg.solve(problem))  # asked for when a claim is made
    true = cache(lambda: naive.geography(n, [(u, w) for u, w in edges], kind.startswith("u"), "vertex" in kind))
    winner = [(0, 1, 3)] * n

    def claim(entries: list[Any], *parts: Any) -> Any:
        proof = certificates.GeographyProof((parts,))
        return replace(start(), winner=(array(entries[:n], np.uint8),), theorem=(("",) * n,), proof=proof)

    def ranked(entries: list[Any]) -> Any:
        among = [v for v in range(n) if entries[n + v] is not None]
        return claim(entries, ranks(array(among), array([entries[n + v] for v in among])))

    def matched(entries: list[Any]) -> Any:
        mate, barrier = entries[n : 2 * n], [v for v in range(n) if entries[2 * n + v]]
        return claim(entries, matching(mate, barrier, [row for row in entries[3 * n :] if row], n))

    def forested(entries: list[Any]) -> Any:
        return claim(entries, forest(range(n), np.array(entries[n:], bool).reshape(2, len(edges))))

    def even(entries: list[Any]) -> Any:
        return claim(entries, kernels(range(n), *entries[n:]))

    def holds(solution: Any) -> bool:
        return all(code in (3, right) for code, right in zip(solution.winner[0].tolist(), true(), strict=True))

    mates, barrier, steps, sets = range(n, 2 * n), range(2 * n, 3 * n), range(3 * n, 3 * n + 2), range(n, 2 * n)
    values = range(n, n + 2 * len(edges))

    def speaks_of_ranks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """A rank speaks of those where a move leads; that a theorem is one of another game, of no entry."""
        v = fault.vertex
        if v is None:
            return [] if "proves nothing" in fault.message else None
        moves = fault.message.startswith(("it is called N", "it is called P"))
        of = {v, *(w for u, w in edges if u == v and moves)}
        return [k for w in of for k in (w, n + w)]

    def speaks_of_matchings(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """What is said of a winner speaks of the matching, and of the steps from it or of the barrier."""
        v, message = fault.vertex, fault.message
        if message.startswith(("its mate has", "no edge leads")):
            return mates
        if message.startswith("the barrier"):
            return [*mates, *barrier]
        if "step" in message:
            return [*mates, *steps]
        if v is None or not message.startswith("it is called"):
            return None
        return [v, *mates, *(steps if "called P" in message else barrier)]

    def speaks_of_forests(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """What is said of a winner speaks of all values of edges, as what is said of these does."""
        if fault.message.startswith(("an edge leads", "the edges do not")):
            return []
        judged = fault.vertex if fault.message.startswith("the values of its edges") else None
        return values if judged is None else [judged, *values]

    def speaks_of_kernels(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """A set stands by itself, with the winner that it proves."""
        return [] if fault.vertex is None else [fault.vertex, sets[fault.vertex]]

    if n < 3 or len(edges) > 1:
        yield Listing(problem, winner + [(None, -1, 0, 1, 2)] * n, ranked, holds, speaks=speaks_of_ranks)
    if kind == "undirected-vertex-geography":
        rows = [None, *((-1, -1, v) for v in range(n)), *product(range(2), range(n), range(-1, n))]
        choices = [*winner, *[range(-1, n)] * n, *[(0, 1)] * n, rows, rows]
        yield Listing(problem, choices, matched, holds, speaks=speaks_of_matchings)
    if kind == "undirected-edge-geography":
        bits = [(False, True)] * (2 * len(edges))
        yield Listing(problem, [*winner, *bits], forested, holds, speaks=speaks_of_forests)
        subsets = ["".join(bits) for bits in product("01", repeat=n)]
        yield Listing(problem, winner + [subsets] * n, even, holds, speaks=speaks_of_kernels)


KINDS: dict[str, Callable[[], Iterator[Listing]]] = {
    "race-distances": races,
    "heap-values": heaps,
    "losing-segments": grids,
    "geography": geographies,
    **scope_inputs.KINDS,
    **scope_rules.KINDS,
    **scope_sums.KINDS,
    **scope_trees.KINDS,
    **scope_models.KINDS,
}
