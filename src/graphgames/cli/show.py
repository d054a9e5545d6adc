"""``graphgames show FILE -o OUT``: draw a game and its solution, or write it as a page on which it is played."""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from graphgames import api, draw
from graphgames.catalogue.asking import Askable
from graphgames.catalogue.console import SOLVER, Options, whole
from graphgames.catalogue.habits import FRAMES
from graphgames.cli import game_argument
from graphgames.cli.options import add_game_options
from graphgames.cli.output import Steps, note
from graphgames.core.errors import GraphGamesError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.draw.picture import FILMS, FORMATS, Picture, picture_format
from graphgames.draw.presentation import READABLE
from graphgames.draw.style import THEMES
from graphgames.formats import table

_PLOTTED = 300
"""To so large heaps a heap game is solved for its picture: few are enough for many of the known periods."""


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add(
        "file FILE",
        "a game, plain or compressed (gz, bz2), or a game's name, also as --game NAME alone; - is stdin",
        nargs="?",
    )
    parser.add("-o --output OUT", "the file to write; its ending chooses the format (--to); - is stdout", default="-")
    parser.add("--to", "the format to write, where the ending of OUT does not show it", choices=FORMATS)
    parser.add("--title TEXT", "the title, instead of the picture's own; '' for none")
    parser.add(
        "--legend",
        "explain the symbols below the picture (default: yes)",
        action=argparse.BooleanOptionalAction,
        default=True,
    )
    parser.add("--size WxH", "such as 800x600 (pixels), 120x80mm, or the width alone")
    parser.add(
        "--theme",
        "the colours; print is for black and white; auto is light, or on a page what the reader prefers (default: "
        "auto)",
        choices=tuple(THEMES),
        default="auto",
    )
    parser.add("--font NAMES", "fonts, in order of preference")
    parser.add(
        "--label VERTEX=NAME",
        "draw this name in place of a vertex's own; may be given several times, or once with commas between",
        action="append",
    )
    parser.add("--around V", "draw only what is near this vertex, named as --start names it")
    parser.add("--radius R", "with --around: how many edges away from it (default: 2)", type=whole(0))
    parser.add("--collapse BY", "draw groups of vertices as one: components, regions, priority, rank, ...")
    parser.add(
        "--play N",
        "the best play, N moves at most, as an animated SVG, or as a folder (OUT/) of pictures, one per position",
        type=whole(1),
    )
    parser.add("--start V", "the position to draw, or to begin a play or a page with")
    parser.add("--up-to N", f"of a heap game: plot heaps 0 to N (default: up to {_PLOTTED})", type=whole(1))
    parser.add("--test K", "which test of an input with many tests (from 1)", type=whole(1), default=1)
    parser.add("--study FILE", "the page begins with the positions, texts and exercises of this file")
    parser.add("--unsolved", "draw the game alone, without regions and strategy")
    parser.add("--solved", "draw the game with its answer (default)", dest="unsolved", action="store_false")
    parser.add("--verify", "prove the answer first; the legend, or the page, then says that it is proved")
    parser.add(*SOLVER)
    parser.add("--quiet", "print nothing but errors")
    parser.only_with("--radius", "--around")
    parser.never_with("--collapse", "--around")
    for option in ("--around", "--collapse", "--unsolved"):
        parser.never_with("--play", option)
    parser.never_with("--study", "--unsolved", "--play")
    parser.never_with("--solver", "--unsolved")
    parser.never_with("--verify", "--unsolved")
    parser.never_with("--up-to", "--start", "--play", "--unsolved")
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read, solve, draw, write; print what was drawn on stderr."""
    if arguments.file is None:
        if arguments.game is None:
            raise GraphGamesError("there is nothing to draw; expected graphgames show FILE, or the name of a game")
        arguments.file, arguments.game = arguments.game, None
    format = arguments.to or picture_format(arguments.output)
    if format not in FORMATS:
        raise GraphGamesError(
            f"{arguments.output}: a picture is written as one of {', '.join(FORMATS)}; "
            + (FRAMES if format in FILMS else "choose with --to")
        )
    if arguments.output == "-" and format not in ("dot", "tex", "html") and sys.stdout.isatty():
        raise GraphGamesError(f"a picture is not text for a terminal; say where to write it, as -o game.{format}")
    if format == "dot" and (arguments.font is not None or not arguments.legend):
        raise GraphGamesError("a DOT file has neither legend nor fonts; leave out --font and --no-legend")
    if format == "dot" and arguments.start is not None:
        raise GraphGamesError("a DOT file does not mark the start; leave out --start")
    if arguments.study is not None and format != "html":
        raise GraphGamesError(f"a study is on a page; expected -o {PurePath(arguments.output).stem}.html")
    if arguments.format in FORMATS and arguments.format not in (entry.name for entry in table()):
        raise GraphGamesError(
            f"--format says how {arguments.file} is read; --to {arguments.format}, or -o OUT.{arguments.format}, how a "
            "picture is written"
        )
    steps, up_to = Steps(arguments.file, arguments.quiet), arguments.up_to or _PLOTTED
    thing = steps.take("read", lambda: game_argument.problem(arguments, arguments.file, up_to=up_to))
    if isinstance(thing, Game) and arguments.start is not None:
        thing, arguments.start = replace(thing, start=arguments.start), None
    model = isinstance(thing, Askable)
    if model and format in ("dot", "html"):
        raise GraphGamesError(
            f"{arguments.file} is a model; its states are drawn as svg, png, pdf or tex, not {format}, "
            "but with --property what it asks is"
        )
    if not arguments.unsolved and not model:
        problem = thing
        thing = steps.take("solve", lambda: api.solve(problem, solver=arguments.solver))
    if arguments.verify:
        if model:
            raise GraphGamesError(f"{arguments.file} is a model, and alone it asks nothing; give a --property")
        if not steps.verify(lambda: api.verify(thing)):
            return 1
    played = isinstance(thing, ArenaSolution) and (format == "html" or arguments.play is not None)
    if played and arguments.start is None and not arguments.quiet:
        game_argument.say_beginning(thing)
    drawn = steps.take("draw", lambda: _drawn(thing, format, arguments))
    if arguments.verify and not draw.proof_keys(thing):  # the picture needed more positions than were proved
        if not steps.verify(lambda: api.verify(thing)):
            return 1
        drawn = steps.take("draw", lambda: _drawn(thing, format, arguments))
    if not arguments.quiet and arguments.output != "-":
        proved = "".join(f"; {key.mark} {key.words}" for key in draw.proof_keys(thing))
        note(f"{arguments.output}: {drawn.title}{proved}")
        points = drawn.text_points
        if points is not None and round(points, 1) < READABLE:
            times = math.ceil(10 * READABLE / points) / 10
            note(
                f"graphgames: on paper the smallest text is {points:.1f} points high, which is hard to read; "
                f"{times} times the size makes it {READABLE}, and --around or --collapse draw less"
            )
    return 0


def _options(arguments: argparse.Namespace) -> dict[str, Any]:
    given = vars(arguments)
    options: dict[str, Any] = {name: given[name] for name in ("title", "legend", "size", "theme")}
    options |= {name: given[name] for name in ("font", "study") if given[name] is not None}
    options |= {name: given[name] for name in ("collapse", "play", "start", "up_to") if given[name]}
    if arguments.around is not None:
        options |= {"around": arguments.around, "radius": 2 if arguments.radius is None else arguments.radius}
    if arguments.label is not None:
        options["labels"] = dict(_label(one) for written in arguments.label for one in written.split(","))
    if arguments.test != 1:
        options["test"] = arguments.test - 1
    return options


def _label(written: str) -> tuple[str, str]:
    """Return a vertex and the name that is drawn in its place."""
    vertex, _, name = written.partition("=")
    if not name:
        raise GraphGamesError(f"--label is {written!r}; expected VERTEX=NAME")
    return vertex.strip(), name.strip()


def _drawn(thing: Any, format: str, arguments: argparse.Namespace) -> Picture:
    """Draw and write the picture, and return it."""
    make = draw.unpainted if format == "html" else draw.picture
    picture = make(thing, **_options(arguments))
    picture.save(arguments.output, format)
    return picture
