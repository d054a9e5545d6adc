"""Small scope for several races or grids in one file, and for the canonical forms of partizan games.

The listings are those of `tests.scope_problems`: small problems, all claims over a grid, and a judge that knows the
definition and no certificate.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from types import SimpleNamespace
from typing import Any

import numpy as np

import graphgames as gg
from graphgames import certificates
from graphgames.catalogue.find import concrete_game
from graphgames.core.report import Failure, Report
from graphgames.formats.fields import text
from graphgames.games.partizan.problem import PartizanProblem
from graphgames.games.partizan.solution import Partizan, drawn
from graphgames.games.races.great_game import GreatGameSolution
from graphgames.reference.check import check as reference
from tests import naive
from tests.reference.claims import game_file, solution_file
from tests.scope_listing import Listing, refused

# Several races.

GRAPHS = ["2 1", "2 2", "3 2", "3 3", "3 4"]
EDGES = {"2 1": "1 2", "2 2": "1 2 1 2", "3 2": "1 2 2 3", "3 3": "1 2 2 3 1 3", "3 4": "1 3 2 3 1 2 1 3"}


def several_races() -> Iterator[Listing]:
    """Two races: the numbers of a token of one, the moves that are shown for it, and the proofs perhaps exchanged."""
    for (one, two), free in product(combinations_with_replacement(GRAPHS, 2), range(4)):
        text = "2 " + " ".join(f"{head} 1 {min(2, int(head[0]) - 1)} {EDGES[head]}" for head in (one, two))
        yield raced(concrete_game("great-game").read(text.encode()), free)


def raced(problem: Any, free: int) -> Listing:
    right = gg.solve(problem)
    (test, token), tables = divmod(free, 2), [one.moves for one in right.certificate.races]
    n = problem.test(test).arena.n

    def made(entries: list[Any]) -> Any:
        exchanged, *numbers, goal, moves = entries
        rows = [[*numbers[: n - 1], goal], [*numbers[n - 1 :], goal]]
        parts, value = [*tables], [*right.arrival]
        parts[test] = tuple(np.array(rows, np.int32) if k == token else one for k, one in enumerate(tables[test]))
        value[free] = moves
        solution = GreatGameSolution(problem, value, right._solve)
        races = tuple(map(certificates.RaceDistances, parts[:: -1 if exchanged else 1]))
        vars(solution)["certificate"] = certificates.RacesDistances(races)
        return solution

    @cache
    def true(test: int) -> tuple[int | None, list[int]]:
        """Who wins a test, and the moves of each token, from the definition."""
        race = problem.test(test)
        after = [race.arena.successors_of(v).tolist() for v in range(race.arena.n)]

        def moves(token: int, v: int, turn: int) -> int:
            if v == race.goal:
                return 0
            movers = [player for player, moved in race.schedule if moved == token]
            best = min if movers[turn] == race.wants[token] else max
            return 1 + best(moves(token, w, (turn + 1) % len(movers)) for w in after[v])

        return naive.race(after, race.goal, race.start, race), [moves(k, s, 0) for k, s in enumerate(race.starts)]

    def holds(solution: Any) -> bool:
        won = all(solution.winners[test] == true(test)[0] for test in (0, 1))
        return won and [*solution.arrival] == true(0)[1] + true(1)[1]

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """A number speaks of those ahead at the next turn, and of which proof is whose."""
        ahead = problem.test(test).arena.successors_of(fault.vertex).tolist() if fault.vertex is not None else None
        turn = re.search(r"at its turn (\d)", fault.message)
        if "has shape" in fault.message:
            return (0,)
        if ahead is None or turn is None:
            return None
        here = int(turn[1]) - 1
        places = [(here, fault.vertex), *((1 - here, w) for w in ahead)]
        return [0, *(1 + (2 * n - 2 if v == n - 1 else at * (n - 1) + v) for at, v in places)]

    own: list[Sequence[Any]] = [range(-1, n + 1)] * (2 * (n - 1))
    return Listing(problem, [(False, True), *own, (0, 1), range(n + 1)], made, holds, speaks=speaks)


# Several grids.


def several_grids() -> Iterator[Listing]:
    """Two grids: a segment of one, who wins from the cells that are asked for, and its proof for the other."""
    cells = [(x, y) for x in (1, 2) for y in (1, 2)]
    several = [blocked for count in range(3) for blocked in combinations(cells, count)]
    for one, two in zip(several, several[5:] + several[:5], strict=True):
        parts = [f"{len(blocked)} {' '.join(f'{x} {y}' for x, y in blocked)} 2 3 3 1 3" for blocked in (one, two)]
        problem = concrete_game("gridgame").read(f"2 {' '.join(parts)}".encode())
        for free in (0, 1):
            yield gridded(problem, free)


def gridded(problem: Any, free: int) -> Listing:
    right = gg.solve(problem)
    grids = right.certificate.grids

    def made(entries: list[Any]) -> Any:
        exchanged, segment, x, y, length, *wins = entries
        several, at = [*grids], min(segment, grids[free].x.size - 1)
        rows = [grids[free].x.copy(), grids[free].y.copy(), grids[free].length.copy()]
        if segment >= 0:
            for row, number in zip(rows, (x, y, length), strict=True):
                row[at] = number
        several[free] = certificates.LosingSegments(*rows)
        solution = type(right)(problem, bytes(wins), right._solve)
        vars(solution)["certificate"] = certificates.GridsSegments(tuple(several[:: -1 if exchanged else 1]))
        return solution

    @cache
    def true() -> list[int]:
        found = []
        for test in (problem.test(0), problem.test(1)):
            losing = naive.grid_losing({(x, y) for x, y in test.grid.impassable.tolist()}, 12, 12)
            found += [int((x, y) not in losing) for x, y in test.starts.tolist()]
        return found

    def holds(solution: Any) -> bool:
        return [*solution.answers] == true()

    starts = [[*map(tuple, problem.test(k).starts.tolist())] for k in (0, 1)]

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int]:
        """All faults speak of the segments, those in an answer of it as well."""
        answer = re.fullmatch(r"the answer for \((\d+), (\d+)\) of test (\d) is wrong", fault.message)
        if answer is None:
            return range(5)
        x, y, k = map(int, answer.groups())
        return (*range(5), 5 + 2 * (k - 1) + starts[k - 1].index((x, y)))

    grid: list[Sequence[Any]] = [(False, True), range(-1, 3), range(-1, 4), range(-1, 4), (0, 1, 2)]
    return Listing(problem, [*grid, *[(0, 1)] * 4], made, holds, speaks=speaks)


# Partizan games.


def subsets(k: int) -> list[tuple[int, ...]]:
    """Return the sets of smaller positions that a player can move to."""
    return [tuple(v for v in range(k) if bits >> v & 1) for bits in range(1 << k)]


@cache
def true_heat(left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the means, temperatures and walls of forms; those of 0 where there is no such form."""
    made: list[Any] = []
    for sides in zip(left, right, strict=True):
        there = max((k for side in sides for k in side), default=-1) < len(made)
        made.append(gg.canonical_form(*([made[k] for k in side] for side in sides)) if there else gg.canonical_form(0))
    return drawn(form.thermograph for form in made)


