"""``graphgames games``: list the concrete games."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from itertools import chain
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

from graphgames import api
from graphgames.catalogue.console import Options
from graphgames.catalogue.find import concrete_game, concrete_games, document, names
from graphgames.catalogue.rows import ConcreteGame
from graphgames.cli.output import add_listing, listing, rows_named, show
from graphgames.core.errors import GameError


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("names NAME", "show everything about these, as --long does", nargs="*")
    add_listing(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    wanted = [_known(name) for name in ([arguments.long] if arguments.long else []) + arguments.names]
    arguments.long = arguments.long if not wanted else ""
    columns = ("name", "aliases", "title", "summary", "source")
    rows: list[Mapping[str, Any]] = [{name: getattr(entry, name) for name in columns} for entry in concrete_games()]
    if wanted:
        rows = list(chain.from_iterable(rows_named(rows, name) for name in wanted))
    if arguments.long is not None or arguments.json:
        rows = [{**row} | _document(concrete_game(row["name"])) for row in rows]
    listing(rows, arguments, "name", "summary")
    if arguments.long is None and not arguments.json:
        others = sorted(set(names()) - {name for entry in concrete_games() for name in (entry.name, *entry.aliases)})
        text = f"games without an input, which are called by their names: {', '.join(others)}"
        show(fill(text, get_terminal_size().columns, break_on_hyphens=False))
    return 0


def _known(name: str) -> str:
    """Return the name of a game by that or another name of it; raise `GameError` if it has no input."""
    found = document(name)
    if found is None and name in names():
        raise GameError(f"{name} has no input and output of its own; graphgames play {name} plays it")
    return name if found is None else found.name


def _document(game: ConcreteGame) -> dict[str, str]:
    """Return the input and the output of a game in words, and an example of both."""
    module = game.load()
    answer = game.write(api.solve(game.read(game.example.encode(), "<example>")))
    return {"input": module.INPUT, "output": module.OUTPUT, "example": game.example, "answer": answer}
