"""Tables for people and JSON for programs; data go to stdout, progress and notes to stderr."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any


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
    """Print something that rich knows how to draw; markup in names is not looked for."""
    from rich.console import Console

    console = Console(markup=False, highlight=False, soft_wrap=not sys.stdout.isatty())
    for thing in things:
        console.print(thing)


def note(text: str) -> None:
    """Say something to the person on stderr."""
    print(text, file=sys.stderr)


class StatusLine:
    """One line on stderr that says how far long work is, rewritten a few times a second; only on a terminal."""

    def __init__(self, quiet: bool = False):
        self.active = not quiet and sys.stderr.isatty()
        self.due = time.monotonic() + 1.0
        self.shown = False

    def show(self, text: Callable[[], str]) -> None:
        """Say something, if it is time to."""
        now = time.monotonic()
        if not self.active or now < self.due:
            return
        self.due, self.shown = now + 0.25, True
        width = os.get_terminal_size(sys.stderr.fileno()).columns
        sys.stderr.write(f"\r\x1b[K{text()[: max(width - 1, 20)]}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            self.shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def progress(what: str, quiet: bool = False) -> Iterator[None]:
    """Show a bar and the time gone on stderr while a block runs, once it has run for a second.

    Nothing is imported or drawn before that second is over, and nothing at all where stderr is not a terminal.
    """
    if quiet or not sys.stderr.isatty():
        yield
        return
    bar: list[Any] = []
    import threading  # here, because a small job should not pay for it

    lock = threading.Lock()
    over = False

    def start() -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        drawn = Progress(*columns, console=Console(stderr=True), transient=True)
        with lock:
            if not over:
                drawn.add_task(what, total=None)
                drawn.start()
                bar.append(drawn)

    timer = threading.Timer(1.0, start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            over = True
            for drawn in bar:
                drawn.stop()
