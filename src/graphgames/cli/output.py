"""Output as tables or JSON: data go to stdout, progress and notes to stderr."""

from __future__ import annotations

import os
import sys
import time

from graphgames.core.errors import printable_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType
    from typing import Any, TypeVar

    from graphgames.core.report import Report

    T = TypeVar("T")

DOING = {"read": "reading", "solve": "solving", "verify": "verifying", "prove": "proving", "draw": "drawing"}


def table(rows: Sequence[Mapping[str, str]]) -> None:
    """Print rows of the same columns, a line between them; the first column in bold."""
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_lines=True)
    for number, column in enumerate(rows[0] if rows else ()):
        drawn.add_column(column, no_wrap=number == 0, style="bold" if number == 0 else "")
    for row in rows:
        drawn.add_row(*row.values())
    show(drawn)


def show(*things: Any) -> None:
    """Print texts, and what else rich knows how to draw, for a person; markup in names is not looked for."""
    from rich.console import Console

    console = Console(markup=False, highlight=False, soft_wrap=not sys.stdout.isatty())
    console.on_broken_pipe = _broken_pipe  # type: ignore[method-assign]
    for thing in things:
        console.print(printable_lines(thing) if isinstance(thing, str) else thing)


def _broken_pipe() -> None:
    """Raise what `guarded` takes for the end of the reader; rich itself would end the program with another code."""
    raise BrokenPipeError


def json_line(data: Mapping[str, Any]) -> str:
    """Return a JSON object on one line, in characters that standard output has."""
    import json

    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # another encoding, or a file name of bytes that are no text
        return json.dumps(data)
    return text


def note(text: str) -> None:
    """Print a note on stderr."""
    print(printable_lines(text), file=sys.stderr)


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


class progress:  # noqa: N801, because it reads as a function does
    """Show a bar and the time gone on stderr while a block runs, once it has run for a second.

    Nothing is imported or drawn before that second is over, and nothing at all where stderr is not a terminal.
    """

    def __init__(self, what: str, quiet: bool = False):
        self.what, self.quiet = what, quiet or not sys.stderr.isatty()
        self.over = False
        self.bar: Any = None

    def __enter__(self) -> None:
        if self.quiet:
            return
        import threading  # here, because a small job should not pay for it

        self.lock = threading.Lock()
        self.timer = threading.Timer(1.0, self._start)
        self.timer.daemon = True
        self.timer.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self.quiet:
            return
        self.timer.cancel()
        with self.lock:
            self.over = True
            if self.bar is not None:
                self.bar.stop()

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        drawn = Progress(*columns, console=Console(stderr=True), transient=True)
        with self.lock:
            if not self.over:
                drawn.add_task(self.what, total=None)
                drawn.start()
                self.bar = drawn


class Steps:
    """The steps of a command with one game, with progress bars and a summary at the end.

    Parameters
    ----------
    name : str
        The name of the game: its file, its code.
    quiet : bool
        Whether to show no progress.
    *kept : str
        The steps whose seconds are told even where they were not taken.

    Attributes
    ----------
    seconds : dict of str to float or None
        How long each step took, to the microsecond.
    verified : bool or None
        The report of the verifier, if it ran.
    """

    def __init__(self, name: str, quiet: bool, *kept: str):
        self.name, self.quiet = name, quiet
        self.seconds: dict[str, float | None] = dict.fromkeys(kept)
        self.verified: bool | None = None

    def take(self, step: str, work: Callable[[], T], bar: bool = True) -> T:
        """Do one step of `DOING`; without a bar if the work itself shows how far it is."""
        start = time.perf_counter()
        with progress(f"{DOING[step]} {self.name}", self.quiet or not bar):
            result = work()
        self.seconds[step] = round(time.perf_counter() - start, 6)
        return result

    def verify(self, check: Callable[[], Report]) -> bool:
        """Run the verifier, and print its faults on stderr if there are any."""
        report = self.take("verify", check)
        self.verified = report.ok
        if not report.ok:
            note(f"graphgames: {self.name}: {report}")
        return report.ok
