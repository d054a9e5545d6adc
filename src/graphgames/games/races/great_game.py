"""The Great Game: a red and a black meeple race to position n of a board whose transitions all go up.

Holmes wants red home, Moriarty black. They move in turn, four moves over and over: Holmes red, Moriarty black, Holmes
black, Moriarty red. Each thus helps his own meeple at one move and hinders the other one at the next. From the ETH
Algorithms Lab; a whole input of many boards is one problem here.

Nothing in this file imports NumPy before it is asked for single boards: the import would cost as much as the answers.
"""

from __future__ import annotations

from array import array
from functools import cached_property

from graphgames.core.errors import GameError
from graphgames.core.solution_base import Solution
from graphgames.readers.kernels.tokens import skip
from graphgames.readers.tokens import MultiTestInput, Tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, ClassVar

    from graphgames.core.claim import Declared
    from graphgames.core.oracle import Outcome, RatedMove
    from graphgames.games.races.certificate import RacesDistances
    from graphgames.games.races.problem import Race
    from graphgames.games.races.solution import RaceSolution

Position = tuple[int, tuple[int, ...], int]

INPUT = (
    "the number of tests; for each test n and m, then where red and black stand, then m lines u v, a transition "
    "from u to v > u; the target is n"
)
OUTPUT = "for each test 0 if Holmes, who wants red home first, wins, and 1 if Moriarty does"
"""What the document reads and writes, for a person."""

MAPPED = True  # a large input may come as a memory map

SCHEDULE = ((0, 0), (1, 1), (0, 1), (1, 0))
"""Holmes moves red, Moriarty black, Holmes black, Moriarty red."""

PLAYERS, MEEPLES = ("Holmes", "Moriarty"), ("red", "black")
LARGEST = 999_999_999  # a number of nine digits


class GreatGame(MultiTestInput):
    """All tests of an input, still as text: reading only finds how many there are; `test` gives one as a `Race`."""

    kind: ClassVar[str] = "great-game"
    digits = 9

    @property
    def answers(self) -> dict[str, Declared]:
        """The moves that each meeple makes until it is home, those of a test side by side."""
        from typing import Annotated

        from graphgames.core.claim import Each, Integer

        return {"value": Annotated[tuple[int, ...], Each(Integer(0, LARGEST))]}

    @property
    def extents(self) -> dict[str, Any]:
        """For each test the vertices, the tokens, and the turns of each in the schedule."""
        races = [self.test(number) for number in range(self.tests)]
        sizes = [race.extents | {"n": race.arena.n} for race in races]
        return {"tests": self.tests} | {name: [size[name] for size in sizes] for name in ("n", "tokens", "turns")}

    def skip_test(self, tokens: Tokens, test: int) -> None:
        tokens.integer(f"the number of positions n of test {test + 1}", high=LARGEST)
        edges = tokens.integer(f"the number of transitions m of test {test + 1}", high=LARGEST)
        tokens.position = skip(self.data, tokens.position, 2 + 2 * edges)

    def read_test(self, tokens: Tokens, test: int) -> Race:
        """Return the next test; position k of the document is vertex k - 1 with label k."""
        import numpy as np

        from graphgames.core.arena import Arena
        from graphgames.games.races.problem import Race

        name = f"of test {test + 1}"
        n = tokens.integer(f"the number of positions n {name}", 2, LARGEST, "there is a target and a place to start")
        begin = tokens.start
        m = tokens.integer(f"the number of transitions m {name}", 0, LARGEST)
        below = f"the target is position {n}"
        starts = [tokens.integer(f"the {meeple} meeple {name}", 1, n - 1, below) for meeple in MEEPLES]
        if m < n - 1:
            message = f"{m} transitions cannot lead out of all {n - 1} positions below the target"
            raise tokens.fault(begin, message, f"at least {n - 1}", _REACHABLE)
        ends = ("from", "to")
        tails, heads = tokens.columns(
            m, 2, lambda k: f"the position that transition {k // 2 + 1} of {m} {name} leads {ends[k % 2]}", 1, n
        )
        if (tails >= heads).any():
            edge = int(np.argmax(tails >= heads))
            message = f"the transition from {tails[edge]} to {heads[edge]} does not go up"
            raise tokens.fault(tokens.locate(tokens.start, 2 * edge), message, "u < v in every transition u v")
        stuck = np.ones(n + 1, bool)
        stuck[0] = stuck[n] = stuck[tails] = False
        if stuck.any():
            message = f"no transition leads out of position {int(np.argmax(stuck))} {name}"
            raise tokens.fault(begin, message, f"a way from every position to the target {n}", _REACHABLE)
        arena = Arena.from_arrays(tails - 1, heads - 1, n, labels=range(1, n + 1))
        return Race(arena, n - 1, [start - 1 for start in starts], (0, 1), SCHEDULE, MEEPLES, PLAYERS)


_REACHABLE = "the document promises that the target can be reached from everywhere"


