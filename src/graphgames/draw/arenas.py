"""Graph views of games on arenas, of their solutions, and of strategies with memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy, Strategy
from graphgames.core.value import brief, mapped
from graphgames.draw.scene import NONE, SHAPES, GraphView, size
from graphgames.draw.style import BLANK, Key
from graphgames.draw.svg import shortened

_NAME = 16  # letters of a move beside an edge
_KEPT = 10_000  # what stands beside so many edges is kept


def graph_view(thing: Game | ArenaSolution | FiniteMemoryStrategy) -> GraphView:
    """Return the graph view of a game, of its solution, or of a strategy."""
    if isinstance(thing, FiniteMemoryStrategy):
        return strategy_graph_view(thing)
    return game_graph_view(thing) if isinstance(thing, Game) else solution_graph_view(thing)


def game_graph_view(game: Game) -> GraphView:
    """Return the graph view of a game that is not solved."""
    return GraphView(
        game.arena,
        _title(game),
        note=game.objective.note,
        marked=game.objective.marked,
        start=game.start,
        keys=(*_owners(game), *_marks(game)),
        outline=_outline(game),
        charts=_charts(game),
        edge_text=_beside(game),
    )


def solution_graph_view(solution: ArenaSolution) -> GraphView:
    """Return the graph view of a solved game."""
    game, moves, values = solution.problem, solution.strategy.opening, solution.vertex_values
    won, sides = game.legend, np.array(solution.winner)
    sides[solution.length :] = BLANK  # an action of a model that is left to chance is nobody's
    sizes = np.bincount(sides[: solution.length], minlength=len(won)).tolist()
    counts = list(zip(won, sizes, strict=True)) if game.objective.regions is None else []  # else nobody wins
    regions = [Key("circle", k, name, vertices=count) for k, (name, count) in enumerate(counts) if count]
    judged = game.objective.judged_by_loops and isinstance(solution.strategy, Strategy)
    loops = Strategy(moves).loops() if judged else None
    rounds = () if loops is None or not loops.any() else (Key("edge", 0, "where optimal play goes round", "loop"),)
    charts = {} if values is None else {game.objective.value_name: partial(_whole, values)}

    return GraphView(
        game.arena,
        _title(game),
        region=lambda v: int(sides[v]) if counts else BLANK,
        note=_note(solution),
        why=solution.numbered.explain,
        move=lambda v: int(moves[v]) if v < solution.length else -1,
        taken=solution._taken,
        forced=lambda v: game.arena.owner is not None and game.mover(v) != game.arena.owner[v],
        outline=_outline(game),
        loops=loops,
        marked=game.objective.marked,
        start=game.start,
        rank=None if game.objective.value_types else values,
        keys=(
            *_owners(game),
            *regions,
            Key("edge", 0, game.objective.move_words),
            *rounds,
            *_marks(game),
            *_value_keys(solution, sizes),
        ),
        charts=charts | _charts(game),
        regions=lambda: counts,
        sides=sides if counts else None,
        edge_text=_beside(game),
    )


def strategy_graph_view(strategy: FiniteMemoryStrategy) -> GraphView:
    """Return the graph view of the plays that a strategy allows, each vertex with the state of the memory."""
    plays, followed = strategy.followed()
    moves = followed.moves
    count = strategy.memory
    states = "memoryless" if count == 1 else f"{count} states of memory"
    note_key = Key("text", BLANK, "vertex / memory", "v / q")
    return GraphView(
        plays.arena,
        f"strategy, {states}, {size(plays.arena)}",
        move=lambda v: int(moves[v]),
        keys=(Key("edge", 0, "the strategy"), *((note_key,) if count > 1 else ())),
    )


def _beside(game: Game) -> Callable[[int], str]:
    """Return what stands beside an edge: what the objective says of it, else how one moves along it."""
    starts, heads = game.arena.indptr, game.arena.successors
    thrown = game.arena.probability is not None  # so that other numbers beside edges need a sign before them
    sign = next((f"{word[0]} " for _, word in game.edge_keys[:1]), "") if thrown else ""

    @lru_cache(_KEPT)
    def beside(e: int) -> str:
        tail = int(np.searchsorted(starts, e, "right")) - 1
        note = brief(game.edge_note(e))
        words = f"{sign}{note}" if note else game.move_note(tail, int(heads[e]))
        return ", ".join(filter(None, [shortened(game.edge_name(e), _NAME), words]))

    return beside


def _title(game: Game) -> str:
    """Return what the game says of itself, else its objective and size."""
    if text := getattr(game, "described", ""):
        return str(text)
    return f"{game.objective.title or game.objective.name}{game.objective.settings_in_words}, {size(game.arena)}"


def _owners(game: Game) -> tuple[Key, ...]:
    if game.impartial:
        return ()
    chance = any(game.mover(v) == CHANCE for v in game.arena.chance_vertices.tolist())
    named = list(zip(SHAPES, (*game.winners, "chance"), strict=True))
    movers = [one for player, one in enumerate(named) if player != game.idle]
    return tuple(Key(shape, BLANK, f"{name} moves") for shape, name in (movers if chance else movers[:-1]))


def _outline(game: Game) -> Callable[[int], str] | None:
    """Return what gives the shape of a vertex, by who moves there; None where vertices have no owners."""
    return None if game.impartial else lambda v: SHAPES[game.mover(v)]


def _marks(game: Game) -> tuple[Key, ...]:
    """Return the legend of the objective's marks on vertices."""
    objective = game.objective
    marks = () if objective.marked is None else (Key("circle", BLANK, objective.mark, "double"),)
    thrown = game.arena.probability is not None
    numbers = [(f"{what[0]} {sign}" if thrown else sign, f"beside an edge: {what}") for sign, what in game.edge_keys]
    signs = (*objective.note_keys, *([("p/q", "beside an edge: probability")] * thrown), *numbers)
    return (*marks, *(Key("text", BLANK, meaning, sign) for sign, meaning in signs))


