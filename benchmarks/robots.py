"""The robot of `arbiter.robot` as a game on a graph, made by NumPy and solved directly.

python benchmarks/robots.py SIDE
"""

from __future__ import annotations

import sys

import numpy as np

import graphgames as gg

WAYS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


def game(n: int) -> gg.Game:
    """Return the game: player 1 moves what moves about, then player 0 moves the robot.

    Edges are made in the order of their tails, so that none has to be sorted.
    """
    cells = n**2
    x, y = (place[:, None] + way for place, way in zip(np.divmod(np.arange(cells), n), np.transpose(WAYS), strict=True))
    beside = np.where((x >= 0) & (x < n) & (y >= 0) & (y < n), x * n + y, -1).astype(np.int32)
    places = np.flatnonzero(~np.eye(cells, dtype=np.bool_)).astype(np.int32)  # of both, which are never in one cell
    thing, robot = np.divmod(places, cells)
    state = np.zeros(cells**2, np.int32)
    state[places] = np.arange(places.size)

    def moved(at: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return which of them can move, and where to: a pair for each move."""
        there = beside[at]
        able = (there >= 0) & (there != other[:, None])
        return np.nonzero(able)[0], there[able]

    before, there = moved(thing, robot)
    between, robot_there = moved(robot[before], there)
    size = thing.size + before.size
    tails = np.concatenate([before, thing.size + between])
    heads = np.concatenate([np.arange(thing.size, size), state[there[between] * cells + robot_there]])
    owner = np.where(np.arange(size) < thing.size, 1, 0)

    def at(cell: np.ndarray, x: int | None, y: int | None) -> np.ndarray:
        mask = np.zeros(size, np.bool_)
        mask[: thing.size] = (cell // n == (cell // n if x is None else x)) & (
            cell % n == (cell % n if y is None else y)
        )
        return mask

    goals = [at(robot, x, y) for x, y in ((0, 0), (n - 1, n - 1), (0, n - 1))]
    arena = gg.Arena.from_arrays(tails, heads, size, owner)
    start = int(state[(cells - 1) * cells])
    return gg.Game(arena, gg.GR1([at(thing, x, None) for x in (0, n - 1)], goals), start=start)


if __name__ == "__main__":
    made = game(int(sys.argv[1]))
    sys.stdout.write(f"realizable: {gg.solve(made).winner[made.start] == 0}\n")
