"""The pawn among impassable cells, by a sweep over the rows; `graphgames.games.grid.kernels.grid` describes it."""

from __future__ import annotations

import mmap
from array import array
from itertools import accumulate
from math import prod

from graphgames.core.compiled import compiled
from graphgames.games.grid.gridgame import GridGame, GridGameSolution
from graphgames.games.grid.kernels.grid import Sweep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from graphgames.games.grid.problem import BlockedGrid
    from graphgames.games.grid.solution import GridSolution


_MAP_FROM = 1 << 20


def grid_sweep(problem: BlockedGrid) -> GridSolution:
    """Find the losing cells of a grid, O(N log N)."""
    import numpy as np

    from graphgames.games.grid.certificate import LosingSegments
    from graphgames.games.grid.solution import GridSolution

    x, y = (np.ascontiguousarray(problem.impassable[:, k]) for k in (0, 1))
    _, *work = _work_space(max(x.size, 1))
    found = Sweep(*work).sweep(x, y)
    return GridSolution(problem, LosingSegments(*np.asarray(work[-1])[:, :found].copy()))


def gridgame(problem: GridGame) -> GridGameSolution:
    r"""Answer all queries of all tests in one pass over their text, O((N + Q) log N) for each test.

    NumPy is not used: its import alone would be most of the time. Raise `FormatError` if a test is not as the document
    says: the tests are read here.
    """
    state, size = array("q", [problem.begin, 0, 0, 0]), 4096
    (answers,) = _blocks(("B", (len(problem.data) // 4 + 1,)))  # a query takes four bytes of text
    while True:
        xy, *work = _work_space(size)
        code = Sweep(*work).solve_tests(problem.data, state, problem.tests, xy, answers)
        if code != 1:
            break
        size = max(2 * size, state[3])
    if code == 2:
        raise problem.fault(state[1], state[0])
    problem.finish(state[0])
    return GridGameSolution(problem, bytes(answers[: state[2]]), grid_sweep)


def _work_space(cells: int) -> list[Any]:
    """Return a block for the cells of a test as they are read, and what `Sweep` needs."""
    return _blocks(
        ("q", (2, cells)),
        ("i", (4, max(cells + 1, 2049))),
        ("q", (2, cells + 1)),
        ("B", (4 * cells + 4,)),
        ("q", (2, cells)),
        ("q", (3, 5 * cells + 2)),
    )


def _blocks(*shapes: tuple[Literal["i", "q", "B"], tuple[int, ...]]) -> list[Any]:
    """Return blocks of zeros, one behind the other; uncompiled kernels need arrays, to take rows from them.

    Many are mapped, so that what is never used is never made.
    """
    sizes = [array(code).itemsize * prod(shape) for code, shape in shapes]
    ends = list(accumulate((size + 63) // 64 * 64 for size in sizes))
    whole = memoryview(bytearray(ends[-1]) if ends[-1] < _MAP_FROM else mmap.mmap(-1, ends[-1]))
    parts = zip((0, *ends), sizes, shapes, strict=False)
    views = [whole[begin : begin + size].cast(code, shape) for begin, size, (code, shape) in parts]
    if compiled():
        return views
    import numpy as np

    return [np.asarray(view) for view in views]
