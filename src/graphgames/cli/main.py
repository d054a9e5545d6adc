"""The program's argument parser; each command has its own file, imported when it is called."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from graphgames._version import __version__
from graphgames.catalogue.console import Options, sized
from graphgames.catalogue.find import document, kinds, named, names
from graphgames.catalogue.habits import CommandLine, by_solver, in_figures, in_one_word, instead
from graphgames.cli.guard import guarded
from graphgames.cli.output import note
from graphgames.core.errors import GameError, did_you_mean

COMMANDS = {
    "solve": "solve games from files: who wins from where, how, and why",
    "verify": "check a solution file against its game",
    "judge": "answer a concrete game's exact input with its exact output",
    "play": "play a game against the best moves, or two people against each other",
    "simulate": "play a solution many times, and compare the mean with the exact value",
    "evaluate": "evaluate a policy exactly: its value against the best reply, what its moves cost, and a proof",
    "shield": "find the actions that keep a player away from some states",
    "sensitivity": "say which probability matters most for the value at the start",
    "explain": "explain why a position is won, lost or drawn, move by move",
    "explore": "open a local web page to see, play, explain and change games",
    "show": "draw a game and its solution; write it as a page",
    "convert": "read a game in one format and write it in another",
    "generate": "make a game from a seed: random ones, families hard for some solver, inputs of concrete games",
}
"""The commands for games of any kind, each a module of this package with ``configure(parser)`` and ``run(arguments)``.

Those of one kind alone come from its row of the catalogue (`graphgames.catalogue.console`).
"""

LISTS = {
    "games": "list the concrete games",
    "solvers": "list the solvers",
    "completion": "print the completion script for a shell",
    "manual": "print the manual: every command and option, for man or as Markdown",
}
"""The commands that print what there is; modules as above."""


class Command(NamedTuple):
    """One command: its summary line, its module, and whether it belongs to one kind."""

    summary: str
    module: str
    gets_console: bool = False

    def load(self) -> Any:
        """Import its module."""
        return import_module(self.module)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run it."""
        if not self.gets_console:
            return int(self.load().run(arguments))
        from graphgames.cli.kind_console import CONSOLE

        return int(self.load().run(arguments, CONSOLE))


class Commands(Mapping[str, Command]):
    """Every command by its name, in the order of the help; rows of kinds are imported until one has the command."""

    def __getitem__(self, name: str) -> Command:
        if (line := COMMANDS.get(name) or LISTS.get(name)) is not None:
            return Command(line, f"graphgames.cli.{name}")
        kind = next((kind for kind in kinds() if name in kind.commands), None)
        if kind is None:
            raise KeyError(name)
        module, line = kind.commands[name]
        return Command(line, f"{kind.package}.{module}", True)

    def __iter__(self) -> Iterator[str]:
        yield from COMMANDS
        for kind in kinds():
            yield from kind.commands
        yield from LISTS

    def __len__(self) -> int:
        return sum(1 for _ in self)


def commands() -> Mapping[str, Command]:
    """Return every command by its name, in the order of the help."""
    return Commands()


def run(argv: Sequence[str]) -> int:
    """Run one command and return its exit code: 0 done, 1 a negative verdict, 2 bad input or usage."""
    return guarded(lambda: _run(argv), "--quiet" in argv)


def _run(argv: Sequence[str]) -> int:
    words, parser = _in_our_words(argv)
    if words and words[0] not in commands() and words[0] not in ("-h", "--help", "--version"):
        parser.error(_no_command(words[0]))
    arguments = with_files(parser, words)
    called = parser.called(arguments)
    called.check(arguments)
    _say(called.notes, words)
    return commands()[arguments.command].run(arguments)


def _in_our_words(argv: Sequence[str]) -> tuple[list[str], Options]:
    """Return a command line with words of habit as what they are here, which a note says, and its command's parser."""
    formatter = _rich if not argv or not {"-h", "--help", "help"}.isdisjoint(argv) else _plain
    built: dict[str, Options] = {}

    def options(command: str) -> Sequence[str]:
        if command not in built:
            built[command] = build(command, formatter)
        return built[command].commands[command].options()

    line = CommandLine(commands(), options)
    words = line.read(argv)
    _say(line.notes, words)
    first = words[0] if words else ""
    return words, built.get(first) or build(first, formatter)


def _say(notes: Sequence[str], words: Sequence[str]) -> None:
    """Print notes on one line, unless the words want none."""
    if notes and "--quiet" not in words:
        note(f"graphgames: {'; '.join(notes)}")


def _no_command(word: str) -> str:
    if word.startswith("-"):
        near = did_you_mean(word, ["--help", "--version"]).rstrip(".")
        way = instead(word) or by_solver(word.lstrip("-"))
        hint = near or (f"; {way}" if way else "; options come after it, and graphgames --help lists the commands")
        return f"found {word} where a command is expected{hint}"
    way = instead(word) or instead(f"--{word}")
    hint = f"; {way}." if way else did_you_mean(word, list(commands()))
    return f"there is no command {word!r}{hint} There are: {', '.join(commands())}"


