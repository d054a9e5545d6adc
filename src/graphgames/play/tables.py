"""Tables for every solved game: how its positions look, what its moves are called, and when a play is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from graphgames.core.adapter import FIRST_SECOND, Ending, GameAdapter
from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import ArenaSolution
from graphgames.games.buchi.objective import Buchi, CoBuchi
from graphgames.games.heaps.problem import normal
from graphgames.games.parity.objective import Parity
from graphgames.games.races.problem import Race
from graphgames.games.reachability.objective import Reach, Safe
from graphgames.games.sums.solution import MANY_MOVES

_OTHERS = 20


def table_for(solution: Any, start: Any = None, test: int = 0, person: int | None = None) -> GameAdapter:
    """Set up a solved game for a session.

    Parameters
    ----------
    solution : object
        What `graphgames.solve` gave.
    start : object, optional
        A vertex (its label or number), or a cell of a grid, where the play begins.
    test : int
        Of an input of many tests which one, from 0.
    person : int, optional
        Where no start is given or known, begin at a vertex that this player wins.

    Raises
    ------
    GameError
        If the solution cannot be played, or the start or the test does not exist.
    """
    for kind in type(solution).__mro__:
        if kind.__name__ in _MAKERS:
            return _MAKERS[kind.__name__](solution, start, test, person)
    raise GameError(f"a {type(solution).__name__} cannot be played")


def _vertex(arena: Arena, name: Any) -> int:
    """Find a vertex by its label, by what it reads, or by its number."""
    for v, label in enumerate(arena.labels if arena.labels is not None else range(arena.n)):
        if label == name or str(label) == str(name):
            return v
    raise GameError(f"there is no vertex {name!r} to start at")


def _alternating(position: Any, made: int) -> int:
    return made % 2


def _same_test(test: int, count: int) -> None:
    if not 0 <= test < count:
        raise GameError(f"there is no test {test + 1}; the input has {count}")


def _no_start(start: Any) -> None:
    if start is not None:
        raise GameError(f"the play begins where the input says; the start {start!r} does not fit")


def _arena(solution: ArenaSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play on an arena from vertex to vertex."""
    _same_test(test, 1)
    game, arena = solution.problem, solution.problem.arena
    if arena.n == 0:
        raise GameError("the game has no vertex, so there is nothing to play")
    if start is not None:
        at = _vertex(arena, start)
    elif game.start is not None:
        at = game.start
    else:
        won = np.flatnonzero((solution.winner == (person or 0)) & (arena.out_degree > 0))
        at = int(won[0]) if won.size else 0
    owner = arena.owner

    def mover(v: int, made: int) -> int:
        return made % 2 if owner is None else int(owner[v])

    def render(v: int) -> str:
        return f"the pawn stands on {arena.label(v)}{_marks(game, v)}"

    players = game.players if owner is not None else FIRST_SECOND
    return GameAdapter(
        solution.numbered, at, players, mover, render, lambda v, move: str(arena.label(move.move)), _stop(game)
    )


def _marks(game: Game, v: int) -> str:
    """Say what is special about a vertex."""
    objective = game.objective
    if isinstance(objective, Parity):
        return f", priority {np.asarray(objective.priority)[v]}"
    for kind, name, word in (
        (Reach, "target", "the target"),
        (Buchi, "accepting", "accepting"),
        (CoBuchi, "rejecting", "rejecting"),
    ):
        if isinstance(objective, kind) and np.asarray(getattr(objective, name))[v]:
            return f", {word}"
    return ", which is unsafe" if isinstance(objective, Safe) and not np.asarray(objective.safe)[v] else ""


def _stop(game: Game) -> Callable[[Sequence[Any], int], Ending | None]:
    """Say when a play on an arena is over: a goal is met, or it comes to a vertex for the second time.

    Whoever wins has a strategy without memory, so that the first cycle of a play decides as the endless play would.
    """
    objective, arena = game.objective, game.arena

    def stop(positions: Sequence[int], mover: int) -> Ending | None:
        v, name = positions[-1], arena.label(positions[-1])
        if isinstance(objective, Reach) and np.asarray(objective.target)[v]:
            return Ending(0, f"{name} is the target")
        if isinstance(objective, Safe) and not np.asarray(objective.safe)[v]:
            return Ending(1, f"{name} is unsafe")
        if isinstance(objective, Reach | Safe) and arena.indptr[v] == arena.indptr[v + 1]:
            return Ending(1 if isinstance(objective, Reach) else 0, f"the play stops at {name}")
        step = 2 if arena.owner is None else 1  # on an impartial arena with the same player to move
        earlier = [k for k in range(len(positions) - 1 - step, -1, -step) if positions[k] == v]
        return _round(game, list(positions[earlier[0] : -1]), str(name)) if earlier else None

    return stop