LIES = (
    None,
    (0, 2),
    (0, Fraction(1, 4)),
    (1, 0),
    (1, Fraction(-1, 2)),
    (2, ((0, 1), (1, 0))),
    (3, ((0, -1),)),
    (3, ()),
)
"""What is said of the last form: its mean, its temperature, or a wall, by the field; None for the truth."""


def partizans() -> Iterator[Listing]:
    """Games with three positions: any forms for them, in any order, some with an option that is not there."""
    orders = [(0,), (0, 1), (0, 1, 2), (1, 0, 2), (0, 2), (2, 1, 0), (0, 0)]
    for rows in product(*([*product(subsets(v), repeat=2)] for v in range(3))):
        yield from (worth(rows, order) for order in orders)


def worth(rows: Sequence[Any], order: tuple[int, ...]) -> Listing:
    n = len(rows)
    rules = SimpleNamespace(
        left=lambda v: range(n) if v == n else rows[v][0], right=lambda v: () if v == n else rows[v][1], start=n
    )  # the start leads everywhere
    problem = PartizanProblem(rules)
    solution = Partizan(problem)
    for v in range(n):
        solution.value(v)
    file, document = game_file(problem), solution_file(solution)

    def made(entries: list[Any]) -> Any:
        sides, (lie, *forms) = entries[:6], entries[6:]
        left, right = tuple(sides[::2]), tuple(sides[1::2])
        heat = [[*row] for row in true_heat(left, right)]
        if lie:
            heat[lie[0]][-1] = lie[1]
        return certificates.CanonicalForms(left, right, order, tuple(forms), *map(tuple, heat))

    def report(proof: Any) -> Report:
        claim = Partizan(problem)
        try:
            claim.restore(proof)
        except gg.GameError as error:
            found = refused(error)
        else:
            found = gg.verify(claim)
        lie = document | {"positions": len(proof.positions), "certificate": json.loads(text(proof))}
        assert reference(file, json.dumps(lie)).ok == found.ok, (rows, lie)
        return found

    def holds(proof: Any) -> bool:
        forms = [(left, right) for left, right in zip(proof.left, proof.right, strict=True)]

        def at_least(one: tuple[Any, int], other: tuple[Any, int]) -> bool:
            """Whether a game is at least as good for Left as another (Conway): by the options of both alone."""
            (some, v), (more, w) = one, other
            return not any(at_least(other, (some, x)) for x in some[v][1]) and not any(
                at_least((more, y), one) for y in more[w][0]
            )

        def canonical(v: int) -> bool:
            left, right = forms[v]
            for x, y in product(left, left):
                if x != y and at_least((forms, y), (forms, x)):
                    return False
            for x, y in product(right, right):
                if x != y and at_least((forms, x), (forms, y)):
                    return False
            answers = any(at_least((forms, v), (forms, y)) for x in left for y in forms[x][1])
            return not answers and not any(at_least((forms, y), (forms, v)) for x in right for y in forms[x][0])

        equal = all(
            at_least((rows, v), (forms, k)) and at_least((forms, k), (rows, v))
            for v, k in zip(proof.positions, proof.form, strict=True)
        )
        heat = proof.mean, proof.temperature, proof.left_wall, proof.right_wall
        return equal and all(map(canonical, range(len(forms)))) and heat == true_heat(proof.left, proof.right)

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """Forms speak of those before them, positions of all forms and of what those before are said to be worth."""
        name, number, *rest = fault.message.split()
        if name == "form":
            k, said = int(number), " ".join(rest)
            own = 2 * k if "does not come before" in said else 0
            return (*range(own, 2 * k + 2), *((*range(6), 6) if "another mean" in said else ()))
        if fault.message == "a form is listed twice":
            return range(6)
        if fault.message.startswith("there is no form"):
            return (7 + entries[7:].index(3),)
        if lacks := re.match(r"the form of (\d) is missing", fault.message):
            return () if order.count(int(lacks[1])) > 1 else (7 + order.index(int(lacks[1])),)
        if "is not worth" in fault.message:
            return (*range(6), *range(7, 8 + order.index(int(name))))
        return () if "has two forms" in fault.message or "depends on" in fault.message else None

    none, last = ((), (0,)), [(), (0,), (1,), (0, 0), (2,)]
    choices: list[Sequence[Any]] = [*[none] * 4, last, last, LIES, *[(0, 1, 2, 3)] * len(order)]
    return Listing(problem, choices, made, holds, report, written=False, speaks=speaks)


KINDS: dict[str, Callable[[], Iterator[Listing]]] = {
    "races-distances": several_races,
    "grids-segments": several_grids,
    "canonical-forms": partizans,
}
