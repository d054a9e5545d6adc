"""A play as a sequence of pictures: one SVG that shows them one after another, or a folder with a picture per position.

What all pictures have in common is drawn once. The animation is CSS, so that it also runs where an SVG is an image in a
page, and it stands still, at the end of the play, for readers who do not want movement.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from graphgames.core.arguments import integer
from graphgames.core.errors import GameError, counted
from graphgames.draw import board_of, graph, graph_view_of, scene, svg, view_of
from graphgames.draw.board import Track, View, text_board
from graphgames.draw.picture import Picture
from graphgames.draw.scene import GraphView
from graphgames.draw.style import BLANK, Key
from graphgames.play.adapter import GameAdapter
from graphgames.play.adapters import adapter_for

MOST_MOVES = 200
SECONDS = 1.2
"""For so long each position is shown, the last one for three times as long."""

_CAPTION = 26.0


def film(thing: Any, play: Any, start: object = None, test: int = 0) -> Picture:
    """Return the best play of a solved game, of so many moves at most, as a picture with ``frames``.

    It begins at ``start``, by default where the game does, and stops where a position comes again or chance moves.
    Raise `GameError` if the thing is not solved or cannot be played.
    """
    moves = integer(play, "the number of moves of a play")
    if moves > MOST_MOVES:
        raise GameError(f"a play of {moves} moves is too long to be drawn; at most {MOST_MOVES} are")
    if not hasattr(thing, "certificate"):
        raise GameError("only a solved game has a best play; solve the game first")
    adapter = adapter_for(thing, start, test)
    positions, captions = _best(adapter, moves)
    return filmed(thing, adapter, Track(positions), captions, test)


def _best(adapter: GameAdapter, most: int) -> tuple[list[Any], list[str]]:
    """Return the positions of a play of best moves, and the moves with the players who make them."""
    positions, captions, seen = [adapter.start], [], set()
    for made in range(most):
        position = positions[-1]
        mover = adapter.mover(position, made)
        moves = adapter.oracle.best_moves(position)
        if (position, mover) in seen or mover > 1 or not moves or adapter.ending(position, mover) is not None:
            break
        seen.add((position, mover))
        captions.append(f"{made + 1}. {adapter.players[mover]}: {adapter.name(position, moves[0])}")
        positions.append(moves[0].position)
    return positions, captions


def filmed(thing: Any, adapter: GameAdapter, track: Track, captions: Sequence[str], test: int) -> Picture:
    """Return a play of which the moves are said as a picture with ``frames``."""
    board, view = board_of(thing), view_of(thing, test)
    if board is None and view is None:
        called = str(getattr(getattr(thing, "problem", None), "title", ""))
        board = text_board(called, lambda position: adapter.drawn(position).split("\n"))
    if board is not None:
        tracks = [track._replace(positions=track.positions[:count]) for count in range(1, len(track.positions) + 1)]
        painted = map(board.paint, tracks)
        pictures = [replace(one, keys=tuple(dict.fromkeys([*one.keys, *board.keys]))) for one in painted]
    else:
        assert view is not None
        pictures = _views(view, adapter, track.positions)
    name = f"{pictures[0].title}; " if pictures[0].title else ""
    mover = "".join(f"; {first.partition('. ')[2].partition(':')[0]} to move" for first in captions[:1])
    words = [f"the start{mover}", *captions]
    width, height = max(one.width for one in pictures), max(one.height for one in pictures)
    sized = [replace(one, width=width, height=height) for one in pictures]
    frames = [_captioned(one, caption) for one, caption in zip(sized, words, strict=True)]
    return replace(
        frames[0],
        title=f"{name}a play of {counted(len(captions), 'move')}",
        parts=_animated(frames),
        frames=tuple(frames),
    )


def standing(game: Any) -> Callable[[int], Picture]:
    """Return what draws the graph of a game with a pawn on a vertex, of a large graph what is near the pawn."""
    graph_view = graph_view_of(game, {})[0]
    arena = graph_view.arena
    whole = graph.arranged(graph_view, np.arange(arena.n)) if graph.is_small(arena) else None

    def drawn(v: int) -> Picture:
        placed = whole or graph.arranged(graph_view, scene.ball(arena, v, 1, graph.MANY_VERTICES))
        return graph.painted(_with_pawn(graph_view, (v,)), placed)

    return drawn


def _views(view: View, adapter: GameAdapter, positions: Sequence[Any]) -> list[Picture]:
    """Return the pictures of positions on a graph, of a large one of what is near the play."""
    arena = view.graph_view.arena
    stands = [() if position is None else view.pawns(position) for position in positions]
    if graph.is_small(arena):
        vertices = np.arange(arena.n)
    else:
        balls = [scene.ball(arena, v, 1, graph.MANY_VERTICES) for v in {v for some in stands for v in some}]
        vertices = np.unique(np.concatenate(balls))[: graph.MANY_VERTICES]
    drawn, pictures = graph.arranged(view.graph_view, vertices), []
    for position, at in zip(positions, stands, strict=True):
        graph_view = view.dress(view.graph_view, position, adapter.oracle.best_moves(position))
        if not any(graph_view.tokens(v) for v in at):
            graph_view = _with_pawn(graph_view, at)
        pictures.append(graph.painted(graph_view, drawn))
    return pictures


def _with_pawn(graph_view: GraphView, at: Collection[int]) -> GraphView:
    """Return the view with a pawn on some vertices."""
    pawn = [(svg.INK, "the pawn", "")]
    keys = (*graph_view.keys, Key("text", BLANK, "the pawn", "♟"))
    return replace(graph_view, tokens=lambda v: [*graph_view.tokens(v), *(pawn if v in at else [])], keys=keys)


def _captioned(picture: Picture, words: str) -> Picture:
    """Return a picture with words below it."""
    caption = svg.text(16, picture.height + 16, words, 13, text_anchor="start", font_weight="bold", class_="caption")
    return replace(picture, parts=(*picture.parts, caption), height=picture.height + _CAPTION)


def _animated(frames: Sequence[Picture]) -> tuple[str, ...]:
    """Return the parts of all frames, those that differ in groups of which one is visible at a time."""
    common = set(frames[0].parts).intersection(*(frame.parts for frame in frames))
    shared = [part for part in frames[0].parts if part in common]
    count = len(frames)
    whole = SECONDS * (count + 2)
    name = f"graphgames-play-{count}"
    rules = [
        f"@keyframes {name}{{0%{{visibility:visible}}{100 * SECONDS / whole:.3f}%{{visibility:hidden}}}}",
        f"@keyframes {name}-last{{0%{{visibility:visible}}{300 * SECONDS / whole:.3f}%{{visibility:hidden}}}}",
        f".{name}{{visibility:hidden;animation:{name} {whole:.2f}s step-end infinite}}",
        f".{name}-last{{visibility:visible;animation-name:{name}-last}}",
        f"@media (prefers-reduced-motion:reduce){{.{name}{{animation:none}}}}",
    ]
    groups = []
    for k, frame in enumerate(frames):
        own = [part for part in frame.parts if part not in common]
        last = f" {name}-last" if k == count - 1 else ""
        delay = f"animation-delay:{SECONDS * k - whole * bool(k):.2f}s"
        groups.append(svg.element("g", *own, class_=name + last, style=delay))
    return svg.element("style", "".join(rules)), *shared, *groups
