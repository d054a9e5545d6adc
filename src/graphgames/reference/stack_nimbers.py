"""``stack-nimbers``: sums of stones and of strips. Each part has a nimber, and a test is won if their nim-sum is not 0.

What the parts of a test are, and what each is worth, says ``stacks`` for each of five games.
"""

from __future__ import annotations

from itertools import pairwise

from graphgames.reference.grundy_values import NIMBERS, Nimbers
from graphgames.reference.heap_values import value_is_mex
from graphgames.reference.kind import Kind
from graphgames.reference.problem import Problem, expect, mex, nim_sum, read_problem
from graphgames.reference.reading import Fields, choice, integer, listing, nothing, refused, whole
from graphgames.reference.stacks import GAMES, Crosses, OfHeaps, Strips
from graphgames.reference.strips import Run, finishing, free_runs, run

RUNS = 64


class Sums:
    """The parts of each test, the nimber of each, and who wins; other entries as the game needs them."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, *GAMES)
        self.game, self.of = problem, GAMES[problem.objective]()
        tests = self.given = problem.data.take("tests", listing(self.of.test))
        self.stacks = [self.of.parts(test) for test in tests]
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
        given = proof.take("proof", Fields if self.of.proof else nothing)
        self.parts = []
        if given is not None:
            given.take("kind", choice(self.of.proof))
            self.parts = [self.of.looked_up(given)]
            self.of.values = self.parts[0].value
            given.end()
        cells = listing(listing(integer(1)), len(tests))
        self.cells = answers.take("winning_cells", cells) if isinstance(self.of, Crosses) else None

    def runs(self) -> list[Run]:
        """Return the runs of empty cells whose values are looked up."""
        longest = min(RUNS, max(map(len, self.given), default=0)) if isinstance(self.of, Strips) else 0
        return [(n, ends) for n in range(1, longest + 1) for ends in ("", "X", "XX", "XO")]


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
    return c.of.fits(c.given[test])


def nimbers_are_right(c: Sums, test: int) -> bool:
    """The nimber of each part is the one that its game says."""
    return c.nimbers[test] == [c.of.value(part) for part in c.stacks[test]]


def winner_follows(c: Sums, test: int) -> bool:
    """The player to move wins if the nim-sum of the parts is not 0, or if three in a row can be completed."""
    return c.wins[test] == int(
        nim_sum(c.nimbers[test]) != 0 or (isinstance(c.of, Crosses) and finishing(c.given[test]) != [])
    )


def winning_cells_are_right(c: Sums, test: int) -> bool:
    """The cells that are said to win complete three in a row, or else leave parts whose nim-sum is 0: just these."""
    if c.cells is None:
        return True
    cells, board = finishing(c.given[test]), c.given[test]
    for start, length in [] if cells else free_runs(board):
        others = nim_sum(c.nimbers[test]) ^ c.of.value(length)
        for i in range(length):
            left, right = max(i - 2, 0), max(length - 3 - i, 0)
            if c.of.value(left) ^ c.of.value(right) == others:
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
