"""One open game, which can be solved, played, queried, verified, edited and saved.

A `GameSession` lives in a process of its own and answers in plain Python, which becomes JSON. It decides nothing about
games: the oracle knows who wins, the adapter knows how the game is played, and the pictures place the vertices. The
state of the page is one record, `State`, which is replaced as a whole, so a refused change has no effect.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames import api
from graphgames.catalogue.asking import Askable
from graphgames.catalogue.find import stored
from graphgames.core.arena import Arena, owners
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, counted, shown
from graphgames.core.game import Game
from graphgames.core.memory import vertex_of
from graphgames.core.oracle import Outcome
from graphgames.draw import board_of, described, folding
from graphgames.draw.board import Track
from graphgames.draw.described import Viewport
from graphgames.draw.graph import is_small
from graphgames.explore import answers, edits, gallery
from graphgames.explore.answers import PIECES, RADIUS, Answer, Before, State
from graphgames.explore.loaded_game import LoadedGame, by_number, loaded, opened, read_asked, read_problem
from graphgames.explore.proof import OpenProof
from graphgames.explore.property_curves import experiment
from graphgames.play import Session
from graphgames.readers.source import open_source

ROUGHLY = 1e-4
"""So wide are the brackets of values at most while a slider is moved, where there are brackets."""

WATCHED = 10_000
"""After so many moves a play between two strategies is stopped."""

KEPT = 500_000
"""Lines and notes of so many characters are kept."""

Numbers = NDArray[np.int64]
History = tuple[tuple[Before, ...], tuple[Before, ...]]
"""The games before the last changes, and those that were undone."""

ANSWERS = 200
"""So many answers of an experiment are shown."""

_CHANGES = 20
_CHANGES_EDGES = 2_000_000


class GameSession:
    r"""An open game; ``tell`` is called with a word for what is being done.

    Examples
    --------
    >>> page = GameSession()
    >>> view = page.open_text("0 1\n1 2\n", "path.edges", {})
    >>> view["play"]["moves"], view["title"]
    ([{'name': '2', 'result': 'win', 'words': 'win in 1', 'from': 1, 'to': 2}], 'path.edges')
    """

    def __init__(self, tell: Callable[[str], None] = lambda phase: None):
        self.tell = tell
        self._state: State | None = None

    @property
    def state(self) -> State:
        """What is on the page."""
        if self._state is None:
            raise GameError("no game is open yet")
        return self._state

    @property
    def session(self) -> Session:
        """The play."""
        return self.state.session

    def _become(self, state: State, answer: Callable[[State], Answer] = answers.everything) -> Answer:
        """Replace the state of the page and return its answer; on failure the old state stays."""
        shown = answer(state)
        self._state = state
        return shown

    # opening

    def open_path(self, path: str, name: str, options: Mapping[str, Any]) -> Answer:
        """Read, solve and show a file, which messages call by ``name``, or a directory such as that of a table."""
        self.tell("reading")
        held = stored(path)
        if held is not None:
            return self._show(loaded(held, name, 0, self.tell), None)
        return self._open(*read_asked(open_source(path).data, name, options), name)

    def open_text(
        self, text: str, name: str, options: Mapping[str, Any], start: int | None = None, kept: str = ""
    ) -> Answer:
        """Read, solve and show what is written in a text; the play begins at a vertex.

        A solution that a directory holds is taken from the folder ``kept``, where it is there, and else left there.
        """
        self.tell("reading")
        for path in Path(kept).glob("*") if kept else ():
            with suppress(GameError):  # another process is about to write it
                if (held := stored(str(path))) is not None:
                    return self._show(loaded(held, name, 0, self.tell), start)
        problem, asked = read_asked(text.encode(), name, options)
        hints = {"directory": f"{kept}/{os.getpid()}"} if kept else {}
        return self._show(opened(problem, name, 0, self.tell, asked, hints), start)

    def show(self, solution: Any, start: Any = None, title: str | None = None) -> Answer:
        """Show a solution, with a play that begins at the label of a vertex or at what the game calls a start."""
        game = loaded(solution, title or "", 0, self.tell)
        drawn = "" if game.shown is None else game.shown.graph_view.title
        called = str(getattr(solution.problem, "title", "") or drawn[:1].upper() + drawn[1:] or "game")
        game, named = replace(game, title=title or called), start is not None and game.startable
        return self._show(game, game.view.graph_view.arena.vertex(start) if named else start)

    def _open(self, problem: Any, asked: Askable | None, name: str, start: int | None = None) -> Answer:
        return self._show(opened(problem, name, 0, self.tell, asked), start)

    def _show(self, game: LoadedGame, start: int | None) -> Answer:
        begun = _collapsed(_begin(game, start, None))
        _reply(begun)
        return self._become(begun)

    def view(self) -> Answer:
        """Return everything that the page shows."""
        return answers.everything(self.state)

    # playing

    def move(self, name: Any, place: Any = "") -> Answer:
        """Make a move, which was chosen at a place of the board, and the computer's reply."""
        number = len(self.session.made)
        self.session.play(str(name))
        return self._after(number, {number: str(place)})

    def step(self) -> Answer:
        """Make the best move for the player to move, and the computer's reply."""
        if self.session.ending is not None:
            raise GameError("the play is over; begin again or take moves back")
        number = len(self.session.made)
        self.session.reply()
        return self._after(number)

    def undo(self) -> Answer:
        """Go back to before the last move that the computer did not make."""
        made, persons = self.session.made, self.state.persons
        own = [k for k, move in enumerate(made) if len(persons) != 1 or move.player in persons]
        if not own:
            raise GameError("there is no move to undo")
        return self.goto(own[-1])

    def goto(self, ply: Any) -> Answer:
        """Go to the position after a number of moves; those that come after it are kept until another is made."""
        session, state = self.session, self.state
        line = (*session.made, *state.ahead)
        if type(ply) is not int or not 0 <= ply <= len(line):
            raise GameError(f"there is no move {shown(ply)} of this play; it has {len(line)}")
        while len(session.made) > ply:
            session.undo()
        for made in line[len(session.made) : ply]:
            session.play(made.name)
        self._state = replace(state, look=None, ahead=line[ply:])
        return answers.standing(self.state)

    def threat(self, on: Any = True) -> Answer:
        """Show what the other player would do if it were their turn, or no longer."""
        if self.session.adapter.threats is None:
            raise GameError("the solution of this game holds no position like this one with the other player to move")
        self._state = replace(self.state, threats=bool(on))
        return answers.standing(self.state)

    def restart(
        self,
        start: Any = None,
        persons: Any = None,
        test: Any = None,
        moves: Any = None,
        ply: Any = None,
        fresh: Any = False,
        blunder: Any = None,
    ) -> Answer:
        """Begin again: at a vertex or where the last play began, for other players, with another test.

        With ``moves`` these are made from where the last play began, by both players, and then one is at the position
        after ``ply`` of them. With ``fresh`` a play without a start begins where the game says. The computer makes any
        move with the probability ``blunder``, else a best one.
        """
        state = self.state
        people = state.persons if persons is None else _people(persons)
        at = start if start is not None or fresh else state.start if moves is None else state.began
        likely = state.blunder if blunder is None else blunder
        if type(likely) not in (int, float) or not 0 <= likely <= 1:
            raise GameError(f"{shown(likely)} is not a probability; expected 0 to 1")
        begun = replace(_begin(state.opened.of_test(test), at, people), blunder=likely)
        begun = replace(begun, before=state.before, undone=state.undone, threats=state.threats, kept=state.kept)
        if start is None and not fresh:
            begun = replace(begun, start=state.start)
        if moves is None:
            _reply(begun)
        else:
            begun = _along(begun, moves, ply)
        if begun.opened is state.opened:
            begun = replace(begun, fold=state.fold, way=state.way)
        return self._become(begun)

    def keep(self, lines: Any = None) -> Answer:
        """Keep the lines that were played, with notes, for a page that is loaded again or saved."""
        if not isinstance(lines, dict) or len(json.dumps(lines)) > KEPT:
            raise GameError(f"expected lines and notes of {KEPT:,} characters at most; this is not saved")
        self._state = replace(self.state, kept=lines)
        return {}

    def _after(self, number: int, place: Mapping[int, str] = MappingProxyType({})) -> Answer:
        """Let the computer reply to the move of that number, which was perhaps chosen at a place of the board."""
        before = {k: where for k, where in self.state.places.items() if k < number}
        self._state = replace(self.state, places={**before, **place}, look=None, ahead=())
        _reply(self.state)
        return answers.standing(self.state)

    # asking

    def why(self, vertex: Any = None) -> Answer:
        """Return why a vertex, or the current position, is won or lost."""
        game, shown = self.state.opened, self.state.opened.shown
        if vertex is None or shown is None:
            words, at = self.session.why(), None if shown is None else shown.place(self.session.position)
        else:
            at = game.vertex(vertex)
            words = shown.graph_view.why(at) or "No reason is known for this vertex."
        return {"why": words, "parts": game.links.parts(at, words)}

    def argue(self) -> Answer:
        """Return the whole argument for the outcome of the position, step by step."""
        return {"argument": answers.argument(self.state)}

    def conditions(self, vertex: Any = None, place: Any = 0, change: Any = None) -> Answer:
        """Return the conditions of the proof, opened at a vertex or at the place of that number; with a change, those
        of the solution with one entry changed.
        """
        game = self.state.opened
        proof = OpenProof(game.solution, game.shown is not None and vertex is not None)
        if type(place) is not int or place < 0:
            raise GameError(f"there is no place {shown(place)}; expected a number from 0 on")
        return proof.opened(place if proof.arena is None else game.vertex(vertex), change)

    def vertex(self, vertex: Any) -> Answer:
        """Return what is known about a vertex."""
        return answers.facts(self.state, self.state.opened.vertex(vertex))

    def find(self, name: Any) -> Answer:
        """Find a vertex by its label or number."""
        return {"vertex": self.state.opened.view.graph_view.arena.vertex(name)}

    def around(self, vertex: Any = None, radius: Any = RADIUS) -> Answer:
        """Look at what is near a vertex, or near the pawn again."""
        if isinstance(radius, bool) or not isinstance(radius, int) or not 0 <= radius <= PIECES:
            raise GameError(f"the radius is {shown(radius)}; expected 0 to {PIECES}")
        game, view = self.state.opened, self.state.opened.view
        centres = view.pawns(self.session.position) if vertex is None else (game.vertex(vertex),)
        look = None if vertex is None and radius == RADIUS else Viewport(centres, radius)
        self._state = replace(self.state, look=look, fold=None, way="")
        return answers.scene(self.state)

    def fold(self, way: Any = "", group: Any = None) -> Answer:
        """Show vertices that have something in common as one (``way``, empty for none), or open such a group."""
        state, graph_view = self.state, self.state.opened.view.graph_view
        if group is None:
            fold = folding.fold(graph_view, way) if way else None
            return self._become(replace(state, fold=fold, way=way or "", look=None), answers.scene)
        before = state.folded
        if before is None or type(group) is not int:
            raise GameError("there is no such group")
        fold = before.opened(graph_view, group - graph_view.arena.n)
        return self._become(replace(state, fold=fold, look=None), answers.scene)

    def map(self, way: Any = "components", path: Any = (), stop: Any = False) -> Answer:
        """Return the whole graph in groups, within those of ``path``; what is being done where that takes longer."""
        return self.state.opened.overview.ask(way, list(path) if isinstance(path, tuple) else path, stop)

    def rows(
        self, by: Any = "", down: Any = False, words: Any = "", region: Any = None, at: Any = None, first: Any = 0
    ) -> Answer:
        """Return some of the vertices as a list that is sorted and filtered."""
        return self.state.opened.rows.ask(by, down, words, region, at, first)

    def steps(self) -> Answer:
        """Return an algorithm that solves the game, step by step, or why there is none."""
        return described.walkthrough(self.state.opened.solution, self.state.opened.board is None)

    def verify(self) -> Answer:
        """Check the solution with code that shares nothing with the solvers."""
        self.tell("verifying")
        begin = time.perf_counter()
        report = api.verify(self.state.opened.solution)
        sentence, took = str(report), described.timed(time.perf_counter() - begin)
        if report.ok:
            sentence = f"Proved: {sentence.removeprefix('proved: ')}, checked in {took}."
        failures = [str(failure) for failure in report.failures]
        proved = described.proof_words(self.state.opened.solution)
        return {"ok": report.ok, "sentence": sentence, "proved": proved, "failures": failures}

    # models

    def ask(self, asked: Any = "", constants: Any = "") -> Answer:
        """Return the answers to properties of the model, for each value of the constants, which may be ranges; where
        numbers depend on one constant, also their plot.
        """
        self.tell("solving")
        found = list(islice(self._model.asked(str(asked), str(constants), verify=api.verify), ANSWERS + 1))
        rows = []
        for one in found[:ANSWERS]:
            words = ", ".join([str(one.property), *(f"{name}={value}" for name, value in one.constants.items())])
            rows.append({"words": words, "answer": one.error or one.in_words(), "proved": one.verified})
        return {"answers": rows, "more": len(found) > ANSWERS, "plot": experiment(found[:ANSWERS])}

    def pose(self, asked: Any = "", constants: Any = "") -> Answer:
        """Show the game that a property of the model asks about."""
        model = self._model
        game = model.with_property(str(asked), str(constants))
        return self._open(game, model, self.state.opened.title)

    @property
    def _model(self) -> Askable:
        """What can be asked; raise `GameError` if the game came of no model."""
        model = self.state.opened.asked
        if model is None:
            raise GameError("this game was not made from a model, so it answers no properties")
        return model

    def thumbnails(self) -> Answer:
        """Return how every example looks at its beginning; the game that is open stays."""
        found = {}
        for example in gallery.examples():
            problem = read_problem(example.text.encode(), example.file, example.options)
            board = board_of(problem)
            if board is not None:  # that of some games is known before they are solved
                found[example.name] = {"board": {"svg": board.paint(Track([problem.start])).svg}}
                continue
            game = opened(problem, example.file, 0, self.tell)
            found[example.name] = answers.scene(_begin(game, example.start, None))
        return found

    # changing

    def edit(self, change: Any, again: Any = False, roughly: Any = False) -> Answer:
        """Change the game and solve it again; ``again`` where this takes the place of the last change.

        Where exact values take long, they may be known ``roughly`` while a slider is moved: in brackets.
        """
        game = self.state.opened.game
        if game is None:
            raise GameError("this game is changed in its input, not on its graph")
        if not isinstance(change, dict):
            raise GameError(f"{shown(change)} is not a change")
        named = {
            name: by_number(value) if name in ("vertex", "from", "to") else value for name, value in change.items()
        }
        changed = edits.apply(game, named)
        if changed.game.arena.n == 0:
            raise GameError("a game needs a vertex; this is the last one")
        numbers = np.arange(game.arena.n) if changed.numbers is None else changed.numbers
        now = np.flatnonzero(numbers >= 0)
        before = self.state.before
        if again is not True or not before:
            before = _few((*before, Before(game, numbers)))
        renew = partial(self._renew, changed.game, numbers[now], now, (before, ()), changed.sentence, changed.vertex)
        if roughly is True:
            with suppress(GameError):  # a bracket may leave open who wins a play
                return renew(precision=ROUGHLY)
        return renew()

    def revert(self) -> Answer:
        """Take back the last change."""
        if not self.state.before:
            raise GameError("there is no change to undo")
        *before, last = self.state.before
        was = np.flatnonzero(last.numbers >= 0)
        history = tuple(before), (*self.state.undone, self._before(last.numbers))
        return self._renew(last.game, was, last.numbers[was], history, "The last change is undone.")

    def redo(self) -> Answer:
        """Make the change again that was taken back last."""
        if not self.state.undone:
            raise GameError("there is no change to redo")
        *undone, last = self.state.undone
        now = np.flatnonzero(last.numbers >= 0)
        history = (*self.state.before, self._before(last.numbers)), tuple(undone)
        return self._renew(last.game, last.numbers[now], now, history, "The change is redone.")

    def _before(self, numbers: Numbers) -> Before:
        """Return the game as it is, to come back to."""
        game = self.state.opened.game
        assert game is not None
        return Before(game, numbers)

    def _renew(
        self, game: Game, was: Numbers, now: Numbers, history: History, sentence: str, vertex: int = -1, **hints: Any
    ) -> Answer:
        """Solve a changed game, whose vertices ``now`` were the vertices ``was``; the pawn stays where it stood."""
        state = self.state
        old = state.opened.game
        if old is not None and type(old.objective) is type(game.objective):
            hints["like"] = state.opened.solution
        renewed = opened(game, state.opened.title, state.opened.test, self.tell, hints=hints)
        if old is not None and _same_graph(old.arena, game.arena):
            renewed = replace(renewed, drawn=state.opened.drawn)
        stays = now[was == vertex_of(state.session.position)].tolist()
        begun = _begin(renewed, stays[0] if stays else None, state.persons)
        look = state.look if state.look is not None and max(state.look.centres) < game.arena.n else None
        begun = replace(begun, start=None, look=look, threats=state.threats, blunder=state.blunder, kept=state.kept)
        shown = self._become(replace(begun, before=history[0], undone=history[1]))
        moved = now[state.opened.solution.winner[was] != renewed.solution.winner[now]]
        counts = described.regions(None if renewed.shown is None else renewed.shown.graph_view)
        words = f"{sentence} {_sides(renewed.solution, moved)} {counts}."
        sides = {"count": moved.size, "vertices": moved[:PIECES].tolist()}
        return shown | {"sentence": words, "vertex": vertex, "changed": sides}

    # writing down

    def export(self, ending: str, path: str, title: str = "", summary: str = "") -> Answer:
        """Write a picture (``svg``), the play (``play``), the solution (``json``), the game (``pg``) or the page that
        holds the play (``html``), with a title and a short rule of its own, to a file.

        Return a name for it. Raise `GameError` if there is no such thing to write, or the game cannot be written so.
        """
        opened, page = self.state.opened, partial(answers.page, title=title, summary=summary)
        texts: dict[str, Callable[[State], str]] = {"svg": answers.picture, "play": answers.played, "html": page}
        if ending in texts:
            Path(path).write_text(texts[ending](self.state), encoding="utf-8")
        elif ending == "json":
            api.write(opened.solution, path, "json")
        elif ending != "pg":
            raise GameError(f"there is no {shown(ending)} to write; there are svg, play, json, pg and html")
        elif opened.game is None:
            raise GameError("this game has no owners and priorities, so it cannot be written as .pg")
        else:
            api.write(opened.game, path, "pgsolver")
        name = Path(opened.title).name.split(".")[0] or "game"
        return {"name": f"{name}-play.svg" if ending == "play" else f"{name}.{ending}"}


