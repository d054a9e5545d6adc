"""Output as text, tables or JSON: data go to stdout, progress and notes to stderr.

Whatever a person reads passes `show` or `note`, which make it harmless to a terminal; what a program reads passes
`answer` as it is.
"""

from __future__ import annotations

import os
import sys
import time

from graphgames import api
from graphgames.catalogue import find
from graphgames.core.errors import GameError, counted, printable_lines
from graphgames.engines.progress import Progress
from graphgames.readers.source import Source, open_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TextIO, TypeVar

    from graphgames.catalogue.console import Options
    from graphgames.core.game import Game
    from graphgames.core.report import Report

    T = TypeVar("T")


def show(text: str) -> None:
    """Print text for a person."""
    print(printable_lines(text), flush=True)


def show_table(heading: Sequence[str], rows: Sequence[Sequence[str]], styles: Sequence[str], right: int) -> None:
    """Print a table: at a terminal by rich, in colours and no wider; elsewhere as plain lines of any width.

    Each row has a style of rich's, and in column number ``right`` there are numbers. To import rich takes longer than
    most inputs.
    """
    if not sys.stdout.isatty() and not os.environ.get("FORCE_COLOR"):
        show("\n".join(_lined(heading, rows, right)))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for k, name in enumerate(heading):
        table.add_column(name, style="bold" * (k == 0), justify="right" if k == right else "left")
    for row, style in zip(rows, styles, strict=True):
        table.add_row(*row, style=style)
    console = Console(markup=False, highlight=False, soft_wrap=not sys.stdout.isatty())
    console.on_broken_pipe = _broken_pipe  # type: ignore[method-assign]
    console.print(table)


def _lined(heading: Sequence[str], rows: Sequence[Sequence[str]], right: int) -> list[str]:
    """Return the lines of a table as rich prints them, but without colours, and with no cell in several lines."""
    sizes = [[_width(cell) for cell in row] for row in (heading, *rows)]
    widths = [max(column) for column in zip(*sizes, strict=True)]
    lines = []
    for row, taken in zip((heading, *rows), sizes, strict=True):
        gaps = [" " * (width - own) for width, own in zip(widths, taken, strict=True)]
        cells = [gap + cell if k == right else cell + gap for k, (cell, gap) in enumerate(zip(row, gaps, strict=True))]
        lines.append(f" {'   '.join(cells)}".rstrip())
    dash = "─" if (sys.stdout.encoding or "").lower().startswith("utf") else "-"
    return ["", lines[0], f" {dash * (sum(widths) + 3 * len(widths) - 3)}", *lines[1:], ""]


