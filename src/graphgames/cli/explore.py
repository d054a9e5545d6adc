"""``graphgames explore [FILE]``: a local web page to view, play, query and edit games."""

from __future__ import annotations

import argparse
from pathlib import Path

from graphgames.cli.options import add_game_options
from graphgames.cli.output import note
from graphgames.core.errors import Fault, FormatError, GraphGamesError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a game to begin with; without it choose one on the page"
    )
    parser.add_argument("--port", metavar="N", type=int, default=0, help="on 127.0.0.1 (default: any that is free)")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page, only say where it is")
    parser.add_argument(
        "--time-limit", metavar="S", type=float, default=600.0, help="seconds for a solve (default: 600)"
    )
    parser.add_argument(
        "--upload-limit", metavar="MB", type=float, default=256.0, help="the largest file from the page (default: 256)"
    )
    parser.add_argument(
        "--memory", metavar="GB", type=float, help="what one game may use (default: half of the machine's)"
    )
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from graphgames.explore.run import serve
    from graphgames.explore.settings import MEGABYTE, Settings, half_the_memory

    for name in ("time_limit", "upload_limit", "memory"):
        value = getattr(arguments, name)
        if value is not None and not value > 0:
            raise GraphGamesError(f"--{name.replace('_', '-')} is {value:g}; expected more than 0")
    path = None if arguments.file is None else Path(arguments.file)
    if path is not None and not path.is_file():
        raise FormatError([Fault("there is no such file", expected="a file")], str(path))
    options = {name: getattr(arguments, name) for name in ("game", "objective", "priorities", "format")}
    memory = half_the_memory() if arguments.memory is None else int(arguments.memory * 1000 * MEGABYTE)
    settings = Settings(int(arguments.upload_limit * MEGABYTE), arguments.time_limit, memory=memory)
    given = {name: value for name, value in options.items() if value is not None}
    serve(path, given, settings, note, arguments.port, not arguments.no_browser)
    return 0
