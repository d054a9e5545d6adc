"""What a page without a server holds of a solved game: positions with their moves, ratings, ends, reasons and pictures.

All of it is what a session says of a play that begins at the position. The front end follows a play through it; where
plays come back to a position it rates moves as `graphgames.play.rating` does, by the numbers and sets given here.
"""

from __future__ import annotations

import heapq
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import numpy as np

from graphgames.core.chance import CHANCE
from graphgames.core.drawing import Drawable
from graphgames.core.ending import Ending
from graphgames.core.errors import GameError
from graphgames.core.memory import Remembered
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import OnArena
from graphgames.core.value import brief, ends, written
from graphgames.draw import board_of, described, graph, view_of
from graphgames.draw.board import Board, Track, View, text_board
from graphgames.draw.folding import FEW, foldings
from graphgames.draw.links import Links
from graphgames.draw.openings import openings
from graphgames.draw.scene import GraphView, ball
from graphgames.draw.whole import Whole
from graphgames.play import Session, rating
from graphgames.play.adapter import GameAdapter, Tally
from graphgames.play.adapters import adapter_for
from graphgames.play.unfolded import Unfolded

MOST_POSITIONS = 6000
"""A page holds so many positions; it says where it ends."""

MOST_PLAYS = 250
"""So many plays where what came before counts."""

_MOST_DRAWN = 1_000_000
"""Boards are drawn in so many characters at most; later positions have none."""

_MOST_STEPS = 100
"""So many steps of an algorithm are on a page."""

_ASIDE = 30

_UNCHECKED = (
    "To verify the answer, to open the conditions of its proof at a vertex and to break an entry needs the checker: "
    "graphgames explore FILE opens this game with it."
)
_CHECKED = (
    "The reference checker has looked at these conditions when this page was made. To verify the answer anew, and to "
    "break any entry in any way, needs the checker itself: graphgames explore FILE opens this game with it."
)

_PART = "The page holds {} positions: those near the start, and those to which the best moves lead."