def _width(text: str) -> int:
    """Return how many columns a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _broken_pipe() -> None:
    """Raise what `guarded` takes for the end of the reader; rich itself would end the program with another code."""
    raise BrokenPipeError


def answer(text: str) -> None:
    """Print a line for a program, as it is."""
    print(text, flush=True)


def note(text: str) -> None:
    """Print a note on stderr; where it cannot be printed, nobody reads it."""
    try:
        print(printable_lines(text), file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Discard the remaining output of a stream, so that the interpreter does not fail on it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def json_line(data: Mapping[str, Any]) -> str:
    """Return a JSON object on one line, in characters that standard output has."""
    import json

    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # another encoding, or a file name of bytes that are no text
        return json.dumps(data)
    return text


def unchecked(unproved: Sequence[str]) -> list[str]:
    """Return the line that says what is not checked, if there is anything."""
    return [f"not checked: {', '.join(unproved)}"] if unproved else []


def described(game: Game) -> str:
    """Return what game it is and how large."""
    if text := getattr(game, "described", ""):
        return str(text)
    size = f"{counted(game.arena.n, 'vertex', 'vertices')}, {counted(game.arena.m, 'edge')}"
    return f"{game.objective.name} game{game.objective.settings_in_words}{getattr(game, 'origin', '')}, {size}"


def note_lost_objective(game: Game, output: str, format: str | None) -> None:
    """Note that a file of a format without objectives will be read as another game, unless it is told."""
    from graphgames.formats import by_ending, find

    entry = find(format) if format else by_ending(output) or find("pgsolver")
    if entry.objectives and game.objective.name not in entry.objectives:
        note(f"{output}: the format cannot hold the objective; read it with --objective {game.objective.name}")


def more(count: int, what: str) -> str:
    """Return the line under a table that was cut."""
    return f"... {count:,} more {what}; --full shows all"


def add_listing(parser: Options) -> None:
    """Add the options of a command that lists what there is."""
    parser.add("--long NAME", "show everything about one of them, or about each", nargs="?", const="")
    parser.add("--json", "print one JSON object per line, with everything about it")
    parser.never_with("--long", "--json")


def listing(rows: Sequence[Mapping[str, Any]], arguments: Any, *columns: str, under: str = "") -> None:
    """Print a list of named things: a line for each, or with ``--long`` all that is said of them, or JSON.

    The first entry of a row is its name. ``columns`` are those of a line, under a heading for each value of ``under``.
    """
    if arguments.json:
        answer("\n".join(map(json_line, rows)))
        return
    if arguments.long is not None:
        show("\n\n".join(_entry(row) for row in rows_named(rows, arguments.long)))
        return
    from shutil import get_terminal_size

    room, heading = get_terminal_size().columns, None
    lines: list[str] = []
    widths = [max((len(_words(row[column])) for row in rows), default=0) for column in columns[:-1]]
    for row in rows:
        if under and row[under] != heading:
            heading = row[under]
            lines += ["", f"{_words(heading)}:"]
        *first, last = (_words(row[column]) for column in columns)
        cells = [*(cell.ljust(width) for cell, width in zip(first, widths, strict=True)), last]
        lines.append("  " * bool(under) + "  ".join(cells))
    lines = [line if len(line) <= room else f"{line[: room - 3].rstrip()}..." for line in lines]
    last = f"{len(rows)} in all; --long NAME shows everything about one, --long about each"
    show("\n".join([*lines, "", last]).lstrip("\n"))


def rows_named(rows: Sequence[Mapping[str, Any]], name: str) -> Sequence[Mapping[str, Any]]:
    """Return the row of that name, all of them for an empty name."""
    from graphgames.core.errors import GraphGamesError, did_you_mean

    names = [str(next(iter(row.values()))) for row in rows]
    name = next((of for of, row in zip(names, rows, strict=True) if name in row.get("aliases", ())), name)
    if name and name not in names:
        near = did_you_mean(name, names).rstrip(".")
        raise GraphGamesError(f"there is no {name!r} in this list{near or ';'} it has: {', '.join(names)}")
    return rows if not name else [rows[names.index(name)]]


def _words(value: Any) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _entry(row: Mapping[str, Any]) -> str:
    from shutil import get_terminal_size
    from textwrap import fill

    (_, name), *fields = row.items()
    width = get_terminal_size().columns
    lines = []
    for what, value in fields:
        if isinstance(value, str) and value.endswith("\n"):  # a text that is to be read as it stands
            lines += [f"  {what}:", *(f"    {line}" for line in value.splitlines())]
        elif value:
            lines.append(fill(f"{what}: {_words(value)}", width, initial_indent="  ", subsequent_indent="    "))
    return "\n".join([str(name), *lines])


def read(path: str, **how: Any) -> Any:
    """Read a game; at a terminal say that input is awaited."""
    await_input(path)
    game = None if os.path.exists(path) else find.document(path)  # noqa: PTH110, which would import pathlib
    if game is not None:
        raise GameError(
            f"{path} is a concrete game, not a file; play, explain and judge take its name, other commands a file "
            f"with --game {game.name}"
        )
    return api.read(path, **how)


def opened(path: str) -> Source:
    """Open a file, once, since it may be a pipe; at a terminal say that input is awaited."""
    await_input(path)
    return open_source(path)


def read_solution(problem: Any, path: str) -> Any:
    """Read a solution; at a terminal say that input is awaited."""
    return api.read_solution(problem, opened(path))


def write_files(arguments: Any, solution: Any) -> None:
    """Write the solution and the strategy to the files that were asked for."""
    if arguments.strategy is not None and hasattr(solution, "write_policy"):
        solution.write_policy(arguments.strategy)
    elif arguments.strategy is not None:
        _write_strategy(arguments.strategy, solution)
    if arguments.solution is not None:
        api.write(solution, arguments.solution)
        numbered = numbered_players(arguments.solution, solution.problem)
        if numbered and arguments.solution.endswith((".sol", ".paritysol")) and not arguments.quiet:
            note(numbered)


def numbered_players(path: str, game: Any) -> str:
    """Return what players with names of their own are called in a file of PGSolver's form, else an empty text."""
    from graphgames.core.naming import NUMBERED, PLAYERS  # which many commands do without

    players = getattr(game, "players", PLAYERS[0])
    if players in (*PLAYERS, NUMBERED):
        return ""
    return f"graphgames: {path}: {players[0]} is player 0 there, and {players[1]} player 1"


