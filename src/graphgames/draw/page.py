"""A solved game as one HTML file: its picture, who wins where, and a play against the solution, with reasons.

The positions with their moves and reasons are data in the file, packed if they are long, and its script is plain, so
it opens without a server and asks for nothing from the network. Nothing here computes who wins: the solution says it.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

import numpy as np

from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, GraphGamesError, printable, printable_lines
from graphgames.core.memory import Remembered
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import OnArena
from graphgames.core.value import brief, written
from graphgames.draw import board_of, graph, style, view_of
from graphgames.draw.board import Board, Track, View
from graphgames.draw.openings import openings
from graphgames.draw.picture import Picture
from graphgames.draw.style import BLANK, Key, legend_width
from graphgames.draw.svg import escape
from graphgames.play.adapter import GameAdapter, Tally
from graphgames.play.adapters import adapter_for

MOST_POSITIONS = 6000
"""A page holds so many positions, those nearest to the start; it says where it ends."""

_MOST_DRAWN = 1_000_000

FADED = 0.25
"""How much is seen of what may not be used again."""

_MOST_PLAIN = 300_000
"""Of more characters than so many the data are packed: gzip in base64, which the browser unpacks."""

_PART = "The page holds the {} positions nearest to the start."

_ANEW = "It says of each position how a play goes that begins there"


def page(thing: Any, options: dict[str, Any], picture: Picture) -> str:
    """Return the HTML text of a picture, and of the play if what it was drawn from is solved and can be played."""
    try:
        data = play_data(thing, options, picture)
    except GraphGamesError as error:
        data = {"none": f"There is no play on this page: {error}."}
    keys, drawn = data.pop("keys", ()), data.pop("title", picture.title)
    title = drawn if picture.shown.title is None else picture.shown.title
    parts = {
        "title": escape(title),
        "theme": picture.shown.theme,
        "darkened": style.darkened("[data-theme=auto]"),
        "picture": data.pop("whole", None) or _bare(picture, picture),
        "rating": _file("rating.js"),
        "legend": _legend(keys or picture.keys, picture),
        "data": _packed(json.dumps(data, separators=(",", ":")).replace("<", r"\u003c").replace("&", r"\u0026")),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda mark: parts[mark[1]], _file("page.html"))


def _file(name: str) -> str:
    """Return the text of a file of the page."""
    return files("graphgames.draw").joinpath(name).read_text(encoding="utf-8")


def _packed(text: str) -> str:
    """Return data as they stand in the page."""
    return text if len(text) <= _MOST_PLAIN else base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def play_data(thing: Any, options: dict[str, Any], picture: Picture) -> dict[str, Any]:
    """Return what the script of the page needs: the game, and its positions by number with moves, result and reason.

    Raise `GameError` if the thing is no solution that can be played.
    """
    if not hasattr(thing, "certificate"):
        raise GameError("the game is not solved")
    start, test = options.get("start"), options.get("test", 0)
    adapter = adapter_for(thing, start, test)
    others = isinstance(thing, OnArena) and not isinstance(adapter.place(adapter.start), Remembered)
    known, before, full = _reached(adapter, range(thing.problem.arena.n) if others else ())
    number = {adapter.place(position): k for k, position in enumerate(known)}
    view, board, room = view_of(thing, test, start), board_of(thing), _MOST_DRAWN
    dressed = None if view is None or board is not None or "around" in options else _dressed(view, picture)
    rows, lines = [], dict[str, int]()
    for position, moves in known.items():
        moved = [_move(adapter, position, move, number, view) for move in moves]
        row = {
            "text": printable_lines(adapter.render(position)),
            "result": str(adapter.oracle.outcome(position)),
            "worth": _worth(adapter, position),
            "why": printable_lines(adapter.oracle.explain(position)),
            "mover": [adapter.mover(position, 0), adapter.mover(position, 1)],
            "ends": [_ending(adapter, position, made) for made in (0, 1)],
            "codes": [_code(adapter, position, made) for made in (0, 1)],
            "moves": moved,
            "at": [] if view is None or position is None else [int(v) for v in view.pawns(position)],
        }
        if adapter.odds is not None and adapter.mover(position, 0) == CHANCE:
            odds = adapter.odds(position)
            row["odds"] = [float(odds[move.move]) for move in moves]
        if adapter.threats is not None:
            threats = [replace(move, progress=True) for move in adapter.threats(position)]  # they follow no strategy
            row["threats"] = [_move(adapter, position, move, number, view) for move in threats]
        if board is not None and room > 0:
            track = _track(position, before) if board.follows else Track([position])
            drawn = _painted(adapter, board, track, moves, picture)
            room -= sum(4 if line in lines else 4 + len(line) for line in drawn["picture"])
            row |= drawn | {"picture": [lines.setdefault(line, len(lines)) for line in drawn["picture"]]}
            if board.leaves is not None:
                for made, move in zip(moved, moves, strict=True):
                    for left in board.leaves(position, move.position):
                        part = style.themed("".join(left), picture.shown.theme)
                        made.append(lines.setdefault(part, len(lines)))
        elif dressed is not None and room > 0:
            shown = dressed(position, moves)
            room -= sum(4 if line in lines else 4 + len(line) for line in shown)
            row["picture"] = [lines.setdefault(line, len(lines)) for line in shown]
        elif view is None:
            row["board"] = printable_lines(adapter.drawn(position))
        if adapter.round is not None:
            row["sets"] = list(adapter.round.sets(position))
        if adapter.tally is not None:
            row["begins"] = written(adapter.tally.begins(position))
            row["gains"] = [written(adapter.tally.gain(position, move.position)) for move in moves]
        rows.append(row)
    of_graph: dict[str, Any] = (
        {} if view is None or board is not None or "around" in options else _groups(view, rows, options, picture)
    )
    if board is not None:  # which takes the place of the picture
        name = board.paint(Track([adapter.start])).title
        of_graph["title"] = name[:1].upper() + name[1:]
    anew = (
        ""
        if adapter.account is None
        else f"{_ANEW}{', and does not count what came before' * (adapter.tally is None)}."
    )
    return {
        "rule": printable(adapter.rule),
        "players": [printable(name) for name in adapter.players],
        "aims": [printable(aim) for aim in adapter.aims],
        "loops": printable(adapter.loop_rule),
        "round": adapter.loop_ending is not None,
        "decides": _decides(adapter),
        "anew": adapter.account is not None and adapter.tally is None,
        "bound": " ".join(filter(None, ("" if full else _PART.format(len(rows)), anew))),
        "tally": None if adapter.tally is None else _tally(adapter.tally),
        "positions": rows,
        "lines": list(lines),
        **of_graph,
    }


def _tally(tally: Tally) -> dict[str, Any]:
    """Return what the script needs beside the numbers of the moves to say what a play has come to."""
    most = None if tally.most is None else written(tally.most)
    return {"words": tally.words, "most": most, "averaged": tally.averaged, "short": tally.short}


def _dressed(view: View, picture: Picture) -> Callable[[Any, list[RatedMove]], list[str]] | None:
    """Return what draws a position on a graph, as lines: what stands on it, and faded what may not be used again.

    None where the graph looks the same in all positions, or is too large to be drawn whole.
    """
    arena = view.graph_view.arena
    if view.dress is View.dress or arena.n > graph.MANY_VERTICES or arena.m > graph.MANY_EDGES:
        return None
    drawn = graph.arranged(view.graph_view, np.arange(arena.n), graph.paper_of(picture.shown.size))
    tails, heads = arena.tails, arena.successors

    def shown(position: Any, moves: list[RatedMove]) -> list[str]:
        graph_view = view.dress(view.graph_view, position, moves)
        painted = graph.painted(graph_view, drawn)
        edges, vertices = view.spent(position)
        used = Counter((int(tails[e]), int(heads[e])) for e in edges)
        faded = {f'<g class="vertex" data-vertex="{v}"' for v in vertices if not graph_view.tokens(v)}
        parts = [
            part.replace("<g", f'<g opacity="{FADED}"', 1) if part.split(">", 1)[0] in faded else part
            for part in painted.parts
        ]
        for k, link in enumerate(drawn.links if used else ()):  # of which none is chosen, so that they keep their order
            if used[link.tail, link.head] > 0:
                used[link.tail, link.head] -= 1
                parts[k] = parts[k].replace("<g", f'<g opacity="{FADED}"', 1)
        return _bare(replace(painted, parts=tuple(parts)), picture).split("\n")

    return shown


def _bare(drawn: Picture, picture: Picture) -> str:
    """Return a drawing in the look of the picture without its title and legend, for which the page has places."""
    return replace(drawn, shown=picture.shown).styled(title="", legend=False, size=None).svg.rstrip()


def _legend(keys: Sequence[Key], picture: Picture) -> str:
    """Return the legend as a picture of its own, empty where it is not wanted."""
    if not keys or not picture.shown.legend:
        return ""
    width = max(350.0, legend_width(keys))
    alone = Picture("Legend", (), width, 0.0, tuple(keys), head=0.0, shown=picture.shown)
    return alone.styled(title="", size=None).svg.rstrip()


def _groups(view: View, rows: list[dict[str, Any]], options: dict[str, Any], picture: Picture) -> dict[str, Any]:
    """Return the pictures in which vertices are put together, and the whole graph, where there are such pictures."""
    places = sorted({v for row in rows for v in [*row["at"], *(move[4] for move in row["moves"])] if v >= 0})
    folds = openings(view.graph_view, places, options.get("collapse"), lambda drawn: _bare(drawn, picture))
    if not folds:
        return {}
    keys = (*view.graph_view.keys, Key("group", BLANK, "several vertices, with their number", "×n"))
    return {"folds": folds, "whole": _bare(graph.draw(view.graph_view), picture), "keys": keys}


def _reached(adapter: GameAdapter, more: Any) -> tuple[dict[Any, list[RatedMove]], dict[Any, Any], bool]:
    """Return the positions nearest to the start, then ``more``, with their moves, what comes before, and whether all.

    Of positions in one place, to which a play comes back, there is the first one alone.
    """
    known: dict[Any, list[RatedMove]] = {}
    queue = [adapter.start]
    waiting = {adapter.place(adapter.start): None}
    rest = iter(more)
    while len(known) < MOST_POSITIONS:
        if len(known) == len(queue):
            fresh = next((position for position in rest if position not in waiting), None)
            if fresh is None:
                return known, waiting, True
            waiting[fresh] = None
            queue.append(adapter.begins(fresh))
        position = queue[len(known)]
        known[position] = list(adapter.oracle.best_moves(position))
        if adapter.odds is not None and adapter.mover(position, 0) == CHANCE:
            odds = adapter.odds(position)
            likely = {move: odds[move.move] for move in known[position]}
            known[position].sort(key=likely.__getitem__, reverse=True)
        for move in known[position]:
            place = adapter.place(move.position)
            if place not in waiting:
                waiting[place] = position
                queue.append(move.position if place is move.position else adapter.begins(place))
    return known, waiting, len(queue) == len(known) and next((one for one in rest if one not in waiting), None) is None


def _decides(adapter: GameAdapter) -> dict[str, Any] | None:
    """Return what says who wins a play that goes round for ever: a formula, a sum, or nobody; None: not so simple."""
    if adapter.tally is not None and adapter.tally.enough is not None:
        return {"enough": written(adapter.tally.enough)}
    return None if adapter.round is None else {"formula": adapter.round.formula}


def _code(adapter: GameAdapter, position: Any, made: int) -> int | None:
    """Return who has won where the rules end a play, None where it goes on."""
    ending = adapter.ending(position, adapter.mover(position, made))
    return None if ending is None else ending.code


def _ending(adapter: GameAdapter, position: Any, made: int) -> str:
    """Return how a play ends that the rules end at a position, empty where it goes on."""
    ending = adapter.ending(position, adapter.mover(position, made))
    if ending is None:
        return ""
    if not ending.won:
        return printable(ending.reason)
    who = "nobody" if ending.winner is None else adapter.players[ending.winner]
    return printable(f"{ending.reason}; {who} wins")


def _worth(adapter: GameAdapter, position: Any, outcome: Outcome | None = None) -> str:
    """Return what a position is worth that nobody is certain to win, empty where that is not said."""
    outcome = adapter.oracle.outcome(position) if outcome is None else outcome
    return (
        printable(adapter.value_in_words(position))
        if outcome is Outcome.DRAW and adapter.value_in_words is not None
        else ""
    )


def _move(adapter: GameAdapter, position: Any, move: RatedMove, number: dict[Any, int], view: View | None) -> list[Any]:
    """Return a move: its name, the number of the position it leads to (-1: not on the page), its result, that in words,
    the vertex, how many moves are left after it, whether it is one of a strategy, and what it is worth in words.
    """
    thrown = move.result != "draw" and adapter.mover(position, 0) == CHANCE
    words = _worth(adapter, move.position, move.result) or str(move.result)
    if thrown:
        words = f"{adapter.players[move.result != 'win']} wins"
    elif move.distance is not None and move.result != "draw":
        words += f" in {move.distance + 1}"
    adds = "" if adapter.adds is None or thrown else brief(adapter.adds(position, move))
    words = ", ".join(filter(None, (words, adds)))
    vertex = -1 if view is None else view.ends(position, move)[1]
    name = printable(adapter.name(position, move))
    place = number.get(adapter.place(move.position), -1)
    return [name, place, str(move.result), brief(words), int(vertex), move.distance, bool(move.progress), adds]


def _track(position: Any, before: dict[Any, Any]) -> Track:
    """Return a shortest play to a position."""
    positions = [position]
    while before[positions[-1]] is not None:
        positions.append(before[positions[-1]])
    return Track(positions[::-1], made=False)


def _painted(
    adapter: GameAdapter, board: Board, track: Track, moves: list[RatedMove], picture: Picture
) -> dict[str, Any]:
    """Return how a position looks, as lines of which many are those of other positions, and the places to touch on it:
    each with the numbers of the moves that are meant by it, its name, and the places that come before it.
    """
    position = track.positions[-1]
    names = [adapter.name(position, move) for move in moves]
    named, number = dict(zip(names, moves, strict=True)), {name: k for k, name in enumerate(names)}
    drawn = board.paint(track).styled(theme=picture.shown.theme, legend=False, title="")
    targets = board.aim(track, named)
    return {
        "picture": re.sub(' data-[a-z]+="[^"]*"', "", drawn.svg).split("\n"),
        "targets": [
            [*target[:4], [number[name] for name in target.moves], target.place, target.path] for target in targets
        ],
    }
