"""The parser of the program: one file a command, imported when it is called."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from graphgames._version import __version__
from graphgames.cli.guard import guarded

COMMANDS = {
    "solve": "solve games from files: who wins from where, how, and why",
    "verify": "check a solution file against its game",
    "judge": "answer a concrete game's exact input with its exact output",
    "play": "play a game against the best moves, or two people against each other",
    "explore": "a local web page: see games, play them, ask why, change them",
    "show": "draw a game and its solution: SVG, PNG or DOT",
    "convert": "read a game in one format and write it in another",
    "generate": "make a game from a seed: random ones, and families that are hard for some solver",
    "synth": "say whether a specification (extended HOA) can be met, and write the controller",
    "heaps": "find the nim-values of a heap game by its code, their period, and winning moves",
    "geography": "find the first vertices that win geography, on any graph or with a list of words",
    "games": "list the concrete games",
    "solvers": "list the solvers",
    "completion": "print the completion script for a shell",
    "manual": "print the manual: every command and option, for man or as Markdown",
}
"""Each command is a module of this package with ``configure(parser)`` and ``run(arguments) -> int``."""


def run(argv: Sequence[str]) -> int:
    """Run one command and give its exit code: 0 done, 1 a negative verdict, 2 bad input or usage."""
    helps = not {"-h", "--help"}.isdisjoint(argv) or not argv
    parser = build(argv[0] if argv else "", _rich if helps else _plain)
    arguments = with_files(parser, argv)
    command = import_module(f"graphgames.cli.{arguments.command}")
    return guarded(lambda: int(command.run(arguments)), getattr(arguments, "quiet", True))


def with_files(parser: argparse.ArgumentParser, argv: Sequence[str]) -> argparse.Namespace:
    """Parse, and take files wherever they stand: argparse itself sees none behind an option."""
    arguments, rest = parser.parse_known_args(argv)
    files = [word for word in rest if word == "-" or not word.startswith("-")]
    if rest and files == rest and hasattr(arguments, "files"):
        arguments.files += files
    elif rest and files == rest and len(files) == 1 and getattr(arguments, "file", None) == "-":
        arguments.file = files[0]
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return arguments


def build(only: str | None = None, formatter: Any = None) -> argparse.ArgumentParser:
    """Make the parser, with the options of every command or of ``only`` one, so that no other module is imported."""
    formatter = formatter or _rich
    parser = argparse.ArgumentParser(
        prog="graphgames",
        description="Solve two-player games on graphs and prove every answer.",
        epilog="graphgames COMMAND --help says more of each command.",
        formatter_class=formatter,
    )
    parser.add_argument("--version", action="version", version=f"graphgames {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", prog="graphgames")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", formatter_class=formatter
        )
        if only in (None, name):
            import_module(f"graphgames.cli.{name}").configure(command)
    return parser


def _plain(prog: str) -> argparse.HelpFormatter:
    """Return a formatter that costs nothing: argparse makes one for every option, to check it."""
    return argparse.HelpFormatter(prog, width=100)


def _rich(prog: str) -> argparse.HelpFormatter:
    """Return the formatter that prints help."""
    from rich_argparse import RawDescriptionRichHelpFormatter

    return RawDescriptionRichHelpFormatter(prog)
