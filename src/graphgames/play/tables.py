"""Tables for every solved game: how its positions look, what its moves are called, and when a play is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from graphgames.core.adapter import FIRST_SECOND, Ending, GameAdapter
from graphgames.core.arena import Arena
from graphgames.core.catalogue import function_for
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import ArenaSolution
from graphgames.games.heaps.problem import normal
from graphgames.games.races.problem import Race
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
    made = function_for(solution, "player")
    if made is not None:
        adapter: GameAdapter = made(solution, start, test, person)
        return adapter
    if isinstance(solution, ArenaSolution):
        return _arena(solution, start, test, person)
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
        at = arena.vertex(start)
    elif game.start is not None:
        at = game.start
    else:
        won = np.flatnonzero((solution.winner == (person or 0)) & (arena.out_degree > 0))
        at = int(won[0]) if won.size else 0
    owner = arena.owner

    def mover(v: int, made: int) -> int:
        return made % 2 if owner is None else int(owner[v])

    def render(v: int) -> str:
        return f"the pawn stands on {arena.label(v)}{game.objective.describe(v)}"

    players = game.players if owner is not None else FIRST_SECOND
    return GameAdapter(
        solution.numbered, at, players, mover, render, lambda v, move: str(arena.label(move.move)), _stop(game)
    )


def _stop(game: Game) -> Callable[[Sequence[Any], int], Ending | None]:
    """Return when a play on an arena is over: the objective says so, or it comes to a vertex for the second time.

    Whoever wins has a strategy without memory, so that the first cycle of a play decides as the endless play would.
    """
    step = 2 if game.impartial else 1  # on an impartial arena with the same player to move

    def stop(positions: Sequence[int], mover: int) -> Ending | None:
        ending = game.objective.ending(game.arena, positions[-1])
        if ending is not None:
            return ending
        earlier = [k for k in range(len(positions) - 1 - step, -1, -step) if positions[k] == positions[-1]]
        return game.objective.cycle_ending(game.arena, positions[earlier[0] : -1]) if earlier else None

    return stop


def _great_game(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play one test of the Great Game."""
    _no_start(start)
    _same_test(test, solution.problem.tests)
    race = solution.race(test).problem

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
    race = solution.problem
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
    at = solution.problem.start if start is None else _cell(start)
    solution.problem.require(at)
    return GameAdapter(
        solution, at, ("Alice", "Bob"), _alternating, solution.problem.render, lambda p, move: _dotted(move.move)
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
            result = (
                Outcome.WIN if self.solution.outcome((v, frozenset()), self.graph) == Outcome.LOSS else Outcome.LOSS
            )
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
