"""What a picture of a graph shows, before anything has a place: nodes, edges, what is written where, and the legend.

One function for each kind of thing that stands on an arena turns it into a `GraphView`: for every vertex of the whole
arena its region, its note and so on, given on demand. A scene is the part of it that is drawn; nothing here goes
through the edges of a large arena.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.draw.style import BLANK, Key
from graphgames.games.buchi.objective import Buchi, CoBuchi
from graphgames.games.impartial.solution import NimberSolution
from graphgames.games.parity.objective import Parity
from graphgames.games.reachability.objective import Reach, Safe
from graphgames.graphs.order import reverse_of

NAMES = {
    "reach": "reachability game",
    "safe": "safety game",
    "buchi": "Büchi game",
    "cobuchi": "co-Büchi game",
    "parity": "parity game",
    "normal": "normal play",
    "misere": "misère play",
}


SHAPES = ("circle", "square", "diamond")
"""The shape of a vertex by its owner."""


@dataclass(frozen=True)
class GraphView:
    """What is to be said of each vertex of an arena.

    Attributes
    ----------
    arena : Arena
        The graph.
    title : str
        What it is, in a line.
    region : callable
        From a vertex to the number of its look.
    note : callable
        From a vertex to a few characters that stand in it.
    why : callable
        From a vertex to a sentence that is shown when the pointer rests on it.
    chosen : callable
        From a vertex to the next one by the strategy, or -1.
    marked : ndarray of bool, optional
        Which vertices have a double outline.
    start : int, optional
        Where the play begins.
    rank : ndarray, optional
        How far it is from each vertex to where the play goes, -1 where there is no such number.
    keys : sequence of Key
        The legend.
    charts : callable
        Gives what the summary of a large one shows: (title, values for each vertex) pairs.
    regions : callable
        Gives what the summary of a large one counts: (meaning, number of vertices) pairs, by number of the look.
    tokens : callable
        From a vertex to (colour, name, number) of everything that stands upon it: without a number it is a meeple.
    directed : bool
        Whether edges have heads.
    """

    arena: Arena
    title: str
    region: Callable[[int], int] = lambda v: BLANK
    note: Callable[[int], str] = lambda v: ""
    why: Callable[[int], str] = lambda v: ""
    chosen: Callable[[int], int] = lambda v: -1
    marked: NDArray[np.bool_] | None = None
    start: int | None = None
    rank: NDArray[Any] | None = None
    keys: Sequence[Key] = ()
    charts: Callable[[], list[tuple[str, NDArray[Any]]]] = list
    regions: Callable[[], list[tuple[str, int]]] = list
    tokens: Callable[[int], Sequence[tuple[str, str, str]]] = lambda v: ()
    directed: bool = True

    def shape(self, v: int) -> str:
        """Return the shape of a vertex: ``circle``, ``square`` or ``diamond`` as player 0, player 1 or chance moves."""
        return "circle" if self.arena.owner is None else SHAPES[int(self.arena.owner[v])]

    def edge_note(self, e: int) -> str:
        """Return what is written at edge number e: its probability where chance moves."""
        likely = self.arena.probability_of(e)
        return "" if likely is None else str(likely)


def game_sheet(game: Game) -> GraphView:
    """Say what there is to see of a game that is not solved."""
    return GraphView(
        game.arena,
        _title(game),
        note=_notes(game),
        marked=_marked(game),
        start=game.start,
        keys=(*_owners(game), *_marks(game)),
        charts=lambda: _charts(game),
    )


def solution_sheet(solution: ArenaSolution) -> GraphView:
    """Say what there is to see of a solved game."""
    game, moves = solution.problem, solution.strategy.moves
    names = ("the player to move", "the player who moved last") if game.impartial else game.players
    won = [*(f"{name} wins" for name in names), "draw"][: len(solution.won)]
    regions = [Key("circle", k, f"{won[k]} ({count})") for k, count in enumerate(solution.won) if count or k < 2]
    title = f"{_title(game)}; solved by {solution.solver}"
    keys = (*_owners(game), *regions, Key("edge", 0, "the strategy"), *_marks(game), *_value_keys(solution))

    def charts() -> list[tuple[str, NDArray[Any]]]:
        value = solution.values
        if value is None:
            return _charts(game)
        return [(_VALUES.get(game.objective.name, "labels of the vertices"), value[value >= 0]), *_charts(game)]

    return GraphView(
        game.arena,
        title,
        region=lambda v: int(solution.winner[v]),
        note=_notes(game, solution),
        why=solution.numbered.explain,
        chosen=lambda v: int(moves[v]),
        marked=_marked(game),
        start=game.start,
        rank=solution.values,
        keys=keys,
        charts=charts,
        regions=lambda: list(zip(won, solution.won, strict=True)),
    )


def nimber_sheet(solution: NimberSolution) -> GraphView:
    """Say what there is to see of the Grundy values of an arena."""
    arena, values = solution.problem.arena, solution.values
    meanings = ("the player to move wins", "the player who moved last wins", "draw")
    codes = {"win": 0, "loss": 1, "draw": 2}

    def chosen(v: int) -> int:
        return (
            int(solution.numbered.best_moves(v)[0].position)
            if values[v] and solution.numbered.outcome(v) == "win"
            else -1
        )

    def note(v: int) -> str:
        return "∞" if values[v] < 0 else str(values[v])

    positive, zero = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values == 0))
    infinite = values.size - positive - zero
    used = range(3 if infinite else 2)
    numbers = Key("text", BLANK, "below the name: Grundy value", "n")
    return GraphView(
        arena,
        f"Grundy values, {_size(arena)}",
        region=lambda v: codes[solution.numbered.outcome(v)],
        note=note,
        why=solution.numbered.explain,
        chosen=chosen,
        keys=(*(Key("circle", k, meanings[k]) for k in used), Key("edge", 0, "a winning move"), numbers),
        charts=lambda: [("Grundy values", values[values >= 0])],
        regions=lambda: [("above 0", positive), ("0", zero), ("infinite", infinite)][: len(used)],
    )


def vertex(arena: Arena, name: Any) -> int:
    """Find a vertex by its label, by what the label reads, or by its number.

    Raises
    ------
    GameError
        If there is none.

    Examples
    --------
    >>> vertex(Arena.from_edges([(0, 1)], labels=["hill", "mill"]), "mill")
    1
    """
    if arena.labels is not None:
        for v, label in enumerate(arena.labels):
            if label == name or str(label) == str(name):
                return v
    try:
        number = int(name)
    except (TypeError, ValueError):
        number = -1
    if arena.labels is not None or not 0 <= number < arena.n:
        what = "labels" if arena.labels is not None else f"vertices are 0 to {arena.n - 1}"
        seen = f": {', '.join(str(label) for label in arena.labels[:5])}, ..." if arena.labels is not None else ""
        raise GameError(f"there is no vertex {name!r}; the {what}{seen}")
    return number


def ball(arena: Arena, centre: int, radius: int, most: int) -> NDArray[np.int64]:
    """Return the vertices at most so many edges from one, whichever way they point; no more than ``most`` of them.

    O(edges at those vertices), once the reverse graph is there.
    """
    seen = {centre: None}
    front = [centre]
    indptr, predecessors = reverse_of(arena)
    for _ in range(radius):
        after = []
        for v in front:
            for w in (
                *arena.successors_of(v)[:most].tolist(),
                *predecessors[indptr[v] : indptr[v + 1]][:most].tolist(),
            ):
                if w not in seen:
                    if len(seen) >= most:
                        return np.array(sorted(seen), np.int64)
                    seen[w] = None
                    after.append(w)
        front = after
    return np.array(sorted(seen), np.int64)


_VALUES = {"reach": "rank", "safe": "rank", "normal": "remoteness", "misere": "remoteness"}


def _size(arena: Arena) -> str:
    return f"{arena.n} vert{'ex' if arena.n == 1 else 'ices'}, {arena.m} edge{'' if arena.m == 1 else 's'}"


def _title(game: Game) -> str:
    return f"{NAMES.get(game.objective.name, game.objective.name)}, {_size(game.arena)}"


def _owners(game: Game) -> tuple[Key, ...]:
    if game.impartial:
        return ()
    return tuple(
        Key(kind, BLANK, f"{name} moves") for kind, name in zip(("circle", "square"), game.players, strict=True)
    )


def _marked(game: Game) -> NDArray[np.bool_] | None:
    objective = game.objective
    for kind, name in ((Reach, "target"), (Safe, "safe"), (Buchi, "accepting"), (CoBuchi, "rejecting")):
        if isinstance(objective, kind):
            mask = np.asarray(getattr(objective, name), np.bool_)
            return ~mask if kind is Safe else mask
    return None


def _marks(game: Game) -> tuple[Key, ...]:
    meanings = {"reach": "target", "safe": "unsafe", "buchi": "accepting", "cobuchi": "rejecting"}
    meaning = meanings.get(game.objective.name)
    if meaning is not None:
        return (Key("circle", BLANK, meaning, "double"),)
    return (Key("text", BLANK, "priority", "p"),) if isinstance(game.objective, Parity) else ()


def _notes(game: Game, solution: ArenaSolution | None = None) -> Callable[[int], str]:
    """Say what is written into a vertex: its priority, or what the solution's number there is."""
    objective = game.objective
    if isinstance(objective, Parity):
        priority = np.asarray(objective.priority)
        return lambda v: f"p {priority[v]}"
    if solution is None or solution.values is None:
        return lambda v: ""
    value, winner = solution.values, solution.winner
    if isinstance(objective, Buchi | CoBuchi):
        player = 0 if isinstance(objective, Buchi) else 1
        return lambda v: f"{'α' if int(winner[v]) == player else 'β'} {value[v]}"
    return lambda v: str(value[v]) if value[v] >= 0 else "∞"


def _value_keys(solution: ArenaSolution) -> tuple[Key, ...]:
    name = solution.problem.objective.name
    if solution.values is None:
        return ()
    if name in ("buchi", "cobuchi"):
        seen = "accepting" if name == "buchi" else "rejecting"
        return (
            Key("text", BLANK, f"moves until the next {seen} vertex", "α"),
            Key("text", BLANK, f"{seen} vertices still to come", "β"),
        )
    return (Key("text", BLANK, f"below the name: {_VALUES.get(name, 'value')}", "n"),)


def _charts(game: Game) -> list[tuple[str, NDArray[Any]]]:
    if isinstance(game.objective, Parity):
        return [("priority", np.asarray(game.objective.priority))]
    return [("moves from a vertex", game.arena.out_degree)]
