"""``stack-nimbers``: sums of stones and of strips. Each part has a nimber, and a test is won if their nim-sum is not 0.

*Stones on a graph* (``games-are-important``): a stone's nimber is that of its vertex, as for ``grundy-values``; two
stones on one vertex cancel.

Halving piles and boxes are worth what ``stones`` proves; of ``treblecross`` and of strips of X and O the runs of empty
cells are, by ``strips``.

The file is long, since five games, each with parts of its own, are read here.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from graphgames.reference.grundy_values import NIMBERS, Nimbers
from graphgames.reference.heap_code import Code
from graphgames.reference.heap_values import Values, value_is_mex
from graphgames.reference.kind import Kind
from graphgames.reference.problem import Graph, Problem, expect, mex, nim_sum, read_problem
from graphgames.reference.reading import Fields, choice, integer, listing, nothing, optional, refused, text, whole
from graphgames.reference.stones import box, pile
from graphgames.reference.strips import Run, finishing, free_runs, marked_runs, run

RUNS = 64


class OfHeaps(Values):
    """The values of heaps of .007."""

    def __init__(self, proof: Fields):
        proof.take("code", choice(".007"))
        proof.take("mask", integer(0, 2**62 - 1))  # a help for other checkers
        proof.take("period", optional(nothing))
        self.code, self.value = Code(".007"), proof.take("values", listing(integer(0)))
        self.heaps = range(len(self.value))


class Sums:
    """The parts of each test, the nimber of each, and who wins; other entries as the game needs them."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, *PARTS)
        self.game, self.name = problem, problem.objective
        self.after: list[list[int]] = []
        self.strips: list[str] = []
        tests = problem.data.take("tests", PARTS[self.name])
        self.stacks = [self.of_test(test) for test in tests]
        nimbers = proof.take("nimbers", listing(whole))
        first = proof.take("first", listing(integer(0, len(nimbers)), len(tests) + 1))
        self.nimbers = [nimbers[low:high] for low, high in pairwise(first)]
        if first[0] != 0 or first[-1] != len(nimbers) or first != sorted(first):
            raise refused(first, "certificate.first", "where the nimbers of each test begin")
        self.tests = range(len(tests))
        self.wins = answers.take("wins", listing(integer(0, 1), len(tests)))
        answers.take("tests", choice(len(tests)))
        won = [sum(self.wins), len(tests) - sum(self.wins)]
        if answers.take("won", listing(integer(0), 2)) != won:
            raise refused(won, "solution.won", "how many tests each player wins")
        self.parts = self.read_values(proof)
        self.values = self.parts[0].value if self.parts else []
        cells = listing(listing(integer(1)), len(tests))
        self.cells = answers.take("winning_cells", cells) if self.name == "treblecross" else None

    def of_test(self, test: Any) -> list[Any]:
        """Return the parts of a test."""
        if self.name == "games-are-important":
            graph, offset = Graph(test), len(self.after)
            self.after += [[offset + w for w in after] for after in graph.after]
            stones = test.take("stones", listing(integer(0), graph.n))
            test.end()
            return [(offset + v, count) for v, count in enumerate(stones)]
        if self.name in ("playing-with-stones", "stone-game"):
            return list(test)
        self.strips.append(test)
        if self.name == "treblecross":
            return [] if finishing(test) else [length for _, length in free_runs(test)]
        return marked_runs(test)

    def read_values(self, proof: Fields) -> list[Nimbers | OfHeaps]:
        """Read the proof of the values of vertices or heaps, where the game needs one."""
        kinds = {"games-are-important": "grundy-values", "treblecross": "heap-values"}
        if self.name not in kinds:
            proof.take("proof", nothing)
            return []
        given = proof.fields("proof")
        given.take("kind", choice(kinds[self.name]))
        found = OfHeaps(given) if self.name == "treblecross" else Nimbers(self.after, given)
        given.end()
        return [found]

    def runs(self) -> list[Run]:
        """Return the runs of empty cells whose values are looked up."""
        longest = min(RUNS, max(map(len, self.strips), default=0)) if self.name != "treblecross" else 0
        return [(n, ends) for n in range(1, longest + 1) for ends in ("", "X", "XX", "XO")]

    def value(self, part: Any) -> int:
        """Return the nimber of a part."""
        if self.name == "games-are-important":
            return self.values[part[0]] if part[1] % 2 else 0
        if self.name == "playing-with-stones":
            return pile(part)
        if self.name == "stone-game":
            return box(*part)
        return self.values[part + 2] if self.name == "treblecross" else run(part)


PARTS: dict[str, Any] = {
    "games-are-important": listing(Fields),
    "playing-with-stones": listing(listing(whole)),
    "stone-game": listing(listing(listing(whole, 2))),
    "treblecross": listing(text),
    "say-goodbye-to-tic-tac-toe": listing(text),
}
"""How the tests of each game are read."""


def run_value_is_mex(c: Sums, part: Run) -> bool:
    """The value of a run between marks is the mex of the options', which mark one of its cells."""
    length, ends = part
    left, right = ends[:1], ends[1:]
    options = {
        run((i, left + mark)) ^ run((length - 1 - i, mark + right))
        for mark in "XO"
        for i in range(length)
        if not (i == 0 and mark == left) and not (i == length - 1 and mark == right)
    }
    return run(part) == mex(options)


def test_is_well_formed(c: Sums, test: int) -> bool:
    """The parts are as the game has them."""
    if c.name == "stone-game":
        return all(0 <= stones <= size for size, stones in c.stacks[test])
    if c.name == "playing-with-stones":
        return all(size >= 0 for size in c.stacks[test])
    if c.name == "games-are-important":
        return True
    strip, marks = c.strips[test], "X" if c.name == "treblecross" else "XO"
    crosses = len(strip) >= 3 and "XXX" not in strip and len(c.values) >= len(strip) + 3
    alike = not any(a == b != "." for a, b in pairwise(strip))
    return set(strip) <= set("." + marks) and (crosses if c.name == "treblecross" else alike)


def nimbers_are_right(c: Sums, test: int) -> bool:
    """The nimber of each part is the one that its game says."""
    return c.nimbers[test] == [c.value(part) for part in c.stacks[test]]


def winner_follows(c: Sums, test: int) -> bool:
    """The player to move wins if the nim-sum of the parts is not 0, or if three in a row can be completed."""
    return c.wins[test] == int(
        nim_sum(c.nimbers[test]) != 0 or (c.name == "treblecross" and finishing(c.strips[test]) != [])
    )


def winning_cells_are_right(c: Sums, test: int) -> bool:
    """The cells that are said to win complete three in a row, or else leave parts whose nim-sum is 0: just these."""
    if c.cells is None:
        return True
    cells, board = finishing(c.strips[test]), c.strips[test]
    for start, length in [] if cells else free_runs(board):
        others = nim_sum(c.nimbers[test]) ^ c.value(length)
        for i in range(length):
            left, right = max(i - 2, 0), max(length - 3 - i, 0)
            if c.value(left) ^ c.value(right) == others:
                cells.append(start + i + 1)
    return c.cells[test] == cells


KIND = Kind(
    Sums,
    "who wins each test, the nimber of each part, and the winning cells",
    {
        "runs": (run_value_is_mex,),
        "tests": (test_is_well_formed, nimbers_are_right, winner_follows, winning_cells_are_right),
    },
    read_problem,
    {Nimbers: NIMBERS, OfHeaps: {"heaps": (value_is_mex,)}},
)