def _begin(game: LoadedGame, start: Any, persons: tuple[int, ...] | None) -> State:
    """Begin a play; without a choice of players the person is the only one who moves, the one who can win, or else the
    one who begins.
    """
    person = persons[0] if persons is not None and len(persons) == 1 else None
    session = Session(game.adapter(start, person))
    if persons is None and game.game is not None and game.game.idle is not None:
        persons = (1 - game.game.idle,)
    elif persons is None:
        first = session.mover % CHANCE  # player 0 where chance begins
        persons = (first if session.outcome is not Outcome.LOSS else 1 - first,)
    return State(game, session, persons, start)


def _along(state: State, moves: Any, ply: Any) -> State:
    """Make moves by their names, and go back to the position after some of them; the others come next."""
    session = state.session
    if not isinstance(moves, list) or not (ply is None or (type(ply) is int and 0 <= ply <= len(moves))):
        raise GameError("expected the names of the moves of a play, and how many of them are made")
    for name in moves:
        session.play(str(name))
    line = tuple(session.made)
    while ply is not None and len(session.made) > ply:
        session.undo()
    return replace(state, ahead=line[len(session.made) :])


def _collapsed(state: State) -> State:
    """Return the state with the components of a graph of many vertices as one each, if that leaves far fewer nodes."""
    game, view = state.opened.game, state.opened.shown
    if game is None or view is None or game.arena.n < folding.FEW or not is_small(game.arena):
        return state
    shown = replace(state, fold=folding.fold(view.graph_view, "components"), way="components")
    assert shown.folded is not None
    return shown if shown.folded.nodes.size <= 0.7 * game.arena.n else state


