"""Answers to the page as plain Python: the state of a play, the picture, and the facts about a vertex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.arena import Vertex
from graphgames.core.chance import CHANCE
from graphgames.core.ending import Ending
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.memory import vertex_of
from graphgames.core.oracle import Outcome
from graphgames.core.value import brief, written
from graphgames.draw import described, graph
from graphgames.draw.board import Target, Track
from graphgames.draw.described import MOST_LISTED, Viewport
from graphgames.draw.edge_paths import Drawn
from graphgames.draw.film import MOST_MOVES, filmed
from graphgames.draw.folding import FEW, Fold, folded, foldings
from graphgames.draw.held import held
from graphgames.draw.page import packed
from graphgames.draw.scene import GraphView
from graphgames.draw.svg import shortened
from graphgames.explore import edits
from graphgames.explore.loaded_game import LoadedGame
from graphgames.play import PlayedMove, Session
from graphgames.play.rating import Choice
from graphgames.play.whole_argument import LINES, steps

RADIUS = 2
"""So many edges around the pawn are shown of a large graph."""

PIECES = 20
"""So many pieces of a graph are kept with their places."""

_WORDS = 600

Answer = dict[str, Any]


class Before(NamedTuple):
    """A game before a change, and for each vertex of the changed one its number in it, -1 for a new vertex."""

    game: Game
    numbers: NDArray[np.int64]


@dataclass(frozen=True)
class State:
    """The state of the page: the game and the play, and the players who are no computer.

    ``start`` is where the play began, if that was chosen; ``look`` where one looks, if not at the pawns; ``before`` the
    games before the last changes, ``undone`` those that were taken back; ``ahead`` the moves that come next after a way
    back through the play; ``places`` where on the board a move was chosen, by its number; ``threats`` whether the moves
    are shown that the other player would have; ``fold`` the groups of vertices that are shown as one, and ``way`` what
    they have in common; with the probability ``blunder`` the computer makes any move; ``kept`` are the lines that were
    played with the notes at them, as the page has them.
    """

    opened: LoadedGame
    session: Session
    persons: tuple[int, ...] = (0, 1)
    start: Any = None
    look: Viewport | None = None
    before: tuple[Before, ...] = ()
    undone: tuple[Before, ...] = ()
    ahead: tuple[PlayedMove, ...] = ()
    places: Mapping[int, str] = field(default_factory=dict)
    threats: bool = False
    fold: Fold | None = None
    way: str = ""
    blunder: float = 0.0
    kept: Mapping[str, Any] = field(default_factory=dict)

    @property
    def began(self) -> int | None:
        """The vertex where the play began; None where all plays begin at one position, or it was picked by a move."""
        made = self.session.made
        first = vertex_of(made[0].position if made else self.session.position)
        return int(first) if self.opened.startable and isinstance(first, int | np.integer) else None

    @property
    def graph_view(self) -> GraphView:
        """The graph view of the current position."""
        view, session = self.opened.view, self.session
        return view.dress(view.graph_view, session.position, tuple(session.moves().values()))

    @property
    def folded(self) -> Fold | None:
        """The groups that are shown, None where every vertex is; where the play has been, components are opened."""
        fold = self.fold
        if fold is None or self.way != "components":
            return fold
        graph_view, visited = self.opened.view.graph_view, self.track.positions
        for v in {v for position in visited if position is not None for v in self.opened.view.pawns(position)}:
            if graph.is_small(graph_view.arena) and fold.count[fold.head[v]] > 1:
                fold = fold.opened(graph_view, int(fold.head[v]))
        return fold

    @property
    def threat(self) -> dict[str, Choice] | None:
        """The moves that the other player would have, None where they are not asked for or not known."""
        return self.session.threats() if self.threats else None

    @property
    def track(self) -> Track:
        """The play so far, as a board shows it."""
        return Track([*(made.position for made in self.session.made), self.session.position], self.places)

    @property
    def viewport(self) -> Viewport:
        """The viewport: near the pawns by default."""
        return self.look or Viewport(self.opened.view.pawns(self.session.position), RADIUS)


def everything(state: State) -> Answer:
    """Return everything that the page shows."""
    opened = state.opened
    graph_view = None if opened.shown is None else opened.shown.graph_view
    large = graph_view is not None and not graph.is_small(graph_view.arena)
    title = "" if opened.tests == 1 else str(opened.solution)
    return {
        "title": opened.title,
        "heading": described.heading(graph_view, opened.solution, title, opened.seconds),
        "solver": opened.solution.solver,
        "tests": opened.tests,
        "test": opened.test,
        **described.rules(state.session.adapter),
        "persons": list(state.persons),
        "blunder": state.blunder,
        "start": state.start if type(state.start) is int else None,
        "began": state.began,
        "kept": state.kept,
        "regions": [] if graph_view is None else [list(region) for region in graph_view.regions()],
        "large": large,
        "mapped": large,
        "startable": opened.startable,
        "ways": [] if graph_view is None or graph_view.arena.n < FEW else foldings(graph_view),
        "game": None if opened.game is None or opened.asked is not None else _changeable(state, opened.game),
        "asks": None if opened.asked is None else _asked(opened.solution.problem),
        **standing(state),
    }


def _asked(problem: Any) -> dict[str, str]:
    """Return what was asked of the model of a game, and with which constants."""
    question = getattr(problem, "question", None)
    given = {} if question is None else question.constants
    constants = ",".join(f"{name}={value}" for name, value in given.items())
    return {"property": "" if question is None else question.property, "constants": constants}


@cache
def wanted() -> list[dict[str, str]]:
    """Return the objectives that can be chosen: their names, their titles, and what the players want."""
    found = []
    for name in objectives():
        objective = objective_class(name)
        if objective.reads_priorities or not objective.data:
            first, second = objective.aims
            words = f"both want {first}" if first == second else f"player 0 wants {first}, player 1 {second}"
            found.append({"name": name, "title": objective.title[0].upper() + objective.title[1:], "words": words})
    alike = Counter(one["title"] for one in found)
    for one in found:
        one["title"] += f" ({one['name']})" if alike[one["title"]] > 1 else ""
    return found


def _changeable(state: State, game: Game) -> Answer:
    """Return what the page needs in order to change a game."""
    settings = edits.settings(game).items()
    return {
        "objective": game.objective.name,
        "objectives": [one for one in wanted() if not (game.impartial and objective_class(one["name"]).needs_owner)],
        "impartial": game.impartial,
        "mark": game.objective.data if game.objective.marked is not None else "",
        "undo": len(state.before),
        "redo": len(state.undone),
        "settings": [_set(name, written(value), "set-setting", "setting", name, "value") for name, value in settings],
    }


def standing(state: State) -> Answer:
    """Return the state of the play and the picture."""
    shown = {"play": play(state), **scene(state)}
    shown["play"]["proved"] = described.proof_words(state.opened.solution)  # last, since more may be found out before
    return shown


def play(state: State) -> Answer:
    """Return the state of the play: the position, the moves with the best first, the moves made, the ending."""
    session = state.session
    moves, ending = session.moves(), session.ending
    over = ending is not None
    listed = [] if over else _listed(state, moves)
    line = (*session.made, *state.ahead)
    words = filter(None, (session.adapter.render(session.position), brief(session.account)))
    return {
        "position": shortened("; ".join(words), _WORDS),
        "mover": session.mover,
        "outcome": None if over else session.outcome,
        "value": "" if over else brief(session.value_in_words),
        "ending": None if ending is None else _ending(state, ending),
        "moves": listed,
        "more": 0 if over else len(moves) - len(listed),
        "threat": None if state.threat is None else _listed(state, state.threat),
        "made": [_made(state, made, k >= len(session.made)) for k, made in enumerate(line)][-MOST_LISTED:],
        "shown": len(session.made) - max(0, len(line) - MOST_LISTED),
        "count": len(session.made),
        "final": _final(state, ending),
        "heights": _heights(state, line),
    }


def _made(state: State, made: PlayedMove, ahead: bool) -> Answer:
    """Return a move that was made, what it led to, and what would have been better; of chance how it stood before."""
    answer: Answer = {"player": made.player, "name": made.name, "result": made.choice.result, "ahead": ahead}
    if made.player == CHANCE:
        stood = state.session.adapter.oracle.outcome(made.position)
        return answer | {"result": stood, "best": stood, "distance": None, "better": []}
    answer["worse"] = made.values_in_words is not None
    return answer | {"best": made.best.result, "distance": made.best.distance, "better": made.better[:MOST_LISTED]}


def _heights(state: State, line: Sequence[PlayedMove]) -> list[tuple[float | str, str]] | None:
    """Return what the positions of a play are worth, those of its shown moves and the last; None where that is no
    number.
    """
    adapter = state.session.adapter
    last = line[-1].choice.position if state.ahead else state.session.position
    shown = (*(made.position for made in line[-MOST_LISTED:]), last)
    heights = [height for at in shown if (height := described.height(adapter, at)) is not None]
    return heights or None


def _final(state: State, ending: Ending | None) -> tuple[str, int, int | None] | None:
    """Return how it stands at the end of all moves that are shown: the outcome, for which player, and how far it is."""
    session = state.session
    if state.ahead:
        last = state.ahead[-1]
        return last.choice.result, last.player, last.choice.distance
    if ending is not None:
        return ("draw", 0, None) if ending.winner is None else ("win", ending.winner, 0)
    if session.mover == CHANCE:
        return session.adapter.oracle.outcome(session.position), 0, None
    best = next(iter(session.moves().values()))
    return best.result, session.mover, best.distance


def _ending(state: State, ending: Ending) -> Answer:
    """Return how the play ended, for one person also whether he won, and which moves were mistakes."""
    session = state.session
    mistakes = [{"number": m.number, "player": m.made.player, "words": brief(m.sentence)} for m in session.review()]
    result = Outcome.of(ending.code, state.persons[0]) if len(state.persons) == 1 else None
    lines = {"winner": ending.winner, "won": ending.won, "reason": brief(ending.reason)}
    return lines | {"result": result, "mistakes": mistakes, "faultless": session.faultless}


def _listed(state: State, moves: Mapping[str, Choice]) -> list[Answer]:
    """Return the best moves with what they lead to."""
    found = []
    for name, move in list(moves.items())[:MOST_LISTED]:
        answer: Answer = {"name": name, "result": move.result, "words": brief(state.session.words(move))}
        if state.opened.shown is not None:
            answer["from"], answer["to"] = state.opened.shown.ends(state.session.position, move)
        found.append(answer)
    return found


def scene(state: State) -> Answer:
    """Return the graph near where one looks, or the board."""
    if state.opened.board is not None:
        return {"board": _board(state)}
    position, view, look = state.session.position, state.opened.view, state.viewport
    seen, fold, drawn = _seen(state)
    pawns = [] if position is None else list(view.pawns(position))[:1]
    last = [v for made in state.session.made[-1:] for v in view.ends(made.position, made.choice)]
    around = None
    if fold is None:
        shown = described.described(seen, drawn, *view.spent(position))
        around = None if graph.is_small(seen.arena) else list(look.centres)
    else:
        heads = [view.ends(position, move)[1] for move in state.session.moves().values()]
        shown = described.grouped(seen, fold, drawn, [*pawns, *heads])
        pawns = [described.node_of(fold, v) for v in pawns]
        last = [v if v < 0 else described.node_of(fold, v) for v in last]
    looked = {"around": around, "way": state.way, "radius": look.radius, "away": state.look is not None}
    return {"graph": shown | looked | {"pawns": pawns, "last": last or None}}


def _seen(state: State) -> tuple[GraphView, Fold | None, Drawn]:
    """Return the view that is shown, its groups, and the piece to draw with its places; the last few are cached."""
    seen, fold, look, drawn = state.graph_view, state.folded, state.viewport, state.opened.drawn
    key: tuple[Any, ...] = ("whole",) if graph.is_small(seen.arena) else (look.centres, look.radius)
    if fold is not None:
        key, seen = ("groups", fold.nodes.tobytes(), fold.count[fold.nodes].tobytes()), folded(seen, fold)
    if key not in drawn:
        if len(drawn) > PIECES:
            drawn.clear()
        vertices = described.vertices_in(seen.arena, look) if fold is None else np.arange(seen.arena.n)
        drawn[key] = graph.placed(seen, vertices)
    return seen, fold, drawn[key]


def _board(state: State) -> Answer:
    session, board = state.session, state.opened.board
    assert board is not None
    moves = {} if session.ending is not None else session.moves() if state.threat is None else state.threat

    aimed = board.aim(state.track, moves)
    paths = {target.path for target in aimed}
    order = list(moves)  # best first

    def rated(target: Target) -> Answer:
        begins = f"{target.path} {target.place}".strip() in paths
        best = moves[min(target.moves, key=order.index)] if begins or len(target.moves) == 1 else None
        far = best.distance + 1 if best and best.distance is not None and best.result is not Outcome.DRAW else None
        return described.target(target) | {"result": best and best.result, "far": far}

    targets = [rated(target) for target in aimed]
    keys = [described.key_of(key) for key in board.keys]
    return {"svg": board.paint(state.track).svg, "targets": targets, "keys": keys}


def picture(state: State) -> str:
    """Return the picture as SVG."""
    if state.opened.board is not None:
        return state.opened.board.paint(state.track).svg
    seen, _, drawn = _seen(state)
    return graph.painted(seen, graph.arranged(seen, drawn.vertices)).svg


def played(state: State) -> str:
    """Return the play so far as an SVG that shows one position after another."""
    players = state.session.adapter.players
    made = state.session.made[-MOST_MOVES:]
    begin = len(state.session.made) - len(made)
    lines = [f"{begin + k}. {players[move.player]}: {move.name}" for k, move in enumerate(made, 1)]
    track = state.track._replace(positions=state.track.positions[begin:]) if begin else state.track
    return filmed(state.opened.solution, state.session.adapter, track, lines, state.opened.test).svg


def page(state: State, title: str = "", summary: str = "") -> str:
    """Return the page that holds the game and this play, without a server."""
    opened = state.opened
    start = Vertex(state.start) if opened.startable and state.start is not None else state.start
    data = held(opened.solution, {"test": opened.test} | ({} if start is None else {"start": start}))
    line = [made.name for made in (*state.session.made, *state.ahead)]
    begin = {"persons": list(state.persons), "moves": line, "ply": len(state.session.made), "kept": state.kept}
    rule = "" if state.before else summary
    return packed(data | {"title": title or opened.title, "summary": rule, "begin": begin})


def argument(state: State) -> list[Answer]:
    """Return the steps of the argument for the position, the first so many: how deep each is and its words;
    on a graph also the vertex it speaks of, and the one from which the move came.
    """
    shown, adapter = state.opened.shown, replace(state.session.adapter, start=state.session.position)
    found: list[Answer] = []
    places: list[int] = []  # of the steps that lead to this one
    for step in islice(steps(adapter), LINES + 1):
        words = f"{step.move}. {step.reason}" if step.move else step.reason
        answer: Answer = {"depth": step.depth, "words": words}
        if shown is not None:
            at = shown.place(step.position)
            places = [*places[: step.depth], -1 if at is None else at]
            parts = state.opened.links.parts(places[-1], words)
            answer |= {"from": places[-2:][0], "to": places[-1], "parts": parts}
        found.append(answer)
    if len(found) > LINES:
        found[-1] = {"depth": 0, "words": "… and more."}
    return found


def _set(name: str, value: Any, what: str, at: str, which: Any, of: str, options: Sequence[str] = ()) -> Answer:
    """Return what is called so and can be set, how it stands, and the change that sets it."""
    found = {"name": name, "value": value, "what": {"what": what, at: which}, "of": of}
    return found | ({"options": list(options)} if options else {})


def _controls(game: Game, v: int) -> list[Answer]:
    """Return what can be set about a vertex besides numbers with a slider."""
    objective, owner = game.objective, game.arena.owner
    found = [] if owner is None else [_set("Owner", int(owner[v]), "set-owner", "vertex", v, "owner", game.players)]
    priority = getattr(objective, "priority", None)
    if priority is not None:
        found.append(_set("Priority", int(priority[v]), "set-priority", "vertex", v, "priority"))
    if objective.marked is not None:
        marked = bool(objective.marked[v]) != (objective.data == "safe")
        found.append(_set(objective.data, marked, "set-mark", "vertex", v, "marked"))
    return found


def _numbers(game: Game, v: int) -> list[Answer]:
    """Return the number of a vertex, and those of its edges with their probabilities; what there is of them."""
    arena, found = game.arena, []
    with suppress(GameError):
        name, numbers = edits.numbers_of(game, "vertices")
        found.append(_set(game.objective.data or name, written(numbers[v]), "set-number", "vertex", v, "number"))
    edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))[: described.LISTED]
    heads = {e: f"→ {arena.display_name(int(arena.successors[e]))}" for e in edges}
    with suppress(GameError):
        weights = edits.numbers_of(game, "edges")[1]
        found += [_set(heads[e], written(weights[e]), "set-weight", "edge", e, "weight") for e in edges]
    likely = {e: arena.probability_of(e) for e in edges if arena.probability is not None}
    for e, p in likely.items():
        if p is not None:
            found.append(_set(f"{heads[e]} probability", str(p), "set-probability", "edge", e, "probability"))
    return found


def facts(state: State, v: int) -> Answer:
    """Return what is known about a vertex, and what can be changed about it."""
    game, answer = state.opened.game, described.facts(state.graph_view, v)
    priority = None if game is None else getattr(game.objective, "priority", None)
    if priority is not None:
        answer["priority"] = int(priority[v])
    if game is not None:
        answer |= {"controls": _controls(game, v), "numbers": _numbers(game, v) if priority is None else []}
    return answer | {"parts": state.opened.links.parts(v, answer["why"])}
