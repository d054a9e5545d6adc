"""``graphgames explore [FILE]``: a local web page to view, play, query and edit games."""

from __future__ import annotations

import argparse
from pathlib import Path

from graphgames.catalogue.console import Options, real, whole
from graphgames.catalogue.find import inside
from graphgames.cli.options import READING, TELLING, add_game_options, how_to_read
from graphgames.cli.output import note
from graphgames.core.errors import Fault, FormatError


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("file FILE", "a game to begin with; without it choose one on the page", nargs="?")
    parser.add("--port N", "the port on 127.0.0.1 (default: any free one)", type=whole(0, 65535), default=0)
    parser.add("--no-browser", "do not open a browser, only print the address")
    parser.add(
        "--time-limit S", "the most seconds to solve a game (default: 600)", type=real(0.001, 1e9), default=600.0
    )
    parser.add(
        "--upload-limit MB",
        "the largest file that the page may send (default: 256)",
        type=real(0.001, 1e6),
        default=256.0,
    )
    parser.add("--memory GB", "the most memory for one game (default: half of the machine's)", type=real(0.001, 1e6))
    add_game_options(parser)
    for name in (*READING, *TELLING, "property", "const"):
        parser.only_with(f"--{name}", "FILE")


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from graphgames.explore.run import serve
    from graphgames.explore.settings import MEGABYTE, Settings, half_the_memory

    path = None if arguments.file is None else Path(arguments.file)
    if path is not None and not path.is_file() and inside(str(path)) is None:
        found = "there is no table in this directory" if path.is_dir() else "there is no such file"
        raise FormatError([Fault(found, expected="a file, or a directory with a table")], str(path))
    how = how_to_read(arguments)
    if path is not None and path.is_dir() and how:
        fault = Fault(f"--{next(iter(how))} is for files, and this is a table, which says all itself")
        raise FormatError([fault], str(path))
    memory = half_the_memory() if arguments.memory is None else int(arguments.memory * 1000 * MEGABYTE)
    settings = Settings(int(arguments.upload_limit * MEGABYTE), arguments.time_limit, memory=memory)
    serve(path, how, settings, note, arguments.port, not arguments.no_browser)
    return 0
