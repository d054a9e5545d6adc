"""Pictures: games, solutions, boards and plots as SVG, PNG, PDF, TikZ, DOT and pages.

Whatever has an arena becomes a `GraphView`, which holds the notes on each vertex and is drawn as a graph; boards and
plots are drawn directly. Nothing here computes who wins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from graphgames.catalogue.find import function_for, objective_class
from graphgames.core.arena import Arena, Vertex
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.memory import vertex_of
from graphgames.core.solution import ArenaSolution, OnArena
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.core.unknown_attributes import not_a_function
from graphgames.draw import arenas
from graphgames.draw.board import Board, View
from graphgames.draw.picture import STEPS, Picture
from graphgames.draw.presentation import OPTIONS, presentation
from graphgames.draw.scene import GraphView
from graphgames.draw.style import BLANK, Key

not_a_function(__name__)

SHOWN = ("with_labels", "edge_labels", "weights", "priorities", "ranks", "strategy", "winner", "regions")
"""What is drawn wherever it is known."""
_SIZE = "size='120x80mm' or size=(800, 600) says how large it is"
_PATH = "the path comes first, as in draw('game.png'), and its ending says the format"
_SHOWN = "names, owners, numbers, regions and strategy are drawn where they are known; a game alone has no regions"
INSTEAD = (
    dict.fromkeys(("steps", "step", "animate", "animation", "animated", "frames", "attractor"), STEPS)
    | dict.fromkeys(("figsize", "width", "height", "scale", "dpi", "node_size", "font_size", "fontsize"), _SIZE)
    | dict.fromkeys(("filename", "file", "output", "format", "fmt", "to", "save"), _PATH)
    | dict.fromkeys(SHOWN, _SHOWN)
    | {"labels": "games on graphs and their solutions take labels={vertex: name}"}
    | {"start": "with play=N a play begins there"}
    | dict.fromkeys(("caption", "name"), "title='...' is written above it")
    | dict.fromkeys(("layout", "prog", "pos", "rankdir"), "draw('game.dot') writes a file that Graphviz lays out")
)
"""Options of habit that no picture takes, each with what there is instead."""

OF_GRAPHS = ("around", "radius", "collapse")
"""The options of every picture of a graph."""


def picture(thing: object, **options: Any) -> Picture:
    """Draw a game, a solution or a board.

    Every picture takes ``title``, ``legend``, ``size``, ``theme`` and ``font``, see
    `graphgames.draw.presentation.presentation`; what stands on a graph also ``around`` and ``radius``, see
    `graphgames.draw.graph.draw`, or ``collapse``, see `graphgames.draw.folding.foldings`, and a game on an arena and
    its solution ``labels``, to draw in place of the vertices' own; an input of many tests
    ``test``, counted from 0; what is solved also ``play``, a number of moves, and ``start`` for the best play as
    frames, and ``study``, the path of a study for its page (`graphgames.draw.study`). Raise `GameError` if it cannot be
    drawn, or an option does not fit.

    Examples
    --------
    >>> from graphgames import Arena, Game, Reach, solve
    >>> picture(solve(Game(Arena.from_edges([(0, 1)], owner=[0, 1]), Reach([1])))).title
    'reachability game, 2 vertices, 1 edge'
    """
    return _picture(thing, options)


def called(thing: Any, path: Any = None, /, **options: Any) -> Picture:
    """Draw what can be drawn, as its own ``draw`` does; so ``graphgames.draw(solution, "game.svg")`` works, too."""
    if hasattr(thing, "is_directed") or isinstance(thing, Arena | dict | list):
        thing = Game.from_graph(thing, objective_class("normal")())  # a graph alone, on which nobody owns a vertex
    if not hasattr(thing, "draw"):
        raise GameError(
            f"{shown(thing)} cannot be drawn; expected a game, such as Game(graph, objective), or a solution"
        )
    drawn: Picture = thing.draw(path, **options)
    return drawn


def unpainted(thing: object, **options: Any) -> Picture:
    """Return what `picture` does, to be written as a page: a graph on which one can play is not painted for that."""
    return _picture(thing, options, not hasattr(thing, "certificate"))


def _picture(thing: object, options: dict[str, Any], painted: bool = True) -> Picture:
    from graphgames.draw.graph import draw

    options = {name: given for name, given in options.items() if given is not True or name not in (*SHOWN, "labels")}
    proved = proof_keys(thing)
    thing, options = _labelled(thing, options)
    lessons = options.pop("study", None)
    look = presentation(**{name: value for name, value in options.items() if name in OPTIONS})
    inner = {name: value for name, value in options.items() if name not in OPTIONS}
    if inner.get("play") is not None:
        from graphgames.draw.film import film

        played: Picture = _called(film, thing, inner)
        return replace(played, presentation=look, keys=(*played.keys, *proved))
    inner.pop("play", None)
    board = function_for(thing, "picture")
    if board is not None:
        drawn: Picture = _called(board, thing, inner)
    else:
        graph_view, rest = graph_view_of(thing, inner)
        painted = painted or bool(rest) or look.size is not None
        drawn = draw(graph_view, **rest, size=look.size) if painted else Picture(graph_view.title, (), 0, 0)
    return replace(
        drawn,
        presentation=look,
        keys=(*drawn.keys, *proved),
        others={"dot": partial(_dot, thing, inner), "html": partial(_page, thing, inner, lessons)},
    )


def _labelled(thing: Any, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return a game or a solution with the labels that are to be drawn, and the other options, vertices as numbers."""
    labels, game = options.get("labels"), getattr(thing, "problem", thing)
    if labels is None or not isinstance(game, Game):
        return thing, options
    named = replace(game, arena=game.arena.with_labels(None if labels is False else labels))
    rest = {
        name: Vertex(game.arena.vertex(given)) if name in ("around", "start") else given
        for name, given in options.items()
        if name != "labels"
    }
    return named if game is thing else replace(thing, problem=named), rest