def held(thing: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a solved game as plain data, as the front end reads it (``held.js``); of a board with its title.

    Raise `GameError` if the thing is no solution that can be played.
    """
    if not hasattr(thing, "certificate"):
        raise GameError("the game is not solved")
    start, test = options.get("start"), options.get("test", 0)
    adapter = adapter_for(thing, start, test)
    most, endless = MOST_POSITIONS, adapter.loop_ending is not None
    view, board = view_of(thing, test, start), board_of(thing)
    if view is None and board is None:
        board = text_board(str(thing), lambda position: adapter.drawn(position).split("\n"))
    everywhere = isinstance(thing, OnArena) and not isinstance(adapter.place(adapter.start), Remembered)
    if adapter.tally is None and (adapter.account is not None or (endless and adapter.round() is None)):
        # then what came before counts in all that is said
        plays = Unfolded(adapter)
        adapter, most = plays.adapter(), MOST_PLAYS
        view = view and _of_plays(view, plays)
    known, before, full = _reached(adapter, range(thing.problem.arena.n) if everywhere else (), most)
    shared = Shared()
    rows = _Rows(adapter, known, before, shared, view if board is None else None, board, options, thing)
    positions = [rows.row(position, moves) for position, moves in known.items()]
    graphic = board is None
    small = graph.is_small(view.graph_view.arena) if view and graphic else full and len(known) <= graph.MANY_VERTICES
    proof = Drawable._opener(thing, graphic) if small else []
    return {
        "positions": positions,
        "faultless": Session(adapter).faultless,
        "endless": endless,
        "again": adapter.loop_ending is not None,
        "round": (rule := adapter.round()) and {name: getattr(rule, name) for name in ("formula", "passed", "names")},
        "tally": None if adapter.tally is None else _tally(adapter.tally),
        "bound": "" if full else _PART.format(len(positions)),
        "most": {
            "limit": rating.LIMIT,
            "few": rating.FEW,
            "answers": rating.ANSWERS,
            "shown": described.MOST_LISTED,
            "moves": adapter.longest,
        },
        **rows.pictures(),
        "proof": [_opened(at, shared) for at in proof],
        "checking": _CHECKED if proof else _UNCHECKED,
        "walkthrough": described.walkthrough(thing, board is None, _MOST_STEPS),
        "shared": shared.values,
        # last, since it says whether all that was found out is proved
        "view": _about(thing, adapter, None if board is not None else view, everywhere),
    }


@dataclass
class Shared:
    """Values that occur often, each once; elsewhere their numbers stand for them."""

    values: list[Any] = field(default_factory=list)
    _number: dict[Any, int] = field(default_factory=dict)

    def __call__(self, value: Any) -> int:
        """Return the number of a value."""
        key = value if isinstance(value, str) else (json.dumps(value, sort_keys=True),)
        number = self._number.setdefault(key, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number

    def all(self, values: Iterable[Any]) -> list[int]:
        """Return the numbers of several values."""
        return [self(value) for value in values]

    def graph(self, drawn: Mapping[str, Any]) -> dict[str, Any]:
        """Return a graph as `described.described` has it, by the numbers of its parts."""
        frame = {name: value for name, value in drawn.items() if name not in ("vertices", "edges")}
        return {"frame": self(frame), "vertices": self.all(drawn["vertices"]), "edges": self.all(drawn["edges"])}


def _opened(at: Mapping[str, Any], shared: Shared) -> dict[str, Any]:
    """Return the conditions of a proof at a vertex or place, and what changes there break, by the numbers of parts."""

    def rows(answer: Mapping[str, Any]) -> list[list[int]]:
        parts = [({**one, "instances": None}, *one["instances"]) for one in answer["conditions"]]
        return [shared.all(one) for one in parts]

    entries = [
        entry | {"breaks": [{"refused": one["refused"], "conditions": rows(one)} for one in entry["breaks"]]}
        for entry in at["entries"]
    ]
    return {"where": at["where"], "conditions": rows(at), "entries": entries}


def _about(thing: Any, adapter: GameAdapter, view: View | None, everywhere: bool) -> dict[str, Any]:
    """Return what the page shows besides the play, as the explorer's answers have it."""
    graph_view = None if view is None else view.graph_view
    return {
        "heading": " · ".join(filter(None, (described.heading(graph_view, thing), described.proof_words(thing)))),
        "solver": thing.solver,
        "tests": 1,
        "test": 0,
        **described.rules(adapter),
        "persons": [0, 1],
        "blunder": 0,
        "start": None,
        "regions": [] if graph_view is None else [list(region) for region in graph_view.regions()],
        "large": False,
        "mapped": graph_view is not None and _is_mapped(graph_view),
        "startable": everywhere and graph_view is not None,
        "ways": [] if graph_view is None or graph_view.arena.n < FEW else foldings(graph_view),
        "game": None,
        "asks": None,
    }


@dataclass
class _Rows:
    """What makes the data of a position from it and its moves."""

    adapter: GameAdapter
    known: Mapping[Any, list[RatedMove]]
    before: Mapping[Any, Any]
    shared: Shared
    view: View | None
    board: Board | None
    options: Mapping[str, Any]
    solution: Any

    def __post_init__(self) -> None:
        self.number = {self.adapter.place(position): k for k, position in enumerate(self.known)}
        self.room, self.title = _MOST_DRAWN, ""
        self.links = Links(None if self.view is None else self.solution)
        self.drawn = None if self.view is None else _placed(self.view.graph_view, self.options)
        self.dressed = self.view is not None and self.view.dress is not View.dress

    def row(self, position: Any, moves: list[RatedMove]) -> dict[str, Any]:
        """Return a position with its moves: how it stands, how a play ends there, and how it looks."""
        adapter, view = self.adapter, self.view
        movers = [adapter.mover(position, made) for made in (0, 1)]
        at = None if view is None else view.place(position)
        row: dict[str, Any] = {
            "text": adapter.render(position),
            "result": adapter.oracle.outcome(position).rank,
            "why": self.shared(self.links.parts(at, adapter.oracle.explain(position))),
            "mover": movers,
            "ends": [_end(adapter, position, mover, bool(moves)) for mover in movers],
            "moves": [self.move(position, move, _span) for move, _span in zip(moves, self.spans(moves), strict=True)],
        }
        if adapter.value_in_words is not None:
            row["says"] = brief(adapter.value_in_words(position))
        if (height := described.height(adapter, position)) is not None:
            row["height"] = height
        if view is not None and position is not None:
            row["at"] = [] if at is None else [at]
        if adapter.odds is not None and movers[0] == CHANCE:
            odds = adapter.odds(position)
            row["odds"] = [float(odds[move.move]) for move in moves]
        if adapter.threats is not None:
            row["threats"] = [self.move(position, move) for move in adapter.threats(position)]
        if adapter.loop_ending is not None:
            row |= self.coming_back(position)
        if adapter.longest is not None:
            row["stopped"] = self.shared(brief(adapter.stopped(position, movers[0]).reason))
        if adapter.tally is not None:
            row["begins"] = written(adapter.tally.begins(position))
        if self.board is not None:
            row |= self.painted(self.board, position, moves, [move["name"] for move in row["moves"]])
        elif self.dressed and self.drawn is not None:
            assert view is not None
            now = view.dress(view.graph_view, position, moves)
            row["graph"] = self.shared.graph(described.described(now, self.drawn, *view.spent(position)))
        return row

    def move(self, position: Any, move: RatedMove, span: list[int] | None = None) -> dict[str, Any]:
        """Return a move: its name, the number of the position it leads to (-1: not on the page), and its rating."""
        adapter, number = self.adapter, self.number.get(self.adapter.place(move.position), -1)
        found: dict[str, Any] = {"name": adapter.name(position, move), "to": number, "result": move.result.rank}
        found |= {} if move.distance is None else {"distance": move.distance}
        found |= {"progress": True} if move.progress else {}
        if isinstance(move, rating.Choice):
            found |= ({} if move.proved else {"unproved": True}) | ({} if move.solved else {"unsolved": True})
            if number < 0 and move.ending is not None:
                found["ended"] = [move.ending.code, brief(move.ending.reason), move.ending.won]
        found |= {} if span is None else {"span": span}
        if self.view is not None:
            found["ends"] = [int(v) for v in self.view.ends(position, move)]
        if adapter.value_in_words is not None:
            found["says"] = brief(adapter.value_in_words(move.position))
        if adapter.adds is not None:
            found["adds"] = brief(adapter.adds(position, move))
        if adapter.tally is not None:
            found["gain"] = written(adapter.tally.gain(position, move.position))
        if (round_trip := adapter.round()) is not None and round_trip.crossed is not None:
            found["sets"] = list(round_trip.crossed(position, move.position))
        return found

    def spans(self, moves: list[RatedMove]) -> list[list[int] | None]:
        """Return the least and the largest value of what each move leads to, by their order; None if there is none."""
        value = self.adapter.value
        if value is None or all(move.result is not Outcome.DRAW for move in moves):
            return [None] * len(moves)
        between = [ends(value(move.position)) for move in moves]
        order = {end: k for k, end in enumerate(sorted({end for both in between for end in both}))}
        return [[order[end] for end in both] for both in between]

    def coming_back(self, position: Any) -> dict[str, Any]:
        """Return what is said of a play that comes back to a position, and the sets that it is in."""
        adapter, rule = self.adapter, self.adapter.round()
        assert adapter.loop_ending is not None
        found: dict[str, Any] = {} if rule is None else {"sets": list(rule.sets(position))}
        if adapter.again is not None:
            return found | {"again": brief(adapter.again(position))}
        ending = adapter.loop_ending([position])
        return found | {"again": "" if ending is None else brief(ending.reason)}

    def painted(self, board: Board, position: Any, moves: list[RatedMove], names: list[str]) -> dict[str, Any]:
        """Return how a position looks on a board, by lines many of which others have, too, and where its moves are."""
        if self.room <= 0:
            return {}
        track = self.track(position) if board.follows else Track([position])
        order = {name: k for k, name in reversed(list(enumerate(names)))}
        picture = board.paint(track)
        self.title = self.title or picture.title  # that of the start, which is painted first
        lines = re.sub(' data-[a-z]+="[^"]*"', "", picture.svg).split("\n")
        known = len(self.shared.values)
        row: dict[str, Any] = {"board": self.shared.all(lines)}
        self.room -= 4 * len(lines) + sum(len(line) for line in self.shared.values[known:])
        row["targets"] = [
            [self.shared(described.target(target._replace(moves=()))), [order[name] for name in target.moves]]
            for target in board.aim(track, dict(zip(names, moves, strict=True)))
        ]
        if board.leaves is not None:
            left = [board.leaves(position, move.position) for move in moves]
            row["leaves"] = [self.shared.all("".join(part) for part in parts) for parts in left]
        return row

    def track(self, position: Any) -> Track:
        """Return a play to a position."""
        positions = [position]
        while (earlier := self.before[self.adapter.place(positions[-1])]) is not None:
            positions.append(earlier)
        return Track(positions[::-1], made=False)

    def pictures(self) -> dict[str, Any]:
        """Return what all positions share: the graph with the facts about its vertices, its groups, the legend."""
        if self.board is not None:
            return {"keys": [described.key_of(key) for key in self.board.keys], "title": self.title}
        view = self.view
        assert view is not None
        graph_view, vertices = view.graph_view, range(view.graph_view.arena.n)
        pieces: dict[str, Any] = {"title": graph_view.title}
        if self.drawn is not None:
            pieces["graph"] = self.shared.graph(described.described(graph_view, self.drawn))
        if len(vertices) <= MOST_POSITIONS:
            pieces["facts"] = []
            for v in vertices:
                why = self.shared(self.links.parts(v, graph_view.why(v)))
                pieces["facts"].append(self.shared(described.facts(graph_view, v) | {"why": why}))
        if self.drawn is None:
            keys = [described.key_of(key) for key in graph_view.keys]
            frame = {"n": len(vertices), "m": graph_view.arena.m, "directed": graph_view.directed, "keys": keys}
            pieces["frame"] = frame | {"owned": graph_view.arena.owner is not None, "size": graph.LARGE}
            held = sorted({v for row in self._ends() for v in row if 0 <= v < len(vertices)})
            pieces["vertices"] = {str(v): self.shared(described.vertex(graph_view, v)) for v in held}
            if _is_mapped(graph_view):
                pieces["map"] = _mapped(graph_view)
        places = sorted({v for row in self._ends() for v in row if v >= 0})
        if "around" not in self.options:
            pieces |= openings(graph_view, places, self.options.get("collapse"), self.shared.graph)
        return pieces

    def _ends(self) -> Iterable[Sequence[int]]:
        """Return the vertices at which plays stand, and from and to which moves lead."""
        assert self.view is not None
        for position, moves in self.known.items():
            yield self.view.pawns(position) if position is not None else ()
            yield from (self.view.ends(position, move) for move in moves)


def _is_mapped(graph_view: GraphView) -> bool:
    """Return whether the whole graph can be shown beside what is near the play."""
    return not graph.is_small(graph_view.arena) and graph_view.arena.n <= MOST_POSITIONS


def _mapped(graph_view: GraphView) -> dict[str, Any]:
    """Return the whole graph in groups by each way: what all have in common, and what is of its own."""
    whole = Whole(graph_view)
    found = {way: whole.grouped(way) for way in foldings(graph_view)}
    first = next(iter(found.values()))
    common = {name: value for name, value in first.items() if all(one[name] == value for one in found.values())}
    own = {way: {name: one[name] for name in one if name not in common} for way, one in found.items()}
    return {"common": common, "ways": own}


def _placed(graph_view: GraphView, options: Mapping[str, Any]) -> Any:
    """Return the vertices that are shown with their places; None where they are too many."""
    if options.get("around") is not None:
        centre = graph_view.arena.vertex(options["around"])
        return graph.placed(graph_view, ball(graph_view.arena, centre, options.get("radius", 2), graph.MANY_VERTICES))
    return graph.placed(graph_view, np.arange(graph_view.arena.n)) if graph.is_small(graph_view.arena) else None


def _of_plays(view: View, plays: Unfolded) -> View:
    """Return the view of plays by their last positions."""
    return View(
        view.graph_view,
        lambda play: view.pawns(plays.at(play)),
        lambda play, move: view.ends(plays.at(play), plays.known[move.position]),
    )


def _reached(adapter: GameAdapter, more: Any, most: int) -> tuple[dict[Any, list[RatedMove]], dict[Any, Any], bool]:
    """Return positions with their moves, what comes before each, and whether these are all.

    Those near the start come first, and those to which few moves lead that are not the best: such a move counts as
    `_ASIDE` more, one that is as good as the best as a tenth of that, since the computer may make it. Of positions in
    one place, to which a play comes back, there is the first one alone. ``more`` are places that follow when no more
    are reached.
    """
    known: dict[Any, list[RatedMove]] = {}
    waiting = {adapter.place(adapter.start): None}
    order, rest = count(), iter(more)
    queue = [(0, next(order), adapter.start)]
    while len(known) < most:
        if not queue:
            fresh = next((place for place in rest if place not in waiting), None)
            if fresh is None:
                return known, waiting, True
            waiting[fresh] = None
            queue.append((0, next(order), adapter.begins(fresh)))
        steps, _, position = heapq.heappop(queue)
        known[position] = list(adapter.oracle.best_moves(position))
        aside = 0 if adapter.mover(position, 0) == CHANCE else _ASIDE
        over = isinstance(adapter.oracle, Unfolded) and adapter.ending(position, 0) is not None
        for k, move in enumerate([] if over else known[position]):
            place = adapter.place(move.position)
            if place not in waiting:
                waiting[place] = position
                after = move.position if place is move.position else adapter.begins(place)
                best = known[position][0]
                worse = (move.result, move.distance) != (best.result, best.distance)
                heapq.heappush(queue, (steps + 1 + (aside if worse else aside // 10) * (k > 0), next(order), after))
    return known, waiting, not queue and next((place for place in rest if place not in waiting), None) is None


def _end(adapter: GameAdapter, position: Any, mover: int, goes_on: bool) -> list[Any] | None:
    """Return how a play ends here: who has won, the reason, whether plays have winners, whether the rules end it, and
    whether that is because it goes round.
    """
    ending = adapter.ending(position, mover)
    if ending is None and goes_on:
        return None
    found = ending or Session(replace(adapter, start=position, mover=lambda at, made: mover)).ending
    assert isinstance(found, Ending)
    round_ = isinstance(adapter.oracle, Unfolded) and adapter.oracle.goes_round(position)
    return [found.code, brief(found.reason), found.won, ending is not None, round_]


def _tally(tally: Tally) -> dict[str, Any]:
    """Return what is needed beside the numbers of the moves to say what a play has come to, and who wins a loop."""
    most = None if tally.most is None else written(tally.most)
    data = {"words": tally.words, "most": most, "averaged": tally.averaged, "short": tally.short}
    return data | {"enough": written(tally.enough), "passed": list(tally.passed)}
