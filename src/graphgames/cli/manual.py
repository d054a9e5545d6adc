"""``graphgames manual``: print the manual, generated from the parsers, as a ``man`` page or as Markdown.

`sections` reads the text of a command from its parser once; it is then written in either format.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from graphgames.catalogue.console import Options
from graphgames.cli.output import answer

DESCRIPTION = """Who wins from where, a strategy that wins, and a certificate that a separate checker accepts: for
games on graphs, for impartial games, and for the games of contests. Files may be compressed (gz, bz2); - is standard
input or output. Data go to standard output, progress and notes to standard error."""
ENVIRONMENT = {
    "NO_COLOR": "If it is set, nothing is coloured.",
    "GRAPHGAMES_PURE": "If it is 1, the kernels run as plain Python, 50 to 200 times slower, and need no compiler.",
}
CODES = {
    "0": "done",
    "1": "a negative verdict",
    "2": "bad input or usage",
    "129": "stopped, because the terminal was closed",
    "130": "stopped by Ctrl-C",
    "143": "terminated",
}


class Option(NamedTuple):
    """One argument or option: how it is written, and what it does."""

    written: str
    help: str


class Section(NamedTuple):
    """One command: its name, its synopsis, what it does, and its options by group."""

    name: str
    synopsis: str
    summary: str
    groups: dict[str, list[Option]]


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("--markdown", "print Markdown instead of a page for man")
    parser.epilog = "graphgames manual | man -l -"


def run(arguments: argparse.Namespace) -> int:
    """Print the manual."""
    from graphgames.cli.main import build

    parser = build(formatter=_wide)
    answer((markdown(parser) if arguments.markdown else roff(parser)).rstrip("\n"))
    return 0


def _wide(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=10_000)


def sections(parser: Options) -> Iterator[Section]:
    """Read every command of a program's parser."""
    for name, command in parser.commands.items():
        groups = {
            group.title or "": [_option(command, action) for action in group._group_actions if _documented(action)]
            for group in command._action_groups
        }
        synopsis = " ".join(["graphgames", name, *_usage(command)])
        yield Section(name, synopsis, command.description or "", groups)


def _documented(action: argparse.Action) -> bool:
    return action.help is not argparse.SUPPRESS and not isinstance(action, argparse._HelpAction)


def _usage(command: argparse.ArgumentParser) -> Iterator[str]:
    """Return the words of a synopsis: options as a whole, arguments one by one."""
    if any(action.option_strings and _documented(action) for action in command._actions):
        yield "[OPTIONS]"
    for action in command._actions:
        if not action.option_strings:
            name = _metavar(action)
            few = {"?": f"[{name}]", "+": f"{name}...", "*": f"[{name}...]"}
            yield few.get(str(action.nargs), name)
        elif action.required:
            yield f"{action.option_strings[0]} {_metavar(action)}"


def _metavar(action: argparse.Action) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _option(command: argparse.ArgumentParser, action: argparse.Action) -> Option:
    """Return one option as it is written, with its help filled in."""
    help: Any = command._get_formatter()
    names = ", ".join(action.option_strings)
    value = "" if action.nargs == 0 else _metavar(action)
    return Option(f"{names} {value}".strip(), help._expand_help(action) if action.help else "")


def markdown(parser: Options, level: int = 2) -> str:
    """Return the commands as Markdown, headings from ``level`` on.

    Examples
    --------
    >>> from graphgames.cli.main import build
    >>> print(markdown(build()).partition("```text")[0])
    ## graphgames solve
    <BLANKLINE>
    Solve games from files: who wins from where, how, and why.
    <BLANKLINE>
    <BLANKLINE>
    """
    lines = []
    for section in sections(parser):
        lines += [f"{'#' * level} graphgames {section.name}", "", section.summary, ""]
        lines += ["```text", section.synopsis, "```", ""]
        for title, options in section.groups.items():
            if options and title not in ("positional arguments", "options"):
                lines += [f"*{title[0].upper()}{title[1:]}*", ""]
            for option in options:
                lines += [f"`{option.written}`", f": {option.help or 'see above'}", ""]
    return "\n".join(lines)


def roff(parser: Options) -> str:
    """Return the whole manual as a page for ``man``, section 1.

    Examples
    --------
    >>> from graphgames.cli.main import build
    >>> roff(build()).split()[:3]
    ['.TH', 'GRAPHGAMES', '1']
    """
    from graphgames._version import __version__

    lines = [f'.TH GRAPHGAMES 1 "" "graphgames {__version__}" "User Commands"', ".SH NAME"]
    described = parser.description or ""
    lines.append(_text(f"graphgames - {described[0].lower()}{described[1:-1]}"))
    lines += [".SH SYNOPSIS", r"\fBgraphgames\fR \fICOMMAND\fR [\fIOPTIONS\fR] ..."]
    lines += [".SH DESCRIPTION", _text(DESCRIPTION), ".SH COMMANDS"]
    for section in sections(parser):
        lines += [f".SS {_text(section.synopsis)}", _text(section.summary)]
        for option in chain.from_iterable(section.groups.values()):
            lines += [".TP", rf"\fB{_text(option.written)}\fR", _text(option.help)]
    for title, entries in (("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", CODES)):
        lines.append(f".SH {title}")
        for name, entry in entries.items():
            lines += [".TP", rf"\fB{name}\fR", _text(entry)]
    return "\n".join(line for line in lines if line) + "\n"


def _text(text: str) -> str:
    """Escape text so that roff reads none of it as a command."""
    text = re.sub(r"\s+", " ", text).replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text
