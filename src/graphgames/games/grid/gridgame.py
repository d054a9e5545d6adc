"""GRIDGAME: a pawn goes left or down any distance among impassable cells, and who cannot move loses; Alice begins.

From CodeChef. A whole input, tests with queries, is one problem here, and nothing in this file imports NumPy before it
is asked for single grids: the import would take longer than most inputs.
"""

from __future__ import annotations

from functools import cached_property

from graphgames.core.errors import counted
from graphgames.core.solution_base import Solution
from graphgames.readers.kernels.tokens import skip
from graphgames.readers.tokens import MultiTestInput, Tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar

    import numpy as np
    from numpy.typing import NDArray

    from graphgames.core.claim import Declared
    from graphgames.core.oracle import Outcome, RatedMove
    from graphgames.games.grid.certificate import GridsSegments
    from graphgames.games.grid.problem import BlockedGrid
    from graphgames.games.grid.solution import GridSolution

INPUT = (
    "the number of tests; for each test the number of impassable cells, a line x y for each, the number of "
    "starts, a line x y for each"
)
OUTPUT = "for each start Alice, who begins, or Bob: who wins"
"""What the document reads and writes, for a person."""

MAPPED = True  # a large input may come as a memory map

Position = tuple[int, tuple[int, int]]
_MANY = 10**9
_COUNTS = ("the number of impassable cells N", "the number of queries Q")


class Case:
    """One test: the grid, and the starts that are asked for, shape (Q, 2)."""

    def __init__(self, grid: BlockedGrid, starts: NDArray[np.int64]):
        self.grid, self.starts = grid, starts

    def __repr__(self) -> str:
        return f"Case({self.grid!r}, {len(self.starts)} starts)"


class GridGame(MultiTestInput):
    """All tests of an input, still as text: reading only finds how many there are; `test` gives one as a `Case`."""

    kind: ClassVar[str] = "gridgame"

    @property
    def answers(self) -> dict[str, Declared]:
        """For each cell that is asked for: whether the player to move wins."""
        from typing import Annotated

        import numpy as np
        from numpy.typing import NDArray

        from graphgames.core.claim import Each, Integer

        return {"wins": Annotated[NDArray[np.uint8], Each(Integer(0, 1))]}

    def skip_test(self, tokens: Tokens, test: int) -> None:
        for what in _COUNTS:
            count = tokens.integer(f"{what} of test {test + 1}", high=_MANY)
            tokens.position = skip(self.data, tokens.position, 2 * count)

    def read_test(self, tokens: Tokens, test: int) -> Case:
        from graphgames.games.grid.problem import BlockedGrid

        impassable = self._cells(tokens, test, _COUNTS[0], "impassable cell")
        grid = BlockedGrid(impassable)
        starts = self._cells(tokens, test, _COUNTS[1], "start")
        known = set(map(tuple, impassable.tolist()))
        for number, (x, y) in enumerate(starts.tolist()):
            if (x, y) in known:
                message = f"the pawn cannot start at ({x}, {y}): that cell is impassable"
                raise tokens.fault(tokens.locate(tokens.start, 2 * number), message, "a cell where it can stand")
        return Case(grid, starts)

    def _cells(self, tokens: Tokens, test: int, counted: str, what: str) -> NDArray[np.int64]:
        """Read a count and so many cells."""
        from graphgames.games.grid.problem import LARGEST

        count = tokens.integer(f"{counted} of test {test + 1}", high=_MANY)
        names = (f"column X of {what}", f"row Y of {what}")
        cells = tokens.integers(
            2 * count, lambda k: f"the {names[k % 2]} {k // 2 + 1} of {count} of test {test + 1}", 0, LARGEST
        )
        return cells.reshape(count, 2)