class GreatGameSolution(Solution[Position]):
    """The answers to all tests.

    A position is (test, (red, black), turn): the test counted from 0, the positions of the meeples as the document
    numbers them, and the next of the four moves, 0 to 3.

    For test k ``arrival`` has at 2 k the moves that red makes until it is home, at 2 k + 1 those of black, the player
    who wants it home moving first and both playing best. ``solve`` solves one test as a race, when its strategies or
    its certificate are asked for.

    >>> from graphgames import solve
    >>> solution = solve(read(b"1  4 4  1 2  1 2  2 3  3 4  1 3"))
    >>> print(solution.explain())
    Test 1: Moriarty wins.
      Red at 1: Holmes brings it home in 2 moves of its own, at move 4.
      Black at 2: Moriarty brings it home in 2 moves of its own, at move 3.
      Black comes home first: Moriarty wins at move 3.
      Holmes moves red to 3.
    """

    solver = "great-game"

    def __init__(self, problem: GreatGame, arrival: Sequence[int], solve: Callable[[Race], RaceSolution]):
        self.problem, self.arrival = problem, arrival
        self._solve = solve
        self._last: tuple[int, RaceSolution] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle."""
        return {"problem": self.problem, "arrival": array("i", self.arrival), "_solve": self._solve, "_last": None}

    @property
    def claimed(self) -> dict[str, Any]:
        """The moves of all meeples, by their name in JSON."""
        return {"value": tuple(self.arrival)}

    @property
    def winners(self) -> bytes:
        """For each test 0 where Holmes wins, 1 where Moriarty does.

        Red is home after k moves of its own at move 2 k - 1 for odd k, 2 k for even k; black at 2 k for odd k, 2 k - 1
        for even k.
        """
        arrival = iter(self.arrival)
        return bytes(
            red > black or (red == black and red % 2 == 0) for red, black in zip(arrival, arrival, strict=True)
        )

    def race(self, test: int) -> RaceSolution:
        """Solve one test, counted from 0, as a race of its own; the last one asked for is kept."""
        if self._last is None or self._last[0] != test:
            self._last = test, self._solve(self.problem.test(test))
        return self._last[1]

    @cached_property
    def certificate(self) -> RacesDistances:
        """The distances of every test."""
        from graphgames.games.races.certificate import RacesDistances

        return RacesDistances(tuple(self._solve(self.problem.test(k)).certificate for k in range(self.problem.tests)))

    def mover(self, position: Position) -> int:
        """Return the player to move, 0 for Holmes and 1 for Moriarty."""
        return self.race(position[0]).mover(inside(position))

    def value(self, position: Position) -> int | None:
        """Return the number of moves until the first meeple is home."""
        return self.race(position[0]).value(inside(position))

    def outcome(self, position: Position) -> Outcome:
        return self.race(position[0]).outcome(inside(position))

    def best_moves(self, position: Position) -> tuple[RatedMove, ...]:
        """Return every move, best first; a move is named by the meeple's new position."""
        from dataclasses import replace

        rated = []
        for move in self.race(position[0]).best_moves(inside(position)):
            places, turn = move.position
            rated.append(replace(move, position=(position[0], tuple(place + 1 for place in places), turn)))
        return tuple(rated)

    def explain(self, position: Position | None = None) -> str:
        """Return who wins from a position and how; without one, a block for every test."""
        if position is not None:
            return self.race(position[0]).explain(inside(position))
        lines = []
        for test, winner in enumerate(self.winners):
            lines.append(f"Test {test + 1}: {PLAYERS[winner]} wins.")
            lines += [f"  {line}" for line in self.race(test).explain().split("\n")]
        return "\n".join(lines)

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the solution as plain Python; with ``full`` the winner and both arrivals of every test, too."""
        winners = list(self.winners)
        won = [winners.count(0), winners.count(1)]
        data: dict[str, Any] = {"solver": self.solver, "objective": "great-game", "won": won}
        return data | {"winner": winners, "value": list(self.arrival)} if full else data

    def __str__(self) -> str:
        return f"The Great Game, Holmes wins {self.winners.count(0)} of {self.problem.tests}"

    def __repr__(self) -> str:
        return f"GreatGameSolution({self.problem.tests} tests, Holmes wins {self.winners.count(0)})"


def inside(position: Position) -> tuple[tuple[int, ...], int]:
    """Turn the document's numbers into vertices."""
    _, places, turn = position
    return tuple(place - 1 for place in places), turn


def read(data: bytes, source: str = "<input>") -> GreatGame:
    r"""Read the exact input of the document: t; each test ``n m``, ``r b``, then m lines ``u v``.

    Raise `FormatError` if there is no number of tests. Faults in the tests come out when they are solved, or by
    `GreatGame.check`.
    """
    return GreatGame(data, source)


def generate(positions: int, seed: int = 0) -> str:
    """Make a random board: 1 to 4 transitions out of every position, fewer where that makes more than 50,000.

    Raise `GameError` if there are not two positions.
    """
    import numpy as np

    from graphgames.games.random_games import random_dag

    if positions < 2:
        raise GameError("a board of 1 position has no place to start; expected at least 2 positions")
    rng = np.random.default_rng(seed)
    arena = random_dag(positions, degrees=(1, max(1, min(4, 50_000 // positions))), seed=rng).arena
    edges = rng.permutation(np.column_stack((arena.tails, arena.successors)) + 1)
    rows = [[1], [positions, arena.m], rng.integers(1, positions, 2).tolist(), *edges.tolist()]
    return "".join(f"{' '.join(map(str, row))}\n" for row in rows)


def write(solution: GreatGameSolution) -> str:
    r"""Write the exact output: for each test 0 if Holmes wins, 1 if Moriarty does."""
    return "".join("1\n" if winner else "0\n" for winner in solution.winners)
