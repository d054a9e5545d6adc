"""The robot of `arbiter.robot` as a game on a graph, made by NumPy and solved directly.

python benchmarks/robots.py SIDE
"""

from __future__ import annotations

import sys

import numpy as np

import graphgames as gg

WAYS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


def game(n: int) -> gg.Game:
    """Return the game: player 1 moves what moves about, then player 0 moves the robot."""
    cells = n**2
    thing, robot = (one.ravel() for one in np.divmod(np.arange(cells**2), cells))
    state = np.where(thing == robot, -1, np.cumsum(thing != robot) - 1)
    thing, robot = thing[state >= 0], robot[state >= 0]

    def moved(at: np.ndarray, other: np.ndarray, way: tuple[int, int]) -> np.ndarray:
        """Return where one comes to, -1 where it cannot go."""
        x, y = at // n + way[0], at % n + way[1]
        there = x * n + y
        return np.where((x < 0) | (x >= n) | (y < 0) | (y >= n) | (there == other), -1, there)

    after = [moved(thing, robot, way) for way in WAYS]
    legal = [np.flatnonzero(there >= 0) for there in after]
    between = thing.size + np.cumsum([0, *map(len, legal)])
    tails, heads = list[np.ndarray](), list[np.ndarray]()
    for there, before, first in zip(after, legal, between, strict=False):
        middle = first + np.arange(before.size)
        tails.append(before)
        heads.append(middle)
        for way in WAYS:
            to = moved(robot[before], there[before], way)
            able = to >= 0
            tails.append(middle[able])
            heads.append(state[there[before][able] * cells + to[able]])
    size = int(between[-1])
    owner = np.where(np.arange(size) < thing.size, 1, 0)

    def at(cell: np.ndarray, x: int | None, y: int | None) -> np.ndarray:
        mask = np.zeros(size, np.bool_)
        mask[: thing.size] = (cell // n == (cell // n if x is None else x)) & (
            cell % n == (cell % n if y is None else y)
        )
        return mask

    goals = [at(robot, x, y) for x, y in ((0, 0), (n - 1, n - 1), (0, n - 1))]
    arena = gg.Arena.from_arrays(np.concatenate(tails), np.concatenate(heads), size, owner)
    start = int(state[(cells - 1) * cells])
    return gg.Game(arena, gg.GR1([at(thing, x, None) for x in (0, n - 1)], goals), start=start)


if __name__ == "__main__":
    made = game(int(sys.argv[1]))
    sys.stdout.write(f"realizable: {gg.solve(made).winner[made.start] == 0}\n")
