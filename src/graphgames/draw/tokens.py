"""Sheets of games whose tokens stand on a graph: the race and its meeples, stones on a DAG, geography."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.draw.scene import GraphView
from graphgames.draw.style import BLANK, Key
from graphgames.games.geography.solution import PICKER, GeographySolution
from graphgames.games.races.problem import Race
from graphgames.games.races.solution import RaceSolution

COLOURS = ("#c8102e", "#1f2328", "#00795c", "#8a4fbf")
NAMED = {"red": "#c8102e", "black": "#1f2328", "green": "#00795c", "blue": "#0b5d94"}


def race_problem(race: Race) -> GraphView:
    """Say what there is to see of a race that is not solved."""
    tokens = meeples(race, race.starts)
    return GraphView(race.arena, _race_title(race), marked=_goal(race), keys=_race_keys(race), tokens=tokens)


def race(solution: RaceSolution) -> GraphView:
    """Say what there is to see of a race: the meeples, how far each place is for them, and the move to make."""
    problem, start = solution.problem, solution.problem.start
    winner, first = solution.winner_of(), solution.first()
    who = "a draw" if winner is None or first is None else f"{problem.players[winner]} wins at move {first[1]}"
    token = problem.schedule[0][1]
    best = solution.best_moves(start)[0].position[0][token]
    here = problem.starts[token]
    tables = solution.certificate.moves
    names = " / ".join(problem.tokens)
    keys = [
        *_race_keys(problem),
        Key("edge", 0, f"the first move, of {problem.tokens[token]}"),
        Key("text", BLANK, f"own moves of {names} from there until it is home", "n/n"),
    ]

    def note(v: int) -> str:
        return "/".join("∞" if not len(table) or table[0, v] < 0 else str(table[0, v]) for table in tables)

    return GraphView(
        problem.arena,
        f"{_race_title(problem)}; {who}",
        region=lambda v: BLANK,
        note=note,
        chosen=lambda v: best if v == here else -1,
        marked=_goal(problem),
        rank=tables[0][0] if len(tables[0]) else None,
        keys=keys,
        tokens=meeples(problem, problem.starts),
    )


def great_game(solution: Any, test: int = 0) -> GraphView:
    """Say what there is to see of one test of the Great Game."""
    _require(test, solution.problem.tests)
    return race(solution.race(test))


def _race_title(problem: Race) -> str:
    return f"a race of {len(problem.starts)} tokens on {problem.arena.n} positions"


def _race_keys(problem: Race) -> tuple[Key, ...]:
    pawns = [
        Key("text", BLANK, f"{name}, which {problem.players[player]} wants home", "♟", _colour(problem, k))
        for k, (name, player) in enumerate(zip(problem.tokens, problem.wants, strict=True))
    ]
    return (Key("circle", BLANK, "home", "double"), *pawns)


def _colour(problem: Race, token: int) -> str:
    return NAMED.get(problem.tokens[token], COLOURS[token % len(COLOURS)])


def _goal(problem: Race) -> Any:
    goal = np.zeros(problem.arena.n, np.bool_)
    goal[problem.goal] = True
    return goal


def meeples(problem: Race, places: Sequence[int]) -> Any:
    """Return what stands on a vertex when the tokens stand at some places."""

    def stand(v: int) -> Sequence[tuple[str, str, str]]:
        return [
            (_colour(problem, k), name, "")
            for k, (name, place) in enumerate(zip(problem.tokens, places, strict=True))
            if place == v
        ]

    return stand


def on_vertex(at: int, name: str) -> Any:
    """Return what stands on a vertex when there is one token, which is there."""
    return lambda v: [(COLOURS[0], name, "")] if v == at else []


def stacks(counts: Sequence[int] | Mapping[int, int]) -> Any:
    """Return what stands on a vertex when there are so many stones on each."""
    return lambda v: [("#5b6470", f"stones: {counts[v]}", str(counts[v]))] if counts[v] else []


def stones(solution: Any, test: int = 0) -> GraphView:
    """Say what there is to see of one test of stones on a graph: Grundy values, and how many stones are where."""
    _require(test, len(solution))
    problem = solution.problem
    low, high = (int(k) for k in problem.first[test : test + 2])
    arena: Arena = problem.rules(test).arena
    counts = problem.stones[low:high].tolist()
    values = [solution.nimber(test, (v,)) for v in range(arena.n)]
    outcome = "wins" if solution.wins[test] else "loses"
    return GraphView(
        arena,
        f"stones on a graph, test {test + 1}; nim-sum {solution.nim_sums[test]}: the player to move {outcome}",
        region=lambda v: 0 if values[v] else 1,
        note=lambda v: str(values[v]),
        why=lambda v: f"vertex {v}: Grundy value {values[v]}, stones {counts[v]}",
        keys=(
            Key("circle", 0, "a stone here is worth something"),
            Key("circle", 1, "a stone here is worth 0"),
            Key("text", BLANK, "below the name: Grundy value", "n"),
            Key("text", BLANK, "stones", "●"),
        ),
        charts=lambda: [("Grundy values", np.array(values))],
        tokens=stacks(counts),
    )


def geography(solution: GeographySolution, test: int = 0) -> GraphView:
    """Say what there is to see of one graph of geography: which first vertices win for whom."""
    problem = solution.problem
    _require(test, len(problem.graphs))
    arena, winner = problem.graphs[test], solution.winner[test]
    meanings = ((0, 0, "wins for the player to move from it"), (1, PICKER, "wins for the player who picks it"))
    counts = [(region, meaning, int(np.count_nonzero(winner == code))) for region, code, meaning in meanings]
    unknown = int(np.count_nonzero(winner > PICKER))
    keys = [Key("circle", region, f"{meaning} ({count})") for region, meaning, count in counts]
    return GraphView(
        arena,
        f"{problem.kind.replace('-', ' ')}, {arena.n} vertices, {arena.m} {'arcs' if problem.directed else 'edges'}",
        region=lambda v: int(winner[v]) if winner[v] <= PICKER else BLANK,
        why=lambda v: solution.explain((v, frozenset()), test),
        keys=[*keys, Key("circle", BLANK, f"not decided ({unknown})")] if unknown else keys,
        charts=lambda: [("moves from a vertex", arena.out_degree)],
        regions=lambda: [(meaning, count) for _, meaning, count in counts],
        directed=problem.directed,
    )


def _require(test: int, count: int) -> None:
    if not 0 <= test < count:
        raise GameError(f"there is no test {test + 1}; the input has {count}")
