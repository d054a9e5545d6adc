"""Pictures of races: meeples on a graph, the distance of each place from home, and the move to make."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from graphgames.catalogue.find import SOLVED_ONLY, by_class
from graphgames.core.errors import counted, require_test
from graphgames.core.oracle import RatedMove
from graphgames.draw import vertex_tokens
from graphgames.draw.board import View
from graphgames.draw.scene import GraphView
from graphgames.draw.style import BLANK, Key
from graphgames.games.races.great_game import GreatGameSolution, inside
from graphgames.games.races.problem import Position, Race
from graphgames.games.races.solution import RaceSolution

graph_view = by_class(SOLVED_ONLY)


@graph_view.register
def problem_graph_view(race: Race) -> GraphView:
    """Return the graph view of a race that is not solved."""
    standing = vertex_tokens.meeples(race.tokens, race.starts)
    return GraphView(
        race.arena,
        _race_title(race),
        marked=np.arange(race.arena.n) == race.goal,
        keys=_race_keys(race),
        tokens=standing,
    )


@graph_view.register
def race_graph_view(solution: RaceSolution) -> GraphView:
    """Return the graph view of a race: the meeples, their distances from each place, and the move to make."""
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
        move=lambda v: best if v == here else -1,
        marked=np.arange(problem.arena.n) == problem.goal,
        rank=tables[0][0] if len(tables[0]) else None,
        keys=keys,
        tokens=vertex_tokens.meeples(problem.tokens, problem.starts),
    )


@graph_view.register
def great_game_graph_view(solution: GreatGameSolution, test: int = 0) -> GraphView:
    """Return the graph view of one test of the Great Game."""
    require_test(test, solution.problem.tests)
    return race_graph_view(solution.race(test))


def _race_title(problem: Race) -> str:
    return f"a race of {counted(len(problem.starts), 'token')} on {counted(problem.arena.n, 'position')}"


def _race_keys(problem: Race) -> tuple[Key, ...]:
    pawns = [
        Key("text", BLANK, f"{name}, which {problem.players[player]} wants home", "♟", vertex_tokens.colour(name, k))
        for k, (name, player) in enumerate(zip(problem.tokens, problem.wants, strict=True))
    ]
    return (Key("circle", BLANK, "home", "double"), *pawns)


def view(solution: RaceSolution | GreatGameSolution, test: int) -> View:
    """Return the view of a position of a race, or of one test, on its arena."""
    solved = solution if isinstance(solution, RaceSolution) else solution.race(test)
    race = solved.problem

    def at(position: Any) -> Position:
        return position if solved is solution else inside(position)

    def ends(position: Any, move: RatedMove) -> tuple[int, int]:
        places, turn = at(position)
        token = race.schedule[turn][1]
        return places[token], at(move.position)[0][token]

    def pawns(position: Any) -> tuple[int, ...]:
        places, turn = at(position)
        token = race.schedule[turn][1]
        return (places[token], *places[:token], *places[token + 1 :])

    def dress(graph_view: GraphView, position: Any, moves: Collection[RatedMove]) -> GraphView:
        best = next((ends(position, move) for move in moves), (-1, -1))
        stand = vertex_tokens.meeples(race.tokens, at(position)[0])
        return replace(graph_view, tokens=stand, move=lambda v: best[1] if v == best[0] else -1)

    return View(race_graph_view(solved), pawns, ends, dress)
