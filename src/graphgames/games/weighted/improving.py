"""Strategy improvement as every solver does it, and the solution of a game with a threshold from what it finds.

Hoffman, Karp, *On nonterminating stochastic games* (1966). The kernels of mean payoff games have a loop of their own,
component by component, which is many times as fast.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.certificate import Certificate
from graphgames.core.chance import CHANCE
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import Brackets, ends, mapped

T = TypeVar("T")


def tried(evaluate: Callable[[], T], *steps: Callable[[T], bool]) -> Iterator[T]:
    """Evaluate strategies and improve them until they are best; yield what is found each time.

    Each of the steps gets what was found, and says whether it changed a strategy. After the first that did the
    strategies are evaluated again, so that a step is taken only if those before it have nothing to do.
    """
    better = True
    while better:
        found = evaluate()
        better = any(step(found) for step in steps)
        yield found


def last(found: Iterable[T]) -> tuple[T, int]:
    """Return the last of several things, and how many there are."""
    pairs, latest = deque(enumerate(found, 1), maxlen=1)[0]
    return latest, pairs


def heads_of(arena: Arena, edges: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return where some edges lead, -1 for -1."""
    return np.append(arena.successors, np.int32(-1))[edges]


def payoff_solution(
    game: Game,
    arena: Arena,
    edges: NDArray[np.int64],
    values: NDArray[np.object_] | Brackets,
    solver: str,
    proof: Certificate,
    stats: Mapping[str, Any],
) -> ArenaSolution:
    """Return the solution of a game with a threshold, from its values and both players' edges in a larger arena."""
    moves = np.where(owners(arena) == CHANCE, -1, heads_of(arena, edges)).astype(np.int32)
    moves[game.arena.dead_ends] = -1
    threshold: Any = game.objective.threshold  # type: ignore[attr-defined]
    given: Any = values
    row = [] if isinstance(values, Brackets) else values.tolist()
    if isinstance(values, Brackets):
        bar = -(-threshold * values.denominator // 1)
        winner = np.where(values.high < bar, 1, np.where(values.low < bar, DRAW, 0))
    elif set(map(type, row)) <= {int, Fraction}:  # most games, and quicker than by fractions
        p, q = threshold.as_integer_ratio()
        winner = np.array([q * a < p * b for a, b in (one.as_integer_ratio() for one in row)], np.uint8)
    else:

        def won(value: Any) -> int:
            low, high = ends(value)
            return 1 if high < threshold else DRAW if low is not high and low < threshold else 0

        winner = mapped(won, row, id)  # many vertices have the same object as their value
    return ArenaSolution(game, winner.astype(np.uint8), Strategy(moves), solver, proof, given, stats)