def _note(solution: ArenaSolution) -> Callable[[int], str]:
    """Return what is written into a vertex: what the objective says of it, else its value if people are shown it."""
    objective, values, winner = solution.problem.objective, solution.vertex_values, solution.winner
    if values is None or objective.note_keys:
        return objective.note
    numbered, count = solution.numbered, solution.length
    return lambda v: brief(objective.value_text(numbered.value(v), int(winner[v]))) if v < count else ""


def _value_keys(solution: ArenaSolution, sizes: Sequence[int]) -> tuple[Key, ...]:
    """Return the legend of the values in vertices: of those of the regions that have a vertex."""
    if solution.vertex_values is None:
        return ()
    objective = solution.problem.objective
    signs = {"n", *(objective.value_text(0, player)[0] for player, size in enumerate(sizes) if size)}
    return tuple(Key("text", BLANK, meaning, sign) for sign, meaning in objective.value_keys if sign in signs)


def _charts(game: Game) -> dict[str, Callable[[], NDArray[Any]]]:
    numbers = game.objective.numbers
    if numbers is None:
        return {"moves from a vertex": lambda: game.arena.out_degree}
    return {game.objective.data: lambda: numbers if numbers.dtype != object else _whole(numbers)}


def _whole(values: NDArray[Any]) -> NDArray[np.int64]:
    """Return numbers for a chart: none that are negative; of exact values the finite ones, rounded down."""
    if values.dtype != object:
        return np.where(values >= 0, values, NONE)

    def floor(one: Any) -> int:
        whole = one.__floor__() if isinstance(one, int | Fraction) else NONE
        return whole if abs(whole) < _LARGE else NONE

    return mapped(floor, values.tolist(), id).astype(np.int64)  # many vertices have the same object as their value


_LARGE = 2**53  # above it a chart says nothing