class GridGameSolution(Solution[Position]):
    """The answers to all queries.

    A position is (test, (x, y)), the test counted from 0. ``answers`` has for all queries, test by test, 1 where the
    player to move wins and 0 where he loses; ``solve`` solves one grid, when its segments are asked for.

    >>> from graphgames import solve
    >>> print(solve(read(b"1  2  1 1  4 2  2  2 2  1 2")).explain())
    Test 1: 2 impassable cells.
      (2, 2): Alice wins; she goes to (1, 2) or to (2, 1).
      (1, 2): Bob wins; no losing cell is in reach.
    """

    solver = "gridgame"

    def __init__(self, problem: GridGame, answers: bytes, solve: Callable[[BlockedGrid], GridSolution]):
        self.problem, self.answers = problem, answers
        self._solve = solve
        self._last: tuple[int, GridSolution] | None = None

    @property
    def claimed(self) -> dict[str, Any]:
        """Who wins each cell that is asked for, by its name in JSON."""
        import numpy as np

        return {"wins": np.frombuffer(self.answers, np.uint8)}

    def grid(self, test: int) -> GridSolution:
        """Solve one test, counted from 0, as a grid of its own; the last one asked for is kept."""
        if self._last is None or self._last[0] != test:
            self._last = test, self._solve(self.problem.test(test).grid)
        return self._last[1]

    def asked(self, test: int) -> list[tuple[int, int]]:
        """Return the cells from which a test asks who wins."""
        return [(x, y) for x, y in self.problem.test(test).starts.tolist()]

    @cached_property
    def certificate(self) -> GridsSegments:
        """The segments of every test."""
        from graphgames.games.grid.certificate import GridsSegments

        grids = (self.problem.test(test).grid for test in range(self.problem.tests))
        return GridsSegments(tuple(self._solve(grid).certificate for grid in grids))

    def outcome(self, position: Position) -> Outcome:
        return self.grid(position[0]).outcome(position[1])

    def best_moves(self, position: Position) -> tuple[RatedMove, ...]:
        """Return the moves, the winning first; see `GridSolution.best_moves`."""
        from dataclasses import replace

        rated = self.grid(position[0]).best_moves(position[1])
        return tuple(replace(move, position=(position[0], move.position)) for move in rated)

    def explain(self, position: Position | None = None) -> str:
        """Return who wins from a position and how; without one, a line for every query."""
        if position is not None:
            return self.grid(position[0]).explain(position[1])
        lines, answers = [], iter(self.answers)
        for test in range(self.problem.tests):
            grid = self.grid(test)
            lines.append(f"Test {test + 1}: {counted(len(grid.problem.impassable), 'impassable cell')}.")
            for x, y in self.problem.test(test).starts.tolist():
                ways = " or to ".join(map(str, grid.winning_moves((x, y))))
                stuck = grid.problem.reach((x, y)) == (x, y)
                why = "there is no move" if stuck else "no losing cell is in reach"
                lines.append(
                    f"  ({x}, {y}): " + (f"Alice wins; she goes to {ways}." if next(answers) else f"Bob wins; {why}.")
                )
        return "\n".join(lines)

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        wins = sum(self.answers)
        data: dict[str, Any] = {"solver": self.solver, "objective": "gridgame", "won": [wins, len(self.answers) - wins]}
        return data | {"winner": [1 - answer for answer in self.answers]} if full else data

    def __str__(self) -> str:
        return f"a pawn among impassable cells, Alice wins {sum(self.answers)} of {len(self.answers)} starts"

    def __repr__(self) -> str:
        return f"GridGameSolution({self.problem.tests} tests, Alice wins {sum(self.answers)} of {len(self.answers)})"


def read(data: bytes, source: str = "<input>") -> GridGame:
    """Read the exact input of the document: T; each test N, N lines ``X Y``, Q, Q lines ``X Y``.

    Raise `FormatError` if there is no number of tests. Faults in the tests come out when they are solved, or by
    `GridGame.check`.
    """
    return GridGame(data, source)


def generate(cells: int, seed: int = 0) -> str:
    """Make a square board: so many impassable cells, an eighth of the board, and as many starts."""
    from math import isqrt

    import numpy as np

    side = isqrt(8 * cells) + 1
    places = np.random.default_rng(seed).choice(side * side, 2 * cells, replace=False)
    lines = [f"{cell % side} {cell // side}" for cell in places.tolist()]
    return "\n".join(["1", str(cells), *lines[:cells], str(cells), *lines[cells:]]) + "\n"


def write(solution: GridGameSolution) -> str:
    r"""Write the exact output: for each query Alice or Bob."""
    return solution.answers.replace(b"\1", b"Alice\n").replace(b"\0", b"Bob\n").decode()
