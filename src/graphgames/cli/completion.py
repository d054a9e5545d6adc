"""``graphgames completion SHELL``: print a script that makes the shell complete commands, options, names and files."""

from __future__ import annotations

import argparse

from graphgames.catalogue.console import Options
from graphgames.cli.output import answer

SHELLS = ("bash", "zsh", "fish", "tcsh")
FILES = ("FILE", "GAME", "IN", "OUT", "PROOF", "SOLUTION")
"""What an argument that is a file is called in the help."""
_NAMES = {
    "bash": '_graphgames_names() {{ compgen -W "{}" -- "$1"; compgen -f -- "$1"; }}',
    "zsh": "_graphgames_names() {{ _alternative 'games:game:({})' 'files:file:_files' }}",
}
"""What completes an argument that is the name of a game or a file, by the shell."""


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("shell", 'for example: eval "$(graphgames completion bash)"', choices=SHELLS)


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from graphgames.catalogue import find
    from graphgames.cli.main import build

    parser, games = build(), " ".join(dict.fromkeys(find.names()))
    either = dict.fromkeys(("bash", "zsh"), "_graphgames_names") | {"fish": f"{shtab.FILE['fish']} {games}"}
    for name, command in parser.commands.items():
        for action in command._actions:
            action.choices = action.choices or names(name, action) or None
            if action.metavar in FILES:
                action.complete = {**shtab.FILE, **(either if action.choices else {})}  # type: ignore[attr-defined]
    preamble = _NAMES.get(arguments.shell, "").format(games)
    answer(shtab.complete(parser, arguments.shell, preamble=preamble))
    return 0


def names(command: str, action: argparse.Action) -> list[str]:
    """Return the names from the tables that fit an argument, where it takes one of a table.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> names("judge", parser.add_argument("name", metavar="NAME"))[0]
    'gra-w-zielone'
    >>> names("solve", parser.add_argument("--jobs", metavar="N"))
    []
    """
    from graphgames import formats
    from graphgames.catalogue import find

    if action.dest == "solver":
        return [entry.name for entry in find.solvers()]
    if action.dest == "game" or (command, action.dest) == ("judge", "name"):
        return [entry.name for entry in find.concrete_games()]
    if (command, action.dest) in (("play", "name"), ("explain", "name"), ("show", "file"), ("solve", "files")):
        return find.names()
    if action.dest in ("format", "to"):
        return [entry.name for entry in formats.table() if entry.writes or action.dest == "format"]
    if action.dest == "family":
        from graphgames.cli.generate import families

        return list(families())
    if (command, action.dest) == ("solvers", "about"):
        return sorted({problem for entry in find.solvers() for problem in entry.solves})
    return []
