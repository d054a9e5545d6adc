"""One open game, as it lies on the desk: read, solved, played, asked, verified, changed and written down.

A `GameSession` lives in a process of its own and answers in plain Python, which becomes JSON. It decides nothing about
games: the oracle knows who wins, the table of `play` what is particular to a game, the pictures where things stand.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphgames import api
from graphgames.core.arena import Arena
from graphgames.core.catalogue import objective_class, objectives
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution, OnArena
from graphgames.draw import graph, scene
from graphgames.draw.board import Board, Target
from graphgames.draw.scene import GraphView
from graphgames.draw.svg import shortened
from graphgames.draw.view import View
from graphgames.explore import edits, piece, views
from graphgames.explore.piece import Viewport
from graphgames.explore.problems import read_problem
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.graphs.order import reverse_of
from graphgames.play import Ending, Session, table_for
from graphgames.readers.source import open_source

SHOWN = 200
"""So many moves are listed."""

WATCHED = 10_000
"""After so many moves a play between two strategies is stopped."""

_BACK = 20
_BACK_EDGES = 2_000_000
_RADIUS = 2
_WORDS = 600

Answer = dict[str, Any]


class GameSession:
    r"""An open game.

    Parameters
    ----------
    tell : callable
        Called with a word for what is being done.

    Examples
    --------
    >>> desk = GameSession()
    >>> view = desk.open_text("0 1\n1 2\n", "path.edges", {})
    >>> view["play"]["moves"], view["title"]
    ([{'name': '2', 'result': 'win', 'distance': 0, 'from': 1, 'to': 2}], 'path.edges')
    """

    def __init__(self, tell: Callable[[str], None] = lambda phase: None):
        self.tell = tell
        self.title = ""
        self.test = 0
        self.persons: tuple[int, ...] = (0, 1)
        self.start: int | None = None
        self.look: Viewport | None = None
        self.before: list[Game] = []
        self.seconds = 0.0
        self._drawn: dict[tuple[Any, ...], graph.Drawn] = {}

    # opening

    def open_path(self, path: str, name: str, options: dict[str, Any]) -> Answer:
        """Read, solve and show what stands in a file, which goes by a name in messages."""
        self.tell("reading")
        return self._open(read_problem(open_source(path).data, name, options), name)

    def open_text(self, text: str, name: str, options: dict[str, Any], start: int | None = None) -> Answer:
        """Read, solve and show what is written in a text; the play begins at a vertex."""
        self.tell("reading")
        return self._open(read_problem(text.encode(), name, options), name, start)

    def _open(self, problem: Any, name: str, start: int | None = None) -> Answer:
        self.title, self.start = name, start
        self._solve(problem)
        self._sit(start)
        return self.view()

    def _solve(self, problem: Any) -> None:
        """Solve and get everything ready that the first answer needs; nothing changes where that fails."""
        self.tell("solving")
        begin = time.perf_counter()
        solution = api.solve(problem)
        seconds = time.perf_counter() - begin
        self.tell("drawing")
        test = 0 if self._tests_of(solution) <= self.test else self.test
        view, board = views.view_of(solution, test), views.board_of(solution)
        if view is None and board is None:
            raise GameError(f"a {type(solution).__name__} cannot be shown here")
        if view is not None and not piece.is_small(view.sheet.arena):
            reverse_of(view.sheet.arena)  # once, so that no later answer waits for it
        self.solution, self.seconds, self.test, self.shown, self.board = solution, seconds, test, view, board
        self._drawn.clear()

    @staticmethod
    def _tests_of(solution: Any) -> int:
        """Count the tests of an input; 1 where it has none."""
        problem: Any = getattr(solution, "problem", None)
        for count in (getattr(problem, "tests", None), getattr(problem, "graphs", None)):
            if isinstance(count, int):
                return count
            if isinstance(count, tuple):
                return len(count)
        return len(problem) if hasattr(problem, "__len__") and hasattr(problem, "rules") else 1

    def _sit(self, start: Any) -> None:
        """Begin a play."""
        person = self.persons[0] if len(self.persons) == 1 else None
        table = table_for(self.solution, None, self.test, person)
        if start is not None:
            table = self._starting(table, start)
        self.session = Session(table)
        self.look = None

    def _starting(self, table: Any, start: Any) -> Any:
        """Begin at a vertex by its number, or at whatever the game calls a start."""
        from dataclasses import replace

        if isinstance(self.solution, OnArena):
            return replace(table, start=self._vertex(start))
        if self._is_geography():
            v = self._vertex(start)
            return replace(table, start=(v, frozenset({v} if self.solution.problem.by_vertex else ())))
        return table_for(self.solution, start, self.test)

    def _is_geography(self) -> bool:
        return getattr(getattr(self.solution, "problem", None), "kind", None) in GEOGRAPHY

    # what the page asks

    def view(self) -> Answer:
        """Return everything that the page shows."""
        solution = self.solution
        sheet = None if self.shown is None else self.shown.sheet
        return {
            "title": self.title,
            "heading": sheet.title if sheet is not None else str(solution) if self._tests_of(solution) > 1 else "",
            "solver": getattr(solution, "solver", ""),
            "seconds": round(self.seconds, 4),
            "tests": self._tests_of(solution),
            "test": self.test,
            "players": list(self.session.table.players),
            "persons": list(self.persons),
            "regions": [] if sheet is None else [list(region) for region in sheet.regions()],
            "large": sheet is not None and not piece.is_small(sheet.arena),
            "startable": isinstance(solution, OnArena) or self._is_geography(),
            "game": self._described(),
            "play": self.play(),
            **self.scene(),
        }

    def _described(self) -> Answer | None:
        """Say what the page needs to know to change the game, None where it cannot be changed."""
        if not isinstance(self.solution, ArenaSolution):
            return None
        game = self.solution.problem
        fit = [name for name in objectives() if not (game.impartial and objective_class(name).needs_owner)]
        return {
            "objective": game.objective.name,
            "objectives": fit,
            "impartial": game.impartial,
            "mark": game.objective.data if game.objective.marked is not None else "",
            "undo": len(self.before),
        }

    def play(self) -> Answer:
        """Say how the play stands: the position, the moves best first, what was made, how it ended."""
        session = self.session
        moves, ending = session.moves(), session.ending
        over = ending is not None
        listed = [] if over else [self._move(name) for name in list(moves)[:SHOWN]]
        table = session.table
        return {
            "position": shortened(table.render(session.position), _WORDS),
            "mover": session.mover,
            "outcome": None if over else table.oracle.outcome(session.position),
            "ending": None if ending is None else self._ending(ending),
            "moves": listed,
            "more": 0 if over else len(moves) - len(listed),
            "made": [[made.player, made.name] for made in session.made[-SHOWN:]],
            "count": len(session.made),
        }

    def _ending(self, ending: Ending) -> Answer:
        """Say how the play ended and which moves gave something away."""
        mistakes = [
            {
                "number": m.number,
                "player": m.made.player,
                "name": m.made.name,
                "lost": m.made.before,
                "better": m.better,
            }
            for m in self.session.review()
        ]
        return {"winner": ending.winner, "reason": ending.reason, "mistakes": mistakes}

    def _move(self, name: str) -> Answer:
        move = self.session.moves()[name]
        answer: Answer = {"name": name, "result": move.result, "distance": move.distance}
        if self.shown is not None:
            answer["from"], answer["to"] = self.shown.ends(self.session.position, move)
        return answer

    def scene(self) -> Answer:
        """Return the graph near where one looks, or the board."""
        if self.board is not None:
            return {"board": self._board(self.board)}
        sheet, position = self._sheet(), self.session.position
        shown = self._shown()
        look = self.look or Viewport(shown.pawns(position), _RADIUS)
        edges, vertices = shown.spent(position)
        described = piece.described(sheet, self._places(sheet, look), edges, vertices)
        pawns = [] if position is None else list(shown.pawns(position))[:1]
        large = not piece.is_small(sheet.arena)
        return {
            "graph": described
            | {"pawns": pawns, "around": list(look.centres) if large else None}
            | {"radius": look.radius, "away": self.look is not None}
        }

    def _sheet(self) -> GraphView:
        """Return the sheet of where the play stands."""
        shown, session = self._shown(), self.session
        return shown.dress(shown.sheet, session.position, tuple(session.moves().values()))

    def _shown(self) -> View:
        if self.shown is None:
            raise GameError("this game does not stand on a graph")
        return self.shown

    def _places(self, sheet: GraphView, look: Viewport) -> graph.Drawn:
        """Return what is drawn with its places; those of the last few pieces are kept."""
        small = piece.is_small(sheet.arena)
        key = ("whole",) if small else (look.centres, look.radius)
        if key not in self._drawn:
            if len(self._drawn) > _BACK:
                self._drawn.clear()
            self._drawn[key] = graph.arranged(sheet, piece.near(sheet.arena, look))
        return self._drawn[key]

    def _board(self, board: Board) -> Answer:
        session = self.session
        moves = {} if session.ending is not None else session.moves()
        aims = board.aim(session.position, moves)

        def result(target: Target) -> str | None:
            return moves[target.moves[0]].result if len(target.moves) == 1 else None

        targets = [
            {"at": [round(side, 1) for side in target[:4]], "moves": target.moves, "result": result(target)}
            for target in aims
        ]
        return {"svg": board.paint(session.position).svg, "targets": targets}

    # playing

    def move(self, name: Any) -> Answer:
        """Make a move, and what the strategy answers."""
        self.session.play(str(name))
        self._answer()
        return self._after()

    def step(self) -> Answer:
        """Make the best move for whoever is to move, and what the strategy answers."""
        if self.session.ending is not None:
            raise GameError("the play is over; begin again or take moves back")
        self.session.reply()
        self._answer()
        return self._after()

    def undo(self) -> Answer:
        """Take back the last move, and those that were answered."""
        session = self.session
        taken = session.undo()
        while taken and session.made and len(self.persons) == 1 and session.mover not in self.persons:
            session.undo()
        if not taken:
            raise GameError("there is nothing to take back")
        self._answer()  # where the strategy began, it begins again
        return self._after()

    def restart(self, start: Any = None, persons: Any = None, test: Any = None) -> Answer:
        """Begin again: at a vertex or where the last play began, for other players, with another test."""
        if persons is not None:
            if not isinstance(persons, list) or not all(player in (0, 1) for player in persons):
                raise GameError(f"the players {persons!r} do not exist; they are 0 and 1")
            self.persons = tuple(sorted(set(persons)))
        if test is not None and test != self.test:
            self.test = views.require_test(test, self._tests_of(self.solution))
            self.shown = views.view_of(self.solution, self.test)
            self._drawn.clear()
        self.start = start if start is not None else self.start
        self._sit(self.start)
        self._answer()
        return self.view()

    def _answer(self) -> None:
        """Let the strategy move while it is its turn; if nobody else plays, the page steps."""
        session = self.session
        while len(self.persons) == 1 and session.mover not in self.persons and session.ending is None:
            if len(session.made) > WATCHED:
                break
            session.reply()

    def _after(self) -> Answer:
        self.look = None
        return {"play": self.play(), **self.scene()}

    # asking

    def why(self, vertex: Any = None) -> Answer:
        """Say why a vertex, or where the play stands, is won or lost."""
        if vertex is None or self.shown is None:
            return {"why": self.session.why()}
        v = self._vertex(vertex)
        return {"why": self._shown().sheet.why(v) or "There is nothing more to say of it."}

    def vertex(self, vertex: Any) -> Answer:
        """Say what is known of a vertex."""
        v, sheet = self._vertex(vertex), self._sheet()
        arena = sheet.arena
        answer: Answer = {
            "id": v,
            "label": str(arena.label(v)),
            "owner": None if arena.owner is None else int(arena.owner[v]),
            "region": sheet.region(v),
            "note": sheet.note(v),
            "why": sheet.why(v),
            "moves": int(arena.indptr[v + 1] - arena.indptr[v]),
            "to": [[w, str(arena.label(w))] for w in arena.successors_of(v)[:_BACK].tolist()],
            "marked": sheet.marked is not None and bool(sheet.marked[v]),
        }
        if isinstance(self.solution, ArenaSolution) and hasattr(self.solution.problem.objective, "priority"):
            answer["priority"] = int(self.solution.problem.objective.priority[v])
        return answer

    def find(self, name: Any) -> Answer:
        """Find a vertex by its label or number."""
        return {"vertex": scene.vertex(self._shown().sheet.arena, name)}

    def around(self, vertex: Any = None, radius: Any = _RADIUS) -> Answer:
        """Viewport at what is near a vertex, or near the pawn again."""
        if isinstance(radius, bool) or not isinstance(radius, int) or not 0 <= radius <= _BACK:
            raise GameError(f"the radius is {radius!r}; expected 0 to {_BACK}")
        if vertex is None:
            pawns = self._shown().pawns(self.session.position)
            self.look = None if radius == _RADIUS else Viewport(pawns, radius)
        else:
            self.look = Viewport((self._vertex(vertex),), radius)
        return self.scene()

    def overview(self) -> Answer:
        """Return the picture of a large game: how large its regions are, and how values are spread."""
        return {"svg": graph.summary(self._shown().sheet).svg}

    def verify(self) -> Answer:
        """Check the solution with code that shares nothing with the solvers."""
        self.tell("verifying")
        begin = time.perf_counter()
        report = api.verify(self.solution)
        seconds = round(time.perf_counter() - begin, 4)
        failures = [str(failure) for failure in report.failures]
        return {"ok": report.ok, "said": str(report), "failures": failures, "seconds": seconds}

    def _vertex(self, v: Any) -> int:
        n = self._shown().sheet.arena.n
        if isinstance(v, bool) or not isinstance(v, int) or not 0 <= v < n:
            raise GameError(f"there is no vertex {v!r}; they are 0 to {n - 1}")
        return v

    # changing

    def edit(self, change: Any) -> Answer:
        """Change the game and solve it again."""
        if not isinstance(self.solution, ArenaSolution):
            raise GameError("this game is changed in its input, not on its graph")
        if not isinstance(change, dict):
            raise GameError(f"{change!r} is no change")
        changed = edits.apply(self.solution.problem, change)
        before = self.solution.problem
        arena, here = self.solution.problem.arena, self.session.position
        self._renew(changed.game, str(arena.label(here)))
        self.before.append(before)
        while len(self.before) > _BACK or sum(game.arena.m for game in self.before[:-1]) > _BACK_EDGES:
            self.before.pop(0)
        return self.view() | {"said": changed.said, "vertex": changed.vertex}

    def revert(self) -> Answer:
        """Take back the last change."""
        if not self.before:
            raise GameError("there is no change to take back")
        game = self.before[-1]
        self._renew(game, str(self.solution.problem.arena.label(self.session.position)))
        self.before.pop()
        return self.view() | {"said": "The last change is taken back.", "vertex": -1}

    def _renew(self, game: Game, here: str) -> None:
        """Solve a changed game, and put the pawn where it stood if that is still there."""
        look, self.start = self.look, None
        self._solve(game)
        at = _labelled(game.arena, here)
        self._sit(at)
        self.look = look if look is not None and max(look.centres) < game.arena.n else None

    # writing down

    def export(self, kind: str, path: str) -> Answer:
        """Write a picture, the solution or the game to a file, and give a name for it."""
        stem = Path(self.title).name.split(".")[0] or "game"
        if kind == "svg":
            Path(path).write_text(self._picture(), encoding="utf-8")
        elif kind == "json":
            self._write_json(path)
        elif kind == "pg":
            if not isinstance(self.solution, ArenaSolution):
                raise GameError("this game has no owners and priorities, so it cannot be written as .pg")
            api.write(self.solution.problem, path, "pgsolver")
        else:
            raise GameError(f"there is no {kind!r} to write; there are svg, json and pg")
        return {"name": f"{stem}.{kind}"}

    def _picture(self) -> str:
        if self.board is not None:
            return self.board.paint(self.session.position).svg
        sheet, position = self._sheet(), self.session.position
        look = self.look or Viewport(self._shown().pawns(position), _RADIUS)
        return graph.painted(sheet, self._places(sheet, look)).svg

    def _write_json(self, path: str) -> None:
        if isinstance(self.solution, ArenaSolution):
            api.write(self.solution, path, "json")
            return
        if self._is_geography():
            api.write(self.solution, path)
            return
        Path(path).write_text(json.dumps(self.solution.to_dict(), indent=1) + "\n", encoding="utf-8")


def _labelled(arena: Arena, label: str) -> int | None:
    """Find a vertex again by what its label reads, in a game that is not too large to look at each."""
    if arena.labels is None:
        return int(label) if int(label) < arena.n else None
    return next((v for v, name in enumerate(arena.labels) if str(name) == label), None)


METHODS = (
    "view",
    "move",
    "step",
    "undo",
    "restart",
    "why",
    "vertex",
    "find",
    "around",
    "overview",
    "verify",
    "edit",
    "revert",
)
"""What the page may ask of an open game."""