def with_files(parser: Options, argv: Sequence[str]) -> argparse.Namespace:
    """Parse, and take files wherever they stand: argparse itself sees none behind an option.

    A setting of an objective may stand as an option of its own: ``--discount 9/10`` is ``--set discount=9/10``. Heaps
    may stand one by one.
    """
    words = parser.arranged(argv)
    if words and words[0] in parser.commands:
        words = parser.commands[words[0]].with_settings(words, _settings)
    arguments, rest = parser.parse_known_args(words)
    if isinstance(file := getattr(arguments, "file", None), str):
        arguments.file, rest = sized(file, rest)
    if files := getattr(arguments, "files", None):
        name, words = sized(files[0], files[1:])
        arguments.files = [name, *words]
    rest = _take_heaps(arguments, rest)
    files = [word for word in rest if word == "-" or not word.startswith("-")]
    several = next((name for name in ("files", "more") if hasattr(arguments, name)), "")
    if rest and files == rest and several:
        getattr(arguments, several).extend(files)
    elif rest and files == rest and len(files) <= len(empty := parser.called(arguments).empty(arguments)):
        for action, word in zip(empty, files, strict=False):
            setattr(arguments, action.dest, parser.called(arguments).value(action, word))
    elif files == rest and len(rest) == 1 and not in_figures(rest[0]) and _unsaid(arguments, words):
        arguments.output = files[0]
    elif rest:
        parser.called(arguments).refuse(rest)
    return arguments


def _settings() -> Mapping[str, str]:
    """Return the settings of all objectives, for an option that no command has."""
    from graphgames.cli.options import settings_by_name

    return settings_by_name()


def _take_heaps(arguments: argparse.Namespace, rest: list[str]) -> list[str]:
    """Take heaps or a position behind a game's name, as in ``nim 3 4 5`` or ``"nim 3 4 5"``; return the other words."""
    place = next((one for one in ("name", "files", "file") if getattr(arguments, one, None)), "")
    if not place or getattr(arguments, "start", "") is not None:
        return rest
    given = getattr(arguments, place)
    second = getattr(arguments, "file", None) if place == "name" else None
    words = [*([given] if isinstance(given, str) else given), *([second] if second else []), *rest]
    name, *behind = " ".join(words).split() or [""]
    if not behind or any(map(os.path.exists, words)):
        return rest
    start, game = in_one_word(behind), document(name)
    if game is not None:
        if game.of_words(start, name) is None and not in_figures(start):
            return rest
        name = f"{name} {start}"
    elif start.count(",") == 1 and in_figures(start) and named(f"{name} {start.replace(',', 'x')}", None) is not None:
        name = f"{name} {start.replace(',', 'x')}"  # the size of a board
    elif all(map(in_figures, behind)) and _positions(name, start):
        arguments.start = start
    elif any(word.startswith("-") for word in behind) or name not in names():
        return rest
    elif "+" in behind or named(" ".join([name, *behind]), None) is not None:
        name = " ".join([name, *behind])  # a position in words, or several games
    else:
        return rest
    setattr(arguments, place, name if isinstance(given, str) else [name])
    if second:
        arguments.file = None
    return []


def _positions(name: str, start: str) -> bool:
    """Return whether a name is that of a game, of which numbers may be one position, not several with signs between."""
    try:
        return named(name, start) is not None
    except GameError:
        return name in names() and "+" not in start


def _unsaid(arguments: argparse.Namespace, words: Sequence[str]) -> bool:
    """Return whether a command writes a file of which nobody has said a name."""
    return getattr(arguments, "output", "") in (None, "-") and "-" not in words


def build(only: str | None = None, formatter: Any = None) -> Options:
    """Make the parser of every command, or of ``only`` one: parsers cost, and its module alone is imported."""
    formatter = formatter or _rich
    parser = Options(
        prog="graphgames",
        description="Solve two-player games on graphs and prove every answer.",
        epilog="graphgames COMMAND --help says more about each command. All texts are in English, whatever LANG says.",
        formatter_class=formatter,
    )
    parser.add_argument("--version", action="version", version=f"graphgames {__version__}")
    known = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", prog="graphgames")
    parser.commands = known.choices
    there = commands()
    for name in [only] if only is not None and only in there else there:
        summary = there[name].summary
        command = known.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", formatter_class=formatter
        )
        if only in (None, name):
            there[name].load().configure(command)
    return parser


def _plain(prog: str) -> argparse.HelpFormatter:
    """Return a formatter that costs little: argparse makes one for every option, to check it, and prints nothing."""
    return argparse.HelpFormatter(prog, width=80)


def _rich(prog: str) -> argparse.HelpFormatter:
    """Return the formatter that prints help."""
    from rich_argparse import RawDescriptionRichHelpFormatter

    class Formatter(RawDescriptionRichHelpFormatter):
        group_name_formatter = staticmethod(lambda title: title[:1].upper() + title[1:])  # type: ignore[assignment]

    return Formatter(prog)