def _reply(state: State) -> None:
    """Make the moves of the strategy while it is its turn; if both players are the computer, the page steps."""
    session, persons = state.session, state.persons
    while len(persons) == 1 and session.mover not in persons and session.ending is None:
        if len(session.made) > WATCHED:
            break
        if session.mover != CHANCE and session.dice.random() < state.blunder:
            session.play(session.dice.choice(list(session.moves())))
        else:
            session.reply()


def _same_graph(one: Arena, other: Arena) -> bool:
    """Return whether two arenas have the same vertices, edges and owners, so that both are drawn at the same places."""
    rows = np.array_equal(one.indptr, other.indptr) and np.array_equal(one.successors, other.successors)
    return rows and np.array_equal(owners(one), owners(other))


def _people(persons: Any) -> tuple[int, ...]:
    if not isinstance(persons, list) or not all(player in (0, 1) for player in persons):
        raise GameError(f"the players {shown(persons)} do not exist; they are 0 and 1")
    return tuple(sorted(set(persons)))


def _few(before: tuple[Before, ...]) -> tuple[Before, ...]:
    """Return the last games of a row, as many as are kept."""
    while len(before) > _CHANGES or sum(one.game.arena.m for one in before[:-1]) > _CHANGES_EDGES:
        before = before[1:]
    return before


def _sides(solution: Any, moved: Numbers) -> str:
    """Return which vertices are now won by another player, in a sentence."""
    if not moved.size:
        return "No vertex changed sides."
    names = solution.problem.region_names
    few = [f"{solution.arena.display_name(v)} ({names[solution.winner[v]]})" for v in moved[:3].tolist()]
    more = f" and {moved.size - 3} more" if moved.size > 3 else ""
    return f"{counted(moved.size, 'vertex', 'vertices')} changed sides: {', '.join(few)}{more}."


METHODS = (
    "view", "move", "step", "undo", "goto", "restart", "threat", "keep", "why", "argue", "conditions", "vertex", "find",
    "around", "fold", "map", "rows", "steps", "verify", "edit", "revert", "redo", "ask", "pose",
)  # fmt: skip
"""What the page may ask of an open game."""