def _write_strategy(path: str, solution: Any) -> None:
    """Write a table of the vertices of a game on an arena, with winners and moves, or nim-values."""
    from graphgames.formats.text_table import in_lines
    from graphgames.readers.atomic import atomic_write

    if not hasattr(solution, "_columns"):
        raise GameError(
            "--strategy is for models and for games on graphs; --json prints what others have, and --solution OUT.json "
            "writes it with its proof"
        )
    if not path.lower().endswith(".csv"):
        raise GameError(f"--strategy {path}: the strategies of a game on a graph are written as a table, .csv")
    if hasattr(solution, "strategy") and solution.strategy.automaton.states != 1:
        raise GameError("a strategy with memory is not a table of moves; --solution OUT.json writes it")
    with atomic_write(path) as file:
        file.write(in_lines(solution._columns()).encode())


def await_input(path: str) -> None:
    """Say what a program is waiting for that reads from the terminal."""
    if path == "-" and sys.stdin.isatty():
        note("graphgames: reading from the terminal; end the input with Ctrl-D")


class StatusLine:
    """A progress line on stderr, rewritten a few times a second; only on a terminal."""

    def __init__(self, quiet: bool = False):
        self.active = not quiet and sys.stderr.isatty()
        self.due = time.monotonic() + 1.0
        self.shown = False

    def show(self, text: Callable[[], str]) -> None:
        """Show a line of progress, at most once per interval."""
        now = time.monotonic()
        if not self.active or now < self.due:
            return
        self.due, self.shown = now + 0.25, True
        width = os.get_terminal_size(sys.stderr.fileno()).columns
        sys.stderr.write(f"\r\x1b[K{text()[: max(width - 1, 20)]}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line of progress."""
        if self.shown:
            self.shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def progress(what: str, quiet: bool = False) -> Progress:
    """Show a bar and the time gone on stderr while a block runs, if that is a terminal."""
    return Progress(what, not quiet and sys.stderr.isatty())


class Steps:
    """The steps of a command with one game, called by its file or code, with progress bars and a summary at the end.

    ``seconds`` is how long each step took, to the microsecond; the ``kept`` steps are shown even where they were not
    taken. ``verified`` is the verdict of the verifier, if it ran. Who is ``silent`` leaves it to another process to say
    what is wrong.
    """

    def __init__(self, name: str, quiet: bool, *kept: str, silent: bool = False):
        self.name, self.quiet, self.silent = name, quiet or silent, silent
        self.seconds: dict[str, float | None] = dict.fromkeys(kept)
        self.verified: bool | None = None

    def take(self, step: str, work: Callable[[], T], bar: bool = True) -> T:
        """Do one step, called by its verb; without a bar if the work itself shows how far it is."""
        start = time.perf_counter()
        with progress(f"{step.removesuffix('e')}ing {self.name}", self.quiet or not bar):
            result = work()
        self.seconds[step] = round(time.perf_counter() - start, 6)
        return result

    def verify(self, check: Callable[[], Report]) -> bool:
        """Run the verifier, and print its faults on stderr if there are any."""
        report = self.take("verify", check)
        self.verified = report.ok
        if not report.ok and not self.silent:
            note(f"graphgames: {self.name}: {report}")
        return report.ok