def proof_keys(thing: object) -> tuple[Key, ...]:
    """Return what the legend says of a solution that was proved since it was found; nothing of any other.

    One that answers for any position on demand may have found more since then, as its ``stats`` tell.
    """
    proved = getattr(thing, "__dict__", {}).get("_proved")
    known = proved is not None and proved == dict(getattr(thing, "stats", {}))
    return (Key("text", BLANK, "by the checker", "proved"),) if known else ()


def _dot(thing: object, options: dict[str, Any], drawn: Picture) -> str:
    from graphgames.draw.dot_text import dot

    graph_view, rest = graph_view_of(thing, options)
    return dot(graph_view, drawn.presentation, **rest)


def _page(thing: object, options: dict[str, Any], lessons: str | None, drawn: Picture) -> str:
    from graphgames.draw.page import page

    return page(thing, options, drawn, lessons)


def graph_view_of(thing: object, options: dict[str, Any]) -> tuple[GraphView, dict[str, Any]]:
    """Return the graph_view of something that stands on an arena, and the options that are for drawing it.

    Raise `GameError` if it does not stand on an arena.
    """
    made = function_for(thing, "graph_view")
    if made is None and isinstance(thing, Game | ArenaSolution | FiniteMemoryStrategy):
        made = arenas.graph_view
    if made is None:
        if hasattr(thing, "problem") or function_for(thing, "picture") is not None:
            raise GameError(
                "this game stands on no graph, so there is neither a DOT file nor a part of a graph to draw"
            )
        title = getattr(thing, "title", None)
        what = title if isinstance(title, str) else type(thing).__name__
        if hasattr(thing, "kind"):
            raise GameError(f"{what} is drawn with its solution only; unsolved, only games on graphs and boards are")
        raise GameError(f"there is no picture of {what} as a graph")
    own = {name: value for name, value in options.items() if name not in OF_GRAPHS}
    graph_view: GraphView = _called(made, thing, own, OF_GRAPHS)
    rest = {name: value for name, value in options.items() if name in OF_GRAPHS}
    by = rest.pop("collapse", None)
    if by is None:
        return graph_view, rest
    if rest:
        raise GameError("collapse draws the whole graph; leave out around and radius, or collapse")
    from graphgames.draw.folding import fold, folded

    return folded(graph_view, fold(graph_view, by)), rest


def view_of(solution: Any, test: int, start: Any = None) -> View | None:
    """Return the view of a solved game, None if it does not stand on a graph.

    A game by rules stands on the graph of its positions from the start, which are its labels.
    """
    vertex: Callable[[Any], int]
    position: Callable[[int], Any]
    if isinstance(solution, OnArena):
        graph_view, vertex, position = graph_view_of(solution, {})[0], vertex_of, int
    elif (made := function_for(solution, "view")) is not None:
        view: View | None = made(solution, test)
        return view
    else:
        try:
            graph_view = graph_view_of(solution, {"start": start})[0]
        except GameError:
            return None
        vertex, position = graph_view.arena.vertex, graph_view.arena.label
    return View(
        graph_view, lambda at: (vertex(at),), lambda at, move: (vertex(at), vertex(move.position)), position=position
    )


def board_of(solution: Any) -> Board | None:
    """Return the board of a solved game, None if it stands on a graph."""
    made = function_for(solution, "board")
    board: Board | None = None if made is None else made(solution)
    return board


def _called(function: Callable[..., Any], thing: object, options: dict[str, Any], more: tuple[str, ...] = ()) -> Any:
    """Call a function with the options; one that fits neither it nor ``more`` is an error that says which do."""
    from inspect import signature

    known = [*list(signature(function).parameters)[1:], *more, *OPTIONS]
    for option in options:
        if option not in known:
            instead = f"; {INSTEAD[option]}" if option in INSTEAD else ""
            takes = f"it takes {', '.join(known[:-1])} and {known[-1]}"
            raise GameError(f"the option {option!r} does not fit this picture{instead}; {takes}")
    return function(thing, **options)