def _round(game: Game, cycle: list[int], name: str) -> Ending:
    """Say who wins the endless play around a cycle."""
    objective, again = game.objective, f"the play has come back to {name}"
    if isinstance(objective, Reach):
        return Ending(1, f"{again} without a visit to the target")
    if isinstance(objective, Safe):
        return Ending(0, f"{again} and was safe all the time")
    if isinstance(objective, Buchi):
        seen = bool(np.asarray(objective.accepting)[cycle].any())
        return Ending(0 if seen else 1, f"{again}, {'past an' if seen else 'past no'} accepting vertex")
    if isinstance(objective, CoBuchi):
        seen = bool(np.asarray(objective.rejecting)[cycle].any())
        return Ending(1 if seen else 0, f"{again}, {'past a' if seen else 'past no'} rejecting vertex")
    if isinstance(objective, Parity):
        top = int(np.asarray(objective.priority)[cycle].max())
        return Ending(top % 2, f"{again}; the largest priority on the way round is {top}")
    return Ending(None, f"{again} with the same player to move: a draw")


def _nimbers(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play on an arena whose Grundy values are known."""
    arena = solution.problem.arena
    at = 0 if start is None else _vertex(arena, start)

    def stop(positions: Sequence[int], mover: int) -> Ending | None:
        again = positions[-1] in positions[-3::-2]
        return Ending(None, f"the play has come back to {arena.label(positions[-1])}: a draw") if again else None

    return GameAdapter(
        solution.numbered,
        at,
        FIRST_SECOND,
        _alternating,
        lambda v: f"the pawn stands on {arena.label(v)}",
        lambda v, move: str(arena.label(move.move)),
        stop,
    )


def _great_game(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play one test of the Great Game."""
    _no_start(start)
    _same_test(test, solution.problem.tests)
    race = solution.race(test).race

    def inside(position: Any) -> Any:
        return tuple(place - 1 for place in position[1]), position[2]

    return GameAdapter(
        solution,
        (test, tuple(place + 1 for place in race.starts), 0),
        race.players,
        lambda position, made: race.mover(inside(position)),
        lambda position: race.render(inside(position)),
        lambda position, move: str(move.move),
        lambda positions, mover: _home(race, inside(positions[-1])),
    )


def _home(race: Race, position: Any) -> Ending | None:
    """Say who wins when a token is home."""
    token = race.arrived(position)
    return None if token is None else Ending(race.wants[token], f"{race.tokens[token]} is home")


def _race(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play a race."""
    _no_start(start)
    race = solution.race
    return GameAdapter(
        solution,
        race.start,
        race.players,
        lambda position, made: race.mover(position),
        race.render,
        lambda position, move: str(move.move),
        lambda positions, mover: _home(race, positions[-1]),
    )


def _treblecross(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play a board of Treblecross."""
    _no_start(start)
    _same_test(test, len(solution))

    def stop(positions: Sequence[Any], mover: int) -> Ending | None:
        return Ending(1 - mover, "three in a row") if "XXX" in positions[-1][1] else None

    return GameAdapter(
        solution,
        (test, solution.problem.boards[test]),
        FIRST_SECOND,
        _alternating,
        lambda position: _ruled(position[1]),
        lambda position, move: str(move.move),
        stop,
    )


def _marked(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play a strip of X and O; the number of marks says who moves."""
    _no_start(start)
    _same_test(test, len(solution))

    def name(position: Any, move: RatedMove) -> str:
        pairs = zip(position[1], move.position[1], strict=True)
        return next(f"{after}{i}" for i, (before, after) in enumerate(pairs, 1) if before != after)

    def mover(position: Any, made: int) -> int:
        strip: str = position[1]
        return (len(strip) - strip.count(".")) % 2

    at = (test, solution.problem.strips[test])
    return GameAdapter(solution, at, ("Alice", "Bob"), mover, lambda position: _ruled(position[1]), name)


def _ruled(cells: str) -> str:
    """Return a strip with the numbers of its cells under it."""
    return f"{' '.join(f'{c:>2}' for c in cells)}\n{' '.join(f'{i:>2}' for i in range(1, len(cells) + 1))}"


@dataclass(frozen=True)
class SomeMoves:
    """Sums as an oracle; where a position has very many moves, the winning ones and the first few others."""

    solution: Any

    def outcome(self, position: Any) -> Outcome:
        """Return the outcome for the player to move."""
        result: Outcome = self.solution.outcome(position)
        return result

    def best_moves(self, position: Any) -> Sequence[RatedMove]:
        """Return the moves, winning ones first."""
        test, at = position
        rated: Sequence[RatedMove] = self.solution.best_moves(position)
        if self.solution.move_count(at) <= MANY_MOVES:
            return rated
        winning = {move.position for move in rated}
        moves = ((test, after) for after in self.solution.problem.rules(test).moves(at))
        others = islice((after for after in moves if after not in winning), _OTHERS)
        return [*rated, *(RatedMove(after, after, Outcome.LOSS) for after in others)]

    def explain(self, position: Any) -> str:
        """Say what the parts are worth and what to do."""
        reason: str = self.solution.explain(position)
        return reason


def _sums(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play a sum of piles, boxes or stones."""
    _no_start(start)
    _same_test(test, len(solution))
    rules = solution.problem.rules(test)
    return GameAdapter(
        SomeMoves(solution),
        (test, rules.start),
        FIRST_SECOND,
        _alternating,
        lambda position: str(rules.render(position[1])),
        lambda position, move: f"leave {rules.render(move.position[1])}",
    )


def _heaps(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play the heaps of a heap game."""
    game = solution.problem.game
    try:
        given = game.start if start is None else start.split(",") if isinstance(start, str) else start
        at = normal(int(heap) for heap in given)
    except (TypeError, ValueError):
        raise GameError(f"{start!r} are no heaps; expected their sizes, such as 3,5,7") from None
    if not at or min(at) < 0:
        raise GameError("there is no heap to play with; give some as the start, such as 3,5,7")
    return GameAdapter(
        solution, at, FIRST_SECOND, _alternating, game.render, lambda position, move: f"leave {game.render(move.move)}"
    )


def _grid(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play on one grid."""
    at = solution.grid.start if start is None else _cell(start)
    solution.grid.require(at)
    return GameAdapter(
        solution, at, ("Alice", "Bob"), _alternating, solution.grid.render, lambda p, move: _dotted(move.move)
    )


def _gridgame(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play from the first query of a test."""
    _same_test(test, solution.problem.tests)
    case = solution.problem.test(test)
    starts = case.starts.tolist()
    if start is None and not starts:
        raise GameError(f"test {test + 1} asks for no start; give one")
    at = tuple(starts[0]) if start is None else _cell(start)
    case.grid.require(at)
    return GameAdapter(
        solution,
        (test, at),
        ("Alice", "Bob"),
        _alternating,
        lambda position: f"the pawn stands at {position[1]}",
        lambda position, move: _dotted(move.move),
    )


def _cell(start: Any) -> tuple[int, int]:
    try:
        x, y = (int(n) for n in (start.strip("() ").split(",") if isinstance(start, str) else start))
    except (TypeError, ValueError):
        raise GameError(f"{start!r} is no cell; expected its column and row, such as 3,4") from None
    return x, y


def _dotted(cell: tuple[int, int]) -> str:
    return f"{cell[0]},{cell[1]}"


@dataclass(frozen=True)
class Picked:
    """Geography as an oracle: the first move, from None, picks where the token begins."""

    solution: Any
    graph: int

    def outcome(self, position: Any) -> Outcome:
        """Return the outcome for the player to move."""
        if position is None:
            return Outcome.WIN if self.solution.picks(self.graph) else Outcome.LOSS
        result: Outcome = self.solution.outcome(position, self.graph)
        return result

    def best_moves(self, position: Any) -> Sequence[RatedMove]:
        """Return every move, winning ones first."""
        if position is not None:
            moves: Sequence[RatedMove] = self.solution.best_moves(position, self.graph)
            return moves
        by_vertex = self.solution.problem.by_vertex
        rated = []
        for v in range(self.solution.problem.graphs[self.graph].n):
            result = Outcome.WIN if self.solution.outcome(v, self.graph) == Outcome.LOSS else Outcome.LOSS
            rated.append(RatedMove(v, (v, frozenset({v} if by_vertex else ())), result))
        return sorted(rated, key=lambda move: move.result != Outcome.WIN)

    def explain(self, position: Any) -> str:
        """Say who wins, and by which move."""
        best = [move for move in self.best_moves(position) if move.result == Outcome.WIN]
        if not best:
            return "Every move lets the other player win."
        label = self.solution.problem.graphs[self.graph].label
        target = best[0].position[0]
        return f"The move to {label(target)} wins: from there every move of the other player can be answered."


def _geography(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play geography on one graph of the input."""
    graphs = solution.problem.graphs
    _same_test(test, len(graphs))
    arena, by_vertex = graphs[test], solution.problem.by_vertex
    at = None
    if start is not None:
        v = _vertex(arena, start)
        at = (v, frozenset({v} if by_vertex else ()))

    def render(position: Any) -> str:
        if position is None:
            return "pick a vertex"
        v, used = position
        what = "visited" if by_vertex else "used"
        count = f"{len(used)} {'vertices' if by_vertex else 'arcs'} {what}"
        return f"the token stands on {arena.label(v)}; {count}"

    return GameAdapter(
        Picked(solution, test),
        at,
        FIRST_SECOND,
        _alternating,
        render,
        lambda position, move: str(arena.label(move.position[0])),
    )


Maker = Callable[[Any, Any, int, int | None], GameAdapter]

_MAKERS: dict[str, Maker] = {
    "ArenaSolution": _arena,
    "NimberSolution": _nimbers,
    "GreatGameSolution": _great_game,
    "RaceSolution": _race,
    "StripsSolution": _treblecross,
    "MarkedStripsSolution": _marked,
    "SumsSolution": _sums,
    "HeapSolution": _heaps,
    "GridSolution": _grid,
    "GridGameSolution": _gridgame,
    "GeographySolution": _geography,
}
